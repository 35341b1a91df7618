//! Secrets hidden by markup or escapes: zero-width characters, terminal colours, percent and
//! Unicode escapes, HTML tags.
//!
//! The text around each such markup is decoded, and a secret found there is masked in the original
//! text.

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::undressed::Undressed;
use super::{Found, compiled};

/// How many bytes of the line before and after the markup are scanned.
const NEAR_CHARS: usize = 160;
/// Parts longer than this are scanned in pieces.
const PART_BYTES_MAX: usize = 64 * 1024;

/// Markup and escapes. The name of the matching group says what to replace the match with.
static MARKUP: LazyLock<Regex> = LazyLock::new(|| {
    compiled(concat!(
        r"(?P<nothing>[\u{200B}-\u{200F}\u{2060}-\u{2064}\u{FEFF}\u{AD}\u{202A}-\u{202E}]+",
        r"|(?:\x1B|\\(?:u001[bB]|x1[bB]|033|e))\[[0-9;]{0,16}m)",
        r"|(?P<wide>[\u{FF10}-\u{FF19}\u{FF0D}\u{FF21}-\u{FF3A}\u{FF3F}\u{FF41}-\u{FF5A}])",
        r"|(?:\\u00|\\x|%)(?P<hex>[2-7][0-9A-Fa-f])",
        r"|&#(?:(?P<decimal>[0-9]{2,3})|x(?P<entity>[2-7][0-9A-Fa-f]));",
        r"|&(?:nbsp|(?P<named>lt|gt|quot|apos));",
        r"|(?P<cell></(?:td|th|dt)>\s{0,40}<(?:td|th|dd)(?:\s[^<>\n]{0,80})?>)",
        r"|(?P<tag></?(?:b|i|em|strong|code|kbd|span|td|tt|pre)(?:\s[^<>\n]{0,80})?>)",
    ))
});

/// Finds secrets that only show once markup and escapes around them are decoded.
pub(super) fn find(text: &str) -> Vec<Found> {
    let mut all = Vec::new();
    let mut done = 0;
    for mark in MARKUP.find_iter(text) {
        if mark.start() < done {
            continue;
        }
        let part = part_around(text, done, mark.range());
        done = part.end;
        all.extend(Undressed::new(text, part, &MARKUP, stands_for).secrets());
    }
    all
}

/// Returns the part of a line around a match, including further matches close after it.
fn part_around(text: &str, from: usize, mark: Range<usize>) -> Range<usize> {
    let before =
        &text[text.ceil_char_boundary(mark.start.saturating_sub(NEAR_CHARS)).max(from)..mark.start];
    let line = before.rfind('\n').map_or(0, |newline| newline + 1);
    let mut end = mark.end;
    while end - mark.start < PART_BYTES_MAX
        && let Some(next) = MARKUP.find(&text[end..text.floor_char_boundary(end + NEAR_CHARS)])
    {
        end += next.end();
    }
    let behind = &text[end..text.floor_char_boundary(end + NEAR_CHARS)];
    let rest = behind.find('\n').unwrap_or(behind.len());
    mark.start - before.len() + line..end + rest
}

/// Returns the characters to replace a match with: ASCII only, and none for pure markup.
fn stands_for(mark: &Captures) -> [Option<char>; 2] {
    let number = |name: &str, radix| {
        let digits = mark.name(name)?.as_str();
        u32::from_str_radix(digits, radix).ok()
    };
    let code = number("hex", 16).or_else(|| number("entity", 16)).or_else(|| number("decimal", 10));
    let named = mark.name("named").map(|name| match name.as_str() {
        "lt" => '<',
        "gt" => '>',
        _ => '\'',
    });
    let wide = mark.name("wide").and_then(|wide| wide.as_str().chars().next());
    if mark.name("nothing").is_some() {
        return [None, None];
    }
    // The left cell of a table names the value in the right cell.
    if mark.name("cell").is_some() {
        return [Some(':'), Some(' ')];
    }
    let plain =
        code.or(named.map(u32::from)).or_else(|| wide.map(|wide| u32::from(wide) - WIDE_OFFSET));
    let c = match plain.and_then(char::from_u32) {
        // A quote or a backslash would end the surrounding string.
        Some('"') => '\'',
        Some('\\') => '/',
        Some(c @ ' '..='~') => c,
        _ => ' ',
    };
    [Some(c), None]
}

/// Distance of full-width characters from their ASCII forms.
const WIDE_OFFSET: u32 = 0xFEE0;
