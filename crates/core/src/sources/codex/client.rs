//! Codex's program: `sessions/<year>/<month>/<day>/rollout-<time>-<thread>.jsonl`, and what a person
//! archived in one folder. A subagent's rollout is beside the others, later than its parent's.

use std::path::{Path, PathBuf};

use jiff::{Timestamp, ToSpan as _, tz::TimeZone};

use super::{Codex, Line, Lines};
use crate::real_path::real_path;
use crate::sources::client::{Client, last_names};
use crate::sources::listing::{FoundTranscript, entries};
use crate::sources::{Stamp, is_uuid, json_lines};
use crate::surroundings::Surroundings;

/// Length of an id.
const ID_CHARS: usize = 36;

fn home(on: &Surroundings) -> PathBuf {
    on.path_in("CODEX_HOME").unwrap_or_else(|| on.at_home(".codex"))
}

fn sessions(on: &Surroundings) -> PathBuf {
    home(on).join("sessions")
}

/// Returns the name of a rollout without its endings; `None` for any other path.
fn rollout(path: &str) -> Option<&str> {
    let [name] = last_names(path);
    let name = json_lines::plain_name(name).strip_suffix(".jsonl")?;
    (name.len() > "rollout-".len() && name.starts_with("rollout-")).then_some(name)
}

/// Returns the id of the thread that the name of a rollout holds.
pub(super) fn thread(path: &Path) -> Option<&str> {
    let name = rollout(path.to_str()?)?;
    name.get(name.len().checked_sub(ID_CHARS)?..).filter(|id| is_uuid(id))
}

/// Returns the session and the subagent of a rollout, by its first line.
fn header(path: &Path) -> (Option<String>, Option<String>) {
    match json_lines::first(&Lines::of(path), path) {
        Ok(Some(Line::Header { place, .. })) => (place.session, place.entry.subagent),
        _ => (None, None),
    }
}

/// Returns the folders of the days around a time, below the root. They are named by local time.
fn days(root: &Path, at_ms: i64) -> Vec<PathBuf> {
    let Ok(at) = Timestamp::from_millisecond(at_ms) else { return Vec::new() };
    let at = at.to_zoned(TimeZone::UTC).datetime();
    let days = [0, -1, 1].into_iter().filter_map(|away| at.checked_add(away.days()).ok());
    days.map(|day| root.join(day.strftime("%Y/%m/%d").to_string())).collect()
}

/// Returns when a session with this id began, in milliseconds since the epoch: an id of version 7
/// begins with its time.
fn began_ms(session: &str) -> Option<i64> {
    let is_timed = is_uuid(session) && session[14..].starts_with('7');
    let digits = is_timed.then(|| [&session[..8], &session[9..13]].concat())?;
    i64::from_str_radix(&digits, 16).ok()
}

impl Client for Codex {
    fn roots(&self, on: &Surroundings) -> Vec<PathBuf> {
        vec![sessions(on), home(on).join("archived_sessions")]
    }

    fn is_transcript(&self, path: &str) -> bool {
        rollout(path).is_some()
    }

    fn subagents_of(&self, path: &Path) -> Vec<FoundTranscript> {
        let (Some(session), Some(folder)) = (thread(path), path.parent()) else {
            return Vec::new();
        };
        let Ok(own) = std::fs::metadata(path) else { return Vec::new() };
        let changed_ms = Stamp::of(&own).modified_at_ns / 1_000_000;
        let root = folder.ancestors().nth(3).unwrap_or(folder);
        let mut folders = days(&real_path(root), changed_ms);
        folders.push(real_path(folder));
        folders.sort();
        folders.dedup();
        let later = |found: &FoundTranscript| Path::new(&found.path).file_name() > path.file_name();
        let is_its = |found: &FoundTranscript| {
            let (parent, subagent) = header(Path::new(&found.path));
            subagent.is_some() && parent.as_deref() == Some(session)
        };
        let found = folders.iter().flat_map(|folder| self.in_folder(folder));
        found.filter(|found| later(found) && is_its(found)).collect()
    }

    fn histories(&self, on: &Surroundings) -> Vec<PathBuf> {
        vec![home(on).join("history.jsonl")]
    }

    fn session_at(&self, path: &Path) -> Option<String> {
        let [name] = last_names(path.to_str()?);
        let name = || json_lines::plain_name(name).trim_end_matches(".jsonl");
        Some(thread(path).unwrap_or_else(name).to_owned())
    }

    fn subagent_at(&self, path: &Path) -> Option<String> {
        header(path).1.and_then(|_| thread(path).map(str::to_owned))
    }

    fn looks_at(&self, transcript: &Path, on: &Surroundings) -> bool {
        transcript.starts_with(real_path(&sessions(on)))
    }

    fn place_of(&self, session: &str, _: Option<&str>, on: &Surroundings) -> Option<PathBuf> {
        let days = days(&sessions(on), began_ms(session)?);
        let mut paths = days.iter().flat_map(|day| entries(day)).map(|(path, _)| path);
        paths.find(|path| thread(path) == Some(session))
    }
}
