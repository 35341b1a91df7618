//! A rebuild: what is searched by words is made anew in tables of its own, which take the place of
//! the present ones in one transaction. Searches see the old ones whole until then. How far it has
//! come is noted, so that a process that was killed costs one step.

use rusqlite::Connection;

use super::index::{TO_BOTH, TO_LIVE};
use super::read::Reader;
use super::schema::{self, facts};
use super::write::Writer;
use crate::error::Result;
use crate::store::derivation;

/// Begins a rebuild from the first turn, also when one is under way.
pub fn begin(connection: &Connection) -> Result<()> {
    connection.execute_batch(schema::NEXT)?;
    facts::note(connection, facts::REBUILT_TO, 0)?;
    facts::note(connection, facts::REBUILD, derivation::VERSION)
}

impl Reader<'_> {
    /// Returns the id of the last item that a rebuild has derived; `None` when none is under way.
    pub fn rebuild_progress(&self) -> Result<Option<i64>> {
        let transaction = self.transaction();
        match facts::number(transaction, facts::REBUILD)? {
            Some(_) => Ok(Some(facts::number(transaction, facts::REBUILT_TO)?.unwrap_or_default())),
            None => Ok(None),
        }
    }
}

impl Writer<'_> {
    /// Begins a rebuild from the first turn, also when one is under way.
    pub fn begin_rebuild(&mut self) -> Result<()> {
        begin(self.transaction)?;
        self.indexes = TO_BOTH;
        Ok(())
    }

    /// Notes the last item that was derived.
    pub fn note_rebuilt(&mut self, item: i64) -> Result<()> {
        facts::note(self.transaction, facts::REBUILT_TO, item)
    }

    /// Has what was rebuilt take the place of what was searched before, and makes the blocks of
    /// vectors anew. Rows that belong to nothing go.
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
