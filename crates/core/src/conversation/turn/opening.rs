//! How a turn opens: what its copies have in common, whatever ids they have.
//!
//! Some clients write a session again under new ids when it is resumed, and people copy files. Such
//! a copy keeps the words of each prompt and its time, to the millisecond.

use sha2::{Digest as _, Sha256};

use crate::conversation::dialect::Dialect;
use crate::conversation::entry::{Block, Entry, REPORTED};
use crate::english::single_spaced;
use crate::hash;

/// The prompt that opens a turn, and when it was typed. Turns with the same opening are copies of
/// each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// Milliseconds since the epoch.
    pub at_ms: i64,
    /// The prompt as it is stored, with single spaces between its words.
    pub words: String,
}

/// Beginning of every fingerprint.
const PREFIX: &str = "copy-";
/// Number of bytes of a fingerprint that encode the time.
const TIME_BYTES: usize = 8;
/// How many characters of a prompt its hook is sure to have kept.
const REPORTED_CHARS: usize = 200;
/// Number of bytes of a fingerprint that encode the prompt. So few that a fingerprint cannot
/// confirm a guess: of a million passwords that somebody tries, 15 fit by chance.
const WORDS_BYTES: usize = 2;

impl Opening {
    /// Returns the opening of a turn, given its entries in order. `None` without a prompt or a
    /// precise time: several turns may have the same coarse one, and the same words.
    pub fn of(entries: &[Entry], dialect: &Dialect) -> Option<Self> {
        let opening = Self::read(entries)?;
        let is_precise = dialect.has_precise_times && opening.at_ms % 1000 != 0;
        (is_precise && !opening.words.is_empty()).then_some(opening)
    }

    /// Returns the opening of a turn, given its entries in order, whatever it says and however
    /// precise its time is. `None` without a prompt.
    pub fn read(entries: &[Entry]) -> Option<Self> {
        let prompt = entries.iter().find(|entry| entry.is_prompt())?;
        let texts = prompt.blocks.iter().filter_map(|block| match block {
            Block::Prompt { text, .. } => Some(text.as_str()),
            _ => None,
        });
        let words = single_spaced(&texts.collect::<Vec<_>>().join(" "));
        Some(Self { at_ms: prompt.at_ms, words })
    }

    /// Returns an id that copies of the turn share, and that holds no text. It outlives the turn in
    /// the list of what was forgotten.
    pub fn fingerprint(&self) -> String {
        let mut words = Sha256::new();
        words.update(self.at_ms.to_le_bytes());
        words.update(self.words.as_bytes());
        let words = hash::hex(&words.finalize()[..WORDS_BYTES]);
        format!("{}{words}", fingerprint_at(self.at_ms))
    }
}

/// Returns the id of a turn that only hooks reported, made of its session, the time of its prompt in
/// milliseconds since the epoch, and the beginning of the prompt: whoever knows all three can tell
/// whether a turn of a transcript is the same one. Like a fingerprint, it confirms no guess of the
/// words.
pub fn reported_id(session: &str, at_ms: i64, prompt: &str) -> String {
    let words: String = single_spaced(prompt).chars().take(REPORTED_CHARS).collect();
    let place = format!("{session}\n{at_ms}");
    let said = Sha256::digest(format!("{place}\n{words}"));
    let place = hash::hex(&Sha256::digest(place)[..16 - WORDS_BYTES]);
    format!("{REPORTED}{place}{}", hash::hex(&said[..WORDS_BYTES]))
}

/// Whether an id of the list of what was forgotten is a fingerprint.
pub fn is_fingerprint(id: &str) -> bool {
    let is_hex = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let digits = id.strip_prefix(PREFIX).filter(|digits| is_hex(digits));
    digits.is_some_and(|digits| digits.len() == 2 * (TIME_BYTES + WORDS_BYTES))
}

/// Returns the beginning of the fingerprints of all turns whose prompt has this time.
pub fn fingerprint_at(at_ms: i64) -> String {
    let hash = Sha256::digest(at_ms.to_le_bytes());
    format!("{PREFIX}{}", hash::hex(&hash[..TIME_BYTES]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::dialect;

    fn prompt(id: &str, at_ms: i64, text: &str) -> Entry {
        let blocks = vec![Block::Prompt { text: text.to_owned(), command: false }];
        Entry { id: id.to_owned(), at_ms, blocks, ..Entry::default() }
    }

    fn fingerprint(agent: &str, at_ms: i64, text: &str) -> Option<String> {
        let entries = [prompt("p", at_ms, text)];
        Opening::of(&entries, dialect(agent)).map(|opening| opening.fingerprint())
    }

    #[test]
    fn a_fingerprint_is_of_time_and_words_alone() {
        let of = |at_ms, text| fingerprint("claude-code", at_ms, text).expect("a prompt");
        assert_eq!(of(1_234, "Why  so\n late?"), of(1_234, "Why so late?"));
        assert_ne!(of(1_234, "Why so late?"), of(1_235, "Why so late?"));
        assert_ne!(of(1_234, "Why so late?"), of(1_234, "Why so early?"));
        assert!(of(1_234, "yes").starts_with(&fingerprint_at(1_234)));
        assert!(is_fingerprint(&of(1_234, "yes")) && !is_fingerprint("copy-1"));
    }

    #[test]
    fn a_fingerprint_confirms_no_guess() {
        let guesses = (0..200_000).map(|number| format!("The password is {number:06}"));
        let meant = fingerprint("claude-code", 1_234, "The password is 123456");
        let fitting = guesses.filter(|text| fingerprint("claude-code", 1_234, text) == meant);
        assert!(fitting.count() > 1);
    }

    #[test]
    fn a_reported_turn_is_known_by_its_session_its_time_and_its_beginning() {
        let id = |session, at_ms, text: &str| reported_id(session, at_ms, text);
        let long = "very ".repeat(100);
        assert_eq!(id("s", 1, &long), id("s", 1, &format!("{long} long\n")));
        assert_eq!(id("s", 1, "Why  so\nlate?").len(), REPORTED.len() + 32);
        assert_ne!(id("s", 1, "Why so late?"), id("s", 2, "Why so late?"));
        assert_ne!(id("s", 1, "Why so late?"), id("t", 1, "Why so late?"));
        let guesses = (0..200_000).map(|number| format!("The password is {number:06}"));
        let meant = id("s", 1, "The password is 123456");
        assert!(guesses.filter(|text| id("s", 1, text) == meant).count() > 1);
    }

    #[test]
    fn turns_without_a_precise_time_or_a_prompt_have_none() {
        assert_eq!(fingerprint("claude-code", 5_000, "yes"), None, "a whole second");
        assert_eq!(fingerprint("aider", 5_001, "yes"), None, "a source that knows no milliseconds");
        assert_eq!(fingerprint("of a newer version", 5_001, "yes"), None);
        assert_eq!(fingerprint("claude-code", 5_001, " \n"), None);
        assert_eq!(Opening::of(&[], dialect("claude-code")), None);
    }
}
