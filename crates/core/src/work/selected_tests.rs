//! Which tests a command runs: that one test passes does not show that another one does.

use crate::shell::words;

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

/// Whether a command runs all tests that another one with the same key ran.
pub(super) fn covers(command: &str, other: &str, key: &str) -> bool {
    Picked::of(command, key).covers(&Picked::of(other, key))
}

/// Whether a command with this key runs tests. Options may stand before what a program is to do:
/// `pnpm --filter app test`.
pub(super) fn runs_tests(command: &str, key: &str) -> bool {
    let tests =
        |text: &str| text.split([' ', ':', '-', '_', '.']).any(|word| TESTING.contains(&word));
    tests(key) || (!key.contains(' ') && words(command).iter().any(|word| TESTING.contains(word)))
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
                    _ if !key.contains(' ') && TESTING.contains(&word) => {}
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
    use super::super::shell;
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
            ("CI=1 mix test test/boat_test.exs", "mix test test/boat_test.exs:12", true),
            ("mix test test/boat_test.exs:12", "mix test test/boat_test.exs", false),
            ("python3 -m pytest tests/", "python3 -m pytest tests/boat.py::test_keel -x", true),
            ("cargo test -p shed", "cargo test -p boat", false),
            ("go test -c ./boat", "go test ./boat", false),
        ];
        for (command, other, expected) in cases {
            let key = shell::key(command).expect("a program");
            assert!(runs_tests(command, &key), "{key}");
            assert_eq!(covers(command, other, &key), expected, "{command} after {other}");
        }
    }
}
