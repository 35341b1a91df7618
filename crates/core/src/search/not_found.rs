//! Whether what a query names is held by any searched turn, or the hits are only the nearest.

use std::ops::Range;

use crate::error::Result;
use crate::index::collection::Collection;
use crate::index::document::Document;
use crate::index::terms::{Analyzed, Word, is_unspaced};
use crate::search::asked::{AskedPart, is_in_other_language, parts};
use crate::search::known::is_usual;
use crate::search::{Held, Lexicon};
use crate::store::{Reader, fts};

/// The turns that a query can find.
pub(super) struct Searched<'a, P: Fn(&Document) -> bool> {
    pub reader: &'a Reader<'a>,
    /// Ids of the projects.
    pub projects: &'a [i64],
    pub collection: &'a Collection,
    /// The phrases of the query, with the items that hold them.
    pub held: &'a [Held],
    /// Whether a turn passes the filter.
    pub passes: P,
}

/// Maximum number of missing words to name.
const MISSING_MAX: usize = 8;

/// The words that make the hits of a query no more than the nearest turns.
pub(super) struct Missing {
    /// As typed; none when the query has only words without a subject.
    pub words: Vec<String>,
    /// Whether the hits may answer the query all the same: only words like any other are missing,
    /// and it has more than these.
    pub is_detail: bool,
}

/// Returns the names that no turn holds, or all words of the query when none is held. `None` when
/// the query was found.
pub(super) fn missing<P: Fn(&Document) -> bool>(
    searched: &Searched<P>,
    query: &Analyzed,
    lexicon: &mut Lexicon,
) -> Result<Option<Missing>> {
    let phrases = searched.missing_phrases();
    if !phrases.is_empty() {
        let texts = phrases.into_iter().take(MISSING_MAX);
        let words = texts.map(|range| query.text[range].to_owned()).collect();
        return Ok(Some(Missing { words, is_detail: false }));
    }
    let parts = parts(query);
    let mut missing = Vec::new();
    for part in &parts {
        if !searched.holds(part)? {
            missing.push(part);
        }
    }
    let mut named = missing.clone();
    let is_english = !is_in_other_language(query);
    named.retain(|part| part.is_name || (is_english && is_unusual(part, lexicon)));
    let is_whole = missing.len() == parts.len();
    let is_detail = !is_whole && named.iter().all(|part| !part.is_name);
    let told = match (named.is_empty(), is_whole) {
        (false, _) => named,
        (true, true) => missing,
        (true, false) => return Ok(None),
    };
    let words = told.into_iter().take(MISSING_MAX).map(|part| part.text.to_owned()).collect();
    Ok(Some(Missing { words, is_detail }))
}

/// Whether a part is a word that no lexicon has: the name of a tool, a person, a product.
fn is_unusual(part: &AskedPart, lexicon: &mut Lexicon) -> bool {
    let is_letters = |word: &Word| word.folded.chars().all(|c| c.is_ascii_alphabetic());
    part.words.iter().all(|word| is_letters(word) && is_usual(word, lexicon) == Some(false))
}

impl<P: Fn(&Document) -> bool> Searched<'_, P> {
    /// Returns the quoted phrases that no turn holds.
    fn missing_phrases(&self) -> Vec<Range<usize>> {
        let quoted = self.held.iter().filter(|held| held.is_quoted);
        let missing = quoted.filter(|held| !held.items.iter().any(|at| self.passes_at(*at)));
        missing.map(|held| held.range.clone()).collect()
    }

    fn passes_at(&self, at: u32) -> bool {
        (self.passes)(&self.collection.documents()[at as usize])
    }

    /// Whether a turn holds a part, in what was said or in what was done: a name of several words
    /// as a whole. Of text without spaces a pair of characters is enough: where its words begin and
    /// end is not known.
    fn holds(&self, part: &AskedPart) -> Result<bool> {
        let held = self.held.iter().find(|held| held.range == part.range);
        let is_held = held.is_some_and(|held| held.items.iter().any(|at| self.passes_at(*at)));
        let stands_apart = held.is_some() && part.words.len() > 1;
        Ok(is_held || !stands_apart && self.says(part)? || self.did(part)?)
    }

    fn says(&self, part: &AskedPart) -> Result<bool> {
        let is_unspaced = part.text.starts_with(is_unspaced);
        let mut turns: Option<Vec<u32>> = None;
        for word in &part.words {
            let first = word.terms.get(..1).unwrap_or_default();
            let terms = if is_unspaced { &word.terms } else { first };
            let mut of_word = self.turns_with(terms)?;
            if let Some(turns) = turns {
                of_word.retain(|at| turns.binary_search(at).is_ok());
            }
            if of_word.is_empty() {
                return Ok(false);
            }
            turns = Some(of_word);
        }
        Ok(turns.is_some())
    }

    /// Returns the positions of the turns that hold one of some terms, in order.
    fn turns_with(&self, terms: &[String]) -> Result<Vec<u32>> {
        let mut postings = Vec::new();
        for (term, project) in
            terms.iter().flat_map(|term| self.projects.iter().map(move |p| (term, p)))
        {
            self.reader.each_posting_block(*project, term, |block, bytes| {
                self.collection.locate(block, bytes, &mut postings);
            })?;
        }
        let turns = postings.iter().map(|posting| posting.at).filter(|at| self.passes_at(*at));
        let mut turns: Vec<u32> = turns.collect();
        turns.sort_unstable();
        turns.dedup();
        Ok(turns)
    }

    fn did(&self, part: &AskedPart) -> Result<bool> {
        let Some(phrase) = fts::phrase(part.text) else { return Ok(false) };
        let documents = self.collection.documents();
        let turns = self.reader.actions(&phrase)?;
        let mut positions = turns.iter().filter_map(|(turn, _)| self.collection.position(*turn));
        Ok(positions.any(|at| (self.passes)(&documents[at])))
    }
}
