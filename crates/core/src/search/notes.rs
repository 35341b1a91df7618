//! Notes as hits of a search.

use std::collections::HashSet;

use serde::Serialize;

use super::Query;
use super::rank::Ranked;
use super::suspect;
use crate::error::Result;
use crate::excerpt::{Piece, Wanted, excerpt};
use crate::item::Kind;
use crate::store::{NoteRow, Reader};

/// Maximum bytes of the excerpt of a note's body.
const EXCERPT_BYTES_MAX: usize = 240;

/// A matching note.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NoteHit {
    /// Place in the one ranking of turns and notes, from 0.
    pub rank: usize,
    /// The note without its body.
    #[serde(skip)]
    pub row: NoteRow,
    /// The summary, with the matched words marked.
    pub summary_excerpt: Vec<Piece>,
    /// The part of the body with matched words, which are marked; empty without a body.
    pub excerpt: Vec<Piece>,
    /// Fused score; higher is better. Comparable within one search only.
    pub score: f64,
    /// BM25, when a word matched.
    pub text_score: Option<f64>,
    /// Cosine similarity, when the note has vectors.
    pub similarity: Option<f32>,
}

/// Returns the ids of the notes that a query may show; none when it asks for turns alone.
pub(super) fn passing(reader: &Reader, query: &Query) -> Result<HashSet<i64>> {
    match &query.notes {
        Some(filter) if query.scope.kinds.holds(Kind::NOTE) => {
            reader.notes_passing(filter, &query.scope)
        }
        _ => Ok(HashSet::new()),
    }
}

/// Returns a note as a hit for a list; `None` when it is gone.
pub(super) fn shown(
    reader: &Reader,
    ranked: &Ranked,
    rank: usize,
    wanted: &Wanted,
    known: &[String],
) -> Result<Option<NoteHit>> {
    let Some(row) = reader.note(ranked.item)? else { return Ok(None) };
    let row = NoteRow { suspect: suspect::among(row.note.all_tags(), known), ..row };
    let body = reader.item_text(ranked.item)?.map(|(_, body)| body).unwrap_or_default();
    let marked = |text: &str| excerpt(text, &wanted.rarities, EXCERPT_BYTES_MAX);
    Ok(Some(NoteHit {
        rank,
        summary_excerpt: marked(&row.note.summary),
        excerpt: if body.is_empty() { Vec::new() } else { marked(&body) },
        row,
        score: ranked.score,
        text_score: ranked.text,
        similarity: ranked.passage.map(|passage| passage.similarity),
    }))
}
