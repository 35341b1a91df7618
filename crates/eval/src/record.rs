//! Records each question: in a file, in memory for the fit, or both.

use crate::answered::Answer;
use crate::context::Started;
use crate::dump::Dump;
use crate::failure::Result;
use crate::fit::{Deserves, Examples};
use crate::product::{Candidate, Weighed};
use crate::question::{Question, Undeserving};
use crate::replay::{Outcome, WorkOutcome};
use crate::sets::replay::{self, Need};
use crate::sets::work;

/// Maximum number of candidates recorded per question.
const CANDIDATES_MAX: usize = 100;

/// Destinations of the records.
pub struct Record {
    /// The output file.
    pub dump: Dump,
    /// Examples for the fit, in memory.
    pub examples: Option<Examples>,
}

impl Record {
    /// Records a question with its best candidates.
    pub fn ranked(
        &mut self,
        set: &'static str,
        question: &Question,
        found: &[Candidate],
    ) -> Result<()> {
        let best = &found[..found.len().min(CANDIDATES_MAX)];
        if let Some(examples) = &mut self.examples {
            examples.list(set, question, best);
        }
        self.dump.write(set, question, best)
    }

    /// Records the gate's verdict on a prompt that deserves something; `found` says whether it was
    /// found.
    pub fn deserving(
        &mut self,
        set: &'static str,
        question: &Question,
        weighed: &Weighed,
        found: bool,
    ) -> Result<()> {
        if let Some(examples) = &mut self.examples {
            let deserves = if found { Deserves::Found } else { Deserves::Missed };
            examples.prompt(set, deserves, &question.text, weighed);
        }
        self.dump.gate(set, None, &question.text, &question.project, weighed, found)
    }

    /// Records the result of a replayed prompt.
    pub fn replayed(&mut self, outcome: &Outcome) -> Result<()> {
        let judged = outcome.judgement.as_ref().and_then(|judgement| match judgement.need {
            Need::No => Some((replay::NEEDLESS, Deserves::Nothing)),
            _ if judgement.is_needy() => Some((replay::NEEDY, Deserves::Found)),
            // It needs something that no earlier session contains.
            _ => None,
        });
        if let (Some(examples), Some((group, deserves))) = (&mut self.examples, judged) {
            examples.recalled(group, deserves, &outcome.session, &outcome.recalled);
        }
        self.dump.replayed(outcome)
    }

    /// Records what sessions were told when they started.
    pub fn started(&mut self, started: &[Started]) -> Result<()> {
        started.iter().try_for_each(|started| self.dump.started(started))
    }

    /// Records the result of a prompt that asks for work.
    pub fn worked(&mut self, outcome: &WorkOutcome) -> Result<()> {
        let (group, deserves) = if outcome.continues {
            (work::CONTINUED, Deserves::Found)
        } else {
            (work::NEW, Deserves::Nothing)
        };
        if let Some(examples) = &mut self.examples {
            examples.recalled(group, deserves, &outcome.text, &outcome.recalled);
        }
        self.dump.worked(outcome)
    }

    /// Keeps what was said to a question.
    pub fn answered(&mut self, answer: &Answer) -> Result<()> {
        self.dump.answered(answer)
    }

    /// Keeps what the gate made of a prompt that deserves nothing.
    pub fn undeserving(
        &mut self,
        set: &str,
        kind: &'static str,
        prompt: &Undeserving,
        weighed: &Weighed,
    ) -> Result<()> {
        if let Some(examples) = &mut self.examples {
            examples.prompt(kind, Deserves::Nothing, &prompt.text, weighed);
        }
        self.dump.gate(set, Some(kind), &prompt.text, &prompt.project, weighed, false)
    }
}
