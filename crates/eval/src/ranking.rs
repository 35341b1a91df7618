//! Rank of the right turn or session, by search method.

use std::time::Instant;

use crate::baseline;
use crate::corpus::Corpus;
use crate::failure::Result;
use crate::metrics::{Summary, median, rank_of, summarise};
use crate::product::{CANDIDATES_MAX, Candidate, FUSED, Latency, SIMILARITY, TEXT};
use crate::question::{Gold, Question, QuestionSet, Unit};
use crate::record::Record;

/// The methods, each with the score it sorts by. The first one has candidates of its own.
const METHODS: [(&str, &str); 4] =
    [("fts5-porter", baseline::SCORE), ("text", TEXT), ("vectors", SIMILARITY), ("fused", FUSED)];

/// Maximum number of queries to time.
const TIMED_MAX: usize = 100;

/// One row of the results.
#[derive(Debug, Clone)]
pub struct Measured {
    /// The unit.
    pub unit: Unit,
    /// The search method.
    pub method: &'static str,
    /// The kind of questions.
    pub kind: String,
    /// The quality.
    pub summary: Summary,
}

/// Results for a set, and the time per query.
pub struct Ranking {
    /// Rows by unit, kind and method.
    pub measured: Vec<Measured>,
    /// Time per query of the product.
    pub latency: Option<Latency>,
    /// Time per query of the baseline, in milliseconds.
    pub baseline_ms: Option<f64>,
}

/// Ranks in the order of the questions; `None` when nothing right was found.
type Ranks = Vec<Option<usize>>;

/// Asks all questions of a set.
pub fn measure(
    corpus: &mut Corpus,
    set: &QuestionSet,
    record: &mut Record,
    mut tell: impl FnMut(&str),
) -> Result<Ranking> {
    let mut ranks: Vec<[Ranks; METHODS.len()]> = vec![Default::default(); set.units.len()];
    let mut baseline_ms = Vec::new();
    for (at, question) in set.questions.iter().enumerate() {
        tell(&format!("{}: asked {at} of {} questions", set.name, set.questions.len()));
        let started = Instant::now();
        let baseline = match corpus.baseline(&question.project) {
            Some(baseline) => baseline.rank(&question.text)?,
            None => Vec::new(),
        };
        baseline_ms.push(started.elapsed().as_secs_f64() * 1_000.0);
        let found = corpus.product.rank(&question.text, &question.project, CANDIDATES_MAX)?;
        record.ranked(set.name, question, &found)?;
        for (ranks, gold) in ranks.iter_mut().zip(&question.golds) {
            for ((_, score), ranks) in METHODS.iter().zip(ranks) {
                let candidates = if *score == baseline::SCORE { &baseline } else { &found };
                ranks.push(rank(candidates, score, gold));
            }
        }
    }
    let latency = corpus.product.latency(&timed(&set.questions))?;
    let measured = measured(set, &ranks);
    Ok(Ranking { measured, latency, baseline_ms: median(baseline_ms) })
}

fn rank(candidates: &[Candidate], score: &str, gold: &Gold) -> Option<usize> {
    let scored = candidates.iter().filter_map(|hit| Some((hit.score(score)?, hit)));
    let mut scored: Vec<(f64, &Candidate)> = scored.collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    rank_of(scored.into_iter().map(|(_, hit)| {
        let unit = match gold.unit {
            Unit::Turn => &hit.turn,
            Unit::Session => &hit.session,
        };
        (unit.as_str(), gold.turns.contains(&hit.turn))
    }))
}

fn measured(set: &QuestionSet, ranks: &[[Ranks; METHODS.len()]]) -> Vec<Measured> {
    let mut measured = Vec::new();
    for (&unit, ranks) in set.units.iter().zip(ranks) {
        for kind in &set.kinds {
            for ((method, _), ranks) in METHODS.iter().zip(ranks) {
                let of_kind = set.questions.iter().zip(ranks);
                let of_kind = of_kind.filter(|(question, _)| question.kinds.contains(kind));
                let of_kind: Ranks = of_kind.map(|(_, rank)| *rank).collect();
                if !of_kind.is_empty() {
                    let summary = summarise(&of_kind);
                    measured.push(Measured { unit, method, kind: kind.clone(), summary });
                }
            }
        }
    }
    measured
}

/// Returns questions spread over the set, to be timed.
fn timed(questions: &[Question]) -> Vec<(&str, &str)> {
    let step = questions.len().div_ceil(TIMED_MAX).max(1);
    let chosen = questions.iter().step_by(step);
    chosen.map(|question| (question.text.as_str(), question.project.as_str())).collect()
}
