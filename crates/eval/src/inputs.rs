//! Everything that is read before anything is prepared: a bad file is told in the first second.

use std::path::PathBuf;

use crate::failure::Result;
use crate::options::{Options, repository};
use crate::rows::Rows;
use crate::sets::{coding, keyfacts, locomo, questions, replay, trivial, work};

/// Where trivial prompts are kept in the repository.
const TRIVIAL: &str = "test/eval/trivial.jsonl";

/// The sets as their files hold them.
pub struct Inputs {
    /// LoCoMo's conversations.
    pub conversations: Option<Vec<locomo::Conversation>>,
    /// Queries with sessions.
    pub coding: Option<Rows<coding::Row>>,
    /// Questions with turns.
    pub questions: Option<Rows<questions::Row>>,
    /// Prompts that ask for work.
    pub work: Option<Rows<work::Row>>,
    /// What readers said of the prompts that are replayed.
    pub judgements: replay::Judgements,
    /// What answers the questions.
    pub keyfacts: Option<keyfacts::KeyFacts>,
    /// Prompts that deserve no memory.
    pub trivial: Option<Vec<String>>,
}

impl Inputs {
    /// Reads all files.
    pub fn read(options: &Options) -> Result<Self> {
        let kept = repository().join(TRIVIAL);
        let trivial: Option<PathBuf> =
            options.trivial.clone().or_else(|| kept.exists().then_some(kept));
        Ok(Self {
            conversations: options.locomo.as_deref().map(locomo::read).transpose()?,
            coding: options.coding.as_deref().map(coding::read).transpose()?,
            questions: options.questions.as_deref().map(questions::read).transpose()?,
            work: options.work.as_deref().map(work::read).transpose()?,
            judgements: replay::read(&options.judged)?,
            keyfacts: options.keyfacts.as_deref().map(keyfacts::read).transpose()?,
            trivial: trivial.as_deref().map(trivial::read).transpose()?,
        })
    }
}
