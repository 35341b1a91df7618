//! Command lines of a POSIX shell: words quoted for one, and lines split into their commands.
//!
//! Splitting follows quotes, substitutions and here-documents as far as finding the ends of commands
//! needs. It never fails: what it does not understand stays in its command.

use std::borrow::Cow;

use crate::invisible::is_invisible;

/// Returns a text as one word: unchanged, or in single quotes. What no terminal may print is escaped
/// in the quotes that Bash, Zsh and Ksh understand.
pub fn word(text: &str) -> Cow<'_, str> {
    let is_bare = |byte: u8| byte.is_ascii_alphanumeric() || b"_@%+=:,./-".contains(&byte);
    if !text.is_empty() && text.bytes().all(is_bare) {
        return Cow::Borrowed(text);
    }
    if !text.contains(is_unprintable) {
        return Cow::Owned(format!("'{}'", text.replace('\'', "'\\''")));
    }
    let escaped = |c: char| match c {
        '\'' | '\\' => format!("\\{c}"),
        c if is_unprintable(c) => {
            // Octal numbers have three digits, whatever follows them.
            let octal = |text: String, byte: u8| text + &format!("\\{byte:03o}");
            c.encode_utf8(&mut [0; 4]).bytes().fold(String::new(), octal)
        }
        c => c.to_string(),
    };
    Cow::Owned(format!("$'{}'", text.chars().map(escaped).collect::<String>()))
}

/// Whether a character controls a terminal, ends a line, or has no picture.
fn is_unprintable(c: char) -> bool {
    c.is_control() || is_invisible(c) || matches!(c, '\u{2028}' | '\u{2029}')
}

/// What joins a command to the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joint {
    /// The first command of the line, or one after `;`, `&` or a line break.
    Always,
    /// `&&`: the one before succeeded.
    AndThen,
    /// `||`: the one before failed.
    OrElse,
    /// `|`: it reads the output of the one before, and hides its exit status.
    Pipe,
}

/// A command of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command<'t> {
    /// What joins it to the one before.
    pub joint: Joint,
    /// Whether an `&` ends it: it runs on, and its exit status is never known.
    pub is_detached: bool,
    /// The command as the line has it. Quotes, substitutions and here-documents stay in the
    /// command that they belong to.
    pub text: &'t str,
}

/// Splits a command line into its commands, in order. None of them is blank.
pub fn commands(line: &str) -> Vec<Command<'_>> {
    let mut found = Vec::new();
    let mut scan = Scan::default();
    let (mut joint, mut start, mut at) = (Joint::Always, 0, 0);
    while at < line.len() {
        let (length, next) = scan.step(&line[at..]);
        if let Some(next) = next {
            let is_detached = &line[at..at + length] == "&";
            found.push(Command { joint, is_detached, text: line[start..at].trim() });
            (joint, start) = (next, at + length);
        }
        at += length;
    }
    let text = line[start.min(line.len())..].trim();
    found.push(Command { joint, is_detached: false, text });
    found.retain(|command| !command.text.is_empty());
    found
}

/// Whether the exit status of the line is 0 only where the command before these succeeded.
pub fn is_told_through(after: impl IntoIterator<Item = Joint>) -> bool {
    after.into_iter().all(|joint| joint == Joint::AndThen)
}

/// Returns the words of a command before a here-document, with quotes around them removed.
pub fn words(command: &str) -> Vec<&str> {
    let head = command.split("<<").next().unwrap_or_default();
    head.split_whitespace().map(|word| word.trim_matches(['"', '\''])).collect()
}

/// Where a scan of a command line is.
#[derive(Default)]
struct Scan {
    /// The open quote.
    quote: Option<char>,
    /// Depth of open brackets of substitutions.
    depth: usize,
    /// Whether no line break follows, and so no here-document either. It is found out once.
    is_last_line: bool,
}

impl Scan {
    /// Reads the next characters. Returns how many bytes, and what joins the next command when they
    /// separate two.
    fn step(&mut self, rest: &str) -> (usize, Option<Joint>) {
        let Some(c) = rest.chars().next() else { return (1, None) };
        let one = c.len_utf8();
        if rest.starts_with("<<<") {
            return (3, None);
        }
        if rest.starts_with("<<")
            && self.quote != Some('\'')
            && !self.is_last_line
            && let Some(tag) = tag(&rest[2..])
        {
            match here_document(rest, tag) {
                Some(length) => return (length, None),
                None => self.is_last_line = true,
            }
        }
        match (self.quote, c) {
            (Some('\''), '\'') => self.quote = None,
            (Some('\''), _) => {}
            (_, '\\') => return (one + rest[one..].chars().next().map_or(0, char::len_utf8), None),
            (_, '$') if rest.starts_with("$(") => {
                self.depth += 1;
                return (2, None);
            }
            (_, '(') if self.depth > 0 => self.depth += 1,
            (_, ')') if self.depth > 0 => self.depth -= 1,
            _ if self.depth > 0 => {}
            (Some(quote), _) if c == quote => self.quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"' | '`') => self.quote = Some(c),
            (None, _) => return separator(rest, one),
        }
        (one, None)
    }
}

