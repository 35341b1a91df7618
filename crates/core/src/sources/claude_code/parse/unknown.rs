//! Blocks without text of their own, and what no rule knows.

use serde_json::Value;

use crate::conversation::entry::Block;
use crate::sources::claude_code::format::omitted;
use crate::sources::unknown::unknown_value;

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
