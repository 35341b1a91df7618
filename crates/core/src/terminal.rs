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

/// Returns a text without terminal escape sequences and what remains of them.
pub fn plain(text: &str) -> Cow<'_, str> {
    let may_remain = |at: usize| {
        let next = text.as_bytes().get(at + 1);
        next.is_some_and(|c| matches!(c, b'0'..=b'9' | b'm' | b'?' | b';'))
    };
    let brackets = || text.match_indices(['[', ']']);
    if !text.contains([ESC, CSI]) && !brackets().any(|(at, _)| may_remain(at)) {
        return Cow::Borrowed(text);
    }
    let chars: Vec<char> = text.chars().collect();
    Cow::Owned(without_remains(&without_escapes(&chars)).into_iter().collect())
}

/// Longer parameters are of no colour.
const PARAMETERS_CHARS_MAX: usize = 40;
/// A bracket that is closed within so many characters is a person's.
const CLOSED_CHARS_MAX: usize = 200;

/// Whether bytes end with the code of a colour, such as `[1;31m`, whatever stands before it.
pub(crate) fn ends_colour(bytes: &[u8]) -> bool {
    let Some(before) = bytes.strip_suffix(b"m") else { return false };
    let is_code = |byte: &&u8| byte.is_ascii_digit() || matches!(byte, b';' | b':');
    let code = before.iter().rev().take(PARAMETERS_CHARS_MAX).take_while(is_code).count();
    before[..before.len() - code].ends_with(b"[")
}

/// How a program's text writes the escape character: what follows is spoken of, and stays.
const SPELLED: &[&str] =
    &["\\", "\\e", "\\E", "033", "x1b", "x1B", "u001b", "u001B", "{1b}", "{1B}", "ESC"];

fn is_spelled(before: &[char]) -> bool {
    let ends = |spelled: &&str| {
        let spelled = spelled.chars().rev();
        spelled.clone().count() <= before.len()
            && spelled.zip(before.iter().rev()).all(|(one, other)| one == *other)
    };
    SPELLED.iter().any(ends)
}

/// Removes what remains of escape sequences whose first character is gone, as in text copied from a
/// terminal: `[31m`, `[0m`, `[?25l`, `]8;;https://x\`. What may be a person's brackets stays, such
/// as `[30m, 40m]`.
pub fn without_remains(chars: &[char]) -> Vec<char> {
    let mut kept: Vec<char> = Vec::with_capacity(chars.len());
    let mut at = 0;
    // Where the last one was removed: `[K` counts only there.
    let mut removed = None;
    while at < chars.len() {
        let length = link_remains(&chars[at..]);
        if length > 0 && !is_spelled(&kept) {
            at += length;
            continue;
        }
        kept.push(chars[at]);
        at += 1;
        let follows = removed == Some(kept.len().saturating_sub(2));
        if let Some(start) = remains(&kept, &chars[at..], follows) {
            kept.truncate(start);
            removed = Some(start);
        }
    }
    kept
}

/// Returns where the remains of a sequence begin that end a text.
fn remains(text: &[char], after: &[char], follows: bool) -> Option<usize> {
    let (last, before) = text.split_last()?;
    if !matches!(last, 'm' | 'K' | 'J' | 'A' | 'H' | 'h' | 'l') {
        return None;
    }
    let of = |c: &char| c.is_ascii_digit() || matches!(c, ';' | '?');
    let length = before.iter().rev().take(PARAMETERS_CHARS_MAX).take_while(|c| of(c)).count();
    let start = before.len().checked_sub(length + 1).filter(|at| before[*at] == '[')?;
    // As a text in quotation marks it is spoken of, too.
    let quote = before[..start].last().filter(|c| matches!(c, '`' | '"' | '\''));
    if is_spelled(&before[..start]) || (quote.is_some() && quote == after.first()) {
        return None;
    }
    let parameters: String = before[start + 1..].iter().collect();
    let is_certain = match (*last, parameters.strip_prefix('?')) {
        (_, Some(mode)) => return (!mode.is_empty() && matches!(last, 'h' | 'l')).then_some(start),
        ('m', None) if parameters.contains(';') => {
            return parameters.split(';').all(|each| each.len() <= 3).then_some(start);
        }
        ('m', None) if parameters.is_empty() => {
            !after.first().is_some_and(|c| c.is_alphanumeric()) || follows
        }
        ('m', None) => is_colour(&parameters),
        ('K', None) => follows || matches!(&*parameters, "0" | "1" | "2"),
        ('J', None) => matches!(&*parameters, "0" | "1" | "2" | "3"),
        ('A', None) => matches!(parameters.len(), 1 | 2),
        ('H', None) => follows,
        _ => false,
    };
    (is_certain && !is_closed(after)).then_some(start)
}

fn is_colour(parameters: &str) -> bool {
    let number = parameters.parse().ok().filter(|_| parameters.len() <= 3);
    number.is_some_and(|n: u8| matches!(n, 0..=9 | 21..=29 | 30..=49 | 90..=97 | 100..=107))
}

/// Whether a bracket is closed on its line before another one opens.
fn is_closed(after: &[char]) -> bool {
    let mut rest = after.iter().enumerate().take(CLOSED_CHARS_MAX);
    let end = rest.find(|(at, c)| match c {
        '[' | '\n' => true,
        ']' => link_remains(&after[*at..]) == 0,
        _ => false,
    });
    end.is_some_and(|(_, c)| *c == ']')
}

/// Returns the length of the remains of a link at the start of a text; 0 without one.
fn link_remains(chars: &[char]) -> usize {
    const BEGINNING: [char; 3] = [']', '8', ';'];
    if !chars.starts_with(&BEGINNING) {
        return 0;
    }
    let named = |c: &&char| !matches!(**c, ';' | ' ' | '\n' | '\\');
    let parameters = chars[3..].iter().take(ESCAPE_CHARS_MAX).take_while(named).count();
    let from = 4 + parameters;
    if chars.get(from - 1) != Some(&';') {
        return 0;
    }
    let address = |c: &&char| !matches!(**c, ' ' | '\n' | '\\');
    let length = chars[from..].iter().take(ESCAPE_CHARS_MAX).take_while(address).count();
    // Without its end, what is shown stands right behind the address.
    if chars.get(from + length) == Some(&'\\') { from + length + 1 } else { from }
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

    #[test]
    fn what_remains_of_them_is_removed() {
        for (text, words) in [
            ("say [31mred[0m and [1;32mgreen[0m again", "say red and green again"),
            ("[2m[38;5;196mdeep[39m[22m", "deep"),
            ("[01;31m[Kerror:[m[K no", "error: no"),
            ("]8;;http://x.example\\here]8;;\\ and on", "here and on"),
            ("[?25l[2K[1A[0Kdone[?25h", "done"),
            ("[33m[WARN][39m slow", "[WARN] slow"),
            ("[3[0m1mnested", "nested"),
        ] {
            assert_eq!(plain(text), words);
        }
    }

    #[test]
    fn brackets_of_a_person_stay() {
        for text in [
            "wait [30m, 40m] or [5m]",
            "a[0] b[m] c[m][n] [10min] [2K]",
            "load [1m 5m 15m] and [1]",
            "see ]8; and [12:30] [a;b]",
            "[500m ahead, [60m behind",
            r"echo '\033[31mred\e[0m' \x1b]8;;https://x\here /\[31m/ \u001b[1;2m",
            "the code `[31m` is \"[1;31m\"",
        ] {
            assert_eq!(plain(text), text);
        }
    }
}
