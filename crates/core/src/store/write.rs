//! Statements that change the database; each runs inside the caller's transaction.

use rusqlite::{Row, Transaction, params};

use super::index::{IndexChanges, TO_BOTH, TO_LIVE, Tables};
use super::schema::facts;
use super::vectors::VectorChanges;
use crate::conversation::turn::FoldState;
use crate::error::Result;
use crate::sources::{Cursor, Stamp, Tally};

/// How far a transcript was read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TranscriptState {
    /// Name of the agent whose transcript it is.
    pub agent: String,
    /// The session it is named after, else the one its entries name.
    pub session: Option<String>,
    /// What it was when it was last read. Its size is 0 while the end was not reached.
    pub stamp: Stamp,
    /// How many bytes of it are read.
    pub offset: u64,
    /// Where its source goes on reading.
    pub cursor: Cursor,
    /// The project its turns belong to.
    pub project_id: Option<i64>,
    /// What became of the records before the cursor.
    pub tally: Tally,
    /// What folding goes on with: the turns that are open at the cursor.
    pub fold: FoldState,
}

impl TranscriptState {
    /// Returns the state of a transcript of which nothing is read.
    pub fn of_agent(name: &str) -> Self {
        Self { agent: name.to_owned(), ..Self::default() }
    }

    /// Whether a transcript with this stamp was read to its end.
    pub fn is_of(&self, stamp: Stamp) -> bool {
        // An earlier version left a last line without a newline.
        self.stamp == stamp && self.offset >= stamp.bytes
    }
}

/// Access for writing.
pub struct Writer<'a> {
    pub(super) transaction: &'a Transaction<'a>,
    pub(super) vectors: VectorChanges,
    pub(super) index: IndexChanges,
    /// Turns that this transaction noted as forgotten.
    pub(super) forgotten: Vec<String>,
    /// Where changes of the index go.
    pub(super) indexes: &'static [Tables],
}

impl<'a> Writer<'a> {
    pub(super) fn begin(transaction: &'a Transaction<'a>) -> Result<Self> {
        let rebuilding = facts::number(transaction, facts::REBUILD)?.is_some();
        Ok(Self {
            transaction,
            vectors: VectorChanges::default(),
            index: IndexChanges::default(),
            forgotten: Vec::new(),
            indexes: if rebuilding { TO_BOTH } else { TO_LIVE },
        })
    }

    /// Writes what was kept for the end of the transaction.
    pub(super) fn flush(&mut self) -> Result<()> {
        self.index.flush(self.transaction, self.indexes)?;
        self.flush_vectors()
    }

    /// Stores how far a transcript was read.
    pub fn put_transcript(&mut self, path: &str, state: &TranscriptState) -> Result<()> {
        self.transaction
            .prepare_cached(
                "INSERT OR REPLACE INTO transcript
                   (path, agent, session, bytes, modified_at_ns, offset, project_id, kept, skipped,
                    problems, cursor, fold)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            )?
            .execute(params![
                path,
                state.agent,
                state.session,
                state.stamp.bytes as i64,
                state.stamp.modified_at_ns,
                state.offset as i64,
                state.project_id,
                state.tally.kept as i64,
                serde_json::to_string(&state.tally.skipped).unwrap_or_default(),
                serde_json::to_string(&state.tally.problems).unwrap_or_default(),
                state.cursor.as_str(),
                serde_json::to_string(&state.fold).unwrap_or_default(),
            ])?;
        Ok(())
    }
}

/// A damaged text must not keep what is derived again from taking its place.
pub(super) fn lossy(row: &Row, column: usize) -> rusqlite::Result<String> {
    let bytes = row.get_ref(column)?.as_bytes().unwrap_or_default();
    Ok(String::from_utf8_lossy(bytes).into_owned())
}
