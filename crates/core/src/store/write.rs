//! Statements that change the database; each runs inside the caller's transaction.

use rusqlite::{Row, Transaction, params};

use super::index::{IndexChanges, TO_BOTH, TO_LIVE, Tables};
use super::schema::facts;
use super::vectors::VectorChanges;
use crate::conversation::turn::FoldState;
use crate::error::Result;
use crate::sources::claude_code::Tally;

/// How far a transcript was read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TranscriptState {
    /// The session it is named after, else the one its lines name.
    pub session: Option<String>,
    /// Size when it was last read.
    pub bytes: u64,
    /// Time of its last change then, in nanoseconds since the epoch.
    pub modified_at_ns: i64,
    /// End of the last whole line that was read.
    pub offset: u64,
    /// Hash of the bytes just before the offset.
    pub fingerprint: String,
    /// The project its turns belong to.
    pub project_id: Option<i64>,
    /// What became of the lines before the offset.
    pub tally: Tally,
    /// What folding goes on with: the turns that are open at the offset.
    pub fold: FoldState,
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
                   (path, session, bytes, modified_at_ns, offset, fingerprint, project_id, kept,
                    skipped, problems, fold)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            )?
            .execute(params![
                path,
                state.session,
                state.bytes as i64,
                state.modified_at_ns,
                state.offset as i64,
                state.fingerprint,
                state.project_id,
                state.tally.kept as i64,
                serde_json::to_string(&state.tally.skipped).unwrap_or_default(),
                serde_json::to_string(&state.tally.problems).unwrap_or_default(),
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
