//! Keys of providers, known by their prefixes and forms: the rules in `data/secrets/providers/`.
//!
//! A rule there begins with its kind in brackets, as the marker shows it. These lines follow:
//!
//! - `starts`: literals one of which every match starts with, with spaces between them; in quotes one literal that
//!   holds spaces;
//! - `pattern`: a regular expression from the literal on, whose first group is the secret, or all of it without a group;
//! - `left`: what may be to the left of the literal. Without this line, anything but a letter or digit. `gap`:
//!   neither that nor `-` and `_`. `anything`. `digits MIN MAX`: a run of so many digits. `run BYTES MIN MAX`: a run of
//!   so many bytes of a class, which belongs to the secret, so that the pattern starts there;
//! - `looks`: how much the secret must look like one: `random`, `undisclosed` or `drawn`, see [`Shape`]. Without this
//!   line, not like a placeholder.
//!
//! Of two rules that match at one place, the first one wins.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::rules::{Before, Rule, Shape};

/// The files, in the order in which their rules are tried.
const FILES: [&str; 4] = [
    include_str!("../../data/secrets/providers/clouds.txt"),
    include_str!("../../data/secrets/providers/code.txt"),
    include_str!("../../data/secrets/providers/commerce.txt"),
    include_str!("../../data/secrets/providers/services.txt"),
];

/// All rules.
pub(super) static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let read = FILES.into_iter().map(|file| read(file));
    read.collect::<Result<Vec<_>, _>>()
        .map(|rules| rules.concat())
        .expect("the tests read the files")
});

/// Reads the rules of a file. An error is the line that cannot be read.
fn read(file: &'static str) -> Result<Vec<Rule>, &'static str> {
    let mut rules: Vec<Rule> = Vec::new();
    for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(kind) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            rules.push(Rule::new(kind, &[], ""));
        } else {
            rules.last_mut().and_then(|rule| set(rule, line)).ok_or(line)?;
        }
    }
    Ok(rules)
}

/// Sets the part of a rule that a line is about; `None` for a line that cannot be read.
fn set(rule: &mut Rule, line: &'static str) -> Option<()> {
    let (part, value) = line.split_once(' ')?;
    let value = value.trim_start();
    match part {
        "starts" => rule.hallmarks = Cow::Owned(literals(value)),
        "pattern" => rule.pattern = value,
        "left" => rule.before = before(value)?,
        "looks" => rule.shape = shape(value)?,
        _ => return None,
    }
    Some(())
}

fn literals(value: &'static str) -> Vec<&'static str> {
    match value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(literal) => vec![literal],
        None => value.split_ascii_whitespace().collect(),
    }
}

fn before(value: &str) -> Option<Before> {
    let words: Vec<&str> = value.split(' ').collect();
    let bounds = |min: &str, max: &str| Some((min.parse().ok()?, max.parse().ok()?));
    match words[..] {
        ["gap"] => Some(Before::Gap),
        ["anything"] => Some(Before::Anything),
        ["digits", min, max] => bounds(min, max).map(|(min, max)| Before::Digits { min, max }),
        ["run", bytes, min, max] => {
            let bytes = class(bytes)?;
            bounds(min, max).map(|(min, max)| Before::Run { bytes, min, max })
        }
        _ => None,
    }
}

fn shape(value: &str) -> Option<Shape> {
    match value {
        "random" => Some(Shape::Random),
        "undisclosed" => Some(Shape::Undisclosed),
        "drawn" => Some(Shape::Drawn),
        _ => None,
    }
}

/// Returns the class of bytes that has this name.
fn class(name: &str) -> Option<fn(u8) -> bool> {
    match name {
        "alphanumeric" => Some(alphanumeric),
        "lower_or_digit" => Some(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()),
        "word_byte" => Some(|byte| alphanumeric(byte) || byte == b'_'),
        "hex" => Some(|byte| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f')),
        "base64" => Some(|byte| alphanumeric(byte) || matches!(byte, b'+' | b'/')),
        "secret_byte" => {
            Some(|byte| alphanumeric(byte) || matches!(byte, b'_' | b'~' | b'.' | b'-'))
        }
        _ => None,
    }
}

fn alphanumeric(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_rule_is_whole_and_there_once() {
        let mut seen = HashSet::new();
        for file in FILES {
            let rules = read(file).expect("every line is read");
            assert!(rules.len() > 10);
            for rule in rules {
                assert!(!rule.hallmarks.is_empty() && !rule.pattern.is_empty(), "{}", rule.name);
                assert!(seen.insert((rule.hallmarks, rule.pattern)), "{}", rule.pattern);
            }
        }
    }

    #[test]
    fn a_line_that_cannot_be_read_is_told() {
        for line in ["start  a_", "left    gaps", "left    run hex 3", "looks   odd", "pattern"] {
            let file = format!("# A comment\n\n[kind]\nstarts  a_\n{line}\n");
            assert_eq!(read(file.leak()).err(), Some(line));
        }
        assert_eq!(read("starts  a_\n").err(), Some("starts  a_"), "a rule begins with its kind");
        let rules = read("[kind]\nstarts  \"a b \"\npattern a b c\nleft    digits 2 3\n");
        let rules = rules.expect("a rule");
        assert_eq!(*rules[0].hallmarks, ["a b "]);
        assert!(matches!(rules[0].before, Before::Digits { min: 2, max: 3 }));
        assert!(rules[0].shape == Shape::Filled);
    }
}
