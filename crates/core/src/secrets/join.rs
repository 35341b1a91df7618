//! Values that are written in pieces: `"abc" + "def"`, literals on lines of their own, a line that goes on after `\`.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// More pieces are not put together.
const PIECES_MAX: usize = 64;

/// What stands between two pieces: a quote, an operator, a quote; two quotes with a line break between; or a line that
/// goes on.
static JOINT: LazyLock<Regex> = LazyLock::new(|| {
    super::compiled(concat!(
        r"\A(?:\\*['\x22`](?:\s|\\n){0,40}(?:\+|\.{1,2}|&|~|<>|\|\||\\?\\\n)(?:\s|\\n){0,40}\\*['\x22`]",
        r"|\\*['\x22`][ \t]{0,40}(?:\n|\\n)(?:\s|\\n){0,40}\\*['\x22`]",
        r"|\\{1,3}(?:\r?\n|\\n)[ \t]{0,40})",
    ))
});

/// Pieces put together.
pub(super) struct Unfolded {
    /// The pieces without what stands between them.
    pub text: String,
    /// Where each piece starts, here and in the original.
    pieces: Vec<(usize, usize)>,
}

impl Unfolded {
    /// Returns where a part of it stands in the original.
    pub fn original(&self, range: &Range<usize>) -> Range<usize> {
        let place = |at: usize, inner: bool| {
            let starts_before = |piece: &&(usize, usize)| piece.0 < at || inner && piece.0 == at;
            let (here, there) =
                self.pieces.iter().rfind(starts_before).copied().unwrap_or_default();
            there + (at - here)
        };
        place(range.start, true)..place(range.end, false)
    }
}

/// Puts together what starts here, up to `chars_max`. Returns nothing when there is one piece only.
pub(super) fn unfolded(text: &str, start: usize, chars_max: usize) -> Option<Unfolded> {
    let mut unfolded = Unfolded { text: String::new(), pieces: Vec::new() };
    let mut at = start;
    while unfolded.text.len() < chars_max && unfolded.pieces.len() < PIECES_MAX {
        let bytes = text.as_bytes()[at..].iter().take(chars_max);
        let length = bytes.take_while(|byte| is_inside(**byte)).count();
        let end = text.floor_char_boundary(at + length);
        unfolded.pieces.push((unfolded.text.len(), at));
        unfolded.text.push_str(&text[at..end]);
        match JOINT.find(&text[end..]) {
            Some(joint) => at = end + joint.end(),
            None => break,
        }
    }
    (unfolded.pieces.len() > 1).then_some(unfolded)
}

fn is_inside(byte: u8) -> bool {
    !matches!(byte, b'"' | b'\'' | b'`' | b'\\' | b'\n' | b' ')
}
