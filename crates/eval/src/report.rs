//! Formats the results: tables for people, JSON lines for programs.

use serde::Serialize;

use crate::context;
use crate::metrics::Summary;
use crate::product::gate_threshold;
use crate::question::{QuestionSet, Unit};
use crate::ranking::{Measured as RankingMeasured, Ranking};
use crate::replay::{Measured, Outcome, Position, WorkOutcome, measure};
use crate::sets::{replay, work};
use crate::signals::Line;
use crate::table::{aligned, percent};
use crate::thresholds::{Gated, Probabilities, RATES, gated, rate_name, share_from, ungated};

/// Output format.
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
    /// Whether the threshold is fitted to these prompts to reach exactly this rate.
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
    translated: usize,
    translated_injected: f64,
    unanswerable: usize,
    wrongly_injected: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReplayLine<'a> {
    set: &'a str,
    position: &'a str,
    prompts: usize,
    /// Share of all prompts.
    spoken: f64,
    noted: f64,
    no: usize,
    of_no: f64,
    needy: usize,
    needy_spoken: f64,
    /// Share of the needy prompts with a helpful turn recalled.
    found: f64,
    /// Share of the prompts with something recalled.
    helpful: f64,
    changing: f64,
    /// Mean over the prompts with something recalled.
    tokens: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WorkLine<'a> {
    set: &'a str,
    new_work: usize,
    new_work_injected: f64,
    continued: usize,
    right_session_injected: f64,
}

impl Form {
    /// Formats the detection of notes.
    pub fn signals(self, lines: &[Line]) -> String {
        let shares = |line: &Line| [line.accepted, line.sure, line.found];
        if self == Self::Json {
            let rounded = lines.iter().map(|line| {
                let [accepted, sure, found] = shares(line).map(rounded);
                json(&Line { accepted, sure, found, ..line.clone() })
            });
            return rounded.collect();
        }
        let names = ["source", "tier", "kind", "n", "fired", "accepted %", "sure %", "found %"];
        let rows = lines.iter().map(|line| {
            let names = [line.source, line.tier, &line.kind].map(str::to_owned).into_iter();
            let counts = [line.n, line.fired].map(|count| count.to_string());
            names.chain(counts).chain(shares(line).map(percent)).collect()
        });
        let rows: Vec<Vec<String>> =
            std::iter::once(names.map(str::to_owned).to_vec()).chain(rows).collect();
        format!("signals\n{}", aligned(&rows, 3))
    }

    /// Formats what sessions were told when they started.
    pub fn context(self, lines: &[context::Line]) -> String {
        if self == Self::Json {
            return lines.iter().map(json).collect();
        }
        let names =
            ["project", "started", "told", "characters", "most", "lessons met", "lines by layer"];
        let rows = lines.iter().map(|line| {
            let layers = line.lines.iter().map(|(layer, lines)| format!("{layer} {lines}"));
            vec![
                line.project.clone(),
                line.started.to_string(),
                line.told.to_string(),
                format!("{:.0}", line.chars),
                line.chars_max.to_string(),
                format!("{} ({} failures)", line.met, line.failures),
                layers.collect::<Vec<_>>().join(", "),
            ]
        });
        let rows: Vec<Vec<String>> =
            std::iter::once(names.map(str::to_owned).to_vec()).chain(rows).collect();
        format!("context\n{}", aligned(&rows, 1))
    }

    /// Formats the ranking results of a set.
    pub fn ranking(self, set: &QuestionSet, ranking: &Ranking) -> String {
        match self {
            Self::Json => {
                ranking.measured.iter().map(|line| ranking_line(set.name, line)).collect()
            }
            Self::Tables => ranking_tables(set, ranking),
        }
    }

    /// Formats the gate's results for each kind of undeserving prompts.
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

