//! Which tests a command runs: that one test passes does not show that another one does.

use super::shell;
use crate::shell::{is_told_through, words};

/// Words of a key by which a command runs tests.
const TESTING: &[&str] = &[
    "test",
    "tests",
    "pytest",
    "jest",
    "vitest",
    "mocha",
    "rspec",
    "spec",
    "phpunit",
    "ctest",
    "nextest",
    "bats",
    "ava",
    "playwright",
    "cypress",
    "e2e",
    "unittest",
    "tox",
];

/// Options whose value picks tests by their names.
const NAMING: &[&str] = &[
    "-run",
    "--run",
    "-k",
    "-t",
    "-g",
    "--grep",
    "--filter",
    "--test",
    "-p",
    "--package",
    "--testNamePattern",
    "--only",
];

/// Options by which tests are only built or listed.
const NOT_RUNNING: &[&str] = &["--no-run", "--collect-only", "--list", "-list"];

/// Commands that repeat themselves without reading anything.
const SAYING: &[&str] = &["cd", "echo", "false", "printf", "pwd", "true"];

/// Arguments that stand for everything.
const EVERYTHING: &[&str] = &["./...", "...", ".", "./"];

/// What a command that runs tests picks of them. Without any, it runs all.
#[derive(Debug, Default, PartialEq, Eq)]
struct Picked {
    /// Files, folders and packages.
    places: Vec<String>,
    names: Vec<String>,
    /// Whether none of them is run.
    runs_none: bool,
}

/// Whether a command line runs all that another one ran with the same key. Of a command that only
/// reads it must be the same command; of others that run no tests only the key is compared, as other
/// arguments may be what helped.
pub(super) fn covers(line: &str, other: &str, key: &str) -> bool {
    if shell::is_plumbing(key) {
        return repeats(line, other, key);
    }
    if !runs_tests(key) {
        return true;
    }
    let mut of_line = of(line, key);
    let of_other: Vec<Picked> = of(other, key).collect();
    of_line.any(|picked| of_other.iter().all(|other| picked.covers(other)))
}

/// Whether a line repeats a command that only reads, and ends well only where that does.
fn repeats(line: &str, other: &str, key: &str) -> bool {
    let of_other = shell::simple_commands(other);
    let own = shell::simple_commands(line);
    let is_it = |own: &shell::Simple| {
        shell::key(own.text).as_deref() == Some(key)
            && !SAYING.contains(&key)
            && of_other.iter().any(|other| other.text == own.text)
    };
    let told = |at: usize| is_told_through(own[at + 1..].iter().map(|after| after.joint));
    own.iter().position(is_it).is_some_and(told)
}

fn runs_tests(key: &str) -> bool {
    key.split([' ', ':', '-', '_', '.']).any(|word| TESTING.contains(&word))
}

/// Returns what each command with this key picks.
fn of<'l>(line: &'l str, key: &'l str) -> impl Iterator<Item = Picked> + 'l {
    let commands = shell::simple_commands(line).into_iter();
    commands
        .filter(move |simple| shell::key(simple.text).as_deref() == Some(key))
        .map(move |simple| Picked::of(simple.text, key))
}

impl Picked {
    fn of(command: &str, key: &str) -> Self {
        let mut picked = Self::default();
        let mut of_key = key.split(' ').peekable();
        let mut option = None;
        for word in words(command) {
            if of_key.peek().is_some_and(|part| word.rsplit('/').next() == Some(*part)) {
                of_key.next();
            } else if word.contains('>') {
                break;
            } else if of_key.peek().is_some() {
                // A variable or a program before the command.
            } else if let Some((name, value)) =
                word.split_once('=').filter(|(name, _)| name.starts_with('-'))
            {
                picked.name(name, value);
            } else if word.starts_with('-') {
                let builds = word == "-c" && key.starts_with("go ");
                picked.runs_none |= builds || NOT_RUNNING.contains(&word);
                option = (word != "--").then_some(word);
            } else {
                match option.take() {
                    Some(name) if NAMING.contains(&name) => picked.name(name, word),
                    // The value of another option is none of a test.
                    Some(_) if !word.contains(['/', '.']) => {}
                    _ if EVERYTHING.contains(&word) => {}
                    _ => picked.places.push(place(word).to_owned()),
                }
            }
        }
        picked
    }

    fn name(&mut self, option: &str, value: &str) {
        if NAMING.contains(&option) {
            let names = value
                .split('|')
                .map(|name| name.trim_matches(['^', '$', '(', ')', '\'', '"', '`']));
            self.names.extend(names.filter(|name| !name.is_empty()).map(str::to_owned));
        }
    }

    /// Whether it holds at least what another one holds. A shorter name picks more.
    fn covers(&self, other: &Self) -> bool {
        let all = |own: &[String], others: &[String], holds: fn(&str, &str) -> bool| {
            let held = |one: &String| own.iter().any(|own| holds(own, one));
            own.is_empty() || (!others.is_empty() && others.iter().all(held))
        };
        !self.runs_none
            && all(&self.places, &other.places, |own, one| one.starts_with(own))
            && all(&self.names, &other.names, |own, one| one.contains(own))
    }
}

/// Returns a place without `./` before it, and `...` and `/` behind it.
fn place(word: &str) -> &str {
    let word = word.strip_prefix("./").unwrap_or(word);
    word.trim_end_matches("...").trim_end_matches('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_covers_what_it_picks_no_less_of() {
        let cases = [
            ("go test ./...", "go test -v ./boat -run TestBoat", true),
            ("go test ./boat", "go test ./boat/... -run 'TestBoat'", true),
            ("go test -run TestBoat ./...", "go test -run=TestBoatHouse ./...", true),
            ("go test -run 'TestShed|TestBoat$'", "go test -run '^TestBoat$'", true),
            ("go test -run TestShed", "go test -run TestBoat", false),
            ("go test -run TestBoat", "go test", false),
            ("go test -count=1 -timeout 30s ./shed", "go test ./boat", false),
            (
                "CI=1 mix test test/boat_test.exs",
                "mix test test/boat_test.exs:12 2>&1 | tail",
                true,
            ),
            ("mix test test/boat_test.exs:12", "mix test test/boat_test.exs", false),
            ("python3 -m pytest tests/", "python3 -m pytest tests/boat.py::test_keel -x", true),
            ("cargo test -p shed", "cargo test -p boat", false),
            ("npm run build -- --fast", "npm run build -- --slow", true),
            ("go test -c ./boat", "go test ./boat", false),
            ("ls /boat", "ls /shed", false),
            ("echo ---; ls /boat", "echo ---; ls /shed", false),
            ("ls /boat || echo none", "ls /boat", false),
            ("ls /boat", "ls /boat", true),
        ];
        for (line, other, expected) in cases {
            let covered = shell::keys(line).iter().any(|key| covers(line, other, key));
            assert_eq!(covered, expected, "{line} after {other}");
        }
    }
}
