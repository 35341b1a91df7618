//! Lines: messages whose content has the blocks of the model's API.

use serde_json::Value;

use super::Skip;
use super::time::written_ms;
use crate::conversation::ParsedEntry;
use crate::conversation::entry::Block;
use crate::hash::hex_digest;
use crate::json;
use crate::sources::gemini::speech::without_added;
use crate::sources::json_lines::Problem;
use crate::sources::prompts::{behind_elements, is_slash_command};
use crate::sources::record::record;
use crate::sources::unknown::unknown_value;

/// A parsed line.
pub(super) enum Line {
    /// An entry without its id, a hash of what the line says, and the time that it names, in
    /// milliseconds since the epoch.
    Entry { parsed: Box<ParsedEntry>, digest: String, at_ms: Option<i64> },
    /// A line that is not stored.
    Skipped(Skip),
}

/// Parses a line; `made` makes the entry of its blocks.
///
/// # Errors
/// A [`Problem`] of this line.
pub(super) fn parse(
    bytes: &[u8],
    made: impl FnOnce(Vec<Block>) -> ParsedEntry,
) -> Result<Line, Problem> {
    let Some(line) = record(bytes, json::value)? else { return Ok(Line::Skipped(Skip::Blank)) };
    if !line.is_object() {
        return Err(Problem::NotAnEntry);
    }
    Ok(match blocks(&line) {
        Ok(blocks) => {
            let digest = hex_digest(&serde_json::to_vec(&blocks).unwrap_or_default());
            let named = || texts_of(&line).into_iter().find_map(written_ms);
            let at_ms = (line["role"] == "user").then(named).flatten();
            Line::Entry { parsed: Box::new(made(blocks)), digest, at_ms }
        }
        Err(skip) => Line::Skipped(skip),
    })
}

fn parts_of(line: &Value) -> Vec<&Value> {
    match &line["message"]["content"] {
        Value::Array(parts) => parts.iter().collect(),
        Value::Null => Vec::new(),
        part => vec![part],
    }
}

fn texts_of(line: &Value) -> Vec<&str> {
    parts_of(line).into_iter().filter_map(text).collect()
}

fn blocks(line: &Value) -> Result<Vec<Block>, Skip> {
    let content = &line["message"]["content"];
    let parts = parts_of(line);
    match line["role"].as_str() {
        // Of another form, in which the words may be elsewhere.
        Some("user" | "assistant") if content.is_null() => Ok(vec![unknown_value(line.clone())]),
        Some("user") => user_blocks(&parts),
        Some("assistant") => model_blocks(&parts),
        _ if line["type"] == "turn_ended" => Err(Skip::State),
        _ => Ok(vec![unknown_value(line.clone())]),
    }
}

fn text(part: &Value) -> Option<&str> {
    part.as_str().or_else(|| part["text"].as_str().filter(|_| part["type"] == "text"))
}

fn user_blocks(parts: &[&Value]) -> Result<Vec<Block>, Skip> {
    let texts: Vec<&str> = parts.iter().filter_map(|part| text(part)).collect();
    let others = parts.iter().filter(|part| text(part).is_none());
    let mut blocks: Vec<Block> = others.map(|part| beside_text(part)).collect();
    match words(&texts.join("\n")) {
        Ok(text) => {
            let command = is_slash_command(&text);
            blocks.insert(0, Block::Prompt { text, command });
        }
        Err(Skip::Empty) if blocks.iter().any(|block| matches!(block, Block::Omitted { .. })) => {
            blocks.insert(0, Block::Prompt { text: String::new(), command: false });
        }
        Err(skip) if blocks.is_empty() => return Err(skip),
        Err(_) => {}
    }
    Ok(blocks)
}

const OPEN: &str = "<user_query>";
const CLOSE: &str = "</user_query>";

/// Name prefixes of elements that the client puts before a person's words.
const IN_FRONT: [&str; 9] = [
    "timestamp",
    "system_reminder",
    "user_info",
    "open_and_recently",
    "attached_files",
    "project_layout",
    "git_status",
    "rules",
    "agent_",
];

/// Whether a text begins with an element of the client's: all but the first have names of several
/// words, unlike those of HTML.
fn begins_with_own_element(text: &str) -> bool {
    let name = text.trim_start().strip_prefix('<').unwrap_or_default();
    let name = name.split(['>', ' ', '\n']).next().unwrap_or_default();
    name.contains('_') || IN_FRONT.iter().any(|known| name.starts_with(known)) || name == "mementor"
}

