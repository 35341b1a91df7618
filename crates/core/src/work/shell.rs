//! What a command of a shell does, as far as repairing and asking for it need.

use std::path::Path;

use crate::shell::{self, Joint, words};

/// A command without its redirections of errors and brackets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Simple<'t> {
    pub joint: Joint,
    /// Whether an `&` ends it.
    pub is_detached: bool,
    pub text: &'t str,
}

impl Simple<'_> {
    /// Whether it does more than read, print or move about.
    pub fn works(&self) -> bool {
        key(self.text).is_some_and(|key| !is_plumbing(&key))
    }
}

/// Returns the commands of a line, in order, without comments.
pub(crate) fn simple_commands(line: &str) -> Vec<Simple<'_>> {
    let commands = shell::commands(line).into_iter();
    let commands = commands.map(|shell::Command { joint, is_detached, text }| Simple {
        joint,
        is_detached,
        text: plain(text),
    });
    commands.filter(|simple| !simple.text.is_empty() && !simple.text.starts_with('#')).collect()
}

fn plain(command: &str) -> &str {
    let mut text = command.trim_start_matches(['(', '{', '!']).trim_start();
    for ending in
        ["2>&1", "2>/dev/null", "2> /dev/null", "&>/dev/null", ">/dev/null", "> /dev/null"]
    {
        text = text.strip_suffix(ending).unwrap_or(text).trim_end();
    }
    without_log(text)
}

/// Removes a redirection of the output to a log, behind a command.
fn without_log(command: &str) -> &str {
    let Some(at) = command.rfind('>') else { return command };
    let file = command[at + 1..].trim();
    let is_log = Path::new(file).extension().is_some_and(|ending| ending == "log")
        && !file.contains(char::is_whitespace);
    let before = command[..at].trim_end_matches('>').trim_end_matches(['&', '1', '2']);
    // `>` behind a letter is no redirection, and one behind another is.
    let is_redirection = before.is_empty() || before.ends_with(char::is_whitespace);
    if is_log && is_redirection { plain(before.trim_end()) } else { command }
}

/// Programs that only read, print or move about. A command of one of them proves nothing about what
/// was repaired, and nobody asks how to do it.
const PLUMBING: &[&str] = &[
    "[", "awk", "basename", "cat", "cd", "clear", "cp", "cut", "date", "diff", "dirname", "echo",
    "env", "exit", "export", "false", "file", "find", "for", "done", "do", "fi", "then", "else",
    "grep", "head", "if", "jq", "kill", "less", "local", "ls", "mkdir", "mv", "open", "pkill",
    "printf", "ps", "pushd", "popd", "pwd", "read", "realpath", "return", "rg", "rm", "sed", "set",
    "sleep", "sort", "source", ".", "stat", "tail", "tee", "test", "touch", "tr", "tree", "true",
    "type", "uniq", "unset", "wait", "wc", "which", "while", "xargs",
];

/// Subcommands of git that only read or stage.
const GIT_PLUMBING: &[&str] =
    &["add", "branch", "diff", "log", "ls-files", "rev-parse", "show", "status"];

/// Words before a program that are not it.
const PREFIXES: &[&str] = &["sudo", "time", "nohup", "exec", "command", "nice", "caffeinate"];

/// Words after a program that say little without the next one.
const CARRIERS: &[&str] = &["run", "exec", "compose", "x", "-m", "dlx", "task"];

/// Programs whose subcommands have subcommands.
const GROUPING: &[&str] = &["aws", "az", "gcloud", "gh", "glab"];

/// Returns what a simple command does, without its arguments: `cargo clippy`, `npm run lint`,
/// `gh pr create`.
/// `None` for a command without a program.
pub(crate) fn key(command: &str) -> Option<String> {
    let mut words = words(command).into_iter();
    let mut program = words.next()?;
    while PREFIXES.contains(&program) || is_assignment(program) {
        program = words.next()?;
    }
    if program == "timeout" {
        // The duration, then the program.
        words.next()?;
        program = words.next()?;
    }
    let mut key = program.rsplit('/').next().unwrap_or(program).to_owned();
    let mut carried = true;
    let mut groups = GROUPING.contains(&key.as_str());
    for word in words {
        let takes = CARRIERS.contains(&word);
        if !carried || (word.starts_with('-') && !takes) {
            break;
        }
        let name = word.rsplit('/').next().unwrap_or(word);
        if !takes && !is_subcommand(name) && !is_script(name) {
            break;
        }
        key.push(' ');
        key.push_str(name);
        carried = takes || std::mem::take(&mut groups);
    }
    Some(key)
}

