//! How like a line of output is to an error that somebody asks about.

use std::collections::HashMap;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use regex::bytes::Regex;

use super::sign::{LINE_BYTES_MAX, has_sign};
use crate::ascii_regex::ascii_regex;
use crate::index::terms::{fold, is_english_stop_word};
use crate::terminal::{ends_colour, plain};
use crate::word_list::among;

/// Maximum number of distinct words of an error: as many as a mask has bits.
const WORDS_MAX: usize = 128;
/// Maximum number of lines of a pasted error, half of them its last ones.
const LINES_MAX: usize = 40;
/// Maximum number of different lines of an output that are kept for comparison.
const MASKS_MAX: usize = 24;

/// Share of the weight of an error's words that a line must hold to be the same error.
pub(super) const SAME: f64 = 0.7;
/// A line of output that repeats one of an error holds this share of it.
pub(super) const SURE: f64 = 0.9;
/// A line of a pasted error is compared when it weighs at least this share of the heaviest.
const TELLING: f64 = 0.5;

/// How much more a word in quotes weighs.
const QUOTED: f64 = 1.5;
/// Quotes on both sides of a name.
const QUOTES: [char; 3] = ['"', '\'', '`'];

/// Words of an error, a bit each.
pub(super) type Mask = u128;

/// An error that somebody asks about.
#[derive(Debug)]
pub(super) struct Error {
    /// What its words and those of other lines are taken from.
    parts: Parts,
    words: HashMap<String, u32>,
    /// The words of each of its lines.
    lines: Vec<Mask>,
    /// The words in quotes: the names that it is about.
    quoted: Mask,
    /// Finds the words in bytes, also inside other words.
    finder: Option<AhoCorasick>,
    /// The words that `finder` may miss: those with letters that have accents or other cases.
    unfindable: Mask,
}

impl Error {
    /// Analyzes a pasted error by its lines that have the sign of one, or the code of an error;
    /// `None` without either.
    pub fn of(text: &str) -> Option<Self> {
        let text = plain(text);
        if is_code(text.trim()) {
            return Self::of_lines(Parts::Message, [text.trim()]);
        }
        let lines = text.lines().filter(|line| has_sign(line) && !says_only_that_it_failed(line));
        let mut lines: Vec<&str> = lines.collect();
        if lines.len() > LINES_MAX {
            lines.drain(LINES_MAX / 2..lines.len() - LINES_MAX / 2);
        }
        Self::of_lines(Parts::Message, lines)
    }

    /// Analyzes words that somebody looks for in errors.
    pub fn of_words(text: &str) -> Option<Self> {
        Self::of_lines(Parts::All, [text.replace('\n', " ").as_str()])
    }

