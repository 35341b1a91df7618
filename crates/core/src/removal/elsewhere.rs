//! The coding agents' own files that hold what is forgotten or masked. They are never changed, so the
//! person must know of them.

use std::collections::HashSet;
use std::path::PathBuf;

use serde::Serialize;

use super::forget::Selection;
use super::plan::ForgetPlan;
use super::proof::{Trace, search_files};
use crate::error::Result;
use crate::sources::Machine;
use crate::sources::machine::TranscriptSearch;

/// A shorter id would be found by chance.
const ID_CHARS_MIN: usize = 8;

/// A file of an agent that holds turns to forget, or the words that they were selected by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Elsewhere {
    /// Its path.
    pub path: String,
    /// The agent's name in texts for a person.
    pub agent: &'static str,
    /// How many of the turns it holds; 0 if only the words were found in it.
    pub turns: usize,
    /// Whether it could not be read, and so was not searched.
    pub unread: bool,
    /// The command that shows the session to a person; `None` for a file that is no session.
    pub resume: Option<String>,
}

/// Returns the agents' own files, and those of some others that are there.
pub(super) fn agents_files(machine: &Machine, others: Vec<String>) -> Result<Vec<PathBuf>> {
    let search = TranscriptSearch { histories: Some(true), ..TranscriptSearch::default() };
    let listed = machine.transcripts(&search)?.into_iter().map(|found| PathBuf::from(found.path));
    let others = others.into_iter().map(PathBuf::from).filter(|path| path.exists());
    let mut known = HashSet::new();
    Ok(listed.chain(others).filter(|path| known.insert(path.clone())).collect())
}

/// A plan under way: what is selected is looked for in files, one part a step.
#[derive(Debug)]
pub(crate) struct Planning {
    of: Selection,
    plan: ForgetPlan,
    paths: Vec<PathBuf>,
    /// The ids of the turns, then the words.
    texts: Vec<String>,
    ids: usize,
    next: Option<usize>,
}

/// A step of planning.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ForgetPlanning {
    /// Number of files to look through.
    pub files: usize,
    /// How many of them were looked through.
    pub searched: usize,
    /// The plan; none until all were.
    pub plan: Option<ForgetPlan>,
}

impl Planning {
    /// `read` lists the transcripts that were ever read.
    pub fn of(
        of: Selection,
        plan: ForgetPlan,
        read: Vec<String>,
        machine: &Machine,
    ) -> Result<Self> {
        let turns = plan.turns.iter().map(|each| &each.turn);
        let mut texts: Vec<String> = turns.filter(|id| id.len() >= ID_CHARS_MIN).cloned().collect();
        let ids = texts.len();
        texts.extend(of.containing.clone());
        let is_any = !plan.turns.is_empty();
        let paths = if is_any { agents_files(machine, read)? } else { Vec::new() };
        Ok(Self { of, next: (!paths.is_empty()).then_some(0), plan, paths, texts, ids })
    }

    /// Whether it is under way for a selection. One that is done knows nothing of what was stored or
    /// forgotten since.
    pub fn goes_on_for(&self, selection: &Selection) -> bool {
        self.next.is_some() && self.of == *selection
    }

    /// Looks through a part of the files.
    pub fn step(&mut self, machine: &Machine) -> Result<()> {
        let Some(from) = self.next else { return Ok(()) };
        let searched = search_files(&self.paths, &self.texts, from)?;
        self.next = searched.next;
        let found = searched.found.into_iter().map(|trace| self.described(trace, machine));
        let found: Vec<Elsewhere> = found.collect();
        self.plan.elsewhere.extend(found);
        Ok(())
    }

    fn described(&self, Trace { path, texts, unread }: Trace, machine: &Machine) -> Elsewhere {
        Elsewhere {
            agent: machine.owner(&path).facts().display_name,
            turns: texts.into_iter().filter(|at| *at < self.ids).count(),
            unread,
            resume: machine.place(&path).resume,
            path: path.to_string_lossy().into_owned(),
        }
    }

    /// Returns how far it is.
    pub fn report(&self) -> ForgetPlanning {
        let files = self.paths.len();
        let plan = self.next.is_none().then(|| self.plan.clone());
        ForgetPlanning { files, searched: self.next.unwrap_or(files), plan }
    }
}
