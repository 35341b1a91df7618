//! Notes as hits of a search.

use std::collections::HashSet;

use serde::Serialize;

use super::rank::Ranked;
use super::{Query, Search, suspect};
use crate::error::Result;
use crate::excerpt::{Piece, Wanted, excerpt};
use crate::index::document::Document;
use crate::item::Kind;
use crate::store::{NoteRow, Reader};

/// Maximum bytes of the excerpt of a note's body.
const EXCERPT_BYTES_MAX: usize = 240;

/// A matching note.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NoteHit {
    /// Place in the one ranking of turns and notes, from 0.
    pub rank: usize,
    /// The note without its body.
    #[serde(rename = "note")]
    #[cfg_attr(test, ts(type = "Note"))]
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

/// Share of a query's rarity from which on all of its words count as held.
const COVERAGE_ALL: f64 = 0.999;

/// Moves new notes that hold all words of the query before the turns that do not. A note that has no
/// vector yet gets nothing for its meaning, and would rank behind whatever has one.
pub(super) fn lifted(
    search: &Search,
    best: Vec<Ranked>,
    limit: usize,
    is_shown: impl Fn(i64) -> bool,
) -> Vec<Ranked> {
    if !search.is_semantic() {
        return best;
    }
    let is_note = |document: &Document| document.kind == Kind::NOTE && is_shown(document.item);
    with_lifted(&best, search.ranking.best(limit, is_note))
}

/// Puts those of the notes that lag behind before the first item that lacks a word.
fn with_lifted(best: &[Ranked], notes: Vec<Ranked>) -> Vec<Ranked> {
    let holds_all = |ranked: &Ranked| ranked.coverage >= COVERAGE_ALL;
    let stands = |item: i64, among: &[Ranked]| among.iter().any(|each| each.item == item);
    let at = best.iter().position(|ranked| !holds_all(ranked)).unwrap_or(best.len());
    let (before, behind) = best.split_at(at);
    let lags =
        |note: &Ranked| holds_all(note) && note.passage.is_none() && !stands(note.item, before);
    let lagging: Vec<Ranked> = notes.into_iter().filter(lags).collect();
    let rest = behind.iter().filter(|each| !stands(each.item, &lagging));
    // The scores stay in the order of the list: what is lowered later is sorted by them.
    let score = rest.clone().next().map_or(f64::MIN, |next| next.score);
    let raised = lagging.iter().map(|each| Ranked { score: each.score.max(score), ..each.clone() });
    before.iter().cloned().chain(raised).chain(rest.cloned()).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::rank::Features;
    use crate::store::Passage;

    fn ranked(item: i64, score: f64, coverage: f64, has_vector: bool) -> Ranked {
        let passage = has_vector.then_some(Passage { slot: item, similarity: 0.5 });
        let features = Features::default();
        Ranked { item, score, text: None, coverage, actions: None, passage, features }
    }

    fn items(ranked: &[Ranked]) -> Vec<i64> {
        ranked.iter().map(|ranked| ranked.item).collect()
    }

    #[test]
    fn a_new_note_with_all_words_stands_before_turns_that_lack_one() {
        let turns = [ranked(1, 9.0, 1.0, true), ranked(2, 8.0, 0.9, true)];
        let (behind, beyond) = (ranked(3, 2.0, 1.0, false), ranked(4, 1.0, 1.0, false));
        let best = [turns[0].clone(), turns[1].clone(), behind.clone()].to_vec();
        let lifted = with_lifted(&best, vec![behind, beyond]);
        assert_eq!(items(&lifted), [1, 3, 4, 2]);
        assert!(lifted.is_sorted_by(|a, b| a.score >= b.score));
    }

    #[test]
    fn other_notes_stay_where_they_are() {
        let first = ranked(5, 9.5, 1.0, false);
        let (lacks, known) = (ranked(3, 2.0, 0.5, false), ranked(4, 1.0, 1.0, true));
        let turn = ranked(1, 9.0, 0.9, true);
        let best = vec![first.clone(), turn, lacks.clone(), known.clone()];
        assert_eq!(items(&with_lifted(&best, vec![first, lacks, known])), [5, 1, 3, 4]);
    }
}
