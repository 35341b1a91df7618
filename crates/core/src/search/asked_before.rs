//! The turn in which just this was asked before.

use super::rank::Ranked;
use crate::error::Result;
use crate::index::terms::Analyzed;
use crate::store::Reader;

/// Minimum words of a query: shorter ones ("yes", "run it") are prompts that say nothing alone.
const WORDS_MIN: usize = 4;
/// Number of best items looked at.
const LOOKED_AT_MAX: usize = 6;
/// Bytes by which the same words may be longer or shorter: marks between them.
const MARKS_BYTES: usize = 16;

/// Puts the turn first whose prompt has the words of the query and no others, where it was answered:
/// others are about the same things, but this answer is to just this question. Returns its item.
pub(super) fn first(reader: &Reader, best: &mut [Ranked], query: &Analyzed) -> Result<Option<i64>> {
    if query.folded().nth(WORDS_MIN - 1).is_none() {
        return Ok(None);
    }
    for at in 0..best.len().min(LOOKED_AT_MAX) {
        let prompt = reader.prompt_text(best[at].item)?;
        let is_same = prompt.len().abs_diff(query.text.len()) <= MARKS_BYTES
            && Analyzed::of(&prompt).folded().eq(query.folded());
        if !is_same {
            continue;
        }
        let text = reader.item_text(best[at].item)?;
        if text.is_some_and(|(_, answer)| !answer.is_empty()) {
            best[..=at].rotate_right(1);
            return Ok(Some(best[0].item));
        }
    }
    Ok(None)
}
