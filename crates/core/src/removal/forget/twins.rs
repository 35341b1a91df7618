//! Turns that stay and hold the same answer as a turn to be removed: a prompt that was sent twice.
//! Copies of the turn itself are selected with it.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use crate::conversation::entry::{Block, Entry};
use crate::conversation::turn;
use crate::error::Result;
use crate::store::{Scope, Store};

/// A turn that stays, and the turn to be removed whose answer it holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Twin {
    /// UUID of the turn that stays.
    pub turn: String,
    /// UUID of the turn to be removed.
    pub of: String,
}

/// A shorter answer, such as "Done.", is no trace of a turn.
const ANSWER_CHARS_MIN: usize = 16;

/// Returns the turns that hold the longest answer of one of these turns, and are none of them.
pub fn twins(store: &Store, turns: &[String]) -> Result<Vec<Twin>> {
    store.read(|reader| {
        let mut gone = HashSet::new();
        let mut answered: HashMap<String, &String> = HashMap::new();
        for uuid in turns {
            // A note is none.
            let Some(id) = reader.turn_id(uuid)? else { continue };
            gone.insert(id);
            let entries = turn::decode(&reader.stored_turn(id)?.log);
            let longest = answers(&entries).max_by_key(|answer| answer.len()).unwrap_or_default();
            if longest.chars().count() >= ANSWER_CHARS_MIN {
                answered.entry(longest.to_owned()).or_insert(uuid);
            }
        }
        let mut twins = Vec::new();
        if answered.is_empty() {
            return Ok(twins);
        }
        for id in reader.turns_of(&[], &Scope::default())? {
            if gone.contains(&id) {
                continue;
            }
            let stored = reader.stored_turn(id)?;
            let entries = turn::decode(&stored.log);
            if let Some(of) = answers(&entries).find_map(|answer| answered.get(answer)) {
                twins.push(Twin { turn: stored.uuid, of: (*of).clone() });
            }
        }
        Ok(twins)
    })
}

fn answers(entries: &[Entry]) -> impl Iterator<Item = &str> {
    entries.iter().flat_map(|entry| &entry.blocks).filter_map(|block| match block {
        Block::Answer { text } | Block::Reported { text } => Some(text.trim()),
        _ => None,
    })
}
