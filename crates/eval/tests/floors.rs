//! Quality floors: search and gate must stay as good as measured, on the repository's own small
//! set.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use Bound::{AtLeast, AtMost};

#[derive(Clone, Copy)]
enum Bound {
    AtLeast(usize),
    AtMost(usize),
}

/// Lines of the output, a field in each, its bound, and the number of questions or prompts. Floors
/// for finding are the lower value of the encoder's and another engine's on 2026-11-23, minus one question.
/// Ceilings for false injections are what the gate's rate promises, or one; for swapped names, whose
/// words all fit, what was measured.
#[rustfmt::skip]
const FLOORS: &[(&str, &str, Bound, usize)] = &[
    // line                                number            bound        of
    ("fused, locomo, turn, all",           "hit1",           AtLeast(29), 50),
    ("fused, locomo, turn, all",           "hit5",           AtLeast(46), 50),
    ("fused, locomo, session, all",        "hit1",           AtLeast(37), 50),
    ("fused, locomo, session, all",        "hit5",           AtLeast(49), 50),
    ("fused, coding, session, all",        "hit1",           AtLeast(42), 45),
    ("fused, coding, session, all",        "hit5",           AtLeast(44), 45),
    ("fused, questions, turn, all",        "hit1",           AtLeast(35), 48),
    ("fused, questions, turn, all",        "hit5",           AtLeast(41), 48),
    ("fused, questions, turn, paraphrase", "hit1",           AtLeast(3),  14),
    ("fused, questions, turn, paraphrase", "hit5",           AtLeast(7),  14),
    ("fused, questions, turn, identifier", "hit1",           AtLeast(9),  10),
    ("fused, questions, turn, identifier", "hit5",           AtLeast(9),  10),
    ("fused, questions, turn, decision",   "hit1",           AtLeast(7),   8),
    ("fused, questions, turn, decision",   "hit5",           AtLeast(7),   8),
    ("fused, questions, turn, fix",        "hit1",           AtLeast(7),   8),
    ("fused, questions, turn, fix",        "hit5",           AtLeast(7),   8),
    ("fused, questions, turn, time",       "hit1",           AtLeast(5),   8),
    ("fused, questions, turn, time",       "hit5",           AtLeast(7),   8),
    ("fused, questions, turn, translated", "hit1",           AtLeast(1),   9),
    ("fused, questions, turn, translated", "hit5",           AtLeast(1),   9),
    ("gate, locomo, other-conversation",   "ungatedRecall3", AtLeast(36), 42),
    ("gate, locomo, other-conversation",   "recall3",        AtLeast(19), 42),
    ("gate, locomo, other-conversation",   "falseInjection", AtMost(1),   50),
    ("gate, locomo, names-swapped",        "falseInjection", AtMost(6),   50),
    ("gate, coding, other-repository",     "ungatedRecall3", AtLeast(44), 45),
    ("gate, coding, other-repository",     "recall3",        AtLeast(1),  45),
    ("gate, coding, other-repository",     "falseInjection", AtMost(8),  158),
    ("gate, coding, trivial",              "falseInjection", AtMost(2), 1936),
    ("gate, questions, all",               "rightInjected",  AtLeast(23), 48),
    ("gate, questions, all",               "wronglyInjected", AtMost(2),  24),
    ("work",                               "newWorkInjected", AtMost(1),  14),
    ("work",                               "rightSessionInjected", AtLeast(4), 10),
    ("replay, all",                        "spoken",         AtMost(6),  160),
    ("replay, all",                        "ofNo",           AtMost(2),  137),
    ("replay, all",                        "found",          AtLeast(2),  22),
    ("gate, keyfacts, all",                "answered",       AtLeast(19), 48),
];

/// Sets and units in which search must be at least as good as plain full text.
const ABOVE_BASELINE: [&str; 4] =
    ["locomo, turn, all", "locomo, session, all", "coding, session, all", "questions, turn, all"];

/// Accepted rate of false injections.
const RATE: f64 = 0.04;

