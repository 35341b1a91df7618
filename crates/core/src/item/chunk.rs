//! Splitting an item's passage into chunks that fit the model's window.

use std::ops::Range;

use text_splitter::{ChunkConfig, ChunkSizer, MarkdownSplitter};

use super::Fields;
use crate::hash::hex_digest;

/// Half the window of the usual model: a sentence is found by the vector of its paragraph but lost
/// in the vector of its page; see `bench/RESULTS.md`.
pub const CHUNK_TOKENS_MAX: usize = 128;
/// Text beyond these chunks is found by full text only.
pub const CHUNKS_PER_ITEM_MAX: usize = 48;
/// Limit in bytes, since the model counts a word without spaces as one token, whatever its length.
pub const CHUNK_BYTES_MAX: usize = 4 << 10;
/// More than enough for [`CHUNKS_PER_ITEM_MAX`] chunks; bounds the time a pasted log can take.
const PASSAGE_BYTES_MAX: usize = 64 << 10;
/// Overlap of neighbouring chunks, in percent of the window.
const OVERLAP_PERCENT: usize = 15;

/// Splits passages into chunks.
pub trait Splitter {
    /// Returns the byte ranges of the chunks of `passage`.
    fn split(&self, passage: &str) -> Vec<Range<usize>>;
}

/// Returns the part of a text that is split. The splitter takes minutes for a text that ends in tens
/// of thousands of spaces, so these are left out.
pub fn beginning(text: &str) -> &str {
    text[..text.floor_char_boundary(PASSAGE_BYTES_MAX)].trim_end()
}

/// Splits the [`beginning`] of `text` into byte ranges of at most `tokens_max` tokens as counted by
/// `sizer`, at Markdown boundaries where possible, with an overlap of 15 %.
pub fn split(text: &str, tokens_max: usize, sizer: impl ChunkSizer) -> Vec<Range<usize>> {
    let text = beginning(text);
    let config = ChunkConfig::new(tokens_max)
        .with_sizer(sizer)
        .with_overlap(tokens_max * OVERLAP_PERCENT / 100)
        .unwrap_or_else(|_| unreachable!("15 % of a capacity is below it"));
    let splitter = MarkdownSplitter::new(config);
    let chunks = splitter.chunk_indices(text).map(|(start, chunk)| start..start + chunk.len());
    chunks.flat_map(|range| bounded(text, range)).take(CHUNKS_PER_ITEM_MAX).collect()
}

/// Splits `text` as without a model, by an estimate of its tokens.
pub fn split_estimated(text: &str) -> Vec<Range<usize>> {
    split(text, CHUNK_TOKENS_MAX - SPECIAL_TOKENS, Estimate)
}

/// The two special tokens of BERT models.
pub const SPECIAL_TOKENS: usize = 2;

/// Estimates tokens as a third of the bytes: English prose has about four bytes per token, code
/// fewer.
struct Estimate;

impl ChunkSizer for Estimate {
    fn size(&self, chunk: &str) -> usize {
        chunk.len().div_ceil(3)
    }
}

/// Splits an over-long range into pieces at character boundaries.
fn bounded(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = range.start;
    while range.end - start > CHUNK_BYTES_MAX {
        let end = text.floor_char_boundary(start + CHUNK_BYTES_MAX);
        pieces.push(start..end);
        start = end;
    }
    pieces.push(start..range.end);
    pieces
}

/// Returns the hash of a chunk's embedded text, used to detect unchanged chunks.
pub fn hash(fields: Fields, range: Range<usize>) -> String {
    hex_digest(fields.embedded(range).as_bytes())[..32].to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use text_splitter::Characters;

    use super::*;

    #[test]
    fn headings_lists_and_fences_are_the_boundaries() {
        let text = "# One\n\nalpha beta gamma\n\n# Two\n\n- first\n- second\n\n```sh\nls -l\n```\n";
        let chunks: Vec<&str> =
            split(text, 28, Characters).into_iter().map(|range| &text[range]).collect();
        assert_eq!(
            chunks,
            ["# One\n\nalpha beta gamma", "# Two\n\n- first\n- second", "```sh\nls -l\n```"]
        );
    }

    #[test]
    fn an_endless_word_is_cut_and_an_item_has_a_bounded_number_of_chunks() {
        struct OneToken;
        impl ChunkSizer for OneToken {
            fn size(&self, _: &str) -> usize {
                1
            }
        }
        let word = "é".repeat(200_000);
        let chunks = split(&word, 254, OneToken);
        assert!(chunks.iter().all(|range| range.len() <= CHUNK_BYTES_MAX));
        assert!((2..=CHUNKS_PER_ITEM_MAX).contains(&chunks.len()), "{}", chunks.len());
    }

    #[test]
    fn blank_space_at_the_end_of_what_is_split_costs_nothing() {
        let text = format!("Here:{}the end", "\n".repeat(2 * PASSAGE_BYTES_MAX));
        let chunks = split_estimated(&text);
        assert_eq!((chunks.len(), chunks[0].clone()), (1, 0..5));
    }

    proptest! {
        #[test]
        fn chunks_fit_and_stand_in_order(text in "\\PC{0,600}") {
            let chunks = split(&text, 40, Characters);
            for range in &chunks {
                prop_assert!(text[range.clone()].chars().count() <= 40);
            }
            prop_assert!(chunks.windows(2).all(|pair| pair[0].start < pair[1].start));
        }
    }
}
