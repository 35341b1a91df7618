//! Splits a command line of a shell into its commands.

use std::sync::LazyLock;

use regex::Regex;

/// What follows a command, and so who sees its exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Follows {
    /// `|`: the status of another command hides its own.
    Pipe,
    /// `&&`: the next command only runs when it succeeded.
    And,
    /// `||`, `;`, `&` or a line end: the next command runs whatever became of it.
    Anyway,
    /// Nothing.
    End,
}

/// A command of a command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// The command, without redirections, variables and what only wraps it.
    pub text: String,
    /// What follows it.
    pub follows: Follows,
}

/// Splits a command line. Quotes, substitutions and here-documents stay in the command that they
/// belong to.
pub(super) fn parts(line: &str) -> Vec<Part> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut at = 0;
    let mut scan = Scan::default();
    while at < line.len() {
        let rest = &line[at..];
        let (length, follows) = scan.step(rest);
        if let Some(follows) = follows {
            push(&line[start..at], follows, &mut found);
            start = at + length;
        }
        at += length;
    }
    push(&line[start.min(line.len())..], Follows::End, &mut found);
    if let Some(last) = found.last_mut() {
        last.follows = Follows::End;
    }
    found
}

/// Whether the exit status of the whole line is 0 only when the command at `at` succeeded.
pub(super) fn is_decisive(parts: &[Part], at: usize) -> bool {
    parts[at..].iter().all(|part| matches!(part.follows, Follows::And | Follows::End))
}

fn push(text: &str, follows: Follows, found: &mut Vec<Part>) {
    let text = bare(text);
    if !text.is_empty() {
        found.push(Part { text, follows });
    }
}

/// Where a scan of a command line is.
#[derive(Default)]
struct Scan {
    /// The open quote.
    quote: Option<char>,
    /// Depth of open brackets of substitutions.
    depth: usize,
}

