//! Search by words, meaning and actions, fused into one ranking.

mod answered;
mod asked;
mod asked_before;
pub mod browse;
pub(crate) mod copies;
mod correct;
mod known;
pub(crate) mod last_word;
mod mark;
mod matched;
pub mod meant;
mod named;
mod not_found;
mod notes;
mod phrase;
pub(crate) mod question;
pub(crate) mod question_words;
pub mod rank;
mod scale;
mod superseded;
pub mod suspect;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use serde::Serialize;

use crate::conversation::turn::TurnText;
use crate::embed::{Degraded, Embedded, LazyEmbedder, Side};
use crate::english::without_hand_over;
use crate::error::Result;
use crate::excerpt::{Excerpts, Piece, Room, Similar, Wanted, excerpt, marked};
use crate::index::collection::{Collection, Posting};
use crate::index::document::Document;
use crate::index::lexical::{Lexical, Scoring};
use crate::index::terms::{Analyzed, beginning};
use crate::index::when::{Now, When};
use crate::item::{Kind, Kinds};
use crate::search::phrase::{Phrase, phrases};
use crate::search::rank::{Features, Profile, Ranked, Ranking, Searches};
use crate::store::{Filter, NoteFilter, Passages, Reader, Scope, Store, fts};
use crate::vector;
use crate::work::met;
pub use answered::Answered;
pub use correct::{Corrected, corrected};
pub use mark::{Mark, MarkKind};
pub use matched::{Matched, MatchedCommand};
pub use notes::NoteHit;

/// A matching turn.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hit {
    /// Place in the one ranking of turns and notes, from 0.
    pub rank: usize,
    /// Uuid of its prompt, which identifies the turn.
    pub turn: String,
    /// The session to resume.
    pub session: String,
    /// Name of the project.
    pub project: String,
    /// Key of the project: several projects may have the same name.
    pub project_key: String,
    /// Directory the agent worked in.
    pub cwd: Option<String>,
    /// Branch checked out there.
    pub branch: Option<String>,
    /// Name of the coding agent whose conversation it is.
    pub coding_agent: String,
    /// Changed and read files, the changed ones first.
    pub files: Vec<String>,
    /// Text typed by the user.
    pub prompt: String,
    /// The parts of the turn that answer best, shown beside the beginning of its prompt: whole
    /// sentences, items, rows and closed code, with "…" for omitted text. Empty for a turn that
    /// says no more than that, and for one that is only named, not shown.
    pub passage: String,
    /// Snippet of the prompt, with the matched words marked.
    pub prompt_excerpt: Vec<Piece>,
    /// A shorter passage, with the matched words marked; the whole one of the first hit.
    pub excerpt: Vec<Piece>,
    /// Fused score; higher is better. Comparable within one search only.
    pub score: f64,
    /// For how many turns it stands that say the same again, itself included.
    pub times: u64,
    /// Tags by which the agent marked what it was not sure of.
    pub suspect: Vec<String>,
    /// When the turn began, in milliseconds since the epoch.
    pub at_ms: i64,
    /// The subagent that ran the turn.
    #[serde(rename = "agent")]
    pub subagent: Option<String>,
    /// What became of it since, the most telling first; empty until [`crate::marks`] looked.
    pub marks: Vec<Mark>,
    /// BM25, when a word matched.
    pub text_score: Option<f64>,
    /// Cosine similarity, when the turn has vectors.
    pub similarity: Option<f32>,
    /// BM25 of the actions, when one matched.
    pub action_score: Option<f64>,
    /// The actions that the filter asked for; `None` when it asked for none.
    pub matched: Option<Matched>,
}

/// Results of a search, and what it covered.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Found {
    /// The best turns, best first; of a listing, in the order asked for.
    pub hits: Vec<Hit>,
    /// The best notes; their ranks are places among the turns.
    pub notes: Vec<NoteHit>,
    /// Number of turns searched.
    pub searched: u64,
    /// Number of notes searched.
    pub searched_notes: u64,
    /// Whether vectors were searched, and not words alone.
    pub semantic: bool,
    /// Words of the query that were searched with another spelling.
    pub corrected: Vec<Correction>,
    /// Words of the query that no turn holds, each with another word that is near. They were not
    /// searched.
    pub offered: Vec<Correction>,
    /// What the hits are to the query; `None` for one without a word to look for.
    pub answered: Option<Answered>,
    /// The words that no searched turn holds, where that makes the hits no more than the nearest: a
    /// name in the query, or all of its words.
    pub missing: Vec<String>,
    /// Number of turns that pass the filter; only for a listing, which has no words.
    pub listed: Option<u64>,
}

