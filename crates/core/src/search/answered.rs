//! Whether the best hits answer a query, are only about the same things, or are merely the nearest.

use serde::Serialize;

use super::QueryVector;
use super::question::Question;
use crate::conversation::turn::TurnText;
use crate::embed::{LazyEmbedder, Side};
use crate::excerpt::{Statement, Wanted, statements};

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

/// Number of hits, and of statements in each, that are looked at. More statements, up to all of
/// them, find no more answers.
pub const HITS: usize = 3;
const STATEMENTS: usize = 8;
/// What the share of the query's words in a statement counts beside its similarity.
const WORDS: f64 = 0.25;
/// Minimum of both together for an answer to a question, and to one that takes something for a fact:
/// for the second, a statement that only has its names comes nearly as close as the answer. With
/// these, one in seven questions without an answer counts as answered, and three in five of those
/// with one.
const ANSWERS_MIN: f64 = 0.76;
const ANSWERS_PREMISE_MIN: f64 = 0.85;
/// Minimum share of the query's words in one statement, where no meaning is compared.
const WORDS_MIN: f64 = 0.65;

/// Returns what the best hits are to a query; `None` for a query without a word to look for. `texts`
/// are those of the first [`HITS`].
///
/// A statement that comes close in meaning is compared alone, and not the whole turn: a turn about
/// the same things is close to every question about them.
pub(crate) fn answered(
    texts: &[TurnText],
    wanted: &Wanted,
    question: Option<Question>,
    (model, vector): (&mut LazyEmbedder, Option<&QueryVector>),
) -> Option<Answered> {
    if wanted.rarities.is_empty() {
        return None;
    }
    let statements: Vec<Statement> =
        texts.iter().take(HITS).flat_map(|text| statements(text, wanted, STATEMENTS)).collect();
    let has_words = statements.iter().any(|statement| statement.words >= WORDS_MIN);
    if question.is_none() && has_words {
        return Some(Answered::Found);
    }
    let answers_min = match question {
        Some(Question::OfPremise) => ANSWERS_PREMISE_MIN,
        _ => ANSWERS_MIN,
    };
    let is_found = match similarities(&statements, model, vector) {
        Some(similarities) => similarities
            .into_iter()
            .zip(&statements)
            .any(|(similarity, statement)| similarity + WORDS * statement.words >= answers_min),
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
