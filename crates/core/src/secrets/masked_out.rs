//! Which texts were masked.

use std::sync::LazyLock;

use regex::Regex;

/// The marker that replaces a secret.
static MARKER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\[(?:masked:[a-z0-9-]+|private)\]").expect("a constant pattern"));

/// Returns the parts of `before` that `after` replaces with a marker.
pub fn masked_out(before: &str, after: &str) -> Vec<String> {
    if before == after {
        return Vec::new();
    }
    let mut removed = Vec::new();
    let mut rest = before;
    let mut kept = MARKER.split(after);
    let beginning = kept.next().unwrap_or_default();
    rest = rest.strip_prefix(beginning).unwrap_or(rest);
    let mut kept = kept.peekable();
    while let Some(piece) = kept.next() {
        // The piece after the last marker is the end of the text.
        let at = match kept.peek() {
            None => rest.len().checked_sub(piece.len()).filter(|at| rest.is_char_boundary(*at)),
            Some(_) => rest.find(piece),
        };
        let at = at.unwrap_or(rest.len());
        if !MARKER.is_match(&rest[..at]) && at > 0 {
            removed.push(rest[..at].to_owned());
        }
        rest = rest.get(at + piece.len()..).unwrap_or_default();
    }
    removed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_masked_is_what_stood_there() {
        let out = |before: &str, after: &str| masked_out(before, after);
        assert_eq!(out("a key=s3cret b", "a key=[masked:password] b"), ["s3cret"]);
        assert_eq!(out("s3cret", "[masked:own]"), ["s3cret"]);
        assert_eq!(out("x [masked:own] y tok z", "x [masked:own] y [masked:own] z"), ["tok"]);
        assert_eq!(out("p one q two", "p [private] q [masked:a-b]"), ["one", "two"]);
        assert!(out("same", "same").is_empty());
    }
}
