//! Marks that tools put in front of each line: the signs of a diff, numbers of lines, names of
//! files. They are taken off before the rules look, which then read the lines as they were.

use memchr::memchr;

use super::pieces::Unfolded;

/// Maximum length of a mark, in bytes.
const MARK_BYTES_MAX: usize = 160;
/// Maximum number of digits in the number of a line.
const NUMBER_DIGITS_MAX: usize = 6;
/// What a reader of files puts behind the number of a line.
const ARROW: &[u8] = "→".as_bytes();

/// Returns the text without the marks of its lines, or `None` when it has none.
pub(super) fn unmarked(text: &str) -> Option<Unfolded> {
    let bytes = text.as_bytes();
    let mut plain = Unfolded::default();
    let (mut kept, mut at) = (0, 0);
    let mut lines = Lines::default();
    while at < bytes.len() {
        let end = memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |newline| at + newline + 1);
        let mark = lines.mark_of(&bytes[at..end]);
        if mark > 0 {
            plain.push(text, kept..at);
            kept = at + mark;
        }
        at = end;
    }
    (kept > 0).then(|| {
        plain.push(text, kept..bytes.len());
        plain
    })
}

/// What the lines before say about the next.
#[derive(Default)]
struct Lines {
    /// Whether the line before had a number.
    numbered: bool,
    /// Whether the lines are those of a diff, each with a sign.
    signed: bool,
}

impl Lines {
    /// Returns the length of the mark in front of a line.
    fn mark_of(&mut self, line: &[u8]) -> usize {
        let number = number_of(line, self.numbered);
        self.numbered = number > 0;
        number + self.sign_of(&line[number..])
    }

    /// Returns the length of the sign of a diff.
    fn sign_of(&mut self, line: &[u8]) -> usize {
        match line {
            [b'@', b'@', b' ' | b'@', ..] => {
                self.signed = true;
                0
            }
            [b'+', b'+' | b'-' | b'=', ..] | [b'-', b'-', ..] if !self.signed => 0,
            [b'+', b'+', b'+', b' ', ..] | [b'-', b'-', b'-', b' ', ..] => 0,
            [b'+', b'+', _, ..] | [b'-', b'-', _, ..] => 2,
            [b'-' | b' ', ..] if self.signed => 1,
            // A diff without its head: an indented line follows no sign of a list.
            [b'+', ..] | [b'-', b'\t', ..] | [b'-', b' ', b' ', ..] => 1,
            _ => {
                self.signed &= matches!(line, [b'\\' | b'\n', ..]);
                0
            }
        }
    }
}

/// Returns the length of a line's number with the name of its file.
fn number_of(line: &[u8], numbered: bool) -> usize {
    let blanks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    if let Some(end) = digits_end(line, blanks) {
        return match &line[end..] {
            rest if rest.starts_with(ARROW) => end + ARROW.len(),
            // With a number at its beginning it may be a row of a table.
            [b'\t', ..] if blanks > 0 => end + 1,
            [b':', next, ..] if blanks == 0 && !next.is_ascii_digit() => end + 1,
            [b'-', next, ..] if numbered && blanks == 0 && !next.is_ascii_digit() => end + 1,
            _ => 0,
        };
    }
    if blanks > 0 { 0 } else { named_number(line).unwrap_or(0) }
}

/// Returns the length of `setup.sh:12:` or `setup.sh-12-`.
fn named_number(line: &[u8]) -> Option<usize> {
    let near = &line[..line.len().min(MARK_BYTES_MAX)];
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_./@+~-".contains(byte);
    let colon = near.iter().take_while(is_name).count();
    let name = &near[..colon];
    if !name.iter().any(|byte| matches!(byte, b'.' | b'/')) && !near[0].is_ascii_uppercase() {
        return None;
    }
    if near.get(colon) == Some(&b':') {
        let end = digits_end(near, colon + 1)?;
        let rest = line[end..].strip_prefix(b":")?;
        // A row of a file of passwords has all its columns behind colons.
        let columns = rest.splitn(3, |byte| *byte == b':').count() > 2
            && !rest.trim_ascii().iter().any(u8::is_ascii_whitespace);
        return (!columns).then_some(end + 1);
    }
    let dashes = name.iter().enumerate().filter(|(_, byte)| **byte == b'-');
    let mut ends = dashes.filter_map(|(at, _)| {
        let end = digits_end(name, at + 1)?;
        let told = name[..at].iter().any(|byte| matches!(byte, b'.' | b'/'));
        (told && name.get(end) == Some(&b'-')).then_some(end + 1)
    });
    ends.next()
}

/// Returns the end of the number that starts at `at`.
fn digits_end(line: &[u8], at: usize) -> Option<usize> {
    let digits = line.get(at..)?.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (1..=NUMBER_DIGITS_MAX).contains(&digits).then_some(at + digits)
}

#[cfg(test)]
mod tests {
    use super::unmarked;

    #[test]
    fn marks_are_taken_off() {
        for (marked, plain) in [
            ("     1→a\n    12→  b\n", "a\n  b\n"),
            ("     9\ta\n    10\tb", "a\nb"),
            ("12:a\n13-  b\n--\n7:c", "a\n  b\n--\nc"),
            ("src/a.rs:12:a\nsrc/a.rs-13-b\nMakefile:1:c", "a\nb\nc"),
            ("@@ -1,2 +1,2 @@ f\n a\n-b\n+  c\n\nd", "@@ -1,2 +1,2 @@ f\na\nb\n  c\n\nd"),
            ("+a\n-\tb", "a\n\tb"),
            ("12:+a", "a"),
            ("@@@ -1 -1 +1 @@@\n++c", "@@@ -1 -1 +1 @@@\nc"),
        ] {
            assert_eq!(
                unmarked(marked).map(|plain| plain.text).as_deref(),
                Some(plain),
                "{marked}"
            );
        }
    }

    #[test]
    fn what_is_no_mark_stays() {
        for text in [
            "- a\n- b\n* c",
            "--- a\n+++ b\n",
            "+----+----+",
            "1\tbob\tx",
            " 1 | bob",
            "10:30:00 a",
            "db.internal:5432:shop:app:x",
            "--name x",
            "-p x",
        ] {
            assert!(unmarked(text).is_none(), "{text}");
        }
    }
}
