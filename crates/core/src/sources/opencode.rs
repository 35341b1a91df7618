//! OpenCode: its sessions, its tools, and what it writes among a person's words.
//!
//! Since 1.2 all sessions are rows of one SQLite database that the running client changes in place.
//! Before, a session was a file, and so was each of its messages and parts. `opencode export` prints
//! a session as one JSON object. All three hold the same messages, so all three give the same
//! entries; see [`message`]. A session of the database can be read alone; see [`database`].

mod client;
mod database;
mod export;
mod files;
pub(super) mod hook;
mod message;
mod speech;
mod tool_details;
mod tools;
mod undone;

use std::io;
use std::path::Path;

use serde::Serialize;

use super::document::bytes_of;
use super::{AgentFacts, Batch, Part, Source, Stamp};
use crate::conversation::dialect::Dialect;

/// The agent's name.
const NAME: &str = "opencode";

/// The source of OpenCode's conversations.
#[derive(Debug, Clone, Copy)]
pub struct OpenCode;

static FACTS: AgentFacts = AgentFacts {
    name: NAME,
    display_name: "OpenCode",
    dialect: Dialect {
        action: tools::action,
        detail: tool_details::detail,
        injected: &speech::INJECTED,
        has_precise_times: true,
        ..Dialect::UNKNOWN
    },
    is_command: speech::is_command,
    reserved: &speech::RESERVED,
    variables: &[("XDG_DATA_HOME", "the folder of OpenCode's own, when it is not ~/.local/share")],
    shell_variables: &["OPENCODE"],
    // It looks among the sessions of the current directory's project.
    resume: &["opencode", "--session", "{}"],
    ..AgentFacts::UNKNOWN
};

impl Source for OpenCode {
    fn facts(&self) -> &'static AgentFacts {
        &FACTS
    }

    fn stamp(&self, path: &Path) -> io::Result<Stamp> {
        match database::place(path) {
            Some((database, _)) => database::stamp(database),
            None => files::stamp(path),
        }
    }

    fn holds_many(&self, path: &Path) -> bool {
        database::place(path).is_some()
    }

    fn read(&self, part: &Part) -> io::Result<Batch> {
        if let Some((database, session)) = database::place(part.path) {
            return database::read(database, session, part);
        }
        export::read(part, &files::text_of(part.path)?)
    }

    /// Each session of a database has its own directory.
    fn directory(&self, path: &Path) -> io::Result<Option<String>> {
        if self.holds_many(path) {
            return Ok(None);
        }
        Ok(export::directory(&bytes_of(path)?))
    }
}

/// Why a message is not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Skip {
    /// What the client or a plugin tells the model in a person's name.
    Harness,
    /// The summary that replaces a compacted conversation.
    Summary,
    /// An API error in place of an answer.
    ApiError,
    /// A message with thinking only.
    Thinking,
    /// A message without text.
    Empty,
    /// A message that the person undid before it was read.
    Undone,
}
