//! Transcript sources: one per coding agent. Only a source knows its agent's file formats.
//!
//! To add an agent, implement [`Source`] in its own folder and list it in [`all`].

pub mod aider;
mod byte_order_mark;
mod calls;
pub mod claude_code;
pub mod client;
pub mod codex;
pub mod copilot;
pub mod cursor;
pub mod cursor_agent;
mod document;
pub mod facts;
pub mod gemini;
pub mod hook;
mod input;
pub mod json_lines;
mod labels;
mod listing;
pub mod machine;
pub mod opencode;
mod prompts;
pub mod qwen;
mod ran;
mod raw;
mod record;
mod sections;
pub mod specstory;
mod taken_back;
mod tally;
mod unknown;

use std::io;
use std::path::Path;
use std::time::UNIX_EPOCH;

pub use aider::Aider;
pub use claude_code::ClaudeCode;
pub use client::Client;
pub use codex::Codex;
pub use copilot::Copilot;
pub use cursor::Cursor;
pub use cursor_agent::CursorAgent;
pub use facts::AgentFacts;
pub use gemini::Gemini;
pub use listing::FoundTranscript;
pub(crate) use listing::newest_first;
pub use machine::Machine;
pub use opencode::OpenCode;
pub use qwen::Qwen;
pub use specstory::SpecStory;
pub(crate) use tally::NEWER_SESSIONS;
pub use tally::Tally;

use crate::conversation::ParsedEntry;
use crate::conversation::dialect::Dialect;
use crate::conversation::entry::Entry;
use crate::error::{Error, Result};
use crate::secrets::{Masker, OnMasked};

/// A coding agent: where its transcripts are stored, and how to parse their records.
///
/// A *transcript* is anything that has a path and can be read from a [`Cursor`]: a file or a
/// database. Reading yields entries that are *upserted by id*: reading an entry again changes
/// nothing, and an entry with a higher [`Entry::revision`] replaces the stored one. Entries arrive
/// in conversation order, because [`crate::conversation::turn::fold`] opens a turn at each prompt
/// and adds the following entries to it. A batch therefore either resumes where the previous batch
/// ended, or starts with the prompt of the turn that it changes. Entries that the agent deletes
/// stay stored.
///
/// How each agent maps to this interface:
/// - **Claude Code, Codex, Qwen Code, Copilot** append JSON lines. Implement
///   [`json_lines::LineFormat`] and read with [`json_lines::read`]. Entries never change, so every
///   revision is 0. Codex identifies a prompt by its `turn_id`, the others by the line's own id.
///   Subagent entries carry the subagent's name.
/// - **Gemini CLI** up to 0.38 rewrites one JSON file. The cursor holds a chain of hashes over the
///   messages read; reading resumes at the last turn if only that has changed, or starts again
///   (`restarted`). A message that only grows uses its length as its revision. From 0.61 on it
///   appends lines that may name an earlier id: treat those as JSON lines whose revision is the
///   line's offset.
/// - **OpenCode** updates SQLite rows in place. The cursor holds the last `time_updated`. A changed
///   message is read with all that follows the prompt before it. [`Source::stamp`] covers the
///   database and its log together. The sessions of all projects are in one database: see
///   [`Source::holds_many`].
pub trait Source: Client + Sync {
    /// Returns what is known of the agent.
    fn facts(&self) -> &'static AgentFacts;

    /// Returns the agent's name, which is stored with all its data, such as `claude-code`.
    fn name(&self) -> &'static str {
        self.facts().name
    }

    /// Returns the transcript's stamp, which detects a change without reading the content.
    ///
    /// # Errors
    /// Any I/O error from reading the metadata.
    fn stamp(&self, path: &Path) -> io::Result<Stamp> {
        Ok(Stamp::of(&std::fs::metadata(path)?))
    }

    /// Whether a transcript holds many sessions, such as a database. Each of its batches is of one
    /// session, and every entry names its directory.
    fn holds_many(&self, _path: &Path) -> bool {
        false
    }

    /// Reads the entries after a cursor, up to a limit.
    ///
    /// # Errors
    /// Any I/O error from reading the transcript. Invalid content is never an error: it is counted
    /// in [`Batch::tally`].
    fn read(&self, part: &Part) -> io::Result<Batch>;

    /// Returns the directory that a conversation started in, or `None` when it names none.
    ///
    /// # Errors
    /// Any I/O error from reading the transcript.
    fn directory(&self, path: &Path) -> io::Result<Option<String>>;

    /// Returns the mark by which a transcript's path hides the directory of its session, such as a
    /// hash.
    fn hidden_directory(&self, _path: &Path) -> Option<String> {
        None
    }

    /// Returns the mark by which paths of transcripts hide a directory.
    fn mark_of(&self, _directory: &str) -> Option<String> {
        None
    }

    /// Returns the session id that a transcript's path names; `None` where only its content tells.
    fn session_of(&self, _path: &str) -> Option<String> {
        None
    }

    /// Writes a session's turns, each as its id and its entries in order, as a transcript that the
    /// agent can resume. Returns `None` when the agent's format cannot be written.
    fn reconstruct(
        &self,
        _session: &str,
        _turns: &[(String, Vec<Entry>)],
    ) -> Option<Reconstructed> {
        None
    }

    /// Masks conversation text in a cursor, such as queued prompts. Returns the new cursor when
    /// something was masked, and calls `told` with each changed text, before and after.
    fn mask_cursor(&self, _cursor: &Cursor, _masker: &Masker, _told: OnMasked) -> Option<Cursor> {
        None
    }
}

