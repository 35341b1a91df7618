//! Aider: the history that it appends to `.aider.chat.history.md` in a project.
//!
//! A line that begins with `####` is the person's, one that begins with `>` the client's; both end
//! with two spaces. All others are the model's. Times are those of the place, of which nothing is
//! known: they are taken for UTC.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::client::{Client, last_names};
use super::input::text;
use super::prompts::is_slash_command;
use super::record::written_ms;
use super::sections::{self, By, Section, add_line, whole_lines};
use super::{AgentFacts, Batch, Part, Source};
use crate::conversation::dialect::Dialect;
use crate::conversation::entry::Block;
use crate::conversation::turn::{Action, ActionKind};
use crate::surroundings::Surroundings;

/// The agent's name.
const NAME: &str = "aider";

/// The source of Aider's histories.
#[derive(Debug, Clone, Copy)]
pub struct Aider;

static FACTS: AgentFacts = AgentFacts {
    name: NAME,
    display_name: "Aider",
    dialect: Dialect {
        action: |call| {
            let target = text(call.input, "path").unwrap_or_default();
            Action { kind: ActionKind::Edit, ..Action::of(call).on(target) }
        },
        ..Dialect::UNKNOWN
    },
    is_command: |prompt| is_slash_command(prompt) || prompt.starts_with('!'),
    is_import: true,
    resume: &["aider", "--restore-chat-history"],
    ..AgentFacts::UNKNOWN
};

impl Source for Aider {
    fn facts(&self) -> &'static AgentFacts {
        &FACTS
    }

    fn read(&self, part: &Part) -> io::Result<Batch> {
        sections::read(self, part, |history| {
            let all = sections(history);
            let begins = all.iter().any(|section| matches!(section.by, By::Heading(_)));
            (begins || all.is_empty()).then_some(all)
        })
    }

    fn directory(&self, path: &Path) -> io::Result<Option<String>> {
        Ok(path.parent().map(|folder| folder.to_string_lossy().into_owned()))
    }
}

impl Client for Aider {
    fn roots(&self, _: &Surroundings) -> Vec<PathBuf> {
        Vec::new()
    }

    fn is_transcript(&self, path: &str) -> bool {
        last_names(path) == [".aider.chat.history.md"]
    }

    /// A history holds many sessions.
    fn session_at(&self, _: &Path) -> Option<String> {
        None
    }
}

/// Beginning of the line with which a conversation begins, before its time.
const STARTED: &str = "# aider chat started at ";

/// Beginning of the client's line about a file that it changed.
const APPLIED: &str = "Applied edit to ";

fn sections(history: &str) -> Vec<Section> {
    let mut all: Vec<Section> = Vec::new();
    for line in whole_lines(history) {
        if let Some(time) = line.strip_prefix(STARTED) {
            let at_ms = written_ms(time.trim());
            all.push(Section { by: By::Heading(None), at_ms, text: line.to_owned() });
            continue;
        }
        let is_marked = line.ends_with("  ");
        match (line.strip_prefix("####"), line.strip_prefix('>')) {
            (Some(words), _) if is_marked => add_line(&mut all, &By::Person, words.trim()),
            (_, Some(told)) if is_marked => {
                add_line(&mut all, &By::Client(changed(told)), told.trim());
            }
            _ if line.trim().is_empty() && !is_said_by_model(&all) => {}
            _ => add_line(&mut all, &By::Model, line),
        }
    }
    for section in &mut all {
        section.text = section.text.trim().to_owned();
    }
    all
}

fn is_said_by_model(all: &[Section]) -> bool {
    all.last().is_some_and(|last| last.by == By::Model)
}

/// Returns the call and the result that a line of the client reports.
fn changed(line: &str) -> Vec<Block> {
    let Some(path) = line.trim().strip_prefix(APPLIED) else { return Vec::new() };
    vec![
        Block::ToolUse { id: String::new(), name: "edit".into(), input: json!({ "path": path }) },
        Block::ToolResult { id: String::new(), text: line.trim().to_owned(), failed: false },
    ]
}
