//! Write access; each statement runs inside the caller's transaction.

use rusqlite::{Row, Transaction, params};

use super::index::{IndexChanges, TO_BOTH, TO_LIVE, Tables};
use super::schema::facts;
use super::vectors::VectorChanges;
use crate::conversation::turn::FoldState;
use crate::error::Result;
use crate::sources::{Cursor, Stamp, Tally};

/// Read state of a transcript.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TranscriptState {
    /// Name of the transcript's agent.
    pub agent: String,
    /// The session in its path, otherwise the one that its entries name.
    pub session: Option<String>,
    /// Stamp of the file when it was last read. The size is 0 until the end is reached.
    pub stamp: Stamp,
    /// Number of bytes read.
    pub offset: u64,
    /// Where its source resumes reading.
    pub cursor: Cursor,
    /// Project of its turns.
    pub project_id: Option<i64>,
    /// Counts of the records before the cursor, by outcome.
    pub tally: Tally,
    /// Folding state: the turns that are open at the cursor.
    pub fold: FoldState,
}

impl TranscriptState {
    /// Returns the state of an unread transcript.
    pub fn of_agent(name: &str) -> Self {
        Self { agent: name.to_owned(), ..Self::default() }
    }

    /// Whether the transcript was read to its end and still has this stamp.
    pub fn is_of(&self, stamp: Stamp) -> bool {
        // An earlier version did not read a last line without a newline.
        self.stamp == stamp && self.offset >= stamp.bytes
    }
}

/// Write access.
pub struct Writer<'a> {
    pub(super) transaction: &'a Transaction<'a>,
    pub(super) vectors: VectorChanges,
    pub(super) index: IndexChanges,
    /// Turns that this transaction recorded as forgotten.
    pub(super) forgotten: Vec<String>,
    /// Indexes that changes are written to.
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

    /// Writes the changes that were buffered until the end of the transaction.
    pub(super) fn flush(&mut self) -> Result<()> {
        self.index.flush(self.transaction, self.indexes)?;
        self.flush_vectors()
    }

    /// Stores the read state of a transcript.
    pub(super) fn put_transcript(&mut self, path: &str, state: &TranscriptState) -> Result<()> {
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

/// Reads a text, replacing invalid UTF-8: a damaged text must not block its replacement by newly
/// derived data.
pub(super) fn lossy(row: &Row, column: usize) -> rusqlite::Result<String> {
    let bytes = row.get_ref(column)?.as_bytes().unwrap_or_default();
    Ok(String::from_utf8_lossy(bytes).into_owned())
}
