//! The best vector of every turn.

use super::block::{GROUP, SIGNS, TURNS, group_bytes};
use super::kernel::Scores;

/// Turns whose ids are neighbours share a page, as the turns of one project mostly do: looking one
/// up is a step into an array, and what is kept grows with the turns that are there.
const PAGE: usize = 64;

/// The similarity and the slot of the best vector of each turn.
#[derive(Debug)]
pub struct BestOfTurns {
    /// Number of the page of 64 turns, plus one; zero where there is none.
    directory: Vec<u32>,
    pages: Vec<[Best; PAGE]>,
    /// First slot of each block that was offered.
    blocks: Vec<i64>,
}

#[derive(Debug, Clone, Copy)]
struct Best {
    similarity: f32,
    /// Number of the block, and the place in it.
    block: u32,
    place: u32,
}

const NONE: Best = Best { similarity: f32::NEG_INFINITY, block: 0, place: 0 };

impl BestOfTurns {
    /// For turns up to this id; others are damage and left out.
    pub fn up_to(turn_max: i64) -> Self {
        let turns = usize::try_from(turn_max.clamp(0, i64::from(u32::MAX))).unwrap_or_default();
        Self { directory: vec![0; turns / PAGE + 1], pages: Vec::new(), blocks: Vec::new() }
    }

    /// Takes the estimates of some groups whose first slot is `first`.
    pub fn offer(&mut self, groups: &[u8], padded: usize, first: i64, scores: &Scores) {
        let block = self.blocks.len() as u32;
        self.blocks.push(first);
        let groups = groups.chunks_exact(group_bytes(padded));
        for (number, (group, values)) in groups.zip(scores.values().chunks(GROUP)).enumerate() {
            let turns = group[TURNS..SIGNS].as_chunks::<4>().0;
            for (at, (turn, &similarity)) in turns.iter().zip(values).enumerate() {
                // A free place has a similarity of minus infinity.
                if similarity > f32::NEG_INFINITY {
                    let place = (number * GROUP + at) as u32;
                    self.raise(u32::from_le_bytes(*turn), Best { similarity, block, place });
                }
            }
        }
    }

    /// Puts exact similarities, of (turn, slot, similarity), in place of the estimates of their
    /// turns.
    pub fn correct(&mut self, exact: &[(u32, i64, f32)]) {
        for &(turn, ..) in exact {
            if let Some(best) = self.best(turn) {
                *best = NONE;
            }
        }
        for &(turn, slot, similarity) in exact {
            let block = self.blocks.len() as u32;
            self.blocks.push(slot);
            self.raise(turn, Best { similarity, block, place: 0 });
        }
    }

    /// Returns (turn, slot, similarity) of each turn that has a vector, by turn.
    pub fn iter(&self) -> impl Iterator<Item = (i64, i64, f32)> {
        let pages = self.directory.iter().enumerate().filter(|(_, page)| **page > 0);
        pages.flat_map(move |(number, &page)| {
            let bests = self.pages[page as usize - 1].iter().enumerate();
            let found = bests.filter(|(_, best)| best.similarity > f32::NEG_INFINITY);
            found.map(move |(at, best)| {
                let slot = self.blocks[best.block as usize] + i64::from(best.place);
                ((number * PAGE + at) as i64, slot, best.similarity)
            })
        })
    }

    fn raise(&mut self, turn: u32, candidate: Best) {
        if let Some(best) = self.best(turn)
            && candidate.similarity > best.similarity
        {
            *best = candidate;
        }
    }

    fn best(&mut self, turn: u32) -> Option<&mut Best> {
        let page = self.directory.get_mut(turn as usize / PAGE)?;
        if *page == 0 {
            self.pages.push([NONE; PAGE]);
            *page = self.pages.len() as u32;
        }
        Some(&mut self.pages[*page as usize - 1][turn as usize % PAGE])
    }
}