impl Scan {
    /// Reads the next characters. Returns how many bytes, and what they mean when they separate two
    /// commands.
    fn step(&mut self, rest: &str) -> (usize, Option<Follows>) {
        let Some(c) = rest.chars().next() else { return (1, None) };
        let one = c.len_utf8();
        if rest.starts_with("<<")
            && self.quote != Some('\'')
            && let Some(length) = here_document(rest)
        {
            return (length, None);
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

fn separator(rest: &str, one: usize) -> (usize, Option<Follows>) {
    if rest.starts_with("&&") {
        return (2, Some(Follows::And));
    }
    if rest.starts_with("||") {
        return (2, Some(Follows::Anyway));
    }
    if rest.starts_with(">&") || rest.starts_with("&>") {
        return (2, None);
    }
    match rest.as_bytes()[0] {
        b'|' if rest.starts_with("|&") => (2, Some(Follows::Pipe)),
        b'|' => (1, Some(Follows::Pipe)),
        b';' | b'\n' | b'&' => (1, Some(Follows::Anyway)),
        _ => (one, None),
    }
}

/// Returns the length of a here-document from its `<<` on, with the line that ends it.
fn here_document(rest: &str) -> Option<usize> {
    let after = rest[2..].trim_start_matches(['-', ' ']);
    let quoted = after.trim_start_matches(['\'', '"', '\\']);
    let end = quoted.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(quoted.len());
    let tag = &quoted[..end];
    if tag.is_empty() {
        return None;
    }
    let mut at = rest.find('\n')? + 1;
    for line in rest[at..].split_inclusive('\n') {
        if line.trim() == tag {
            return Some(at + line.trim_end_matches('\n').len());
        }
        at += line.len();
    }
    Some(rest.len())
}

/// Removes redirections and what only wraps a command: `cd x &&` is a command of its own, but `FOO=1`,
/// `sudo`, `time` and `timeout 60` say nothing about it.
fn bare(command: &str) -> String {
    static REDIRECTION: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?:^|\s)(?:[0-9]|&)?>>?\s*(?:&[0-9-]|[^\s;|&()']+)|\s<\s*/dev/null")
            .expect("the pattern is tested")
    });
    static WRAPPER: LazyLock<Regex> = LazyLock::new(|| {
        let wrapper = r"^(?:\(|\{ |! |[A-Za-z_][A-Za-z0-9_]*=(?:'[^']*'|\x22[^\x22]*\x22|[^\s\x22'$]*)\s+|(?:sudo|time|env|command|exec|nohup|then|do|else|if|while)\s+|timeout\s+(?:-\S+\s+)*\S+\s+|nice\s+(?:-n\s*\S+\s+)?)";
        Regex::new(wrapper).expect("the pattern is tested")
    });
    let (head, document) = match command.find("<<") {
        Some(at) => command.split_at(at),
        None => (command, ""),
    };
    // Inside of quotes, what looks like a redirection is text.
    let quoted = head.rfind(['"', '\'']).map_or(0, |at| at + 1);
    let (quoted, open) = head.split_at(quoted);
    let head = format!("{quoted}{}", REDIRECTION.replace_all(open, ""));
    let mut text = head.trim();
    while let Some(found) = WRAPPER.find(text) {
        text = text[found.end()..].trim_start();
    }
    let mut text = text.trim_end_matches([' ', '&']);
    // The bracket that closes a subshell, whose opening was taken off.
    if text.ends_with(')') && !text.contains('(') {
        text = text.trim_end_matches([')', ' ']);
    }
    format!("{text}{document}").trim().to_owned()
}

/// Returns the words of a command, with quotes around them removed.
pub(super) fn words(command: &str) -> Vec<&str> {
    let head = command.split("<<").next().unwrap_or_default();
    head.split_whitespace().map(|word| word.trim_matches(['"', '\''])).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(line: &str) -> Vec<String> {
        parts(line).into_iter().map(|part| part.text).collect()
    }

    #[test]
    fn commands_are_split_outside_of_quotes() {
        assert_eq!(
            texts("cd /a && FOO=1 timeout 60 cargo test 2>&1 | tail -5; echo 'a && b'"),
            ["cd /a", "cargo test", "tail -5", "echo 'a && b'"]
        );
        assert_eq!(texts("a \"$(b; c)\" && d"), ["a \"$(b; c)\"", "d"]);
        assert_eq!(texts(""), Vec::<String>::new());
        assert_eq!(texts("go test -run \"A|B\" 2>&1 | tail"), ["go test -run \"A|B\"", "tail"]);
        assert_eq!(texts("(cd a && make test)"), ["cd a", "make test"]);
    }

    #[test]
    fn a_here_document_belongs_to_its_command() {
        let line =
            "git add . && git commit -m \"$(cat <<'EOF'\nit's \"one\" && two\nEOF\n)\" && git push";
        let found = texts(line);
        assert_eq!((found.len(), found[2].as_str()), (3, "git push"), "{found:?}");
        assert!(found[1].starts_with("git commit -m"), "{found:?}");
        assert_eq!(texts("cat <<EOF | sh\nx; y\nEOF\nls").last().unwrap(), "ls");
    }

    #[test]
    fn a_pipe_hides_the_status() {
        let decisive = |line: &str| {
            let parts = parts(line);
            (0..parts.len()).map(|at| is_decisive(&parts, at)).collect::<Vec<_>>()
        };
        assert_eq!(decisive("a && b"), [true, true]);
        assert_eq!(decisive("a | b"), [false, true]);
        assert_eq!(decisive("a; b && c"), [false, true, true]);
        assert_eq!(decisive("a || true"), [false, true]);
    }

    proptest! {
        #[test]
        fn any_line_is_split(line in "[a-c'\"$()<E;|&>\\\\ \n日]{0,40}") {
            for part in parts(&line) {
                prop_assert!(!part.text.trim().is_empty());
            }
        }
    }
}
