//! Secrets inside encoded text: base64, hexadecimal digits and hex dumps.
//!
//! Whatever decodes to text is scanned like any text; when it holds a secret, the encoded block is
//! masked.

use std::ops::Range;

use memchr::memmem;

use super::decode::{from_base64, from_hex};
use super::{Found, found_in};

/// Minimum length of a run: shorter ones cannot encode a secret of a known format.
const RUN_CHARS_MIN: usize = 24;
/// This many decoded bytes must be text before the rest is decoded.
const PROBED_BYTES: usize = 18;
/// Maximum number of characters decoded of one block.
const BLOCK_CHARS_MAX: usize = 256 * 1024;

/// Finds encoded blocks that hold a secret.
pub(super) fn find(text: &str) -> Vec<Found> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(run) = next_run(text.as_bytes(), at) {
        let (block, characters) = block_at(text, run);
        at = block.end;
        let found = decoded(&characters).and_then(|decoded| first_secret(&decoded));
        all.extend(found.map(|kind| Found::new(kind, block)));
    }
    all.extend(dumps(text));
    all
}

/// Returns the kind of the first secret in a decoded text.
fn first_secret(decoded: &str) -> Option<&'static str> {
    found_in(decoded).first().map(|found| found.kind)
}

/// Returns the next run of base64 characters that is long enough. Each step searches its window
/// backwards for a character outside the alphabet, so that few characters of ordinary prose are
/// read.
fn next_run(bytes: &[u8], mut at: usize) -> Option<Range<usize>> {
    while let Some(window) = bytes.get(at..at + RUN_CHARS_MIN) {
        let Some(gap) = window.iter().rposition(|byte| !is_code(*byte)) else {
            let length = bytes[at..].iter().take_while(|byte| is_code(**byte)).count();
            return Some(at..at + length);
        };
        at += gap + 1;
    }
    None
}

/// Follows an encoded block over line ends. Returns its range and its characters without the line
/// ends.
fn block_at(text: &str, run: Range<usize>) -> (Range<usize>, String) {
    let mut characters = text[run.clone()].to_owned();
    let mut block = run.clone();
    let mut line = run.len();
    while characters.len() < BLOCK_CHARS_MAX {
        let rest = &text[block.end..];
        let below = rest
            .strip_prefix("\r\n")
            .or_else(|| rest.strip_prefix('\n'))
            .or_else(|| rest.strip_prefix("\\n"));
        let Some(below) = below.map(|below| below.trim_start_matches([' ', '\t'])) else { break };
        let length = below.bytes().take(line + 1).take_while(|byte| is_code(*byte)).count();
        if length == 0 || length > line || text.len() - below.len() - block.end > RUN_CHARS_MIN {
            break;
        }
        let start = text.len() - below.len();
        characters.push_str(&below[..length]);
        block.end = start + length;
        if length < line {
            break;
        }
        line = length;
    }
    let padding = text[block.end..].bytes().take(2).take_while(|byte| *byte == b'=').count();
    (block.start..block.end + padding, characters)
}

/// Returns the decoded text, or `None` when the characters do not decode to text.
fn decoded(characters: &str) -> Option<String> {
    let characters = characters.strip_prefix("0x").unwrap_or(characters);
    let hex = characters.len().is_multiple_of(2)
        && characters.bytes().take(64).all(|byte| byte.is_ascii_hexdigit());
    let decode: fn(&str) -> Vec<u8> = if hex { from_hex } else { from_base64 };
    let probe = decode(&characters[..RUN_CHARS_MIN.min(characters.len())]);
    if !is_text(&wide_or_narrow(probe)[..]) {
        return None;
    }
    let whole = wide_or_narrow(decode(characters));
    Some(String::from_utf8_lossy(&whole).into_owned())
}

/// Removes the zero bytes of UTF-16, which PowerShell uses for encoded commands.
fn wide_or_narrow(bytes: Vec<u8>) -> Vec<u8> {
    let wide = bytes.len() >= 4 && bytes[1] == 0 && bytes[3] == 0;
    if wide { bytes.into_iter().step_by(2).collect() } else { bytes }
}