/// Whether a word sets a variable, as `PORT=1` does.
pub(super) fn is_assignment(word: &str) -> bool {
    let name = word.split_once('=').map(|(name, _)| name);
    name.is_some_and(|name| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

fn is_subcommand(word: &str) -> bool {
    let inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | ':' | '_');
    word.len() <= 32
        && word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.chars().all(inside)
}

fn is_script(word: &str) -> bool {
    [".py", ".sh", ".js", ".mjs", ".ts", ".rb", ".exs"].iter().any(|end| word.ends_with(end))
}

/// Whether the command with this key only reads, prints or moves about.
pub(crate) fn is_plumbing(key: &str) -> bool {
    let mut words = key.split(' ');
    let program = words.next().unwrap_or_default();
    if program == "git" {
        return words.next().is_none_or(|word| GIT_PLUMBING.contains(&word));
    }
    PLUMBING.contains(&program) || is_assignment(program) || program.starts_with(['$', '<', '#'])
}

/// Whether a command with this key shows texts that were written before.
pub(crate) fn prints(key: &str) -> bool {
    let program = program_of(key);
    is_plumbing(key) || matches!(program, "git" | "gh" | "curl" | "mementor" | "sqlite3")
}

/// Returns the program that a key begins with.
pub(crate) fn program_of(key: &str) -> &str {
    key.split(' ').next().unwrap_or_default()
}

/// Returns the keys of the commands of a line that do something; when all are plumbing, theirs.
pub(crate) fn keys(line: &str) -> Vec<String> {
    let all: Vec<String> =
        simple_commands(line).iter().filter_map(|simple| key(simple.text)).collect();
    let working: Vec<String> = all.iter().filter(|key| !is_plumbing(key)).cloned().collect();
    if working.is_empty() { all } else { working }
}

/// Whether the exit status of a line says how its working commands ended: not when a pipe, `;` or
/// `||` follows the last of them.
pub(crate) fn tells_how_it_ended(line: &str) -> bool {
    let commands = simple_commands(line);
    let Some(last) = commands.iter().rposition(Simple::works) else { return true };
    shell::is_told_through(commands[last + 1..].iter().map(|after| after.joint))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(line: &str) -> Vec<&str> {
        simple_commands(line).into_iter().map(|simple| simple.text).collect()
    }

    #[test]
    fn a_line_is_split_where_the_shell_splits_it() {
        assert_eq!(texts("cd /a && npm test 2>&1 | tail -5"), ["cd /a", "npm test", "tail -5"]);
        assert_eq!(
            texts("echo 'a && b; c' \"x | y\" $(ls | wc -l)"),
            ["echo 'a && b; c' \"x | y\" $(ls | wc -l)"]
        );
        assert_eq!(texts("a &>/dev/null; b & c"), ["a", "b", "c"]);
        assert_eq!(texts("a &>/tmp/a.log & b 2>> b.log; c > c.log 2>&1"), ["a", "b", "c"]);
        assert_eq!(texts("a->b.log; > a.log; a > b.sql"), ["a->b.log", "a > b.sql"]);
        assert_eq!(
            texts("cat <<'EOF' > f\na && b\nEOF\nmake it"),
            ["cat <<'EOF' > f\na && b\nEOF", "make it"]
        );
    }

    #[test]
    fn a_key_says_what_a_command_does() {
        let cases = [
            ("cargo clippy -- -D warnings", "cargo clippy"),
            ("npm run lint -- --fix", "npm run lint"),
            ("RUST_LOG=debug cargo test foo::bar", "cargo test"),
            ("timeout 60 go test ./...", "go test"),
            ("python3 -m pytest -q", "python3 -m pytest"),
            ("/usr/bin/python3 tools/make.py --all", "python3 make.py"),
            ("mise run test:ci", "mise run test:ci"),
            ("gh pr diff 104 --stat", "gh pr diff"),
        ];
        for (command, expected) in cases {
            assert_eq!(key(command).as_deref(), Some(expected), "{command}");
        }
    }

    #[test]
    fn plumbing_is_left_out_of_the_keys() {
        assert_eq!(
            keys("cd x && mise run fmt && mise run lint 2>&1 | tail -3"),
            ["mise run fmt", "mise run lint"]
        );
        assert_eq!(keys("ls -la | head"), ["ls", "head"]);
    }

    #[test]
    fn a_pipe_hides_how_a_command_ended() {
        assert!(tells_how_it_ended("cd a && cargo test 2>&1"));
        assert!(!tells_how_it_ended("cargo test 2>&1 | tail -20"));
        assert!(!tells_how_it_ended("cargo test || true"));
        assert!(tells_how_it_ended("cargo build && ls target"));
    }

    proptest! {
        #[test]
        fn any_line_is_split_within_its_bounds(line in any::<String>()) {
            for simple in simple_commands(&line) {
                prop_assert!(line.contains(simple.text));
                let _ = key(simple.text);
            }
        }

        #[test]
        fn shell_signs_never_break_it(line in "[a-z '\"`$()|&;<>\\\\\nE-]{0,60}") {
            let _ = (keys(&line), tells_how_it_ended(&line));
        }
    }
}
