//! Claude Code: its transcripts, its tools, and what it writes in a person's name.
//!
//! Parsing never fails on content. Every line ends as exactly one of: an entry, an operation on the
//! queue of typed prompts, skipped for a known reason, or a problem.

mod format;
mod parse;
mod queue;
mod reconstruct;
mod speech;
mod tools;

use std::io;
use std::path::Path;

use serde::Serialize;

use super::json_lines::{self, Fate, LineAt, LineFormat, Problem};
use super::{Batch, Cursor, Part, Reconstructed, Source};
use crate::conversation::ParsedEntry;
use crate::conversation::dialect::{Dialect, ToolCall};
use crate::conversation::entry::Entry;
use crate::conversation::turn::Action;
use crate::secrets::Masker;
pub use queue::{Queue, QueueOperation};

/// The agent's name.
pub(super) const NAME: &str = "claude-code";

/// The source of Claude Code's conversations.
#[derive(Debug, Clone, Copy)]
pub struct ClaudeCode;

impl Source for ClaudeCode {
    fn name(&self) -> &'static str {
        NAME
    }

    fn read(&self, part: &Part) -> io::Result<Batch> {
        json_lines::read(self, part)
    }

    fn directory(&self, path: &Path) -> io::Result<Option<String>> {
        json_lines::directory(self, path)
    }

    fn session_of(&self, path: &str) -> Option<String> {
        let stem = Path::new(path).file_stem()?.to_str()?;
        is_uuid(stem).then(|| stem.to_owned())
    }

    fn is_command(&self, prompt: &str) -> bool {
        speech::is_command(prompt)
    }

    fn reserved(&self) -> &'static [&'static str] {
        &speech::RESERVED
    }

    fn worktree_folder(&self) -> Option<&'static [&'static str]> {
        Some(&[".claude", "worktrees"])
    }

    fn reconstruct(&self, session: &str, turns: &[(String, Vec<Entry>)]) -> Option<Reconstructed> {
        Some(reconstruct::transcript(session, turns))
    }

    fn mask_cursor(
        &self,
        cursor: &Cursor,
        masker: &Masker,
        told: &mut dyn FnMut(&str, &str),
    ) -> Option<Cursor> {
        json_lines::mask_cursor(self, cursor, masker, told)
    }
}

impl Dialect for ClaudeCode {
    fn action(&self, call: &ToolCall) -> Action {
        tools::action(call)
    }

    fn injected(&self) -> &'static [&'static str] {
        &speech::INJECTED
    }

    fn is_greeting(&self, prompt: &str) -> bool {
        speech::is_greeting(prompt)
    }
}

impl LineFormat for ClaudeCode {
    type Line = Line;
    type State = Queue;

    fn parse(&self, bytes: &[u8], at: &LineAt) -> Result<Line, Problem> {
        parse::parse(bytes, at)
    }

    fn take(&self, line: Line, queue: &mut Queue, to: &mut Vec<ParsedEntry>) -> Fate {
        match line {
            Line::Entry(parsed) => {
                to.extend(queue.before(&parsed));
                to.push(parsed);
                Fate::Kept
            }
            Line::Queued(operation) => {
                queue.apply(operation);
                Fate::Skipped(Skip::Queue.name())
            }
            Line::Skipped(skip) => Fate::Skipped(skip.name()),
        }
    }

    fn directory<'l>(&self, line: &'l Line) -> Option<&'l str> {
        match line {
            Line::Entry(parsed) => parsed.directory(),
            Line::Queued(_) | Line::Skipped(_) => None,
        }
    }

    fn held<'s>(&self, queue: &'s mut Queue) -> Vec<&'s mut Entry> {
        queue.entries_mut().collect()
    }
}

/// What one line is.
#[derive(Debug, Clone, PartialEq)]
#[allow(
    clippy::large_enum_variant,
    reason = "a line is used as soon as it is read, and most are entries"
)]
pub enum Line {
    /// Worth keeping.
    Entry(ParsedEntry),
    /// A prompt typed ahead, or what became of one.
    Queued(QueueOperation),
    /// Known, and not memory.
    Skipped(Skip),
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

impl Skip {
    /// Returns the name used in reports.
    pub fn name(self) -> String {
        match serde_json::to_value(self) {
            Ok(serde_json::Value::String(name)) => name,
            _ => "unknown".into(),
        }
    }
}

fn is_uuid(text: &str) -> bool {
    let groups: Vec<usize> = text.split('-').map(str::len).collect();
    groups == [8, 4, 4, 4, 12] && text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}
