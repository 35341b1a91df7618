//! Masks what is stored again with the current rules, here and in the backups, and proves that the
//! masked texts are gone.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use super::backups::{CleanedBackups, Removing, clean_one};
use super::beside;
use super::elsewhere::agents_files;
use super::forget::Probes;
use super::proof::{Proof, prove_home, search_files};
use crate::error::{Error, Result};
use crate::home::Home;
use crate::home::state::PendingBackup;
use crate::item::chunk::Splitter;
use crate::regular_file::read_regular;
use crate::secrets::Masker;
use crate::sources::Machine;
use crate::store::intake::{self, MaskedCounts};
use crate::store::{Scope, Store};

/// A shorter text occurs in files by chance.
const TELLING_CHARS_MIN: usize = 6;
/// More sessions than anyone has.
const SESSIONS_MAX: usize = 1_000_000;
/// Far more than settings have.
const CONFIG_BYTES_MAX: u64 = 1 << 20;

/// Masking under way: what was read until now, and at the end the report.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Scrubbing {
    /// What was read until now.
    #[serde(flatten)]
    pub counts: MaskedCounts,
    /// The result; none until it is done.
    pub report: Option<ScrubReport>,
    #[serde(skip)]
    next: Next,
    #[serde(skip)]
    removed: BTreeSet<String>,
    #[serde(skip)]
    cleaned: CleanedBackups,
    #[serde(skip)]
    backups: Vec<PendingBackup>,
}

/// What was masked, and what is left of it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScrubReport {
    /// Number of different texts that were masked, in the memory and in the backups.
    pub masked: usize,
    /// What became of the backups.
    pub cleaned: CleanedBackups,
    /// What was looked for, and the result.
    pub proof: Proof,
    /// Whether the settings contain a masked text in the pattern that matches it.
    pub is_in_pattern: bool,
    /// Names that the patterns match, and that stay.
    pub visible: VisibleNames,
    /// Number of the agents' own files that hold a masked text.
    pub elsewhere: usize,
}

/// Names that a mask pattern matches but that masking leaves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VisibleNames {
    /// How many projects have such a name or folder.
    pub projects: usize,
    /// How many sessions ran in such a folder.
    pub folders: usize,
}

#[derive(Debug, Clone, Copy)]
enum Next {
    /// Turns after this id.
    Turns(i64),
    Beside,
    Compact,
    Backups,
    Proof,
    Done,
}

impl Default for Next {
    fn default() -> Self {
        Self::Turns(0)
    }
}

impl Scrubbing {
    /// Does the next step. Requires the ingest lock.
    pub fn step(&mut self, store: &mut Store, of: Removing, machine: &Machine) -> Result<()> {
        let masker = &of.policy.masker;
        self.next = match self.next {
            Next::Turns(after) => {
                let step = intake::scrub(store, after, masker, of.splitter)?;
                self.counts.add(step.counts);
                self.removed.extend(step.removed);
                step.next.map_or(Next::Beside, Next::Turns)
            }
            Next::Beside => {
                self.removed.extend(beside::mask(of.home, masker)?);
                of.home.want_backups_masked()?;
                Next::Compact
            }
            Next::Compact => {
                store.compact()?;
                self.backups = of.home.pending_by_backup()?;
                self.backups.reverse();
                Next::Backups
            }
            Next::Backups => {
                if let Some(backup) = self.backups.pop() {
                    clean_one(of, backup, false, &mut self.cleaned)?;
                    Next::Backups
                } else {
                    self.cleaned.left = of.home.pending_backups();
                    self.removed.extend(std::mem::take(&mut self.cleaned.masked));
                    Next::Proof
                }
            }
            Next::Proof => {
                self.report = Some(self.reported(store, of, machine)?);
                Next::Done
            }
            Next::Done => Next::Done,
        };
        Ok(())
    }

    fn reported(&self, store: &Store, of: Removing, machine: &Machine) -> Result<ScrubReport> {
        let is_telling = |text: &&String| text.chars().count() >= TELLING_CHARS_MIN;
        let pieces: Vec<String> = self.removed.iter().filter(is_telling).cloned().collect();
        let without = self.removed.len() - pieces.len();
        let probes = Probes { pieces, without, ..Probes::default() };
        let mut proof = prove_home(of.home, &probes)?;
        let config = of.home.config();
        let is_in_pattern =
            proof.found.contains(&config) && !is_beside_patterns(of.home, &probes.pieces);
        if is_in_pattern {
            proof.found.retain(|path| *path != config);
        }
        let files = agents_files(machine, Vec::new())?;
        let mut elsewhere = 0;
        let mut from = Some(0);
        while let Some(at) = from {
            let searched = search_files(&files, &probes.pieces, at)?;
            elsewhere += searched.found.len();
            from = searched.next;
        }
        Ok(ScrubReport {
            masked: self.removed.len(),
            cleaned: self.cleaned.clone(),
            proof,
            is_in_pattern,
            visible: visible_in(store, &of.policy.masker)?,
            elsewhere,
        })
    }
}

/// Whether the settings contain one of the texts anywhere except in the mask patterns.
fn is_beside_patterns(home: &Home, texts: &[String]) -> bool {
    let bytes = read_regular(&home.config(), CONFIG_BYTES_MAX).unwrap_or_default();
    let fields = serde_json::from_slice::<serde_json::Map<_, _>>(&bytes);
    let mut fields: serde_json::Map<String, serde_json::Value> = fields.unwrap_or_default();
    fields.remove("mask");
    let rest = serde_json::Value::Object(fields).to_string();
    texts.iter().any(|text| {
        let quoted = serde_json::Value::from(text.as_str()).to_string();
        rest.contains(&quoted[1..quoted.len() - 1])
    })
}

/// Counts the names that the person's own patterns match. Rules for secrets apply to names as well:
/// only a pattern of the person makes a difference.
fn visible_in(store: &Store, masker: &Masker) -> Result<VisibleNames> {
    // Without a pattern nothing matches: spares reading every session.
    if !masker.has_patterns() {
        return Ok(VisibleNames::default());
    }
    let plain = Masker::default();
    let is_matched = |name: &str| masker.mask_answered(name) != plain.mask_answered(name);
    store.read(|reader| {
        let projects = reader.all_projects()?;
        let sessions = reader.sessions(&Scope::default(), SESSIONS_MAX)?;
        let is_named = |name: Option<&str>| name.is_some_and(is_matched);
        Ok(VisibleNames {
            projects: projects
                .iter()
                .filter(|project| is_matched(&project.key) || is_matched(&project.name))
                .count(),
            folders: sessions.iter().filter(|session| is_named(session.cwd.as_deref())).count(),
        })
    })
}

/// Masks a whole backup, removing every masked byte. Returns the masked texts. Every failure is
/// reported as an error of the backup.
pub fn scrub_backup(
    path: &Path,
    masker: &Masker,
    splitter: &dyn Splitter,
    busy: Duration,
) -> Result<Vec<String>> {
    let work = || {
        let mut store = Store::open_backup(path, busy)?;
        let mut removed = Vec::new();
        let mut after = Some(0);
        while let Some(from) = after {
            let done = intake::scrub(&mut store, from, masker, splitter)?;
            removed.extend(done.removed);
            after = done.next;
        }
        store.compact()?;
        Ok(removed)
    };
    work().map_err(|error| Error::of_backup(path, error))
}
