//! Saves the turns of damaged databases that were moved aside, and counts what is stored.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::Memory;
use crate::error::{Error, Result};
use crate::home::damaged::{SavedOutcome, delete_copy, note_of, write_note};
use crate::home::state::LastCount;
use crate::json::path;
use crate::sources::Machine;
use crate::store::Findings;
use crate::store::intake::Voucher;

/// Saving under way.
#[derive(Debug, Default)]
pub(super) struct Salvage {
    copies: VecDeque<PathBuf>,
    now: Option<Saving>,
    /// Transcripts of damaged logs that are still to be read again, once those were looked for.
    of_damaged_logs: Option<VecDeque<PathBuf>>,
}

/// A copy of which turns are being saved.
#[derive(Debug)]
struct Saving {
    path: PathBuf,
    turns: u64,
    /// What was found in it, once it was read.
    findings: Option<Findings>,
    /// Transcripts that are still to be read again.
    waiting: VecDeque<PathBuf>,
    transcripts: usize,
    /// Why nothing could be read from it.
    unreadable: Option<String>,
}

/// What was saved of one damaged copy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SavedCopy {
    /// Path of the copy.
    #[serde(serialize_with = "path")]
    #[cfg_attr(test, ts(type = "string"))]
    pub path: PathBuf,
    /// Number of turns that were stored or changed by it.
    pub turns: u64,
    /// Number of transcripts that were read again.
    pub transcripts: usize,
    /// How much of it the memory has.
    pub outcome: SavedOutcome,
    /// Why nothing could be read from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub unreadable: Option<String>,
    /// Its size in bytes.
    pub bytes: u64,
    /// Whether the memory now has everything that it had.
    pub complete: bool,
    /// Whether it was deleted.
    pub deleted: bool,
}

/// One step of saving.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SalvageStep {
    /// The copy that this step completed.
    pub saved: Option<SavedCopy>,
    /// Whether nothing is left to do.
    pub done: bool,
}

/// Which damaged copies are saved, and what becomes of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SalvageOf {
    /// Those that this build has not tried yet.
    Waiting,
    /// All of them.
    All,
    /// All of them; those of which the memory then has everything are deleted.
    AllAndDelete,
}

impl Memory {
    /// Saves the turns of damaged copies, reads their transcripts again, and notes beside each what
    /// was saved: one bounded step a call, until it is done. A copy that was not completed is begun
    /// anew by another memory; turns that were saved cost little then. Of all of them, the
    /// transcripts of logs that are damaged here are read again too. Requires the ingest lock.
    pub fn salvage(&mut self, of: SalvageOf, machine: &Machine) -> Result<SalvageStep> {
        let mut salvage = match self.salvage.take() {
            Some(salvage) => salvage,
            None => self.begin_salvage(of)?,
        };
        let mut step = SalvageStep::default();
        match salvage.now.take().or_else(|| next_of(&mut salvage.copies)) {
            Some(mut saving) if saving.findings.is_none() => {
                self.take_from(&mut saving)?;
                salvage.now = Some(saving);
            }
            Some(mut saving) if !saving.waiting.is_empty() => {
                saving.transcripts += self.read_again(&mut saving.waiting, machine)?;
                salvage.now = Some(saving);
            }
            Some(saving) => step.saved = Some(self.settle(saving, of)?),
            None if of == SalvageOf::Waiting => step.done = true,
            None => {
                let mut waiting = match salvage.of_damaged_logs.take() {
                    Some(waiting) => waiting,
                    None => self.mend()?.into_iter().map(PathBuf::from).collect(),
                };
                step.done = waiting.is_empty();
                self.read_again(&mut waiting, machine)?;
                salvage.of_damaged_logs = Some(waiting);
            }
        }
        self.salvage = (!step.done).then_some(salvage);
        Ok(step)
    }

    /// Reads on in the first of some transcripts, if it still exists. Returns how many were
    /// completed.
    fn read_again(&mut self, waiting: &mut VecDeque<PathBuf>, machine: &Machine) -> Result<usize> {
        let Some(transcript) = waiting.pop_front() else { return Ok(0) };
        if !transcript.exists() {
            return Ok(0);
        }
        let agent = machine.owner(&transcript).name();
        let done = self.ingest_of(agent, &transcript, None, None)?.done;
        if !done {
            waiting.push_front(transcript);
        }
        Ok(usize::from(done))
    }

    fn begin_salvage(&self, of: SalvageOf) -> Result<Salvage> {
        self.home.note_new_copies()?;
        let mut copies = self.home.damaged_copies();
        if of == SalvageOf::Waiting {
            copies.retain(|copy| !note_of(copy).is_some_and(|note| note.is_done()));
        }
        Ok(Salvage { copies: copies.into(), ..Salvage::default() })
    }

