//! Values written in pieces: `"abc" + "def"`, string literals on consecutive lines, lines continued
//! with `\`.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::entropy::is_random;

/// Maximum number of pieces to join.
const PIECES_MAX: usize = 64;

/// Separator between two pieces: quote, operator, quote; two quotes with a line break between them;
/// or a line continuation.
static JOINT: LazyLock<Regex> = LazyLock::new(|| {
    super::compiled(concat!(
        r"\A(?:\\*['\x22`](?:\s|\\n){0,40}(?:\+|\.{1,2}|&|~|<>|\|\||\\?\\\n)(?:\s|\\n){0,40}\\*['\x22`]",
        r"|\\*['\x22`][ \t]{0,40}(?:\n|\\n)(?:\s|\\n){0,40}\\*['\x22`]",
        r"|\\{1,3}(?:\r?\n|\\n)[ \t]{0,40})",
    ))
});

/// A text joined from its pieces.
#[derive(Default)]
pub(super) struct Unfolded {
    /// The pieces, without their separators.
    pub text: String,
    /// Start of each piece, as offsets into (`text`, the original text).
    pieces: Vec<(usize, usize)>,
}

impl Unfolded {
    /// Adds a piece of the original text.
    pub fn push(&mut self, original: &str, range: Range<usize>) {
        self.pieces.push((self.text.len(), range.start));
        self.text.push_str(&original[range]);
    }

    /// Maps a range of `text` to the range of the original text.
    pub fn original(&self, range: &Range<usize>) -> Range<usize> {
        let place = |at: usize, inner: bool| {
            let before =
                self.pieces.partition_point(|piece| piece.0 < at || inner && piece.0 == at);
            let (here, there) = self.pieces[..before].last().copied().unwrap_or_default();
            there + (at - here)
        };
        place(range.start, true)..place(range.end, false)
    }
}

/// Joins the pieces of the value that starts at `start`, up to `chars_max`. Returns `None` when
/// there is only one piece.
pub(super) fn unfolded(text: &str, start: usize, chars_max: usize) -> Option<Unfolded> {
    let mut unfolded = Unfolded { text: String::new(), pieces: Vec::new() };
    let mut at = start;
    while unfolded.text.len() < chars_max && unfolded.pieces.len() < PIECES_MAX {
        let bytes = text.as_bytes()[at..].iter().take(chars_max);
        let length = bytes.take_while(|byte| is_inside(**byte)).count();
        let end = text.floor_char_boundary(at + length);
        unfolded.push(text, at..end);
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

/// Minimum length of each line of a wrapped token, except the last.
const LINE_CHARS_MIN: usize = 12;
/// Minimum length of the last line of a wrapped token: shorter ones are usually words.
const LAST_CHARS_MIN: usize = 6;

/// Joins the lines of a token that starts at `start` and was wrapped at line ends, up to
/// `chars_max`. Returns `None` when the token is on one line.
pub(super) fn unwrapped(text: &str, start: usize, chars_max: usize) -> Option<Unfolded> {
    let mut end = start + token_length(&text[start..]);
    let mut unwrapped = Unfolded { text: text[start..end].to_owned(), pieces: vec![(0, start)] };
    while end - start < chars_max
        && unwrapped.pieces.len() < PIECES_MAX
        && let Some(line) = next_line(text, &(unwrapped.pieces.last()?.1..end))
    {
        unwrapped.push(text, line.clone());
        end = line.end;
    }
    (unwrapped.pieces.len() > 1).then_some(unwrapped)
}

/// Returns the end of the token that `found` ends with, following it over wrapped lines.
pub(super) fn wrapped_end(text: &str, found: &Range<usize>) -> usize {
    let token = text[found.clone()].bytes().rev().take_while(|b| is_token_byte(*b)).count();
    let mut line = found.end - token..found.end;
    for _ in 0..PIECES_MAX {
        match next_line(text, &line) {
            Some(next) => line = next,
            None => break,
        }
    }
    line.end
}

/// Returns the next line of a wrapped token: it must hold nothing else and look as random as the
/// lines before.
fn next_line(text: &str, piece: &Range<usize>) -> Option<Range<usize>> {
    if piece.len() < LINE_CHARS_MIN {
        return None;
    }
    let rest = &text[piece.end..];
    let below = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n'))?;
    let indented = below.trim_start_matches([' ', '\t', '>', '|']);
    if below.len() - indented.len() > LINE_CHARS_MIN {
        return None;
    }
    let length = token_length(indented);
    let line = &indented[..length];
    let ends = indented[length..].trim_start_matches(['"', '\'', '`', ',', ';', ' ']);
    let whole = ends.is_empty() || ends.starts_with(['\n', '\r']);
    let hash = length >= 32 && line.bytes().all(|b| b.is_ascii_hexdigit());
    let drawn = is_random(line)
        || length < piece.len() && length >= LAST_CHARS_MIN && has_all_classes(line);
    let start = text.len() - indented.len();
    (whole && drawn && !hash && length <= piece.len() + LINE_CHARS_MIN)
        .then(|| start..start + length)
}

fn has_all_classes(line: &str) -> bool {
    let classes: [fn(&u8) -> bool; 3] =
        [u8::is_ascii_lowercase, u8::is_ascii_uppercase, u8::is_ascii_digit];
    classes.iter().all(|class| line.as_bytes().iter().any(class))
}

fn token_length(text: &str) -> usize {
    text.bytes().take(LINE_TOKEN_MAX).take_while(|byte| is_token_byte(*byte)).count()
}

/// Maximum length of one line of a wrapped token.
const LINE_TOKEN_MAX: usize = 512;

fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b'/' | b'=' | b'.')
}
