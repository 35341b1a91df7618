//! Real sessions asked again, prompt by prompt, with what was remembered at that moment.

use std::collections::HashMap;

use crate::corpus::Corpus;
use crate::failure::Result;
use crate::product::{Asked, RATE, Recalled};
use crate::sets::replay::{Judgement, Judgements, Need};
use crate::sets::work::Work;

/// What came of a prompt.
pub struct Outcome {
    /// Its place in its session, from 1.
    pub position: usize,
    /// What a reader said of it.
    pub judgement: Option<Judgement>,
    /// The session it was typed in.
    pub session: String,
    /// The turn it opened.
    pub turn: String,
    /// Its words.
    pub text: String,
    /// What was brought back, and why.
    pub recalled: Recalled,
}

impl Outcome {
    /// Whether something was brought back.
    pub fn is_spoken(&self) -> bool {
        !self.recalled.turns.is_empty()
    }

    fn help(&self) -> u8 {
        self.judgement.as_ref().map_or(0, |judgement| judgement.help_of(self.recalled.injected()))
    }
}

/// Asks the prompts of all sessions in the order of time. What was brought back in a session is
/// known to its later prompts until a compaction.
pub fn replay(
    corpus: &mut Corpus,
    judgements: &Judgements,
    mut tell: impl FnMut(&str),
) -> Result<Vec<Outcome>> {
    let projects: Vec<String> = corpus.projects().map(str::to_owned).collect();
    let mut outcomes = Vec::new();
    for project in projects {
        let turns: Vec<_> =
            corpus.turns(&project).iter().filter(|turn| !turn.of_agent).cloned().collect();
        let mut sessions: HashMap<String, Held> = HashMap::new();
        for turn in turns {
            tell(&format!("replay: asked {} prompts", outcomes.len()));
            let session = turn.session().to_owned();
            let held = sessions.entry(session.clone()).or_default();
            if !turn.prompt.is_empty() {
                held.prompts += 1;
                let asked = Asked {
                    text: &turn.prompt,
                    session: &session,
                    recalled: &held.recalled,
                    compacted_at_ms: held.compacted_at_ms,
                    before_ms: turn.started_at_ms,
                    rate: RATE,
                };
                let recalled = corpus.product.recall(&asked, &project)?;
                held.recalled.extend(recalled.injected().cloned());
                outcomes.push(Outcome {
                    position: held.prompts,
                    judgement: judgements.get(&turn.id).cloned(),
                    session,
                    turn: turn.id.clone(),
                    text: turn.prompt.clone(),
                    recalled,
                });
            }
            if corpus.product.is_compacted_in(&turn.id)? {
                held.recalled.clear();
                // What follows the compaction in this turn stays in the context.
                held.compacted_at_ms = Some(turn.started_at_ms);
            }
        }
    }
    Ok(outcomes)
}

/// What the context of a session holds.
#[derive(Default)]
struct Held {
    prompts: usize,
    recalled: Vec<String>,
    compacted_at_ms: Option<i64>,
}

/// Prompts by their place in the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// The first of their session.
    Opening,
    /// All others.
    Later,
    /// Both.
    All,
}

impl Position {
    /// All of them, in the order in which they are printed.
    pub const EACH: [Self; 3] = [Self::Opening, Self::Later, Self::All];

    /// Returns the name that is printed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Later => "later",
            Self::All => "all",
        }
    }

    fn holds(self, outcome: &Outcome) -> bool {
        match self {
            Self::Opening => outcome.position == 1,
            Self::Later => outcome.position > 1,
            Self::All => true,
        }
    }
}

/// How often something was brought back, and how much it helped.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Measured {
    /// Prompts asked.
    pub prompts: usize,
    /// Those that got something.
    pub spoken: usize,
    /// Prompts judged to need nothing.
    pub no: usize,
    /// Those of them that got something.
    pub of_no: usize,
    /// Prompts that need something an earlier session holds.
    pub needy: usize,
    /// Those of them that got something.
    pub needy_spoken: usize,
    /// Those of them that got a turn which helps.
    pub found: usize,
    /// Prompts that got at least background.
    pub helpful: usize,
    /// Prompts that got what changes the answer.
    pub changing: usize,
    /// Estimated tokens of all that was brought back.
    pub tokens: u64,
}

/// Measures the prompts at a position.
pub fn measure(outcomes: &[Outcome], position: Position) -> Measured {
    let mut measured = Measured::default();
    for outcome in outcomes.iter().filter(|outcome| position.holds(outcome)) {
        let (spoken, help) = (usize::from(outcome.is_spoken()), outcome.help());
        measured.prompts += 1;
        measured.spoken += spoken;
        measured.helpful += usize::from(help > 0);
        measured.changing += usize::from(help > 1);
        measured.tokens += outcome.recalled.tokens();
        let Some(judgement) = &outcome.judgement else { continue };
        if judgement.need == Need::No {
            measured.no += 1;
            measured.of_no += spoken;
        }
        if judgement.is_needy() {
            measured.needy += 1;
            measured.needy_spoken += spoken;
            measured.found += usize::from(help > 0);
        }
    }
    measured
}

/// What came of a prompt that asks for work.
pub struct WorkOutcome {
    /// Whether it goes on with earlier work.
    pub continues: bool,
    /// Whether something of that work was brought back.
    pub right: bool,
    /// What was brought back, and why.
    pub recalled: Recalled,
    /// Its words.
    pub text: String,
    /// Where it was asked.
    pub project: String,
}

/// Asks prompts for work as the first of a new session, after everything.
pub fn ask_for_work(corpus: &mut Corpus, prompts: Vec<Work>) -> Result<Vec<WorkOutcome>> {
    let outcomes = prompts.into_iter().map(|work| {
        let asked = Asked::opening(&work.text);
        let recalled = corpus.product.recall(&asked, &work.project)?;
        let right = recalled.injected().any(|turn| work.turns.contains(turn));
        let continues = !work.turns.is_empty();
        Ok(WorkOutcome { continues, right, recalled, text: work.text, project: work.project })
    });
    outcomes.collect()
}