/// A word of a query with another one, which was searched instead or is offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Correction {
    /// The word as typed.
    pub from: String,
    /// The other word, as a stored turn spells it.
    pub to: String,
}

/// Whether a word, in lower case and without accents, is a usual one; `None` when there is no
/// list of words.
pub type Lexicon<'a> = dyn FnMut(&str) -> Option<bool> + 'a;

/// Order of a listing, by the start of the turns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Order {
    /// The newest turn first.
    #[default]
    NewestFirst,
    /// The oldest turn first.
    OldestFirst,
}

/// A search request.
#[derive(Debug, Clone)]
pub struct Query {
    /// The user's query. Blank text asks for the newest turns that pass the filter.
    pub text: String,
    /// Turns to search.
    pub scope: Scope,
    /// Conditions that a turn must meet.
    pub filter: Filter,
    /// Conditions on notes; without any no note is searched.
    pub notes: Option<NoteFilter>,
    /// Maximum number of turns and notes returned.
    pub limit: usize,
    /// Names of the tags by which agents mark what they were not sure of.
    pub suspect: Vec<String>,
}

/// A ranked turn, with the features that decided its rank.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedTurn {
    /// Uuid of its prompt, which identifies the turn.
    pub turn: String,
    /// The first session it was stored under.
    pub session: String,
    /// Fused score; higher is better. Comparable within one search only.
    pub score: f64,
    /// BM25, when a word matched.
    pub text: Option<f64>,
    /// Cosine similarity, when the turn has vectors.
    pub similarity: Option<f32>,
    /// Features that the score is computed from.
    pub features: Features,
}

/// Maximum bytes of a prompt in a list of hits.
const PROMPT_BYTES_MAX: usize = 240;
/// Maximum characters of an excerpt in a list of hits, but for that of the first hit.
const EXCERPT_CHARS_MAX: usize = 240;
/// Maximum characters of a passage, for a program, and of the first hit's excerpt: it is read first, and
/// more of an answer is in it.
const PASSAGE_CHARS_MAX: usize = 480;

/// A parsed query.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    /// Beginning of the query, as typed.
    pub text: String,
    /// Search terms with their weights.
    pub terms: Vec<(String, f64)>,
    /// Times that the query names.
    pub when: When,
    /// Words in a row that it asks for; none of a prompt, whose cost is bounded.
    pub(crate) phrases: Vec<Phrase>,
}

impl Asked {
    /// Creates it from an analyzed query. `now` is the reference time of "last week".
    pub fn of(query: &Analyzed, now: Now) -> Self {
        let words: Vec<&str> = query.folded().collect();
        let terms = query.terms().into_iter().map(|term| (term, 1.0)).collect();
        let (text, when) = (beginning(query.text).to_owned(), When::of(&words, now));
        Self { text, terms, when, phrases: Vec::new() }
    }

    /// Creates it from a query of a person or an agent, which also asks for words in a row.
    fn of_query(query: &Analyzed, now: Now) -> Self {
        Self { phrases: phrases(query), ..Self::of(query, now) }
    }

    /// Returns each term's weighted rarity, for excerpts.
    fn rarities(&self, lexical: &Lexical) -> BTreeMap<String, f64> {
        let terms = self.terms.iter().zip(&lexical.terms);
        terms.map(|((term, weight), of)| (term.clone(), of.rarity * weight)).collect()
    }
}

/// Ranking of a search, with the terms and the vector it looked for.
pub(crate) struct Search {
    pub ranking: Ranking,
    pub wanted: Wanted,
    /// The phrases of the query, each with the positions of the items that hold it.
    held: Vec<Held>,
}

/// A phrase of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Held {
    /// Byte range in the query.
    pub range: Range<usize>,
    /// Whether only what holds it is asked for.
    pub is_quoted: bool,
    /// Positions of the items that say it, or did it, in order.
    pub items: Vec<u32>,
}

impl Search {
    /// Whether vectors of the model were searched, and not words alone.
    pub fn is_semantic(&self) -> bool {
        let Searches { collection, similar, .. } = self.ranking.searches();
        let has_vector = |document: &Document| similar.of(document.item).is_some();
        !similar.is_empty() && collection.documents().iter().any(has_vector)
    }

