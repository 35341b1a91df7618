//! Reads all input files before anything is prepared, so that a bad file is reported at once.

use std::path::PathBuf;

use crate::failure::Result;
use crate::options::{Options, repository};
use crate::rows::Rows;
use crate::sets::{coding, keyfacts, locomo, notes, questions, replay, signals, trivial, work};

/// Default path of the trivial prompts in the repository.
const TRIVIAL: &str = "test/eval/trivial.jsonl";

/// The contents of the input files.
pub struct Inputs {
    /// LoCoMo's conversations.
    pub conversations: Option<Vec<locomo::Conversation>>,
    /// Queries with the sessions that answer them.
    pub coding: Option<Rows<coding::Row>>,
    /// Questions with the turns that answer them.
    pub questions: Option<Rows<questions::Row>>,
    /// Prompts that ask for work.
    pub work: Option<Rows<work::Row>>,
    /// Texts with the notes in them.
    pub signals: Option<Vec<signals::Labelled>>,
    /// Human judgements of the replayed prompts.
    pub judgements: replay::Judgements,
    /// Notes that a person wrote meanwhile.
    pub notes: Vec<notes::WrittenNote>,
    /// Key facts that answer the questions.
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
        let labelled = |rows| signals::labelled(rows, options.transcripts.as_deref());
        Ok(Self {
            conversations: options.locomo.as_deref().map(locomo::read).transpose()?,
            coding: options.coding.as_deref().map(coding::read).transpose()?,
            questions: options.questions.as_deref().map(questions::read).transpose()?,
            work: options.work.as_deref().map(work::read).transpose()?,
            signals: options
                .signals
                .as_deref()
                .map(signals::read)
                .transpose()?
                .map(labelled)
                .transpose()?,
            judgements: replay::read(&options.judged)?,
            notes: options.notes.as_deref().map(notes::read).transpose()?.unwrap_or_default(),
            keyfacts: options.keyfacts.as_deref().map(keyfacts::read).transpose()?,
            trivial: trivial.as_deref().map(trivial::read).transpose()?,
        })
    }
}
