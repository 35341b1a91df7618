//! SHA-256 digests as hexadecimal text, used as content ids.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// Returns the SHA-256 of `bytes` as 64 lower-case hexadecimal digits.
pub fn hex_digest(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Returns the next link of a chain of hashes: of the last one and of what follows it, as 32
/// hexadecimal digits.
pub(crate) fn chained(last: &str, bytes: &[u8]) -> String {
    let hash = Sha256::new().chain_update(last).chain_update([0]).chain_update(bytes).finalize();
    hex(&hash[..16])
}

/// Returns an id in the form of a UUID, made from a text.
pub(crate) fn uuid_of(text: &str) -> String {
    let hash = hex_digest(text.as_bytes());
    let part = |from: usize, to: usize| &hash[from..to];
    // Version 8: made by a rule of our own.
    format!("{}-{}-8{}-8{}-{}", part(0, 8), part(8, 12), part(12, 15), part(15, 18), part(18, 30))
}

/// Returns `bytes` as lower-case hexadecimal digits; a library for these five lines would cost more than it saves.
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
