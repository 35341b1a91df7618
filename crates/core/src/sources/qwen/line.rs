//! Parser of Qwen Code's lines, versions 0.10 to 0.24. Fields of the wrong type count as absent.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{Lines, Skip};
use crate::conversation::ParsedEntry;
use crate::conversation::entry::{Block, Entry};
use crate::hash::hex_digest;
use crate::json;
use crate::sources::gemini::parts::{self, is_thought};
use crate::sources::gemini::tool_details::SPOKEN;
use crate::sources::gemini::{Skip as Spoken, speech};
use crate::sources::json_lines::{LineAt, Link, Problem};
use crate::sources::raw::{field, string};
use crate::sources::record::{record, text, time_ms};
use crate::sources::unknown::unknown;

/// A parsed line.
pub(super) enum Line {
    /// An entry to store.
    Entry(Box<ParsedEntry>, Option<Link>),
    /// A line that is not stored, with the directory that it names.
    Skipped { skip: Skip, directory: Option<String>, link: Option<Link> },
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Fields<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<&'a RawValue>,
    #[serde(borrow)]
    subtype: Option<&'a RawValue>,
    #[serde(borrow)]
    provenance: Option<&'a RawValue>,
    #[serde(borrow)]
    uuid: Option<&'a RawValue>,
    #[serde(borrow)]
    parent_uuid: Option<&'a RawValue>,
    #[serde(borrow)]
    forked_from: Option<&'a RawValue>,
    #[serde(borrow)]
    session_id: Option<&'a RawValue>,
    #[serde(borrow)]
    timestamp: Option<&'a RawValue>,
    #[serde(borrow)]
    cwd: Option<&'a RawValue>,
    #[serde(borrow)]
    git_branch: Option<&'a RawValue>,
    #[serde(borrow)]
    version: Option<&'a RawValue>,
    #[serde(borrow)]
    message: Option<&'a RawValue>,
    #[serde(borrow)]
    system_payload: Option<&'a RawValue>,
    #[serde(borrow)]
    tool_call_result: Option<&'a RawValue>,
}

/// Parses one line.
pub(super) fn parse(bytes: &[u8], at: &LineAt, file: &Lines) -> Result<Line, Problem> {
    let read = |text: &str| {
        let fields: Fields = serde_json::from_str(text).ok()?;
        line(&fields, text, at, file)
    };
    let blank = || Line::Skipped { skip: Skip::Blank, directory: None, link: None };
    record(bytes, read).map(|line| line.unwrap_or_else(blank))
}

fn line(fields: &Fields, text: &str, at: &LineAt, file: &Lines) -> Option<Line> {
    let blocks = match &*string(fields.kind)? {
        "user" => fields.prompt_blocks(file),
        "assistant" => fields.answer_blocks(),
        "tool_result" => Ok(fields.result_blocks()),
        "system" => match string(fields.subtype).as_deref() {
            Some("chat_compression") => Ok(vec![Block::Compacted]),
            _ => Err(Skip::System),
        },
        _ => Ok(vec![unknown(text)]),
    };
    let link = fields.link();
    Some(match blocks {
        Ok(blocks) => Line::Entry(Box::new(fields.entry(blocks, text, at, file)), link),
        Err(skip) => Line::Skipped { skip, directory: self::text(fields.cwd), link },
    })
}

