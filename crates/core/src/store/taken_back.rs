//! Turns that a person took back: conditions of SQL, and which there are.

use std::collections::HashSet;

use super::read::Reader;
use crate::error::Result;

/// The ids of the turns that are part of no conversation any more: a person went back to before them
/// in each session that has them. What a fork goes on with stays.
pub(super) const TAKEN_BACK: &str = "SELECT turn.id FROM turn
    WHERE turn.taken_back_in IS NOT NULL AND (turn.taken_back_in = '*' OR NOT EXISTS (
      SELECT 1 FROM session_turn AS place JOIN session AS holder ON holder.id = place.session_id
      WHERE place.turn_id = turn.id AND instr(turn.taken_back_in, holder.uuid) = 0))";

/// Whether a row of `turn` is part of the conversation of a row of `session`.
pub(super) const STANDS: &str = "(turn.taken_back_in IS NULL OR
    (turn.taken_back_in <> '*' AND instr(turn.taken_back_in, session.uuid) = 0))";

impl Reader<'_> {
    /// Returns the turns that are part of no conversation any more.
    pub fn taken_back(&self) -> Result<HashSet<i64>> {
        let mut statement = self.transaction().prepare_cached(TAKEN_BACK)?;
        let rows = statement.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}
