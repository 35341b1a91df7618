//! Cursor: the transcripts that its agent appends, in the editor and on the command line.
//!
//! A line is a message `{role, message: {content}}` and has no id, and results of tools are mostly left
//! out. An entry's id is a hash of everything said in the session up to it, so a copy in another
//! folder is the same session. Its time is the one that newer clients write before a prompt; without
//! one it is the file's when it was read, and of several copies the earliest counts. Chats in the
//! editor's own database are not read.

mod client;
pub(super) mod hook;
mod line;
mod place;
mod time;
mod tools;

use std::io;
use std::path::Path;
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use super::calls::name_calls;
use super::json_lines::{self, Fate, LineAt, LineFormat, Problem};
use super::prompts::{begins_with_element, is_slash_command};
use super::{AgentFacts, Batch, Part, Source};
use crate::conversation::ParsedEntry;
use crate::conversation::dialect::Dialect;
use crate::conversation::entry::Entry;
use crate::hash::hex_digest;
use line::Line;

/// The agent's name.
const NAME: &str = "cursor";

/// The source of Cursor's conversations.
#[derive(Debug, Clone, Copy)]
pub struct CursorAgent;

static FACTS: AgentFacts = AgentFacts {
    name: NAME,
    display_name: "Cursor",
    dialect: Dialect {
        action: tools::action,
        detail: tools::detail,
        injected: &["system_reminder"],
        // Times are those of the minute, or of the file.
        has_precise_times: false,
        ..Dialect::UNKNOWN
    },
    is_command: |prompt| is_slash_command(prompt) || begins_with_element(prompt, &RESERVED),
    reserved: &RESERVED,
    // It runs what is installed for Claude Code.
    is_guest: true,
    shell_variables: &["CURSOR_AGENT"],
    // It looks only among the sessions of the current directory.
    resume: &["cursor-agent", "--resume={}"],
    ..AgentFacts::UNKNOWN
};

impl Source for CursorAgent {
    fn facts(&self) -> &'static AgentFacts {
        &FACTS
    }

    fn read(&self, part: &Part) -> io::Result<Batch> {
        json_lines::read(&Lines::of(part.path)?, part)
    }

    fn directory(&self, path: &Path) -> io::Result<Option<String>> {
        Ok(place::directory(path))
    }

    fn session_of(&self, path: &str) -> Option<String> {
        place::session(Path::new(path)).map(|(session, _)| session)
    }
}

/// Name prefixes of elements that have a meaning to the client.
const RESERVED: [&str; 4] = ["user_query", "system_reminder", "user_info", "open_and_recently"];

/// The lines of one file.
struct Lines {
    session: String,
    subagent: Option<String>,
    directory: Option<String>,
    modified_ms: i64,
}

impl Lines {
    fn of(path: &Path) -> io::Result<Self> {
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let (session, subagent) =
            place::session(path).unwrap_or_else(|| (stem.unwrap_or_default(), None));
        let modified = std::fs::metadata(path)?.modified().ok();
        let since = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let modified_ms = since.map_or(0, |duration| duration.as_millis() as i64);
        Ok(Self { session, subagent, directory: place::directory(path), modified_ms })
    }
}

/// What lines pass on to later lines.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Said {
    /// Hash of everything said before.
    hash: String,
    /// The time last written before a prompt, in milliseconds since the epoch.
    at_ms: Option<i64>,
}

impl LineFormat for Lines {
    type Line = Line;
    type State = Said;

    fn parse(&self, bytes: &[u8], at: &LineAt) -> Result<Line, Problem> {
        line::parse(bytes, |blocks| {
            let entry = Entry {
                at_ms: self.modified_ms.max(at.before_ms),
                position: at.position,
                cwd: self.directory.clone(),
                subagent: self.subagent.clone(),
                blocks,
                ..Entry::default()
            };
            ParsedEntry::masked(Some(self.session.clone()), entry, at.masker)
        })
    }

    fn take(&self, line: Line, said: &mut Said, to: &mut Vec<ParsedEntry>) -> Fate {
        let (mut parsed, digest) = match line {
            Line::Entry { parsed, digest, at_ms } => {
                said.at_ms = at_ms.or(said.at_ms);
                (*parsed, digest)
            }
            Line::Skipped(skip) => return Fate::skipped(skip),
        };
        parsed.entry.at_ms = said.at_ms.unwrap_or(parsed.entry.at_ms);
        let own = self.subagent.as_ref().unwrap_or(&self.session);
        let before = if said.hash.is_empty() { own } else { &said.hash };
        said.hash = hex_digest(format!("{before}\n{digest}").as_bytes());
        parsed.entry.id = format!("line-{}", &said.hash[..32]);
        name_calls(&mut parsed.entry);
        to.push(parsed);
        Fate::Kept
    }

    /// A line names no directory.
    fn directory<'l>(&self, _: &'l Line) -> Option<&'l str> {
        None
    }
}

/// Why a line of a known kind is not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Skip {
    /// A blank line.
    Blank,
    /// Marks of the client, such as the end of a turn.
    State,
    /// What the client or a hook tells the model in a person's name.
    Harness,
    /// A message with thinking only.
    Thinking,
    /// A message without text.
    Empty,
}
