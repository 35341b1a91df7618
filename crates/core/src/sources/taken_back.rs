//! What replaces messages that a person took back: that something was said, and its size.

use crate::conversation::entry::{Block, UNSAID};

/// Returns the blocks in place of a message of this size.
pub(super) fn blocks(is_prompt: bool, bytes: u64) -> Vec<Block> {
    let trace = Block::Omitted { kind: UNSAID.to_owned(), bytes };
    if is_prompt { vec![unsaid(), trace] } else { vec![trace] }
}

/// Returns a prompt without words, which only names the turn.
pub(super) fn unsaid() -> Block {
    Block::Prompt { text: String::new(), command: true }
}
