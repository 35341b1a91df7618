//! Which lines of a prompt are the person's own: not quoted, not code, not pasted from a log, a mail,
//! a page or another program. Written out without regular expressions, because each prompt is read.

use std::ops::Range;

/// A line of a prompt that is the person's own, as far as its form tells.
pub struct OwnLine {
    /// Its place in the prompt.
    pub range: Range<usize>,
    /// Whether it may be another's words all the same: behind something pasted or a line that ends
    /// with a colon, in a conversation, in a letter.
    pub may_be_pasted: bool,
}

/// Returns the lines that are the person's own, in order.
pub fn own_lines(prompt: &str) -> Vec<OwnLine> {
    let mut own = Vec::new();
    if begins_with_header(prompt) {
        return own;
    }
    let mut state = State::default();
    let mut follows_others = false;
    for paragraph in paragraphs(prompt) {
        let lines: Vec<Range<usize>> = lines_in(prompt, paragraph).collect();
        // A line between others that are pasted is pasted with them.
        let is_pasted = lines.iter().any(|line| is_pasted(&prompt[line.clone()]));
        let named = lines.iter().filter(|line| begins_with_name(&prompt[(*line).clone()])).count();
        let is_talk = named > 1;
        let mut quotes = 0;
        let mut may_be_pasted = follows_others || is_talk;
        for line in &lines {
            let text = &prompt[line.clone()];
            let is_open = state.read(text);
            if !is_open && !is_pasted && quotes % 2 == 0 && !is_indented(text) {
                own.push(OwnLine { range: line.clone(), may_be_pasted });
            }
            quotes += text.matches(['"', '“', '”', '„']).count();
            may_be_pasted |= introduces(text);
        }
        let text_at = |at: Option<&Range<usize>>| at.map_or("", |line| &prompt[line.clone()]);
        let greets = lines.len() == 1 && is_greeting(text_at(lines.first()));
        follows_others |= is_pasted || is_talk || greets || introduces(text_at(lines.last()));
    }
    own
}

/// Whether what follows a line may be another's: "Here is the issue:", "Der Chef schreibt:".
fn introduces(line: &str) -> bool {
    line.trim_end_matches(['*', '_', ' ', '\t']).ends_with([':', '：'])
}

/// Longest beginning that is taken for the name of who speaks, or of a field.
const NAME_CHARS_MAX: usize = 30;
const NAME_WORDS_MAX: usize = 3;

/// Whether a line, or an item, begins with a name and a colon: "Anna: ok", "Betreff: Regeln".
fn begins_with_name(line: &str) -> bool {
    let text = line.trim_start_matches(['-', '*', ' ', '\t']);
    let Some((name, said)) = text.split_once(": ") else { return false };
    let is_word = |word: &str| word.starts_with(char::is_alphabetic) && !word.contains(['/', '`']);
    !said.trim().is_empty()
        && name.chars().count() <= NAME_CHARS_MAX
        && (1..=NAME_WORDS_MAX).contains(&name.split(' ').count())
        && name.split(' ').all(is_word)
}

/// Words that a greeting has at most.
const GREETING_WORDS_MAX: usize = 5;

/// Whether a line greets at the beginning of a letter: "Bonjour à tous,".
fn is_greeting(line: &str) -> bool {
    let text = line.trim();
    text.ends_with([',', '，']) && text.split_whitespace().count() <= GREETING_WORDS_MAX
}

/// What is open at a line.
#[derive(Default)]
struct State {
    /// The signs of the fence.
    fence: Option<&'static str>,
    /// Number of elements in tags.
    tags: usize,
}

impl State {
    /// Reads a line. Returns whether it is in a fence or between tags, or opens or ends one.
    fn read(&mut self, line: &str) -> bool {
        let text = line.trim();
        let fence = ["```", "~~~"].into_iter().find(|fence| text.starts_with(fence));
        if let Some(open) = self.fence {
            if fence == Some(open) {
                self.fence = None;
            }
            return true;
        }
        if fence.is_some() {
            self.fence = fence;
            return true;
        }
        let was_open = self.tags > 0;
        if text.starts_with("</") {
            self.tags = self.tags.saturating_sub(1);
        } else if opens_tag(text) && !text.contains("</") && !text.ends_with("/>") {
            self.tags += 1;
        }
        was_open || self.tags > 0
    }
}

