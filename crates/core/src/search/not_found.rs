//! Whether what a query names is held by any searched turn, or the hits are only the nearest.

use crate::error::Result;
use crate::index::collection::Collection;
use crate::index::document::Document;
use crate::index::terms::{Analyzed, Word, is_cjk};
use crate::search::Lexicon;
use crate::search::asked::{AskedPart, is_in_other_language, parts};
use crate::search::known::is_usual;
use crate::store::{Reader, fts};

/// The turns that a query can find.
pub(super) struct Searched<'a, P: Fn(&Document) -> bool> {
    pub reader: &'a Reader<'a>,
    /// Ids of the projects.
    pub projects: &'a [i64],
    pub collection: &'a Collection,
    /// Whether a turn passes the filter.
    pub passes: P,
}

/// Maximum number of missing words to name.
const MISSING_MAX: usize = 8;

/// Returns the words that make the hits of a query no more than the nearest turns: names that no
/// turn holds, or all of its words when none is held. A list without words means that the query
/// has only words without a subject. `None` when the query was found.
pub(super) fn missing<P: Fn(&Document) -> bool>(
    searched: &Searched<P>,
    query: &Analyzed,
    lexicon: &mut Lexicon,
) -> Result<Option<Vec<String>>> {
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
    let told = match (named.is_empty(), missing.len() == parts.len()) {
        (false, _) => named,
        (true, true) => missing,
        (true, false) => return Ok(None),
    };
    let words = told.into_iter().take(MISSING_MAX).map(|part| part.text.to_owned());
    Ok(Some(words.collect()))
}

/// Whether a part is a word that no lexicon has: the name of a tool, a person, a product.
fn is_unusual(part: &AskedPart, lexicon: &mut Lexicon) -> bool {
    let is_letters = |word: &Word| word.folded.chars().all(|c| c.is_ascii_alphabetic());
    part.words.iter().all(|word| is_letters(word) && is_usual(word, lexicon) == Some(false))
}

impl<P: Fn(&Document) -> bool> Searched<'_, P> {
    /// Whether a turn holds all words of a part, in what was said or in what was done. Text without
    /// spaces counts as held: where its words begin and end is not known.
    fn holds(&self, part: &AskedPart) -> Result<bool> {
        if part.text.chars().any(is_cjk) {
            return Ok(true);
        }
        Ok(self.says(part)? || self.did(part)?)
    }

    fn says(&self, part: &AskedPart) -> Result<bool> {
        let mut turns: Option<Vec<u32>> = None;
        for word in &part.words {
            let mut of_word = self.turns_with(word)?;
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

    /// Returns the positions of the turns that hold a word, in order; an identifier as a whole.
    fn turns_with(&self, word: &Word) -> Result<Vec<u32>> {
        let mut postings = Vec::new();
        if let Some(term) = word.terms.first() {
            for project in self.projects {
                self.reader.each_posting_block(*project, term, |block, bytes| {
                    self.collection.locate(block, bytes, &mut postings);
                })?;
            }
        }
        let passes = |at: &u32| (self.passes)(&self.collection.documents()[*at as usize]);
        let mut turns: Vec<u32> =
            postings.iter().map(|posting| posting.at).filter(passes).collect();
        turns.sort_unstable();
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
