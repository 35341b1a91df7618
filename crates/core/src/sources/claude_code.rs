//! Claude Code's transcripts: bytes to entries.
//!
//! Parsing never fails on content. Every line ends as exactly one of: kept, skipped for a known
//! reason, or a problem. Only this module and `wire` know the format.

mod parse;
mod queue;
mod reconstruct;

use std::io::BufRead;

use serde::{Deserialize, Serialize};

use crate::conversation::entry::Entry;
use crate::conversation::redact::{cut_results, mask_entry};
use crate::secrets::Masker;
use crate::sources::json_lines::{LineReader, RawLine};
pub use queue::{Queue, QueueOperation};
pub use reconstruct::{REPORTED, Written, written};

/// What became of one line.
#[derive(Debug, Clone, PartialEq)]
#[allow(
    clippy::large_enum_variant,
    reason = "a line is used as soon as it is read, and most are kept"
)]
pub enum Line {
    /// Worth keeping.
    Kept(Kept),
    /// A prompt typed ahead, or what became of one.
    Queued(QueueOperation),
    /// Known, and not memory.
    Skipped(Skip),
    /// Not understood; it costs only itself.
    Problem(Problem),
}

/// A kept line with what places it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// The session the line says it belongs to.
    pub session: Option<String>,
    /// The directory that the line names, as it stands: it tells whose the line is, and is never stored. The entry's own
    /// is masked.
    #[serde(skip)]
    pub directory: Option<String>,
    /// The entry itself.
    pub entry: Entry,
}

/// Why a known line is not memory. The only list of such reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Skip {
    /// A blank line.
    Blank,
    /// `progress`: partial output of a running tool.
    Progress,
    /// The agent's own state: modes, snapshots, titles, costs, request logs.
    State,
    /// Prompts typed ahead, and what became of them; those absorbed in a turn become prompts.
    Queue,
    /// `summary` lines of old versions: titles made by the agent.
    Summary,
    /// `system` lines other than a compaction boundary.
    System,
    /// Attachments the harness adds: environment, tool lists, files.
    Harness,
    /// What hooks gave, ours included: memory must not eat its own tail.
    HookOutput,
    /// `isMeta`: expansions of commands and caveats.
    Meta,
    /// The summary that replaces a compacted conversation.
    CompactSummary,
    /// A line shown to the person and not given to the model.
    TranscriptOnly,
    /// A helper of the agent's own: the one that summarises, the one that suggests prompts.
    Housekeeping,
    /// The wrapping of a local command.
    LocalCommand,
    /// A queued command that is no prompt.
    Synthetic,
    /// An API error shown as an answer.
    ApiError,
    /// Only thinking.
    Thinking,
    /// No text at all.
    Empty,
}

/// Why a line could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Problem {
    /// Not JSON.
    InvalidJson,
    /// JSON, but not an object with a `type`.
    NotAnEntry,
    /// Longer than [`LINE_BYTES_MAX`].
    TooLong,
}

/// Reads one line. `position` is its byte offset and `before_ms` the time of the entry before it.
///
/// What comes out holds no secret that the masker knows: masking happens here, so that no
/// caller can store or print anything else. Tool results are masked whole and cut afterwards.
pub fn parse_line(line: &[u8], position: u64, before_ms: i64, masker: &Masker) -> Line {
    let mut parsed = parse::parse(line, position, before_ms);
    let kept = match &mut parsed {
        Line::Kept(kept) => Some(kept),
        Line::Queued(QueueOperation::Enqueue(kept)) => Some(&mut **kept),
        Line::Queued(_) | Line::Skipped(_) | Line::Problem(_) => None,
    };
    if let Some(kept) = kept {
        kept.directory.clone_from(&kept.entry.cwd);
        mask_entry(&mut kept.entry, masker);
        cut_results(&mut kept.entry);
    }
    parsed
}

/// Reads and parses the next line: see [`LineReader::next_line`] and [`parse_line`]. Objects that
/// stand side by side are a line each. Returns the line with the byte offset of its end.
pub fn next_parsed<R: BufRead>(
    reader: &mut LineReader<R>,
    before_ms: i64,
    masker: &Masker,
) -> std::io::Result<Option<(u64, Line)>> {
    let parsed = |line: &RawLine| match line.bytes {
        Some(bytes) => parse_line(bytes, line.position, before_ms, masker),
        None => Line::Problem(Problem::TooLong),
    };
    let Some(line) = reader.next_line()? else { return Ok(None) };
    let whole = (line.end, parsed(&line));
    if whole.1 != Line::Problem(Problem::InvalidJson) {
        return Ok(Some(whole));
    }
    Ok(Some(reader.first_object().map_or(whole, |first| (first.end, parsed(&first)))))
}

impl Skip {
    /// Returns the name used in reports.
    pub fn name(self) -> String {
        kebab(&self)
    }
}

impl Problem {
    /// Returns the name used in reports.
    pub fn name(self) -> String {
        kebab(&self)
    }
}

fn kebab(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        _ => "unknown".into(),
    }
}