impl Fields<'_> {
    /// Returns the link to the line before; after `/rewind` to the one that the person went back to.
    fn link(&self) -> Option<Link> {
        Some(Link::of(&string(self.uuid)?, string(self.parent_uuid).as_deref()))
    }

    fn entry(&self, blocks: Vec<Block>, line: &str, at: &LineAt, file: &Lines) -> ParsedEntry {
        let entry = Entry {
            // A fork may copy lines under ids of its own, and names those that it copied.
            id: field(self.forked_from, "messageUuid")
                .or_else(|| text(self.uuid))
                .unwrap_or_else(|| format!("line-{}", &hex_digest(line.as_bytes())[..32])),
            at_ms: time_ms(self.timestamp).unwrap_or(at.before_ms),
            position: at.position,
            cwd: text(self.cwd),
            branch: text(self.git_branch),
            subagent: file.subagent.clone(),
            version: text(self.version),
            blocks,
            ..Entry::default()
        };
        let session = match file.subagent {
            Some(_) => file.session.clone(),
            None => text(self.session_id),
        };
        ParsedEntry::masked_keeping(session, entry, at.masker, &SPOKEN)
    }

    /// Returns a prompt that a person typed, or the task of a subagent. Newer clients say who wrote
    /// a prompt, and what of it was displayed.
    fn prompt_blocks(&self, file: &Lines) -> Result<Vec<Block>, Skip> {
        let writer = string(self.provenance);
        let typed = writer.as_deref().is_none_or(|writer| writer == "real_user");
        if !typed && file.subagent.is_none() {
            return Err(Skip::Automatic);
        }
        let parts = self.parts();
        let payload = value(self.system_payload);
        let texts: Vec<&str> = parts.iter().filter_map(parts::text).collect();
        let shown = payload["displayText"].as_str().filter(|text| !text.trim().is_empty());
        let text = words(&shown.map_or(texts, |text| vec![text]))?;
        let command = speech::is_command(&text);
        let others = parts.iter().filter(|part| parts::text(part).is_none());
        let others = others.map(parts::block);
        Ok([Block::Prompt { text, command }].into_iter().chain(others).collect())
    }

    /// Returns an answer and its tool calls.
    fn answer_blocks(&self) -> Result<Vec<Block>, Skip> {
        let parts = self.parts();
        let texts: Vec<&str> = parts.iter().filter_map(parts::text).collect();
        let answer = texts.join("\n");
        let answer = (!answer.trim().is_empty()).then_some(Block::Answer { text: answer });
        let others = parts.iter().filter(|part| parts::text(part).is_none() && !is_thought(part));
        let blocks: Vec<Block> = answer.into_iter().chain(others.map(parts::block)).collect();
        match blocks.is_empty() {
            false => Ok(blocks),
            true if parts.iter().any(is_thought) => Err(Skip::Thinking),
            true => Err(Skip::Empty),
        }
    }

    fn result_blocks(&self) -> Vec<Block> {
        let result = value(self.tool_call_result);
        let failed = matches!(result["status"].as_str(), Some("error" | "cancelled"));
        let parts = self.parts();
        let blocks = parts.iter().map(|part| match &part["functionResponse"] {
            response if response.is_object() => parts::response_block(response, failed),
            _ => parts::block(part),
        });
        blocks.collect()
    }

    fn parts(&self) -> Vec<Value> {
        let mut message = value(self.message);
        match message["parts"].take() {
            Value::Array(parts) => parts,
            Value::Null => Vec::new(),
            part => vec![part],
        }
    }
}

fn value(raw: Option<&RawValue>) -> Value {
    raw.and_then(|raw| json::value(raw.get())).unwrap_or_default()
}

/// Elements of the client around or beside a person's words.
const ADDED: [(&str, &str); 2] = [
    ("<qwen:user-prompt-submit-context>", "</qwen:user-prompt-submit-context>"),
    ("<system-reminder>", "</system-reminder>"),
];

/// Beginning of a report about a task in the background.
const NOTIFICATION: &str = "<task-notification";

fn words(texts: &[&str]) -> Result<String, Skip> {
    if texts.first().is_some_and(|text| text.trim_start().starts_with(NOTIFICATION)) {
        return Err(Skip::Automatic);
    }
    let texts: Vec<String> = texts.iter().map(|text| without_added(text)).collect();
    let own: Vec<&str> =
        texts.iter().map(String::as_str).filter(|text| !text.trim().is_empty()).collect();
    if own.is_empty() && !texts.is_empty() {
        return Err(Skip::Harness);
    }
    speech::typed(&own).map_err(|skip| match skip {
        Spoken::Automatic => Skip::Automatic,
        Spoken::Harness => Skip::Harness,
        _ => Skip::Empty,
    })
}

fn without_added(text: &str) -> String {
    let mut kept = text.to_owned();
    for (open, close) in ADDED {
        kept = speech::without(kept, open, close);
    }
    if kept.len() == text.len() { kept } else { kept.trim().to_owned() }
}
