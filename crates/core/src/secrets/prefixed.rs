//! Keys of providers that no rule knows: a short prefix, and behind it characters drawn by a machine.

use std::ops::Range;
use std::sync::LazyLock;

use super::Found;
use super::entropy::is_random;
use super::scan::has_three_classes;
use super::values::is_placeholder;
use crate::word_list::WordList;

/// Bytes of the drawn part: fewer may be a name, more are data.
const DRAWN_BYTES_MIN: usize = 24;
const DRAWN_BYTES_MAX: usize = 128;
/// Maximum bytes of the prefix, which is one to three words.
const PREFIX_BYTES_MAX: usize = 20;
const PREFIX_WORDS_MAX: usize = 3;

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
    let start = prefix_start(bytes, joint).filter(|_| ends_token(&bytes[run.end..]))?;
    let drawn = &text[run.clone()];
    let is_key = has_three_classes(drawn)
        && is_random(drawn)
        && !is_placeholder(drawn)
        && !names_id(&text[start..joint]);
    is_key.then(|| Found::new("api-key", start..run.end))
}

/// Returns where the prefix before a joint begins; `None` when there is none, or text before it.
fn prefix_start(bytes: &[u8], joint: usize) -> Option<usize> {
    let part = |b: &&u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'_' | b'-');
    let length = bytes[..joint].iter().rev().take(PREFIX_BYTES_MAX + 2).take_while(part).count();
    let before = bytes[..joint - length].last();
    // The letter behind a backslash is an escape.
    let start = joint - length + usize::from(length > 0 && before == Some(&b'\\'));
    let prefix = &bytes[start..joint];
    let mut words = prefix.split(|byte| matches!(byte, b'_' | b'-'));
    let told = (2..=PREFIX_BYTES_MAX).contains(&prefix.len())
        && prefix[0].is_ascii_lowercase()
        && words.clone().count() <= PREFIX_WORDS_MAX
        && words.all(|word| !word.is_empty());
    let joined = |b: &u8| b.is_ascii_alphanumeric() || b"/.@#%&+~$".contains(b);
    let begins = before.is_none_or(|before| !joined(before));
    (told && begins).then_some(start)
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
