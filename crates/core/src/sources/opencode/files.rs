//! Sessions of clients before 1.2: `storage/session/<project>/<session>.json`, beside it
//! `message/<session>/<message>.json` and `part/<message>/<part>.json`. They are put together as an
//! export.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::json;
use crate::regular_file::read_regular;
use crate::sources::Stamp;
use crate::sources::document::{self, bytes_of};

/// Maximum size of a file of a message or a part, in bytes.
const FILE_BYTES_MAX: u64 = 32 << 20;

/// Returns the folder with the files of all sessions, when a path is one of a session there.
fn storage(path: &Path) -> Option<&Path> {
    let sessions = path.parent()?.parent()?;
    (sessions.file_name()? == "session").then(|| sessions.parent()).flatten()
}

fn messages_of(path: &Path) -> Option<PathBuf> {
    Some(storage(path)?.join("message").join(path.file_stem()?))
}

/// Returns the stamp of a session: of its file, of the folder of its messages, and of those. A
/// message is written anew when it is complete, which leaves the folder as it was.
///
/// # Errors
/// Any I/O error from reading the metadata of its file.
pub(super) fn stamp(path: &Path) -> io::Result<Stamp> {
    let own = Stamp::of(&std::fs::metadata(path)?);
    let folder = messages_of(path);
    let messages = folder.iter().flat_map(|folder| files_in(folder).unwrap_or_default());
    let changed = folder.clone().into_iter().chain(messages).filter_map(|path| {
        let found = std::fs::metadata(path).ok()?;
        Some(Stamp::of(&found).modified_at_ns)
    });
    let modified_at_ns = changed.fold(own.modified_at_ns, i64::max);
    Ok(Stamp { modified_at_ns, ..own })
}

/// Returns a session with all its messages as an export.
///
/// # Errors
/// Any I/O error from reading its own file. A message that cannot be read is left out: it may be in
/// the middle of being written.
pub(super) fn text_of(path: &Path) -> io::Result<Vec<u8>> {
    let head = bytes_of(path)?;
    let (Some(storage), Some(folder)) = (storage(path), messages_of(path)) else {
        return Ok(head);
    };
    let mut messages: Vec<(i64, String)> = Vec::new();
    for file in files_in(&folder)? {
        let Some(info) = text_at(&file) else { continue };
        let created = json::value(&info).and_then(|info| info["time"]["created"].as_i64());
        let parts = storage.join("part").join(file.file_stem().unwrap_or_default());
        let parts = files_in(&parts)?;
        let parts: Vec<String> = parts.iter().filter_map(|file| text_at(file)).collect();
        let message = format!("{{\"info\":{info},\"parts\":[{}]}}", parts.join(","));
        messages.push((created.unwrap_or_default(), message));
    }
    // Their names are in the order of their ids, which decides between equal times.
    messages.sort_by_key(|(created, _)| *created);
    let messages: Vec<String> = messages.into_iter().map(|(_, message)| message).collect();
    let info = document::text_of(&head);
    Ok(format!("{{\"info\":{info},\"messages\":[{}]}}", messages.join(",")).into_bytes())
}

/// Returns the JSON in a file; `None` for anything else.
fn text_at(path: &Path) -> Option<String> {
    let bytes = read_regular(path, FILE_BYTES_MAX).ok()?;
    let text = document::text_of(&bytes).into_owned();
    let readable = || Some(json::readable(&text)).filter(|text| json::is_json(text));
    if json::is_json(&text) { Some(text) } else { readable() }
}

/// Returns the JSON files of a folder by name; none when it does not exist.
fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut found: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "json")).collect();
    found.sort();
    Ok(found)
}
