//! Whether a prompt deserves a memory. Silence is the normal case.

use crate::lexical::{Collection, Lexical, Posted};
use crate::rank::Ranked;
use crate::store::Passage;
use crate::terms::{Analyzer, Word, is_stop_word};

/// Words of the workflow itself: prompts made of these ask for work, not for the past.
const WORKFLOW_WORDS: &str = "add again branch build change changes check clean code commit \
    continue create debug delete deploy draft everything file files fine first fix format go good \
    great hello help hi implement install issue lint log look main merge next ok okay open pr \
    proceed pull push rebase refactor remove request review run show start status step stop sure \
    test tests thank thanks thx try update wait work write yes yep";

/// Fewer words than this say too little to be searched by.
const CONTENT_WORDS_MIN: usize = 2;

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
pub fn dismissal(prompt: &str) -> Option<Dismissal> {
    let prompt = prompt.trim_start();
    if prompt.starts_with(['/', '!', '#', '<']) {
        return Some(Dismissal::Command);
    }
    let analyzer = Analyzer::default();
    let mut words: Vec<Word> = analyzer.words(prompt).filter(|word| !is_workflow(word)).collect();
    words.sort_by(|a, b| a.folded.cmp(&b.folded));
    words.dedup_by(|a, b| a.folded == b.folded);
    let total: usize = words.iter().map(weight).sum();
    (total < CONTENT_WORDS_MIN).then_some(Dismissal::Trivial)
}

fn is_workflow(word: &Word) -> bool {
    is_stop_word(&word.folded)
        || WORKFLOW_WORDS.split_ascii_whitespace().any(|known| known == word.folded)
}

/// Scripts without spaces make one word of a sentence: two of their characters are a word.
fn weight(word: &Word) -> usize {
    let wide = word.folded.chars().filter(|&c| c >= '\u{2E80}').count();
    let short = word.folded.chars().count() < 2 && wide == 0;
    if short { 0 } else { (wide / 2).max(1) }
}

/// Names of the pieces of evidence, in the order of [`Evidence`].
pub const EVIDENCE: [&str; 16] = [
    "bestSimilarity",
    "similarity",
    "similarityZ",
    "coverage",
    "coverageOfThree",
    "unseen",
    "matchedMass",
    "rareCoverage",
    "selfScore",
    "terms",
    "margin",
    "similarityOfText",
    "neighbourhoodCoverage",
    "textZ",
    "sessionZ",
    "agreement",
];

/// What speaks for and against bringing back the best turns of a search.
pub type Evidence = [f64; EVIDENCE.len()];

/// Weighs a search whose turns stand in `ranked`, best first.
pub fn evidence(
    collection: &Collection,
    lexical: &Lexical,
    posted: &[Posted],
    similar: &[Option<Passage>],
    ranked: &[Ranked],
) -> Option<Evidence> {
    let best = ranked.first()?;
    let of = |at: usize| similar[at].map_or(0.0, |passage| f64::from(passage.similarity));
    let closest = ranked.iter().max_by(|a, b| of(a.at).total_cmp(&of(b.at)))?;
    let wordiest = ranked
        .iter()
        .max_by(|a, b| lexical.turn[a.at].total_cmp(&lexical.turn[b.at]))?;
    let masses: Vec<f64> =
        lexical.rarities.iter().zip(posted).map(|(rarity, term)| rarity * term.weight).collect();
    let total = masses.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    let share = |places: &[usize]| covered(posted, &masses, places) / total;
    let three: Vec<usize> = ranked.iter().take(3).map(|turn| turn.at).collect();
    let around: Vec<usize> =
        std::iter::once(best.at).chain(collection.neighbours(best.at)).collect();
    let unseen: f64 =
        masses.iter().zip(posted).filter(|(_, term)| term.turns.is_empty()).map(|(m, _)| m).sum();
    let rest = ranked.iter().skip(3).take(7).map(|turn| turn.score);
    let rest_count = ranked.len().saturating_sub(3).clamp(1, 7) as f64;
    Some([
        of(closest.at),
        of(best.at),
        best.features[3],
        share(&[best.at]),
        share(&three),
        unseen / total,
        (1.0 + share(&[best.at]) * total).ln(),
        rare_coverage(posted, &masses, best.at),
        best.features[7],
        (1.0 + posted.len() as f64).ln(),
        best.score - rest.sum::<f64>() / rest_count,
        of(wordiest.at),
        share(&around),
        best.features[0],
        best.features[2],
        f64::from(u8::from(wordiest.at == closest.at)),
    ])
}

/// The mass of the terms that stand in one of the places at least.
fn covered(posted: &[Posted], masses: &[f64], places: &[usize]) -> f64 {
    let holds = |term: &Posted| places.iter().any(|&place| stands_in(term, place));
    posted.iter().zip(masses).filter(|(term, _)| holds(term)).map(|(_, mass)| mass).sum()
}

fn stands_in(term: &Posted, place: usize) -> bool {
    term.turns.binary_search_by_key(&place, |(at, _)| *at).is_ok()
}

/// The share that a turn holds of the rarer half of the terms.
fn rare_coverage(posted: &[Posted], masses: &[f64], place: usize) -> f64 {
    let mut order: Vec<usize> = (0..posted.len()).collect();
    order.sort_by(|&a, &b| masses[b].total_cmp(&masses[a]));
    order.truncate(posted.len().div_ceil(2));
    let total: f64 = order.iter().map(|&at| masses[at]).sum();
    let held = order.iter().filter(|&&at| stands_in(&posted[at], place));
    held.map(|&at| masses[at]).sum::<f64>() / total.max(f64::MIN_POSITIVE)
}

const WEIGHTS: Evidence = [
    4.0, 4.0, 0.0, 3.0, 0.0, -2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
];
const BIAS: f64 = -6.0;

/// Returns the probability that the best three turns of a search hold what the prompt needs.
pub fn probability(evidence: &Evidence) -> f64 {
    let sum: f64 = evidence.iter().zip(WEIGHTS).map(|(x, weight)| x * weight).sum();
    1.0 / (1.0 + (-(sum + BIAS)).exp())
}

/// Returns the least probability that is injected when a person accepts that this share of the
/// prompts that need nothing get something.
pub fn threshold(rate: f64) -> f64 {
    1.0 - rate.clamp(0.0, 1.0)
}
