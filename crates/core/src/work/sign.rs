//! Which lines have the sign of an error: a word or a form by which programs say that something went
//! wrong. Progress, times, messages of a low level, code and histories have none, whatever they name.

use std::sync::LazyLock;

use regex::bytes::Regex;

use super::outcome::names_no_error;
use crate::ascii_regex::ascii_regex;
use crate::word_list::among;

/// Maximum length of a line that is read, in bytes.
pub(super) const LINE_BYTES_MAX: usize = 2_000;

/// Words that a program says only of an error.
const WORDS: &str = "aborted cannot conflict corrupt corrupted couldn crashed denied err error \
    errors exception exceeded fail failed failing fails failure failures fatal fault forbidden \
    illegal incompatible invalid killed malformed mismatch mismatched missing panic panicked refused \
    rejected segfault traceback unable unauthorized unavailable undeclared undefined unexpected \
    unhandled unknown unreachable unrecognized unresolved unsupported unterminated violation \
    violations wrong";
/// What "not" says of an error, and not of a state.
const NOT: &str = "a accepted allowed an available be connect connected declared defined enough exist \
    export exported find found have implemented in installed match open permitted possible read \
    recognized resolve resolved running satisfied set signed sorted support supported trusted used \
    valid work";
/// What is lacking when "no" stands before it.
const NO: &str = "matches matching module route space such";
/// Other pairs of words.
const PAIRS: &[(&str, &str)] = &[
    ("can", "t"),
    ("timed", "out"),
    ("already", "exists"),
    ("already", "used"),
    ("already", "in"),
    ("could", "not"),
    ("out", "of"),
    ("too", "many"),
    ("must", "be"),
    ("should", "not"),
    ("must", "not"),
];
/// Levels of messages that are no errors.
const LOW: &str = "debug info notice started trace verbose";

/// A level is one of the first words of a line.
const LEVEL_WORDS_MAX: usize = 4;

/// Whether a line has the sign of an error.
pub(crate) fn has_sign(line: &str) -> bool {
    let line = line[..line.floor_char_boundary(LINE_BYTES_MAX)].trim();
    if names_no_error(line) || !is_message(line) {
        return false;
    }
    is_diagnosis(line) || has_words(line)
}

/// Whether a line is marked as a failure, or says something about a place in a file, as compilers and
/// linters do.
pub(crate) fn is_diagnosis(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with(['×', '✗', '✘', '✖', '❌', '⨯']) || is_placed(line)
}

