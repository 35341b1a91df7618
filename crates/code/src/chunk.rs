//! Pieces of a file's text that are searched and found: a symbol each, long ones split.

use std::ops::Range;

use text_splitter::{ChunkConfig, CodeSplitter, MarkdownSplitter};

use crate::language::Language;
use crate::symbol::Parsed;

/// A longer piece is split; so long a function is read as one.
const PIECE_BYTES_MAX: usize = 2_400;
/// Half of it is the least that a splitter fills a piece with, where it can.
const PIECE_BYTES: Range<usize> = PIECE_BYTES_MAX / 2..PIECE_BYTES_MAX;

/// A piece of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// Its parts in the text: those of a class are around its members.
    pub parts: Vec<Range<usize>>,
    /// The symbol that it is of, by its place in the file's list.
    pub symbol: Option<u32>,
    /// Its first line, from 1.
    pub start: u32,
    /// Its last line.
    pub end: u32,
}

/// Splits a text at the bounds of its symbols.
pub fn chunks(text: &str, parsed: &Parsed, language: &Language) -> Vec<Chunk> {
    let lines = Lines::of(text);
    let mut chunks: Vec<Chunk> = Vec::new();
    for (owner, parts) in owned(text, parsed) {
        let bytes: usize = parts.iter().map(Range::len).sum();
        let pieces = if bytes <= PIECE_BYTES_MAX {
            vec![parts]
        } else {
            let split = parts.iter().flat_map(|part| split(text, part, language));
            split.map(|piece| vec![piece]).collect()
        };
        let is_whole = pieces.len() == 1;
        for parts in pieces {
            let (start, end) = match owner.map(|at| &parsed.symbols[at as usize]) {
                Some(symbol) if is_whole => (symbol.start, symbol.end),
                _ => (lines.of_byte(parts[0].start), lines.of_byte(last_byte(&parts))),
            };
            chunks.push(Chunk { parts, symbol: owner, start, end });
        }
    }
    chunks.sort_by_key(|chunk| (chunk.start, chunk.parts[0].start));
    chunks
}

fn last_byte(parts: &[Range<usize>]) -> usize {
    parts.last().map_or(0, |part| part.end.saturating_sub(1).max(part.start))
}

/// A symbol with the parts of the text that are its own, without those of the symbols in it.
type Owned = (Option<u32>, Vec<Range<usize>>);

/// Gives every part of a text to the innermost symbol with a piece of its own. Text outside of
/// them is split where it is interrupted.
fn owned(text: &str, parsed: &Parsed) -> Vec<Owned> {
    // What stands in a function is read with it, and a value with its neighbours.
    let own = parsed.symbols.iter().zip(&parsed.spans).zip(0..);
    let own = own.filter(|((symbol, span), _)| !span.is_local && !symbol.kind.is_value());
    let mut found: Vec<Owned> = Vec::new();
    // The symbols around the place, each with its place among those found.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    let give = |found: &mut Vec<Owned>, open: &[(usize, usize)], part: Range<usize>| {
        if !text.get(part.clone()).is_some_and(|text| text.contains(char::is_alphanumeric)) {
            return;
        }
        match open.last() {
            Some((_, place)) => found[*place].1.push(part),
            None => found.push((None, vec![part])),
        }
    };
    for ((_, span), symbol) in own {
        while let Some((end, _)) = open.last().copied().filter(|(end, _)| *end <= span.bytes.start)
        {
            give(&mut found, &open, at..end.max(at));
            at = end.max(at);
            open.pop();
        }
        let start = span.bytes.start.max(at);
        give(&mut found, &open, at..start);
        at = start;
        open.push((span.bytes.end, found.len()));
        found.push((Some(symbol), Vec::new()));
    }
    while let Some((end, _)) = open.last().copied() {
        give(&mut found, &open, at..end.max(at));
        at = end.max(at);
        open.pop();
    }
    give(&mut found, &open, at..text.len());
    found.retain(|(_, parts)| !parts.is_empty());
    found
}

fn split(text: &str, part: &Range<usize>, language: &Language) -> Vec<Range<usize>> {
    let piece = &text[part.clone()];
    if piece.len() <= PIECE_BYTES_MAX {
        return vec![part.clone()];
    }
    let config = ChunkConfig::new(PIECE_BYTES).with_sizer(Bytes);
    let place = |(at, piece): (usize, &str)| part.start + at..part.start + at + piece.len();
    match language.made() {
        Some(made) => match CodeSplitter::new(made.language.clone(), config) {
            Ok(splitter) => splitter.chunk_indices(piece).map(place).collect(),
            Err(_) => vec![part.clone()],
        },
        None => MarkdownSplitter::new(config).chunk_indices(piece).map(place).collect(),
    }
}

/// Measures pieces in bytes, as the limits are.
struct Bytes;

impl text_splitter::ChunkSizer for Bytes {
    fn size(&self, chunk: &str) -> usize {
        chunk.len()
    }
}

/// Where the lines of a text begin.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        Self(std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect())
    }

    fn of_byte(&self, byte: usize) -> u32 {
        self.0.partition_point(|start| *start <= byte) as u32
    }
}
