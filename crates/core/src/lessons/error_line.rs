//! What a failed command says of its error: of which class it is, and a shape in which the same error
//! is known again, whatever numbers, paths and arguments it names.

use crate::hash::hex_digest;
use crate::shell::words;
use crate::word_list::among;
use crate::work::{Simple, file_name, has_sign, key, program_of};

/// What an error is about. The classes that come first are looked for first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// How the program is called.
    Usage,
    /// A program or a module that is not there.
    Lack,
    /// What somebody else must allow.
    Access,
    /// A path that is not there.
    Missing,
    /// Anything else.
    State,
}

/// The words of the errors that are told. Only these are ever shown: what programs print beside them is
/// nobody's word.
const PHRASES: &[(Class, &str)] = &[
    (Class::Usage, "unrecognized subcommand"),
    (Class::Usage, "unrecognized arguments"),
    (Class::Usage, "unrecognized option"),
    (Class::Usage, "unknown command"),
    (Class::Usage, "unknown subcommand"),
    (Class::Usage, "unknown option"),
    (Class::Usage, "unknown argument"),
    (Class::Usage, "unknown flag"),
    (Class::Usage, "unknown shorthand flag"),
    (Class::Usage, "unknown json field"),
    (Class::Usage, "unexpected argument"),
    (Class::Usage, "invalid option"),
    (Class::Usage, "invalid subcommand"),
    (Class::Usage, "illegal option"),
    (Class::Usage, "no such option"),
    (Class::Usage, "missing script"),
    (Class::Usage, "is not a git command"),
    (Class::Usage, "no task named"),
    (Class::Lack, "command not found"),
    (Class::Lack, "not recognized as an internal or external command"),
    (Class::Lack, "executable file not found"),
    (Class::Lack, "could not determine executable to run"),
    (Class::Lack, "no module named"),
    (Class::Lack, "cannot find module"),
    (Class::Lack, "cannot find package"),
    (Class::Lack, "is not installed"),
    (Class::Access, "permission denied"),
    (Class::Access, "operation not permitted"),
    (Class::Access, "authentication failed"),
    (Class::Access, "authentication required"),
    (Class::Access, "access denied"),
    (Class::Access, "unauthorized"),
    (Class::Access, "not logged in"),
    (Class::Access, "failed to sign"),
    (Class::Access, "failed to write commit object"),
    (Class::Access, "agent refused operation"),
    (Class::Access, "could not resolve host"),
    (Class::Access, "connection refused"),
    (Class::Access, "cannot connect to the docker daemon"),
    (Class::Missing, "no such file or directory"),
    (Class::Missing, "does not exist"),
];

/// How programs begin the line that names an error.
const MARKS: [&str; 2] = ["fatal:", "error:"];
/// How errors say what to do: they need no memory.
const ADVICE: [&str; 6] = ["did you mean", "try ", "use `", "run `", "hint:", "maybe you meant"];

/// Words of usage that a pipe lets through stand at the beginning of a short output.
const SHORT_BYTES_MAX: usize = 600;
const FIRST_LINES: usize = 3;
/// Limits on what is read and kept.
const LINES_MAX: usize = 400;
const LINE_CHARS_MAX: usize = 400;
const QUOTED_CHARS_MAX: usize = 40;
/// Number of digits by which a shape is named.
const ID_DIGITS: usize = 8;

/// The line of an output that names its error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErrorLine<'o> {
    pub class: Class,
    /// The line as it was printed.
    pub text: &'o str,
    /// Its words in the table, if it has some.
    pub phrase: Option<&'static str>,
}

/// Returns the first line of the highest rank.
pub fn of_failure(output: &str) -> Option<ErrorLine<'_>> {
    let lines = output.lines().map(str::trim).filter(|line| !line.is_empty()).take(LINES_MAX);
    let known = lines.filter_map(error_line);
    let rank = |line: &ErrorLine| {
        let small = line.text.to_lowercase();
        let is_marked = MARKS.iter().any(|mark| small.contains(mark));
        match line.class {
            Class::Usage => 0,
            Class::Lack => 1,
            _ if is_marked => 2,
            _ if line.phrase.is_some() => 3,
            _ => 4,
        }
    };
    known.min_by_key(rank)
}

/// Returns the line of an output whose status says nothing: only how a program is called, or that it is
/// not there, is told so.
pub fn behind_a_pipe(output: &str) -> Option<ErrorLine<'_>> {
    let lines = output.lines().map(str::trim).filter(|line| !line.is_empty()).take(FIRST_LINES);
    let mut known = lines.filter_map(error_line);
    let is_telling = |line: &ErrorLine| matches!(line.class, Class::Usage | Class::Lack);
    (output.len() <= SHORT_BYTES_MAX).then(|| known.find(is_telling)).flatten()
}

/// Returns the lines of a pasted error, without what differs from one time to the next.
pub fn masked_lines(text: &str) -> impl Iterator<Item = String> {
    let lines = text.lines().map(str::trim).take(LINES_MAX).filter_map(error_line);
    lines.map(|line| line.masked(""))
}