    /// Takes some turns in. A file that is no longer a database yields nothing.
    fn take_from(&mut self, saving: &mut Saving) -> Result<()> {
        match self.import_database(&saving.path, Voucher::Person, self.opened_ms) {
            Ok(taken) => {
                saving.turns += taken.turns + taken.subagent_turns + taken.changed;
                saving.findings = taken.findings;
            }
            Err(error @ (Error::DatabaseCorrupt { .. } | Error::DatabaseMissing { .. })) => {
                saving.unreadable = Some(error.to_string());
                saving.findings = Some(Findings::default());
            }
            Err(error) => return Err(error),
        }
        let transcripts = saving.findings.iter().flat_map(|findings| &findings.transcripts);
        saving.waiting = transcripts.map(PathBuf::from).collect();
        Ok(())
    }

    fn settle(&self, saving: Saving, of: SalvageOf) -> Result<SavedCopy> {
        let Saving { path, turns, findings, transcripts, unreadable, .. } = saving;
        let last_known = note_of(&path).and_then(|note| note.last_known);
        let outcome = self.outcome_of(&findings.unwrap_or_default(), last_known)?;
        write_note(&path, last_known, Some(outcome))?;
        let bytes = path.metadata().map_or(0, |found| found.len());
        let complete = outcome.is_saved();
        let deleted = complete && of == SalvageOf::AllAndDelete;
        if deleted {
            delete_copy(&path)?;
        }
        Ok(SavedCopy { path, turns, transcripts, outcome, unreadable, bytes, complete, deleted })
    }

    /// Compares the turns that a copy had with those in the memory. The copy had at least the turns
    /// that its rows name, and the last known count. The memory's turns count if they began no
    /// later than the copy's last one.
    fn outcome_of(&self, findings: &Findings, last: Option<LastCount>) -> Result<SavedOutcome> {
        let Findings { is_sound, found, named, notes, notes_named, left_out, last_ms, .. } =
            *findings;
        let is_least = !is_sound && last.is_none();
        if is_least && named == 0 {
            return Ok(SavedOutcome { found, expected: None, is_least, held: 0 });
        }
        // A note that could not be read counts as one turn more: the copy must not be deleted.
        let lost_notes = notes_named.saturating_sub(notes);
        let had = named.max(last.map_or(0, |last| last.turns)).saturating_sub(left_out);
        let until = last_ms.max(last.map_or(0, |last| last.last_ms));
        let held = self.turns_begun_until(until)?.turns.min(had);
        Ok(SavedOutcome { found, expected: Some(had + lost_notes), is_least, held })
    }

    /// Notes the current counts beside the database: a later damage is compared with them, and the
    /// status line shows how many notes are proposed. Turns of a damaged copy that came from
    /// elsewhere meanwhile count as saved. A home that cannot be written to keeps the last counts.
    /// Requires the ingest lock.
    pub fn note_counts(&self) -> Result<()> {
        match self.put_counts() {
            Err(Error::HomeUnwritable { .. }) => Ok(()),
            noted => noted,
        }
    }

    fn put_counts(&self) -> Result<()> {
        self.home.note_new_copies()?;
        for copy in self.home.damaged_copies() {
            self.count_again(&copy)?;
        }
        let count = self.turns_begun_until(i64::MAX)?;
        let count = LastCount { turns: count.turns, last_ms: count.last_ms };
        // Without their number, the status line keeps the last one.
        self.home.put_counts(count, self.proposed().ok())
    }

    fn count_again(&self, copy: &Path) -> Result<()> {
        let Some(note) = note_of(copy) else { return Ok(()) };
        let (Some(last), Some(outcome)) = (note.last_known, note.outcome) else { return Ok(()) };
        let Some(expected) = outcome.expected.filter(|_| !outcome.is_saved()) else {
            return Ok(());
        };
        let held = self.turns_begun_until(last.last_ms)?.turns.min(expected);
        if held <= outcome.held {
            return Ok(());
        }
        write_note(copy, Some(last), Some(SavedOutcome { held, ..outcome }))
    }
}

fn next_of(copies: &mut VecDeque<PathBuf>) -> Option<Saving> {
    let path = copies.pop_front()?;
    let (turns, transcripts) = (0, 0);
    let (findings, waiting, unreadable) = (None, VecDeque::new(), None);
    Some(Saving { path, turns, findings, waiting, transcripts, unreadable })
}
