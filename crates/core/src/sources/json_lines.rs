//! Incremental reader of append-only JSON lines files: resumes at a byte offset.

mod content;
mod damaged;
mod links;
mod reader;

use std::io::{BufRead, BufReader, Error, ErrorKind, Read as _, Result, Seek as _, SeekFrom, Take};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use content::{Content, is_packed, plain_name};
pub use links::Link;
use links::Links;
pub(super) use links::verdict;
pub use reader::{LINE_BYTES_MAX, LineReader, RawLine};

use super::{Batch, Cursor, Part};
use crate::conversation::ParsedEntry;
use crate::conversation::entry::Entry;
use crate::conversation::redact::mask_entry_telling;
use crate::hash::hex_digest;
use crate::secrets::{Masker, OnMasked};

/// Parser of an agent's lines.
pub trait LineFormat {
    /// A parsed line.
    type Line;
    /// State that lines pass on to later lines, such as queued prompts. It is stored in the cursor.
    type State: Default + Serialize + DeserializeOwned;

    /// Parses one line on its own.
    ///
    /// # Errors
    /// A [`Problem`], which affects only this line.
    fn parse(&self, bytes: &[u8], at: &LineAt) -> std::result::Result<Self::Line, Problem>;

    /// Appends the line's entries to `to`, in conversation order, and returns how to count the
    /// line.
    fn take(&self, line: Self::Line, state: &mut Self::State, to: &mut Vec<ParsedEntry>) -> Fate;

    /// Returns the link of a line to the one that it follows, whether or not it becomes an entry;
    /// `None` for lines that have none.
    fn link(&self, _of: &Self::Line) -> Option<Link> {
        None
    }

    /// Whether a damaged line, or the damaged part of one, may have held a person's prompt.
    fn may_hide_prompt(&self, _damaged: &[u8]) -> bool {
        true
    }

    /// Returns the id of the turn that a line opens in place of its prompt, which is lost; `None` for
    /// any other line.
    fn lost_turn<'l>(&self, _line: &'l Self::Line) -> Option<&'l str> {
        None
    }

    /// Returns the directory that a line names.
    fn directory<'l>(&self, line: &'l Self::Line) -> Option<&'l str>;

    /// Returns the entries held in a state.
    fn held<'s>(&self, _state: &'s mut Self::State) -> Vec<&'s mut Entry> {
        Vec::new()
    }
}

/// Context of a line: its offset, a fallback time and the masker.
#[derive(Debug, Clone, Copy)]
pub struct LineAt<'a> {
    /// Byte offset of the line.
    pub position: u64,
    /// Time of the previous entry, used when the line has none.
    pub before_ms: i64,
    /// Masks the resulting entry.
    pub masker: &'a Masker,
}

/// How a line is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// The line became an entry.
    Kept,
    /// The line is of a known kind that is not stored, with the reason.
    Skipped(String),
}

impl Fate {
    /// Returns the fate of a line that is skipped for one of a source's reasons: an enum whose
    /// variants serialize as names.
    pub fn skipped(reason: impl Serialize) -> Self {
        match serde_json::to_value(reason) {
            Ok(serde_json::Value::String(name)) => Self::Skipped(name),
            _ => Self::Skipped("unknown".into()),
        }
    }
}

/// Why a line could not be parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Problem {
    /// Not JSON.
    InvalidJson,
    /// JSON, but not in the form of a line.
    NotAnEntry,
    /// Longer than [`LINE_BYTES_MAX`].
    TooLong,
}

impl Problem {
    /// Returns the name used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::InvalidJson => "invalid-json",
            Self::NotAnEntry => "not-an-entry",
            Self::TooLong => "too-long",
        }
    }
}

/// Maximum number of bytes that one call reads: a file without line breaks may never end its line.
const READ_BYTES_MAX: u64 = 256 << 20;

/// Bytes before the offset that are hashed: enough to detect that a file was rewritten.
const FINGERPRINT_BYTES: u64 = 1_024;

/// Content of the cursor.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Position<S> {
    /// End of the last complete line that was read.
    offset: u64,
    /// Hash of the bytes just before the offset.
    fingerprint: String,
    /// Time of the last entry, used for lines that have none.
    at_ms: i64,
    /// Whether something of the conversation was read.
    begun: bool,
    /// Whether a prompt may have been lost since the last entry.
    broken: bool,
    /// State passed on from earlier lines.
    state: S,
    /// Links between these lines.
    links: Links,
}

/// Reason for which commands of the client are skipped before a conversation begins.
const COMMAND: &str = "local-command";

