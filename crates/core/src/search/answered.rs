//! Whether the best hits answer a query, are only about the same things, or are merely the nearest.

use serde::Serialize;

use super::not_found::{self, Searched};
use super::question::QuestionForm;
use super::{QueryVector, Search};
use crate::conversation::turn::TurnText;
use crate::embed::{LazyEmbedder, Side};
use crate::error::Result;
use crate::excerpt::{Claim, Wanted, claims};
use crate::index::document::Document;
use crate::index::terms::Analyzed;
use crate::store::{Reader, Scope};

/// What the best hits are to a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Answered {
    /// An answer is in the text of one of them.
    Found,
    /// They are about the same things, and none clearly says what is asked for.
    Related,
    /// What the query names is nowhere: they are only the nearest.
    NotHere,
}

/// Number of hits whose claims are looked at.
pub const HITS: usize = 3;
/// What the share of the query's words in a claim counts beside its similarity.
const WORDS: f64 = 0.25;
/// Minimum of both together for an answer to a question, and to one that takes something for a fact:
/// for the second, a claim that only has its names comes nearly as close as the answer.
const ANSWERS_MIN: f64 = 0.75;
const ANSWERS_PREMISE_MIN: f64 = 0.82;
/// Minimum share of the query's words in one claim, where no meaning is compared.
const WORDS_MIN: f64 = 0.65;

impl Search {
    /// Returns what the best items are to a query, and the words of it that no searched item holds.
    /// `None` for a query without a word to look for. `first` are the best [`HITS`], best first; `within`
    /// the searched items, and which of them pass.
    pub fn answered(
        &self,
        query: &Analyzed,
        first: &[i64],
        (reader, scope, passes): (&Reader, &Scope, &impl Fn(&Document) -> bool),
        (model, vector): (&mut LazyEmbedder, Option<&QueryVector>),
    ) -> Result<(Option<Answered>, Vec<String>)> {
        let searched = Searched {
            reader,
            projects: &reader.scope_projects(scope)?,
            collection: &self.ranking.searches().collection,
            held: &self.held,
            passes,
        };
        let missing = not_found::missing(&searched, query, &mut |word: &str| model.has_word(word))?;
        let answered = match &missing {
            Some(missing) if missing.words.is_empty() => None,
            Some(missing) if !missing.is_detail => Some(Answered::NotHere),
            _ if first.is_empty() => Some(Answered::NotHere),
            _ => {
                let said = claims_of(reader, first, &self.wanted)?;
                answered_by(&said, &self.wanted, QuestionForm::of(query), (model, vector))
            }
        };
        // Without a word of the query, what is only related is no more than near.
        let answered = match answered {
            Some(Answered::Related) if missing.is_some() => Some(Answered::NotHere),
            answered => answered,
        };
        Ok((answered, missing.map(|missing| missing.words).unwrap_or_default()))
    }
}

/// Returns what items say that may answer.
fn claims_of(reader: &Reader, items: &[i64], wanted: &Wanted) -> Result<Vec<Claim>> {
    let mut said = Vec::new();
    for item in items {
        let (prompt, answer) = reader.item_text(*item)?.unwrap_or_default();
        said.extend(claims(&TurnText { prompt, answer }, wanted));
    }
    Ok(said)
}

/// Returns what hits with these claims are to a query; `None` for a query without a word to look for.
///
/// Each claim is compared alone, and not the whole turn: a turn about the same things is close to
/// every question about them.
fn answered_by(
    claims: &[Claim],
    wanted: &Wanted,
    question: Option<QuestionForm>,
    (model, vector): (&mut LazyEmbedder, Option<&QueryVector>),
) -> Option<Answered> {
    if wanted.rarities.is_empty() {
        return None;
    }
    let has_words = |claim: &&Claim| claim.words >= WORDS_MIN;
    if question.is_none() && claims.iter().any(|claim| has_words(&claim)) {
        return Some(Answered::Found);
    }
    let answers_min = match question {
        Some(QuestionForm::OfPremise) => ANSWERS_PREMISE_MIN,
        _ => ANSWERS_MIN,
    };
    let is_found = match similarities(claims, model, vector) {
        Some(similarities) => support(claims, &similarities) >= answers_min,
        None => claims.iter().filter(has_words).any(|claim| !claim.with_prompt),
    };
    Some(if is_found { Answered::Found } else { Answered::Related })
}

/// Returns how near the nearest claim comes to the query, on average of the claims alone and of those
/// with their prompt.
fn support(claims: &[Claim], similarities: &[f64]) -> f64 {
    let nearest = |with_prompt: bool| {
        let of =
            claims.iter().zip(similarities).filter(|(claim, _)| claim.with_prompt == with_prompt);
        of.map(|(claim, similarity)| similarity + WORDS * claim.words).reduce(f64::max)
    };
    let both = [nearest(false), nearest(true)];
    let count = both.iter().flatten().count().max(1) as f64;
    both.iter().flatten().sum::<f64>() / count
}

/// Returns the cosine similarity of each claim to the query; `None` without a model.
fn similarities(
    claims: &[Claim],
    model: &mut LazyEmbedder,
    vector: Option<&QueryVector>,
) -> Option<Vec<f64>> {
    let query = vector?;
    let texts: Vec<&str> = claims.iter().map(|claim| claim.text.as_str()).collect();
    let embedded = model.embed(&texts, Side::Passage).ok()?;
    Some(embedded.vectors.iter().map(|vector| query.similarity(vector)).collect())
}
