//! Reader of transcripts that are one document, written anew at each change.
//!
//! A document that has grown is read on where reading ended, if all that was read is still the same:
//! a chain of hashes shows it. If only the last turn has changed, it is read again from its prompt. If
//! anything before it has changed, so is the whole document.

mod unanswered;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::io;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::byte_order_mark::without_mark;
use super::json_lines::{Fate, Problem};
use super::{Batch, Cursor, Part, Tally};
use crate::conversation::ParsedEntry;
use crate::hash::chained;
use crate::json;
use crate::regular_file::read_regular;
use crate::secrets::Masker;
use unanswered::Unanswered;

/// Maximum size of a document, in bytes.
const DOCUMENT_BYTES_MAX: u64 = 256 << 20;

/// The records of a document, such as messages.
pub(super) trait Records {
    /// State that records pass on to later records. It is stored in the cursor.
    type State: Clone + Default + Serialize + DeserializeOwned;

    /// Returns what all records depend on beside themselves, such as the session's id and directory.
    fn head(&self) -> String;

    /// Returns all that a record's entries depend on beside the head and the records before it;
    /// `None` after the last record.
    fn content(&self, number: usize) -> Option<Cow<'_, str>>;

    /// Whether a record may open a turn. Wrong answers of `true` only cost time.
    fn may_open_turn(&self, _number: usize) -> bool {
        true
    }

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
struct Position<S> {
    /// Size of the document when it was last read, in bytes.
    bytes: u64,
    /// Where reading ended.
    end: Place<S>,
    /// Where the last turn begins; `None` when reading must not begin there.
    turn: Option<Turn<S>>,
    /// Tool calls whose results are not read yet.
    unanswered: Unanswered,
}

/// A place between two records.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Place<S> {
    /// Number of records before it.
    read: usize,
    /// Chain of the hashes of the head and these records.
    chain: String,
    /// Time of the last entry.
    at_ms: i64,
    /// State passed on from these records.
    state: S,
}

/// The beginning of the last turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Turn<S> {
    start: Place<S>,
    /// Tool calls of earlier turns whose results were not read before it.
    unanswered: Unanswered,
    /// Counts of the records that were read since.
    counted: Tally,
}

/// Reads the records after a cursor. A document that `open` does not understand, because it is being
/// written, is one problem; when it has changed, it is read from its beginning.
///
/// # Errors
/// Any error of `open`.
pub(super) fn read<R: Records>(
    part: &Part,
    bytes: u64,
    open: impl FnOnce() -> io::Result<Result<R, Problem>>,
) -> io::Result<Batch> {
    let restarted = !part.from.as_str().is_empty();
    let whole = Batch { offset: bytes, bytes, restarted, ..Batch::default() };
    let records = match open()? {
        Ok(records) => records,
        Err(problem) => {
            let broken: Position<R::State> = Position::default();
            let mut batch = Batch { done: true, cursor: Cursor::of(&broken), ..whole };
            batch.tally.count(Err(problem));
            return Ok(batch);
        }
    };
    let before: Position<R::State> = part.from.position();
    let read_bytes = before.bytes;
    if let Some((mut position, again)) = before.continued(&records) {
        let bytes = bytes.saturating_sub(read_bytes);
        let mut batch = Batch { offset: whole.offset, bytes, again, ..Batch::default() };
        position.bytes = whole.offset;
        take(&records, part, &mut position, &mut batch);
        if batch.again.is_none() || begins_with_prompt(&batch.entries) {
            batch.cursor = Cursor::of(&position);
            return Ok(batch);
        }
    }
    let end = Place { chain: chain_of(&records.head()), ..Place::default() };
    let mut position = Position { bytes, end, ..Position::default() };
    let mut batch = whole;
    take(&records, part, &mut position, &mut batch);
    batch.cursor = Cursor::of(&position);
    Ok(batch)
}

fn begins_with_prompt(entries: &[ParsedEntry]) -> bool {
    entries.first().is_some_and(|parsed| parsed.entry.is_prompt())
}

