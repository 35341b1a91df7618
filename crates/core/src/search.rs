//! One search, two policies: a person's query is answered generously, a prompt strictly.

use std::collections::HashSet;

use serde::Serialize;

use crate::embed::{Embedder, LazyEmbedder, Side};
use crate::error::{Error, Result};
use crate::gate::{self, Evidence};
use crate::rank::{self, Ranked};
use crate::store::{Reader, Scope, SnippetColumn, Store, fts};
use crate::vector::Quantised;

/// A turn that was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Hit {
    /// The turn, by its prompt's uuid.
    pub turn: String,
    /// The session to resume.
    pub session: String,
    /// Name of the project.
    pub project: String,
    /// When the turn began, in milliseconds since the epoch.
    pub at_ms: i64,
    /// Directory the agent worked in.
    pub cwd: Option<String>,
    /// Branch checked out there.
    pub branch: Option<String>,
    /// Files changed and read, the changed ones first.
    pub files: Vec<String>,
    /// What the person typed.
    pub prompt: String,
    /// The part of the turn that answers best.
    pub passage: String,
    /// A short piece of the prompt, with the matched words apart.
    pub prompt_excerpt: Vec<Piece>,
    /// A short piece of the answer; of the passage when no word matched.
    pub excerpt: Vec<Piece>,
    /// Fused score; higher is better, comparable within one search only.
    pub score: f64,
    /// BM25, when a word matched.
    pub text_score: Option<f64>,
    /// Cosine similarity, when the turn has vectors.
    pub similarity: Option<f32>,
}

/// A piece of an excerpt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// Whether it is a matched word.
    pub matched: bool,
}

/// What a search found, and what it looked at.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Found {
    /// The best turns, best first.
    pub hits: Vec<Hit>,
    /// Turns that were searched.
    pub searched: u64,
    /// Whether meaning was searched too, or words alone.
    pub semantic: bool,
}

/// What a search is for.
#[derive(Debug, Clone)]
pub struct Query {
    /// A person's words.
    pub text: String,
    /// Where to look.
    pub scope: Scope,
    /// Turns returned at most.
    pub limit: usize,
}

/// An excerpt without a matched word shows this much of the passage.
const EXCERPT_CHARS_MAX: usize = 240;

/// Turns a prompt can bring back.
const RECALL_HITS_MAX: usize = 3;
/// Turns looked at for that.
const RECALL_CANDIDATES: usize = 10;

/// Answers a person's query.
pub fn query(store: &Store, embedder: Option<&Embedder>, query: &Query) -> Result<Found> {
    let terms = fts::terms(&query.text);
    let vector = embed(embedder, &query.text)?;
    store.read(|reader| {
        let ranking = rank(reader, &terms, vector.as_ref(), &query.scope)?;
        let best = ranking.ranked.iter().take(query.limit);
        let hits = best.map(|ranked| hit(reader, ranked, &terms)).collect::<Result<_>>()?;
        Ok(Found { hits, searched: ranking.searched, semantic: ranking.semantic })
    })
}

/// Returns the turns that a prompt deserves to have brought back; usually none. The model is
/// loaded only when the prompt itself deserves a search.
pub fn recall(
    store: &Store,
    model: &mut LazyEmbedder,
    prompt: &str,
    scope: &Scope,
) -> Result<Found> {
    let nothing = Found { hits: Vec::new(), searched: 0, semantic: false };
    let terms = gate::content_terms(prompt);
    if terms.is_empty() || store.read(|reader| reader.searchable_turns(scope))? == 0 {
        return Ok(nothing);
    }
    let vector = embed(model.get().ok(), prompt)?;
    store.read(|reader| {
        let ranking = rank(reader, &terms, vector.as_ref(), scope)?;
        let best = &ranking.ranked[..ranking.ranked.len().min(RECALL_CANDIDATES)];
        let evidence = evidence(reader, &terms, best, ranking.searched)?;
        let deserved = best.iter().zip(evidence).filter(|(_, evidence)| evidence.suffices());
        let deserved = deserved.map(|(ranked, _)| hit(reader, ranked, &terms));
        let hits = deserved.take(RECALL_HITS_MAX).collect::<Result<_>>()?;
        Ok(Found { hits, searched: ranking.searched, semantic: ranking.semantic })
    })
}

struct Ranking {
    ranked: Vec<Ranked>,
    searched: u64,
    semantic: bool,
}

/// A query as a vector, with the hash of the weights that made it.
struct QueryVector {
    code: Quantised,
    weights_sha256: String,
}

