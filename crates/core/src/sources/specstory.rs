//! SpecStory: the histories that it keeps of other agents' conversations, a Markdown file for each in
//! `.specstory/history` of a project.

use std::io;
use std::path::{Path, PathBuf};

use super::client::{Client, last_names};
use super::gemini::speech::without;
use super::prompts::{begins_with_element, is_slash_command};
use super::record::written_ms;
use super::sections::{self, By, Section, add_line, whole_lines};
use super::{AgentFacts, Batch, Part, Source};
use crate::conversation::dialect::Dialect;
use crate::surroundings::Surroundings;

/// The agent's name.
const NAME: &str = "specstory";

/// The source of SpecStory's histories.
#[derive(Debug, Clone, Copy)]
pub struct SpecStory;

static FACTS: AgentFacts = AgentFacts {
    name: NAME,
    display_name: "SpecStory",
    dialect: Dialect { injected: &["tool-use", "think", "details"], ..Dialect::UNKNOWN },
    is_command: |prompt| {
        is_slash_command(prompt) || begins_with_element(prompt, &["command-", "system-reminder"])
    },
    is_import: true,
    // Only the agent of the conversation could go back into it.
    resume: &["mementor", "show", "{}"],
    ..AgentFacts::UNKNOWN
};

impl Source for SpecStory {
    fn facts(&self) -> &'static AgentFacts {
        &FACTS
    }

    fn read(&self, part: &Part) -> io::Result<Batch> {
        sections::read(self, part, |history| {
            let all = sections(history);
            let begins = all.iter().any(|section| section.by == By::Person);
            (begins || whole_lines(history).count() <= HEAD_LINES_MAX).then_some(all)
        })
    }

    /// The project holds the folder of the histories.
    fn directory(&self, path: &Path) -> io::Result<Option<String>> {
        let mut folders = path.ancestors();
        let own =
            folders.find(|folder| folder.file_name().is_some_and(|name| name == ".specstory"));
        let project = own.and_then(Path::parent).or_else(|| path.parent());
        Ok(project.map(|folder| folder.to_string_lossy().into_owned()))
    }
}

impl Client for SpecStory {
    fn roots(&self, _: &Surroundings) -> Vec<PathBuf> {
        Vec::new()
    }

    fn is_transcript(&self, path: &str) -> bool {
        let [name, folder, above] = last_names(path);
        let is_named = name.strip_suffix(".md").is_some_and(|name| !name.is_empty());
        above == ".specstory" && folder == "history" && is_named
    }

    /// A path does not name the session.
    fn session_at(&self, _: &Path) -> Option<String> {
        None
    }
}

/// Lines before the first thing that is said.
const HEAD_LINES_MAX: usize = 16;

/// What a line looks like that names the speaker: `_**User (2026-01-01 10:00:00Z)**_`.
const OPEN: &str = "_**";
const CLOSE: &str = "**_";

/// Elements of the model's work in an answer.
const WORK: [(&str, &str); 2] = [("<think>", "</think>"), ("<tool-use", "</tool-use>")];

fn sections(history: &str) -> Vec<Section> {
    let mut all: Vec<Section> = Vec::new();
    let mut head = String::new();
    let mut speaker = None;
    for line in whole_lines(history) {
        if let Some((by, at_ms)) = speaking(line) {
            if all.is_empty() {
                let by = By::Heading(session_in(&head));
                all.push(Section { by, at_ms: time_in(&head), text: head.trim().to_owned() });
            }
            all.push(Section { by: by.clone(), at_ms, text: String::new() });
            speaker = Some(by);
        } else if let Some(by) = &speaker {
            add_line(&mut all, by, line);
        } else {
            head.push_str(line);
            head.push('\n');
        }
    }
    for section in all.iter_mut().skip(1) {
        let mut text = std::mem::take(&mut section.text);
        for (open, close) in WORK {
            text = without(text, open, close);
            // It is still being written.
            if section.by == By::Model
                && let Some(start) = begun(&text, open)
            {
                text.truncate(start);
            }
        }
        // A rule ends what was said.
        let text = text.trim_end();
        text.strip_suffix("---").unwrap_or(text).trim().clone_into(&mut section.text);
    }
    all
}

/// Returns where a line begins with an element that does not end.
fn begun(text: &str, open: &str) -> Option<usize> {
    let mut starts = text.match_indices(open).map(|(at, _)| at);
    starts.find(|at| *at == 0 || text[..*at].ends_with('\n'))
}

fn speaking(line: &str) -> Option<(By, Option<i64>)> {
    let told = line.trim().strip_prefix(OPEN)?.strip_suffix(CLOSE)?;
    let by = match told.split([' ', '(']).next()? {
        "User" => By::Person,
        "Assistant" | "Agent" => By::Model,
        _ => return None,
    };
    Some((by, time_in(told)))
}

/// Returns the time in parentheses, such as `(2026-01-01 10:00:00Z)`.
fn time_in(text: &str) -> Option<i64> {
    text.split('(').skip(1).find_map(|rest| written_ms(rest.split(')').next()?.trim()))
}

/// Returns a name for the session that a comment names: `<!-- cursor Session 1b2c… (…) -->`.
fn session_in(head: &str) -> Option<String> {
    let (_, rest) = head.split_once(" Session ")?;
    let id = rest.split_whitespace().next()?;
    super::is_uuid(id).then(|| format!("{NAME}-{id}"))
}
