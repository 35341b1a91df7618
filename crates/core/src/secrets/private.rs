//! `<private>…</private>`: text that the user marks is removed, whatever it is.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

/// Replaces each span.
pub(super) const MARKER: &str = "[private]";

/// Who wrote a text. It decides what an unmatched tag means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Writer {
    /// The user: an unclosed opening tag hides everything after it.
    Person,
    /// The user, writing on while the model works: an unmatched closing tag also hides everything
    /// before it.
    PersonGoingOn,
    /// The model, which may also mention the tag: an unclosed tag hides nothing after it.
    Model,
    /// A file or the output of a tool: an unclosed tag hides nothing.
    Nobody,
}

/// An opening or closing tag in any case, with spaces and attributes, also with HTML-escaped
/// brackets.
static TAG: LazyLock<Regex> = LazyLock::new(|| {
    super::compiled(r"(?i)(?:<|&lt;)\s{0,8}(/?)\s{0,8}private(?:\s[^<>\n]{0,200})?(?:>|&gt;)")
});

/// Replaces each span of a text, including its tags, with [`MARKER`]. Spans may be nested.
pub(super) fn hide(text: &str, writer: Writer) -> Cow<'_, str> {
    let mut hidden = hide_across(&[text], writer);
    hidden.pop().flatten().map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Like [`hide`], for consecutive texts of one message: a span may end in a later text than it
/// begins in. Returns the new text of each one that changes.
pub(crate) fn hide_across(texts: &[&str], writer: Writer) -> Vec<Option<String>> {
    // Compiling the pattern takes longer than masking a prompt without a tag.
    if !texts.iter().any(|text| names_tag(text)) {
        return vec![None; texts.len()];
    }
    let spans = spans_of(texts, writer);
    let parts = texts.iter().enumerate().map(|(number, text)| {
        let mut hidden = String::new();
        let mut copied = 0;
        for (from, to) in spans.iter().filter(|(from, to)| from.0 <= number && number <= to.0) {
            let start = if from.0 == number { from.1 } else { 0 };
            replace(&mut hidden, &text[copied..start]);
            copied = if to.0 == number { to.1 } else { text.len() };
        }
        hidden.push_str(&text[copied..]);
        (hidden != *text).then_some(hidden)
    });
    parts.collect()
}

/// A position: the index of a text and a byte offset in it.
type Place = (usize, usize);

/// Returns the start and end of each span, in order.
fn spans_of(texts: &[&str], writer: Writer) -> Vec<(Place, Place)> {
    let mut spans = Vec::new();
    let (mut opened, mut inner_end, mut depth) = ((0, 0), None, 0_usize);
    for (number, text) in texts.iter().enumerate() {
        for tag in TAG.captures_iter(text) {
            let range = tag.get_match().range();
            let closes = tag.get(1).is_some_and(|slash| !slash.is_empty());
            match (closes, depth) {
                (false, 0) => (opened, depth) = ((number, range.start), 1),
                (false, _) => depth += 1,
                (true, 0) if writer == Writer::PersonGoingOn && spans.is_empty() => {
                    spans.push(((0, 0), (number, range.end)));
                }
                (true, 0) => {}
                (true, _) => {
                    depth -= 1;
                    inner_end = Some((number, range.end));
                }
            }
            if depth == 0
                && let Some(end) = inner_end.take()
            {
                spans.push((opened, end));
            }
        }
    }
    let end = texts.last().map_or(0, |text| text.len());
    match writer {
        Writer::Person | Writer::PersonGoingOn if depth > 0 => {
            spans.push((opened, (texts.len() - 1, end)));
        }
        // The outer span is unclosed, but a nested one was closed: hide up to its end.
        Writer::Model if depth > 0 => spans.extend(inner_end.map(|end| (opened, end))),
        _ => {}
    }
    spans
}

/// Returns whether the tag's name occurs in a text, in any case. No non-ASCII character folds to
/// its letters.
fn names_tag(text: &str) -> bool {
    const NAME: &[u8] = b"private";
    let bytes = text.as_bytes();
    // Searches for its rarest letter.
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
            assert_eq!(hide(text, Writer::Person), hidden, "{text}");
        }
    }

    #[test]
    fn what_a_tag_alone_hides_depends_on_who_wrote_it() {
        let text = "a <private>b<private>c</private>d";
        assert_eq!(hide(text, Writer::Person), "a [private]");
        assert_eq!(hide(text, Writer::Nobody), text);
        assert_eq!(hide(text, Writer::Model), "a [private]d");
        let told = "Put `<private>` before it. The rest stays.";
        assert_eq!(hide(told, Writer::Model), told);
        assert_eq!(hide("b</private> c", Writer::PersonGoingOn), "[private] c");
        assert_eq!(hide("b</private> c", Writer::Person), "b</private> c");
    }

    #[test]
    fn a_span_goes_on_in_a_later_text() {
        let texts = ["a <private>b", "c", "d</private> e", "f"];
        let hidden = hide_across(&texts, Writer::Model);
        let wanted = ["a [private]", "[private]", "[private] e"].map(|text| Some(text.to_owned()));
        assert_eq!(hidden, [&wanted[..], &[None]].concat());
        let open = hide_across(&["a <private>b", "c"], Writer::Person);
        assert_eq!(open, [Some("a [private]".into()), Some("[private]".into())]);
    }
}
