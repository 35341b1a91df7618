//! Training examples, collected in memory while the sets are asked.

use crate::ids;
use crate::product::{Candidate, Features, Recalled, Weighed};
use crate::question::{Question, Unit};
use crate::sets::locomo;

/// Number of cross-validation folds: each is tested with weights fitted on the others.
pub const FOLDS: usize = 5;

/// Number of divisions of the prompts into folds. What another division would make of a prompt close
/// to the threshold is chance, so a prompt's log odds are the mean of all of them.
pub const DIVISIONS: usize = 8;

/// All examples.
#[derive(Default)]
pub struct Examples {
    /// Examples for the ranking.
    pub lists: Vec<List>,
    /// Examples for the gate.
    pub prompts: Vec<Prompt>,
    /// LoCoMo's conversations; all questions of one are in the same fold.
    conversations: Vec<String>,
}

/// A question with its best candidates, in the order of the search.
pub struct List {
    /// Name of the set.
    pub set: &'static str,
    /// Kinds that the question belongs to.
    pub kinds: Vec<String>,
    /// Fold of the question.
    pub fold: usize,
    /// By candidate, in the order of [`Features::values`].
    pub features: Vec<Vec<f64>>,
    /// For each candidate, its session.
    pub sessions: Vec<String>,
    /// For each unit, whether each candidate is right. The first unit is the one to fit.
    pub golds: Vec<(Unit, Vec<bool>)>,
}

/// A prompt that the gate judged.
pub struct Prompt {
    /// The set of a deserving prompt, or why the prompt deserves nothing.
    pub group: &'static str,
    /// What it deserves.
    pub deserves: Deserves,
    /// Fold of the prompt, in each division.
    pub folds: [usize; DIVISIONS],
    /// In the order of `Evidence::values`; `None` where nothing is brought back whatever it weighs.
    pub evidence: Option<Vec<f64>>,
}

/// What a prompt deserves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deserves {
    /// No injection.
    Nothing,
    /// A turn that is among the candidates.
    Found,
    /// A turn that is not among the candidates: neither an injection nor silence is right.
    Missed,
}

impl Examples {
    /// Adds a question with its best candidates.
    pub fn list(&mut self, set: &'static str, question: &Question, found: &[Candidate]) {
        let fold = match set {
            locomo::NAME => self.conversation(&question.project) % FOLDS,
            _ => fold_of(&question.text),
        };
        let golds = question.golds.iter().map(|gold| {
            (gold.unit, found.iter().map(|hit| gold.turns.contains(&hit.turn)).collect())
        });
        self.lists.push(List {
            set,
            kinds: question.kinds.clone(),
            fold,
            features: found.iter().map(features).collect(),
            sessions: found.iter().map(|hit| hit.session.clone()).collect(),
            golds: golds.collect(),
        });
    }

    /// Adds the gate's verdict on a prompt.
    pub fn prompt(
        &mut self,
        group: &'static str,
        deserves: Deserves,
        text: &str,
        weighed: &Weighed,
    ) {
        let evidence = weighed.evidence.filter(|_| weighed.is_searched());
        let evidence = evidence.map(|evidence| evidence.values().to_vec());
        self.prompts.push(Prompt { group, deserves, folds: folds_of(text), evidence });
    }

    /// Adds the result of a prompt in a session; all prompts of a session are in one fold.
    pub fn recalled(
        &mut self,
        group: &'static str,
        deserves: Deserves,
        session: &str,
        recalled: &Recalled,
    ) {
        let evidence = recalled.evidence.map(|evidence| evidence.values().to_vec());
        self.prompts.push(Prompt { group, deserves, folds: folds_of(session), evidence });
    }

    fn conversation(&mut self, project: &str) -> usize {
        let known = self.conversations.iter().position(|known| known == project);
        known.unwrap_or_else(|| {
            self.conversations.push(project.to_owned());
            self.conversations.len() - 1
        })
    }
}

impl List {
    /// Returns, for the unit to fit, whether each candidate is right.
    pub fn right(&self) -> &[bool] {
        self.golds.first().map_or(&[], |(_, right)| right.as_slice())
    }
}

/// Returns the distinct names in order of first appearance.
pub fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut distinct = Vec::new();
    for name in names {
        if !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    distinct
}

fn features(hit: &Candidate) -> Vec<f64> {
    Features::NAMES.iter().map(|name| hit.score(name).unwrap_or(0.0)).collect()
}

/// Returns the fold of a text in each division.
fn folds_of(text: &str) -> [usize; DIVISIONS] {
    std::array::from_fn(|division| fold_of(&format!("{division} {text}")))
}

/// Returns the fold of a text: the same question is always in the same fold.
fn fold_of(text: &str) -> usize {
    (ids::hash(text) % FOLDS as u128) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::Gold;

    fn question(project: &str, text: &str) -> Question {
        Question {
            project: project.to_owned(),
            kinds: Vec::new(),
            text: text.to_owned(),
            golds: vec![Gold { unit: Unit::Turn, turns: ["t".to_owned()].into() }],
        }
    }

    #[test]
    fn a_conversation_stays_in_one_fold() {
        let mut examples = Examples::default();
        let candidate = |turn: &str| Candidate {
            turn: turn.to_owned(),
            session: String::new(),
            scores: vec![],
        };
        let found = [candidate("s"), candidate("t")];
        for (project, text) in [("a", "one"), ("b", "one"), ("a", "two"), ("b", "three")] {
            examples.list(locomo::NAME, &question(project, text), &found);
        }
        let folds: Vec<usize> = examples.lists.iter().map(|list| list.fold).collect();
        assert_eq!(folds, [0, 1, 0, 1]);
        assert_eq!(examples.lists[0].right(), [false, true]);
        assert_eq!(examples.lists[0].features[0].len(), Features::NAMES.len());
    }

    #[test]
    fn questions_spread_over_the_folds() {
        let mut counts = [0; FOLDS];
        (0..500).for_each(|n| counts[fold_of(&format!("question {n}?"))] += 1);
        assert!(counts.iter().all(|count| (60..140).contains(count)), "{counts:?}");
    }
}
