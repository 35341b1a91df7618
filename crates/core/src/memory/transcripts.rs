//! The transcripts that were read, and those that are on the disk.

use std::path::{Path, PathBuf};

use super::Memory;
use crate::capture::here::{self, TranscriptsHere};
use crate::capture::ledger::{self, Ledger, LedgerOptions};
use crate::capture::missed;
use crate::capture::path_key::path_key;
use crate::error::Result;
use crate::sources::Machine;
use crate::store::TranscriptRow;

impl Memory {
    /// Returns how far a transcript was ingested, in bytes; `None` when it never was.
    pub fn transcript_offset(&self, transcript: &Path) -> Result<Option<u64>> {
        let key = path_key(transcript);
        let state = self.store.read(|reader| reader.transcript(&key))?;
        Ok(state.map(|state| state.offset))
    }

    /// Returns the ledger: every transcript ever ingested, by path.
    pub fn transcripts(&self) -> Result<Vec<TranscriptRow>> {
        self.store.read(|reader| reader.transcripts())
    }

    /// Compares the transcripts on a machine with what was read of them.
    pub fn ledger(&self, machine: &Machine, options: &LedgerOptions) -> Result<Ledger> {
        let mut ledger = ledger::compared(self.transcripts()?, machine, options)?;
        if options.turns == Some(true) {
            for each in &mut ledger.transcripts {
                let named = || machine.place(Path::new(&each.path)).session;
                let session = each.session.clone().or_else(named);
                let subagent = each.subagent.as_deref();
                let count = session.map(|session| self.session_turn_count(&session, subagent));
                each.turns = count.transpose()?.or(Some(0));
            }
        }
        Ok(ledger)
    }

    /// Returns the transcripts of the project of a machine's working directory; see
    /// [`here::transcripts_here`].
    pub fn transcripts_here(&self, on: &Machine, agent: Option<&str>) -> Result<TranscriptsHere> {
        let person = self.store.person();
        self.store.read(|reader| here::transcripts_here(reader, on, agent, &person))
    }

    /// Returns the transcripts that are new or have changed since they were read; see
    /// [`missed::missed`].
    pub fn missed(&self, started: &[PathBuf], machine: &Machine) -> Result<Vec<String>> {
        Ok(missed::missed(&self.transcripts()?, started, machine))
    }
}