    /// Returns how many items of a kind were searched.
    fn documents(&self, kind: Kind) -> usize {
        let documents = self.ranking.searches().collection.documents();
        documents.iter().filter(|document| document.kind == kind).count()
    }

    /// Returns how many turns were searched.
    pub fn turns(&self) -> usize {
        self.ranking.searches().collection.documents().len()
    }

    /// Returns the ids of the items that hold all quoted phrases; `None` for a query without any,
    /// and where no item has one that the query asks for among other words.
    fn quoted(&self, query: &Analyzed) -> Option<HashSet<i64>> {
        let documents = self.ranking.searches().collection.documents();
        let mut phrases = self.held.iter().filter(|held| held.is_quoted).peekable();
        phrases.peek()?;
        let mut at: HashSet<u32> = (0..documents.len() as u32).collect();
        for phrase in phrases {
            at.retain(|at| phrase.items.binary_search(at).is_ok());
        }
        let asks_for_more = query.words.iter().any(|word| {
            !self.held.iter().any(|held| held.is_quoted && held.range.contains(&word.start))
        });
        let items = at.iter().map(|at| documents[*at as usize].item).collect();
        (!at.is_empty() || !asks_for_more).then_some(items)
    }
}

/// Answers a user's query, as it is: [`corrected`] corrects it before.
pub fn query(
    store: &Store,
    vector: Option<&QueryVector>,
    query: &Query,
    now: Now,
    model: &mut LazyEmbedder,
) -> Result<Found> {
    let analyzed = Analyzed::of(&query.text);
    let asked = Asked::of_query(&analyzed, now);
    store.read(|reader| {
        if query.text.trim().is_empty() {
            return listing(reader, query, Order::NewestFirst);
        }
        let passing = met::passing(reader, &query.filter, &query.scope)?;
        let mut notes = notes::passing(reader, query)?;
        let search = search(reader, &asked, vector, (&query.scope, Profile::QUERY))?;
        let quoted = search.quoted(&analyzed);
        let is_asked = |item: i64| quoted.as_ref().is_none_or(|quoted| quoted.contains(&item));
        notes.retain(|item| is_asked(*item));
        let passes = |document: &Document| match document.kind {
            Kind::NOTE => notes.contains(&document.item),
            _ => {
                passing.as_ref().is_none_or(|passing| passing.contains(&document.item))
                    && is_asked(document.item)
            }
        };
        let room = query.limit.saturating_add(suspect::ROOM);
        let best = search.ranking.best(room.max(copies::LOOKED_AT_MAX), passes);
        let (mut best, times) = copies::once(reader, copies::left_out(reader, best)?, room)?;
        let answers = asked_before::first(reader, &mut best, &analyzed)?;
        let best = last_word::ahead(reader, best, &search, answers)?;
        let best = notes::lifted(&search, best, query.limit, |item| notes.contains(&item));
        let mut best = suspect::lowered(reader, best, &query.suspect, query.limit)?;
        let first: Vec<i64> = best.iter().take(answered::HITS).map(|ranked| ranked.item).collect();
        let within = (reader, &query.scope, &passes);
        let (answered, missing) = search.answered(&analyzed, &first, within, (model, vector))?;
        if answered == Some(Answered::NotHere) {
            best.truncate(NEAREST_MAX);
        }
        let mut found = shown_all(reader, &best, &notes, &search.wanted, query)?;
        for (ranked, hit) in turns_of(&best, &notes).zip(&mut found.hits) {
            hit.times = times.get(&ranked.item).copied().unwrap_or(1);
        }
        Ok(Found {
            answered,
            missing,
            searched: search.documents(Kind::TURN) as u64,
            searched_notes: search.documents(Kind::NOTE) as u64,
            semantic: search.is_semantic(),
            ..found
        })
    })
}

/// Lists the turns that pass the filter of a query, whose text is ignored.
pub fn list(store: &Store, query: &Query, order: Order) -> Result<Found> {
    store.read(|reader| listing(reader, query, order))
}

/// Returns the best items of the kinds in scope, best first. What is shown of an item depends on
/// its kind.
pub fn items(
    store: &Store,
    vector: Option<&QueryVector>,
    query: &Query,
    now: Now,
) -> Result<Vec<Ranked>> {
    let asked = Asked::of_query(&Analyzed::of(&query.text), now);
    store.read(|reader| {
        let search = search(reader, &asked, vector, (&query.scope, Profile::QUERY))?;
        Ok(search.ranking.best(query.limit, |_| true))
    })
}

