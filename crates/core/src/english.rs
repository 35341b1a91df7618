//! English as rules read it: Markdown, sentences, sentences that say nothing, and texts cut to fit.

mod chatter;
mod hand_over;
mod line;
mod markdown;
mod sentences;

pub use chatter::{announces, is_chatter, is_filler, says};
pub use hand_over::without_hand_over;
pub use line::{flat, shortened, single_spaced};
pub use markdown::{BlockKind, TextBlock, blocks, fence, is_item, item_text, marker, open_fence};
pub use sentences::{QUESTION_MARKS, all_sentences, is_question, is_short, sentences};

use std::ops::Range;

/// Returns the range without leading and trailing whitespace.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let inside = &text[range.clone()];
    let start = range.start + inside.len() - inside.trim_start().len();
    start..start + inside.trim().len()
}
