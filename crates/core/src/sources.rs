//! The coding agents whose conversations are read. Only a source knows its agent's formats.
//!
//! To add an agent: write its [`Source`] in a folder of its own and name it in [`all`].

pub mod claude_code;
pub mod cursor;
pub mod json_lines;
mod tally;

use std::io;
use std::path::Path;
use std::time::UNIX_EPOCH;

pub use claude_code::ClaudeCode;
pub use cursor::Cursor;
pub use tally::Tally;

use crate::conversation::ParsedEntry;
use crate::conversation::dialect::{Dialect, Unknown};
use crate::conversation::entry::Entry;
use crate::error::{Error, Result};
use crate::secrets::Masker;

/// A coding agent: where its conversations are read from, and what its records mean.
///
/// A *transcript* is whatever has a path and is read from a [`Cursor`]: a file, or a database. What
/// is read are entries that are *upserted by their id*: one that comes again changes nothing, and
/// one with a higher [`Entry::revision`] replaces what was kept. Entries come in the order of the
/// conversation, because [`crate::conversation::turn::fold`] lets each prompt open a turn and has
/// what follows join it. A batch therefore goes on where the one before it ended, or begins with
/// the prompt of the turn that it changes. What the agent deletes stays remembered.
///
/// How the agents fit:
/// - **Claude Code, Codex, Qwen Code, Copilot** append JSON lines. Implement
///   [`json_lines::LineFormat`] and let [`json_lines::read`] do the reading. No entry is ever
///   changed, so every revision is 0. Codex keys a prompt by its `turn_id`, the others by the
///   line's own id; what a subagent says carries its name in the entry.
/// - **Gemini CLI** up to 0.38 rewrites one JSON file. The cursor holds a hash of the file and how
///   many messages were read of it; another hash means `restarted`, from the first message. A
///   message that only grows has its length as its revision. From 0.61 on it appends lines that
///   may name an earlier id: those are JSON lines whose revision is the line's offset.
/// - **OpenCode** updates rows of SQLite in place. The cursor holds the last `time_updated` and id;
///   each changed message is read with its whole turn, and its `time_updated` is its revision.
///   [`Source::stamp`] is that of the database and its log together.
pub trait Source: Dialect + Sync {
    /// Returns the name that is stored with everything of this agent, such as `claude-code`.
    fn name(&self) -> &'static str;

    /// Returns what tells a changed transcript from an unchanged one without reading it.
    ///
    /// # Errors
    /// Whatever keeps it from being looked at.
    fn stamp(&self, path: &Path) -> io::Result<Stamp> {
        Ok(Stamp::of(&std::fs::metadata(path)?))
    }

    /// Reads what follows a cursor, up to a limit.
    ///
    /// # Errors
    /// Whatever keeps the transcript from being read. What stands in it is never an error: it is
    /// counted in [`Batch::tally`].
    fn read(&self, part: &Part) -> io::Result<Batch>;

    /// Returns the directory that a conversation began in; `None` when it names none.
    ///
    /// # Errors
    /// Whatever keeps the transcript from being read.
    fn directory(&self, path: &Path) -> io::Result<Option<String>>;

    /// Returns the session that a transcript is named after.
    fn session_of(&self, path: &str) -> Option<String>;

    /// Whether a prompt, as a hook gives it, speaks to the client and not to the model, or was
    /// written by the client.
    fn is_command(&self, prompt: &str) -> bool;

    /// Returns how the names of elements begin to which the client gives a meaning: a text that is
    /// brought back must not pose as one.
    fn reserved(&self) -> &'static [&'static str];

    /// Returns the folder below a repository in which the client makes worktrees, as its parts.
    fn worktree_folder(&self) -> Option<&'static [&'static str]> {
        None
    }

    /// Writes a session's turns, each with its id and its entries in order, as a transcript that
    /// the agent resumes; `None` when it has no form that could be written.
    fn reconstruct(&self, session: &str, turns: &[(String, Vec<Entry>)]) -> Option<Reconstructed>;

    /// Masks what a cursor holds of the conversation, such as prompts that wait for their place.
    /// Returns the new cursor when something was masked, and calls `told` with each text that
    /// changes, before and after.
    fn mask_cursor(
        &self,
        _cursor: &Cursor,
        _masker: &Masker,
        _told: &mut dyn FnMut(&str, &str),
    ) -> Option<Cursor> {
        None
    }
}

/// What [`Source::read`] is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a> {
    /// The transcript.
    pub path: &'a Path,
    /// Where to go on; a cursor that does not fit the transcript any more counts as its beginning.
    pub from: &'a Cursor,
    /// Reading stops after the record that passes one of these.
    pub limits: Limits,
    /// Masks every entry: see [`ParsedEntry::masked`].
    pub masker: &'a Masker,
}

/// What bounds the time of one read.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes read.
    pub bytes: u64,
    /// Bytes of what a person or the model said.
    pub spoken_bytes: usize,
}

/// What was read of a transcript.
#[derive(Debug, Default)]
pub struct Batch {
    /// To be upserted by their ids, in the order of the conversation.
    pub entries: Vec<ParsedEntry>,
    /// Where the next read goes on.
    pub cursor: Cursor,
    /// Whether the end was reached.
    pub done: bool,
    /// Whether the transcript was rewritten and is read from its beginning again.
    pub restarted: bool,
    /// Bytes read now.
    pub bytes: u64,
    /// How far it is read, in bytes from its beginning.
    pub offset: u64,
    /// What became of the records that were read now.
    pub tally: Tally,
}

/// What a transcript was when it was looked at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stamp {
    /// Its size.
    pub bytes: u64,
    /// Time of its last change, in nanoseconds since the epoch.
    pub modified_at_ns: i64,
}

/// A transcript that was written from the store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reconstructed {
    /// Its lines in their order, without newlines.
    pub lines: Vec<String>,
    /// Entries that no line was made of.
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

/// The agent of whatever does not name one.
pub const DEFAULT: &str = claude_code::NAME;

/// Returns every source.
pub fn all() -> &'static [&'static dyn Source] {
    &[&ClaudeCode]
}

/// Returns the source of an agent.
///
/// # Errors
/// [`Error::InvalidArgument`] when this build knows no agent of that name; the message names those
/// it knows.
pub fn named(name: &str) -> Result<&'static dyn Source> {
    find(name).ok_or_else(|| {
        let known: Vec<&str> = all().iter().map(|source| source.name()).collect();
        let known = known.join(", ");
        Error::InvalidArgument(format!("no agent is called {name}: known here are {known}"))
    })
}

/// Returns how an agent writes. Of one that only a newer version knows nothing is known.
pub fn dialect(name: &str) -> &'static dyn Dialect {
    match find(name) {
        Some(source) => source,
        None => &Unknown,
    }
}

fn find(name: &str) -> Option<&'static dyn Source> {
    all().iter().find(|source| source.name() == name).copied()
}
