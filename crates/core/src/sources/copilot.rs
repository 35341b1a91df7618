//! Copilot CLI: the events of its sessions, its tools, and what it writes in a person's name.
//!
//! A session is `session-state/<id>/events.jsonl`, to which events are appended. A person's words
//! are the content of a `user.message` without a source; the text with what hooks and the client add
//! is a second copy of it. Subagents write into the session's file.

mod client;
mod event;
pub(super) mod hook;
mod message;
mod tool_details;
mod tools;

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::json_lines::{self, Fate, LineAt, LineFormat, Link, Problem};
use super::{AgentFacts, Batch, Cursor, Part, Source, is_uuid};
use crate::conversation::ParsedEntry;
use crate::conversation::dialect::Dialect;
use crate::conversation::entry::Entry;
use crate::secrets::{Masker, OnMasked};

/// The agent's name.
const NAME: &str = "copilot";

/// The source of Copilot CLI's conversations.
#[derive(Debug, Clone, Copy)]
pub struct Copilot;

static FACTS: AgentFacts = AgentFacts {
    name: NAME,
    display_name: "Copilot CLI",
    dialect: Dialect {
        action: tools::action,
        detail: tool_details::detail,
        injected: &message::INJECTED,
        has_precise_times: true,
        ..Dialect::UNKNOWN
    },
    is_command: message::is_command,
    reserved: &message::RESERVED,
    variables: &[("COPILOT_HOME", "Copilot CLI's own folder, when it is not ~/.copilot")],
    // Seen with 1.0.102: the file of a new session appears 0.01 s after the last hook of its first
    // turn.
    writes_late_ms: 2_000,
    shell_variables: &["COPILOT_CLI"],
    // It finds a session from everywhere, and works where it is started.
    resume: &["copilot", "--resume={}"],
    ..AgentFacts::UNKNOWN
};

impl Source for Copilot {
    fn facts(&self) -> &'static AgentFacts {
        &FACTS
    }

    fn read(&self, part: &Part) -> io::Result<Batch> {
        json_lines::read(self, part)
    }

    fn directory(&self, path: &Path) -> io::Result<Option<String>> {
        json_lines::directory(self, path)
    }

    /// The session is named by the folder of its events, or by the file of a copy.
    fn session_of(&self, path: &str) -> Option<String> {
        let path = Path::new(path);
        let names = [path.parent()?.file_name(), path.file_stem()];
        let mut names = names.into_iter().flatten().filter_map(|name| name.to_str());
        names.find(|name| is_uuid(name)).map(str::to_owned)
    }

    fn mask_cursor(&self, cursor: &Cursor, masker: &Masker, told: OnMasked) -> Option<Cursor> {
        json_lines::mask_cursor(self, cursor, masker, told)
    }
}

impl LineFormat for Copilot {
    type Line = Line;
    type State = Place;

    fn parse(&self, bytes: &[u8], at: &LineAt) -> Result<Line, Problem> {
        event::parse(bytes, at)
    }

    fn take(&self, line: Line, place: &mut Place, to: &mut Vec<ParsedEntry>) -> Fate {
        match line {
            Line::Entry(parsed, _) => {
                to.push(place.of(parsed));
                Fate::Kept
            }
            Line::Place { place: next, .. } => {
                place.move_to(next);
                Fate::skipped(Skip::State)
            }
            Line::Skipped(skip, _) => Fate::skipped(skip),
        }
    }

    fn link(&self, of: &Line) -> Option<Link> {
        match of {
            Line::Entry(_, link) | Line::Place { link, .. } | Line::Skipped(_, link) => *link,
        }
    }

    fn directory<'l>(&self, line: &'l Line) -> Option<&'l str> {
        match line {
            Line::Place { directory, .. } => directory.as_deref(),
            Line::Entry(..) | Line::Skipped(..) => None,
        }
    }

    fn held<'s>(&self, place: &'s mut Place) -> Vec<&'s mut Entry> {
        vec![&mut place.at]
    }
}

/// A parsed event.
#[derive(Debug, Clone, PartialEq)]
#[allow(
    clippy::large_enum_variant,
    reason = "a line is used as soon as it is read, and most are entries"
)]
pub enum Line {
    /// An entry to store, without the place that an earlier event names.
    Entry(ParsedEntry, Option<Link>),
    /// The place of the following events.
    Place {
        /// The masked place.
        place: Place,
        /// Its directory, unmasked.
        directory: Option<String>,
        /// Its link.
        link: Option<Link>,
    },
    /// An event of a known kind that is not stored.
    Skipped(Skip, Option<Link>),
}

/// Session, directory, branch and client version: only the event that begins or resumes a session
/// names them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Place {
    session: Option<String>,
    /// An entry without content, because whatever a cursor holds is masked as an entry.
    at: Entry,
}

impl Place {
    /// Takes over what a later event names.
    fn move_to(&mut self, next: Self) {
        self.session = next.session.or(self.session.take());
        self.at.cwd = next.at.cwd.or(self.at.cwd.take());
        self.at.branch = next.at.branch.or(self.at.branch.take());
        self.at.version = next.at.version.or(self.at.version.take());
    }

    /// Returns an entry at this place.
    fn of(&self, mut parsed: ParsedEntry) -> ParsedEntry {
        let Entry { cwd, branch, version, .. } = self.at.clone();
        parsed.session.clone_from(&self.session);
        parsed.entry = Entry { cwd, branch, version, ..parsed.entry };
        parsed
    }
}

/// Why an event of a known kind is not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Skip {
    /// A blank line.
    Blank,
    /// The session's own state: its beginning and end, models, permissions, plans, usage.
    State,
    /// Hooks, which repeat prompts and our own output.
    HookOutput,
    /// What the client tells the model: its instructions, skills.
    Harness,
    /// Partial output, reasoning, the start of what a later event completes.
    Progress,
    /// A prompt that the client wrote.
    Automatic,
    /// A message with reasoning only.
    Thinking,
    /// An event without text.
    Empty,
}