fn error_line(text: &str) -> Option<ErrorLine<'_>> {
    if text.chars().count() > LINE_CHARS_MAX || !has_sign(text) {
        return None;
    }
    let small = text.to_lowercase();
    if small.contains("warning:") || small.contains("warn ") {
        return None;
    }
    let found = PHRASES.iter().find(|(_, phrase)| small.contains(phrase));
    let (class, phrase) = match found {
        Some((class, phrase)) => (*class, Some(*phrase)),
        None => (Class::State, None),
    };
    Some(ErrorLine { class, text, phrase })
}

impl ErrorLine<'_> {
    /// Whether it says itself what to do. Git does in its own messages.
    pub fn advises(&self, program: &str) -> bool {
        let small = self.text.to_lowercase();
        let is_gits = program == "git"
            && ["fatal:", "error:", "!", "conflict", "remote:"]
                .iter()
                .any(|mark| small.starts_with(mark));
        let own = matches!(self.class, Class::State | Class::Missing);
        (own && is_gits) || (self.class == Class::State && ADVICE.iter().any(|a| small.contains(a)))
    }

    /// Returns the word of a command that the line calls wrong.
    pub fn named<'c>(&self, command: &'c str) -> Option<&'c str> {
        let tokens: Vec<&str> = self.text.split_whitespace().map(bare).collect();
        let is_named = |word: &&str| tokens.contains(word);
        words(command).into_iter().skip(1).filter(|word| word.len() > 1).find(is_named)
    }

    /// Returns what the line names in quotes, if the command has it too: then it is the agent's word, and
    /// may be told.
    pub fn quoted(&self, command: &str) -> Option<String> {
        let parts: Vec<&str> = self.text.split(['\'', '"', '`']).collect();
        let quoted = parts.iter().skip(1).step_by(2).map(|text| text.trim());
        let is_own = |text: &&str| {
            (1..=QUOTED_CHARS_MAX).contains(&text.chars().count()) && command.contains(*text)
        };
        quoted.into_iter().find(is_own).map(str::to_owned)
    }

    /// Whether another command of the line than this one says it, by its name at the beginning.
    pub fn is_of_another(&self, program: &str, commands: &[Simple<'_>]) -> bool {
        let teller = self.text.split(':').next().unwrap_or_default();
        let is_tellers = |own: &Simple| key(own.text).is_some_and(|key| program_of(&key) == teller);
        teller != program && commands.iter().any(is_tellers)
    }

    /// Returns the id of the line's shape: of the program, and of the line without what differs from
    /// one time to the next.
    pub fn shape(&self, program: &str, command: &str) -> String {
        let masked = format!("{program}\n{}", self.masked(command));
        hex_digest(masked.as_bytes())[..ID_DIGITS].to_owned()
    }

    /// Returns the line without what differs from one time to the next.
    pub fn masked(&self, command: &str) -> String {
        let key = key(command).unwrap_or_default();
        let is_key = |word: &str| key.split(' ').any(|part| part == word);
        let arguments = words(command).into_iter().skip(1);
        let arguments: Vec<&str> = arguments.filter(|word| !word.starts_with('-')).collect();
        let is_argument = |word: &str| {
            !word.is_empty()
                && arguments.iter().any(|own| *own == word || file_name(own) == file_name(word))
        };
        let masked = self.text.split_whitespace().map(|token| {
            let word = bare(token);
            match () {
                () if word.starts_with('-') || is_key(word) => word.to_lowercase(),
                () if word.contains(['/', '\\']) => "/".to_owned(),
                () if is_argument(word) => "_".to_owned(),
                () if word.contains(|c: char| c.is_ascii_digit()) => "0".to_owned(),
                () => word.to_lowercase(),
            }
        });
        masked.collect::<Vec<_>>().join(" ")
    }
}

/// Returns a word without the quotes and signs around it.
fn bare(token: &str) -> &str {
    let sides = |c: char| !c.is_alphanumeric() && !matches!(c, '-' | '_' | '/' | '.' | '@' | '~');
    token.trim_matches(sides).trim_end_matches('.')
}

/// Whether a missing or refused thing is what the person may have said a word about.
pub fn is_a_persons_matter(class: Class) -> bool {
    matches!(class, Class::Lack | Class::Access)
}

/// Whether a text may be a person's word about a program that failed: it names it, an address or a path,
/// or what a person must do.
pub fn is_about(text: &str, program: &str) -> bool {
    const MATTERS: &str = "host install installed login password permission server signed ssh unlock \
        unlocked vpn";
    let small = text.to_lowercase();
    let names = |word: &str| {
        let word = bare(word);
        let is_address =
            word.split('.').count() == 4 && word.split('.').all(|part| part.parse::<u8>().is_ok());
        let is_path = word.starts_with(['/', '~']) && word.len() > 2 && word[1..].contains('/');
        word == program || among(MATTERS, word) || is_address || is_path || word.contains("://")
    };
    small.split_whitespace().any(names) || small.contains("don't have")
}
