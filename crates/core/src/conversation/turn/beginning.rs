//! When and in which session a forgotten turn began: what its subagents did is known by that when it
//! arrives later.
//!
//! An id of the list of what was forgotten, beside the uuids. It holds a hash of the session's id,
//! and the time hidden by another part of that hash: whoever does not know the session's id learns
//! at most how far apart the turns of a session were.

use sha2::{Digest as _, Sha256};

/// Beginning of every such id.
const PREFIX: &str = "began-";
/// Number of hexadecimal digits that encode the session, and as many for the time.
const DIGITS: usize = 16;

/// The ids of one session.
#[derive(Debug, Clone, Copy)]
pub struct Beginnings {
    session: u64,
    /// Hides times.
    mask: u64,
}

impl Beginnings {
    /// Returns the ids of a session.
    pub fn of(session: &str) -> Self {
        let hash = Sha256::digest(session);
        let number = |bytes: &[u8]| bytes.iter().fold(0, |all, byte| all << 8 | u64::from(*byte));
        Self { session: number(&hash[..8]), mask: number(&hash[8..16]) }
    }

    /// Returns what they all begin with.
    pub fn prefix(self) -> String {
        format!("{PREFIX}{:016x}", self.session)
    }

    /// Returns the id for a turn that began at a time, in milliseconds since the epoch.
    pub fn id(self, began_ms: i64) -> String {
        format!("{}{:016x}", self.prefix(), began_ms.cast_unsigned() ^ self.mask)
    }

    /// Returns when the turn of an id began; `None` for an id of another session.
    pub fn began_ms(self, id: &str) -> Option<i64> {
        let time = id.strip_prefix(&self.prefix()).filter(|time| time.len() == DIGITS)?;
        Some((u64::from_str_radix(time, 16).ok()? ^ self.mask).cast_signed())
    }
}

/// Whether an id of the list of what was forgotten is of this kind.
pub fn is_beginning(id: &str) -> bool {
    let digits = id.strip_prefix(PREFIX).unwrap_or_default();
    digits.len() == 2 * DIGITS && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_known_to_whoever_knows_the_session() {
        let (own, other) = (Beginnings::of("5e551011"), Beginnings::of("another"));
        let id = own.id(1_772_355_600_217);
        assert!(is_beginning(&id) && id.starts_with(&own.prefix()));
        assert_eq!(own.began_ms(&id), Some(1_772_355_600_217));
        assert_eq!(other.began_ms(&id), None);
        assert_eq!(own.began_ms(&own.id(-1)), Some(-1));
        assert!(!is_beginning("began-1") && !is_beginning("copy-0123456789abcdef0123"));
    }
}
