//! The rules, as data: cues that make a sentence worth a note, and what counts against it.
//!
//! `data/signals/*.txt` hold sections of regular expressions, one a line. `<name>` in an expression
//! stands for an expression of `words.txt`.

use std::sync::{LazyLock, OnceLock};

use regex::{Captures, Regex};

use super::SignalSource;
use super::pattern_set::PatternSet;
use crate::ascii_regex::ascii_regex;
use crate::notes::{self, NoteKind};
use crate::word_list::WordList;

const VERB_LIST: &str = include_str!("../../data/signals/verbs.txt");
const WORDS: &str = include_str!("../../data/signals/words.txt");
const CUES: &str = include_str!("../../data/signals/cues.txt");
const GUARDS: &str = include_str!("../../data/signals/guards.txt");

/// What a cue promises.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Promise {
    /// Kind of the note.
    pub kind: &'static NoteKind,
    /// Confidence when nothing counts for or against it, from 0 to 1.
    pub confidence: f64,
    /// Where the cue counts.
    pub source: SignalSource,
}

/// Patterns that are searched together, each with what it stands for.
pub struct Rules<T> {
    set: PatternSet,
    each: Vec<Rule<T>>,
}

/// A pattern, compiled when a sentence has it.
struct Rule<T> {
    pattern: String,
    regex: OnceLock<Regex>,
    value: T,
}

impl<T: Copy> Rules<T> {
    fn of(patterns: Vec<(String, T)>) -> Self {
        let texts: Vec<&str> = patterns.iter().map(|(pattern, _)| pattern.as_str()).collect();
        let set = PatternSet::of(&texts);
        let each = patterns.into_iter();
        let each = each.map(|(pattern, value)| Rule { pattern, regex: OnceLock::new(), value });
        Self { set, each: each.collect() }
    }

    /// Returns what each matching pattern stands for, with the start of its match.
    pub fn matches<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (usize, T)> + 'a {
        let matching = self.set.matching(text).into_iter().map(|at| &self.each[at]);
        matching.filter_map(|rule| Some((rule.find(text)?, rule.value)))
    }
}

impl<T> Rule<T> {
    /// Returns the start of the first match outside quotation marks whose verb, if the pattern has
    /// one, is a verb.
    fn find(&self, text: &str) -> Option<usize> {
        let regex = self.regex.get_or_init(|| compiled(&self.pattern));
        let verb = |found: &Captures| found.name("verb").is_none_or(|verb| is_verb(verb.as_str()));
        let found = regex.captures_iter(text).filter(verb);
        let mut starts = found.filter_map(|found| found.get(0)).map(|whole| whole.start());
        starts.find(|start| !is_quoted(text, *start))
    }
}

/// Whether the first word from a place on stands between quotation marks or in code.
fn is_quoted(text: &str, from: usize) -> bool {
    let is_word = |c: char| c.is_alphanumeric();
    let word = text[from..].find(is_word).map_or(from, |at| from + at);
    let before = &text[..word];
    let is_odd = |mark: char| before.matches(mark).count() % 2 == 1;
    // An apostrophe stands within or after a word, and opens nothing.
    let mut is_open = false;
    for (at, _) in before.match_indices('\'') {
        let follows_word = before[..at].ends_with(|c: char| is_word(c) || ".,!?".contains(c));
        let precedes_word = text[at + 1..].starts_with(is_word);
        is_open = if follows_word { is_open && precedes_word } else { precedes_word };
    }
    is_odd('"') || is_odd('`') || is_open
}

fn is_verb(word: &str) -> bool {
    static VERBS: LazyLock<WordList> = LazyLock::new(|| WordList::of(VERB_LIST));
    VERBS.contains(word)
}

/// Returns the cues of a source. Each source has a set of its own, because an answer has many
/// sentences and few cues.
pub fn cue_rules(source: SignalSource) -> &'static Rules<Promise> {
    static PROMPT: LazyLock<Rules<Promise>> = LazyLock::new(|| cues_of(SignalSource::Prompt));
    static ANSWER: LazyLock<Rules<Promise>> = LazyLock::new(|| cues_of(SignalSource::Answer));
    match source {
        SignalSource::Prompt => &PROMPT,
        SignalSource::Answer => &ANSWER,
    }
}

fn cues_of(source: SignalSource) -> Rules<Promise> {
    let cues = sections(CUES)
        .map(|(heading, patterns)| (promise(heading).expect("the headings are tested"), patterns))
        .filter(|(promise, _)| promise.source == source)
        .flat_map(|(promise, patterns)| {
            patterns.into_iter().map(move |pattern| (expanded(pattern), promise))
        });
    Rules::of(cues.collect())
}

/// What counts for or against a sentence, each section once.
pub static WEIGHT_RULES: LazyLock<Weights> = LazyLock::new(Weights::new);

/// Sections of patterns, and what each adds to the confidence of a sentence.
pub struct Weights {
    set: PatternSet,
    each: Vec<(f64, Option<SignalSource>)>,
}