/// Whether a line may be a message: no code, no change of a file, no commit, no echoed command, and
/// not of a low level.
fn is_message(line: &str) -> bool {
    static OTHER: LazyLock<Regex> = LazyLock::new(|| {
        let forms = [
            // A line of a file with its number, as in a frame around an error.
            r">?\s*[0-9]+\s*(?:[0-9]+\s*)?(?:\||│|\t)",
            // A change, a comment, an echoed command.
            r"[+@](?:\s|@|$)|-\s|diff --git |//|/\*|\*\s|(?:\$|>|❯)\s|\[[a-z:]+\] \$ ",
            // A commit in a history.
            r"[*|<>\s]*[0-9a-f]{7,40}\s",
            // A member of an object, other than what it says of an error.
            r#""[^"]*"\s*:"#,
        ];
        ascii_regex(&format!("^(?:{})", forms.join("|")))
    });
    static SAYS: LazyLock<Regex> =
        LazyLock::new(|| ascii_regex(r#"^"(?:error|errors|message|detail|msg)"\s*:"#));
    static CODE: LazyLock<Regex> = LazyLock::new(|| ascii_regex(r"(?:[;{(\[]|=>)\s*(?://.*)?$"));
    static NAMED: LazyLock<Regex> =
        LazyLock::new(|| ascii_regex(r"(?i)^(?:\S+ )?\S*(?:error|exception|fatal)\b[^:=]{0,40}:"));
    let bytes = line.as_bytes();
    let is_low = line.split_whitespace().take(LEVEL_WORDS_MAX).any(is_low);
    (!OTHER.is_match(bytes) || SAYS.is_match(bytes))
        && (!CODE.is_match(bytes) || NAMED.is_match(bytes))
        && !is_low
}

/// Whether a word names a low level: `INFO`, `[info]`, `level=debug`, but not "info" in prose.
fn is_low(word: &str) -> bool {
    let value = word.strip_prefix("level=").unwrap_or(word);
    let bare = value.trim_matches(|c: char| !c.is_alphanumeric());
    let is_marked = bare.len() < word.len() || bare.chars().all(|c| c.is_ascii_uppercase());
    is_marked && among(LOW, &bare.to_lowercase())
}

/// Whether a line begins with a place in a file and says something about it, as compilers do. What a
/// search finds there stands close behind the place, or with its indentation.
fn is_placed(line: &str) -> bool {
    static PLACED: LazyLock<Regex> = LazyLock::new(|| {
        ascii_regex(
            r"^(?:\[[^\]\s]+\] )?[^\s:(]+\.[A-Za-z]\w*[:(][0-9]+(?:[:,][0-9]+)?\)?:? [^\s:]",
        )
    });
    PLACED.is_match(line.as_bytes())
}

/// Whether a line has words of an error. Parts of names, of paths and of code are none.
fn has_words(line: &str) -> bool {
    let mut before = String::new();
    for token in line.split_whitespace() {
        for (word, is_free) in words(token) {
            let small = word.to_lowercase();
            let pair = (before.as_str(), small.as_str());
            let is_sign = among(WORDS, &small)
                || word.starts_with("ERR_")
                || (word.len() > 5 && (word.ends_with("Error") || word.ends_with("Exception")))
                || (matches!(before.as_str(), "not" | "t") && among(NOT, &small))
                || (before == "no" && among(NO, &small))
                || PAIRS.contains(&pair);
            if is_free && is_sign {
                return true;
            }
            before = small;
        }
    }
    false
}

/// Returns the words of a token, each with whether it stands by itself.
fn words(token: &str) -> impl Iterator<Item = (&str, bool)> {
    let joins = |c: char| matches!(c, '/' | '.' | '-' | '_' | '$' | '@' | '#' | '=' | '\\');
    let inner = token.trim_end_matches(['.', ',', '!', ')', ':', ';']);
    let is_name = inner.contains(joins) && !inner.contains(['\'', '"', ':', '[']);
    let parts = token.split(|c: char| !c.is_alphanumeric() && c != '_');
    parts.filter(|word| !word.is_empty()).map(move |word| {
        let at = word.as_ptr() as usize - token.as_ptr() as usize;
        let calls = token[at + word.len()..].starts_with(['(', '.', '/', '_', '-'])
            && token[at + word.len()..].len() > 1;
        let is_part = token[..at].ends_with(joins);
        (word, !is_name && !calls && !is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_programs_say_of_an_error_is_a_sign() {
        for line in [
            "src/a.ts(12,3): error TS2345: Argument of type Queue",
            "error[E0308]: mismatched types",
            "TypeError: Cannot read properties of undefined (reading 'height')",
            "Error: Cannot find module 'x' {",
            "fatal: not a git repository",
            "--- FAIL: TestBoat (0.01s)",
            "boat.c:4: the keel is leaky",
            "[lint:go] cmd/a.go:87:1: New returns interface (ireturn)",
            "zsh: command not found: rope",
            "rm: /p/index.lock: No such file or directory",
            "  × This let declares a variable that is only assigned once.",
            "  26:5  error  Delete `····`  prettier/prettier",
            "npm ERR! code ERESOLVE",
            "remote: Not Found",
            " ERR_PNPM_UNEXPECTED_STORE  Unexpected store location",
            " ! [rejected]   main -> main (fetch first)",
            "connect: connection refused",
            "\"message\": \"Not Found\",",
            "Error response from daemon: the keel",
        ] {
            assert!(has_sign(line), "{line}");
        }
    }

    #[test]
    fn progress_and_what_only_names_an_error_have_no_sign() {
        for line in [
            "15 passed",
            "Finished in 54.2ms",
            "[lint:gomod] Finished in 54.2ms",
            "PASS test/errors.test.ts",
            "(pass) reads > fails on a missing file [3.00ms]",
            "2026/01/24 16:45:18 INFO checkpoint saved error_count=0",
            "time=12:00 level=info msg=\"retry failed\"",
            "[INFO] failed over to b",
            "?   \texample.com/boat\t[no test files]",
            "a1b2c3d fix: handle a failed login",
            "* 1234567 (HEAD) revert: error pages",
            " src/errors/error.ts | 4 ++--",
            "error-handler.ts",
            "-rw-r--r-- 1 a a 12 Jan 1 10:00 error.log",
            "+    throw new Error('no keel');",
            "    12 │ if (failed) return;",
            "src/a.ts:12:  return error;",
            "func keel(error error) error {",
            "_ = keels.ForEach(func(k *Keel) error { //nolint",
            "$ retry --failed",
            "\"documentation_url\": \"https://e.org/errors\",",
            "Changes not staged for commit:",
            "Tests  0 failed | 14 passed (14)",
            "",
        ] {
            assert!(!has_sign(line), "{line}");
        }
    }

    #[test]
    fn a_long_line_takes_linear_time() {
        assert!(!has_sign(&"a ".repeat(1 << 22)));
        assert!(has_sign(&format!("error {}", "error".repeat(1 << 20))));
    }
}