    fn of_lines<'l>(parts: Parts, all: impl IntoIterator<Item = &'l str>) -> Option<Self> {
        let mut words = HashMap::new();
        let mut lines: Vec<Mask> = Vec::new();
        let mut quoted: Mask = 0;
        let mut is_ascii = true;
        for line in all {
            let line = &line[..line.floor_char_boundary(LINE_BYTES_MAX)];
            let asked = asked_words_of(line, parts);
            let new = asked.iter().filter(|word| !words.contains_key(*word)).count();
            // A line of which only some words can be compared would be like others.
            if words.len() + new > WORDS_MAX {
                continue;
            }
            is_ascii &= line.is_ascii();
            let mut mask: Mask = 0;
            for word in asked {
                let next = words.len() as u32;
                mask |= Mask::from(1_u8) << *words.entry(word).or_insert(next);
            }
            if mask != 0 && !lines.contains(&mask) {
                lines.push(mask);
            }
            let bits = in_quotes(line, parts).filter_map(|word| words.get(&word).copied());
            quoted = bits.fold(quoted, |mask, bit| mask | Mask::from(1_u8) << bit);
        }
        let says_nothing =
            |word: &String| among(FAILURES, bare(word)) || among(COMPARED, bare(word));
        if words.keys().all(says_nothing) {
            return None;
        }
        let mut in_order: Vec<(&String, &u32)> = words.iter().collect();
        in_order.sort_by_key(|(_, bit)| **bit);
        let of = |ascii: bool| in_order.iter().filter(move |(word, _)| word.is_ascii() == ascii);
        let unfindable = if is_ascii {
            0
        } else {
            // An accent that was removed may have been behind any word.
            of(true).chain(of(false)).fold(0, |mask, (_, bit)| mask | Mask::from(1_u8) << **bit)
        };
        let finder = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .build(in_order.iter().map(|(word, _)| bare(word)))
            .ok();
        Some(Self { parts, words, lines, quoted, finder, unfindable })
    }

    /// Returns the words of some bytes, except those that have accents which
    /// the error lacks. Much faster than [`Error::masks`].
    pub fn may_hold(&self, bytes: &[u8]) -> Mask {
        let Some(finder) = &self.finder else { return Mask::MAX };
        let goes_on = |byte: Option<&u8>| {
            byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        };
        // A word may follow the `n` of a line break in JSON, as `\n`, and the `m` of a colour.
        let begins = |start: usize| {
            let before = start.checked_sub(1).and_then(|at| bytes.get(at));
            !goes_on(before)
                || start.checked_sub(2).and_then(|at| bytes.get(at)) == Some(&b'\\')
                || ends_colour(&bytes[..start])
        };
        let whole = finder
            .find_overlapping_iter(bytes)
            .filter(|found| begins(found.start()) && !goes_on(bytes.get(found.end())));
        let bits = whole.map(|found| found.pattern().as_u32());
        bits.fold(self.unfindable, |mask, bit| mask | Mask::from(1_u8) << bit)
    }

    /// Returns which of the words each line of an output has that has the sign of an error: distinct
    /// lines, those with the most words first.
    pub fn masks(&self, output: &str) -> Vec<Mask> {
        let mut masks: Vec<Mask> = output.lines().map(|line| self.mask(line)).collect();
        masks.retain(|mask| *mask != 0);
        masks.sort_unstable_by_key(|mask| (std::cmp::Reverse(mask.count_ones()), *mask));
        masks.dedup();
        masks.truncate(MASKS_MAX);
        masks
    }

    /// Returns the words of a line; none without the sign of an error.
    fn mask(&self, line: &str) -> Mask {
        let line = &line[..line.floor_char_boundary(LINE_BYTES_MAX)];
        let bits = words_of(line, self.parts).filter_map(|word| self.words.get(&word).copied());
        let mask = bits.fold(0, |mask, bit| mask | Mask::from(1_u8) << bit);
        let names_one = mask != 0 && has_sign(line) && !says_only_that_it_failed(line);
        if names_one { mask } else { 0 }
    }

    /// Leaves out lines of the error; `None` when none is left.
    pub fn without(mut self, lines: &[Mask]) -> Option<Self> {
        self.lines.retain(|line| !lines.contains(line));
        (!self.lines.is_empty()).then_some(self)
    }

    /// Whether these are all of the words.
    pub fn is_all(&self, words: Mask) -> bool {
        self.lines.iter().all(|line| words & line == *line)
    }

    /// Returns the lines of an output with the most of the words, when together its lines with the
    /// sign of an error have all.
    pub fn lines_in<'o>(&self, output: &'o str) -> Vec<&'o str> {
        let masks: Vec<(Mask, &str)> = output.lines().map(|line| (self.mask(line), line)).collect();
        if !self.is_all(masks.iter().fold(0, |held, (mask, _)| held | mask)) {
            return Vec::new();
        }
        let most = masks.iter().map(|(mask, _)| mask.count_ones()).max().unwrap_or_default();
        let best = masks.into_iter().filter(|(mask, _)| mask.count_ones() == most);
        best.map(|(_, line)| line).collect()
    }

    /// Returns the line of an output that is most like the error, unchanged.
    pub fn line_in<'o>(&self, output: &'o str, weights: &Weights) -> Option<&'o str> {
        let scored = output.lines().map(|line| (weights.likeness(self, self.mask(line)), line));
        // The first of equals.
        let best = scored.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.filter(|(likeness, _)| *likeness > 0.0).map(|(_, line)| line)
    }
}

/// What each word of an error weighs: the rarer, the more.
#[derive(Debug)]
pub(super) struct Weights {
    words: Vec<f64>,
    /// Weight of the heaviest line of the error.
    heaviest: f64,
}

impl Weights {
    /// Weighs the words by the number of texts that hold each. `texts` has the words of each text.
    pub fn of(error: &Error, texts: &[Mask]) -> Self {
        let weigh = |bit: u32| {
            let held = texts.iter().filter(|mask| **mask >> bit & 1 == 1).count();
            let rarity = (1.0 + (texts.len() as f64 + 1.0) / (held as f64 + 1.0)).ln();
            if error.quoted >> bit & 1 == 1 { QUOTED * rarity } else { rarity }
        };
        let words: Vec<f64> = (0..error.words.len() as u32).map(weigh).collect();
        let mut weights = Self { words, heaviest: 0.0 };
        let lines = error.lines.iter().map(|line| weights.sum(*line));
        weights.heaviest = lines.fold(0.0, f64::max);
        weights
    }

