//! What is asked of an index: which files may answer, and whether what was found does.

use std::path::Path;

use mementor_core::api::{Analyzed, is_stop_word};
use serde::{Deserialize, Serialize};

use crate::language::is_keyword;
use crate::store::Searchable;

/// What is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Mode {
    /// Code.
    Code,
    /// Documents.
    Docs,
    /// Both.
    #[default]
    All,
}

impl Mode {
    fn holds(self, file: &Searchable) -> bool {
        let is_document = file.language.is_some_and(|language| language.is_document());
        match self {
            Self::All => true,
            Self::Code => !is_document,
            Self::Docs => is_document,
        }
    }
}

/// What is looked for, and in which files.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct CodeQuestion {
    /// Words.
    pub text: String,
    /// Code, documents or both.
    pub mode: Mode,
    /// Hits, at most.
    pub limit: usize,
    /// A name or a part of a path, as a filter on turns has it: its words in a row.
    pub file: Option<String>,
    /// Files that were changed at this time or later, in milliseconds since 1970.
    pub since_ms: Option<i64>,
    /// Files that were changed before this time.
    pub until_ms: Option<i64>,
}

const NANOSECONDS: i64 = 1_000_000;

impl CodeQuestion {
    /// Says of each file whether it is searched.
    pub fn among(&self, files: &[Searchable], root: &Path) -> Vec<bool> {
        let path = self.file.as_ref().map(|path| {
            let below = Path::new(path).strip_prefix(root).ok().and_then(Path::to_str);
            words(below.unwrap_or(path))
        });
        let is_wanted = |file: &Searchable| {
            let changed_ms = file.changed_ns / NANOSECONDS;
            self.mode.holds(file)
                && self.since_ms.is_none_or(|since| since <= changed_ms)
                && self.until_ms.is_none_or(|until| changed_ms < until)
                && path.as_ref().is_none_or(|path| holds_in_a_row(&words(&file.path), path))
        };
        files.iter().map(is_wanted).collect()
    }
}

fn words(path: &str) -> Vec<String> {
    let words = path.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Whether some words stand in others in a row. No words stand nowhere.
fn holds_in_a_row(words: &[String], asked: &[String]) -> bool {
    !asked.is_empty() && words.windows(asked.len()).any(|words| words == asked)
}

/// The terms of a query that a piece holds, by their places; a query has fewer than 64.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Held(u64);

impl Held {
    /// Adds a term.
    pub const fn add(&mut self, at: usize) {
        self.0 |= 1 << (at % 64);
    }

    const fn has(self, at: usize) -> bool {
        self.0 >> (at % 64) & 1 == 1
    }
}

/// What the best hits are to a query, in the words that queries of turns have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum CodeAnswered {
    /// One of them has what is asked for.
    Found,
    /// They are about the same things.
    Related,
    /// What the query names is in no file: they are only the nearest.
    NotHere,
}

/// The words of a query that say what it is about.
pub struct Said<'q> {
    words: Vec<SaidWord<'q>>,
}

struct SaidWord<'q> {
    text: &'q str,
    /// By their places among the query's: the whole name, then its parts.
    terms: Vec<usize>,
    weight: f64,
    is_name: bool,
    is_missing: bool,
}

impl SaidWord<'_> {
    /// Whether the whole name is held, or all parts of it.
    fn is_held(&self, has: impl Fn(usize) -> bool) -> bool {
        let [whole, parts @ ..] = &*self.terms else { return false };
        has(*whole) || !parts.is_empty() && parts.iter().all(|part| has(*part))
    }
}

/// Hits that are looked at.
const BEST: usize = 3;
/// Minimum share of a query, by how rare its words are, that a hit holds which has what is asked for.
const FOUND_MIN: f64 = 0.8;
/// Below this share a hit is only near where a word is missing.
const NEAR_MIN: f64 = 0.5;

impl<'q> Said<'q> {
    /// Takes the words of a query that are no stop words, with how rare each of its terms is and
    /// whether any piece has it.
    pub fn of(query: &Analyzed<'q>, terms: &[String], rarities: &[(f64, bool)]) -> Self {
        let is_content = |folded: &str| !is_stop_word(folded);
        let has_content = query.words.iter().any(|word| is_content(&word.folded));
        let words = query.words.iter().filter(|word| !has_content || is_content(&word.folded));
        let words = words.filter_map(|word| {
            let at = |term: &String| terms.iter().position(|each| each == term);
            let places: Vec<usize> = word.terms.iter().filter_map(at).collect();
            let weight = places.first().map(|at| rarities[*at].0)?;
            let mut said = SaidWord {
                text: word.text,
                terms: places,
                weight,
                is_name: word.is_identifier(),
                is_missing: false,
            };
            said.is_missing = !said.is_held(|at| rarities[at].1);
            // The words of a language itself are not in the index of its files.
            (!said.is_missing || !is_keyword(&word.folded)).then_some(said)
        });
        Self { words: words.collect() }
    }

    /// Returns what hits with these terms are to the query, the best first, and the missing words.
    pub fn judged(&self, best: &[Held]) -> (Option<CodeAnswered>, Vec<String>) {
        let total: f64 = self.words.iter().map(|word| word.weight).sum();
        if self.words.is_empty() {
            return (None, Vec::new());
        }
        let share = |held: &Held| {
            let words = self.words.iter().filter(|word| word.is_held(|at| held.has(at)));
            words.map(|word| word.weight).sum::<f64>() / total
        };
        let share = best.iter().take(BEST).map(share).fold(0.0, f64::max);
        let missing = self.words.iter().filter(|word| word.is_missing);
        let is_named = missing.clone().any(|word| word.is_name);
        let mut missing: Vec<String> = missing.map(|word| word.text.to_owned()).collect();
        missing.dedup();
        let verdict = if best.is_empty() || is_named || !missing.is_empty() && share < NEAR_MIN {
            CodeAnswered::NotHere
        } else if share >= FOUND_MIN {
            CodeAnswered::Found
        } else {
            CodeAnswered::Related
        };
        (Some(verdict), missing)
    }
}
