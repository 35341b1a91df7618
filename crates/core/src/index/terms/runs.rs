//! Splits text into runs: words, numbers, pieces of scripts without spaces, signs such as emoji.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// A run of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Run<'t> {
    /// Byte offset in the text.
    pub start: usize,
    /// The run as written. `C++`, `C#` and `F#` hold their signs.
    pub text: &'t str,
    /// The sign that is a part of the name: "#" of an issue's number, "." of `.NET` and `.env`.
    pub mark: &'static str,
}

/// A longer run of letters before `++` or `#` is a word of its own: `count++`.
const SIGNED_LETTERS_MAX: usize = 2;
/// Maximum bytes between the word that says what a number is and the number.
const NUMBER_GAP_BYTES_MAX: usize = 2;
/// Words before the number of an issue or a pull request: "PR 12", "GH-12", "pull/12".
const BEFORE_NUMBERS: [&str; 8] =
    ["pr", "gh", "mr", "issue", "issues", "pull", "request", "ticket"];

/// Splits text into runs of letters, digits and underscores; scripts without spaces and signs form
/// runs of their own.
pub(crate) fn runs(text: &str) -> impl Iterator<Item = Run<'_>> {
    let mut before: Option<Run> = None;
    let mut at = 0;
    std::iter::from_fn(move || {
        let (start, first) = start_of_run(text, at)?;
        let end = match first {
            First::Sign(c) => sign_end(text, start, c),
            First::Letter { is_unspaced } => word_end(text, start, is_unspaced),
        };
        at = end;
        let run = &text[start..end];
        let run = Run { start, text: run, mark: mark(text, start, run, before) };
        before = Some(run);
        Some(run)
    })
}

enum First {
    Letter { is_unspaced: bool },
    Sign(char),
}

fn start_of_run(text: &str, from: usize) -> Option<(usize, First)> {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(byte) = bytes.get(at) {
        if byte.is_ascii() {
            if byte.is_ascii_alphanumeric() {
                return Some((at, First::Letter { is_unspaced: false }));
            }
            at += 1;
            continue;
        }
        let c = text[at..].chars().next()?;
        if c.is_alphanumeric() {
            return Some((at, First::Letter { is_unspaced: is_unspaced(c) }));
        }
        if is_sign(c) {
            return Some((at, First::Sign(c)));
        }
        at += c.len_utf8();
    }
    None
}

fn word_end(text: &str, start: usize, in_unspaced: bool) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut end) = (start, start);
    while let Some(byte) = bytes.get(at) {
        if byte.is_ascii() {
            let is_inside = !in_unspaced && (byte.is_ascii_alphanumeric() || *byte == b'_');
            if !is_inside {
                break;
            }
            at += 1;
            // An underscore at the end is no part of the name.
            end = if *byte == b'_' { end } else { at };
            continue;
        }
        let Some(c) = text[at..].chars().next() else { break };
        let is_inside =
            is_unspaced(c) == in_unspaced && (c.is_alphanumeric() || is_combining_mark(c));
        if !is_inside && !is_invisible(c) {
            break;
        }
        at += c.len_utf8();
        end = if is_inside { at } else { end };
    }
    if end - start > SIGNED_LETTERS_MAX { end } else { signed_end(bytes, start, end) }
}

/// Returns the end of `C++`, `g++`, `C#`: one or two letters with their signs.
fn signed_end(bytes: &[u8], start: usize, end: usize) -> usize {
    let rest = &bytes[end..];
    let signs = match rest {
        _ if !bytes[start..end].iter().all(u8::is_ascii_alphabetic) => 0,
        [b'+', b'+', ..] => 2,
        [b'#', rest @ ..] if !rest.first().is_some_and(u8::is_ascii_alphanumeric) => 1,
        _ => 0,
    };
    end + signs
}

/// Returns the end of a sign: with a skin tone, of a flag, of signs joined to one.
fn sign_end(text: &str, start: usize, first: char) -> usize {
    let mut end = start + first.len_utf8();
    let mut last = first;
    while let Some(c) = text[end..].chars().next() {
        let is_second_of_flag =
            is_of_flag(c) && end == start + first.len_utf8() && is_of_flag(first);
        let belongs = is_joiner(c)
            || is_changing(c)
            || is_second_of_flag
            || (is_joiner(last) && is_sign(c))
            || (is_combining_mark(c) && !c.is_ascii());
        if !belongs {
            break;
        }
        end += c.len_utf8();
        last = c;
    }
    end
}