/// Returns the ranking of a search with the deciding features, without excerpts.
pub fn ranking(
    store: &Store,
    vector: Option<&QueryVector>,
    query: &Query,
    now: Now,
) -> Result<Vec<RankedTurn>> {
    let asked = Asked::of_query(&Analyzed::of(&query.text), now);
    store.read(|reader| {
        let search = search(reader, &asked, vector, (&query.scope, Profile::QUERY))?;
        let best = search.ranking.best(query.limit, |_| true);
        best.iter().map(|ranked| ranked_turn(reader, ranked)).collect()
    })
}

pub(crate) fn ranked_turn(reader: &Reader, ranked: &Ranked) -> Result<RankedTurn> {
    let (turn, session) = reader.turn_names(ranked.item)?;
    Ok(RankedTurn {
        turn,
        session,
        score: ranked.score,
        text: ranked.text,
        similarity: ranked.passage.map(|passage| passage.similarity),
        features: ranked.features,
    })
}

/// Maximum number of hits where they are only the nearest.
const NEAREST_MAX: usize = 2;

/// A query's vector, with what the vectors of the model that made it are known by.
pub struct QueryVector {
    vector: vector::VectorQuery,
    /// The vector as the model gave it, of length 1.
    unit: Vec<f32>,
    key: String,
    /// Items of which a chunk waits for its vector, with its similarity.
    waiting: Vec<(i64, f32)>,
}

/// Maximum number of chunks that a query embeds: with more, the few that it could embed would come
/// before the others.
const WAITING_MAX: usize = 8;

impl QueryVector {
    /// Embeds a query; `None` for a blank one.
    pub fn of(model: &mut LazyEmbedder, text: &str) -> Result<Option<Self>, Degraded> {
        if text.trim().is_empty() {
            return Ok(None);
        }
        let Embedded { vectors, spec } = model.embed(&[beginning(text)], Side::Query)?;
        let key = spec.vectors_key();
        let of = |unit: Vec<f32>| {
            let vector = vector::VectorQuery::new(&unit);
            Self { vector, unit, key, waiting: Vec::new() }
        };
        Ok(vectors.into_iter().next().map(of))
    }

    /// Embeds the chunks that wait for their vectors, if they are few, so that what was stored a second
    /// ago is found by meaning too. Nothing is stored.
    pub fn with_waiting(mut self, reader: &Reader, model: &mut LazyEmbedder) -> Result<Self> {
        let chunks = reader.waiting(WAITING_MAX + 1, Some(&self.key))?;
        if chunks.is_empty() || chunks.len() > WAITING_MAX {
            return Ok(self);
        }
        let texts: Vec<&str> = chunks.iter().map(|chunk| chunk.text.as_str()).collect();
        if let Ok(Embedded { vectors, .. }) = model.embed(&texts, Side::Passage) {
            let similarities = vectors.iter().map(|vector| self.similarity(vector) as f32);
            self.waiting = chunks.iter().map(|chunk| chunk.item).zip(similarities).collect();
        }
        Ok(self)
    }

    /// Returns the cosine similarity of a unit vector.
    fn similarity(&self, vector: &[f32]) -> f64 {
        vector.iter().zip(&self.unit).map(|(a, b)| f64::from(a * b)).sum()
    }
}

pub(crate) fn search(
    reader: &Reader,
    asked: &Asked,
    vector: Option<&QueryVector>,
    (scope, profile): (&Scope, Profile),
) -> Result<Search> {
    let projects = reader.scope_projects(scope)?;
    let mut documents = Vec::new();
    for project in &projects {
        reader.documents(*project, scope, &mut documents)?;
    }
    if let Some(before_ms) = scope.before_ms {
        documents.retain(|document| document.started_at_ms < before_ms);
    }
    let collection = Collection::new(documents);
    let (lexical, held) = lexical(reader, asked, &collection, &projects)?;
    let rarities = asked.rarities(&lexical);
    let names = fts::names(&asked.text);
    // Recall does not weigh it, and prompts pay for nothing else.
    let share = || named::share(&names, &asked.terms, &lexical.terms);
    let in_names = if profile.weighs_names() { share() } else { 0.0 };
    let actions = actions(reader, &names, &collection)?;
    let similar = similar(reader, vector, scope)?;
    let searches = Searches { collection, lexical, actions, similar, named: in_names };
    let ranking = Ranking::of(searches, profile);
    let wanted = Wanted::new(rarities, meaning(reader, vector)?).asking(&asked.text);
    Ok(Search { ranking, wanted, held })
}

