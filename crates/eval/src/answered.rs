//! Evaluates the injected text: whether it contains the answer, how long it is, and whether it
//! reads well.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use crate::corpus::Corpus;
use crate::failure::Result;
use crate::faults::faults;
use crate::metrics::median;
use crate::product::{Asked, RATE, Recalled};
use crate::record::Record;
use crate::report::Form;
use crate::sets::keyfacts::KeyFacts;
use crate::sets::questions::Questions;
use crate::stored::StoredTurn;
use crate::table::{aligned, percent};
use crate::thresholds::rate_name;

/// The default rate, and an open gate.
const RATES: [f64; 2] = [RATE, 1.0];

/// Results for all questions at one rate.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the name in the JSON line")]
pub struct Answered {
    set: &'static str,
    gate: f64,
    /// Number of questions.
    n: usize,
    /// Share of questions with a right turn injected.
    right_injected: f64,
    /// Share of questions whose injected text contains the answer.
    answered: f64,
    /// Number of right turns that were injected.
    right: usize,
    /// Share of those turns whose excerpt contains the answer.
    held: f64,
    /// Share of those turns whose full text contains it.
    holdable: f64,
    /// Number of prompts with an injection.
    spoken: usize,
    /// Share of those prompts with a fault in the text.
    faulty: f64,
    /// Median length of an injected text in characters.
    characters: f64,
    /// Number of excerpts with each kind of fault.
    faults: BTreeMap<&'static str, usize>,
}

/// A question that was asked, and what came of it.
pub struct Answer<'a> {
    /// The accepted rate of false injections.
    pub rate: f64,
    /// The question's id.
    pub id: &'a str,
    /// Its words.
    pub text: &'a str,
    /// Where it was asked.
    pub project: &'a str,
    /// What was brought back.
    pub recalled: &'a Recalled,
    /// Of each turn that was brought back, best first: whether it is a right one, and whether its
    /// excerpt holds the answer.
    pub turns: Vec<(bool, bool)>,
    /// Whether the injected text holds the answer.
    pub answered: bool,
}

/// Asks the questions that have key facts, at the default rate and with an open gate.
pub fn measure(
    corpus: &mut Corpus,
    asked: &Questions,
    facts: &KeyFacts,
    record: &mut Record,
) -> Result<Vec<Answered>> {
    RATES.iter().map(|&rate| at_rate(corpus, asked, facts, rate, record)).collect()
}

fn at_rate(
    corpus: &mut Corpus,
    asked: &Questions,
    facts: &KeyFacts,
    rate: f64,
    record: &mut Record,
) -> Result<Answered> {
    let mut sum = Answered { set: "keyfacts", gate: rate, ..Answered::default() };
    let mut characters = Vec::new();
    for (question, id) in asked.set.questions.iter().zip(&asked.ids) {
        let Some(id) = id else { continue };
        let Some(facts) = facts.get(id) else { continue };
        let recalled = corpus
            .product
            .recall(&Asked { rate, ..Asked::opening(&question.text) }, &question.project)?;
        let stored: HashMap<&str, &StoredTurn> =
            corpus.turns(&question.project).iter().map(|turn| (turn.id.as_str(), turn)).collect();
        sum.n += 1;
        let gold = &question.golds[0].turns;
        let right = recalled.turns.iter().filter(|(turn, _)| gold.contains(turn));
        let mut injected = false;
        for (turn, passage) in right {
            injected = true;
            sum.right += 1;
            sum.held += f64::from(u8::from(facts.hold_in(passage)));
            let whole = stored.get(turn.as_str());
            let whole = whole.map(|turn| format!("{}\n\n{}", turn.prompt, turn.answer));
            sum.holdable += f64::from(u8::from(whole.is_some_and(|text| facts.hold_in(&text))));
        }
        sum.right_injected += f64::from(u8::from(injected));
        let answered = facts.hold_in(&recalled.said);
        sum.answered += f64::from(u8::from(answered));
        let turns = recalled.turns.iter();
        let turns = turns.map(|(turn, passage)| (gold.contains(turn), facts.hold_in(passage)));
        record.answered(&Answer {
            rate,
            id,
            text: &question.text,
            project: &question.project,
            recalled: &recalled,
            turns: turns.collect(),
            answered,
        })?;
        if recalled.said.is_empty() {
            continue;
        }
        sum.spoken += 1;
        characters.push(recalled.said.chars().count() as f64);
        let mut faulty = false;
        for (turn, passage) in &recalled.turns {
            let Some(stored) = stored.get(turn.as_str()) else { continue };
            for fault in faults(passage, stored) {
                faulty = true;
                *sum.faults.entry(fault).or_default() += 1;
            }
        }
        sum.faulty += f64::from(u8::from(faulty));
    }
    sum.right_injected /= sum.n.max(1) as f64;
    sum.answered /= sum.n.max(1) as f64;
    sum.held /= sum.right.max(1) as f64;
    sum.holdable /= sum.right.max(1) as f64;
    sum.faulty /= sum.spoken.max(1) as f64;
    sum.characters = median(characters).unwrap_or(0.0);
    Ok(sum)
}

impl Form {
    /// Formats the results.
    pub fn answered(self, lines: &[Answered]) -> String {
        if self == Self::Json {
            let json = |line| serde_json::to_string(line).unwrap_or_default() + "\n";
            return lines.iter().map(json).collect();
        }
        let names = [
            "gate",
            "questions",
            "right injected",
            "answered",
            "right turns",
            "excerpt holds",
            "turn holds",
            "spoken",
            "faulty",
            "characters",
        ];
        let mut rows = vec![names.map(str::to_owned).to_vec()];
        rows.extend(lines.iter().map(row));
        let faults = lines.iter().map(|line| format!("  {:?}\n", line.faults));
        format!("injected texts\n{}{}\n", aligned(&rows, 1), faults.collect::<String>())
    }
}

fn row(line: &Answered) -> Vec<String> {
    let count =
        |share: f64, of: usize| format!("{} ({} %)", (share * of as f64).round(), percent(share));
    vec![
        if line.gate < 1.0 { rate_name(line.gate) } else { "open".to_owned() },
        line.n.to_string(),
        count(line.right_injected, line.n),
        count(line.answered, line.n),
        line.right.to_string(),
        count(line.held, line.right),
        count(line.holdable, line.right),
        line.spoken.to_string(),
        count(line.faulty, line.spoken),
        line.characters.to_string(),
    ]
}
