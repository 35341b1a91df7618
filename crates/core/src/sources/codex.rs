//! Codex: its rollouts (versions 0.23 to 0.169), its tools, and the text that it writes in a
//! person's name.
//!
//! A rollout is a file of JSON lines, sometimes compressed. What goes to the model and comes from
//! it is there as `response_item` lines, and most of it a second time as `event_msg` lines.
//! Entries come from the former; the latter only mark turns. Parsing never fails on content. No
//! rollout is written: Codex finds a session by a database of its own beside the rollouts.

mod client;
mod command_line;
pub(super) mod hook;
mod message;
mod output;
mod parse;
pub(super) mod patch;
mod speech;
mod thread;
mod tool_details;
mod tools;

use std::io;
use std::path::Path;

use serde::Serialize;

use super::json_lines::{self, Fate, LineAt, LineFormat, Problem};
use super::{AgentFacts, Batch, Cursor, Part, Source};
use crate::conversation::ParsedEntry;
use crate::conversation::dialect::Dialect;
use crate::conversation::entry::Entry;
use crate::secrets::{Masker, OnMasked};
pub use parse::{Item, Line};
pub use thread::Thread;

/// The agent's name.
pub(super) const NAME: &str = "codex";

/// The source of Codex's conversations.
#[derive(Debug, Clone, Copy)]
pub struct Codex;

static FACTS: AgentFacts = AgentFacts {
    name: NAME,
    display_name: "Codex",
    dialect: Dialect {
        action: tools::action,
        detail: tool_details::detail,
        has_precise_times: true,
        ..Dialect::UNKNOWN
    },
    is_command: speech::is_command,
    reserved: &speech::RESERVED,
    variables: &[("CODEX_HOME", "Codex's own folder, when it is not ~/.codex")],
    shell_variables: &["CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED", "CODEX_THREAD_ID"],
    // It finds a session from everywhere, and works where it is started.
    resume: &["codex", "resume", "{}"],
    ..AgentFacts::UNKNOWN
};

impl Source for Codex {
    fn facts(&self) -> &'static AgentFacts {
        &FACTS
    }

    fn read(&self, part: &Part) -> io::Result<Batch> {
        json_lines::read(&Lines::of(part.path), part)
    }

    fn directory(&self, path: &Path) -> io::Result<Option<String>> {
        json_lines::directory(&Lines::of(path), path)
    }

    fn mask_cursor(&self, cursor: &Cursor, masker: &Masker, told: OnMasked) -> Option<Cursor> {
        json_lines::mask_cursor(&Lines::default(), cursor, masker, told)
    }
}

/// The lines of one rollout.
#[derive(Debug, Default)]
struct Lines {
    /// The thread that the file is named after.
    thread: Option<String>,
}

impl Lines {
    fn of(path: &Path) -> Self {
        Self { thread: client::thread(path).map(str::to_owned) }
    }
}

impl LineFormat for Lines {
    type Line = Line;
    type State = Thread;

    fn parse(&self, bytes: &[u8], at: &LineAt) -> Result<Line, Problem> {
        parse::parse(bytes, at)
    }

    fn take(&self, line: Line, thread: &mut Thread, to: &mut Vec<ParsedEntry>) -> Fate {
        thread.take(line, self.thread.as_deref(), to)
    }

    fn may_hide_prompt(&self, damaged: &[u8]) -> bool {
        parse::may_hide_prompt(damaged)
    }

    fn directory<'l>(&self, line: &'l Line) -> Option<&'l str> {
        match line {
            Line::Header { place, .. } => place.directory(),
            Line::Turn { place, .. } | Line::Skipped { place, .. } => {
                place.as_ref().and_then(ParsedEntry::directory)
            }
            Line::Item(_) | Line::Named(_) | Line::RolledBack { .. } | Line::Compacted { .. } => {
                None
            }
        }
    }

    fn held<'s>(&self, thread: &'s mut Thread) -> Vec<&'s mut Entry> {
        thread.held()
    }
}

/// Why a line of a known kind is not stored. This is the only list of such reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Skip {
    /// A blank line.
    Blank,
    /// What says which session it is: the first line, which comes again when it is resumed.
    Header,
    /// What says in which turn, where and with which model the agent works.
    Turn,
    /// `event_msg`: marks, and second copies of what was said and done.
    Event,
    /// The agent's own state: the environment, the use of tokens, snapshots of files.
    State,
    /// Messages that the client adds: instructions, permissions, the environment, the output of
    /// hooks (ours too: storing it would feed recalled memory back into memory).
    Harness,
    /// What the model thought.
    Thinking,
    /// A line without text.
    Empty,
}
