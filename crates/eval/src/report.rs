//! What is printed: tables for people, JSON lines for programs.

use serde::Serialize;

use crate::gate::{Gated, Probabilities, RATES, gated, share_from, ungated};
use crate::metrics::Summary;
use crate::product::gate_threshold;
use crate::question::{QuestionSet, Unit};
use crate::ranking::{Measured, Ranking};
use crate::table::{aligned, percent};

/// In which form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// For people.
    Tables,
    /// For programs.
    Json,
}

#[derive(Serialize)]
struct RankingLine<'a> {
    set: &'a str,
    unit: &'a str,
    method: &'a str,
    kind: &'a str,
    n: usize,
    hit1: f64,
    hit3: f64,
    hit5: f64,
    hit10: f64,
    mrr: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GateLine<'a> {
    set: &'a str,
    gate: f64,
    negative: &'a str,
    /// Whether the threshold is the one that has this rate on just these prompts.
    exact: bool,
    n: usize,
    false_injection: f64,
    deserving: usize,
    recall3: f64,
    ungated_recall3: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct QuestionsGateLine<'a> {
    set: &'a str,
    gate: f64,
    answerable: usize,
    right_injected: f64,
    unanswerable: usize,
    wrongly_injected: f64,
}

impl Form {
    /// Renders how well a set was ranked.
    pub fn ranking(self, set: &QuestionSet, ranking: &Ranking) -> String {
        match self {
            Self::Json => {
                ranking.measured.iter().map(|line| ranking_line(set.name, line)).collect()
            }
            Self::Tables => ranking_tables(set, ranking),
        }
    }

    /// Renders what the gate does with each kind of prompts that deserve nothing.
    pub fn gate(
        self,
        set: &str,
        unit: Unit,
        deserving: &Probabilities,
        negatives: &[(&str, Probabilities)],
    ) -> String {
        let open = ungated(deserving);
        let mut lines = String::new();
        let mut rows = vec![cells(&[
            "negative",
            "n",
            "rate",
            "injected",
            "recall@3",
            "kept",
            "exact recall@3",
            "kept",
        ])];
        for (kind, undeserving) in negatives {
            for (at, gated) in gated(deserving, undeserving).into_iter().enumerate() {
                let (asked, deserved) = ((*kind, undeserving.len()), (deserving.len(), open));
                lines += &gate_lines(set, asked, deserved, &gated);
                rows.push(gate_row(kind, undeserving.len(), &gated, open, at == 0));
            }
        }
        match self {
            Self::Json => lines,
            Self::Tables => format!(
                "{set}, gate by {}: {} prompts that deserve something, recall@3 {} % ungated\n{}\n",
                unit.name(),
                deserving.len(),
                percent(open),
                aligned(&rows, 1)
            ),
        }
    }

    /// Renders what the gate does with developers' questions, answerable or not.
    pub fn questions_gate(
        self,
        set: &str,
        answerable: &Probabilities,
        unanswerable: &Probabilities,
    ) -> String {
        let mut lines = String::new();
        let mut rows = vec![cells(&["rate", "right injected", "of", "wrongly injected", "of"])];
        let count = |share: f64, of: &Probabilities| {
            format!("{} ({} %)", (share * of.len() as f64).round(), percent(share))
        };
        for rate in RATES {
            let threshold = gate_threshold(rate);
            let right = share_from(answerable, threshold);
            let wrong = share_from(unanswerable, threshold);
            lines += &json(&QuestionsGateLine {
                set,
                gate: rate,
                answerable: answerable.len(),
                right_injected: rounded(right),
                unanswerable: unanswerable.len(),
                wrongly_injected: rounded(wrong),
            });
            rows.push(vec![
                rate_name(rate),
                count(right, answerable),
                answerable.len().to_string(),
                count(wrong, unanswerable),
                unanswerable.len().to_string(),
            ]);
        }
        let open = ungated(answerable);
        match self {
            Self::Json => lines,
            Self::Tables => format!(
                "{set}, gate: right turn among three ungated {}\n{}\n",
                count(open, answerable),
                aligned(&rows, 1)
            ),
        }
    }
}

