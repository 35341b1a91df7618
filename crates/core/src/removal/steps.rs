//! A removal from its first step to the proof. Its note is written before anything is changed, so
//! whoever writes next finishes what was stopped after that, by the same steps.

use std::collections::HashSet;

use serde::Serialize;

use super::backups::{CleanedBackups, Removing, clean_one};
use super::beside;
use super::forget::{Probes, forget, gone, probes};
use super::proof::{Proof, prove_home};
use crate::error::{Error, Result};
use crate::home::state::{PendingBackup, RemovalNote, StatePart};
use crate::store::Store;

/// What a removal does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum RemovalStep {
    /// Reads what to look for afterwards.
    Probes,
    /// Notes what is to be removed, here and in every backup.
    Note,
    /// Clears the files beside the database.
    Beside,
    /// Removes the turns from the database.
    Forget,
    /// Drops what hooks added to prompts until then, and takes the removed bytes out of the file.
    Compact,
    /// Cleans one backup.
    Backups,
    /// Looks for what is left.
    Proof,
    /// Nothing: it is done.
    Done,
}

/// A removal under way.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Removal {
    /// What it does next.
    pub next: RemovalStep,
    /// Whether it was interrupted before anything was changed.
    pub interrupted: bool,
    /// What became of the backups.
    pub cleaned: CleanedBackups,
    /// What was looked for, and the result; none if it was interrupted before that.
    pub proof: Option<Proof>,
    #[serde(skip)]
    turns: Vec<String>,
    #[serde(skip)]
    probes: Probes,
    #[serde(skip)]
    backups: Vec<PendingBackup>,
}

impl Removal {
    /// Whether nothing is left anywhere.
    pub fn is_proved(&self) -> bool {
        let is_clean = |proof: &Proof| proof.found.is_empty() && proof.unchecked.is_empty();
        self.cleaned.left.is_empty() && self.proof.as_ref().is_some_and(is_clean)
    }

    /// Begins to remove turns and notes; nothing is changed yet.
    pub fn of(turns: Vec<String>) -> Self {
        Self {
            next: RemovalStep::Probes,
            interrupted: false,
            cleaned: CleanedBackups::default(),
            proof: None,
            turns,
            probes: Probes::default(),
            backups: Vec::new(),
        }
    }

    /// Whether it removes these.
    pub fn is_of(&self, turns: &[String]) -> bool {
        self.turns == turns
    }

    /// Does the next step. Requires the ingest lock. One who `stopped` it before anything was
    /// changed leaves all as it is; later, that only leaves the backups to later, and the proof.
    pub fn step(&mut self, store: &mut Store, of: Removing, stopped: bool) -> Result<()> {
        self.next = match self.next {
            RemovalStep::Probes | RemovalStep::Note if stopped => {
                self.interrupted = true;
                RemovalStep::Done
            }
            RemovalStep::Probes => {
                self.probes = probes(store, &self.turns)?;
                RemovalStep::Note
            }
            RemovalStep::Note => {
                of.home.begin_removal(&self.turns)?;
                RemovalStep::Beside
            }
            RemovalStep::Beside => {
                clear_beside(store, of, &self.turns)?;
                RemovalStep::Forget
            }
            RemovalStep::Forget => {
                forget(store, &self.turns, of.policy)?;
                RemovalStep::Compact
            }
            RemovalStep::Compact => {
                clear_added(of, &self.turns)?;
                store.compact()?;
                of.home.end_removal()?;
                self.backups = of.home.pending_by_backup()?;
                self.backups.reverse();
                RemovalStep::Backups
            }
            RemovalStep::Backups => {
                if let Some(backup) = self.backups.pop() {
                    clean_one(of, backup, stopped, &mut self.cleaned)?;
                    RemovalStep::Backups
                } else {
                    self.cleaned.left = of.home.pending_backups();
                    RemovalStep::Proof
                }
            }
            RemovalStep::Proof => {
                if !stopped {
                    self.proof = Some(prove_home(of.home, &self.probes)?);
                }
                RemovalStep::Done
            }
            RemovalStep::Done => RemovalStep::Done,
        };
        Ok(())
    }
}

fn clear_beside(store: &Store, of: Removing, turns: &[String]) -> Result<()> {
    beside::clear(of.home, &gone(store, turns)?, of.now_ms)
}

/// Only once turns are out of the database, no hook can add them to a prompt any more, and record
/// that text.
fn clear_added(of: Removing, turns: &[String]) -> Result<()> {
    let ids: HashSet<String> = turns.iter().cloned().collect();
    beside::clear_added(of.home, &ids)
}

/// Whoever has other work does not try again what failed within this time: rewriting a large database
/// takes long.
pub const RETRY_MS: i64 = 60 * 60 * 1_000;

/// Finishes a removal that was stopped, and rewrites the database if it still holds removed bytes.
/// Returns why that failed, which must not stop the caller; that is not tried again within
/// `rest_ms`. Requires the ingest lock.
///
/// # Errors
/// [`Error::DatabaseCorrupt`], and whatever prevents the turns from being removed.
pub fn finish_removal(store: &mut Store, of: Removing, rest_ms: i64) -> Result<Option<String>> {
    let note = of.home.removal_note();
    if note == StatePart::Missing && !store.read(|reader| reader.holds_removed_bytes())? {
        return Ok(None);
    }
    let is_damaged = matches!(note, StatePart::Damaged(_));
    let RemovalNote { turns, tried_at_ms } = note.value().unwrap_or_default();
    if tried_at_ms > 0 && tried_at_ms <= of.now_ms && of.now_ms - tried_at_ms < rest_ms {
        return Ok(None);
    }
    if !turns.is_empty() {
        of.home.begin_removal(&turns)?;
        clear_beside(store, of, &turns)?;
        forget(store, &turns, of.policy)?;
        clear_added(of, &turns)?;
    }
    match store.compact() {
        Err(error @ Error::DatabaseCorrupt { .. }) => Err(error),
        Err(error) => {
            if !is_damaged {
                of.home.put_off_removal(&turns, of.now_ms)?;
            }
            Ok(Some(error.to_string()))
        }
        // The database itself is clean: what cannot be written stops nobody.
        Ok(()) => Ok(of.home.end_removal().err().map(|error| error.to_string())),
    }
}
