//! Whether a prompt deserves a memory. Silence is the normal case.

mod phrases;
mod trivial;
mod workflow_words;

use crate::document::Document;
use crate::lexical::Lexical;
use crate::rank::{Place, Ranked, Ranking, SIMILARITY, Searches};
use crate::store::Passage;
use crate::terms::Analyzed;
use trivial::among;
pub use trivial::refers;

/// Why a prompt is dismissed before anything is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dismissal {
    /// A slash command, a shell command, or nothing a person typed.
    Command,
    /// No subject of its own.
    Trivial,
}

impl Dismissal {
    /// Returns its name, as an explanation gives it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Trivial => "trivial",
        }
    }
}

/// Returns why a prompt deserves no search; `None` when it does.
pub fn dismissal(prompt: &Analyzed) -> Option<Dismissal> {
    if is_command(prompt.text.trim_start()) {
        return Some(Dismissal::Command);
    }
    trivial::is_trivial(prompt).then_some(Dismissal::Trivial)
}

/// A slash command, a shell command, a note to the memory of older clients, or what the client
/// writes in a person's name. A path, a number or an element of a program may begin a prompt too.
fn is_command(prompt: &str) -> bool {
    const CLIENT: [&str; 7] = [
        "<command-",
        "<local-command-",
        "<task-notification",
        "<teammate-message",
        "<bash-",
        "<user-memory-input",
        "<system-reminder",
    ];
    let first = prompt.split_whitespace().next().unwrap_or_default();
    let slash = first.strip_prefix('/').is_some_and(|name| !name.contains(['/', '.']));
    slash
        || first == "#"
        || prompt.starts_with('!')
        || CLIENT.iter().any(|element| prompt.starts_with(element))
}

/// Names of the pieces of evidence, in the order of [`Evidence`].
pub const EVIDENCE: [&str; 11] = [
    "similarity",
    "similarityZ",
    "similarityOfText",
    "coverage",
    "bestCoverage",
    "textShare",
    "unseen",
    "score",
    "scoreZ",
    "question",
    "past",
];

/// What speaks for and against bringing back the best turns of a search.
pub type Evidence = [f64; EVIDENCE.len()];

/// Weighs the turns of a ranking that `may` be brought back, of which `best` is the first.
pub fn evidence(
    prompt: &Analyzed,
    ranking: &Ranking,
    best: &Ranked,
    may: impl Fn(&Document) -> bool,
) -> Evidence {
    let Searches { collection, lexical, .. } = ranking.searches();
    let turns = collection.documents();
    let eligible = ranking.found().iter().filter(|place| may(&turns[place.at as usize]));
    let words = |place: &Place| lexical.words(place.at as usize);
    let similarity = |passage: Option<Passage>| passage.map_or(0.0, |p| f64::from(p.similarity));
    // Of several the last in rank.
    let wordiest = eligible
        .clone()
        .max_by(|a, b| words(a).turn.total_cmp(&words(b).turn).then_with(|| b.cmp(a)));
    let of_wordiest = wordiest.and_then(|place| ranking.searches().passage(place.at as usize));
    let coverages = eligible.clone().map(|place| words(place).coverage);
    let (question, past) = tone(prompt);
    [
        similarity(best.passage),
        best.features[SIMILARITY] - expected_best(turns.len()),
        similarity(of_wordiest),
        best.coverage,
        coverages.fold(0.0, f64::max),
        best.text.unwrap_or_default() / lexical.full.max(f64::MIN_POSITIVE),
        unseen(lexical, turns.len()),
        best.score,
        standing_out(best.score, eligible.map(|place| place.score)),
        f64::from(u8::from(question)),
        f64::from(u8::from(past)),
    ]
}

/// A project of so many turns has used half of the words it is going to.
const HALF_SPOKEN_TURNS: f64 = 50.0;

/// The share of the terms, by rarity, that no turn holds: a prompt about something else, unless the
/// project has said little yet.
fn unseen(lexical: &Lexical, turns: usize) -> f64 {
    let masses = lexical.terms.iter().map(|term| {
        let mass = term.rarity * term.weight;
        (mass, if term.turns == 0 { mass } else { 0.0 })
    });
    let (total, unseen) = masses.fold((0.0, 0.0), |(all, none), (a, n)| (all + a, none + n));
    let turns = turns as f64;
    unseen / f64::max(total, f64::MIN_POSITIVE) * turns / (turns + HALF_SPOKEN_TURNS)
}

/// How many deviations more than by chance the best turn stands above all that were found.
fn standing_out(best: f64, scores: impl Iterator<Item = f64> + Clone) -> f64 {
    let found = scores.clone().count();
    let turns = found as f64;
    let mean = scores.clone().sum::<f64>() / turns;
    let square = scores.map(|score| (score - mean).powi(2)).sum::<f64>() / turns;
    let above = if square > 0.0 { (best - mean) / square.sqrt() } else { 0.0 };
    above - expected_best(found)
}

/// About how many deviations the best of so many turns stands out by chance: without it a project
/// of ten turns could never say as much as one of a thousand.
fn expected_best(turns: usize) -> f64 {
    (2.0 * (turns.max(1) as f64).ln()).sqrt()
}