/// Returns a query's vector with the id of its model; `None` without stored vectors of it.
fn meaning(
    reader: &Reader,
    vector: Option<&QueryVector>,
) -> Result<Option<(vector::VectorQuery, i64)>> {
    let Some(QueryVector { vector, key, .. }) = vector else { return Ok(None) };
    Ok(reader.model(key)?.map(|model| (vector.clone(), model)))
}

/// Returns the lexical scores, and which items hold each phrase of the query.
fn lexical(
    reader: &Reader,
    asked: &Asked,
    collection: &Collection,
    projects: &[i64],
) -> Result<(Lexical, Vec<Held>)> {
    let mut scoring = Scoring::of(collection);
    let mut of_terms: HashMap<&str, Vec<u32>> = HashMap::new();
    for (term, weight) in &asked.terms {
        let mut postings = Vec::new();
        for project in projects {
            reader.each_posting_block(*project, term, |block, bytes| {
                collection.locate(block, bytes, &mut postings);
            })?;
        }
        if !asked.phrases.is_empty() {
            of_terms.insert(term, positions(&postings));
        }
        scoring.add(postings, *weight);
    }
    let mut held = Vec::new();
    for phrase in &asked.phrases {
        let Some(postings) = phrase.postings(reader, collection, &of_terms)? else { continue };
        let mut items = positions(&postings);
        if !postings.is_empty() {
            scoring.add(postings, 1.0);
        }
        if let Some(did) = fts::phrase(&asked.text[phrase.range.clone()]) {
            let did = reader.actions(&did)?.into_iter();
            items.extend(did.filter_map(|(turn, _)| collection.position(turn)).map(|at| at as u32));
            items.sort_unstable();
            items.dedup();
        }
        held.push(Held { range: phrase.range.clone(), is_quoted: phrase.is_quoted, items });
    }
    Ok((scoring.finish(&asked.when), held))
}

/// Returns the positions of postings, in order.
fn positions(postings: &[Posting]) -> Vec<u32> {
    let mut positions: Vec<u32> = postings.iter().map(|posting| posting.at).collect();
    positions.sort_unstable();
    positions
}

/// Returns the best passage of each item; nothing without semantic search.
fn similar(reader: &Reader, vector: Option<&QueryVector>, scope: &Scope) -> Result<Passages> {
    let stored = match meaning(reader, vector)? {
        Some((vector, model)) => reader.similar(&vector, model, scope)?,
        None => Passages::default(),
    };
    Ok(stored.with_waiting(vector.map_or(&[], |vector| &vector.waiting)))
}

/// Searches the actions for the names of things in a query. Prose is not searched there, because
/// every turn runs commands and reads files. Returns scores by position; empty when the query has
/// no such names.
fn actions(reader: &Reader, names: &[String], collection: &Collection) -> Result<Vec<f64>> {
    let phrases: Vec<String> = names.iter().filter_map(|name| fts::phrase(name)).collect();
    if phrases.is_empty() {
        return Ok(Vec::new());
    }
    let mut scores = vec![0.0; collection.documents().len()];
    for (turn, score) in reader.actions(&phrases.join(" OR "))? {
        if let Some(at) = collection.position(turn) {
            scores[at] = score;
        }
    }
    Ok(scores)
}

/// Lists the turns and notes that pass a filter; none when the filter is empty.
fn listing(reader: &Reader, query: &Query, order: Order) -> Result<Found> {
    let passing = met::passing(reader, &query.filter, &query.scope)?.unwrap_or_default();
    let notes = notes::passing(reader, query)?;
    let turns = if query.scope.kinds.holds(Kind::TURN) {
        reader.newest(&passing, query.scope.projects.as_deref())?
    } else {
        Vec::new()
    };
    let listed = turns.len() as u64;
    let mut items = if notes.is_empty() { turns } else { reader.newest_first(&turns, &notes)? };
    if order == Order::OldestFirst {
        items.reverse();
    }
    let looked_at = query.limit.saturating_add(suspect::ROOM);
    let best: Vec<Ranked> = items.into_iter().take(looked_at).map(Ranked::unsearched).collect();
    let count = best.len();
    let mut best = copies::left_out(reader, best)?;
    let listed = listed - (count - best.len()) as u64;
    best.truncate(query.limit);
    let found = shown_all(reader, &best, &notes, &Wanted::default(), query)?;
    let of = |kind| {
        let kinds = if query.scope.kinds.holds(kind) { Kinds::of(&[kind]) } else { Kinds::of(&[]) };
        reader.searchable(&Scope { kinds, ..query.scope.clone() })
    };
    let (searched, searched_notes) = (of(Kind::TURN)?, of(Kind::NOTE)?);
    Ok(Found { searched, searched_notes, listed: Some(listed), ..found })
}

