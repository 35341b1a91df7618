//! Copies of a turn under other ids: a list shows one of them.

use std::collections::HashMap;

use super::rank::Ranked;
use crate::error::Result;
use crate::store::Reader;

/// Leaves out the items that are copies of one before them.
pub(super) fn left_out(reader: &Reader, best: Vec<Ranked>) -> Result<Vec<Ranked>> {
    let mut by_time: HashMap<i64, Vec<i64>> = HashMap::new();
    let mut kept = Vec::with_capacity(best.len());
    for ranked in best {
        let others = by_time.entry(reader.started_at_ms(ranked.item)?).or_default();
        if others.is_empty() || !is_among(reader, ranked.item, others)? {
            others.push(ranked.item);
            kept.push(ranked);
        }
    }
    Ok(kept)
}

/// Whether one of these items is a copy of the same turn.
fn is_among(reader: &Reader, item: i64, others: &[i64]) -> Result<bool> {
    Ok(reader.copies_of(item)?.iter().any(|copy| others.contains(copy)))
}
