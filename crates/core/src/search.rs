//! One search, two policies: a person's query is answered generously, a prompt strictly.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use crate::embed::{Degraded, Embedded, LazyEmbedder, Side};
use crate::error::{Error, Result};
use crate::gate::{self, Evidence};
use crate::rank::{self, Ranked, Searches};
use crate::store::{Filter, Reader, Scope, SnippetColumn, Store, fts};
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
    /// The subagent whose turn it is.
    pub agent: Option<String>,
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
    /// BM25 of what was done, when that matched.
    pub action_score: Option<f64>,
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
    /// A person's words; none asks for the newest turns that pass the filter.
    pub text: String,
    /// Where to look.
    pub scope: Scope,
    /// What a turn must have.
    pub filter: Filter,
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
pub fn query(store: &Store, vector: Option<&QueryVector>, query: &Query) -> Result<Found> {
    let terms = fts::terms(&query.text);
    store.read(|reader| {
        let passing = reader.passing(&query.filter)?;
        if query.text.trim().is_empty() {
            return newest(reader, &passing.unwrap_or_default(), query);
        }
        let mut searches = search(reader, &terms, vector, &query.scope)?;
        searches.actions = actions(reader, &query.text, &query.scope)?;
        if let Some(passing) = passing {
            searches.retain(|turn| passing.contains(&turn));
        }
        let ranking = Ranking::of(&searches, vector.is_some());
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
    let vector = QueryVector::of(model, prompt).ok().flatten();
    store.read(|reader| {
        let mut searches = search(reader, &terms, vector.as_ref(), scope)?;
        // A subagent's prompts and answers are between two models.
        let of_agents = std::mem::take(&mut searches.of_agents);
        searches.retain(|turn| !of_agents.contains(&turn));
        let ranking = Ranking::of(&searches, vector.is_some());
        let best = &ranking.ranked[..ranking.ranked.len().min(RECALL_CANDIDATES)];
        let evidence = evidence(reader, &terms, best, ranking.searched)?;
        let deserved = best.iter().zip(evidence).filter(|(_, evidence)| evidence.suffices());
        let mut hits: Vec<Hit> = Vec::new();
        for (ranked, _) in deserved {
            let hit = hit(reader, ranked, &terms)?;
            // A question asked again and again must not crowd out the turn that answers it.
            if !hits.iter().any(|known| same_words(&known.prompt, &hit.prompt)) {
                hits.push(hit);
            }
            if hits.len() == RECALL_HITS_MAX {
                break;
            }
        }
        Ok(Found { hits, searched: ranking.searched, semantic: ranking.semantic })
    })
}

fn same_words(a: &str, b: &str) -> bool {
    !a.is_empty() && fts::terms(a) == fts::terms(b)
}

struct Ranking {
    ranked: Vec<Ranked>,
    searched: u64,
    semantic: bool,
}

impl Ranking {
    fn of(searches: &Searches, semantic: bool) -> Self {
        Self { ranked: rank::fuse(searches), searched: searches.turns, semantic }
    }
}

impl Searches {
    fn retain(&mut self, keep: impl Fn(i64) -> bool) {
        self.text.retain(|turn, _| keep(*turn));
        self.actions.retain(|turn, _| keep(*turn));
        self.similar.retain(|turn, _| keep(*turn));
    }
}

/// A query as a vector, with what names the model that made it.
pub struct QueryVector {
    code: Quantised,
    model_key: String,
}

impl QueryVector {
    /// Embeds a query; a blank one has no vector.
    pub fn of(model: &mut LazyEmbedder, text: &str) -> Result<Option<Self>, Degraded> {
        if text.trim().is_empty() {
            return Ok(None);
        }
        let Embedded { vectors, spec } = model.embed(&[text], Side::Query)?;
        let model_key = spec.vectors_key();
        Ok(vectors.first().map(|vector| Self { code: Quantised::of(vector), model_key }))
    }
}

fn search(
    reader: &Reader,
    terms: &[String],
    vector: Option<&QueryVector>,
    scope: &Scope,
) -> Result<Searches> {
    let text = match fts::any_of(terms) {
        Some(query) => reader.full_text(&query, scope)?,
        None => Vec::new(),
    };
    let model = match vector {
        Some(vector) => reader.model(&vector.model_key)?,
        None => None,
    };
    let similar = match (vector, model) {
        (Some(vector), Some(model)) => reader.similar(&vector.code, model, scope)?,
        _ => BTreeMap::new(),
    };
    let mut searches = Searches {
        text: text.into_iter().collect(),
        actions: BTreeMap::new(),
        similar,
        of_agents: reader.agent_turns()?,
        turns: reader.searchable_turns(scope)?,
    };
    if let Some(session) = &scope.without_session {
        let known: HashSet<i64> = reader.session_turns(session)?;
        searches.retain(|turn| !known.contains(&turn));
    }
    Ok(searches)
}

/// Searches what was done for the names of things in a query: prose is not looked for there, as
/// every turn runs commands and reads files.
fn actions(reader: &Reader, text: &str, scope: &Scope) -> Result<BTreeMap<i64, f64>> {
    let names = fts::names(text);
    let phrases: Vec<String> = names.iter().filter_map(|name| fts::phrase(name)).collect();
    if phrases.is_empty() {
        return Ok(BTreeMap::new());
    }
    let turns = reader.scope_turns(scope)?;
    let found = reader.actions(&phrases.join(" OR "))?;
    Ok(found.into_iter().filter(|(turn, _)| turns.contains(turn)).collect())
}

/// Returns the newest turns that pass a filter.
fn newest(reader: &Reader, passing: &HashSet<i64>, query: &Query) -> Result<Found> {
    let turns = reader.newest(passing, query.scope.projects.as_deref())?;
    let nothing = |turn| Ranked { turn, score: 0.0, text: None, actions: None, passage: None };
    let best = turns.into_iter().take(query.limit);
    let hits = best.map(|turn| hit(reader, &nothing(turn), &[])).collect::<Result<_>>()?;
    Ok(Found { hits, searched: reader.searchable_turns(&query.scope)?, semantic: false })
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
    for evidence in &mut found {
        evidence.coverage /= f64::max(total, f64::MIN_POSITIVE);
    }
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
        agent: row.agent,
        files: row.files,
        prompt: row.text.prompt,
        prompt_excerpt,
        excerpt,
        passage,
        score: ranked.score,
        action_score: ranked.actions,
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