fn separator(rest: &str, one: usize) -> (usize, Option<Joint>) {
    // A redirection, as in `2>&1` and `&>file`, separates nothing.
    let signs = [
        (">&", None),
        ("&>", None),
        ("&&", Some(Joint::AndThen)),
        ("||", Some(Joint::OrElse)),
        ("|&", Some(Joint::Pipe)),
        ("|", Some(Joint::Pipe)),
        (";", Some(Joint::Always)),
        ("\n", Some(Joint::Always)),
        ("&", Some(Joint::Always)),
    ];
    let sign = signs.into_iter().find(|(sign, _)| rest.starts_with(sign));
    sign.map_or((one, None), |(sign, joint)| (sign.len(), joint))
}

/// Returns the word behind `<<` that ends a here-document.
fn tag(after: &str) -> Option<&str> {
    let quoted = after.trim_start_matches(['-', ' ']).trim_start_matches(['\'', '"', '\\']);
    let end = quoted.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(quoted.len());
    (end > 0).then(|| &quoted[..end])
}

/// Returns the length of a here-document from its `<<` on, with the line that ends it; `None` when
/// no line follows.
fn here_document(rest: &str, tag: &str) -> Option<usize> {
    let mut at = rest.find('\n')? + 1;
    for line in rest[at..].split_inclusive('\n') {
        if line.trim() == tag {
            return Some(at + line.trim_end_matches('\n').len());
        }
        at += line.len();
    }
    Some(rest.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(line: &str) -> Vec<&str> {
        commands(line).into_iter().map(|command| command.text).collect()
    }

    #[test]
    fn a_word_is_quoted_where_the_shell_would_read_something_else() {
        assert_eq!(word("/srv/weir-1.2"), "/srv/weir-1.2");
        assert_eq!(word(""), "''");
        assert_eq!(word("it's"), r"'it'\''s'");
        assert_eq!(word("größe"), "'größe'");
        assert_eq!(word("a\u{1b}[1m'\\9\u{202E}"), r"$'a\033[1m\'\\9\342\200\256'");
    }

    #[test]
    fn a_line_is_split_where_the_shell_splits_it() {
        assert_eq!(
            texts("cd /a && npm test 2>&1 | tail -5"),
            ["cd /a", "npm test 2>&1", "tail -5"]
        );
        let whole = "echo 'a && b; c' \"x | y\" $(ls | wc -l)";
        assert_eq!(texts(whole), [whole]);
        assert_eq!(texts("a &>/dev/null; b & c"), ["a &>/dev/null", "b", "c"]);
        assert_eq!(texts("a \"$(b; c)\" && d"), ["a \"$(b; c)\"", "d"]);
        assert_eq!(texts("cat <<< \"x y\"; ls\nx\npwd"), ["cat <<< \"x y\"", "ls", "x", "pwd"]);
        assert!(texts(" ;; \n").is_empty());
    }

    #[test]
    fn a_here_document_belongs_to_its_command() {
        let document = "cat <<'EOF' > f\na && b\nEOF";
        assert_eq!(texts(&format!("{document}\nmake it")), [document, "make it"]);
        let line =
            "git add . && git commit -m \"$(cat <<'EOF'\nit's \"one\" && two\nEOF\n)\" && git push";
        let found = texts(line);
        assert_eq!((found.len(), found[2]), (3, "git push"), "{found:?}");
        assert!(found[1].starts_with("git commit -m"), "{found:?}");
    }

    #[test]
    fn a_line_of_many_commands_or_tags_takes_linear_time() {
        let many = 1 << 20;
        assert_eq!(commands(&"a <<b ".repeat(many)).len(), 1);
        assert_eq!(commands(&"a <<b && ".repeat(many)).len(), many);
    }

    #[test]
    fn a_joint_says_what_the_command_before_did() {
        use Joint::{Always, AndThen, OrElse, Pipe};
        let joints: Vec<Joint> =
            commands("a && b || c | d; e & f").into_iter().map(|command| command.joint).collect();
        assert_eq!(joints, [Always, AndThen, OrElse, Pipe, Always, Always]);
    }

    #[test]
    fn an_ampersand_detaches_the_command_before_it() {
        let detached = |line| -> Vec<&str> {
            let detached = commands(line).into_iter().filter(|command| command.is_detached);
            detached.map(|command| command.text).collect()
        };
        assert_eq!(detached("a && b & c 2>&1 | d &>f &\necho 'x & y'"), ["b", "d &>f"]);
        assert!(detached("a && b |& c 2>&1").is_empty());
    }

    proptest! {
        #[test]
        fn any_line_is_split_within_its_bounds(line in any::<String>()) {
            for command in commands(&line) {
                prop_assert!(line.contains(command.text) && !command.text.trim().is_empty());
            }
        }

        #[test]
        fn shell_signs_never_break_it(line in "[a-c '\"`$()|&;<>\\\\\nE日-]{0,60}") {
            prop_assert!(commands(&line).iter().all(|command| line.contains(command.text)));
        }
    }
}