    fn sum(&self, mask: Mask) -> f64 {
        let has = |(bit, _): &(usize, &f64)| mask >> *bit & 1 == 1;
        self.words.iter().enumerate().filter(has).map(|(_, weight)| weight).sum()
    }

    /// Returns the share of the whole error that an output holds, from 0 to 1.
    pub fn coverage(&self, error: &Error, masks: &[Mask]) -> f64 {
        let all = error.lines.iter().fold(0, |all, line| all | line);
        let held = masks.iter().fold(0, |held, mask| held | mask) & all;
        let whole = self.sum(all);
        if whole > 0.0 { self.sum(held) / whole } else { 0.0 }
    }

    /// Returns the largest share of a distinctive line of an error that a line of output holds, from
    /// 0 to 1. One shared word of several is no likeness.
    pub fn likeness(&self, error: &Error, mask: Mask) -> f64 {
        let telling = error.lines.iter().filter(|line| self.sum(**line) >= TELLING * self.heaviest);
        telling.map(|line| self.share(*line, mask)).fold(0.0, f64::max)
    }

    /// Returns the share of a line of an error that a line of output holds.
    fn share(&self, line: Mask, mask: Mask) -> f64 {
        let both = mask & line;
        let enough = both != 0 && both.count_ones() >= line.count_ones().min(2);
        if enough { self.sum(both) / self.sum(line) } else { 0.0 }
    }

    /// Returns the lines of an error that one of these lines of output repeats.
    pub fn repeated(&self, error: &Error, masks: &[Mask]) -> Vec<Mask> {
        let repeats = |line: &&Mask| masks.iter().any(|mask| self.share(**line, *mask) >= SURE);
        error.lines.iter().filter(repeats).copied().collect()
    }
}

/// Whether a text is the code of an error alone: `TS2339`, `ENOENT`. Numbers that stand
/// apart, as in `ORA-00942`, are no part of what is compared.
fn is_code(text: &str) -> bool {
    static CODE: LazyLock<Regex> =
        LazyLock::new(|| ascii_regex(r"^(?:(?i:[A-Z]{1,8})[0-9]{3,6}|E[A-Z]{4,}|[A-Z]+_[A-Z_]+)$"));
    CODE.is_match(text.as_bytes())
}

/// Words that say no more than that something failed.
const FAILURES: &str = "error errors fail failed failing fails failure failures";
/// Words by which a test names the values that it compared.
const COMPARED: &str = "actual expected got received want";

/// Returns the words of a line that identify an error: without numbers, hashes and
/// words such as "the". A word behind a negation is another word.
fn words_of(line: &str, parts: Parts) -> impl Iterator<Item = String> {
    written_words_of(line, parts).into_iter().map(|word| word.folded())
}

/// Returns the words of a line that somebody asks about, without those that every error has while
/// the others identify it: two words, or a name such as `TestBoat`.
fn asked_words_of(line: &str, parts: Parts) -> Vec<String> {
    let words = written_words_of(line, parts);
    let says_failed = |word: &&Word| among(FAILURES, &word.text.to_lowercase());
    let mut others = words.iter().filter(|word| !says_failed(word));
    let is_told = others.clone().count() >= 2 || others.any(|word| is_name(&word.text));
    let telling = words.iter().filter(|word| !is_told || !says_failed(word));
    telling.map(Word::folded).collect()
}

/// Whether a word is a name in a program: `TestBoat`, `test_boat`.
fn is_name(word: &str) -> bool {
    let chars = || word.chars();
    word.trim_matches('_').contains('_')
        || chars().zip(chars().skip(1)).any(|(a, b)| a.is_lowercase() && b.is_uppercase())
}

/// A word of a line as it is written.
struct Word {
    text: String,
    /// The text before it.
    negation: Option<Negation>,
}

/// What "not" says of the next word: what does not exist, may not exist and should not exist are
/// three errors.
#[derive(Clone, Copy)]
enum Negation {
    Is,
    May,
    Should,
}

impl Negation {
    /// Decides by the words around "not".
    fn between(before: &str, after: &str) -> Self {
        match before {
            "should" | "shouldn" | "must" | "mustn" | "shall" | "to" => Self::Should,
            _ if after == "to" => Self::Should,
            "may" | "might" => Self::May,
            _ => Self::Is,
        }
    }
}