fn mark(text: &str, start: usize, run: &str, before: Option<Run>) -> &'static str {
    let bytes = text.as_bytes();
    let first = bytes[start];
    let previous = start.checked_sub(1).map(|at| bytes[at]);
    if first.is_ascii_digit() && run.bytes().all(|byte| byte.is_ascii_digit()) {
        let is_told = || {
            before.is_some_and(|word| {
                let gap = start - word.start - word.text.len();
                let is_near = (1..=NUMBER_GAP_BYTES_MAX).contains(&gap);
                is_near && is_before_number(word.text)
            })
        };
        return if previous == Some(b'#') || is_told() { "#" } else { "" };
    }
    let is_dotted = first.is_ascii_alphabetic() && previous == Some(b'.');
    let begins =
        |byte: &u8| !byte.is_ascii_alphanumeric() && !b".)]_>".contains(byte) && byte.is_ascii();
    let is_first = || start < 2 || begins(&bytes[start - 2]);
    if is_dotted && is_first() { "." } else { "" }
}

/// Whether a word before a number may say that it is the number of an issue.
pub(crate) fn is_before_number(word: &str) -> bool {
    BEFORE_NUMBERS.iter().any(|each| word.eq_ignore_ascii_case(each))
}

/// Converts to lower case, normalises compatibility forms, and removes accents and what is not
/// seen.
pub(crate) fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    // Remove only Latin, Greek and Cyrillic accents: in kana and other scripts, marks form letters.
    let is_left_out =
        |c: &char| ('\u{300}'..='\u{36F}').contains(c) || is_invisible(*c) || is_changing(*c);
    let plain = text.nfkd().filter(|c| !is_left_out(c));
    plain.flat_map(char::to_lowercase).flat_map(spelled).nfc().collect()
}

/// Returns a letter as it is spelled where a keyboard lacks it: "ss" for "ß".
fn spelled(letter: char) -> impl Iterator<Item = char> {
    let (first, second) = match letter {
        'ß' => ('s', Some('s')),
        'æ' => ('a', Some('e')),
        'œ' => ('o', Some('e')),
        'þ' => ('t', Some('h')),
        'ø' => ('o', None),
        'ł' => ('l', None),
        'đ' | 'ð' => ('d', None),
        'ħ' => ('h', None),
        'ı' => ('i', None),
        other => (other, None),
    };
    std::iter::once(first).chain(second)
}

/// Returns the letters of a folded run of a script without spaces, each with its marks.
pub(crate) fn clusters(folded: &str) -> Vec<&str> {
    let starts = folded.char_indices().filter(|(_, c)| !is_combining_mark(*c)).map(|(at, _)| at);
    let mut starts: Vec<usize> = starts.collect();
    if !folded.is_empty() && starts.first() != Some(&0) {
        starts.insert(0, 0);
    }
    let ends = starts.iter().skip(1).copied().chain([folded.len()]);
    starts.iter().zip(ends).map(|(start, end)| &folded[*start..end]).collect()
}

/// Whether a character belongs to a script written without spaces between words, or to Korean,
/// whose endings attach to words.
pub(crate) fn is_unspaced(c: char) -> bool {
    // Fast path for most text.
    c >= '\u{E00}'
        && matches!(c,
        // Thai, Lao, Burmese, Khmer, and scripts near them.
        '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}'
        | '\u{1950}'..='\u{19FF}' | '\u{1A20}'..='\u{1AAF}' | '\u{A980}'..='\u{A9FF}'
        | '\u{AA60}'..='\u{AADF}'
        // Chinese, Japanese, Korean.
        | '\u{1100}'..='\u{11FF}' | '\u{2E80}'..='\u{303F}' | '\u{3040}'..='\u{30FF}'
        | '\u{3100}'..='\u{312F}' | '\u{3130}'..='\u{318F}' | '\u{31F0}'..='\u{31FF}'
        | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{FF66}'..='\u{FF9F}' | '\u{20000}'..='\u{3FFFF}')
}

/// Whether a character is a picture: emoji, dingbats, symbols. Arrows and operators are none.
fn is_sign(c: char) -> bool {
    matches!(c, '\u{2300}'..='\u{23FF}' | '\u{2600}'..='\u{27BF}' | '\u{2B00}'..='\u{2BFF}'
        | '\u{1F000}'..='\u{1FAFF}')
}

/// Whether a character changes the look of the sign before it: another form, a skin tone.
fn is_changing(c: char) -> bool {
    matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}')
}

fn is_joiner(c: char) -> bool {
    c == '\u{200D}'
}

fn is_of_flag(c: char) -> bool {
    matches!(c, '\u{1F1E6}'..='\u{1F1FF}')
}

/// Whether a character within a word is not seen: a soft hyphen, a joiner, a mark of direction.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E0FFF}')
}
