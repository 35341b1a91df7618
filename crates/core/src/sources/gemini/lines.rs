//! Sessions of newer clients: lines with the head of the session, a message, a change of the
//! session (`$set`) or a way back (`$rewindTo`).
//!
//! A message with the id of an earlier one replaces it, so the offset of its line is its revision.
//! `$set` may hold a snapshot of all messages, of which only those are new that no line had before:
//! their revision is 1. `$rewindTo` takes a message back with all that came after: entries that say
//! nothing replace theirs.

use std::io;
use std::path::Path;

use serde_json::Value;

use super::fold::{At, Fold, Message};
use super::{Skip, place};
use crate::conversation::ParsedEntry;
use crate::conversation::entry::Entry;
use crate::json;
use crate::sources::json_lines::{Fate, LineAt, LineFormat, Problem};
use crate::sources::record::record;

/// The lines of one file.
pub(super) struct Lines {
    directory: Option<String>,
    parent: Option<String>,
}

impl Lines {
    /// Returns the format of the lines of a file.
    ///
    /// # Errors
    /// Any I/O error from looking up its directory.
    pub fn of(path: &Path) -> io::Result<Self> {
        let (directory, parent) = (place::registered(path)?, place::parent_session(path));
        Ok(Self { directory, parent })
    }

    fn message(&self, message: &Value, revision: u64, place: u64, at: &LineAt) -> Message {
        let at = At {
            position: at.position + place,
            revision,
            before_ms: at.before_ms,
            directory: self.directory.as_deref(),
            masker: at.masker,
        };
        Message::of(message, &at)
    }
}

/// Returns the revision of what a line at an offset says: above that of a snapshot.
fn revision(position: u64) -> u64 {
    position + 2
}

/// A parsed line.
pub(super) enum Line {
    /// The head of the session, or a change of it, with the messages of its snapshot.
    Head { fields: Value, snapshot: Vec<Message> },
    /// A message.
    Message(Box<Message>),
    /// A message and all after it are taken back.
    Back { to: String, place: Box<ParsedEntry> },
    /// A line that is not stored.
    Skipped(Skip),
}

impl LineFormat for Lines {
    type Line = Line;
    type State = Fold;

    fn parse(&self, bytes: &[u8], at: &LineAt) -> Result<Line, Problem> {
        let Some(mut line) = record(bytes, json::value)? else {
            return Ok(Line::Skipped(Skip::Blank));
        };
        if !line.is_object() {
            return Err(Problem::NotAnEntry);
        }
        if let Some(to) = line["$rewindTo"].as_str() {
            let entry = Entry {
                revision: revision(at.position),
                cwd: self.directory.clone(),
                ..Entry::default()
            };
            let place = Box::new(ParsedEntry::masked(None, entry, at.masker));
            return Ok(Line::Back { to: to.to_owned(), place });
        }
        if line["$set"].is_object() {
            let mut fields = line["$set"].take();
            let messages = fields["messages"].take();
            let messages = messages.as_array().into_iter().flatten();
            let snapshot = (1..).zip(messages).map(|(place, of)| self.message(of, 1, place, at));
            return Ok(Line::Head { snapshot: snapshot.collect(), fields });
        }
        if line["type"].is_null() && line["sessionId"].is_string() {
            return Ok(Line::Head { fields: line, snapshot: Vec::new() });
        }
        if line["type"].is_null() && line["id"].is_null() {
            return Err(Problem::NotAnEntry);
        }
        Ok(Line::Message(Box::new(self.message(&line, revision(at.position), 0, at))))
    }

    fn take(&self, line: Line, fold: &mut Fold, to: &mut Vec<ParsedEntry>) -> Fate {
        let parent = self.parent.as_deref();
        match line {
            Line::Head { fields, snapshot } => {
                fold.head(&fields);
                let before = to.len();
                to.extend(snapshot.into_iter().filter_map(|of| fold.in_snapshot(of, parent)));
                if to.len() > before { Fate::Kept } else { Fate::skipped(Skip::State) }
            }
            Line::Message(message) => match fold.message(*message, parent) {
                Ok(parsed) => {
                    to.push(parsed);
                    Fate::Kept
                }
                Err(skip) => Fate::skipped(skip),
            },
            Line::Back { to: id, place } => {
                let taken = fold.take_back(&id, &place, parent);
                if taken.is_empty() {
                    return Fate::skipped(Skip::Rewound);
                }
                to.extend(taken);
                Fate::Kept
            }
            Line::Skipped(skip) => Fate::skipped(skip),
        }
    }

    /// A line names no directory.
    fn directory<'l>(&self, _: &'l Line) -> Option<&'l str> {
        None
    }
}
