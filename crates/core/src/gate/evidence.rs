//! What a search says for and against bringing something back.

use super::form::Form;
use crate::document::Document;
use crate::lexical::Lexical;
use crate::rank::{Place, Ranked, Ranking, SIMILARITY, Searches};
use crate::store::Passage;
use crate::terms::Analyzed;

/// Names of the pieces of evidence, in the order of [`Evidence`].
pub const EVIDENCE: [&str; 34] = [
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
    "simE",
    "simO",
    "textE",
    "textO",
    "simE20",
    "simO6",
    "scoreO",
    "covO",
    "nSess3",
    "repeat",
    "opening",
    "wonders",
    "orders",
    "pasted",
    "past2",
    "continues",
    "current",
    "terms",
    "own",
    "turns",
    "sessE",
    "sessO",
    "sim2",
];

/// What speaks for and against bringing back the best turns of a search.
pub type Evidence = [f64; EVIDENCE.len()];

/// What a search looked at, and for whom.
pub struct Looked<'a> {
    /// The prompt.
    pub prompt: &'a Analyzed<'a>,
    /// What was found.
    pub ranking: &'a Ranking,
    /// The best turns that may be brought back, best first.
    pub best: &'a [Ranked],
    /// The prompt of the first of them.
    pub asked_before: &'a str,
}

/// Weighs the turns of a ranking that `may` be brought back beside the session's `own`.
pub fn evidence(
    looked: &Looked,
    may: impl Fn(&Document) -> bool,
    own: impl Fn(&Document) -> bool,
) -> Evidence {
    let Looked { prompt, ranking, best: bests, .. } = looked;
    let best = &bests[0];
    let Searches { collection, lexical, .. } = ranking.searches();
    let turns = collection.documents();
    let eligible = ranking.found().iter().filter(|place| may(&turns[place.at as usize]));
    let owns = ranking.found().iter().filter(|place| own(&turns[place.at as usize]));
    let words = |place: &Place| lexical.words(place.at as usize);
    let similarity = |passage: Option<Passage>| passage.map_or(0.0, |p| f64::from(p.similarity));
    let similar = |place: &Place| similarity(ranking.searches().passage(place.at as usize));
    // Of several the last in rank.
    let wordiest = eligible
        .clone()
        .max_by(|a, b| words(a).turn.total_cmp(&words(b).turn).then_with(|| b.cmp(a)));
    let of_wordiest = wordiest.and_then(|place| ranking.searches().passage(place.at as usize));
    let coverages = eligible.clone().map(|place| words(place).coverage);
    let form = Form::of(prompt);
    let full = lexical.full.max(f64::MIN_POSITIVE);
    let flag = |is: bool| f64::from(u8::from(is));
    let max = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
    let e20 = ranking.best(20, &may);
    let o6 = ranking.best(6, &own);
    let own_turns = turns.iter().filter(|document| own(document)).count();
    let sessions: std::collections::BTreeSet<usize> = bests
        .iter()
        .take(3)
        .filter_map(|ranked| collection.position(ranked.turn))
        .map(|at| collection.session_of(at))
        .collect();
    let session = |place: &Place| {
        let at = place.at as usize;
        lexical.session(collection.session_of(at), at)
    };
    let terms: std::collections::BTreeSet<String> = prompt.terms().into_iter().collect();
    let before: std::collections::BTreeSet<String> =
        Analyzed::of(looked.asked_before).terms().into_iter().collect();
    let both = terms.intersection(&before).count() as f64;
    let either = (terms.union(&before).count() as f64).max(1.0);
    [
        similarity(best.passage),
        best.features[SIMILARITY] - expected_best(turns.len()),
        similarity(of_wordiest),
        best.coverage,
        coverages.fold(0.0, f64::max),
        best.text.unwrap_or_default() / full,
        unseen(lexical, turns.len()),
        best.score,
        standing_out(best.score, eligible.clone().map(|place| place.score)),
        flag(form.asks),
        flag(past(prompt)),
        max(&mut eligible.clone().map(similar)),
        max(&mut owns.clone().map(similar)),
        max(&mut eligible.clone().map(|place| words(place).turn)) / full,
        max(&mut owns.clone().map(|place| words(place).turn)) / full,
        max(&mut e20.iter().map(|r| similarity(r.passage))),
        max(&mut o6.iter().map(|r| similarity(r.passage))),
        o6.first().map_or(0.0, |r| r.score),
        max(&mut owns.clone().map(|place| words(place).coverage)),
        sessions.len() as f64,
        both / either,
        flag(own_turns == 0),
        flag(form.wonders),
        flag(form.orders),
        flag(form.pasted),
        flag(form.past),
        flag(form.continues),
        flag(form.current),
        terms.len() as f64,
        own_turns as f64,
        turns.len() as f64,
        max(&mut eligible.clone().map(session)) / full,
        max(&mut owns.clone().map(session)) / full,
        bests.get(1).map_or(0.0, |r| similarity(r.passage)),
    ]
}

fn past(prompt: &Analyzed) -> bool {
    const PAST: &str = "did was were had again ago earlier previously before last yesterday used \
        remember decided agreed wanted came ended happened";
    prompt.folded().take(64).any(|word| super::trivial::among(PAST, word))
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
