//! Messages: a person's words, and the model's answers.

use serde_json::Value;

use super::Skip;
use super::speech::{IN_FRONT, NOTES, is_of_client, words};
use crate::conversation::entry::Block;
use crate::sources::prompts::behind_elements;

/// Returns the blocks of a message with the role of a user. Each part is judged by itself: the
/// client's instructions and the person's words may be parts of one message.
pub(super) fn user_blocks(item: &Value) -> Result<Vec<Block>, Skip> {
    let (mut texts, mut rest) = (Vec::new(), Vec::new());
    let mut harness = false;
    for (at, part) in parts(item).enumerate() {
        match part["type"].as_str() {
            Some("input_image") => rest.push(image(part)),
            _ => match part["text"].as_str() {
                Some(text) if !is_of_person(item, at) || is_of_client(text) => harness = true,
                Some(text) => match note(behind_elements(text, &IN_FRONT)) {
                    Some(note) => rest.push(note),
                    None => texts.extend(Some(words(text)).filter(|text| !text.trim().is_empty())),
                },
                None => {}
            },
        }
    }
    let images = rest.iter().any(|block| matches!(block, Block::Omitted { .. }));
    // A picture without text is also a prompt.
    if !texts.is_empty() || images {
        rest.insert(0, Block::Prompt { text: texts.join("\n"), command: false });
    }
    match (rest.is_empty(), harness) {
        (true, true) => Err(Skip::Harness),
        (true, false) => Err(Skip::Empty),
        (false, _) => Ok(rest),
    }
}

/// Returns the blocks of a message with the role of the assistant.
pub(super) fn answer_blocks(item: &Value) -> Vec<Block> {
    let texts = parts(item).filter_map(|part| part["text"].as_str());
    let texts: Vec<&str> = texts.filter(|text| !text.trim().is_empty()).collect();
    if texts.is_empty() { Vec::new() } else { vec![Block::Answer { text: texts.join("\n") }] }
}

fn parts(item: &Value) -> impl Iterator<Item = &Value> {
    item["content"].as_array().into_iter().flatten()
}

/// Whether a part is a person's, as newer versions say of each part.
fn is_of_person(item: &Value, at: usize) -> bool {
    let told = &item["internal_chat_message_metadata_passthrough"]["content_item_metadata"][at];
    told["provenance"]["type"].as_str().is_none_or(|by| by == "user")
}

fn note(text: &str) -> Option<Block> {
    let (_, kind) = NOTES.iter().find(|(start, _)| text.trim_start().starts_with(start))?;
    Some(Block::Note { kind: (*kind).to_owned(), text: text.to_owned() })
}

fn image(part: &Value) -> Block {
    Block::Omitted { kind: "image".to_owned(), bytes: part.to_string().len() as u64 }
}

/// Marks of the directory in the client's description of the environment.
const DIRECTORY: [(&str, &str); 2] = [("<cwd>", "</cwd>"), ("Current working directory: ", "\n")];

/// Returns the directory that the client's description of the environment names.
pub(super) fn directory_in(item: &Value) -> Option<String> {
    let texts = parts(item).filter_map(|part| part["text"].as_str());
    let mut environments = texts.filter(|text| text.starts_with("<environment_context>"));
    environments.find_map(|text| {
        DIRECTORY.iter().find_map(|(open, close)| {
            let (_, rest) = text.split_once(open)?;
            let (path, _) = rest.split_once(close)?;
            Some(path.trim().to_owned()).filter(|path| !path.is_empty())
        })
    })
}
