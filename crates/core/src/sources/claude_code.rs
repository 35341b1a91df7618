//! Claude Code: its transcripts, its tools, and the text it writes in a person's name.
//!
//! Parsing never fails on content. Every line becomes exactly one of: an entry, a prompt queue
//! operation, a skipped line with a known reason, or a problem.

mod client;
mod format;
pub(super) mod hook;
mod parse;
mod queue;
mod reconstruct;
mod speech;
mod tool_details;
mod tools;

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::json_lines::{self, Fate, LineAt, LineFormat, Link, Problem};
use super::labels::Labels;
use super::{AgentFacts, Batch, Cursor, Part, Reconstructed, Source, is_uuid};
use crate::conversation::ParsedEntry;
use crate::conversation::dialect::Dialect;
use crate::conversation::entry::Entry;
use crate::secrets::{Masker, OnMasked};
pub use queue::{Queue, QueueOperation};

/// The agent's name.
pub(super) const NAME: &str = "claude-code";

/// The source of Claude Code's conversations.
#[derive(Debug, Clone, Copy)]
pub struct ClaudeCode;

static FACTS: AgentFacts = AgentFacts {
    name: NAME,
    display_name: "Claude Code",
    dialect: Dialect {
        action: tools::action,
        detail: tool_details::detail,
        injected: &speech::INJECTED,
        is_greeting: speech::is_greeting,
        has_precise_times: true,
    },
    is_command: speech::is_command,
    reserved: &speech::RESERVED,
    worktree_folder: &[".claude", "worktrees"],
    variables: &[("CLAUDE_CONFIG_DIR", "Claude Code's own folder, when it is not ~/.claude")],
    // Set for `!mementor mute` in a prompt, and when Claude itself runs a command.
    session_variable: Some("CLAUDE_CODE_SESSION_ID"),
    shell_variables: &["CLAUDECODE"],
    // Set for hooks, and for servers of tools.
    directory_variable: Some("CLAUDE_PROJECT_DIR"),
    error_marks: &["<tool_use_error>", "</tool_use_error>"],
    // It looks only in the folder of the current directory.
    resume: &["claude", "--resume", "{}"],
    ..AgentFacts::UNKNOWN
};

impl Source for ClaudeCode {
    fn facts(&self) -> &'static AgentFacts {
        &FACTS
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

    fn reconstruct(&self, session: &str, turns: &[(String, Vec<Entry>)]) -> Option<Reconstructed> {
        Some(reconstruct::transcript(session, turns))
    }

    fn mask_cursor(&self, cursor: &Cursor, masker: &Masker, told: OnMasked) -> Option<Cursor> {
        json_lines::mask_cursor(self, cursor, masker, told)
    }
}

impl LineFormat for ClaudeCode {
    type Line = Line;
    type State = Passed;

    fn parse(&self, bytes: &[u8], at: &LineAt) -> Result<Line, Problem> {
        parse::parse(bytes, at)
    }

    fn take(&self, line: Line, passed: &mut Passed, to: &mut Vec<ParsedEntry>) -> Fate {
        let Passed { queue, labels } = passed;
        match line {
            Line::Entry(entry, _) => {
                queue.take(entry, to);
                if queue.has_begun() {
                    labels.release(to);
                }
                Fate::Kept
            }
            Line::Label(label) => {
                let is_new = labels.take(*label, queue.has_begun(), to);
                if is_new { Fate::Kept } else { Fate::skipped(Skip::State) }
            }
            Line::Queued(operation) => {
                queue.apply(operation, to);
                Fate::skipped(Skip::Queue)
            }
            Line::Lost(..) => Fate::skipped(Skip::LostPrompt),
            Line::Skipped(skip, _) => Fate::skipped(skip),
        }
    }

    fn link(&self, of: &Line) -> Option<Link> {
        match of {
            Line::Queued(_) | Line::Label(_) => None,
            Line::Entry(_, link) | Line::Lost(_, link) | Line::Skipped(_, link) => *link,
        }
    }

    fn may_hide_prompt(&self, damaged: &[u8]) -> bool {
        parse::may_hide_prompt(damaged)
    }

    fn lost_turn<'l>(&self, line: &'l Line) -> Option<&'l str> {
        match line {
            Line::Lost(turn, _) => Some(turn),
            _ => None,
        }
    }

    fn directory<'l>(&self, line: &'l Line) -> Option<&'l str> {
        match line {
            Line::Entry(parsed, _) => parsed.directory(),
            Line::Queued(_) | Line::Label(_) | Line::Lost(..) | Line::Skipped(..) => None,
        }
    }

    fn held<'s>(&self, passed: &'s mut Passed) -> Vec<&'s mut Entry> {
        passed.queue.entries_mut().chain(passed.labels.entries_mut()).collect()
    }
}

/// What lines pass on to later lines.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Passed {
    /// Prompts typed while the model works.
    #[serde(flatten)]
    queue: Queue,
    /// Titles and pull requests.
    labels: Labels,
}

/// A parsed line.
#[derive(Debug, Clone, PartialEq)]
#[allow(
    clippy::large_enum_variant,
    reason = "a line is used as soon as it is read, and most are entries"
)]
pub enum Line {
    /// An entry to store.
    Entry(ParsedEntry, Option<Link>),
    /// A queued prompt, or a change to the prompt queue.
    Queued(QueueOperation),
    /// A title of the session, or a pull request that came of it.
    Label(Box<ParsedEntry>),
    /// A line of a restored transcript in place of a lost prompt, with the id of its turn.
    Lost(String, Option<Link>),
    /// A line of a known kind that is not stored.
    Skipped(Skip, Option<Link>),
}

/// Why a line of a known kind is not stored. This is the only list of such reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Skip {
    /// A blank line.
    Blank,
    /// `progress`: partial output of a running tool.
    Progress,
    /// The agent's own state: modes, snapshots, costs, request logs, and titles written again.
    State,
    /// Prompt queue operations; a queued prompt is part of the turn in which it was typed.
    Queue,
    /// `summary` lines of old versions: titles generated by the agent.
    Summary,
    /// `system` lines other than a compaction boundary.
    System,
    /// Attachments the harness adds: environment, tool lists, files.
    Harness,
    /// Hook output, including ours: storing it would feed recalled memory back into memory.
    HookOutput,
    /// `isMeta`: expansions of commands, and caveats.
    Meta,
    /// A line of a restored transcript in place of a prompt that is lost.
    LostPrompt,
    /// The summary that replaces a compacted conversation.
    CompactSummary,
    /// A line shown to the person but not given to the model.
    TranscriptOnly,
    /// Lines of the agent's own helpers, such as those that summarise or suggest prompts.
    Housekeeping,
    /// Wrapper text of a local command.
    LocalCommand,
    /// A queued command that is not a prompt.
    Synthetic,
    /// An API error displayed as an answer.
    ApiError,
    /// A message with thinking only.
    Thinking,
    /// A line without text.
    Empty,
}
