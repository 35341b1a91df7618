//! `<private>…</private>`: what a person marks is kept out, whatever it is.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

/// What stands where a span was.
pub(super) const MARKER: &str = "[private]";

/// What an opening tag without a closing one hides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unclosed {
    /// All behind it: a person or the model is speaking.
    ToTheEnd,
    /// Nothing: a file or the output of a tool speaks of tags.
    Nothing,
}

/// An opening or closing tag in any case, with spaces and attributes, also as a text in HTML has it.
static TAG: LazyLock<Regex> = LazyLock::new(|| {
    super::compiled(r"(?i)(?:<|&lt;)\s{0,8}(/?)\s{0,8}private(?:\s[^<>\n]{0,200})?(?:>|&gt;)")
});

/// Replaces each span, tags included, by [`MARKER`]. Spans may lie in each other; a closing tag without an opening one
/// stays.
pub(super) fn hide(text: &str, unclosed: Unclosed) -> Cow<'_, str> {
    // Compiling the pattern takes longer than masking a prompt without a tag.
    if !names_tag(text) {
        return Cow::Borrowed(text);
    }
    let mut hidden = String::new();
    let (mut copied, mut opened, mut depth) = (0, 0, 0_usize);
    for tag in TAG.captures_iter(text) {
        let range = tag.get_match().range();
        let closes = tag.get(1).is_some_and(|slash| !slash.is_empty());
        match (closes, depth) {
            (false, 0) => (opened, depth) = (range.start, 1),
            (false, _) => depth += 1,
            (true, 0) => {}
            (true, 1) => {
                depth = 0;
                replace(&mut hidden, &text[copied..opened]);
                copied = range.end;
            }
            (true, _) => depth -= 1,
        }
    }
    if depth > 0 && unclosed == Unclosed::ToTheEnd {
        replace(&mut hidden, &text[copied..opened]);
        copied = text.len();
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    hidden.push_str(&text[copied..]);
    Cow::Owned(hidden)
}

/// Whether a tag's name stands anywhere in a text, in any case. Nothing but ASCII folds to its letters.
fn names_tag(text: &str) -> bool {
    const NAME: &[u8] = b"private";
    let bytes = text.as_bytes();
    // Its rarest letter leads to it.
    memchr::memchr2_iter(b'v', b'V', bytes).any(|at| {
        let word = at.checked_sub(3).and_then(|start| bytes.get(start..start + NAME.len()));
        word.is_some_and(|word| word.eq_ignore_ascii_case(NAME))
    })
}

fn replace(hidden: &mut String, before: &str) {
    hidden.push_str(before);
    hidden.push_str(MARKER);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_hidden_with_what_lies_in_them() {
        for (text, hidden) in [
            ("a <private>b</private> c", "a [private] c"),
            ("a < PRIVATE reason=\"x\">b\nb< / Private > c", "a [private] c"),
            ("<private>a<private>b</private>c</private>d", "[private]d"),
            ("&lt;private&gt;a&lt;/private&gt;b", "[private]b"),
            ("<private>a</private><private>b</private>", "[private][private]"),
            ("a </private> b", "a </private> b"),
            ("<privateer>a</privateer>", "<privateer>a</privateer>"),
        ] {
            assert_eq!(hide(text, Unclosed::ToTheEnd), hidden, "{text}");
        }
    }

    #[test]
    fn an_unclosed_span_hides_the_rest_of_what_was_said_only() {
        let text = "a <private>b<private>c</private>d";
        assert_eq!(hide(text, Unclosed::ToTheEnd), "a [private]");
        assert_eq!(hide(text, Unclosed::Nothing), text);
    }
}
