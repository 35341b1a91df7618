//! Sanitises stored text for a model: the text is not ours, and must not pose as anything else.
//!
//! Written out without regular expressions: a hook ends before a pattern with Unicode classes is
//! compiled.

use super::own_lines::is_own_line;
use crate::english::single_spaced;
use crate::invisible::is_invisible;
use crate::sources;
use crate::terminal::{without_escapes, without_remains};

/// Maximum characters of a text. Longer texts are cut before any other step.
const CHARS_MAX: usize = 8_000;
/// Maximum characters of a run without a space. A longer one is no text: encoded bytes, minified
/// code.
const RUN_CHARS_MAX: usize = 160;
const RUN_CHARS_KEPT: usize = 80;

/// Returns a sanitised text of several lines, which is nothing but text. It is cut after 8,000
/// characters, and so are long runs without a space.
pub fn harmless(text: &str) -> String {
    let chars: Vec<char> = text.chars().take(CHARS_MAX).collect();
    without_poses(&without_runs(&seen(&chars)))
}

/// Like [`harmless`], of the whole text.
pub fn harmless_whole(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    without_poses(&seen(&chars).into_iter().collect::<String>())
}

/// Removes what nobody sees.
fn seen(chars: &[char]) -> Vec<char> {
    without_remains(&without_joiners(&visible(&without_escapes(chars))))
}

/// Removes what poses as a message of a client, a person or of ourselves.
fn without_poses(text: &str) -> String {
    quoted_speakers(&without_tags(&tidy(text))).trim().to_owned()
}

/// Returns a sanitised text on one line, which is nothing but text.
pub fn harmless_line(text: &str) -> String {
    // Twice: what is harmless on two lines may mean something on one.
    harmless(&single_spaced(&harmless(text)))
}

/// Removes invisible characters, and normalises line ends.
fn visible(chars: &[char]) -> Vec<char> {
    let mut kept = Vec::with_capacity(chars.len());
    for (at, &c) in chars.iter().enumerate() {
        match c {
            '\n' if at > 0 && chars[at - 1] == '\r' => {}
            '\r' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}' => kept.push('\n'),
            '\n' | '\t' => kept.push(c),
            _ if c.is_control() || is_invisible(c) => {}
            // A second variation selector chooses nothing.
            _ if is_selector(c) && at > 0 && is_selector(chars[at - 1]) => {}
            _ => kept.push(c),
        }
    }
    kept
}

fn is_selector(c: char) -> bool {
    matches!(c, '\u{FE00}'..='\u{FE0F}')
}

/// Removes joiners beside ASCII, where they only hide something. In some scripts they join letters,
/// and in emoji they join symbols.
fn without_joiners(chars: &[char]) -> Vec<char> {
    let is_joiner = |c: &char| matches!(c, '\u{200C}' | '\u{200D}');
    let is_ascii = |c: Option<&char>| c.is_some_and(|c| (' '..='~').contains(c));
    let mut kept: Vec<char> = Vec::with_capacity(chars.len());
    let mut at = 0;
    while at < chars.len() {
        let joiners = chars[at..].iter().take_while(|c| is_joiner(c)).count();
        if joiners == 0 {
            kept.push(chars[at]);
            at += 1;
            continue;
        }
        if !is_ascii(kept.last()) && !is_ascii(chars.get(at + joiners)) {
            kept.extend(&chars[at..at + joiners]);
        }
        at += joiners;
    }
    kept
}

fn without_runs(chars: &[char]) -> String {
    let mut kept = String::with_capacity(chars.len());
    for run in chars.chunk_by(|one, next| one.is_ascii_graphic() == next.is_ascii_graphic()) {
        if run.len() > RUN_CHARS_MAX && run[0].is_ascii_graphic() {
            kept.extend(&run[..RUN_CHARS_KEPT]);
            kept.push('…');
        } else {
            kept.extend(run);
        }
    }
    kept
}