fn is_text(bytes: &[u8]) -> bool {
    let plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t');
    !bytes.is_empty() && bytes.iter().take(PROBED_BYTES).all(plain)
}

fn is_code(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_')
}

/// What a dump of bytes begins with: `xxd`, `hexdump -C`, `od`.
const DUMP_START: &[u8] = b"000000";
/// Maximum number of bytes before it on its line.
const DUMP_INDENT_MAX: usize = 8;
/// Maximum number of bytes in a line of a dump.
const DUMP_LINE_BYTES: usize = 32;

/// Finds the lines of hex dumps that hold a secret.
fn dumps(text: &str) -> Vec<Found> {
    let mut all = Vec::new();
    let mut at = 0;
    for start in memmem::find_iter(text.as_bytes(), DUMP_START) {
        let indent = |byte: &u8| matches!(byte, b' ' | b'\t' | b'>' | b'0' | b'x');
        let before = text[..start].bytes().rev().take(DUMP_INDENT_MAX + 1);
        let line = start - before.take_while(indent).count();
        if line < at
            || start - line > DUMP_INDENT_MAX
            || line > 0 && text.as_bytes()[line - 1] != b'\n'
        {
            continue;
        }
        let (bytes, lines) = dump_at(text, line);
        at = lines.last().map_or(start + 1, |(range, _)| range.end);
        if lines.is_empty() || !bytes.is_ascii() && !bytes.contains(&b'\n') {
            continue;
        }
        // One character per byte, so that offsets in the text are offsets in the dump.
        let shown: String = bytes
            .iter()
            .map(|byte| if byte.is_ascii() { char::from(*byte) } else { '.' })
            .collect();
        for found in found_in(&shown) {
            let first = lines.iter().rfind(|(_, from)| *from <= found.range.start);
            let last = lines.iter().rfind(|(_, from)| *from < found.range.end);
            if let (Some((first, _)), Some((last, _))) = (first, last) {
                all.push(Found::new(found.kind, first.start..last.end));
            }
        }
    }
    all
}

/// Parses the lines of a dump. Returns its bytes and, for each line, its range in the text and the
/// index of its first byte.
fn dump_at(text: &str, start: usize) -> (Vec<u8>, Vec<(Range<usize>, usize)>) {
    let (mut bytes, mut lines) = (Vec::new(), Vec::new());
    let mut at = start;
    for line in text[start..].split_inclusive('\n') {
        let Some(part) = dump_line(line) else { break };
        lines.push((at..at + line.trim_end_matches(['\n', '\r']).len(), bytes.len()));
        bytes.extend(part);
        at += line.len();
    }
    (bytes, lines)
}

/// Parses the bytes of one line after its offset.
fn dump_line(line: &str) -> Option<Vec<u8>> {
    let line = line.trim_start_matches([' ', '\t', '>']);
    let offset = line.bytes().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let rest = line[offset..].strip_prefix(':').unwrap_or(&line[offset..]);
    if !(6..=16).contains(&offset) || !rest.starts_with(' ') {
        return None;
    }
    let mut bytes = Vec::new();
    let mut rest = rest.trim_start();
    while bytes.len() < DUMP_LINE_BYTES {
        let digits = rest.bytes().take_while(|byte| byte.is_ascii_hexdigit()).count();
        if !matches!(digits, 2 | 4 | 8) {
            break;
        }
        bytes.extend(from_hex(&rest[..digits]));
        let gap = rest[digits..].bytes().take_while(|byte| *byte == b' ').count();
        // Two spaces separate the halves of a line, or its bytes from the character column.
        if gap == 0 || gap > 2 || gap == 2 && bytes.len() != 8 {
            break;
        }
        rest = &rest[digits + gap..];
    }
    (!bytes.is_empty()).then_some(bytes)
}