fn embed(embedder: Option<&Embedder>, text: &str) -> Result<Option<QueryVector>> {
    let Some(embedder) = embedder.filter(|_| !text.trim().is_empty()) else { return Ok(None) };
    let vectors = embedder.embed(&[text], Side::Query)?;
    let weights_sha256 = embedder.spec().weights_sha256().to_owned();
    Ok(vectors.first().map(|vector| QueryVector { code: Quantised::of(vector), weights_sha256 }))
}

fn rank(
    reader: &Reader,
    terms: &[String],
    vector: Option<&QueryVector>,
    scope: &Scope,
) -> Result<Ranking> {
    let mut text = match fts::any_of(terms) {
        Some(query) => reader.full_text(&query, scope)?,
        None => Vec::new(),
    };
    let model = match vector {
        Some(vector) => reader.model(&vector.weights_sha256)?,
        None => None,
    };
    let mut similar = match (vector, model) {
        (Some(vector), Some(model)) => reader.similar(&vector.code, model, scope)?,
        _ => std::collections::HashMap::new(),
    };
    if let Some(session) = &scope.without_session {
        let known: HashSet<i64> = reader.session_turns(session)?;
        text.retain(|(turn, _)| !known.contains(turn));
        similar.retain(|turn, _| !known.contains(turn));
    }
    let searched = reader.searchable_turns(scope)?;
    let ranked = rank::fuse(&text, &similar, searched);
    Ok(Ranking { ranked, searched, semantic: vector.is_some() })
}

fn evidence(
    reader: &Reader,
    terms: &[String],
    ranked: &[Ranked],
    searched: u64,
) -> Result<Vec<Evidence>> {
    let turns: Vec<i64> = ranked.iter().map(|hit| hit.turn).collect();
    let mut found: Vec<Evidence> = ranked
        .iter()
        .map(|hit| Evidence {
            similarity: hit.passage.map(|passage| passage.similarity),
            coverage: 0.0,
            matched: 0,
        })
        .collect();
    let mut total = 0.0;
    for term in terms {
        let (holding, count) = reader.term(&fts::exactly(term), &turns)?;
        let rarity = (1.0 + searched as f64 / (count as f64 + 0.5)).ln();
        total += rarity;
        for (turn, evidence) in turns.iter().zip(&mut found) {
            if holding.contains(turn) {
                evidence.coverage += rarity;
                evidence.matched += 1;
            }
        }
    }
    found.iter_mut().for_each(|evidence| evidence.coverage /= f64::max(total, f64::MIN_POSITIVE));
    Ok(found)
}

fn hit(reader: &Reader, ranked: &Ranked, terms: &[String]) -> Result<Hit> {
    let row = reader.turn(ranked.turn)?;
    let passage = match ranked.passage {
        Some(passage) => reader.chunk_text(passage.chunk)?,
        None => row.text.passage(),
    };
    let words = fts::any_of(terms).filter(|_| ranked.text.is_some());
    let excerpt_of = |column, otherwise: &str| {
        let snippet = match &words {
            Some(words) => reader.snippet(ranked.turn, words, column)?,
            None => None,
        };
        Ok::<_, Error>(snippet.map_or_else(|| beginning(otherwise), |snippet| pieces(&snippet)))
    };
    let prompt_excerpt = excerpt_of(SnippetColumn::Prompt, &row.text.prompt)?;
    let excerpt = excerpt_of(SnippetColumn::Answer, &passage)?;
    Ok(Hit {
        turn: row.uuid,
        session: row.session,
        project: row.project,
        at_ms: row.started_at_ms,
        cwd: row.cwd,
        branch: row.branch,
        files: row.files,
        prompt: row.text.prompt,
        prompt_excerpt,
        excerpt,
        passage,
        score: ranked.score,
        text_score: ranked.text,
        similarity: ranked.passage.map(|passage| passage.similarity),
    })
}

fn beginning(passage: &str) -> Vec<Piece> {
    let end = passage.char_indices().nth(EXCERPT_CHARS_MAX).map(|(at, _)| at);
    let text = end.map_or(passage.to_owned(), |end| format!("{}…", &passage[..end]));
    vec![Piece { text, matched: false }]
}

/// Splits a snippet at the marks that the store puts around matches.
fn pieces(snippet: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut matched = false;
    for text in snippet.split([crate::store::MARK_OPEN, crate::store::MARK_CLOSE]) {
        if !text.is_empty() {
            pieces.push(Piece { text: text.to_owned(), matched });
        }
        matched = !matched;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_pieces() {
        let found = pieces("the \u{1}port\u{2} is \u{1}6543\u{2}");
        let matched: Vec<&str> =
            found.iter().filter(|piece| piece.matched).map(|piece| piece.text.as_str()).collect();
        assert_eq!(matched, ["port", "6543"]);
        assert_eq!(
            found.iter().map(|piece| piece.text.as_str()).collect::<String>(),
            "the port is 6543"
        );
    }
}
