//! The byte order mark that some editors and shells write before a text in UTF-8.

/// The mark, in UTF-8.
const MARK: &[u8] = "\u{FEFF}".as_bytes();

/// Returns a text without the mark at its start.
pub(super) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(MARK).unwrap_or(text)
}
