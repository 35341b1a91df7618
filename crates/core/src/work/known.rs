//! What the words of a query name by themselves: sessions, turns and notes by their ids, commits.

use std::sync::LazyLock;

use regex::Regex;
use serde::Serialize;

use super::printed::printed;
use crate::error::Result;
use crate::store::{Reader, Scope, Store};

/// What a word of a query names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KnownWord {
    /// The word of the query.
    pub word: String,
    /// What it names.
    pub kind: KnownKind,
    /// The id that leads there: of a commit, that of the first turn that printed it.
    pub id: String,
    /// Of a commit: when that turn began, in milliseconds since the epoch.
    pub at_ms: Option<i64>,
    /// Of a commit: how many more turns printed it.
    pub more: usize,
}

/// What a word names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum KnownKind {
    /// A session.
    Session,
    /// A turn.
    Turn,
    /// A note.
    Note,
    /// A commit, known by a turn whose command printed its hash.
    Commit,
}

/// Maximum number of words that are looked up.
const WORDS_MAX: usize = 3;
/// A beginning of an id that is no other word has a digit, and at least so many characters.
const ID_CHARS_MIN: usize = 6;

static HASH: LazyLock<Regex> =
    LazyLock::new(|| Regex::new("(?i)^[0-9a-f]{7,40}$").expect("a valid expression"));

/// Returns what the words of a query name. `missing` are those that no turn has in `scope`.
pub fn known_words(
    store: &Store,
    scope: &Scope,
    text: &str,
    missing: &[String],
) -> Result<Vec<KnownWord>> {
    let quotes = |letter: char| "\"'`(".contains(letter);
    let ends = |letter: char| "\"'`).,;:?!".contains(letter);
    let mut words: Vec<&str> = Vec::new();
    for word in text.split_whitespace() {
        let word = word.trim_start_matches(quotes).trim_end_matches(ends);
        if is_id(word) && !words.contains(&word) && words.len() < WORDS_MAX {
            words.push(word);
        }
    }
    let mut known = Vec::new();
    for word in words {
        let found = store.read(|reader| by_id(reader, word))?;
        let is_hash = found.is_none() && HASH.is_match(word);
        let is_missing = || missing.iter().any(|each| each == word);
        let found = match found {
            None if is_hash && is_missing() => commit(store, scope, word)?,
            found => found,
        };
        known.extend(found);
    }
    Ok(known)
}

fn is_id(word: &str) -> bool {
    let is_of_id = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    word.len() >= ID_CHARS_MIN
        && word.bytes().all(is_of_id)
        && word.bytes().any(|byte| byte.is_ascii_digit())
}

/// Returns the one session, turn or note with an id that begins so. An exact id counts alone.
fn by_id(reader: &Reader, word: &str) -> Result<Option<KnownWord>> {
    let named =
        |kind, id: String| KnownWord { word: word.to_owned(), kind, id, at_ms: None, more: 0 };
    let mut sessions = reader.sessions_named(word)?;
    if sessions.iter().any(|session| session == word) {
        return Ok(Some(named(KnownKind::Session, word.to_owned())));
    }
    let mut turns = reader.turns_named(word)?;
    if turns.iter().any(|turn| turn == word) {
        return Ok(Some(named(KnownKind::Turn, word.to_owned())));
    }
    match (sessions.pop(), turns.pop()) {
        (Some(session), None) if sessions.is_empty() => {
            Ok(Some(named(KnownKind::Session, session)))
        }
        (None, Some(turn)) if turns.is_empty() => Ok(Some(named(KnownKind::Turn, turn))),
        (None, None) => {
            let mut notes = reader.notes_named(word)?;
            let note = notes.pop().filter(|_| notes.is_empty());
            Ok(note.map(|note| named(KnownKind::Note, note)))
        }
        _ => Ok(None),
    }
}

fn commit(store: &Store, scope: &Scope, word: &str) -> Result<Option<KnownWord>> {
    let places = printed(store, scope, word)?;
    Ok(places.first().map(|first| KnownWord {
        word: word.to_owned(),
        kind: KnownKind::Commit,
        id: first.turn.clone(),
        at_ms: Some(first.at_ms),
        more: places.len() - 1,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_a_digit_and_six_characters() {
        for word in ["4fe1c2", "0199-ab", "ses_1a"] {
            assert!(is_id(word), "{word}");
        }
        for word in ["retry-queue", "4fe1", "v1.2.3", "a/b123", ""] {
            assert!(!is_id(word), "{word}");
        }
    }
}