/// Returns a person's words: the text of the elements that the client puts around them, or what
/// stands behind its other elements.
fn words(text: &str) -> Result<String, Skip> {
    let (text, was_cut) = without_added(text);
    let mut own = Vec::new();
    let mut rest = text.as_str();
    while let Some((_, inner)) = rest.split_once(OPEN) {
        let (words, after) = inner.split_once(CLOSE).unwrap_or((inner, ""));
        own.push(words.trim());
        rest = after;
    }
    let is_marked = !own.is_empty();
    let behind = behind_elements(&text, &IN_FRONT);
    let was_cut = was_cut || behind.len() < text.len();
    let own = if is_marked { own.join("\n") } else { behind.to_owned() };
    let is_of_client = !is_marked && begins_with_own_element(behind);
    match own.trim().is_empty() {
        true if was_cut => Err(Skip::Harness),
        true => Err(Skip::Empty),
        false if is_of_client => Err(Skip::Harness),
        false => Ok(own),
    }
}

fn model_blocks(parts: &[&Value]) -> Result<Vec<Block>, Skip> {
    let is_thought = |part: &&&Value| part["type"] == "thinking" || part["type"] == "reasoning";
    let said = parts.iter().filter(|part| !is_thought(part)).filter_map(|part| match text(part) {
        Some(text) if text.trim().is_empty() => None,
        Some(text) => Some(Block::Answer { text: text.to_owned() }),
        None => Some(beside_text(part)),
    });
    let blocks: Vec<Block> = said.collect();
    match blocks.is_empty() {
        false => Ok(blocks),
        true if parts.iter().any(|part| is_thought(&part)) => Err(Skip::Thinking),
        true => Err(Skip::Empty),
    }
}

fn beside_text(part: &Value) -> Block {
    let named = |name: &str| part[name].as_str().unwrap_or_default().to_owned();
    match part["type"].as_str() {
        Some("tool_use") => {
            Block::ToolUse { id: named("id"), name: named("name"), input: part["input"].clone() }
        }
        Some("tool_result") if part["tool_use_id"].is_string() => Block::ToolResult {
            id: named("tool_use_id"),
            text: result_text(&part["content"]),
            failed: part["is_error"] == Value::Bool(true),
        },
        Some(kind @ ("image" | "document")) => {
            Block::Omitted { kind: kind.to_owned(), bytes: part.to_string().len() as u64 }
        }
        _ => unknown_value(part.clone()),
    }
}

fn result_text(content: &Value) -> String {
    let parts = content.as_array().into_iter().flatten().filter_map(text);
    content.as_str().map_or_else(|| parts.collect::<Vec<_>>().join("\n"), str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_line_of_an_unknown_form_is_kept_as_it_is() {
        for line in [
            json!({ "role": "user", "content": "mend it" }),
            json!({ "role": "system", "message": { "content": "be brief" } }),
            json!({ "type": "checkpoint" }),
        ] {
            assert_eq!(blocks(&line), Ok(vec![Block::Unknown { value: line.clone() }]));
        }
        let part = json!({ "type": "weather", "rain": true });
        let line = json!({ "role": "assistant", "message": { "content": [part] } });
        assert_eq!(blocks(&line), Ok(vec![Block::Unknown { value: part }]));
        let ended = json!({ "type": "turn_ended", "status": "done" });
        assert_eq!(blocks(&ended), Err(Skip::State));
    }

    #[test]
    fn the_words_are_those_in_the_element_of_the_client() {
        let ours = "<mementor>\nold news\n</mementor>";
        for (text, expected) in [
            ("<user_query>\nmend it\n</user_query>", Ok("mend it")),
            (
                "<open_and_recently_viewed_files>a.rs</open_and_recently_viewed_files>\n<user_query>mend it</user_query>",
                Ok("mend it"),
            ),
            ("mend it", Ok("mend it")),
            ("<system_reminder>be brief</system_reminder>", Err(Skip::Harness)),
            (ours, Err(Skip::Harness)),
            ("<user_query>\n</user_query>", Err(Skip::Empty)),
        ] {
            assert_eq!(words(text), expected.map(str::to_owned), "{text}");
        }
        let both = format!("{ours}<user_query>mend it{ours}</user_query>");
        assert_eq!(words(&both).as_deref(), Ok("mend it"));
    }
}
