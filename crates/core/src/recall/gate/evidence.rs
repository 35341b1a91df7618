//! Evidence for and against injecting something.

use std::collections::BTreeSet;

use super::form::Form;
use crate::index::document::Document;
use crate::index::terms::{Analyzed, Analyzer};
use crate::search::rank::{Best, RankedDocument, Ranking};
use crate::weighed::weighed;

weighed! {
    /// Evidence for and against injecting the best turns of a search. A flag is 0 or 1.
    ///
    /// Both margins ask whether the past knows more about the prompt than the session itself: the
    /// best score of the turns that may be injected, minus the best score of the session's own
    /// turns. In a session without turns, the margin is the best score alone.
    Evidence,
    /// Weight of each piece of evidence.
    EvidenceWeights {
        /// Margin of the cosine similarity.
        similarity_margin: "similarityMargin",
        /// Margin of BM25, as a share of the score of a turn with all words.
        text_margin: "textMargin",
        /// Cosine similarity of the turn with the best BM25.
        similarity_of_text: "similarityOfText",
        /// Whether the prompt is a question.
        question: "question",
        /// Whether it asks why or how something behaves.
        wonders: "wonders",
        /// Whether it begins with an order for new work.
        order: "order",
        /// Whether it is a pasted document.
        pasted: "pasted",
        /// Whether it refers to the past.
        past: "past",
        /// Number of sessions that the best three turns belong to.
        sessions: "sessions",
        /// Share of terms common to the prompt and the best turn's prompt, from 0 to 1; 0 for a
        /// question that is asked again where the session has no answer to it.
        repeat: "repeat",
        /// Whether it continues earlier work, as the first prompt of a session.
        continues: "continues",
        /// Whether it names the number of an issue or a pull request that the best turn names.
        number: "number",
    }
}

/// Maximum number of turns compared: of the past, and of the session.
const PAST_MAX: usize = 20;
const OWN_MAX: usize = 6;
/// Number of best turns whose sessions are counted. If they agree on one session, they are about
/// one subject.
const AGREEING: usize = 3;

/// Share of terms that a question has in common with an earlier one at least when it is the same.
const SAME_QUESTION: f64 = 0.45;
/// Margin of the cosine similarity from which the past knows more of a question than the session.
const KNOWS_MORE: f64 = 0.25;

/// Compares the turns found that may be injected with the session's own.
pub struct Comparison<'a> {
    ranking: &'a Ranking,
    past: Side,
    own: Side,
    /// Whether the session has no turns of its own.
    is_opening: bool,
}

/// The best turns of one side of a comparison.
struct Side {
    /// Best first, some dozens at most.
    places: Vec<RankedDocument>,
    /// The best BM25 and its turn; on a tie, the turn that ranks last.
    wordiest: Option<(f64, RankedDocument)>,
}

/// A [`Side`] under construction.
struct Growing {
    best: Best,
    wordiest: Option<(f64, RankedDocument)>,
}

impl Growing {
    fn of(room: usize) -> Self {
        Self { best: Best::of(room), wordiest: None }
    }

    fn add(&mut self, place: RankedDocument, text: f64) {
        self.best.add(place);
        let beats = |(most, last): &(f64, RankedDocument)| {
            text.total_cmp(most).then_with(|| last.cmp(&place)).is_gt()
        };
        if self.wordiest.as_ref().is_none_or(beats) {
            self.wordiest = Some((text, place));
        }
    }

    fn done(self) -> Side {
        Side { places: self.best.into_sorted(), wordiest: self.wordiest }
    }
}

impl Side {
    /// Returns the best BM25.
    fn text(&self) -> f64 {
        self.wordiest.map_or(0.0, |(text, _)| text).max(0.0)
    }
}

impl<'a> Comparison<'a> {
    /// Compares the turns that `may` be injected with the `own` turns of the session.
    pub fn of(
        ranking: &'a Ranking,
        may: impl Fn(&Document) -> bool,
        own: impl Fn(&Document) -> bool,
    ) -> Self {
        let searches = ranking.searches();
        let documents = searches.collection.documents();
        let [mut past_side, mut own_side] = [PAST_MAX, OWN_MAX].map(Growing::of);
        for place in ranking.found() {
            let document = &documents[place.at as usize];
            let text = searches.lexical.words(place.at as usize).item;
            if may(document) {
                past_side.add(*place, text);
            }
            if own(document) {
                own_side.add(*place, text);
            }
        }
        let is_opening = !documents.iter().any(own);
        Self { ranking, past: past_side.done(), own: own_side.done(), is_opening }
    }

