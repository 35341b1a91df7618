//! The files that a session changed and read.

use serde::Serialize;

use super::history::History;
use crate::conversation::turn::ActionKind;
use crate::path_spelling::inside;

/// A file, and how often it was used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FileUse {
    /// When it was last used, in milliseconds since the epoch.
    pub at_ms: i64,
    /// Its path, relative to the directory of the session where it is inside.
    pub path: String,
    /// How often it was changed or read.
    pub times: u64,
}

/// Maximum number of files of each kind: more than a session has, so that what counts them is right.
const FILES_MAX: usize = 2_000;

/// Returns the files that were changed, most often first, and those of the session's
/// directory that were only read. A call that
/// failed or was refused changed and read nothing.
pub(super) fn files(history: &History) -> (Vec<FileUse>, Vec<FileUse>) {
    let (mut changed, mut read) = (Vec::new(), Vec::new());
    for (_, event, call) in history.calls() {
        let list = match call.action.kind {
            ActionKind::Edit => &mut changed,
            ActionKind::Read => &mut read,
            _ => continue,
        };
        if call.failed || call.action.target.is_empty() {
            continue;
        }
        add(inside(&call.action.target, history.cwd), event.at_ms, list);
    }
    read.retain(|file: &FileUse| !changed.iter().any(|own: &FileUse| own.path == file.path));
    read.retain(|file| !is_outside(&file.path));
    (ordered(changed), ordered(read))
}

fn add(path: &str, at_ms: i64, list: &mut Vec<FileUse>) {
    match list.iter_mut().find(|file| file.path == path) {
        Some(file) => (file.times, file.at_ms) = (file.times + 1, at_ms),
        None => list.push(FileUse { path: path.to_owned(), times: 1, at_ms }),
    }
}

fn is_outside(path: &str) -> bool {
    path.starts_with(['/', '~', '\\']) || path.get(1..3).is_some_and(|drive| drive == ":\\")
}

/// Files of the session's directory come first: others are notes and scratch files of the agent.
fn ordered(mut files: Vec<FileUse>) -> Vec<FileUse> {
    files.sort_by(|a, b| {
        let order = |file: &FileUse| (is_outside(&file.path), -(file.times as i64), -file.at_ms);
        order(a).cmp(&order(b)).then_with(|| a.path.cmp(&b.path))
    });
    files.truncate(FILES_MAX);
    files
}
