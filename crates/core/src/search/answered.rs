//! Whether the best hits answer a query, are only about the same things, or are merely the nearest.

use serde::Serialize;

use super::QueryVector;
use super::question::Question;
use crate::embed::{LazyEmbedder, Side};
use crate::excerpt::{Statement, Wanted};

/// What the best hits are to a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Answered {
    /// An answer is in the text of one of them.
    Found,
    /// They are about the same things, and none says what is asked for.
    Related,
    /// What the query names is nowhere: they are only the nearest.
    NotHere,
}

impl Answered {
    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::Related => "related",
            Self::NotHere => "not-here",
        }
    }
}

/// Number of hits whose statements are looked at.
pub const HITS: usize = 3;
/// Minimum similarity of a statement that answers a question.
const ANSWERS_MIN: f64 = 0.65;
/// Minimum for a question that takes something for a fact, of the similarity and a part of the share
/// of its words: a statement that only has its names comes nearly as close as the answer.
const ANSWERS_PREMISE_MIN: f64 = 0.84;
const WORDS_OF_PREMISE: f64 = 0.25;
/// Minimum share of the query's words in one statement, where no meaning is compared.
const WORDS_MIN: f64 = 0.65;

/// Returns what the best hits are to a query; `None` for a query without a word to look for.
/// `statements` are those of the first [`HITS`].
///
/// Each statement is compared alone, and not the whole turn: a turn about the same things is close to
/// every question about them.
pub(crate) fn answered(
    statements: &[Statement],
    wanted: &Wanted,
    question: Option<Question>,
    (model, vector): (&mut LazyEmbedder, Option<&QueryVector>),
) -> Option<Answered> {
    if wanted.rarities.is_empty() {
        return None;
    }
    let has_words = statements.iter().any(|statement| statement.words >= WORDS_MIN);
    if question.is_none() && has_words {
        return Some(Answered::Found);
    }
    let (words, answers_min) = match question {
        Some(Question::OfPremise) => (WORDS_OF_PREMISE, ANSWERS_PREMISE_MIN),
        _ => (0.0, ANSWERS_MIN),
    };
    let is_found = match similarities(statements, model, vector) {
        Some(similarities) => similarities
            .into_iter()
            .zip(statements)
            .any(|(similarity, statement)| similarity + words * statement.words >= answers_min),
        None => has_words,
    };
    Some(if is_found { Answered::Found } else { Answered::Related })
}

/// Returns the cosine similarity of each statement to the query; `None` without a model.
fn similarities(
    statements: &[Statement],
    model: &mut LazyEmbedder,
    vector: Option<&QueryVector>,
) -> Option<Vec<f64>> {
    let query = &vector?.unit;
    let texts: Vec<&str> = statements.iter().map(|statement| statement.text.as_str()).collect();
    let embedded = model.embed(&texts, Side::Passage).ok()?;
    let cosine = |vector: Vec<f32>| vector.iter().zip(query).map(|(a, b)| f64::from(a * b)).sum();
    Some(embedded.vectors.into_iter().map(cosine).collect())
}