    /// Returns the best turn that may be injected.
    pub fn best(&self) -> Option<RankedDocument> {
        self.past.places.first().copied()
    }

    /// Whether a turn has vectors, and not words alone.
    pub fn has_vector(&self, place: RankedDocument) -> bool {
        self.ranking.searches().passage(place.at as usize).is_some()
    }

    /// Returns the evidence for and against injecting the best turns. `best` is the prompt and the
    /// answer of the first.
    pub fn evidence(&self, prompt: &Analyzed, form: Form, best: &(String, String)) -> Evidence {
        let full = self.ranking.searches().lexical.full.max(f64::MIN_POSITIVE);
        let Form { asks, wonders, orders, pasted, past, continues } = form;
        let flag = |is: bool| f64::from(u8::from(is));
        let wordiest = self.past.wordiest.map_or(0.0, |(_, place)| self.similarity(&place));
        let similarity_margin = self.most_similar(&self.past) - self.most_similar(&self.own);
        let repeat = repeat(prompt, &best.0);
        let wants_it_again =
            asks && repeat >= SAME_QUESTION && (self.is_opening || similarity_margin >= KNOWS_MORE);
        Evidence {
            similarity_margin,
            text_margin: (self.past.text() - self.own.text()) / full,
            similarity_of_text: wordiest,
            question: flag(asks),
            wonders: flag(wonders),
            order: flag(orders),
            pasted: flag(pasted),
            past: flag(past),
            sessions: self.sessions() as f64,
            repeat: if wants_it_again { 0.0 } else { repeat },
            continues: flag(self.is_opening && continues),
            number: flag(names_number_of(prompt, best)),
        }
    }

    fn similarity(&self, place: &RankedDocument) -> f64 {
        let passage = self.ranking.searches().passage(place.at as usize);
        passage.map_or(0.0, |passage| f64::from(passage.similarity))
    }

    fn most_similar(&self, side: &Side) -> f64 {
        side.places.iter().map(|place| self.similarity(place)).fold(0.0, f64::max)
    }

    /// Returns how many sessions the best turns belong to.
    fn sessions(&self) -> usize {
        let collection = &self.ranking.searches().collection;
        let best = self.past.places.iter().take(AGREEING);
        best.map(|place| collection.group_of(place.at as usize)).collect::<BTreeSet<_>>().len()
    }
}

/// Whether a prompt names the number of an issue that a turn names too.
fn names_number_of(prompt: &Analyzed, (asked, answered): &(String, String)) -> bool {
    let numbers: Vec<String> =
        prompt.terms().into_iter().filter(|term| term.starts_with('#')).collect();
    let names = |text: &str| {
        let counts = Analyzer::default().counts(text);
        numbers.iter().any(|number| counts.contains_key(number))
    };
    !numbers.is_empty() && (names(asked) || names(answered))
}

/// Returns the share of terms that two prompts have in common. An order that is typed again and again
/// needs no memory of the last time.
fn repeat(prompt: &Analyzed, best_prompt: &str) -> f64 {
    let terms: BTreeSet<String> = prompt.terms().into_iter().collect();
    let before: BTreeSet<String> = Analyzed::of(best_prompt).terms().into_iter().collect();
    let both = terms.intersection(&before).count();
    both as f64 / terms.union(&before).count().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_counts_where_it_is_that_of_an_issue() {
        let turn = ("Fix the mast height in issue 482".to_owned(), "Port 6543 is free.".to_owned());
        let names = |prompt: &str| names_number_of(&Analyzed::of(prompt), &turn);
        assert!(names("what did we do about #482?"));
        assert!(!names("what did we do about #481?"));
        assert!(!names("which of the 482 turns is it?"));
        assert!(!names("is port 6543 free?"));
    }
}
