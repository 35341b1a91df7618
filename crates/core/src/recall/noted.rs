//! Notes that go with a prompt: found in a search of their own, by evidence of their own.
//!
//! A note says what holds in a line of a few words, so nearly every prompt of a project comes near
//! some note. A line that is about something else is noise, and rules are given when a
//! session begins. So a note must be near by meaning, and share rare words.

use std::collections::{HashMap, HashSet};

use serde::{Serialize, Serializer};

use super::Prompt;
use super::injected_text::note_line;
use super::verdict::{Known, Verdict};
use crate::error::Result;
use crate::index::bm25::rarity;
use crate::index::terms::{Analyzed, Analyzer};
use crate::index::when::Now;
use crate::notes::{Author, Note, NoteScope, State};
use crate::search::rank::Profile;
use crate::search::{Asked, QueryVector, search, suspect};
use crate::store::{NoteRow, Reader, Scope};

/// A note that is said, or came close.
#[derive(Debug, Clone, PartialEq)]
pub struct NoteCandidate {
    /// Whether it is said, or the rule that stopped it.
    pub verdict: Verdict,
    /// The note without its body.
    pub row: NoteRow,
    /// How near it comes to the prompt.
    pub nearness: Nearness,
}

/// A candidate as a document.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "NearNote"))]
pub struct NearNote<'a> {
    /// Its id.
    note: &'a str,
    kind: &'a str,
    summary: &'a str,
    /// Who wrote it first.
    author: Author,
    /// When it was last said, in milliseconds since the epoch.
    at_ms: i64,
    verdict: Verdict,
    similarity: Option<f32>,
    shared: f64,
}

impl Serialize for NoteCandidate {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        let Self { verdict, row, nearness } = self;
        let near = NearNote {
            note: &row.uuid,
            kind: &row.note.kind,
            summary: &row.note.summary,
            author: row.note.author,
            at_ms: row.note.said_ms,
            verdict: *verdict,
            similarity: nearness.similarity,
            shared: nearness.shared,
        };
        near.serialize(to)
    }
}

/// How near a note comes to a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Nearness {
    /// Cosine similarity of its best chunk; `None` while it has no vector.
    pub similarity: Option<f32>,
    /// Rarity of the words that both share, added up: 1 for a word of one item alone, 0 for a word
    /// of all items.
    pub shared: f64,
    /// Their share of the rarity of all words of the summary, 0 to 1.
    pub share: f64,
    /// Their share of the rarity of all words of the prompt, 0 to 1.
    pub covered: f64,
}

/// Maximum number of notes said to a prompt.
const SAID_MAX: usize = 2;
/// Number of notes that are compared with a prompt.
const COMPARED_MAX: usize = 16;
/// Number of notes that an explanation lists.
const LISTED_MAX: usize = 6;

// Chosen by reading what notes would have been said to the prompts of real sessions: see
// `bench/RESULTS.md`.
/// Minimum cosine similarity, and minimum rarity of the words in common. Both may not be this low.
const SIMILARITY_MIN: f64 = 0.45;
const SHARED_MIN: f64 = 0.8;
/// Minimum of the similarity and a part of that rarity together.
const TOGETHER_MIN: f64 = 0.68;
const SHARED_WEIGHT: f64 = 0.15;
/// Minimum shares: a long prompt has some words of any note.
const SHARE_MIN: f64 = 0.25;
const COVERED_MIN: f64 = 0.07;
/// By words alone a note must be named nearly as a whole.
const SHARED_MIN_BY_WORDS: f64 = 2.0;
const SHARE_MIN_BY_WORDS: f64 = 0.6;

impl Nearness {
    /// Whether the note may be said.
    fn is_enough(&self) -> bool {
        let Self { similarity, shared, share, covered } = *self;
        let Some(similarity) = similarity.map(f64::from) else {
            return shared >= SHARED_MIN_BY_WORDS
                && share >= SHARE_MIN_BY_WORDS
                && covered >= COVERED_MIN;
        };
        similarity >= SIMILARITY_MIN
            && shared >= SHARED_MIN
            && self.together() >= TOGETHER_MIN
            && share >= SHARE_MIN
            && covered >= COVERED_MIN
    }

    /// What notes are ordered by.
    fn together(&self) -> f64 {
        f64::from(self.similarity.unwrap_or_default()) + SHARED_WEIGHT * self.shared
    }
}

/// The notes that come nearest to a prompt.
pub(super) struct Noted {
    near: Vec<(NoteRow, Nearness)>,
}

impl Noted {
    /// Searches the notes of a scope. Where it has none, that is all that is read.
    pub fn of(
        reader: &Reader,
        (prompt, asked, vector): (&Analyzed, &Asked, Option<&QueryVector>),
        scope: &Scope,
        doubtful: &[String],
    ) -> Result<Self> {
        if !reader.has_notes(scope)? {
            return Ok(Self { near: Vec::new() });
        }
        // Notes have no actions: without a text none are searched.
        let asked = Asked { text: String::new(), ..asked.clone() };
        let search = search(reader, &asked, vector, (scope, Profile::RECALL))?;
        let mut words = Words::of(reader, prompt, scope);
        let mut near = Vec::new();
        for ranked in search.ranking.best(COMPARED_MAX, |_| true) {
            let similarity = ranked.passage.map(|passage| passage.similarity);
            if similarity.is_some_and(|similarity| f64::from(similarity) < SIMILARITY_MIN) {
                continue;
            }
            let Some(row) = reader.note(ranked.item)? else { continue };
            let is_doubtful = !suspect::among(row.note.all_tags(), doubtful).is_empty();
            let holds = row.note.state == State::Active && row.note.superseded_by.is_none();
            if !holds || is_doubtful {
                continue;
            }
            let nearness = words.nearness(&row.note.summary, similarity)?;
            near.push((row, nearness));
        }
        near.sort_by(|(_, a), (_, b)| b.together().total_cmp(&a.together()));
        Ok(Self { near })
    }