impl Word {
    /// Returns the word as it is compared.
    fn folded(&self) -> String {
        let word = fold(&self.text);
        match self.negation {
            None => word,
            Some(Negation::Is) => format!("not {word}"),
            Some(Negation::May) => format!("may not {word}"),
            Some(Negation::Should) => format!("should not {word}"),
        }
    }
}

/// Returns a compared word without its negation.
fn bare(folded: &str) -> &str {
    folded.rsplit(' ').next().unwrap_or(folded)
}

/// What of a line is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Parts {
    All,
    /// All but the places in files that it names.
    Message,
}

/// A message of fewer words, such as `AssertionError`, is told apart by its place alone.
const MESSAGE_WORDS_MIN: usize = 2;

fn written_words_of(line: &str, parts: Parts) -> Vec<Word> {
    let text = without_folders(&plain(line));
    if parts == Parts::Message {
        let message = written_words(&without_places(&text));
        if message.len() >= MESSAGE_WORDS_MIN {
            return message;
        }
    }
    written_words(&text)
}

/// Removes the places in files: `boat.go:12:`, `src/boat.ts(12,7):`. One without a column begins its
/// line: elsewhere it may be the port of a host.
fn without_places(line: &str) -> String {
    static PLACE: LazyLock<Regex> = LazyLock::new(|| {
        ascii_regex(concat!(
            r#"^[\['"`(]*(?:[A-Za-z]:|file:)?[^\s:]+\.[A-Za-z]\w*"#,
            r"(?:[:(][0-9]+([:,][0-9]+)|[:(][0-9]+)\)?",
            r#"[\]'"`):,.]*$"#
        ))
    });
    let mut begins = true;
    let is_kept = |token: &&str| {
        let place = PLACE.captures(token.as_bytes());
        let has_column = place.as_ref().is_some_and(|place| place.get(1).is_some());
        let is_place = has_column || (begins && place.is_some());
        // A runner's mark, as `[lint:go]`, stands before the line.
        begins &= token.is_empty() || (token.starts_with('[') && token.ends_with(']'));
        !is_place
    };
    line.split(' ').filter(is_kept).collect::<Vec<_>>().join(" ")
}

fn written_words(text: &str) -> Vec<Word> {
    let all = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let all: Vec<&str> = all.filter(|word| !word.is_empty()).collect();
    let small: Vec<String> = all.iter().map(|word| word.to_lowercase()).collect();
    let mut found = Vec::new();
    let mut negation = None;
    for (at, text) in all.iter().enumerate() {
        let near = |place: usize| small.get(place).map_or("", String::as_str);
        let before = if at == 0 { "" } else { near(at - 1) };
        // "doesn't" is "doesn" and "t".
        let is_short = near(at) == "t" && before.ends_with('n');
        if is_short || matches!(near(at), "not" | "cannot") {
            negation = Some(Negation::between(before, near(at + 1)));
        } else if text.len() >= 2 && !is_number(text) && counts(text) {
            found.push(Word { text: (*text).to_owned(), negation: negation.take() });
        }
    }
    found
}

fn counts(word: &str) -> bool {
    let folded = fold(word);
    folded == "no" || !is_english_stop_word(&folded)
}

/// Returns the words between two quotes of the same kind.
fn in_quotes(line: &str, parts: Parts) -> impl Iterator<Item = String> {
    let between = |quote: char| line.split(quote).skip(1).step_by(2);
    QUOTES.into_iter().flat_map(between).flat_map(move |text| words_of(text, parts))
}

/// Whether a word is a number, a size, a time or a hash.
fn is_number(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let begins = word.starts_with(|c: char| c.is_ascii_digit());
    let is_hash = word.len() >= 7 && word.chars().all(|c| c.is_ascii_hexdigit());
    (begins && digits * 2 >= word.len()) || (digits > 0 && is_hash)
}

/// Whether a line only reports that what a runner ran has failed, and not why.
fn says_only_that_it_failed(line: &str) -> bool {
    let small = line.trim().to_lowercase();
    let begins = ["fail\t", "exit status", "exit code"];
    let holds = [
        "[build failed]",
        "[setup failed]",
        "could not compile",
        "task failed",
        "elifecycle",
        "exited with code",
        "failed with exit code",
        "completed with exit code",
        "run with --verbose",
    ];
    let of_make = small.contains("*** [") && small.contains("] error ");
    small == "fail"
        || of_make
        || begins.iter().any(|mark| small.starts_with(mark))
        || holds.iter().any(|mark| small.contains(mark))
}