impl Weights {
    fn new() -> Self {
        let sections = sections(GUARDS)
            .filter_map(|(heading, patterns)| Some((joined(patterns), weight(heading)?)));
        let (patterns, each): (Vec<_>, Vec<_>) = sections.unzip();
        let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
        Self { set: PatternSet::of(&patterns), each }
    }

    /// Returns the sum of the weights of the sections that a sentence has.
    pub fn sum(&self, text: &str, source: SignalSource) -> f64 {
        let matching = self.set.matching(text).into_iter().map(|at| self.each[at]);
        matching.filter(|(_, of)| of.is_none_or(|of| of == source)).map(|(weight, _)| weight).sum()
    }
}

/// Returns one expression for all lines of a section of `guards.txt`.
pub fn section_regex(name: &str) -> Regex {
    compiled(&section(name))
}

/// Returns a section as an expression that knows ASCII only: it is compiled at every session's start.
pub fn section_ascii_regex(name: &str) -> regex::bytes::Regex {
    ascii_regex(&section(name))
}

fn section(name: &str) -> String {
    let found = sections(GUARDS).find(|(heading, _)| *heading == name);
    joined(found.expect("the section exists").1)
}

fn joined(patterns: Vec<&'static str>) -> String {
    patterns.into_iter().map(expanded).collect::<Vec<_>>().join("|")
}

fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the patterns are tested")
}

/// Returns the sections of a file: heading and lines.
fn sections(file: &'static str) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    file.split("\n[").skip(1).filter_map(|section| {
        let (heading, lines) = section.split_once("]\n")?;
        let lines = lines.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        Some((heading, lines.collect()))
    })
}

/// Reads a heading such as `rule 0.96 prompt`.
fn promise(heading: &str) -> Option<Promise> {
    let mut words = heading.split(' ');
    let (kind, confidence, source) = (words.next()?, words.next()?, words.next()?);
    let (kind, source) = (notes::kind_named(kind).ok()?, source_named(source)?);
    Some(Promise { kind, confidence: confidence.parse().ok()?, source })
}

/// Reads a heading such as `passing -0.3 prompt`; `both` stands for both sources.
fn weight(heading: &str) -> Option<(f64, Option<SignalSource>)> {
    let (rest, source) = heading.rsplit_once(' ')?;
    let weight = rest.rsplit_once(' ')?.1.parse().ok()?;
    Some((weight, source_named(source)))
}

fn source_named(name: &str) -> Option<SignalSource> {
    match name {
        "prompt" => Some(SignalSource::Prompt),
        "answer" => Some(SignalSource::Answer),
        _ => None,
    }
}

/// Replaces `<name>` by its words. People leave out the apostrophe of "don't", and `\b` has a faster
/// form for ASCII.
fn expanded(pattern: &str) -> String {
    static NAMED: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
        let parts = sections(WORDS);
        let parts = parts.map(|(name, lines)| (format!("<{name}>"), lines.join("|")));
        parts.map(|(name, words)| (name, format!("(?:{words})"))).collect()
    });
    let named = NAMED.iter().map(|(name, words)| (name.as_str(), words.as_str()));
    let spelled = SHORT_FORMS.into_iter().chain([(r"\b", r"(?-u:\b)")]);
    let replaced = |text: String, (from, to): (&str, &str)| text.replace(from, to);
    named.chain(spelled).fold(pattern.to_owned(), replaced)
}

/// Short forms, and how they are matched with and without the apostrophe.
const SHORT_FORMS: [(&str, &str); 8] = [
    ("n't", "n'?t"),
    ("let's", "let'?s"),
    ("it's", "it'?s"),
    ("that's", "that'?s"),
    ("there's", "there'?s"),
    ("i'm", "i'?m"),
    ("i'd", "i'?d"),
    ("'ve", "'?ve"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_heading_is_understood() {
        for (heading, patterns) in sections(CUES) {
            assert!(promise(heading).is_some(), "cues.txt: {heading}");
            assert!(!patterns.is_empty(), "cues.txt: {heading} is empty");
        }
        let named = ["lead", "marker", "machine line", "handover", "quoting", "material"];
        for (heading, _) in sections(GUARDS) {
            let weight = weight(heading).is_some();
            assert!(weight || named.contains(&heading), "guards.txt: {heading}");
        }
        for name in named {
            drop(section_regex(name));
        }
    }

    #[test]
    fn every_pattern_compiles_and_every_name_in_it_is_known() {
        let name = Regex::new("<[a-z]+( [a-z]+)*>").unwrap();
        for (heading, patterns) in sections(CUES).chain(sections(GUARDS)) {
            for pattern in patterns {
                let expanded = expanded(pattern).replace("(?P<verb>", "(");
                assert!(!name.is_match(&expanded), "{heading}: {pattern}");
            }
        }
        let [prompt, answer] = [SignalSource::Prompt, SignalSource::Answer].map(cue_rules);
        assert!(prompt.each.len() > 80 && !answer.each.is_empty());
        let mut all = prompt.each.iter().chain(&answer.each);
        assert!(all.all(|rule| Regex::new(&rule.pattern).is_ok()));
    }
}
