//! Keys of providers that no rule knows: a short prefix, and behind it characters drawn by a machine.

use std::ops::Range;
use std::sync::LazyLock;

use super::Found;
use super::entropy::is_random;
use super::scan::{has_three_classes, starts_word};
use super::values::is_placeholder;
use crate::word_list::WordList;

/// Bytes of the drawn part: fewer may be a name, more are data.
const DRAWN_BYTES_MIN: usize = 24;
const DRAWN_BYTES_MAX: usize = 128;
/// Maximum bytes of the prefix, which is one to three words.
const PREFIX_BYTES_MAX: usize = 20;
const PREFIX_WORDS_MAX: usize = 3;
/// Bytes that are looked at for it, with the end of an escape.
const RUN_BYTES_MAX: usize = PREFIX_BYTES_MAX + 8;

/// Finds the keys that stand by themselves.
pub(super) fn find(text: &str) -> Vec<Found> {
    let runs = runs(text.as_bytes()).filter(|run| run.len() <= DRAWN_BYTES_MAX);
    runs.filter_map(|run| key_at(text, run)).collect()
}

/// Returns the runs of letters and digits that are long enough. Most of a text is skipped: a byte
/// that is neither rules out all runs over it.
fn runs(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let window = bytes.get(at..at + DRAWN_BYTES_MIN)?;
            if let Some(last) = window.iter().rposition(|b| !b.is_ascii_alphanumeric()) {
                at += last + 1;
                continue;
            }
            let start = at;
            let more = bytes[at + window.len()..].iter().take_while(|b| b.is_ascii_alphanumeric());
            at += window.len() + more.count();
            return Some(start..at);
        }
    })
}

/// Returns the key that ends with a run.
fn key_at(text: &str, run: Range<usize>) -> Option<Found> {
    let bytes = text.as_bytes();
    let joint = run.start.checked_sub(1).filter(|at| matches!(bytes[*at], b'_' | b'-'))?;
    let start = prefix_start(text, joint).filter(|_| ends_token(&bytes[run.end..]))?;
    let drawn = &text[run.clone()];
    let is_key = has_three_classes(drawn)
        && is_random(drawn)
        && !is_placeholder(drawn)
        && !names_id(&text[start..joint]);
    is_key.then(|| Found::new("api-key", start..run.end))
}

/// Returns where the prefix before a joint begins; `None` when there is none, or text before it.
fn prefix_start(text: &str, joint: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let part = |b: &&u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'_' | b'-');
    let run = bytes[..joint].iter().rev().take(RUN_BYTES_MAX).take_while(part).count();
    // An escape may stand before it, whose end looks like a part of it.
    let begins = |at: &usize| {
        let left = &text[..*at];
        bytes[*at].is_ascii_lowercase() && starts_word(left) && !left.ends_with('\\')
    };
    let start = (joint - run..joint).find(begins)?;
    let before = start.checked_sub(1).map(|at| bytes[at]);
    let prefix = &bytes[start..joint];
    let mut words = prefix.split(|byte| matches!(byte, b'_' | b'-'));
    let told = (2..=PREFIX_BYTES_MAX).contains(&prefix.len())
        && words.clone().count() <= PREFIX_WORDS_MAX
        && words.all(|word| !word.is_empty());
    let is_joined = before.is_some_and(|before| b"/.@#%&+~$_-".contains(&before));
    (told && !is_joined).then_some(start)
}

/// Whether a token ends before these bytes. A full stop ends it, and a dot before more does not.
fn ends_token(after: &[u8]) -> bool {
    let after = after.strip_prefix(b".").unwrap_or(after);
    !after.first().is_some_and(|b| b.is_ascii_alphanumeric() || b"_-/+=@".contains(b))
}

/// Whether a prefix says that an id, or what is public, follows: by its first or its last word.
fn names_id(prefix: &str) -> bool {
    let mut words = prefix.split(['_', '-']);
    let (first, last) = (words.next(), words.next_back());
    [first, last].into_iter().flatten().any(|word| ID_PREFIXES.contains(word))
}

static ID_PREFIXES: LazyLock<WordList> =
    LazyLock::new(|| WordList::of(include_str!("../../data/secrets/id_prefixes.txt")));