/// Whether a prompt is a question, and whether it is about the past. Requests for something new
/// share the project's words with all that was ever said there.
fn tone(prompt: &Analyzed) -> (bool, bool) {
    const ASKING: &str = "what when where which who whom whose why how did do does is are was were \
        can could should have has";
    const PAST: &str = "did was were had again ago earlier previously before last yesterday used \
        remember decided agreed wanted came ended happened";
    let mut words = prompt.folded().take(64);
    let question = prompt.text.contains(['?', '？', '؟'])
        || prompt.folded().next().is_some_and(|word| among(ASKING, word));
    (question, words.any(|word| among(PAST, word)))
}

/// Weights and thresholds that belong together.
#[derive(Debug)]
pub struct Gate {
    /// What each piece of evidence weighs.
    pub weights: Evidence,
    /// What stands against any memory.
    pub bias: f64,
    /// For each accepted rate of false injections the least probability that is injected, measured
    /// on prompts that the weights were not fitted on.
    pub thresholds: [(f64, f64); 8],
}

/// With vectors. Fitted by `npm run eval -- --fit`.
pub const SEMANTIC: Gate = Gate {
    weights: [8.056, 0.078, 1.947, -7.304, 3.314, 9.441, -2.395, -0.074, 0.539, 0.888, 0.976],
    bias: -6.880,
    thresholds: [
        (0.001, 0.962),
        (0.002, 0.948),
        (0.005, 0.884),
        (0.01, 0.814),
        (0.02, 0.683),
        (0.05, 0.479),
        (0.1, 0.280),
        (0.2, 0.117),
    ],
};

/// By words alone, where no model could be loaded.
pub const LEXICAL: Gate = Gate {
    weights: [0.0, 0.0, 0.0, 0.0, 2.987, 4.185, -3.183, 0.0, 0.561, 0.405, 0.811],
    bias: -3.307,
    thresholds: [
        (0.001, 0.983),
        (0.002, 0.956),
        (0.005, 0.937),
        (0.01, 0.906),
        (0.02, 0.824),
        (0.05, 0.627),
        (0.1, 0.393),
        (0.2, 0.184),
    ],
};

impl Gate {
    /// Returns the probability that the best three turns of a search hold what the prompt needs.
    pub fn probability(&self, evidence: &Evidence) -> f64 {
        let sum: f64 = evidence.iter().zip(self.weights).map(|(x, weight)| x * weight).sum();
        1.0 / (1.0 + (-(sum + self.bias)).exp())
    }

    /// Returns the least probability that is injected when a person accepts that this share of the
    /// prompts that need nothing get something; between the measured rates by their logarithm. A
    /// rate of 1 opens the gate.
    pub fn threshold(&self, rate: f64) -> f64 {
        if rate >= 1.0 {
            return 0.0;
        }
        let [first, .., last] = self.thresholds;
        let rate = rate.clamp(first.0, last.0);
        let above = self.thresholds.partition_point(|(known, _)| *known < rate).max(1);
        let ((low, from), (high, to)) = (self.thresholds[above - 1], self.thresholds[above]);
        from + (to - from) * (rate / low).ln() / (high / low).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trivial_prompts_are_dismissed() {
        for prompt in [
            "",
            "ok",
            "yes please",
            "commit this, then push + a draft PR",
            "run the tests again",
            "continue",
            "thanks, looks good",
            "fix it",
            "sí, hazlo",
            "weiter so, und dann committen",
            "да, продолжай",
            "好的，继续",
            "もう一度やってください",
            "커밋하고 푸시해줘",
        ] {
            assert_eq!(dismissal(&Analyzed::of(prompt)), Some(Dismissal::Trivial), "{prompt:?}");
        }
        for prompt in ["/compact keep", "!ls -l x", "<task-notification>retry queue"] {
            assert_eq!(dismissal(&Analyzed::of(prompt)), Some(Dismissal::Command), "{prompt:?}");
        }
    }

    #[test]
    fn prompts_with_a_subject_are_searched() {
        for prompt in [
            "why did the retry queue stall?",
            "fix retryQueue",
            "数据库端口是什么",
            "リトライキューはなぜ止まった？",
            "재시도 큐가 왜 멈췄어?",
            "#123 pgbouncer port on staging fails again",
            "/etc/pgbouncer.ini: which port did we choose?",
            "<PortPicker> shows the wrong staging port",
        ] {
            assert_eq!(dismissal(&Analyzed::of(prompt)), None, "{prompt:?}");
        }
    }

    #[test]
    fn a_stricter_rate_has_a_higher_threshold() {
        for gate in [&SEMANTIC, &LEXICAL] {
            let rates = [0.0, 0.001, 0.003, 0.01, 0.02, 0.07, 0.2, 1.0];
            let thresholds = rates.map(|rate| gate.threshold(rate));
            assert!(thresholds.is_sorted_by(|a, b| a >= b), "{thresholds:?}");
        }
        assert!((SEMANTIC.threshold(0.02) - 0.683).abs() < 1e-9);
    }
}
