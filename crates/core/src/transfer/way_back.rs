//! The way back into a stored session: the agent's own command, and where its transcript is.

use std::path::Path;

use serde::Serialize;

use super::restore::{self, Restored};
use crate::error::Result;
use crate::search::browse;
use crate::sources::machine::{Resumable, is_option, resume_command, resume_words};
use crate::sources::{self, Machine, Source};
use crate::store::Store;

/// The way back into a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WayBack {
    /// The name of its agent in texts for a person.
    pub agent: &'static str,
    /// Whether its agent's transcripts can be written.
    pub is_writable: bool,
    /// Whether its agent would find it.
    pub is_found: bool,
    /// The program that resumes it, started in its directory, and its arguments.
    pub words: Vec<String>,
    /// The same as a command of a shell.
    pub resume: String,
    /// The directory in which the agent starts; `None` when none is known.
    pub directory: Option<String>,
    /// Where the agent finds the transcript from there; `None` when it does not, or keeps no file
    /// for each session.
    pub found_at: Option<String>,
    /// Where the agent would look for a transcript that is written; `None` when it is not known.
    pub place: Option<String>,
    /// The folder that holds the agent's transcripts.
    pub root: String,
    /// Number of its own turns, without those of its subagents.
    pub turns: u64,
    /// Its transcript, restored from the turns; `None` when it has no turns of its own, or when it
    /// is of an agent whose transcripts cannot be written.
    pub restored: Option<Restored>,
}

/// Returns the way back into the session with exactly this id.
///
/// # Errors
/// Any error of the store, and when the session is of an agent that this build does not know.
pub fn way_back(store: &Store, session: &str, machine: &Machine) -> Result<WayBack> {
    let mut turns = browse::show(store, session)?;
    turns.retain(|turn| turn.sessions.iter().any(|own| own == session));
    let agent = turns.first().map_or(sources::DEFAULT, |turn| turn.coding_agent.as_str());
    let source = sources::named(agent)?;
    let is_writable = source.name() == sources::DEFAULT;
    let restored = if is_writable { restore::restore(store, session)? } else { None };
    let mut directories: Vec<String> = turns.iter().filter_map(|turn| turn.cwd.clone()).collect();
    if is_writable {
        // A session may have begun elsewhere than where its first prompt was sent.
        let first = restored.as_ref().and_then(|restored| restored.directory.clone());
        directories.splice(..0, first);
    } else {
        directories.truncate(1);
    }
    let is_resumable = |directory: Option<&str>| {
        !is_option(session) && source.is_resumable(session, directory, &machine.on)
    };
    let found = directories.iter().find(|directory| is_resumable(Some(directory))).cloned();
    let is_found = found.is_some() || is_resumable(None);
    let found_at = |directory: Option<&str>| source.place_of(session, directory, &machine.on);
    let found_at = is_found.then(|| found_at(found.as_deref())).flatten();
    let directory = found.or_else(|| directories.first().cloned());
    let back = Resumable { session: session.to_owned(), cwd: directory.clone() };
    let root = source.roots(&machine.on).into_iter().next().unwrap_or_default();
    let written = restored.as_ref().filter(|_| !is_option(session));
    let own = turns.iter().filter(|turn| turn.subagent.is_none()).count() as u64;
    Ok(WayBack {
        agent: source.facts().display_name,
        is_writable,
        is_found,
        words: resume_words(source, session),
        resume: resume_command(source, &back),
        directory,
        found_at: found_at.as_deref().map(shown),
        place: written.and_then(|restored| place(source, restored, machine)),
        root: shown(&root),
        turns: restored.as_ref().map_or(own, |restored| restored.turns),
        restored,
    })
}

/// Returns the last known path of a transcript if its agent would look there, else one derived from
/// the directory.
fn place(source: &dyn Source, restored: &Restored, machine: &Machine) -> Option<String> {
    let known = restored.transcript.clone();
    let known = known.filter(|path| source.looks_at(Path::new(path), &machine.on));
    let derived = || {
        let directory = restored.directory.as_deref();
        source.place_of(&restored.session, directory, &machine.on).as_deref().map(shown)
    };
    known.or_else(derived)
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
