//! The text of a turn that is searched.

use super::action::{call, results};
use super::facts::is_foreign;
use super::label::{line, opened};
use super::said::{Said, said};
use crate::conversation::dialect::Dialect;
use crate::conversation::entry::{Block, Entry, LabelKind};
use crate::item::Fields;
use crate::terminal::plain;

/// The searchable text of a turn.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TurnText {
    /// What the person typed.
    pub prompt: String,
    /// The model's answers, without tool calls.
    pub answer: String,
}

impl TurnText {
    /// Returns the text as the fields of an item.
    pub fn fields(&self) -> Fields<'_> {
        Fields { head: &self.prompt, body: &self.answer }
    }

    /// Returns the text that is chunked and embedded: prompt and answer joined.
    pub fn passage(&self) -> String {
        self.fields().passage()
    }

    /// Whether there is no text to search.
    pub fn is_empty(&self) -> bool {
        self.fields().is_empty()
    }
}

/// Returns the searchable text of a turn: prompts and answers, also those in tool calls, without tool
/// output or elements that the agent injected. A slash command that led to no work is excluded.
pub fn text(entries: &[Entry], dialect: &Dialect) -> TurnText {
    if entries.iter().any(|entry| entry.subagent.is_some() && is_greeting(entry, dialect)) {
        return TurnText::default();
    }
    let injected = dialect.injected;
    let searchable = |text: &str| searchable(text, injected);
    let worked = entries.iter().flat_map(|entry| &entry.blocks).any(|block| {
        matches!(block, Block::Answer { .. } | Block::ToolUse { .. } | Block::Reported { .. })
    });
    let results = results(entries);
    let (mut prompts, mut answers, mut labels) = (Vec::new(), Vec::new(), Vec::new());
    for block in entries.iter().flat_map(|entry| &entry.blocks) {
        match block {
            Block::Prompt { text, command } if !command || worked => prompts.push(searchable(text)),
            Block::Steer { text } => prompts.push(searchable(text)),
            Block::Answer { text } | Block::Reported { text } => answers.push(searchable(text)),
            Block::ToolUse { .. } => {
                let call = call(block, &results);
                let opened = call.as_ref().and_then(|call| opened(call, dialect));
                labels.extend(opened.map(|address| line(LabelKind::PullRequest, address)));
                for said in call.iter().flat_map(|call| said(call, dialect)) {
                    match said {
                        Said::ByPerson(text) => prompts.push(searchable(&text)),
                        Said::ByAgent(text) => add_new(&searchable(&text), &mut answers),
                    }
                }
            }
            Block::Label { kind, text, .. } => labels.push(line(*kind, &plain(text))),
            _ => {}
        }
    }
    labels.dedup();
    answers.extend(labels);
    TurnText { prompt: searched(&prompts), answer: searched(&answers) }
}

/// Adds a text of which a version may be there: a plan is asked for again after each change. Only its
/// new paragraphs are added then.
fn add_new(text: &str, texts: &mut Vec<String>) {
    let is_new = |paragraph: &&str| !texts.iter().any(|known| known.contains(paragraph.trim()));
    let new: Vec<&str> = text.split("\n\n").filter(is_new).collect();
    texts.push(new.join("\n\n"));
}

/// What was said in a turn and may be worth a note.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spoken {
    /// What the person typed, each prompt by itself, without slash commands.
    pub typed: Vec<String>,
    /// The answer that ended the turn; empty while the model works, and when it was stopped.
    pub last_answer: String,
    /// The prompts as [`TurnText`] has them, where that also has some that nobody vouches for.
    own_prompt: Option<String>,
}

impl Spoken {
    /// Returns the prompts in which markers count, given the text of the turn.
    pub fn prompt<'s>(&'s self, text: &'s TurnText) -> &'s str {
        self.own_prompt.as_ref().unwrap_or(&text.prompt)
    }
}

/// Returns what was said in a turn. What a file of others adds to a turn of the person's does not
/// count.
pub fn spoken(entries: &[Entry], dialect: &Dialect) -> Spoken {
    if entries.iter().any(|entry| entry.is_foreign) && !is_foreign(entries) {
        let own: Vec<Entry> = entries.iter().filter(|entry| !entry.is_foreign).cloned().collect();
        let own_prompt = Some(text(&own, dialect).prompt);
        return Spoken { own_prompt, ..spoken(&own, dialect) };
    }
    let injected = dialect.injected;
    let blocks = || entries.iter().flat_map(|entry| &entry.blocks);
    let typed = texts(entries, |block| match block {
        Block::Prompt { text, command: false } | Block::Steer { text } => {
            Some(searchable(text, injected))
        }
        _ => None,
    });
    let last = blocks().rfind(|block| {
        matches!(
            block,
            Block::Answer { .. }
                | Block::Reported { .. }
                | Block::ToolUse { .. }
                | Block::ToolResult { .. }
                | Block::Interrupted
        )
    });
    let last_answer = match last {
        Some(Block::Answer { text } | Block::Reported { text }) => searchable(text, injected),
        _ => String::new(),
    };
    Spoken { typed, last_answer, own_prompt: None }
}

/// Limit on searchable text, above what anyone says at once. Longer pasted text is stored, but only
/// this much is searched.
pub(super) const TEXT_BYTES_MAX: usize = 1 << 20;

fn searched(texts: &[String]) -> String {
    let texts: Vec<&str> =
        texts.iter().map(String::as_str).filter(|text| !text.trim().is_empty()).collect();
    let mut text = texts.join("\n\n");
    text.truncate(text.floor_char_boundary(TEXT_BYTES_MAX));
    text
}

fn is_greeting(entry: &Entry, dialect: &Dialect) -> bool {
    entry.blocks.iter().any(|block| match block {
        Block::Prompt { text, .. } => (dialect.is_greeting)(text.trim()),
        _ => false,
    })
}

/// The element that Mementor itself injects into a conversation.
const OWN_ELEMENT: &str = "mementor";

/// Removes injected elements, escape sequences and control characters from a text.
pub(crate) fn searchable(text: &str, injected: &[&str]) -> String {
    let mut text = plain(text).into_owned();
    for name in injected.iter().chain([&OWN_ELEMENT]) {
        text = without_element(text, name);
    }
    // Control characters would reach a terminal, and U+0001 and U+0002 mark matches.
    text.retain(|c| !c.is_control() || matches!(c, '\n' | '\t'));
    text.trim().to_owned()
}

/// Removes every `<name …>…</name>`. An unclosed one stays, as it may be a person's words.
fn without_element(text: String, name: &str) -> String {
    let (open, close) = (format!("<{name}"), format!("</{name}>"));
    if !text.contains(&close) {
        return text;
    }
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(start) = rest.find(&open) {
        let after = &rest[start + open.len()..];
        // Without a closing tag after this point, no later opening tag has one either.
        let Some(length) = after.find(&close) else { break };
        if after.starts_with(['>', ' ', '\n']) {
            kept.push_str(&rest[..start]);
            rest = &after[length + close.len()..];
        } else {
            kept.push_str(&rest[..start + open.len()]);
            rest = after;
        }
    }
    kept.push_str(rest);
    kept
}

/// Returns the texts of the blocks that `pick` takes, without blank ones.
pub(super) fn texts(entries: &[Entry], pick: impl Fn(&Block) -> Option<String>) -> Vec<String> {
    let found = entries.iter().flat_map(|entry| &entry.blocks).filter_map(pick);
    found.filter(|text| !text.trim().is_empty()).collect()
}