/// Returns ranked items as hits: turns, and those that are among `notes`.
fn shown_all(
    reader: &Reader,
    best: &[Ranked],
    notes: &HashSet<i64>,
    wanted: &Wanted,
    query: &Query,
) -> Result<Found> {
    let mut found = Found::default();
    for (rank, ranked) in best.iter().enumerate() {
        if notes.contains(&ranked.item) {
            found.notes.extend(notes::shown(reader, ranked, rank, wanted, &query.suspect)?);
        } else {
            let suspect = suspect::of_turn(reader, ranked.item, &query.suspect)?;
            let room = if found.hits.is_empty() { PASSAGE_CHARS_MAX } else { EXCERPT_CHARS_MAX };
            let hit = shown(reader, ranked, wanted, room, &query.filter)?;
            found.hits.push(Hit { rank, suspect, ..hit });
        }
    }
    Ok(found)
}

/// Returns those of the ranked items that are turns, in the order of their hits.
fn turns_of<'r>(best: &'r [Ranked], notes: &'r HashSet<i64>) -> impl Iterator<Item = &'r Ranked> {
    best.iter().filter(|ranked| !notes.contains(&ranked.item))
}

/// Returns a turn as a hit for a list, with an excerpt of at most `room` characters, its passage, and
/// what a filter asked for.
fn shown(
    reader: &Reader,
    ranked: &Ranked,
    wanted: &Wanted,
    room: usize,
    filter: &Filter,
) -> Result<Hit> {
    let (mut hit, text) = hit(reader, ranked)?;
    let similar = similarities(reader, ranked.item, wanted)?;
    let excerpts = Excerpts::of(&text, &similar, wanted);
    let passage = |chars_max| excerpts.choose(wanted, Room::of(chars_max));
    hit.passage = passage(PASSAGE_CHARS_MAX);
    let excerpt_of = |text: &str| marked(text, &wanted.rarities);
    hit.excerpt = match room {
        PASSAGE_CHARS_MAX => excerpt_of(&hit.passage),
        room => excerpt_of(&passage(room)),
    };
    hit.prompt_excerpt =
        excerpt(without_hand_over(&hit.prompt), &wanted.rarities, PROMPT_BYTES_MAX);
    hit.matched = matched::matched(reader, ranked.item, filter)?;
    Ok(hit)
}

/// Returns how similar each chunk of a turn is to the query; empty without semantic search.
pub(crate) fn similarities(reader: &Reader, turn: i64, wanted: &Wanted) -> Result<Vec<Similar>> {
    match &wanted.meaning {
        Some((query, model)) => reader.chunk_similarities(turn, query, *model),
        None => Ok(Vec::new()),
    }
}

/// Returns a turn's metadata and prompt as a hit without excerpts, and the turn's text.
pub(crate) fn hit(reader: &Reader, ranked: &Ranked) -> Result<(Hit, TurnText)> {
    let row = reader.turn(ranked.item)?;
    let hit = Hit {
        rank: 0,
        turn: row.uuid,
        session: row.session,
        project: row.project,
        project_key: row.project_key,
        at_ms: row.started_at_ms,
        cwd: row.cwd,
        branch: row.branch,
        coding_agent: row.agent,
        subagent: row.subagent,
        files: row.files,
        prompt: row.text.prompt.clone(),
        prompt_excerpt: Vec::new(),
        excerpt: Vec::new(),
        passage: String::new(),
        score: ranked.score,
        action_score: ranked.actions,
        text_score: ranked.text,
        similarity: ranked.passage.map(|passage| passage.similarity),
        matched: None,
        times: 1,
        suspect: Vec::new(),
        marks: Vec::new(),
    };
    Ok((hit, row.text))
}