/// Arguments of [`Source::read`].
#[derive(Debug, Clone, Copy)]
pub struct Part<'a> {
    /// Path of the transcript.
    pub path: &'a Path,
    /// Where to resume. A cursor that no longer fits the transcript counts as the beginning.
    pub from: &'a Cursor,
    /// Reading stops after the record that exceeds one of these limits.
    pub limits: Limits,
    /// Masks every entry; see [`ParsedEntry::masked`].
    pub masker: &'a Masker,
}

/// Limits that bound the time of one read.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes read.
    pub bytes: u64,
    /// Bytes of prompt and answer text.
    pub spoken_bytes: usize,
}

/// Result of one read of a transcript.
#[derive(Debug, Default)]
pub struct Batch {
    /// Entries to upsert by id, in conversation order.
    pub entries: Vec<ParsedEntry>,
    /// Where the next read resumes.
    pub cursor: Cursor,
    /// Whether the end of the transcript was reached.
    pub done: bool,
    /// Whether the transcript was rewritten, so that reading restarted at its beginning.
    pub restarted: bool,
    /// Whether the entries do not go on where the last batch ended: they begin a session, or with
    /// the prompt of a turn that has changed. Only in a transcript that holds many sessions.
    pub apart: bool,
    /// Counts of records that are read again, from the prompt of a turn that has changed: the first
    /// entry is that prompt, or there are no entries.
    pub again: Option<Tally>,
    /// Bytes read by this call.
    pub bytes: u64,
    /// Offset reached, in bytes from the beginning of the transcript.
    pub offset: u64,
    /// Counts of the records read by this call, by outcome.
    pub tally: Tally,
}

/// Size and modification time of a transcript, for change detection.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stamp {
    /// Size in bytes.
    pub bytes: u64,
    /// Modification time, in nanoseconds since the epoch.
    pub modified_at_ns: i64,
}

/// A transcript reconstructed from the store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reconstructed {
    /// Lines in order, without newlines.
    pub lines: Vec<String>,
    /// Number of entries that no line represents.
    pub left_out: u64,
}

impl Stamp {
    /// Returns the stamp of a file.
    pub fn of(file: &std::fs::Metadata) -> Self {
        let since = file.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let modified_at_ns = since.map_or(0, |duration| duration.as_nanos() as i64);
        Self { bytes: file.len(), modified_at_ns }
    }
}

/// Agent of a transcript or record that names none.
pub const DEFAULT: &str = claude_code::NAME;

/// Returns every source. The last ones are histories that are only imported.
pub fn all() -> &'static [&'static dyn Source] {
    &[&ClaudeCode, &Codex, &Copilot, &Gemini, &Qwen, &OpenCode, &CursorAgent, &Aider, &SpecStory]
}

/// Returns the source of an agent.
///
/// # Errors
/// [`Error::InvalidArgument`] when this build knows no agent of that name; the message lists the
/// known names.
pub fn named(name: &str) -> Result<&'static dyn Source> {
    find(name).ok_or_else(|| {
        let known: Vec<&str> = all().iter().map(|source| source.name()).collect();
        let known = known.join(", ");
        Error::InvalidArgument(format!("no agent is called {name}: known here are {known}"))
    })
}

/// Returns an agent's dialect, or [`Dialect::UNKNOWN`] for an agent that only a newer version knows.
pub fn dialect(name: &str) -> &'static Dialect {
    find(name).map_or(&Dialect::UNKNOWN, |source| &source.facts().dialect)
}

fn find(name: &str) -> Option<&'static dyn Source> {
    all().iter().find(|source| source.name() == name).copied()
}

fn is_uuid(text: &str) -> bool {
    let groups: Vec<usize> = text.split('-').map(str::len).collect();
    groups == [8, 4, 4, 4, 12] && text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}
