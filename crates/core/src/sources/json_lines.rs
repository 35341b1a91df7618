//! Reads files to which an agent appends JSON lines: by offset, from where reading stopped.

mod reader;

use std::fs::File;
use std::io::{BufRead, BufReader, Error, ErrorKind, Read as _, Result, Seek as _, SeekFrom, Take};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use reader::{LINE_BYTES_MAX, LineReader, RawLine};

use super::{Batch, Cursor, Part, Tally};
use crate::conversation::ParsedEntry;
use crate::conversation::entry::Entry;
use crate::conversation::redact::mask_entry_telling;
use crate::hash::hex_digest;
use crate::regular_file::open_regular;
use crate::secrets::Masker;

/// What an agent's lines say.
pub trait LineFormat {
    /// What a line is.
    type Line;
    /// What one line leaves to later ones, such as prompts that were typed ahead. It is stored in
    /// the cursor.
    type State: Default + Serialize + DeserializeOwned;

    /// Reads one line, by itself.
    ///
    /// # Errors
    /// A [`Problem`], which costs only this line.
    fn parse(&self, bytes: &[u8], at: &LineAt) -> std::result::Result<Self::Line, Problem>;

    /// Adds the entries that a line gives, in the order of the conversation, and returns what the
    /// line is counted as.
    fn take(&self, line: Self::Line, state: &mut Self::State, to: &mut Vec<ParsedEntry>) -> Fate;

    /// Returns the directory that a line names.
    fn directory<'l>(&self, line: &'l Self::Line) -> Option<&'l str>;

    /// Returns the entries that a state holds.
    fn held<'s>(&self, _state: &'s mut Self::State) -> Vec<&'s mut Entry> {
        Vec::new()
    }
}

/// Where a line stands.
#[derive(Debug, Clone, Copy)]
pub struct LineAt<'a> {
    /// Its byte offset.
    pub position: u64,
    /// Time of the entry before it, for a line that has none.
    pub before_ms: i64,
    /// Masks the entry that it becomes.
    pub masker: &'a Masker,
}

/// What a line is counted as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It became an entry.
    Kept,
    /// It is known and no memory, for this reason.
    Skipped(String),
}

/// Why a line could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Problem {
    /// Not JSON.
    InvalidJson,
    /// JSON of another form than a line has.
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

/// What a call reads at most: in a file without line breaks the end of a line may never come.
const READ_BYTES_MAX: u64 = 256 << 20;

/// Enough of what stands before the offset to notice that a file was rewritten.
const FINGERPRINT_BYTES: u64 = 1_024;

/// What the cursor holds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Position<S> {
    /// End of the last whole line that was read.
    offset: u64,
    /// Hash of the bytes just before the offset.
    fingerprint: String,
    /// Time of the last entry, for those that have none.
    at_ms: i64,
    /// What the lines before leave to later ones.
    state: S,
}

/// Reads the lines that follow a cursor. A last line that is still being written is left for the
/// next time. A file whose bytes before the cursor have changed is read from its beginning.
///
/// # Errors
/// Whatever keeps the file from being read, and a line of more than 256 MiB.
pub fn read<F: LineFormat>(format: &F, part: &Part) -> Result<Batch> {
    let mut file = open_regular(part.path)?;
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
    file: &mut File,
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
        let Some((end, line)) = next else {
            batch.done = true;
            position.offset = reader.offset();
            break;
        };
        position.offset = end;
        let read_before = batch.entries.len();
        let fate = line.map(|line| format.take(line, &mut position.state, &mut batch.entries));
        count(&mut batch.tally, fate);
        for parsed in &batch.entries[read_before..] {
            position.at_ms = parsed.entry.at_ms;
            spoken_bytes += parsed.entry.spoken_bytes();
        }
    }
    batch.bytes = position.offset - start;
    if batch.done { refuse_endless(&bounded) } else { Ok(()) }
}

fn count(tally: &mut Tally, fate: std::result::Result<Fate, Problem>) {
    match fate {
        Ok(Fate::Kept) => tally.kept += 1,
        Ok(Fate::Skipped(reason)) => *tally.skipped.entry(reason).or_default() += 1,
        Err(problem) => *tally.problems.entry(problem.name().to_owned()).or_default() += 1,
    }
}

/// Reads and parses the next line: see [`LineReader::next_line`]. Objects that stand side by side
/// are a line each. Returns the line with the byte offset of its end.
///
/// # Errors
/// Whatever keeps the bytes from being read.
#[allow(clippy::type_complexity, reason = "a name would say no more than the parts")]
pub fn next_parsed<F: LineFormat, R: BufRead>(
    format: &F,
    reader: &mut LineReader<R>,
    before_ms: i64,
    masker: &Masker,
) -> Result<Option<(u64, std::result::Result<F::Line, Problem>)>> {
    let parsed = |line: &RawLine| {
        let at = LineAt { position: line.position, before_ms, masker };
        line.bytes.ok_or(Problem::TooLong).and_then(|bytes| format.parse(bytes, &at))
    };
    let Some(line) = reader.next_line()? else { return Ok(None) };
    let whole = (line.end, parsed(&line));
    if !matches!(whole.1, Err(Problem::InvalidJson)) {
        return Ok(Some(whole));
    }
    Ok(Some(reader.first_object().map_or(whole, |first| (first.end, parsed(&first)))))
}

/// Returns the directory of the first line that names one.
///
/// # Errors
/// As for [`read`].
pub fn directory<F: LineFormat>(format: &F, path: &Path) -> Result<Option<String>> {
    let mut bounded = open_regular(path)?.take(READ_BYTES_MAX);
    let mut reader = LineReader::new(BufReader::new(&mut bounded), 0);
    let masker = Masker::default();
    while let Some((_, line)) = next_parsed(format, &mut reader, 0, &masker)? {
        if let Ok(line) = line
            && let Some(directory) = format.directory(&line)
        {
            return Ok(Some(directory.to_owned()));
        }
    }
    refuse_endless(&bounded)?;
    Ok(None)
}

/// Masks the entries that a cursor holds: see [`super::Source::mask_cursor`].
pub fn mask_cursor<F: LineFormat>(
    format: &F,
    cursor: &Cursor,
    masker: &Masker,
    told: &mut dyn FnMut(&str, &str),
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

/// An error when reading stopped at the bound and not at the end of the file.
fn refuse_endless<R>(bounded: &Take<R>) -> Result<()> {
    if bounded.limit() > 0 {
        return Ok(());
    }
    let mebibytes = READ_BYTES_MAX >> 20;
    let message = format!("no line of a transcript ends within {mebibytes} MiB");
    Err(Error::new(ErrorKind::FileTooLarge, message))
}

/// Returns the byte before `offset` and leaves the file there.
fn byte_before(file: &mut File, offset: u64) -> Result<Option<u8>> {
    let mut byte = [0];
    file.seek(SeekFrom::Start(offset.saturating_sub(1)))?;
    if offset > 0 {
        file.read_exact(&mut byte)?;
    }
    Ok((offset > 0).then_some(byte[0]))
}

/// Hashes the bytes just before `offset`; a file that is shorter has another fingerprint.
fn fingerprint(file: &mut File, offset: u64) -> Result<String> {
    let length = offset.min(FINGERPRINT_BYTES);
    file.seek(SeekFrom::Start(offset - length))?;
    let mut bytes = Vec::with_capacity(length as usize);
    file.by_ref().take(length).read_to_end(&mut bytes)?;
    Ok(hex_digest(&bytes)[..32].to_owned())
}