/// Shares in the output, each with the field that it is a share of.
const SHARES: [(&str, &str); 13] = [
    ("hit1", "n"),
    ("hit5", "n"),
    ("falseInjection", "n"),
    ("recall3", "deserving"),
    ("ungatedRecall3", "deserving"),
    ("rightInjected", "answerable"),
    ("wronglyInjected", "unanswerable"),
    ("spoken", "prompts"),
    ("ofNo", "no"),
    ("found", "needy"),
    ("newWorkInjected", "newWork"),
    ("rightSessionInjected", "continued"),
    ("answered", "n"),
];

/// A count and its total.
type Count = (usize, usize);

/// Counts by line and field.
type Counts = BTreeMap<(String, &'static str), Count>;

#[test]
fn nothing_falls_below_what_was_reached() {
    let counts = counts(&output());
    let find = |line: &str, number| counts.get(&(line.to_owned(), number)).copied();
    let mut short = Vec::new();
    for &(line, number, bound, of) in FLOORS {
        let found = find(line, number);
        let reached = found.is_some_and(|(count, found_of)| found_of == of && bound.holds(count));
        if !reached {
            short.push(format!("{line}: {number} {}, wanted {bound} of {of}", shown(found)));
        }
    }
    for line in ABOVE_BASELINE {
        let of_method = |method: &str| find(&format!("{method}, {line}"), "hit5");
        let (fused, baseline) = (of_method("fused"), of_method("fts5-porter"));
        if baseline.is_none() || fused < baseline {
            let (fused, baseline) = (shown(fused), shown(baseline));
            short.push(format!("{line}: hit5 {fused}, wanted no less than plain {baseline}"));
        }
    }
    assert!(short.is_empty(), "{} fell short:\n{}", short.len(), short.join("\n"));
}

impl Bound {
    fn holds(self, count: usize) -> bool {
        match self {
            AtLeast(floor) => count >= floor,
            AtMost(ceiling) => count <= ceiling,
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            AtLeast(floor) => write!(f, "at least {floor}"),
            AtMost(ceiling) => write!(f, "at most {ceiling}"),
        }
    }
}

fn shown(found: Option<Count>) -> String {
    found.map_or_else(|| "missing".to_owned(), |(count, of)| format!("{count} of {of}"))
}

/// Runs the program on the repository's own set and returns its output.
fn output() -> String {
    let set = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/eval");
    let mut program = Command::new(env!("CARGO_BIN_EXE_mementor-eval"));
    let files = [
        ("--locomo", "dialogue.json"),
        ("--coding", "coding.jsonl"),
        ("--questions", "questions.jsonl"),
        ("--keyfacts", "keyfacts.jsonl"),
        ("--transcripts", "transcripts"),
        ("--trivial", "trivial.jsonl"),
        ("--work", "work.jsonl"),
        ("--replay", "transcripts"),
        ("--judged", "judged.jsonl"),
    ];
    for (option, file) in files {
        program.arg(option).arg(set.join(file));
    }
    let output = program.arg("--json").output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn counts(output: &str) -> Counts {
    let mut counts = Counts::new();
    for line in output.lines() {
        let line: Value = serde_json::from_str(line).expect("a JSON object a line");
        let Some(name) = name(&line) else { continue };
        for (number, of) in SHARES {
            if let (Some(share), Some(of)) = (line[number].as_f64(), line[of].as_u64()) {
                let count = (share * of as f64).round() as usize;
                counts.insert((name.clone(), number), (count, of as usize));
            }
        }
    }
    counts
}

/// Returns the name of a line; `None` for the gate at another rate, or at a fitted threshold.
fn name(line: &Value) -> Option<String> {
    let of = |field: &str| line[field].as_str();
    let set = of("set")?;
    if let (Some(method), Some(unit), Some(kind)) = (of("method"), of("unit"), of("kind")) {
        return Some(format!("{method}, {set}, {unit}, {kind}"));
    }
    if let Some(position) = of("position") {
        return Some(format!("{set}, {position}"));
    }
    if set == "work" {
        return Some(set.to_owned());
    }
    let at_rate = line["gate"].as_f64() == Some(RATE) && line["exact"] != true;
    at_rate.then(|| format!("gate, {set}, {}", of("negative").unwrap_or("all")))
}
