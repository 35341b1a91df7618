//! Sessions of clients up to 0.38: one JSON object, written anew at each change. A message that
//! changes grows, so the length of its JSON is its revision.

use std::borrow::Cow;
use std::io::{self, Error, ErrorKind, Read as _};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::fold::{At, Fold, Message};
use super::place;
use crate::hash::hex_digest;
use crate::json as any_json;
use crate::regular_file::open_regular;
use crate::sources::json_lines::Problem;
use crate::sources::raw::string;
use crate::sources::{Batch, Cursor, Part};

/// Maximum size of a file, in bytes.
const FILE_BYTES_MAX: u64 = 256 << 20;

/// Content of the cursor.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Position {
    /// Hash of the file.
    hash: String,
    /// Number of messages that were read.
    read: usize,
    /// Time of the last entry.
    at_ms: i64,
    fold: Fold,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Session<'a> {
    #[serde(borrow, rename = "sessionId")]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    project_hash: Option<&'a RawValue>,
    #[serde(borrow)]
    kind: Option<&'a RawValue>,
    #[serde(borrow)]
    messages: Vec<&'a RawValue>,
}

/// Reads the messages after a cursor. A file that has changed is read from its beginning. A file
/// that is no session yet, because it is being written, is one problem.
///
/// # Errors
/// Any I/O error, and a file of more than 256 MiB.
pub(super) fn read(part: &Part) -> io::Result<Batch> {
    let bytes = bytes_of(part.path)?;
    let hash = hex_digest(&bytes)[..32].to_owned();
    let mut position: Position = part.from.position();
    let mut batch = Batch { offset: bytes.len() as u64, ..Batch::default() };
    if position.hash != hash {
        batch.restarted = !position.hash.is_empty();
        batch.bytes = batch.offset;
        position = Position { hash, ..Position::default() };
    }
    let text = readable(&bytes);
    match serde_json::from_str::<Session>(&text) {
        Ok(session) => messages(&session, &text, part, &mut position, &mut batch)?,
        Err(_) if position.read == 0 => {
            let is_json = any_json::is_json(&text);
            let problem = if is_json { Problem::NotAnEntry } else { Problem::InvalidJson };
            batch.tally.problems.insert(problem.name().to_owned(), 1);
            (position.read, batch.done) = (1, true);
        }
        Err(_) => batch.done = true,
    }
    batch.cursor = Cursor::of(&position);
    Ok(batch)
}

fn messages(
    session: &Session,
    text: &str,
    part: &Part,
    position: &mut Position,
    batch: &mut Batch,
) -> io::Result<()> {
    let directory = directory_of(session, text, part.path)?;
    let parent = place::parent_session(part.path);
    position.fold.head(&json!({ "sessionId": string(session.id), "kind": string(session.kind) }));
    let (mut spoken_bytes, mut bytes) = (0, 0);
    while let Some(raw) = session.messages.get(position.read) {
        if bytes >= part.limits.bytes || spoken_bytes >= part.limits.spoken_bytes {
            return Ok(());
        }
        let at = At {
            position: position.read as u64,
            revision: raw.get().len() as u64,
            before_ms: position.at_ms,
            directory: directory.as_deref(),
            masker: part.masker,
        };
        position.read += 1;
        bytes += raw.get().len() as u64;
        let Some(message) = any_json::value(raw.get()).filter(Value::is_object) else {
            *batch.tally.problems.entry(Problem::NotAnEntry.name().to_owned()).or_default() += 1;
            continue;
        };
        match position.fold.message(Message::of(&message, &at), parent.as_deref()) {
            Ok(parsed) => {
                batch.tally.kept += 1;
                position.at_ms = parsed.entry.at_ms;
                spoken_bytes += parsed.entry.spoken_bytes();
                batch.entries.push(parsed);
            }
            Err(skip) => *batch.tally.skipped.entry(skip.name()).or_default() += 1,
        }
    }
    batch.done = true;
    Ok(())
}

/// Returns the directory of a session; see [`place`].
///
/// # Errors
/// Any I/O error from reading the file or the client's records.
pub(super) fn directory(path: &Path) -> io::Result<Option<String>> {
    if let Some(directory) = place::registered(path)? {
        return Ok(Some(directory));
    }
    let bytes = bytes_of(path)?;
    let text = readable(&bytes);
    match serde_json::from_str::<Session>(&text) {
        Ok(session) => Ok(by_hash(&session, &text)),
        Err(_) => Ok(None),
    }
}

fn directory_of(session: &Session, text: &str, path: &Path) -> io::Result<Option<String>> {
    Ok(place::registered(path)?.or_else(|| by_hash(session, text)))
}

fn by_hash(session: &Session, text: &str) -> Option<String> {
    place::hashed(text, &string(session.project_hash)?)
}

fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path)?.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > FILE_BYTES_MAX {
        let mebibytes = FILE_BYTES_MAX >> 20;
        let message = format!("the transcript is larger than {mebibytes} MiB");
        return Err(Error::new(ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

fn readable(bytes: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(bytes);
    if any_json::is_json(&text) { text } else { any_json::readable(&text).into() }
}
