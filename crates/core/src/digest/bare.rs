//! The commands of a line without what surrounds them.

use std::sync::LazyLock;

use regex::Regex;

use crate::shell::{self, Joint};

/// A command of a command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// The command, without redirections, variables and what only wraps it.
    pub text: String,
    /// What joins it to the one before.
    pub joint: Joint,
}

/// Returns the commands of a line.
pub(super) fn parts(line: &str) -> Vec<Part> {
    let parts = shell::commands(line).into_iter();
    let parts = parts.map(|command| Part { text: bare(command.text), joint: command.joint });
    parts.filter(|part| !part.text.is_empty()).collect()
}

/// Whether the exit status of the whole line is 0 only when the command at `at` succeeded.
pub(super) fn is_decisive(parts: &[Part], at: usize) -> bool {
    shell::is_told_through(parts[at + 1..].iter().map(|part| part.joint))
}

/// Removes redirections and what only wraps a command: `cd x &&` is a command of its own, but `FOO=1`,
/// `sudo`, `time` and `timeout 60` do not change what it does.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(line: &str) -> Vec<String> {
        parts(line).into_iter().map(|part| part.text).collect()
    }

    #[test]
    fn what_surrounds_a_command_is_removed() {
        assert_eq!(
            texts("cd /a && FOO=1 timeout 60 cargo test 2>&1 | tail -5; echo 'a && b'"),
            ["cd /a", "cargo test", "tail -5", "echo 'a && b'"]
        );
        assert_eq!(texts("a \"$(b; c)\" && d"), ["a \"$(b; c)\"", "d"]);
        assert_eq!(texts(""), Vec::<String>::new());
        assert_eq!(texts("go test -run \"A|B\" 2>&1 | tail"), ["go test -run \"A|B\"", "tail"]);
        assert_eq!(texts("(cd a && make test)"), ["cd a", "make test"]);
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
