//! Qwen Code: its session lines, and what it writes in a person's name. Its tools and the content
//! of its messages are those of Gemini CLI, from which it stems.
//!
//! A session is `projects/<directory>/chats/<id>.jsonl`, to which lines are appended. Each names
//! session, directory, branch and version. Subagents have files of their own in
//! `projects/<directory>/subagents/<session>/`.

mod client;
pub(super) mod hook;
mod line;

use std::io;
use std::path::Path;

use serde::Serialize;

use super::gemini::{speech, tool_details, tools};
use super::json_lines::{self, Fate, LineAt, LineFormat, Link, Problem};
use super::prompts::begins_with_element;
use super::{AgentFacts, Batch, Part, Source, is_uuid};
use crate::conversation::ParsedEntry;
use crate::conversation::dialect::Dialect;
use line::Line;

/// The agent's name.
const NAME: &str = "qwen";

/// Name of the folder of subagents.
const SUBAGENTS: &str = "subagents";

/// Elements that the client adds to a text.
const INJECTED: [&str; 3] = ["qwen:user-prompt-submit-context", "hook_context", "system-reminder"];

/// Name prefixes of elements that have a meaning to the client.
const RESERVED: [&str; 5] =
    ["qwen:", "system-reminder", "task-notification", "state_snapshot", "hook_context"];

/// The source of Qwen Code's conversations.
#[derive(Debug, Clone, Copy)]
pub struct Qwen;

static FACTS: AgentFacts = AgentFacts {
    name: NAME,
    display_name: "Qwen Code",
    dialect: Dialect {
        action: tools::action,
        detail: tool_details::detail,
        injected: &INJECTED,
        has_precise_times: true,
        ..Dialect::UNKNOWN
    },
    is_command: |prompt| begins_with_element(prompt, &RESERVED) || speech::is_command(prompt),
    reserved: &RESERVED,
    variables: &[
        ("QWEN_HOME", "Qwen Code's own folder, when it is not ~/.qwen"),
        ("QWEN_RUNTIME_DIR", "the folder of Qwen Code's sessions, when it is another one"),
    ],
    session_variable: Some("QWEN_CODE_SESSION_ID"),
    shell_variables: &["QWEN_CODE"],
    // It looks only in the folder of the current directory.
    resume: &["qwen", "--resume", "{}"],
    ..AgentFacts::UNKNOWN
};

impl Source for Qwen {
    fn facts(&self) -> &'static AgentFacts {
        &FACTS
    }

    fn read(&self, part: &Part) -> io::Result<Batch> {
        json_lines::read(&Lines::of(part.path), part)
    }

    fn directory(&self, path: &Path) -> io::Result<Option<String>> {
        json_lines::directory(&Lines::of(path), path)
    }

    /// The session is named by the file, or by the folder of its subagents.
    fn session_of(&self, path: &str) -> Option<String> {
        let path = Path::new(path);
        let of_subagents = path.parent().filter(|folder| {
            folder.parent().and_then(Path::file_name).is_some_and(|name| name == SUBAGENTS)
        });
        let name = of_subagents.and_then(Path::file_name).or(path.file_stem())?.to_str()?;
        is_uuid(name).then(|| name.to_owned())
    }
}

/// The lines of one file.
struct Lines {
    /// The subagent whose lines they are, by the name of its file.
    subagent: Option<String>,
    /// The session in the path.
    session: Option<String>,
}

impl Lines {
    fn of(path: &Path) -> Self {
        let session = Qwen.session_of(&path.to_string_lossy());
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let is_own = session == stem || session.is_none();
        Self { subagent: stem.filter(|_| !is_own), session }
    }
}

impl LineFormat for Lines {
    type Line = Line;
    type State = ();

    fn parse(&self, bytes: &[u8], at: &LineAt) -> Result<Line, Problem> {
        line::parse(bytes, at, self)
    }

    fn take(&self, line: Line, (): &mut (), to: &mut Vec<ParsedEntry>) -> Fate {
        match line {
            Line::Entry(parsed, _) => {
                to.push(*parsed);
                Fate::Kept
            }
            Line::Skipped { skip, .. } => Fate::skipped(skip),
        }
    }

    fn link(&self, of: &Line) -> Option<Link> {
        match of {
            Line::Entry(_, link) | Line::Skipped { link, .. } => *link,
        }
    }

    fn directory<'l>(&self, line: &'l Line) -> Option<&'l str> {
        match line {
            Line::Entry(parsed, _) => parsed.directory(),
            Line::Skipped { directory, .. } => directory.as_deref(),
        }
    }
}

/// Why a line of a known kind is not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Skip {
    /// A blank line.
    Blank,
    /// `system`: telemetry, titles, snapshots of files.
    System,
    /// What the client tells the model.
    Harness,
    /// A prompt that the client wrote.
    Automatic,
    /// A message with thinking only.
    Thinking,
    /// A line without text.
    Empty,
}
