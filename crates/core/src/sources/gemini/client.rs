//! Gemini CLI's program: `tmp/<project>/chats/session-<time>-<start of its id>`, where the project is
//! a name from the list of projects, or a hash of the directory. A subagent's session is in a folder
//! named after the session that called it.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::{Gemini, place};
use crate::hash::hex_digest;
use crate::json;
use crate::private_file::is_plain_name;
use crate::regular_file::open_regular;
use crate::sources::client::{Client, last_names};
use crate::sources::is_uuid;
use crate::sources::listing::FoundTranscript;
use crate::surroundings::Surroundings;

/// Bytes at the beginning of a session in which its id stands; it is one of the first fields of an
/// object.
const HEAD_BYTES_MAX: u64 = 1 << 16;

/// Length of the start of an id in the name of a session's file.
const START_CHARS: usize = 8;

fn home(on: &Surroundings) -> PathBuf {
    on.path_in("GEMINI_CLI_HOME").unwrap_or_else(|| on.homedir.clone()).join(".gemini")
}

fn stem(name: &str) -> Option<&str> {
    name.strip_suffix(".jsonl").or_else(|| name.strip_suffix(".json"))
}

/// Returns the id of the session that called the subagent at a path, and the subagent's name.
fn subagent(path: &str) -> Option<(&str, &str)> {
    let [name, parent, chats] = last_names(path);
    (chats == "chats" && is_uuid(parent)).then_some((parent, stem(name)?))
}

/// Returns the start of a session's id, with which the name of its file ends.
fn start_of_id(path: &str) -> Option<&str> {
    let [name] = last_names(path);
    let (_, start) = stem(name)?.rsplit_once('-')?;
    let is_start = start.len() == START_CHARS && start.bytes().all(|at| at.is_ascii_hexdigit());
    is_start.then_some(start)
}

/// Whether a name is one of a session's file: `session-2026-03-01T10-00-…`.
fn is_session(name: &str) -> bool {
    let date = stem(name).and_then(|name| name.strip_prefix("session-"));
    let form = |(at, byte): (usize, u8)| match at {
        4 | 7 => byte == b'-',
        10 => byte == b'T',
        _ => byte.is_ascii_digit(),
    };
    date.is_some_and(|date| date.len() > 10 && date.bytes().take(11).enumerate().all(form))
}

/// Returns the id in a file, because its name holds only the start of it.
fn id_in(path: &Path) -> Option<String> {
    let mut head = Vec::new();
    open_regular(path).ok()?.take(HEAD_BYTES_MAX).read_to_end(&mut head).ok()?;
    let head = String::from_utf8_lossy(&head);
    let (_, rest) = head.split_once("\"sessionId\":")?;
    let (id, _) = rest.trim_start().strip_prefix('"')?.split_once('"')?;
    is_plain_name(id).then(|| id.to_owned())
}

impl Client for Gemini {
    fn roots(&self, on: &Surroundings) -> Vec<PathBuf> {
        vec![home(on).join("tmp")]
    }

    fn is_transcript(&self, path: &str) -> bool {
        let [name, folder] = last_names(path);
        (folder == "chats" && is_session(name)) || subagent(path).is_some()
    }

    /// Newer clients name the folder of a directory, older ones hash it.
    fn folders_of(&self, directory: &str, on: &Surroundings) -> Option<Vec<PathBuf>> {
        let list = place::text_of(&home(on).join("projects.json")).ok().flatten();
        let list = list.and_then(|list| json::value(&list)).unwrap_or_default();
        let name = list["projects"][directory].as_str().map(str::to_owned);
        let names = name.into_iter().chain([hex_digest(directory.as_bytes())]);
        Some(names.map(|name| home(on).join("tmp").join(name).join("chats")).collect())
    }

    fn subagents_of(&self, path: &Path) -> Vec<FoundTranscript> {
        let text = path.to_str().unwrap_or_default();
        let start = start_of_id(text).filter(|_| subagent(text).is_none());
        let (Some(start), Some(folder)) = (start, path.parent()) else { return Vec::new() };
        let mut found = self.in_folder(folder);
        found.retain(|found| {
            subagent(&found.path).is_some_and(|(parent, _)| parent.starts_with(start))
        });
        found
    }

    fn session_at(&self, path: &Path) -> Option<String> {
        let text = path.to_str()?;
        let [name] = last_names(text);
        let parent = subagent(text).map(|(parent, _)| parent.to_owned());
        let named = || Some(stem(name).unwrap_or(name).to_owned());
        parent.or_else(|| id_in(path)).or_else(named)
    }

    fn subagent_at(&self, path: &Path) -> Option<String> {
        Some(subagent(path.to_str()?)?.1.to_owned())
    }

    /// The name of a file holds the time of the session: a lost one has no place.
    fn place_of(
        &self,
        session: &str,
        directory: Option<&str>,
        on: &Surroundings,
    ) -> Option<PathBuf> {
        let directory = directory.filter(|directory| !directory.is_empty())?;
        let start = is_plain_name(session).then_some(session)?.get(..START_CHARS)?;
        let folders = self.folders_of(directory, on)?;
        let mut found = folders.iter().flat_map(|folder| self.in_folder(folder));
        found.find(|found| start_of_id(&found.path) == Some(start)).map(|found| found.path.into())
    }

    fn is_kept_output(&self, path: &str) -> bool {
        let mut folders = path.rsplit(['/', '\\']).skip(1);
        folders.any(|name| name == "tool-output" || name == "tool-outputs")
    }
}
