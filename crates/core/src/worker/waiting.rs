//! Which payloads the worker may take in, and what each of them excludes and masks.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::WorkerOptions;
use crate::error::{Error, Result};
use crate::home::inbox::{InboxItem, KeptOut, Payload, RefusedFile};
use crate::home::{Home, set_aside};
use crate::json;
use crate::policy::exclude::Excluded;
use crate::private_file;
use crate::real_path::real_path;
use crate::secrets::Masker;
use crate::sources::machine::is_of_session;
use crate::surroundings::Surroundings;

/// Stands for the settings file, which every process of a home shares.
const FILE: &str = "config.json";

/// What is in the inbox, as the worker sees it.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WaitingInbox {
    /// Payloads that may be taken in now, the oldest first, with all that they keep out.
    pub ready: Vec<InboxItem>,
    /// Payloads that wait until someone repairs the settings that exclude or mask data.
    pub held: Vec<InboxItem>,
    /// Held payloads that a later one of the same session replaces.
    pub superseded: Vec<InboxItem>,
    /// Files that are no payloads: the worker sets them aside.
    #[serde(serialize_with = "json::paths")]
    #[cfg_attr(test, ts(type = "Array<string>"))]
    pub broken: Vec<PathBuf>,
    /// Files that are never taken in, and those that were set aside.
    pub refused: Vec<RefusedFile>,
}

impl WaitingInbox {
    /// Takes away what is of no use: replaced payloads are deleted, broken ones set aside.
    pub(super) fn tidy(&self, home: &Home) -> Result<()> {
        let superseded = self.superseded.iter().map(|item| private_file::remove(&item.path));
        let aside = self.broken.iter().map(|path| set_aside(path));
        let unreadable = |source| Error::FileUnreadable { path: home.inbox(), source };
        superseded.chain(aside).collect::<std::io::Result<()>>().map_err(unreadable)
    }
}

/// Returns what is in the inbox of a home; changes nothing.
pub fn waiting_in(
    home: &Home,
    options: &WorkerOptions,
    around: &Surroundings,
) -> Result<WaitingInbox> {
    let found = home.look_into_inbox();
    let found = found.map_err(|source| Error::FileUnreadable { path: home.inbox(), source })?;
    let mut waiting =
        WaitingInbox { broken: found.broken, refused: found.refused, ..WaitingInbox::default() };
    let mut unclear = Vec::new();
    for mut item in found.waiting {
        match rules_of(&item.payload, options, around) {
            Some(rules) => {
                item.payload.kept_out = rules;
                waiting.ready.push(item);
            }
            None => unclear.push(item),
        }
    }
    let is_superseded = |item: &InboxItem| {
        let later = |each: &&InboxItem| each.path > item.path;
        let path = &item.payload.transcript_path;
        waiting.ready.iter().filter(later).any(|each| each.payload.transcript_path == *path)
    };
    (waiting.superseded, waiting.held) = unclear.into_iter().partition(is_superseded);
    Ok(waiting)
}

/// Returns what a payload keeps out; `None` while that is not known.
fn rules_of(payload: &Payload, options: &WorkerOptions, around: &Surroundings) -> Option<KeptOut> {
    let mut rules = payload.kept_out.clone();
    Masker::new(&rules.mask).ok()?;
    Excluded::new(&rules.exclude).ok()?;
    if !payload.unclear.is_empty() {
        rules.unite(&cleared_up(&payload.unclear, options, around)?);
    }
    Some(rules)
}

/// Returns the rules for a payload whose hook could not understand its settings, from those that
/// are valid now; `None` while they are not. Every process shares the file. A variable belongs to
/// the hook, and counts as repaired if this process has it.
fn cleared_up(
    sources: &[String],
    options: &WorkerOptions,
    around: &Surroundings,
) -> Option<KeptOut> {
    if sources.iter().any(|source| source != FILE && around.variable(source).is_none()) {
        return None;
    }
    let mut rules = options.options.settings.keeping_out.required().ok()?.kept_out;
    rules.unite(&options.in_file.required().ok()?.kept_out);
    Some(rules)
}

/// What payloads keep out, by the folder of their transcript.
#[derive(Debug, Default)]
pub(super) struct FolderRules(BTreeMap<PathBuf, KeptOut>);

impl FolderRules {
    /// Adds a payload's rules to those of its transcript's folder.
    pub(super) fn add(&mut self, payload: &Payload) {
        let folder = Path::new(&payload.transcript_path).parent().unwrap_or(Path::new(""));
        let folder = real_path(folder);
        self.0.entry(folder).or_default().unite(&payload.kept_out);
    }

    /// Returns the rules for a transcript, or a subagent's, below the folders.
    pub(super) fn of(&self, transcript: &Path) -> KeptOut {
        let mut rules = KeptOut::default();
        for (_, more) in self.0.iter().filter(|(folder, _)| transcript.starts_with(folder)) {
            rules.unite(more);
        }
        rules
    }
}

/// Whether a transcript belongs to the session, or a subagent of it, of a held payload.
pub(super) fn is_held(transcript: &Path, held: &[InboxItem]) -> bool {
    held.iter().any(|item| {
        let own = Path::new(&item.payload.transcript_path);
        let folder = real_path(own.parent().unwrap_or(Path::new("")));
        is_of_session(transcript, &folder.join(own.file_name().unwrap_or_default()))
    })
}