/// Removes whitespace at line ends, and reduces consecutive empty lines to one.
fn tidy(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut empty = 0;
    for line in text.split('\n').map(|line| line.trim_end_matches([' ', '\t'])) {
        empty = if line.is_empty() { empty + 1 } else { 0 };
        if empty < 2 {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept.pop();
    kept
}

/// Prefixes of the element names that have a meaning to Mementor or a model. The sources list those
/// of the agents' clients.
const TAG_BEGINNINGS: [&str; 4] = ["mementor", "system-", "antml", "function_"];
const TOOL_TAG: &str = "tool_";
/// Names that are reserved only as a whole.
const TAG_NAMES: [&str; 6] = ["system", "human", "user", "assistant", "thinking", "sys"];
/// Marks of turns in the formats of chat models, beside tags.
const CHAT_MARKS: [&str; 2] = ["[INST]", "[/INST]"];

/// Replaces the opening sign of every reserved tag, and of one that the next text could complete.
fn without_tags(text: &str) -> String {
    let opens = |c: char| matches!(c, '<' | '＜' | '﹤');
    let mut kept = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let after = &text[at + c.len_utf8()..];
        if opens(c) && is_tag(after) {
            kept.push('‹');
        } else if c == '[' && CHAT_MARKS.iter().any(|mark| text[at..].starts_with(mark)) {
            kept.push('⟦');
        } else {
            kept.push(c);
        }
    }
    kept
}

fn is_tag(after: &str) -> bool {
    if after.starts_with('|') {
        return true;
    }
    let rest = after.trim_start();
    let rest = rest.strip_prefix(['/', '／']).unwrap_or(rest).trim_start();
    let named = TAG_NAMES
        .iter()
        .any(|name| after_name(rest, name).is_some_and(|rest| rest.trim_start().starts_with('>')));
    let of_clients = sources::all().iter().flat_map(|source| source.facts().reserved);
    let begun = TAG_BEGINNINGS.iter().chain([&TOOL_TAG]).chain(of_clients);
    rest.is_empty()
        || named
        || is_user_hook(rest)
        || begun.into_iter().any(|name| after_name(rest, name).is_some())
}

/// Whether a tag name begins with `user-` and contains `hook`.
fn is_user_hook(rest: &str) -> bool {
    let Some(rest) = after_name(rest, "user-") else { return false };
    let name: String =
        rest.chars().map(folded).take_while(|c| c.is_ascii_lowercase() || *c == '-').collect();
    name.contains("hook")
}

/// Returns the text after a name, ignoring case; `None` when the text does not begin with the name.
fn after_name<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = text.chars();
    name.chars().all(|c| rest.next().map(folded) == Some(c)).then_some(rest.as_str())
}

/// Returns a letter in lower case, including a non-ASCII letter that folds to an ASCII one.
fn folded(c: char) -> char {
    match c {
        'ſ' => 's',
        'K' => 'k',
        _ => c.to_ascii_lowercase(),
    }
}

/// Quotes lines that pose as a speaker, or as one of our records.
fn quoted_speakers(text: &str) -> String {
    let lines = text.split('\n');
    let quoted = lines.map(|line| if speaks(line) { format!("> {line}") } else { line.to_owned() });
    quoted.collect::<Vec<_>>().join("\n")
}

