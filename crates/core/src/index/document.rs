//! Turns as ranking sees them, and their bytes in the index.

use std::collections::BTreeMap;

use crate::index::column;
use crate::index::postings::{BLOCK_TURNS, turn_at};

/// A turn as ranking sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Document {
    /// Id of the turn.
    pub turn: i64,
    /// When it began, in milliseconds since the epoch.
    pub started_at_ms: i64,
    /// Id of its session, of several the first by uuid; 0 before it has one.
    pub session: u32,
    /// Terms in the prompt.
    pub prompt_terms: u32,
    /// Terms in the answer.
    pub answer_terms: u32,
    /// Whether it is a subagent's.
    pub of_agent: bool,
    /// Whether it asks and holds no answer.
    pub asks: bool,
}

/// The documents of one block, by the places of the turns.
pub type Block = BTreeMap<usize, Document>;

const OF_AGENT: i64 = 1;
const ASKS: i64 = 2;

/// Writes how many documents a block has, and one [`column`] for each thing that is known of them:
/// most of a block lie close together in place, session and time.
pub fn encode(documents: &Block) -> Vec<u8> {
    let mut bytes = (documents.len() as u16).to_le_bytes().to_vec();
    let before = std::iter::once(0).chain(documents.keys().copied());
    let distances = documents.keys().zip(before).map(|(&place, before)| (place - before) as i64);
    column::encode(distances, &mut bytes);
    let mut put = |of: fn(&Document) -> i64| column::encode(documents.values().map(of), &mut bytes);
    put(|document| i64::from(document.session));
    put(|document| document.started_at_ms);
    put(|document| i64::from(document.prompt_terms));
    put(|document| i64::from(document.answer_terms));
    put(|document| {
        let agent = if document.of_agent { OF_AGENT } else { 0 };
        let asks = if document.asks { ASKS } else { 0 };
        agent | asks
    });
    bytes
}

/// Reads what [`encode`] wrote for this block; nothing where the bytes are damaged.
pub fn decode(block: i64, bytes: &[u8]) -> impl Iterator<Item = Document> + use<> {
    let [distances, sessions, times, prompts, answers, flags] = columns(bytes).unwrap_or_default();
    let columns = distances.into_iter().zip(sessions).zip(times).zip(prompts).zip(answers);
    let mut place = 0_i64;
    columns.zip(flags).map(move |(((((distance, session), time), prompt), answer), flags)| {
        place = place.wrapping_add(distance);
        Document {
            turn: turn_at(block, place as usize % BLOCK_TURNS),
            session: session as u32,
            started_at_ms: time,
            prompt_terms: prompt as u32,
            answer_terms: answer as u32,
            of_agent: flags & OF_AGENT != 0,
            asks: flags & ASKS != 0,
        }
    })
}

fn columns(mut bytes: &[u8]) -> Option<[Vec<i64>; 6]> {
    let count = usize::from(u16::from_le_bytes(*bytes.split_off(..2)?.as_array()?));
    let mut next = || column::decode(&mut bytes, count.min(BLOCK_TURNS));
    Some([next()?, next()?, next()?, next()?, next()?, next()?])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::index::postings::{block_of, place_of};

    prop_compose! {
        fn document()(
            turn in (7 * BLOCK_TURNS as i64)..(8 * BLOCK_TURNS as i64),
            started_at_ms in any::<i64>(),
            (session, prompt_terms, answer_terms) in any::<(u32, u32, u32)>(),
            (of_agent, asks) in any::<(bool, bool)>(),
        ) -> Document {
            Document { turn, started_at_ms, session, prompt_terms, answer_terms, of_agent, asks }
        }
    }

    fn by_place(documents: impl IntoIterator<Item = Document>) -> Block {
        documents.into_iter().map(|document| (place_of(document.turn), document)).collect()
    }

    proptest! {
        #[test]
        fn what_is_encoded_is_decoded(documents in prop::collection::vec(document(), 0..40)) {
            let documents = by_place(documents);
            prop_assert_eq!(by_place(decode(7, &encode(&documents))), documents);
        }

        #[test]
        fn damaged_bytes_name_turns_of_their_block(
            documents in prop::collection::vec(document(), 0..40),
            (at, byte) in any::<(prop::sample::Index, u8)>(),
        ) {
            let mut bytes = encode(&by_place(documents));
            let at = at.index(bytes.len());
            bytes[at] = byte;
            prop_assert!(decode(3, &bytes).all(|document| block_of(document.turn) == 3));
        }
    }
}
