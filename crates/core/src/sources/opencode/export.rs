//! A session as one JSON object, as `opencode export` prints it: `{info, messages: [{info, parts}]}`.

use std::borrow::Cow;
use std::io;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::message::{self, Session};
use crate::conversation::ParsedEntry;
use crate::json;
use crate::secrets::Masker;
use crate::sources::document::{self, JsonText, Records};
use crate::sources::json_lines::{Fate, Problem};
use crate::sources::{Batch, Part};

#[derive(Deserialize)]
struct Export<'a> {
    #[serde(borrow)]
    info: &'a RawValue,
    #[serde(borrow)]
    messages: Vec<&'a RawValue>,
}

struct Messages<'a> {
    session: Session,
    messages: Vec<&'a RawValue>,
}

/// Reads the messages after a cursor; see [`document::read`].
///
/// # Errors
/// None of its own.
pub(super) fn read(part: &Part, bytes: &[u8]) -> io::Result<Batch> {
    let text = JsonText::of(bytes);
    document::read(part, bytes.len() as u64, || {
        let export: Export = match text.parse() {
            Ok(export) => export,
            Err(problem) => return Ok(Err(problem)),
        };
        let info = json::value(export.info.get()).unwrap_or_default();
        let messages = export.messages;
        Ok(session_of(&info)
            .map(|session| Messages { session, messages })
            .ok_or(Problem::NotAnEntry))
    })
}

/// Returns the directory of a session, from its `info` or a whole export.
pub(super) fn directory(bytes: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Head {
        info: Option<Value>,
        directory: Option<String>,
    }
    let head: Head = JsonText::of(bytes).parse().ok()?;
    head.directory.or_else(|| Some(head.info?["directory"].as_str()?.to_owned()))
}

fn session_of(info: &Value) -> Option<Session> {
    let named = |name: &str| info[name].as_str().map(str::to_owned);
    Some(Session::of(named("id")?, named("parentID"), named("directory")))
}

impl Records for Messages<'_> {
    type State = ();

    fn head(&self) -> String {
        format!("{:?}", self.session)
    }

    fn content(&self, number: usize) -> Option<Cow<'_, str>> {
        self.messages.get(number).map(|raw| raw.get().into())
    }

    fn take(
        &self,
        number: usize,
        before_ms: i64,
        masker: &Masker,
        (): &mut (),
        to: &mut Vec<ParsedEntry>,
    ) -> Result<Fate, Problem> {
        let mut message = json::value(self.messages[number].get()).unwrap_or_default();
        let info = message["info"].take();
        if !info.is_object() {
            return Err(Problem::NotAnEntry);
        }
        let parts = match message["parts"].take() {
            Value::Array(parts) => parts,
            _ => Vec::new(),
        };
        Ok(match message::entry(&info, &parts, &self.session, before_ms, masker) {
            Ok(parsed) => {
                to.push(parsed);
                Fate::Kept
            }
            Err(skip) => Fate::skipped(skip),
        })
    }
}
