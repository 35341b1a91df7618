//! Gemini CLI: its session files, its tools, and what it writes in a person's name.
//!
//! A session is `tmp/<project>/chats/session-<time>-<start of its id>`. Up to 0.38 it is one JSON
//! object that is written anew at each change (`.json`); newer clients append lines (`.jsonl`) that
//! may replace what earlier ones said. No file names its directory: see [`place`].

mod client;
mod fold;
pub(super) mod hook;
mod lines;
pub(super) mod message;
pub(super) mod parts;
mod place;
pub(super) mod speech;
pub(super) mod tool_details;
pub(super) mod tools;
mod whole;

use std::io;
use std::path::Path;

use serde::Serialize;

use super::json_lines;
use super::{AgentFacts, Batch, Part, Source};
use crate::conversation::dialect::Dialect;
use crate::hash::hex_digest;

/// The agent's name.
const NAME: &str = "gemini";

/// The source of Gemini CLI's conversations.
#[derive(Debug, Clone, Copy)]
pub struct Gemini;

static FACTS: AgentFacts = AgentFacts {
    name: NAME,
    display_name: "Gemini CLI",
    dialect: Dialect {
        action: tools::action,
        detail: tool_details::detail,
        injected: &speech::INJECTED,
        has_precise_times: true,
        ..Dialect::UNKNOWN
    },
    is_command: speech::is_command,
    reserved: &speech::RESERVED,
    variables: &[(
        "GEMINI_CLI_HOME",
        "the folder of Gemini CLI's .gemini, when it is not the home",
    )],
    session_variable: Some("GEMINI_SESSION_ID"),
    shell_variables: &["GEMINI_CLI"],
    directory_variable: Some("GEMINI_PROJECT_DIR"),
    // It looks only among the sessions of the current directory.
    resume: &["gemini", "--resume", "{}"],
    ..AgentFacts::UNKNOWN
};

impl Source for Gemini {
    fn facts(&self) -> &'static AgentFacts {
        &FACTS
    }

    fn read(&self, part: &Part) -> io::Result<Batch> {
        if is_lines(part.path) {
            json_lines::read(&lines::Lines::of(part.path)?, part)
        } else {
            whole::read(part)
        }
    }

    fn directory(&self, path: &Path) -> io::Result<Option<String>> {
        if is_lines(path) { place::registered(path) } else { whole::directory(path) }
    }

    fn hidden_directory(&self, path: &Path) -> Option<String> {
        place::hash_in(path)
    }

    fn mark_of(&self, directory: &str) -> Option<String> {
        Some(hex_digest(directory.as_bytes()))
    }

    /// A subagent's session belongs to its parent, whose id is the name of its folder. Other names
    /// hold only the start of an id.
    fn session_of(&self, path: &str) -> Option<String> {
        place::parent_session(Path::new(path))
    }
}

fn is_lines(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "jsonl")
}

/// Why a record of a known kind is not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Skip {
    /// A blank line.
    Blank,
    /// The session's own state: its head, titles, times.
    State,
    /// A note of the client to the person.
    Notice,
    /// An API error displayed as a message.
    ApiError,
    /// What the client tells the model: surroundings, the context of hooks, a summary.
    Harness,
    /// A prompt that the client wrote.
    Automatic,
    /// A message that an earlier record holds too.
    Repeated,
    /// The person went back, and nothing that was said is taken back.
    Rewound,
    /// A message with thinking only.
    Thinking,
    /// A message without text.
    Empty,
}
