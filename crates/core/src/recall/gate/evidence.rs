//! What speaks for and against bringing something back.

use std::collections::BTreeSet;

use super::form::Form;
use crate::index::document::Document;
use crate::index::terms::Analyzed;
use crate::search::rank::{Ranked, Ranking, Searches};

/// Names of the pieces of evidence, in the order of [`Evidence`].
pub const EVIDENCE: [&str; 11] = [
    "similarityMargin",
    "textMargin",
    "similarityOfText",
    "question",
    "wonders",
    "order",
    "pasted",
    "past",
    "sessions",
    "repeat",
    "continues",
];

/// What speaks for and against bringing back the best turns of a search.
///
/// Both margins ask whether the past knows more of the prompt than the session itself: the best of
/// the turns that may be brought back, less the best of the session's own turns, by cosine
/// similarity and by BM25 (as a share of what a turn with all words scores). In a session without
/// turns the margin is the plain best.
pub type Evidence = [f64; EVIDENCE.len()];

/// A search, and whom it was made for.
pub struct Weighing<'a> {
    /// The prompt.
    pub prompt: &'a Analyzed<'a>,
    /// The form of the prompt.
    pub form: Form,
    /// What was found.
    pub ranking: &'a Ranking,
    /// The prompt of the best turn that may be brought back.
    pub best_prompt: &'a str,
}

/// Turns of the past, and of the session, that are compared.
const PAST_MAX: usize = 20;
const OWN_MAX: usize = 6;
/// The best turns whose sessions are counted: when they agree on one, they are about one subject.
const AGREEING: usize = 3;

impl Weighing<'_> {
    /// Weighs the turns that `may` be brought back against the `own` turns of the session.
    pub fn evidence(
        &self,
        may: impl Fn(&Document) -> bool,
        own: impl Fn(&Document) -> bool,
    ) -> Evidence {
        let Searches { collection, lexical, .. } = self.ranking.searches();
        let full = lexical.full.max(f64::MIN_POSITIVE);
        let past = self.ranking.best(PAST_MAX, &may);
        let session = self.ranking.best(OWN_MAX, &own);
        let is_opening = !collection.documents().iter().any(&own);
        let Form { asks, wonders, orders, pasted, past: of_past, continues } = self.form;
        let flag = |is: bool| f64::from(u8::from(is));
        [
            best(&past, similarity) - best(&session, similarity),
            (self.best_text(&may) - self.best_text(&own)) / full,
            self.similarity_of_wordiest(&may),
            flag(asks),
            flag(wonders),
            flag(orders),
            flag(pasted),
            flag(of_past),
            self.sessions(&past) as f64,
            self.repeat(),
            flag(is_opening && continues),
        ]
    }

    /// Returns the best BM25 of the turns that pass.
    fn best_text(&self, passes: impl Fn(&Document) -> bool) -> f64 {
        let Searches { collection, lexical, .. } = self.ranking.searches();
        let turns = collection.documents();
        let found = lexical.words.positions().zip(lexical.words.values());
        let passing = found.filter(|(at, _)| passes(&turns[*at]));
        passing.map(|(_, words)| words.item).fold(0.0, f64::max)
    }

    /// Returns the similarity of the turn with the best BM25, of several the last in rank: words
    /// and meaning that agree on one turn say more than either.
    fn similarity_of_wordiest(&self, may: impl Fn(&Document) -> bool) -> f64 {
        let Searches { collection, lexical, .. } = self.ranking.searches();
        let turns = collection.documents();
        let eligible = self.ranking.found().iter().filter(|place| may(&turns[place.at as usize]));
        let text = |at: u32| lexical.words(at as usize).item;
        let wordiest =
            eligible.max_by(|a, b| text(a.at).total_cmp(&text(b.at)).then_with(|| b.cmp(a)));
        let passage = wordiest.and_then(|place| self.ranking.searches().passage(place.at as usize));
        passage.map_or(0.0, |passage| f64::from(passage.similarity))
    }

    /// Returns how many sessions the best turns are of.
    fn sessions(&self, past: &[Ranked]) -> usize {
        let collection = &self.ranking.searches().collection;
        let best = past.iter().take(AGREEING);
        let places = best.filter_map(|ranked| collection.position(ranked.item));
        places.map(|at| collection.group_of(at)).collect::<BTreeSet<_>>().len()
    }

    /// Returns how alike the prompt and that of the best turn are, as the share of their terms that
    /// both have: a prompt that is typed again and again needs no memory of the last time.
    fn repeat(&self) -> f64 {
        let terms: BTreeSet<String> = self.prompt.terms().into_iter().collect();
        let before: BTreeSet<String> = Analyzed::of(self.best_prompt).terms().into_iter().collect();
        let both = terms.intersection(&before).count();
        both as f64 / terms.union(&before).count().max(1) as f64
    }
}

fn best(turns: &[Ranked], of: impl Fn(&Ranked) -> f64) -> f64 {
    turns.iter().map(of).fold(0.0, f64::max)
}

fn similarity(turn: &Ranked) -> f64 {
    turn.passage.map_or(0.0, |passage| f64::from(passage.similarity))
}
