//! Rebuild of the full-text index in separate tables, which replace the current ones in one
//! transaction. Until then, searches see the complete old index. Progress is stored, so that a
//! killed process loses one step only.

use rusqlite::Connection;

use super::index::{TO_BOTH, TO_LIVE};
use super::read::Reader;
use super::schema::facts;
use super::write::Writer;
use crate::error::Result;
use crate::store::derivation;

/// The tables that a rebuild fills.
pub(super) const NEXT: &str = include_str!("schema/next.sql");

/// Starts a rebuild from the first turn, even when one is running.
pub fn begin(connection: &Connection) -> Result<()> {
    connection.execute_batch(NEXT)?;
    facts::note(connection, facts::REBUILT_TO, 0)?;
    facts::note(connection, facts::REBUILD, derivation::VERSION)
}

impl Reader<'_> {
    /// Returns the id of the last item that a running rebuild has derived; `None` when none is
    /// running.
    pub fn rebuild_progress(&self) -> Result<Option<i64>> {
        let transaction = self.transaction();
        match facts::number(transaction, facts::REBUILD)? {
            Some(_) => Ok(Some(facts::number(transaction, facts::REBUILT_TO)?.unwrap_or_default())),
            None => Ok(None),
        }
    }
}

impl Writer<'_> {
    /// Starts a rebuild from the first turn, even when one is running.
    pub fn begin_rebuild(&mut self) -> Result<()> {
        begin(self.transaction)?;
        self.indexes = TO_BOTH;
        Ok(())
    }

    /// Records the last item that was derived.
    pub fn note_rebuilt(&mut self, item: i64) -> Result<()> {
        facts::note(self.transaction, facts::REBUILT_TO, item)
    }

    /// Replaces the searched index with the rebuilt one, and rebuilds the vector blocks. Deletes
    /// orphaned rows.
    pub fn finish_rebuild(&mut self) -> Result<()> {
        self.transaction.execute_batch(
            "DELETE FROM action WHERE turn_id NOT IN (SELECT id FROM turn);
             DELETE FROM item_text WHERE item_id NOT IN (SELECT id FROM turn)
               AND item_id NOT IN (SELECT id FROM item WHERE kind <> 0);
             DELETE FROM chunk WHERE item_id NOT IN (SELECT id FROM turn)
               AND item_id NOT IN (SELECT id FROM item WHERE kind <> 0);
             DELETE FROM item WHERE kind = 0 AND id NOT IN (SELECT id FROM turn);",
        )?;
        self.transaction.execute_batch(include_str!("schema/swap.sql"))?;
        self.indexes = TO_LIVE;
        facts::note(self.transaction, facts::DERIVATION, derivation::VERSION)?;
        facts::remove(self.transaction, facts::REBUILD)?;
        facts::remove(self.transaction, facts::REBUILT_TO)?;
        self.rebuild_vector_blocks()
    }
}