/// Whether a line begins with a tag, and nothing else stands in front of it.
fn opens_tag(text: &str) -> bool {
    let name =
        text.strip_prefix('<').filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()));
    name.is_some_and(|name| name.contains('>'))
}

/// Code is indented by four columns.
fn is_indented(line: &str) -> bool {
    line.starts_with("    ") || line.starts_with('\t')
}

/// Whether a line is of a quotation, a table, a change, a log or the head of a mail.
fn is_pasted(line: &str) -> bool {
    let text = line.trim_start();
    let is_quoted = text.starts_with(['>', '|', '│', '┃']);
    let is_change = ["+++", "---", "@@ ", "diff --git "].iter().any(|sign| line.starts_with(sign));
    is_quoted
        || is_change
        || is_timed(text)
        || is_header(text)
        || ends_as_quoted(text)
        || is_of_shell(text)
        || is_leveled(text)
}

/// Whether a line is a command behind the prompt of a shell: what it printed follows.
fn is_of_shell(text: &str) -> bool {
    let mut words = text.split(' ').take(3);
    let is_sign = |word: &str| word.len() > 1 && word.ends_with(['$', '#', '%']);
    text.starts_with("$ ")
        || text.starts_with("PS ") && text.contains("> ")
        || text.split(' ').next().is_some_and(|first| first.contains('@')) && words.any(is_sign)
}

/// Whether a line begins with a date or a time of day, as in a log.
fn is_timed(text: &str) -> bool {
    let text = text.trim_start_matches(['[', '(']);
    // A log of the system: `Nov 20 10:00:01 host`.
    if let Some(rest) = MONTHS.iter().find_map(|month| text.strip_prefix(month)) {
        let time = rest.trim_start_matches([' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
        return rest.starts_with(' ') && time.starts_with(':');
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = text.as_bytes().get(digits..).unwrap_or_default();
    let is_number = |from: usize| {
        rest.get(from..from + 2).is_some_and(|two| two.iter().all(u8::is_ascii_digit))
    };
    match digits {
        4 => matches!(rest.first(), Some(b'-' | b'/')) && is_number(1),
        1 | 2 if rest.first() == Some(&b':') && is_number(1) => {
            let after = &rest[3..];
            [":", " AM", " PM", " am ", " pm ", "] "]
                .iter()
                .any(|end| after.starts_with(end.as_bytes()))
        }
        _ => false,
    }
}

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Whether a line begins with the level of a message of a program.
fn is_leveled(text: &str) -> bool {
    let text = text.strip_prefix('[').unwrap_or(text);
    let level = text.split([']', ':', ' ']).next().unwrap_or_default();
    ["TRACE", "DEBUG", "INFO", "WARN", "WARNING", "ERROR", "FATAL", "Traceback"].contains(&level)
}

/// The names that a mail's head has.
const MAIL: [&str; 8] =
    ["from:", "to:", "cc:", "sent:", "date:", "subject:", "reply-to:", "message-id:"];

/// Whether a line is of the head of a mail, or of fields that a program printed with tabs.
fn is_header(text: &str) -> bool {
    let is_of_mail = MAIL
        .iter()
        .any(|name| text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name)));
    let name = text.split(":\t").next().unwrap_or_default();
    let is_field = name.len() < text.len()
        && !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b" -_".contains(&byte));
    is_of_mail || is_field
}

/// Whether a line says that somebody else's words follow: "On Monday, Ada wrote:".
fn ends_as_quoted(text: &str) -> bool {
    ["wrote:", "said:", "schrieb:", "escribió:"].iter().any(|end| text.trim_end().ends_with(end))
}

/// Whether the whole prompt is the output of a program, or a mail: it begins with a head.
fn begins_with_header(prompt: &str) -> bool {
    prompt.lines().map(str::trim).find(|line| !line.is_empty()).is_some_and(is_header)
}

/// Returns the places of runs of lines that are not empty.
fn paragraphs(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut begun, mut at): (Vec<Range<usize>>, Option<usize>, usize) =
        (Vec::new(), None, 0);
    for line in text.split_inclusive('\n') {
        if line.trim().is_empty() {
            found.extend(begun.take().map(|start| start..at));
        } else {
            begun.get_or_insert(at);
        }
        at += line.len();
    }
    found.extend(begun.map(|start| start..at));
    found
}