/// Keeps only the last name of absolute paths: the folders differ from machine to machine.
fn without_folders(line: &str) -> String {
    let short = |token: &str| {
        let path = token.trim_start_matches(['\'', '"', '`', '(', '[', '{']);
        let is_absolute = path.starts_with('/') || path.starts_with("~/");
        if is_absolute && path.matches('/').count() > 1 {
            path.trim_end_matches('/').rsplit('/').next().unwrap_or(path).to_owned()
        } else {
            token.to_owned()
        }
    };
    line.split(' ').map(short).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn likeness(asked: &str, outputs: &[&str]) -> Vec<f64> {
        let error = Error::of(asked).expect("words");
        let masks: Vec<Vec<Mask>> = outputs.iter().map(|output| error.masks(output)).collect();
        let whole = masks.iter().map(|masks| masks.iter().fold(0, |all, mask| all | mask));
        let weights = Weights::of(&error, &whole.collect::<Vec<_>>());
        let best = |masks: &Vec<Mask>| {
            masks.iter().map(|mask| weights.likeness(&error, *mask)).fold(0.0, f64::max)
        };
        masks.iter().map(best).collect()
    }

    #[test]
    fn the_code_of_an_error_stands_for_it() {
        let outputs = [
            "src/tide.ts(4,5): error TS2339: Property 'keel' does not exist on type 'Ship'.",
            "src/tide.ts(4,5): error TS2551: Property 'keel' does not exist on type 'Ship'.",
            "Error: ENOENT: no such file or directory",
        ];
        assert_eq!(likeness("TS2339", &outputs), [1.0, 0.0, 0.0]);
        assert_eq!(likeness("ENOENT\n", &outputs), [0.0, 0.0, 1.0]);
        for text in ["PASS", "OK", "2339", "ORA-00942", "the ENOENT", "README", "tests_run"] {
            assert!(Error::of(text).is_none(), "{text}");
        }
    }

    #[test]
    fn the_same_error_is_like_itself_with_other_numbers_and_colours() {
        let found = likeness(
            "src/a.ts(12,3): error TS2345: Argument of type Queue",
            &[
                "\u{1b}[31msrc/a.ts(99,1): error TS2345: Argument of type Queue\u{1b}[0m",
                "src/b.ts(1,1): error TS1005: ';' expected",
                "all fine",
            ],
        );
        assert!(found[0] > 0.95, "{found:?}");
        assert!(found[1] < SAME && found[2] < SAME, "{found:?}");
    }

    #[test]
    fn a_word_behind_a_colour_is_not_overlooked() {
        let error = Error::of("Error: capstan fuse broken").expect("words");
        let whole = error.may_hold(b"Error: capstan fuse broken");
        let coloured = br"\u001b[31mError:\u001b[39m \u001b[38;5;1mcapstan \u001b[mfuse \u001b[1mbroken\u001b[22m";
        assert_eq!(error.may_hold(coloured), whole);
        assert!(error.is_all(whole));
        assert!(!error.is_all(error.may_hold(b"Error: atomcapstan fuse broken")));
    }

    #[test]
    fn the_place_of_an_error_is_no_part_of_what_is_compared() {
        let outputs = [
            "deck/keel_test.go:2973:49: undefined: context",
            "boat.go:9:1: undefined: openQueue",
            "[lint:go] crew.go:3: undefined: context",
            "context.go:1:1: undefined: Undefined",
        ];
        for place in ["boat.go:45:12:", "/p/keel_test.go:1:2:", "x.go:10:2:"] {
            let found = likeness(&format!("{place} undefined: context"), &outputs);
            assert!(found[0] > 0.95 && found[2] > 0.95, "{place}: {found:?}");
            assert!(found[1] < SAME && found[3] < SAME, "{place}: {found:?}");
        }
        let found = likeness(
            r"C:\p\boat.ts(1,33): error TS2339: Property 'anchor' does not exist",
            &["src/keel.ts:7:1 - error TS2339: Property 'anchor' does not exist"],
        );
        assert!(found[0] > 0.95, "{found:?}");
        // A message of one word says too little, and a port belongs to its host.
        let found = likeness("boat_test.py:3: AssertionError", &["keel_test.py:3: AssertionError"]);
        assert!(found[0] < SAME, "{found:?}");
        let refused = |host: &str| format!("dial tcp {host}:5432: connection refused");
        let found =
            likeness(&refused("keel.pier"), &[&refused("keel.pier"), &refused("crew.quay")]);
        assert!(found[0] > 0.95 && found[1] < 0.95, "{found:?}");
        // Who looks for words finds the name of a file too.
        let asked = Error::of_words("boat.go openQueue").expect("words");
        assert_eq!(asked.lines_in(outputs[1]), [outputs[1]]);
    }

    #[test]
    fn another_name_in_the_same_kind_of_error_is_another_error() {
        let found =
            likeness("undefined: openQueue", &["undefined: closeDoor", "undefined: openQueue"]);
        assert!(found[0] < SAME && found[1] > 0.95, "{found:?}");
    }

    #[test]
    fn a_negation_counts_with_the_word_behind_it() {
        let lines = ["does not float", "should not float", "floats"]
            .map(|end| format!("error: the boat {end}"));
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        for (asked, expected) in [
            ("error: The boat doesn't float", 0),
            ("the boat cannot float", 0),
            ("error: the boat was not to float", 1),
        ] {
            let found = likeness(asked, &lines);
            let alike = (0..3).filter(|at| found[*at] >= SAME).collect::<Vec<_>>();
            assert_eq!(alike, [expected], "{asked}: {found:?}");
        }
    }

    #[test]
    fn a_line_that_says_only_that_it_failed_is_no_error() {
        for line in [
            "make: *** [test] Error 1",
            "make[1]: *** [Makefile:12: all] Error 2",
            "exit status 1",
            "FAIL\texample.com/boat\t0.34s",
            "[lint] ERROR task failed",
            "error: could not compile `boat` (lib) due to 2 previous errors",
            "npm error code ELIFECYCLE",
            "expected: \"fedcba987654\"",
            "PASS test/boat.test.ts",
            "1 failed, 14 passed",
            "src/boat.ts",
        ] {
            assert!(Error::of(line).is_none(), "{line}");
        }
        assert!(Error::of("make: *** No such target 'boat'.  Stop.").is_some());
    }

    #[test]
    fn that_it_failed_tells_nothing_beside_a_name() {
        let lines =
            ["--- FAIL: TestBoat (0.1s)", "=== RUN   TestBoat", "--- PASS: TestBoat (0.1s)"];
        let found = likeness("TestBoat failed", &lines);
        assert!(found[0] > 0.95 && found[1] < SAME && found[2] < SAME, "{found:?}");
        // One usual word is not enough by itself.
        let found = likeness("build failed", &["the build is green", "error: build failed"]);
        assert!(found[0] < SAME && found[1] > 0.95, "{found:?}");
    }

    #[test]
    fn a_pasted_log_is_compared_by_its_telling_lines() {
        let pasted =
            "Error:\n\nCannot find module '@scope/thing' imported from /a/b/index.mjs\nFAIL";
        let found = likeness(
            pasted,
            &["Error: FAIL", "Cannot find module '@scope/thing' imported from /c/d/index.mjs"],
        );
        assert!(found[0] < SAME && found[1] > SAME, "{found:?}");
    }

    #[test]
    fn a_line_that_only_says_where_is_no_error_and_folders_do_not_count() {
        let pasted = "error[E0433]: use of undeclared crate `serde_json`\n --> src/ingest.rs:12:5";
        let found = likeness(pasted, &["Diff in /p/src/ingest.rs:12:", " --> src/ingest.rs:9:1"]);
        assert!(found.iter().all(|share| *share < SAME), "{found:?}");
        let found = likeness(
            "fatal: 'main' is already used by worktree at '/home/me/work/cli'",
            &["fatal: 'main' is already used by worktree at '/Users/ada/dev/cli'"],
        );
        assert!(found[0] > 0.95, "{found:?}");
    }

    proptest! {
        #[test]
        fn any_texts_have_a_likeness_between_0_and_1(asked in any::<String>(), output in any::<String>()) {
            if Error::of(&asked).is_some() {
                let found = likeness(&asked, &[&output, &asked]);
                let error = Error::of(&asked).expect("words");
                let held = error.masks(&output).iter().fold(0, |all, mask| all | mask);
                prop_assert!(!output.is_ascii() || held & !error.may_hold(output.as_bytes()) == 0);
                prop_assert!(found.iter().all(|share| (0.0..=1.0 + 1e-9).contains(share)), "{found:?}");
            }
        }
    }
}