    /// Decides on the notes, given the turns that are `injected`, and calls `branch` for the
    /// checked-out branch only where a note holds on one.
    pub fn decided(
        self,
        reader: &Reader,
        (prompt, known): (&Prompt, &Known),
        injected: &HashSet<String>,
        branch: impl Fn() -> Option<String>,
    ) -> Result<Vec<NoteCandidate>> {
        let holds_here = |note: &Note| note.scope != NoteScope::Branch || note.branch == branch();
        let mut said = 0;
        let mut decided = Vec::new();
        for (row, nearness) in self.near {
            let verdict = match known_by(reader, &row, prompt, known)? {
                Some(known) => known,
                None if !nearness.is_enough() || !holds_here(&row.note) => Verdict::Unsure,
                None if sources(&row.note).any(|turn| injected.contains(turn)) => Verdict::Repeats,
                None if said == SAID_MAX => Verdict::Enough,
                None => {
                    said += 1;
                    Verdict::Injected
                }
            };
            if verdict == Verdict::Injected || decided.len() < LISTED_MAX {
                decided.push(NoteCandidate { verdict, row, nearness });
            }
        }
        Ok(decided)
    }
}

/// Returns a line for each note that is said.
pub(super) fn lines(notes: &[NoteCandidate], now: Now) -> Vec<String> {
    let said = notes.iter().filter(|note| note.verdict == Verdict::Injected);
    said.map(|note| note_line(&note.row.note, now)).collect()
}

/// Returns the verdict on a note that the session's context holds already, itself or the turn that
/// says it.
fn known_by(
    reader: &Reader,
    row: &NoteRow,
    prompt: &Prompt,
    known: &Known,
) -> Result<Option<Verdict>> {
    if prompt.notes.contains(&row.uuid) {
        return Ok(Some(Verdict::Recalled));
    }
    for turn in sources(&row.note) {
        if let Some(id) = reader.turn_id(turn)?
            && let Some(verdict) = known.verdict(id)
        {
            return Ok(Some(verdict));
        }
    }
    Ok(None)
}

/// Returns the turns that a note comes from.
fn sources(note: &Note) -> impl Iterator<Item = &str> {
    let origin = note.origin.iter().map(|origin| origin.turn.as_str());
    origin.chain(note.turns.iter().map(String::as_str))
}

/// The words of a prompt, and how rare words are.
struct Words<'a> {
    reader: &'a Reader<'a>,
    scope: &'a Scope,
    prompt: Vec<String>,
    analyzer: Analyzer,
    /// Rarities that were looked up.
    known: HashMap<String, f64>,
    /// Number of items with text, once it was asked for.
    items: Option<usize>,
}

impl<'a> Words<'a> {
    fn of(reader: &'a Reader<'a>, prompt: &Analyzed, scope: &'a Scope) -> Self {
        let (prompt, analyzer) = (prompt.terms(), Analyzer::default());
        Self { reader, scope, prompt, analyzer, known: HashMap::new(), items: None }
    }

    fn items(&mut self) -> Result<usize> {
        if self.items.is_none() {
            let mut items = 0;
            for project in self.reader.scope_projects(self.scope)? {
                items += self.reader.items_with_text(project)? as usize;
            }
            self.items = Some(items);
        }
        Ok(self.items.unwrap_or_default())
    }

    /// Returns how rare a word is: 1 for one of one item alone, 0 for one of all items.
    fn rarity(&mut self, word: &str) -> Result<f64> {
        if let Some(known) = self.known.get(word) {
            return Ok(*known);
        }
        let items = self.items()?;
        let mut holding = 0;
        for project in self.reader.scope_projects(self.scope)? {
            holding += self.reader.items_with_term(project, word)?;
        }
        let most = rarity(items, 1).max(f64::MIN_POSITIVE);
        let share = (rarity(items, holding.clamp(1, items.max(1))) / most).clamp(0.0, 1.0);
        self.known.insert(word.to_owned(), share);
        Ok(share)
    }

    fn nearness(&mut self, summary: &str, similarity: Option<f32>) -> Result<Nearness> {
        let (mut shared, mut of_note, mut of_prompt) = (0.0, 0.0, 0.0);
        for word in self.prompt.clone() {
            of_prompt += self.rarity(&word)?;
        }
        for word in self.analyzer.query(summary) {
            let rarity = self.rarity(&word)?;
            of_note += rarity;
            shared += if self.prompt.contains(&word) { rarity } else { 0.0 };
        }
        let share = |of: f64| if of > 0.0 { (shared / of).min(1.0) } else { 0.0 };
        Ok(Nearness { similarity, shared, share: share(of_note), covered: share(of_prompt) })
    }
}
