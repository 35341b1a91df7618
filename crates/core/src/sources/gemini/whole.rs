//! Sessions of clients up to 0.38: one JSON object, written anew at each change. A message that
//! changes grows, so the length of its JSON is its revision.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::fold::{At, Fold, Message};
use super::place;
use crate::conversation::ParsedEntry;
use crate::json as any_json;
use crate::secrets::Masker;
use crate::sources::document::{self, JsonText, Records, bytes_of};
use crate::sources::json_lines::{Fate, Problem};
use crate::sources::raw::string;
use crate::sources::{Batch, Part};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Session<'a> {
    #[serde(borrow, rename = "sessionId")]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    project_hash: Option<&'a RawValue>,
    #[serde(borrow)]
    kind: Option<&'a RawValue>,
    #[serde(borrow)]
    messages: Vec<&'a RawValue>,
}

/// The messages of a session.
struct Messages<'a> {
    session: Session<'a>,
    directory: Option<String>,
    parent: Option<String>,
}

/// Reads the messages after a cursor; see [`document::read`].
///
/// # Errors
/// Any I/O error, and a file of more than 256 MiB.
pub(super) fn read(part: &Part) -> io::Result<Batch> {
    let bytes = bytes_of(part.path)?;
    let text = JsonText::of(&bytes);
    document::read(part, bytes.len() as u64, || {
        let session: Session = match text.parse() {
            Ok(session) => session,
            Err(problem) => return Ok(Err(problem)),
        };
        let registered = place::registered(part.path)?;
        let directory = registered.or_else(|| by_hash(&session, text.as_str()));
        let parent = place::parent_session(part.path);
        Ok(Ok(Messages { session, directory, parent }))
    })
}

impl Records for Messages<'_> {
    type State = Fold;

    fn head(&self) -> String {
        let (id, kind) = (string(self.session.id), string(self.session.kind));
        format!("{id:?} {kind:?} {:?} {:?}", self.directory, self.parent)
    }

    fn content(&self, number: usize) -> Option<Cow<'_, str>> {
        self.session.messages.get(number).map(|raw| raw.get().into())
    }

    fn may_open_turn(&self, number: usize) -> bool {
        self.session.messages[number].get().contains("\"user\"")
    }

    fn take(
        &self,
        number: usize,
        before_ms: i64,
        masker: &Masker,
        fold: &mut Fold,
        to: &mut Vec<ParsedEntry>,
    ) -> Result<Fate, Problem> {
        if number == 0 {
            let (id, kind) = (string(self.session.id), string(self.session.kind));
            fold.head(&json!({ "sessionId": id, "kind": kind }));
        }
        let raw = self.session.messages[number].get();
        let message = any_json::value(raw).filter(Value::is_object).ok_or(Problem::NotAnEntry)?;
        let at = At {
            position: number as u64,
            revision: raw.len() as u64,
            before_ms,
            directory: self.directory.as_deref(),
            masker,
        };
        match fold.entry(Message::of(&message, &at), self.parent.as_deref()) {
            Ok(parsed) => {
                to.push(parsed);
                Ok(Fate::Kept)
            }
            Err(skip) => Ok(Fate::skipped(skip)),
        }
    }
}

/// Returns the directory of a session; see [`place`].
///
/// # Errors
/// Any I/O error from reading the file or the client's records.
pub(super) fn directory(path: &Path) -> io::Result<Option<String>> {
    if let Some(directory) = place::registered(path)? {
        return Ok(Some(directory));
    }
    let bytes = bytes_of(path)?;
    let text = JsonText::of(&bytes);
    let session = text.parse::<Session>().ok();
    Ok(session.and_then(|session| by_hash(&session, text.as_str())))
}

fn by_hash(session: &Session, text: &str) -> Option<String> {
    place::hashed(text, &string(session.project_hash)?)
}
