//! The turns that a search looks at, in the order that ranking needs.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::index::document::Document;
use crate::index::postings::{self, BLOCK_TURNS, Counts, block_of, place_of};

/// All turns in scope, those of a session side by side and in the order of time.
#[derive(Debug, Default)]
pub struct Collection {
    documents: Vec<Document>,
    /// Positions by block and place of the turn's id.
    positions: BTreeMap<i64, Box<[u32; BLOCK_TURNS]>>,
    /// Whether the turn before is a neighbour; with one more at the end.
    follows: Vec<bool>,
    sessions: Vec<Range<usize>>,
    /// The place of each turn's session among them.
    session_of: Vec<u32>,
}

/// No turn in scope has this id.
const NOWHERE: u32 = u32::MAX;

impl Collection {
    /// Orders the turns in scope, at most 2^32 - 1.
    pub fn new(mut documents: Vec<Document>) -> Self {
        // A subagent's turns stand apart from those of the session that called it. Ids mostly come
        // in this order, which the stable sort makes use of.
        documents.sort_by_key(|turn| (turn.session, turn.of_agent, turn.started_at_ms, turn.turn));
        let mut positions = BTreeMap::new();
        let mut at = 0;
        for run in documents.chunk_by(|a, b| block_of(a.turn) == block_of(b.turn)) {
            let nowhere = || Box::new([NOWHERE; BLOCK_TURNS]);
            let of_block = positions.entry(block_of(run[0].turn)).or_insert_with(nowhere);
            for document in run {
                of_block[place_of(document.turn)] = at;
                at += 1;
            }
        }
        let group = |turn: &Document| (turn.session, turn.of_agent);
        let beside = documents.windows(2).map(|pair| group(&pair[0]) == group(&pair[1]));
        let follows = std::iter::once(false).chain(beside).chain([false]).collect();
        let mut sessions = Vec::new();
        let mut session_of: Vec<u32> = Vec::with_capacity(documents.len());
        for run in documents.chunk_by(|a, b| a.session == b.session) {
            let range = session_of.len()..session_of.len() + run.len();
            session_of.resize(range.end, sessions.len() as u32);
            sessions.push(range);
        }
        Self { documents, positions, follows, sessions, session_of }
    }

    /// Returns the turns.
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// Returns where a turn stands.
    pub fn position(&self, turn: i64) -> Option<usize> {
        let at = self.positions.get(&block_of(turn))?[place_of(turn)];
        (at != NOWHERE).then_some(at as usize)
    }

    /// Returns the positions of a turn and of those beside it in its session.
    pub fn around(&self, at: usize) -> Range<usize> {
        at - usize::from(self.follows[at])..at + 1 + usize::from(self.follows[at + 1])
    }

    /// Returns the positions of the turns beside one in its session.
    pub fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        self.around(at).filter(move |&beside| beside != at)
    }

    /// Returns the ranges of positions of each session.
    pub fn sessions(&self) -> &[Range<usize>] {
        &self.sessions
    }

    /// Returns the place of a turn's session among [`Collection::sessions`].
    pub fn session_of(&self, at: usize) -> usize {
        self.session_of[at] as usize
    }

    /// Adds the postings of a term in one block, as [`postings::encode`] wrote them, of the turns
    /// that are in scope.
    pub fn locate(&self, block: i64, bytes: &[u8], found: &mut Vec<Posting>) {
        let Some(positions) = self.positions.get(&block) else { return };
        let located = postings::decode(bytes).map(|(place, counts)| {
            let at = positions[place];
            Posting { at, counts }
        });
        found.extend(located.filter(|posting| posting.at != NOWHERE));
    }
}

/// A turn that holds a term.
#[derive(Debug, Clone, Copy)]
pub struct Posting {
    /// Its position in the collection.
    pub at: u32,
    /// How often it holds the term.
    pub counts: Counts,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Turns in the order of their ids: id, session, whether a subagent's.
    fn collection(turns: &[(i64, u32, bool)]) -> Collection {
        let document = |&(turn, session, of_agent): &(i64, u32, bool)| Document {
            turn,
            session,
            started_at_ms: turn,
            prompt_terms: 10,
            answer_terms: 10,
            of_agent,
            asks: false,
        };
        Collection::new(turns.iter().map(document).collect())
    }

    #[test]
    fn neighbours_are_of_one_session_and_one_agent() {
        let turns = collection(&[(3, 7, false), (1, 7, false), (2, 7, true), (4, 8, false)]);
        let order: Vec<i64> = turns.documents().iter().map(|document| document.turn).collect();
        assert_eq!(order, [1, 3, 2, 4]);
        let of = |turn| turns.neighbours(turns.position(turn).expect("there")).collect::<Vec<_>>();
        assert_eq!((of(1), of(3), of(2), of(4)), (vec![1], vec![0], vec![], vec![]));
    }

    #[test]
    fn postings_of_turns_out_of_scope_are_left_out() {
        let turns = collection(&[(1, 1, false), (5_000, 1, false)]);
        let bytes = postings::encode(&[1, 2].map(|place| (place, Counts::new(1, 0))).into());
        let mut found = Vec::new();
        for block in [0, 3] {
            turns.locate(block, &bytes, &mut found);
        }
        assert_eq!(found.iter().map(|posting| posting.at).collect::<Vec<_>>(), [0]);
    }
}