    /// Formats the gate's results for developers' questions, answerable or not.
    pub fn questions_gate(
        self,
        set: &str,
        answerable: &Probabilities,
        translated: &Probabilities,
        unanswerable: &Probabilities,
    ) -> String {
        let mut lines = String::new();
        let mut rows = vec![cells(&[
            "rate",
            "right injected",
            "of",
            "translated",
            "of",
            "wrongly injected",
            "of",
        ])];
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
                translated: translated.len(),
                translated_injected: rounded(share_from(translated, threshold)),
                unanswerable: unanswerable.len(),
                wrongly_injected: rounded(wrong),
            });
            rows.push(vec![
                rate_name(rate),
                count(right, answerable),
                answerable.len().to_string(),
                count(share_from(translated, threshold), translated),
                translated.len().to_string(),
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

impl Form {
    /// Formats how often replayed prompts got something, and how much it helped.
    pub fn replay(self, outcomes: &[Outcome]) -> String {
        let measured = Position::EACH.map(|position| (position, measure(outcomes, position)));
        if self == Self::Json {
            return measured
                .iter()
                .map(|(position, measured)| replay_line(*position, measured))
                .collect();
        }
        let mut rows = vec![cells(&[
            "prompts",
            "n",
            "spoken",
            "with a note",
            "of need no",
            "needy spoken",
            "needy found",
            "helpful",
            "changing",
            "tokens",
        ])];
        let of =
            |count: usize, all: usize| format!("{count}/{all} ({} %)", percent(share(count, all)));
        for (position, m) in &measured {
            rows.push(vec![
                position.name().to_owned(),
                m.prompts.to_string(),
                of(m.spoken, m.prompts),
                of(m.noted, m.prompts),
                of(m.of_no, m.no),
                of(m.needy_spoken, m.needy),
                of(m.found, m.needy),
                of(m.helpful, m.spoken),
                of(m.changing, m.spoken),
                (m.tokens / (m.spoken.max(1) as u64)).to_string(),
            ]);
        }
        format!("replay\n{}\n", aligned(&rows, 1))
    }

    /// Formats the results of prompts that ask for work.
    pub fn work(self, outcomes: &[WorkOutcome]) -> String {
        let of = |continues: bool| outcomes.iter().filter(move |each| each.continues == continues);
        let spoken = |each: &&WorkOutcome| !each.recalled.turns.is_empty();
        let line = WorkLine {
            set: work::NAME,
            new_work: of(false).count(),
            new_work_injected: rounded(share(of(false).filter(spoken).count(), of(false).count())),
            continued: of(true).count(),
            right_session_injected: rounded(share(
                of(true).filter(|each| each.right).count(),
                of(true).count(),
            )),
        };
        match self {
            Self::Json => json(&line),
            Self::Tables => format!(
                "work: {} of {} prompts for new work got something; {} of {} that go on got the right session\n\n",
                of(false).filter(spoken).count(),
                line.new_work,
                of(true).filter(|each| each.right).count(),
                line.continued
            ),
        }
    }
}

fn share(count: usize, all: usize) -> f64 {
    count as f64 / all.max(1) as f64
}

fn replay_line(position: Position, measured: &Measured) -> String {
    let Measured { prompts, spoken, no, of_no, needy, .. } = *measured;
    json(&ReplayLine {
        set: replay::NAME,
        position: position.name(),
        prompts,
        spoken: rounded(share(spoken, prompts)),
        noted: rounded(share(measured.noted, prompts)),
        no,
        of_no: rounded(share(of_no, no)),
        needy,
        needy_spoken: rounded(share(measured.needy_spoken, needy)),
        found: rounded(share(measured.found, needy)),
        helpful: rounded(share(measured.helpful, spoken)),
        changing: rounded(share(measured.changing, spoken)),
        tokens: measured.tokens / spoken.max(1) as u64,
    })
}

fn ranking_line(set: &str, measured: &RankingMeasured) -> String {
    let RankingMeasured { unit, method, kind, summary } = measured;
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

fn cells(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn json(line: &impl Serialize) -> String {
    // Structs of texts and numbers always serialise.
    serde_json::to_string(line).unwrap_or_default() + "\n"
}

/// Rounds to four decimals, beyond the precision of the sets.
fn rounded(share: f64) -> f64 {
    (share * 10_000.0).round() / 10_000.0
}
