//! Messages of a session: prompts, answers with their tool calls, notes of the client.

use serde_json::Value;

use super::parts::{block, is_thought, parts, response_block, result, text};
use super::speech::{is_command, typed};
use super::{Skip, speech};
use crate::conversation::entry::Block;
use crate::sources::unknown::unknown_value;

/// The note that a person stopped the model.
const STOPPED: &str = "Request cancelled.";

/// Returns the blocks of a message.
pub(super) fn blocks(message: &Value) -> Result<Vec<Block>, Skip> {
    match message["type"].as_str() {
        Some("user") => user_blocks(message),
        Some("gemini" | "model") => model_blocks(message),
        Some("info") if message["content"] == STOPPED => Ok(vec![Block::Interrupted]),
        Some("info" | "warning") => Err(Skip::Notice),
        Some("error") => Err(Skip::ApiError),
        _ => Ok(vec![unknown_value(message.clone())]),
    }
}

/// Returns a prompt with its attachments, or the results that the model got back.
fn user_blocks(message: &Value) -> Result<Vec<Block>, Skip> {
    let content = parts(&message["content"]);
    // What is displayed is what was typed: the content also has the files that it names.
    let shown = parts(&message["displayContent"]);
    let words = if shown.is_empty() { &content } else { &shown };
    let texts: Vec<&str> = words.iter().filter_map(|part| text(part)).collect();
    let prompt = typed(&texts);
    let others = content.iter().filter(|part| text(part).is_none());
    let others = others.map(|part| block(part));
    let mut blocks: Vec<Block> = others.collect();
    let is_picture = blocks.iter().any(|block| matches!(block, Block::Omitted { .. }));
    match prompt {
        Ok(text) => {
            let command = is_command(&text);
            blocks.insert(0, Block::Prompt { text, command });
        }
        Err(Skip::Empty) if is_picture => {
            blocks.insert(0, Block::Prompt { text: String::new(), command: false });
        }
        Err(reason) if blocks.is_empty() => return Err(reason),
        Err(_) => {}
    }
    Ok(blocks)
}

/// Returns an answer, its tool calls and their results.
fn model_blocks(message: &Value) -> Result<Vec<Block>, Skip> {
    let content = parts(&message["content"]);
    let texts: Vec<&str> = content.iter().filter_map(|part| text(part)).collect();
    let answer = texts.join("\n");
    let mut blocks = Vec::new();
    if answer.trim() == speech::ACKNOWLEDGED {
        return Err(Skip::Harness);
    }
    if !answer.trim().is_empty() {
        blocks.push(Block::Answer { text: answer });
    }
    let calls: Vec<&Value> = parts(&message["toolCalls"]);
    let known = |part: &&&Value| {
        let id = &part["functionCall"]["id"];
        id.is_string() && calls.iter().any(|call| call["id"] == *id)
    };
    let others = content.iter().filter(|part| text(part).is_none() && !is_thought(part));
    blocks.extend(others.filter(|part| !known(part)).map(|part| block(part)));
    for (number, call) in calls.iter().enumerate() {
        blocks.extend(call_blocks(message, number, call));
    }
    match blocks.is_empty() {
        false => Ok(blocks),
        true if content.iter().any(|part| is_thought(part)) => Err(Skip::Thinking),
        true => match message["thoughts"].as_array() {
            Some(thoughts) if !thoughts.is_empty() => Err(Skip::Thinking),
            _ => Err(Skip::Empty),
        },
    }
}

/// Returns a call with its result, if it has one yet.
fn call_blocks(message: &Value, number: usize, call: &Value) -> Vec<Block> {
    let name = call["name"].as_str().unwrap_or_default();
    let id = call["id"].as_str().map_or_else(
        || format!("{}-{number}", message["id"].as_str().unwrap_or_default()),
        str::to_owned,
    );
    let asked =
        Block::ToolUse { id: id.clone(), name: name.to_owned(), input: call["args"].clone() };
    let failed = matches!(call["status"].as_str(), Some("error" | "cancelled"));
    let results = parts(&call["result"]);
    let mut responses = results.iter().map(|part| &part["functionResponse"]);
    let response = responses.find(|response| response.is_object());
    let said = results.iter().find_map(|part| text(part)).or(call["resultDisplay"].as_str());
    let answered = match (response, said) {
        (Some(response), _) => match response_block(response, failed) {
            Block::ToolResult { text, failed, .. } => Some(Block::ToolResult { id, text, failed }),
            other => Some(other),
        },
        (None, Some(said)) => Some(result(id, name, said, failed)),
        (None, None) => None,
    };
    [asked].into_iter().chain(answered).collect()
}
