//! Corrects typing errors in a query, by the vocabulary of the searched projects.

use crate::error::Result;
use crate::index::spelling::Speller;
use crate::index::terms::{Analyzed, Word};
use crate::search::asked::{AskedPart, is_in_other_language, parts};
use crate::search::known::{is_invented, is_known};
use crate::search::{Correction, Lexicon};
use crate::store::{Reader, Scope, fts};

/// A query with more parts is a pasted text; one unknown word in it does not matter.
const PARTS_MAX: usize = 24;

/// A query after its typing errors were corrected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corrected {
    /// The query to search for.
    pub text: String,
    /// The corrected words, in order.
    pub corrections: Vec<Correction>,
    /// Words that are searched as they are, each with a stored one that is near: another word, or
    /// this one with more than a slip.
    pub offers: Vec<Correction>,
}

/// Replaces the words of a query that nothing stored holds by those that were probably meant, where
/// no more than a slip of the fingers is between them.
/// Names, quoted words, and words that `lexicon` or the list of words knows stay as they are.
pub fn corrected(
    reader: &Reader,
    text: &str,
    scope: &Scope,
    lexicon: &mut Lexicon,
) -> Result<Corrected> {
    let query = Analyzed::of(text);
    let parts = parts(&query);
    let mut result =
        Corrected { text: text.to_owned(), corrections: Vec::new(), offers: Vec::new() };
    if parts.len() > PARTS_MAX || is_in_other_language(&query) {
        return Ok(result);
    }
    // From the end, so that the ranges of the words before stay valid.
    for AskedPart { text, range, words, .. } in parts.iter().rev().filter(|part| part.is_plain) {
        let Some((to, is_slip)) = meant(reader, &words[0], scope, lexicon)? else { continue };
        let correction = Correction { from: (*text).to_owned(), to };
        if is_slip {
            result.text.replace_range(range.clone(), &correction.to);
            result.corrections.insert(0, correction);
        } else {
            result.offers.insert(0, correction);
        }
    }
    Ok(result)
}

/// Returns the word that was probably meant, and whether no more than a slip is between them; `None`
/// for a word that is known or has no neighbour.
fn meant(
    reader: &Reader,
    word: &Word,
    scope: &Scope,
    lexicon: &mut Lexicon,
) -> Result<Option<(String, bool)>> {
    let Some(mut speller) = Speller::of(&word.folded) else { return Ok(None) };
    if is_stored(reader, word)? || is_known(word, lexicon) {
        return Ok(None);
    }
    let projects = reader.scope_projects(scope)?;
    for letter in speller.first_letters() {
        if speller.best().is_some_and(|best| best.distance <= 1) {
            break;
        }
        for project in &projects {
            reader.each_term(*project, letter, |stem, bytes| {
                speller.offer(stem, bytes, |form| !is_invented(form, stem, lexicon));
            })?;
        }
    }
    Ok(speller.best().map(|best| (best.word.clone(), speller.is_slip())))
}

/// Whether any project holds the word: what is written elsewhere is no typing error.
fn is_stored(reader: &Reader, word: &Word) -> Result<bool> {
    for project in reader.scope_projects(&Scope::default())? {
        for term in &word.terms {
            if reader.holds_term(project, term)? {
                return Ok(true);
            }
        }
    }
    let Some(phrase) = fts::phrase(word.text) else { return Ok(false) };
    Ok(!reader.actions(&phrase)?.is_empty())
}
