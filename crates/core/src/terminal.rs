//! What programs write for a terminal: escape sequences, which colour, link and name.

use std::borrow::Cow;

/// Maximum characters removed as the title or link of an escape sequence.
const ESCAPE_CHARS_MAX: usize = 400;

const ESC: char = '\u{1B}';
const CSI: char = '\u{9B}';

/// Removes terminal escape sequences.
pub fn without_escapes(chars: &[char]) -> Vec<char> {
    let mut kept = Vec::with_capacity(chars.len());
    let mut at = 0;
    while at < chars.len() {
        match escape(&chars[at..]) {
            0 => {
                kept.push(chars[at]);
                at += 1;
            }
            length => at += length,
        }
    }
    kept
}

/// Returns the length of the escape sequence at the start of a text; 0 without one.
fn escape(chars: &[char]) -> usize {
    let run =
        |from: usize, of: fn(char) -> bool| chars[from..].iter().take_while(|c| of(**c)).count();
    let one = |at: usize, of: fn(char) -> bool| usize::from(chars.get(at).is_some_and(|c| of(*c)));
    let sequence = |from: usize| {
        let at = from + run(from, |c| ('0'..='?').contains(&c));
        let at = at + run(at, |c| (' '..='/').contains(&c));
        at + one(at, |c| ('@'..='~').contains(&c))
    };
    match (chars[0], chars.get(1)) {
        (CSI, _) => sequence(1),
        (ESC, Some('[')) => sequence(2),
        (ESC, Some(']' | 'P' | 'X' | '^' | '_')) => {
            let named = run(2, |c| !matches!(c, '\u{7}' | ESC | '\n')).min(ESCAPE_CHARS_MAX);
            match (chars.get(2 + named), chars.get(3 + named)) {
                (Some('\u{7}'), _) => 3 + named,
                (Some(&ESC), Some('\\')) => 4 + named,
                (Some(&ESC), _) => 3 + named,
                _ => 2 + named,
            }
        }
        (ESC, _) => {
            let at = 1 + run(1, |c| (' '..='/').contains(&c));
            at + one(at, |c| ('0'..='~').contains(&c))
        }
        _ => 0,
    }
}

/// Returns a text without terminal escape sequences.
pub fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains([ESC, CSI]) {
        return Cow::Borrowed(text);
    }
    let chars: Vec<char> = text.chars().collect();
    Cow::Owned(without_escapes(&chars).into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_links_are_removed() {
        assert_eq!(plain("\u{1b}[1;31merror\u{1b}[0m: no"), "error: no");
        assert_eq!(plain("\u{1b}]8;;https://x\u{7}here\u{1b}]8;;\u{7}"), "here");
        assert!(matches!(plain("plain ü"), Cow::Borrowed("plain ü")));
    }
}