fn ranking_line(set: &str, measured: &Measured) -> String {
    let Measured { unit, method, kind, summary } = measured;
    let Summary { n, hit1, hit3, hit5, hit10, mrr } = *summary;
    json(&RankingLine {
        set,
        unit: unit.name(),
        method,
        kind,
        n,
        hit1: rounded(hit1),
        hit3: rounded(hit3),
        hit5: rounded(hit5),
        hit10: rounded(hit10),
        mrr: rounded(mrr),
    })
}

fn ranking_tables(set: &QuestionSet, ranking: &Ranking) -> String {
    let mut text = String::new();
    for unit in set.units {
        let mut rows = vec![cells(&["kind", "method", "n", "@1", "@3", "@5", "@10", "MRR"])];
        let mut kind_before = "";
        for measured in ranking.measured.iter().filter(|measured| measured.unit == *unit) {
            let Summary { n, hit1, hit3, hit5, hit10, mrr } = measured.summary;
            let kind = if measured.kind == kind_before { "" } else { measured.kind.as_str() };
            kind_before = &measured.kind;
            let shares = [hit1, hit3, hit5, hit10, mrr].map(percent);
            let names = [kind.to_owned(), measured.method.to_owned(), n.to_string()];
            rows.push(names.into_iter().chain(shares).collect());
        }
        text += &[set.name, ", ", unit.name(), ", %\n", &aligned(&rows, 2), "\n"].concat();
    }
    for note in &set.notes {
        text += &["  ", note, "\n"].concat();
    }
    text + &costs(ranking) + "\n"
}

fn costs(ranking: &Ranking) -> String {
    let baseline = ranking.baseline_ms.unwrap_or(0.0);
    match &ranking.latency {
        Some(latency) => format!(
            "  median query of ten hits: {:.1} ms beyond embedding it ({:.1} ms); fts5-porter {baseline:.1} ms\n",
            (latency.total_ms - latency.embedding_ms).max(0.0),
            latency.embedding_ms,
        ),
        None => String::new(),
    }
}

fn gate_lines(
    set: &str,
    (negative, n): (&str, usize),
    (deserving, open): (usize, f64),
    gated: &Gated,
) -> String {
    let line = |exact, false_injection, recall| {
        json(&GateLine {
            set,
            gate: gated.rate,
            negative,
            exact,
            n,
            false_injection: rounded(false_injection),
            deserving,
            recall3: rounded(recall),
            ungated_recall3: rounded(open),
        })
    };
    line(false, gated.false_injection, gated.recall)
        + &line(true, gated.exact_false_injection, gated.exact_recall)
}

fn gate_row(negative: &str, n: usize, gated: &Gated, open: f64, first: bool) -> Vec<String> {
    let kept = |recall: f64| percent(recall / open.max(f64::MIN_POSITIVE));
    let once = |text: String| if first { text } else { String::new() };
    vec![
        once(negative.to_owned()),
        once(n.to_string()),
        rate_name(gated.rate),
        percent(gated.false_injection),
        percent(gated.recall),
        kept(gated.recall),
        percent(gated.exact_recall),
        kept(gated.exact_recall),
    ]
}

/// Returns a rate in per cent.
pub fn rate_name(rate: f64) -> String {
    format!("{} %", (rate * 1_000.0).round() / 10.0)
}

fn cells(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn json(line: &impl Serialize) -> String {
    // Structs of texts and numbers always serialise.
    serde_json::to_string(line).unwrap_or_default() + "\n"
}

/// Four digits say more than the sets can tell apart.
fn rounded(share: f64) -> f64 {
    (share * 10_000.0).round() / 10_000.0
}
