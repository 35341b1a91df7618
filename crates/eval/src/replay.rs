//! Replays real sessions prompt by prompt, with only the memory of that time.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::corpus::Corpus;
use crate::failure::Result;
use crate::product::{Asked, RATE, Recalled};
use crate::sets::replay::{Judgement, Judgements, Need};
use crate::sets::work::Work;

/// Result of a prompt.
pub struct Outcome {
    /// Position in its session, from 1.
    pub position: usize,
    /// The human judgement.
    pub judgement: Option<Judgement>,
    /// The session in which it was typed.
    pub session: String,
    /// The turn that it started.
    pub turn: String,
    /// Text of the prompt.
    pub text: String,
    /// What was recalled, and why.
    pub recalled: Recalled,
}

impl Outcome {
    /// Returns whether anything was recalled.
    pub fn is_spoken(&self) -> bool {
        !self.recalled.turns.is_empty()
    }

    fn help(&self) -> u8 {
        self.judgement.as_ref().map_or(0, |judgement| judgement.help_of(self.recalled.injected()))
    }
}

/// Replays the prompts of all sessions in chronological order. Later prompts of a session know what
/// was recalled in it, until a compaction.
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
            let at_ms = turn.started_at_ms;
            let held = match sessions.entry(session.clone()) {
                Entry::Occupied(held) => held.into_mut(),
                Entry::Vacant(new) => {
                    let notes = corpus.product.told_notes(&session, &project, at_ms, false)?;
                    new.insert(Held { notes, ..Held::default() })
                }
            };
            if !turn.prompt.is_empty() {
                held.prompts += 1;
                let asked = Asked {
                    text: &turn.prompt,
                    session: &session,
                    recalled: &held.recalled,
                    notes: &held.notes,
                    compacted_at_ms: held.compacted_at_ms,
                    before_ms: turn.started_at_ms,
                    rate: RATE,
                };
                let recalled = corpus.product.recall(&asked, &project)?;
                held.recalled.extend(recalled.injected().cloned());
                held.notes.extend(recalled.said_notes().cloned());
                outcomes.push(Outcome {
                    position: held.prompts,
                    judgement: judgements.get(&turn.id).cloned(),
                    session: session.clone(),
                    turn: turn.id.clone(),
                    text: turn.prompt.clone(),
                    recalled,
                });
            }
            if corpus.product.is_compacted_in(&turn.id)? {
                held.recalled.clear();
                held.notes = corpus.product.told_notes(&session, &project, at_ms, true)?;
                // The entries after the compaction in this turn stay in the context.
                held.compacted_at_ms = Some(turn.started_at_ms);
            }
        }
    }
    Ok(outcomes)
}

/// State of a session's context.
#[derive(Default)]
struct Held {
    prompts: usize,
    recalled: Vec<String>,
    notes: Vec<String>,
    compacted_at_ms: Option<i64>,
}

/// Groups of prompts by their position in the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// The first prompt of each session.
    Opening,
    /// All other prompts.
    Later,
    /// All prompts.
    All,
}

impl Position {
    /// All groups, in print order.
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

/// How often something was recalled, and how much it helped.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Measured {
    /// Number of prompts.
    pub prompts: usize,
    /// Number with something recalled.
    pub spoken: usize,
    /// Number with a note said.
    pub noted: usize,
    /// Number judged to need nothing.
    pub no: usize,
    /// Number of those with something recalled.
    pub of_no: usize,
    /// Number that need something from an earlier session.
    pub needy: usize,
    /// Number of those with something recalled.
    pub needy_spoken: usize,
    /// Number of those with a helpful turn recalled.
    pub found: usize,
    /// Number that got at least background.
    pub helpful: usize,
    /// Number that got something that changes the answer.
    pub changing: usize,
    /// Estimated tokens of everything recalled.
    pub tokens: u64,
}

/// Measures a group of prompts.
pub fn measure(outcomes: &[Outcome], position: Position) -> Measured {
    let mut measured = Measured::default();
    for outcome in outcomes.iter().filter(|outcome| position.holds(outcome)) {
        let (spoken, help) = (usize::from(outcome.is_spoken()), outcome.help());
        measured.prompts += 1;
        measured.spoken += spoken;
        measured.noted += usize::from(outcome.recalled.said_notes().next().is_some());
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

/// Result of a prompt that asks for work.
pub struct WorkOutcome {
    /// Whether it continues earlier work.
    pub continues: bool,
    /// Whether a turn of that work was recalled.
    pub right: bool,
    /// What was recalled, and why.
    pub recalled: Recalled,
    /// Text of the prompt.
    pub text: String,
    /// Project in which it was asked.
    pub project: String,
}

/// Asks each prompt as the first of a new session, with everything stored before it.
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