impl<S> Position<S> {
    /// Drops the entries from `first` on when they are only commands of the client, and nothing was
    /// said before: they belong to no turn. Returns how the line is counted.
    fn begin(&mut self, fate: Fate, entries: &mut Vec<ParsedEntry>, first: usize) -> Fate {
        let own = &entries[first..];
        if self.begun || own.is_empty() {
            return fate;
        }
        self.begun = !own.iter().all(|parsed| parsed.entry.is_command_of_client());
        if self.begun {
            return fate;
        }
        entries.truncate(first);
        Fate::Skipped(COMMAND.to_owned())
    }
}

/// Reads the lines after a cursor. Leaves an incomplete last line, which is still being written,
/// for the next read. Reads a file from its beginning when the bytes before the cursor have
/// changed.
///
/// # Errors
/// Any I/O error, and a line of more than 256 MiB.
pub fn read<F: LineFormat>(format: &F, part: &Part) -> Result<Batch> {
    let mut file = Content::open(part.path)?;
    let mut position: Position<F::State> = part.from.position();
    let mut batch = Batch::default();
    if position.offset > 0 && fingerprint(&mut file, position.offset)? != position.fingerprint {
        position = Position::default();
        batch.restarted = true;
    }
    read_lines(format, &mut file, part, &mut position, &mut batch)?;
    position.fingerprint = fingerprint(&mut file, position.offset)?;
    batch.offset = position.offset;
    batch.cursor = Cursor::of(&position);
    Ok(batch)
}

fn read_lines<F: LineFormat>(
    format: &F,
    file: &mut Content,
    part: &Part,
    position: &mut Position<F::State>,
    batch: &mut Batch,
) -> Result<()> {
    let start = position.offset;
    let before = byte_before(file, start)?;
    let mut bounded = file.take(READ_BYTES_MAX);
    let bytes = BufReader::with_capacity(256 << 10, &mut bounded);
    let mut reader = LineReader::new(bytes, start).after(before);
    let mut spoken_bytes = 0;
    while position.offset - start < part.limits.bytes && spoken_bytes < part.limits.spoken_bytes {
        let next = next_parsed(format, &mut reader, position.at_ms, part.masker)?;
        let Some(Parsed { end, line, may_hide_prompt }) = next else {
            batch.done = true;
            position.offset = reader.offset();
            break;
        };
        position.offset = end;
        position.broken |= may_hide_prompt;
        let read_before = batch.entries.len();
        let link = line.as_ref().ok().and_then(|line| format.link(line));
        let lost = line.as_ref().ok().and_then(|line| format.lost_turn(line)).map(str::to_owned);
        let fate = line.map(|line| format.take(line, &mut position.state, &mut batch.entries));
        let fate = fate.map(|fate| position.begin(fate, &mut batch.entries, read_before));
        batch.tally.count(fate);
        match (link, lost) {
            (Some(link), Some(turn)) => position.links.lose(link, turn),
            (Some(link), None) => {
                position.links.take(link, &mut batch.entries, read_before, position.broken);
            }
            (None, _) => {}
        }

        let mut read = batch.entries[read_before..].iter_mut();
        if let Some(next) = read.find(|parsed| !parsed.entry.is_withdrawn()) {
            next.follows_loss = std::mem::take(&mut position.broken);
        }
        for parsed in &batch.entries[read_before..] {
            position.at_ms = parsed.entry.at_ms;
            spoken_bytes += parsed.entry.spoken_bytes();
        }
    }
    batch.bytes = position.offset - start;
    if batch.done { refuse_endless(&bounded) } else { Ok(()) }
}

/// A line as it was parsed.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed<L> {
    /// Byte offset of its end.
    pub end: u64,
    /// What it says, or why it could not be parsed.
    pub line: std::result::Result<L, Problem>,
    /// Whether a person's prompt may have been lost with it.
    pub may_hide_prompt: bool,
}

