//! OpenCode's program: a database for all sessions, and before 1.2 a file for each of them, which a
//! newer client takes into its database and leaves.

use std::path::{Path, PathBuf};

use super::{OpenCode, database, files};
use crate::real_path::real_path;
use crate::sources::client::{Client, last_names};
use crate::sources::listing::{self, FoundTranscript, newest_first};
use crate::surroundings::Surroundings;

fn data(on: &Surroundings) -> PathBuf {
    let data = on.path_in("XDG_DATA_HOME").unwrap_or_else(|| on.at_home(".local/share"));
    data.join("opencode")
}

fn is_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

pub(super) fn is_id(text: &str) -> bool {
    text.strip_prefix("ses_").is_some_and(|rest| !rest.is_empty() && is_word(rest))
}

/// Whether a path is one of a database; those of other release channels have a longer name.
fn is_database(path: &str) -> bool {
    let [name] = last_names(path);
    let channel = name.strip_suffix(".db").and_then(|name| name.strip_prefix("opencode"));
    channel.is_some_and(|channel| channel.is_empty() || is_channel(channel))
}

fn is_channel(name: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && part.split('.').all(is_word);
    name.strip_prefix('-').is_some_and(|name| name.split('-').all(is_part))
}

/// Returns the session that a file is named after. Changes of files are kept under the name of their
/// session too.
fn session_of_file(path: &str) -> Option<&str> {
    let [name, folder] = last_names(path);
    name.strip_suffix(".json").filter(|name| is_id(name) && folder != "session_diff")
}

/// Whether a path is one of a session of a client before 1.2.
fn is_session_file(path: &str) -> bool {
    let [_, _, session, storage] = last_names(path);
    session == "session" && storage == "storage" && session_of_file(path).is_some()
}

/// Returns the databases of a folder, each with its write-ahead log as one: a client that runs writes
/// the log alone.
fn databases_in(folder: &Path) -> Vec<FoundTranscript> {
    let found = listing::below(folder, 0, &is_database);
    let with_log = |found: FoundTranscript| {
        let path = Path::new(&found.path);
        FoundTranscript::at(path, database::stamp(path).ok()?)
    };
    found.into_iter().filter_map(with_log).collect()
}

/// Returns the sessions' files of a folder, or of the folder `storage` in it.
fn files_in(folder: &Path) -> Vec<FoundTranscript> {
    let folder = real_path(folder);
    let storage = if folder.ends_with("storage") { folder } else { folder.join("storage") };
    let found = listing::below(&storage.join("session"), 1, &is_session_file);
    let with_messages = |found: FoundTranscript| {
        let path = Path::new(&found.path);
        FoundTranscript::at(path, files::stamp(path).ok()?)
    };
    found.into_iter().filter_map(with_messages).collect()
}

/// Returns the path of a session: in the database that was written last, or, of a client that has
/// none, its own file. `None` if the client keeps its sessions in no file.
pub(super) fn transcript_of(session: &str, on: &Surroundings) -> Option<PathBuf> {
    let root = data(on);
    match on.variable("OPENCODE_DB") {
        Some(":memory:") => return None,
        Some(chosen) => return Some(root.join(chosen).join(session)),
        None => {}
    }
    let databases = newest_first(databases_in(&root));
    if let Some(newest) = databases.first() {
        return Some(Path::new(&newest.path).join(session));
    }
    let is_its = |path: &str| is_session_file(path) && session_of_file(path) == Some(session);
    let file = listing::below(&root.join("storage/session"), 1, &is_its).into_iter().next();
    // A new client's database may not have been written yet.
    Some(file.map_or_else(|| root.join("opencode.db").join(session), |file| file.path.into()))
}

impl Client for OpenCode {
    fn roots(&self, on: &Surroundings) -> Vec<PathBuf> {
        vec![data(on)]
    }

    fn is_transcript(&self, path: &str) -> bool {
        is_database(path) || session_of_file(path).is_some()
    }

    fn has_own_form(&self, path: &str) -> bool {
        self.is_transcript(path) || matches!(database::place(Path::new(path)), Some((_, Some(_))))
    }

    fn in_folder(&self, folder: &Path) -> Vec<FoundTranscript> {
        let found = databases_in(folder);
        if found.is_empty() { files_in(folder) } else { found }
    }

    fn session_at(&self, path: &Path) -> Option<String> {
        match database::place(path) {
            Some((_, session)) => session.map(str::to_owned),
            None => Some(path.file_stem()?.to_str()?.to_owned()),
        }
    }

    /// Which sessions a database holds is not looked up: it is the client's.
    fn is_resumable(&self, session: &str, _: Option<&str>, on: &Surroundings) -> bool {
        let is_its = |found: &FoundTranscript| {
            self.session_at(Path::new(&found.path)).is_none_or(|own| own == session)
        };
        is_id(session) && self.in_folder(&data(on)).iter().any(is_its)
    }

    fn is_kept_output(&self, path: &str) -> bool {
        let names: Vec<&str> = path.split(['/', '\\']).collect();
        names.windows(3).skip(1).any(|at| at[0] == "opencode" && at[1] == "tool-output")
    }
}
