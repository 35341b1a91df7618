//! English as rules read it: Markdown, sentences, sentences that say nothing, and texts cut to fit.

mod chatter;
mod markdown;
mod sentences;

pub use chatter::{is_chatter, opens_with_chatter, says};
pub use markdown::{BlockKind, TextBlock, blocks, fence, is_item, marker, open_fence};
pub use sentences::{all_sentences, is_short, sentences};

use std::ops::Range;

/// Returns the range without leading and trailing whitespace.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let inside = &text[range.clone()];
    let start = range.start + inside.len() - inside.trim_start().len();
    start..start + inside.trim().len()
}
