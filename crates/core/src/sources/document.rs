//! Reader of transcripts that are one document, written anew at each change.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::json_lines::{Fate, Problem};
use super::{Batch, Cursor, Part};
use crate::conversation::ParsedEntry;
use crate::hash::hex_digest;
use crate::json;
use crate::regular_file::read_regular;
use crate::secrets::Masker;

/// Maximum size of a document, in bytes.
const DOCUMENT_BYTES_MAX: u64 = 256 << 20;

/// The records of a document, such as messages.
pub(super) trait Records {
    /// State that records pass on to later records. It is stored in the cursor.
    type State: Default + Serialize + DeserializeOwned;

    /// Returns the size of a record in bytes; `None` after the last one.
    fn bytes(&self, number: usize) -> Option<u64>;

    /// Appends a record's entries to `to`, in conversation order, and returns how to count the
    /// record. `before_ms` is the time for a record without one.
    ///
    /// # Errors
    /// A [`Problem`], which affects only this record.
    fn take(
        &self,
        number: usize,
        before_ms: i64,
        masker: &Masker,
        state: &mut Self::State,
        to: &mut Vec<ParsedEntry>,
    ) -> Result<Fate, Problem>;
}

/// Content of the cursor.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Position<S> {
    /// Hash of the document.
    hash: String,
    /// Number of records that were read.
    read: usize,
    /// Time of the last entry.
    at_ms: i64,
    /// State passed on from earlier records.
    #[serde(alias = "fold")]
    state: S,
}

/// Reads the records after a cursor. A document that has changed is read from its beginning. One
/// that `open` does not understand, because it is being written, is one problem.
///
/// # Errors
/// Any error of `open`.
pub(super) fn read<R: Records>(
    part: &Part,
    bytes: &[u8],
    open: impl FnOnce() -> io::Result<Result<R, Problem>>,
) -> io::Result<Batch> {
    let hash = hex_digest(bytes)[..32].to_owned();
    let mut position: Position<R::State> = part.from.position();
    let mut batch = Batch { offset: bytes.len() as u64, ..Batch::default() };
    if position.hash != hash {
        batch.restarted = !position.hash.is_empty();
        batch.bytes = batch.offset;
        position = Position { hash, ..Position::default() };
    }
    match open()? {
        Ok(records) => take(&records, part, &mut position, &mut batch),
        Err(problem) => {
            if position.read == 0 {
                batch.tally.count(Err(problem));
            }
            (position.read, batch.done) = (1, true);
        }
    }
    batch.cursor = Cursor::of(&position);
    Ok(batch)
}

fn take<R: Records>(
    records: &R,
    part: &Part,
    position: &mut Position<R::State>,
    batch: &mut Batch,
) {
    let (mut spoken_bytes, mut bytes) = (0, 0);
    while let Some(size) = records.bytes(position.read) {
        if bytes >= part.limits.bytes || spoken_bytes >= part.limits.spoken_bytes {
            return;
        }
        let before = batch.entries.len();
        let (number, state) = (position.read, &mut position.state);
        let fate = records.take(number, position.at_ms, part.masker, state, &mut batch.entries);
        batch.tally.count(fate);
        position.read += 1;
        bytes += size;
        for parsed in &batch.entries[before..] {
            position.at_ms = parsed.entry.at_ms;
            spoken_bytes += parsed.entry.spoken_bytes();
        }
    }
    batch.done = true;
}

/// Returns the bytes of a document.
///
/// # Errors
/// Any I/O error, and a file of more than 256 MiB.
pub(super) fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    read_regular(path, DOCUMENT_BYTES_MAX)
}

/// Returns the text of a JSON document, changed as little as it needs to be parsed.
pub(super) fn readable_json(bytes: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(bytes);
    if json::is_json(&text) { text } else { json::readable(&text).into() }
}

/// Returns what is wrong with a JSON document that is not in the form of a transcript.
pub(super) fn problem_of(text: &str) -> Problem {
    if json::is_json(text) { Problem::NotAnEntry } else { Problem::InvalidJson }
}
