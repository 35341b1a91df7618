//! The same thing once: a list shows one of a turn's copies, and one of the turns that say the same
//! again, such as the runs of a scheduled prompt.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use regex::Regex;

use super::rank::Ranked;
use crate::error::Result;
use crate::index::terms::Analyzer;
use crate::store::Reader;

/// Number of items that are looked at for more of the same.
pub(super) const LOOKED_AT_MAX: usize = 300;
/// Minimum characters of a prompt that is the same again: "continue, please" says nothing.
const CHARS_MIN: usize = 24;
/// Answers that share so much of their words are the same.
const SAME_ANSWER: f64 = 0.8;
/// Maximum number of turns with the same prompt and other answers.
const OTHER_ANSWERS_MAX: usize = 2;

/// Leaves out the items that are copies of one before them.
pub(super) fn left_out(reader: &Reader, best: Vec<Ranked>) -> Result<Vec<Ranked>> {
    let mut by_time: HashMap<i64, Vec<i64>> = HashMap::new();
    let mut kept = Vec::with_capacity(best.len());
    for ranked in best {
        let others = by_time.entry(reader.started_at_ms(ranked.item)?).or_default();
        if others.is_empty() || !is_among(reader, ranked.item, others)? {
            others.push(ranked.item);
            kept.push(ranked);
        }
    }
    Ok(kept)
}

/// Whether one of these items is a copy of the same turn.
fn is_among(reader: &Reader, item: i64, others: &[i64]) -> Result<bool> {
    Ok(reader.copies_of(item)?.iter().any(|copy| others.contains(copy)))
}

/// Returns the first `limit` items, without those that say the same as one before them, and for how
/// many items one of them stands, where that is more than itself.
pub(super) fn once(
    reader: &Reader,
    best: Vec<Ranked>,
    limit: usize,
) -> Result<(Vec<Ranked>, HashMap<i64, u64>)> {
    let analyzer = Analyzer::default();
    let mut said: HashMap<String, Vec<Said>> = HashMap::new();
    let (mut kept, mut times) = (Vec::with_capacity(limit), HashMap::new());
    for ranked in best {
        let is_full = kept.len() == limit;
        // Without a prompt that came again, what stands behind the list is of no interest.
        if is_full && times.is_empty() {
            break;
        }
        let (prompt, answer) = reader.item_text(ranked.item)?.unwrap_or_default();
        let prompt = spelled(&prompt);
        if prompt.chars().count() < CHARS_MIN {
            if !is_full {
                kept.push(ranked);
            }
            continue;
        }
        let same = said.entry(prompt).or_default();
        let first = same.iter_mut().position(|said| said.is_answered_by(&answer, &analyzer));
        let first = first.or_else(|| (same.len() >= OTHER_ANSWERS_MAX).then_some(0));
        match first {
            Some(first) => *times.entry(same[first].item).or_insert(1) += 1,
            None if is_full => {}
            None => {
                same.push(Said { item: ranked.item, answer, words: None });
                kept.push(ranked);
            }
        }
    }
    Ok((kept, times))
}

/// A turn that was kept.
struct Said {
    item: i64,
    answer: String,
    /// Words of the answer, once they were needed.
    words: Option<BTreeSet<String>>,
}

impl Said {
    fn is_answered_by(&mut self, answer: &str, analyzer: &Analyzer) -> bool {
        if self.answer == answer {
            return true;
        }
        let own = self.words.get_or_insert_with(|| words(&self.answer, analyzer));
        let other = words(answer, analyzer);
        let shared = own.intersection(&other).count() as f64;
        let all = own.union(&other).count() as f64;
        all == 0.0 || shared / all >= SAME_ANSWER
    }
}

/// Returns the content words of an answer. Counts differ from run to run.
fn words(answer: &str, analyzer: &Analyzer) -> BTreeSet<String> {
    let is_word = |word: &String| !word.starts_with(|first: char| first.is_ascii_digit());
    analyzer.query(answer).into_iter().filter(is_word).collect()
}

/// Returns a prompt as it is compared: in lower case, with one blank between words, and without dates.
fn spelled(prompt: &str) -> String {
    let prompt = without_dates(prompt);
    let words: Vec<&str> = prompt.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// Returns a prompt without the dates and times that differ from run to run. Other numbers tell one
/// issue from another.
pub(crate) fn without_dates(prompt: &str) -> Cow<'_, str> {
    static DATES: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9:.Z]+)?|[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?",
        )
        .expect("the pattern is tested")
    });
    if !prompt.contains([':', '-']) {
        return Cow::Borrowed(prompt);
    }
    DATES.replace_all(prompt, " ")
}