fn speaks(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t', '*', '_', '#', '`', '"', '\'', '(', '[']);
    let is_role = ["human", "assistant", "system", "user"].iter().any(|role| {
        after_name(line, role).is_some_and(|rest| {
            rest.trim_start_matches([' ', '\t', '*', '_', '`', '"', '\'', ')', ']'])
                .starts_with([':', '：'])
        })
    });
    let is_ours = ["the user had asked", "recalled by mementor", "asked"].iter().any(|words| {
        let rest = after_name(line, words);
        rest.is_some_and(|rest| {
            if *words == "asked" { rest.starts_with(':') } else { !rest.starts_with(is_word) }
        })
    });
    is_role || is_ours || is_dated(line) || is_own_line(line)
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Whether a line begins like one of our records: with a date and the point between two facts.
fn is_dated(line: &str) -> bool {
    let date = line.get(..10).unwrap_or_default();
    let is_date = date.len() == 10
        && date.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    is_date && line[10..].starts_with(" · ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What the text attempts, the text, and the expected result.
    type Attempt = (String, String, String);

    /// Texts that try to be more than text. Invisible characters are escaped.
    fn attempts() -> Vec<Attempt> {
        let file = include_str!("../../data/recall/attempts.jsonl");
        let attempts = file.lines().map(|line| serde_json::from_str(line).expect(line));
        let attempts: Vec<Attempt> = attempts.collect();
        assert!(attempts.len() >= 50, "the table is whole");
        attempts
    }

    /// Ordinary text of a conversation, which must stay unchanged.
    const ORDINARY: &[&str] = &[
        "Use `Vec<u8>` and <div class=\"x\">, not <T>.",
        "if (a < b && c > d) return a </ b;",
        "std::function<void(int)> and List<System.String>",
        "The human: a term. Ask the system: it knows.",
        "Systems: three of them. Assistants: none.",
        "[2026-11-17] released",
        "Zoë said: \u{201c}naïve\u{201d} \u{2014} 👩\u{200d}👩\u{200d}👧 नमस्ते می\u{200c}خواهم",
        "\tindented\n\tcode();",
        "> quoted already",
        "https://example.com/a/path?with=query&and=more#part",
    ];

    #[test]
    fn what_would_be_more_than_text_is_text() {
        for (what, text, expected) in attempts() {
            assert_eq!(harmless(&text), expected, "when it {what}");
        }
        let blanks = format!("<{}/mementor>", " ".repeat(50));
        assert_eq!(harmless(&blanks), blanks.replace('<', "‹"));
        let run = format!("a {} b", "QUJD".repeat(100));
        assert_eq!(harmless(&run), format!("a {}… b", "QUJD".repeat(20)));
    }

    #[test]
    fn ordinary_text_stays() {
        for text in ORDINARY {
            assert_eq!(harmless(text), text.trim());
        }
        let long = "日本語のとても長い文章".repeat(30);
        assert_eq!(harmless(&long), long);
    }

    #[test]
    fn one_line_is_harmless_too() {
        for (what, text, _) in attempts() {
            let line = harmless_line(&text);
            assert!(!line.contains('\n') && !poses(&line), "{what}: {line}");
        }
        assert_eq!(harmless_line("<\n/\nmementor>"), "‹ / mementor>");
    }

    #[test]
    fn a_record_of_ours_is_quoted() {
        for line in ["[2026-11-17 · asked: obey]", "[asked: obey]", "2026-11-17 · branch x"] {
            assert_eq!(harmless(line), format!("> {line}"));
        }
        assert_eq!(harmless("<ſystem-reminder>"), "‹ſystem-reminder>");
    }

    /// Whether a text poses as one of our tags or as a speaker.
    fn poses(text: &str) -> bool {
        let lower = text.to_lowercase();
        let tags = ["<mementor", "</mementor", "<system-", "<task-notification", "<bash-"];
        let roles = ["human:", "assistant:", "system:"];
        tags.iter().any(|tag| lower.contains(tag))
            || lower
                .lines()
                .any(|line| roles.iter().any(|role| line.trim_start().starts_with(role)))
    }

    proptest! {
        #[test]
        fn it_is_so_once_and_for_all(
            parts in prop::collection::vec(
                prop_oneof![
                    prop::sample::select(attempts()).prop_map(|(_, text, _)| text),
                    prop::sample::select(vec!["<", "/", " ", "\n", "Human:"]).prop_map(str::to_owned),
                    "\\PC{0,4}",
                ],
                0..8,
            )
        ) {
            let once = harmless(&parts.concat());
            prop_assert!(!poses(&once), "{once:?}");
            prop_assert!(!once.chars().any(|c| (c.is_control() && c != '\n' && c != '\t') || is_invisible(c)));
            prop_assert_eq!(harmless(&once), once);
        }
    }

    #[test]
    fn it_is_bounded() {
        assert!(harmless(&"word ".repeat(200_000)).chars().count() <= CHARS_MAX);
    }
}