fn chain_of(head: &str) -> String {
    chained("", head.as_bytes())
}

impl<S> Position<S> {
    /// Returns the position at which reading goes on: this one when all before it is the same, or
    /// else the beginning of the last turn, with the counts of what is read again; `None` when
    /// something before that has changed.
    fn continued(mut self, records: &impl Records) -> Option<(Self, Option<Tally>)> {
        let turn = self.turn.take();
        let mut chain = chain_of(&records.head());
        let mut is_same_turn = false;
        for number in 0.. {
            is_same_turn |= turn.as_ref().is_some_and(|turn| turn.start.is_at(number, &chain));
            if self.end.is_at(number, &chain) {
                return Some((Self { turn, ..self }, None));
            }
            let content = records.content(number).filter(|_| number < self.end.read);
            let Some(content) = content else { break };
            chain = chained(&chain, content.as_bytes());
        }
        let Turn { start, unanswered, counted } = turn.filter(|_| is_same_turn)?;
        Some((Self { end: start, unanswered, ..self }, Some(counted)))
    }
}

impl<S> Place<S> {
    fn is_at(&self, number: usize, chain: &str) -> bool {
        self.read == number && self.chain == chain
    }
}

fn take<R: Records>(
    records: &R,
    part: &Part,
    position: &mut Position<R::State>,
    batch: &mut Batch,
) {
    let (mut spoken_bytes, mut bytes) = (0, 0);
    while let Some(content) = records.content(position.end.read) {
        if bytes >= part.limits.bytes || spoken_bytes >= part.limits.spoken_bytes {
            return;
        }
        let first = batch.entries.len();
        let end = &mut position.end;
        let before = records.may_open_turn(end.read).then(|| end.clone());
        let (number, state) = (end.read, &mut end.state);
        let fate = records.take(number, end.at_ms, part.masker, state, &mut batch.entries);
        end.read += 1;
        end.chain = chained(&end.chain, content.as_bytes());
        bytes += content.len() as u64;
        let entries = &batch.entries[first..];
        for parsed in entries {
            end.at_ms = parsed.entry.at_ms;
            spoken_bytes += parsed.entry.spoken_bytes();
        }
        if begins_with_prompt(entries) {
            let unanswered = position.unanswered.clone();
            let begun = |start| Turn { start, unanswered, counted: Tally::default() };
            position.turn = before.map(begun);
        }
        if let Some(turn) = &mut position.turn {
            turn.counted.count(fate.clone());
        }
        // A result belongs to the turn of its call: both are read again, or neither.
        if position.turn.as_ref().is_some_and(|turn| turn.unanswered.has_result(entries)) {
            position.turn = None;
        }
        for parsed in entries {
            position.unanswered.follow(&parsed.entry);
        }
        batch.tally.count(fate);
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

/// Returns the text of a document's bytes, without a byte order mark.
pub(super) fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(without_mark(bytes))
}

/// The text of a JSON document.
pub(super) struct JsonText<'b> {
    written: Cow<'b, str>,
    readable: OnceCell<String>,
}

impl<'b> JsonText<'b> {
    /// Returns the text of a document's bytes.
    pub fn of(bytes: &'b [u8]) -> Self {
        Self { written: text_of(bytes), readable: OnceCell::new() }
    }

    /// Returns the text as it was written.
    pub fn as_str(&self) -> &str {
        &self.written
    }

    /// Parses the text, changed as little as it needs to be parsed.
    ///
    /// # Errors
    /// What is wrong with a text that is not in the form of a transcript.
    pub fn parse<'t, T: Deserialize<'t>>(&'t self) -> Result<T, Problem> {
        let readable = || self.readable.get_or_init(|| json::readable(&self.written));
        serde_json::from_str(&self.written).or_else(|_| {
            let text = readable();
            let is_json = || json::is_json(text);
            let problem = |_| if is_json() { Problem::NotAnEntry } else { Problem::InvalidJson };
            serde_json::from_str(text).map_err(problem)
        })
    }
}