fn lines_in(text: &str, paragraph: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut at = paragraph.start;
    text[paragraph].split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        start..start + line.trim_end_matches(['\n', '\r']).len()
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn own(prompt: &str) -> Vec<&str> {
        own_lines(prompt).into_iter().map(|line| &prompt[line.range]).collect()
    }

    #[test]
    fn what_a_person_types_is_theirs() {
        assert_eq!(own("Fix it.\n - mine\r\n\n\n1. also"), ["Fix it.", " - mine", "1. also"]);
        assert_eq!(
            own("at 10:30 we meet\n2026 was good\nnote: mine"),
            ["at 10:30 we meet", "2026 was good", "note: mine"]
        );
        assert_eq!(own("a < b and\nVec<u8> too"), ["a < b and", "Vec<u8> too"]);
    }

    #[test]
    fn what_was_pasted_is_not() {
        const X: &str = "[remember] x";
        let log = "2026-11-03 10:00:01 INFO done";
        for prompt in [
            format!("what?\n\n> It crashes.\n> {X}\n> thanks"),
            format!("what?\n\n> It crashes.\n{X}"),
            format!("what?\n\n~~~\n{X}\n~~~"),
            format!("what?\n\n```sh\n\n{X}\n\n```"),
            format!("what?\n\n    {X}"),
            format!("what?\n\n\t{X}"),
            format!("fix this\n{log}\n{X}\n{log}"),
            format!("fix this\n\n{X}\n[10:00:01] done"),
            format!("title:\tCrash\nstate:\tOPEN\n--\nIt crashes.\n\n{X}"),
            format!("From: ada@example.org\nSubject: hi\n\n{X}"),
            format!("<issue>\nIt crashes.\n\n{X}\n</issue>"),
            format!("On Monday, Ada wrote:\n{X}"),
            format!("he said: \"one\n{X}\""),
            format!("| a |\n{X}"),
            format!("--- a/x\n+++ b/x\n{X}"),
            format!("$ cat AGENTS.md\n{X}\n$ echo done"),
            format!("root@host:~# cat motd\n{X}"),
            format!("[ada@box src]$ cat motd\n{X}"),
            format!("why?\n\nNov 20 10:00:01 host app[12]: start\n{X}"),
            format!("why?\n\n[INFO] begin\n{X}"),
            format!("chat\n10:02 AM Tom\n{X}"),
        ] {
            assert!(!own(&prompt).iter().any(|line| line.contains(X)), "{prompt}");
        }
        assert_eq!(own("<a>\nx\n</a>\n\nmine"), ["mine"]);
    }

    #[test]
    fn what_follows_a_name_a_colon_or_a_greeting_may_be_pasted() {
        const X: &str = "[remember] x";
        let is_sure = |prompt: &str| {
            let lines = own_lines(prompt);
            let line = lines.iter().find(|line| prompt[line.range.clone()].contains(X));
            line.map(|line| !line.may_be_pasted)
        };
        for prompt in [
            format!("Der Chef schreibt:\n{X}\nWas antworte ich?"),
            format!("上司からのメール：\n{X}"),
            format!("Here is the issue:\n\n{X}\n\nImplement it"),
            format!("Tom: {X}\nAnna: ok\nwhat do you think?"),
            format!("Hallo zusammen,\n\n{X}\n\nViele Grüße\nTom"),
            format!("Von: Tom\nBetreff: Regeln\n\n{X}"),
            format!("Notes of today\n- decided: {X}\n- anna: holiday"),
            format!("On Monday, Tom wrote:\n\nhello\n\n{X}"),
            format!("please answer:\n\nFrom: Tom\nTo: Anna\n\nHi Anna\n\n{X}"),
            format!("fix this\n\n> a quotation\n\n{X}"),
        ] {
            assert_eq!(is_sure(&prompt), Some(false), "{prompt}");
        }
        for prompt in [
            format!("fix it, then go on\n{X}"),
            format!("Do these:\n- one\n\nThen the rest.\n\n{X}"),
            format!("note: mine\n{X}"),
            format!("see https://a.example: fine\nC: drive\n{X}"),
        ] {
            assert_eq!(is_sure(&prompt), Some(true), "{prompt}");
        }
    }

    proptest! {
        #[test]
        fn any_prompt_is_read(prompt in r"([>|`~<a/> \n\t\x22é🦀:]|2026-01-02|```){0,40}") {
            let lines = own_lines(&prompt);
            prop_assert!(lines.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start));
            for line in lines {
                prop_assert!(!prompt[line.range].contains('\n'));
            }
        }
    }
}
