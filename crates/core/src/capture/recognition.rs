//! Recognises files that are no transcripts, before the memory hears of them: the parsers tell.

use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::Path;

use serde::Serialize;

use crate::conversation::entry::Block;
use crate::json;
use crate::regular_file::open_regular;
use crate::secrets::Masker;
use crate::sources::{self, Batch, Cursor, Limits, Part, Source, json_lines};

/// A file without any known record in so many lines is not read to its end.
const LINES_MAX: u64 = 100_000;

/// Bytes that are read at once: more each time, up to a bound.
const STEP_BYTES_MAX: u64 = 1 << 20;
const STEP_GROWTH: u64 = 32;

/// How a database begins.
const DATABASE: &[u8] = b"SQLite format 3";

/// What a file is that is no transcript of an agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NotTranscript {
    /// What it is.
    pub is: NotTranscriptKind,
    /// The number of its lines that are not blank.
    pub lines: u64,
    /// Name of the agent whose transcripts look like this, if one's do.
    pub like: Option<&'static str>,
}

/// What a file can be that is no transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum NotTranscriptKind {
    /// An export of a memory.
    Export,
    /// A database of nobody known.
    Database,
    /// Lines of something else.
    Lines,
}

/// Returns what a file is if nothing in it is known to an agent; `None` if something is, if there is
/// nothing in it yet, or if it cannot be read, which reading it reports.
pub fn not_transcript(source: &dyn Source, path: &Path) -> Option<NotTranscript> {
    let (lines, first) = lines_of(path, 1).ok().flatten().filter(|(lines, _)| *lines > 0)?;
    let known = |is| Some(NotTranscript { is, lines, like: None });
    if json::value(&String::from_utf8_lossy(&first)).is_some_and(|it| it["type"] == "mementor") {
        return known(NotTranscriptKind::Export);
    }
    if first.starts_with(DATABASE) && !source.holds_many(path) {
        return known(NotTranscriptKind::Database);
    }
    if is_known(source, path).unwrap_or(true) {
        return None;
    }
    let (lines, _) = lines_of(path, LINES_MAX).ok().flatten()?;
    let like = sources::all().iter().find(|other| is_known(**other, path).unwrap_or(false));
    let like = like.map(|source| source.name());
    Some(NotTranscript { is: NotTranscriptKind::Lines, lines, like })
}

/// Whether a source knows anything in a file.
fn is_known(source: &dyn Source, path: &Path) -> io::Result<bool> {
    // Its client may not have written a session yet.
    if source.holds_many(path) {
        return Ok(true);
    }
    let (mut cursor, mut lines) = (Cursor::default(), 0);
    // Most transcripts are known by their first record: one alone is read at first.
    let mut limits = Limits { bytes: 1, spoken_bytes: usize::MAX };
    let masker = Masker::default();
    loop {
        let batch = source.read(&Part { path, from: &cursor, limits, masker: &masker })?;
        let tally = &batch.tally;
        lines += tally.kept + tally.skipped.values().chain(tally.problems.values()).sum::<u64>();
        if has_known(&batch) {
            return Ok(true);
        }
        if batch.done || lines >= LINES_MAX {
            return Ok(false);
        }
        cursor = batch.cursor;
        limits.bytes = (limits.bytes * STEP_GROWTH).min(STEP_BYTES_MAX);
    }
}

/// Whether a record is of a form that its source knows: an unknown one is stored as it is.
fn has_known(batch: &Batch) -> bool {
    let is_known = |block: &Block| match block {
        Block::Unknown { .. } => false,
        Block::Omitted { kind, .. } => kind != "unknown",
        _ => true,
    };
    let mut blocks = batch.entries.iter().flat_map(|parsed| &parsed.entry.blocks);
    blocks.any(is_known) || batch.tally.skipped.keys().any(|reason| reason != "blank")
}

/// Returns the number of lines that are not blank, up to a bound, and the first of them; `None`
/// when a line is too long to be one of a transcript.
fn lines_of(path: &Path, lines_max: u64) -> io::Result<Option<(u64, Vec<u8>)>> {
    let mut reader = BufReader::new(open_regular(path)?);
    let (mut count, mut first) = (0, Vec::new());
    let mut line = Vec::new();
    while count < lines_max {
        line.clear();
        let bytes_max = json_lines::LINE_BYTES_MAX as u64 + 1;
        if reader.by_ref().take(bytes_max).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if line.len() > json_lines::LINE_BYTES_MAX {
            return Ok(None);
        }
        if !line.trim_ascii().is_empty() {
            count += 1;
            if first.is_empty() {
                first.clone_from(&line);
            }
        }
    }
    Ok(Some((count, first)))
}
