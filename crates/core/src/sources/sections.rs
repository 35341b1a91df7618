//! Histories in Markdown, which other tools keep of a conversation: a text in sections, each said by
//! somebody. A history has no ids and may be read while it is written.
//!
//! The id of a prompt is a hash of all that was said before it and of its words; the id of an answer,
//! which may still grow, a hash of what was said before it, and its length is its revision. The last
//! prompt is left until something follows it.

use std::borrow::Cow;
use std::io;

use serde::{Deserialize, Serialize};

use super::calls::name_calls;
use super::document::{self, Records};
use super::gemini::speech::without_added;
use super::json_lines::{Fate, Problem};
use super::prompts::is_slash_command;
use super::{Batch, Part, Source};
use crate::conversation::ParsedEntry;
use crate::conversation::entry::{Block, Entry};
use crate::hash::hex_digest;
use crate::secrets::Masker;

/// A part of a history.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Section {
    /// Who said it.
    pub by: By,
    /// When, in milliseconds since the epoch, if it is known.
    pub at_ms: Option<i64>,
    /// What was said.
    pub text: String,
}

/// Who said something.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum By {
    /// Nobody: a conversation begins, and may have a name.
    Heading(Option<String>),
    /// The person.
    Person,
    /// The model.
    Model,
    /// The client, which did these things.
    Client(Vec<Block>),
}

/// The sections of a history.
struct Sections {
    /// What the names of its sessions begin with.
    agent: &'static str,
    /// Directory of the conversation.
    directory: Option<String>,
    /// The sections, in order.
    all: Vec<Section>,
}

/// Reads a history from a cursor. `sections` returns its sections; `None` when the text is no
/// history of this source.
///
/// # Errors
/// Any I/O error.
pub(super) fn read(
    source: &dyn Source,
    part: &Part,
    sections: impl FnOnce(&str) -> Option<Vec<Section>>,
) -> io::Result<Batch> {
    let bytes = document::bytes_of(part.path)?;
    document::read(part, bytes.len() as u64, || {
        let Some(all) = sections(&document::text_of(&bytes)) else {
            return Ok(Err(Problem::NotAnEntry));
        };
        Ok(Ok(Sections { agent: source.name(), directory: source.directory(part.path)?, all }))
    })
}

/// What sections pass on to later ones.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Conversation {
    session: Option<String>,
    said: String,
    at_ms: i64,
}

impl Records for Sections {
    type State = Conversation;

    fn head(&self) -> String {
        format!("{:?}", self.directory)
    }

    /// The last prompt is not what it is once something follows it.
    fn content(&self, number: usize) -> Option<Cow<'_, str>> {
        let section = self.all.get(number)?;
        let is_last = section.by == By::Person && number + 1 == self.all.len();
        Some(format!("{is_last} {section:?}").into())
    }

    fn take(
        &self,
        number: usize,
        _before_ms: i64,
        masker: &Masker,
        talk: &mut Conversation,
        to: &mut Vec<ParsedEntry>,
    ) -> Result<Fate, Problem> {
        let section = &self.all[number];
        talk.at_ms = section.at_ms.unwrap_or(talk.at_ms);
        let before = talk.said.clone();
        talk.said = hash(&[&before, &section.text]);
        let skipped = |why: &str| Ok(Fate::Skipped(why.to_owned()));
        let text = section.text.clone();
        let (id, blocks) = match &section.by {
            By::Heading(name) => {
                talk.session.clone_from(name);
                talk.said = hash(&["", &text]);
                return skipped("header");
            }
            By::Person if number + 1 == self.all.len() => return skipped("unanswered"),
            By::Person => match without_added(&text).0 {
                own if own.trim().is_empty() => return skipped("harness"),
                own => {
                    let command = is_slash_command(&own);
                    (format!("prompt\n{}", talk.said), vec![Block::Prompt { text: own, command }])
                }
            },
            By::Model if text.is_empty() => return skipped("empty"),
            By::Model => (before, vec![Block::Answer { text }]),
            By::Client(blocks) if blocks.is_empty() => return skipped("client"),
            By::Client(blocks) => (before, blocks.clone()),
        };
        let id = format!("line-{}", &hash(&[self.agent, &id])[..32]);
        let session = talk.session.get_or_insert_with(|| format!("{}-{}", self.agent, &id[5..21]));
        let mut entry = Entry {
            at_ms: talk.at_ms,
            position: number as u64,
            revision: section.text.len() as u64,
            cwd: self.directory.clone(),
            blocks,
            id,
            ..Entry::default()
        };
        name_calls(&mut entry);
        to.push(ParsedEntry::masked(Some(session.clone()), entry, masker));
        Ok(Fate::Kept)
    }
}

fn hash(parts: &[&str]) -> String {
    hex_digest(parts.join("\n").as_bytes())
}

/// Returns the whole lines of a history: the last one may still be being written.
pub(super) fn whole_lines(text: &str) -> impl Iterator<Item = &str> {
    let end = text.rfind('\n').map_or(0, |at| at + 1);
    text[..end].lines()
}

/// Adds a line to the last section, or begins one. Blank lines around a section are no part of it.
pub(super) fn add_line(all: &mut Vec<Section>, by: &By, line: &str) {
    match all.last_mut() {
        Some(last) if last.by == *by => {
            if !last.text.is_empty() {
                last.text.push('\n');
            }
            last.text.push_str(line);
        }
        _ => all.push(Section { by: by.clone(), at_ms: None, text: line.to_owned() }),
    }
}
