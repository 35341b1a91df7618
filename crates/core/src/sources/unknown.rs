//! Blocks and lines of a form that no rule knows: they are stored as they are.

use serde_json::Value;

use crate::conversation::entry::Block;
use crate::json;

/// Size limit of an unknown line or block: a larger one is stored as its size only, since it may
/// hold anything.
const UNKNOWN_BYTES_MAX: usize = 64 << 10;

/// Returns the block of an unknown line.
pub(super) fn unknown(text: &str) -> Block {
    json::value(text)
        .map_or(Block::Omitted { kind: "unknown".into(), bytes: text.len() as u64 }, unknown_value)
}

/// Returns the block of an unknown value.
pub(super) fn unknown_value(value: Value) -> Block {
    let bytes = value.to_string().len();
    if bytes > UNKNOWN_BYTES_MAX {
        Block::Omitted { kind: "unknown".into(), bytes: bytes as u64 }
    } else {
        Block::Unknown { value }
    }
}
