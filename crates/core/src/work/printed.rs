//! Which turns printed the hash of a commit. What commands print is not searched, and a hash often
//! is nowhere else.

use memchr::memmem;

use super::timeline::{Place, sessions, timeline};
use crate::conversation::turn;
use crate::error::Result;
use crate::store::{Scope, Store};

/// Characters of a short hash, as git prints it.
const SHORT_BYTES: usize = 7;
/// Maximum characters of a hash.
const HASH_BYTES_MAX: usize = 40;
/// Maximum number of turns that are named.
const PLACES_MAX: usize = 20;

/// Returns the turns of a scope that hold a hash, the oldest first: the commit was mostly made
/// there. It reads the newest turns, as all questions about the work do. A text that is no hash is
/// held by none.
pub fn printed(store: &Store, scope: &Scope, hash: &str) -> Result<Vec<Place>> {
    let hash = hash.to_ascii_lowercase();
    let is_hash = (SHORT_BYTES..=HASH_BYTES_MAX).contains(&hash.len())
        && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_hash {
        return Ok(Vec::new());
    }
    store.read(|reader| {
        let mut places = Vec::new();
        for turn in sessions(reader, scope, None)?.turns.into_iter().flatten() {
            let log = turn::json_lines(&reader.stored_turn(turn)?.log).unwrap_or_default();
            if holds(&log, hash.as_bytes()) {
                places.extend(timeline(reader, &[turn])?.turns);
            }
        }
        places.sort_by(|a, b| (a.at_ms, &a.turn).cmp(&(b.at_ms, &b.turn)));
        places.truncate(PLACES_MAX);
        Ok(places)
    })
}

/// Whether a text holds a hash, or the beginning or the whole of it.
fn holds(text: &[u8], hash: &[u8]) -> bool {
    memmem::find_iter(text, &hash[..SHORT_BYTES]).any(|at| {
        let is_start =
            at == 0 || !text[at - 1].is_ascii_alphanumeric() || text[..at].ends_with(b"\\n");
        let written = text[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric());
        let written: Vec<u8> = written.copied().collect();
        is_start && (written.starts_with(hash) || hash.starts_with(&written))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_known_by_a_shorter_and_a_longer_one() {
        let text = br#"{"text":"ok\n1a2b3c4 lamp\n[main 9f8e7d6c] x"}"#;
        let held = |hash: &str| holds(text, hash.as_bytes());
        assert!(held("1a2b3c4") && held("1a2b3c4d5e") && held("9f8e7d6"));
        assert!(!held("1a2b3c5") && !held("a2b3c4d") && !held("9f8e7d6a"));
    }
}