/// Reads and parses the next line; see [`LineReader::next_line`]. Each of several objects on one
/// line counts as its own line, and so does what is damaged between them.
///
/// # Errors
/// Any I/O error from the reader.
pub fn next_parsed<F: LineFormat, R: BufRead>(
    format: &F,
    reader: &mut LineReader<R>,
    before_ms: i64,
    masker: &Masker,
) -> Result<Option<Parsed<F::Line>>> {
    let parsed = |line: &RawLine| {
        let at = LineAt { position: line.position, before_ms, masker };
        let found = line.bytes.ok_or(Problem::TooLong).and_then(|bytes| format.parse(bytes, &at));
        let may_hide_prompt = match (&found, line.bytes) {
            (Err(Problem::InvalidJson), Some(bytes)) => format.may_hide_prompt(bytes),
            (Err(Problem::TooLong), _) => true,
            (Err(_), _) => false,
            (Ok(line), _) => format.lost_turn(line).is_some(),
        };
        Parsed { end: line.end, line: found, may_hide_prompt }
    };
    let Some(line) = reader.next_line()? else { return Ok(None) };
    let all = parsed(&line);
    if all.line.as_ref().err() != Some(&Problem::InvalidJson) {
        return Ok(Some(all));
    }
    Ok(Some(match reader.first_piece() {
        Some((piece, true)) => parsed(&piece),
        Some((damaged, false)) => Parsed {
            end: damaged.end,
            line: Err(Problem::InvalidJson),
            may_hide_prompt: damaged.bytes.is_none_or(|bytes| format.may_hide_prompt(bytes)),
        },
        None => all,
    }))
}

/// Returns the first line, if it can be parsed.
///
/// # Errors
/// Any I/O error.
pub fn first<F: LineFormat>(format: &F, path: &Path) -> Result<Option<F::Line>> {
    let bytes = BufReader::with_capacity(64 << 10, Content::open(path)?.take(READ_BYTES_MAX));
    let found = next_parsed(format, &mut LineReader::new(bytes, 0), 0, &Masker::default())?;
    Ok(found.and_then(|found| found.line.ok()))
}

/// Whether a line, or a whole object, begins after an offset; without one, none is looked for.
///
/// # Errors
/// As for [`read`].
pub fn has_line_after(path: &Path, offset: Option<u64>) -> Result<bool> {
    let mut file = Content::open(path)?;
    let Some(offset) = offset else { return Ok(false) };
    let before = byte_before(&mut file, offset)?;
    let mut bounded = file.take(READ_BYTES_MAX);
    let mut reader = LineReader::new(BufReader::new(&mut bounded), offset).after(before);
    let is_found = reader.next_line()?.is_some();
    if is_found { Ok(true) } else { refuse_endless(&bounded).map(|()| false) }
}

/// Returns the directory from the first line that names one.
///
/// # Errors
/// As for [`read`].
pub fn directory<F: LineFormat>(format: &F, path: &Path) -> Result<Option<String>> {
    let mut bounded = Content::open(path)?.take(READ_BYTES_MAX);
    let mut reader = LineReader::new(BufReader::new(&mut bounded), 0);
    let masker = Masker::default();
    while let Some(Parsed { line, .. }) = next_parsed(format, &mut reader, 0, &masker)? {
        if let Ok(line) = line
            && let Some(directory) = format.directory(&line)
        {
            return Ok(Some(directory.to_owned()));
        }
    }
    refuse_endless(&bounded)?;
    Ok(None)
}

/// Masks the entries in a cursor; see [`super::Source::mask_cursor`].
pub fn mask_cursor<F: LineFormat>(
    format: &F,
    cursor: &Cursor,
    masker: &Masker,
    told: OnMasked,
) -> Option<Cursor> {
    let mut position: Position<F::State> = cursor.position();
    let mut changed = false;
    for entry in format.held(&mut position.state) {
        mask_entry_telling(entry, masker, &mut |before, after| {
            changed = true;
            told(before, after);
        });
    }
    changed.then(|| Cursor::of(&position))
}

/// Returns an error when reading stopped at the byte limit instead of the end of the file.
fn refuse_endless<R>(bounded: &Take<R>) -> Result<()> {
    if bounded.limit() > 0 {
        return Ok(());
    }
    let mebibytes = READ_BYTES_MAX >> 20;
    let message = format!("no line of a transcript ends within {mebibytes} MiB");
    Err(Error::new(ErrorKind::FileTooLarge, message))
}

/// Returns the byte before `offset` and leaves the file position at `offset`.
fn byte_before(file: &mut Content, offset: u64) -> Result<Option<u8>> {
    let mut byte = [0];
    file.seek(SeekFrom::Start(offset.saturating_sub(1)))?;
    if offset > 0 {
        file.read_exact(&mut byte)?;
    }
    Ok((offset > 0).then_some(byte[0]))
}

/// Hashes the bytes just before `offset`. A file that is shorter has a different fingerprint.
fn fingerprint(file: &mut Content, offset: u64) -> Result<String> {
    let length = offset.min(FINGERPRINT_BYTES);
    file.seek(SeekFrom::Start(offset - length))?;
    let mut bytes = Vec::with_capacity(length as usize);
    file.by_ref().take(length).read_to_end(&mut bytes)?;
    Ok(hex_digest(&bytes)[..32].to_owned())
}
