//! Blocks without text of their own, and what no rule knows.

use serde_json::Value;

use crate::conversation::entry::Block;
use crate::json;
use crate::sources::claude_code::format::omitted;

/// Size limit of an unknown line or block: a larger one is stored as its size only, since it may
/// hold anything.
const UNKNOWN_BYTES_MAX: usize = 64 << 10;

/// Records only the size of images and documents; keeps any other block as it is.
pub(super) fn attachment_or_unknown(block: Value) -> Block {
    if let Some(block) = block["text"].as_str().and_then(omitted) {
        return block;
    }
    match block["type"].as_str() {
        Some(kind @ ("image" | "document")) => {
            Block::Omitted { kind: kind.to_owned(), bytes: block.to_string().len() as u64 }
        }
        _ => unknown_value(block),
    }
}

pub(super) fn unknown(text: &str) -> Block {
    json::value(text)
        .map_or(Block::Omitted { kind: "unknown".into(), bytes: text.len() as u64 }, unknown_value)
}

fn unknown_value(value: Value) -> Block {
    let bytes = value.to_string().len();
    if bytes > UNKNOWN_BYTES_MAX {
        Block::Omitted { kind: "unknown".into(), bytes: bytes as u64 }
    } else {
        Block::Unknown { value }
    }
}
