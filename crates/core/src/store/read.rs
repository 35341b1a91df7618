//! Access for reading; each query sees the state of the caller's transaction.

use std::cell::RefCell;

use rusqlite::Transaction;

use super::vectors::VectorCache;
use crate::error::Result;
use crate::item::Kinds;

/// What a search looks at.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    /// Ids of the projects; all of them when `None`.
    pub projects: Option<Vec<i64>>,
    /// Only items that began before this moment, in milliseconds since the epoch; all of them when
    /// `None`. It makes the past visible as it was: a replay asks each prompt with what was
    /// remembered then.
    pub before_ms: Option<i64>,
    /// Kinds of items; turns alone when nothing else is said.
    pub kinds: Kinds,
}

/// Access for reading.
pub struct Reader<'a> {
    transaction: &'a Transaction<'a>,
    vectors: Option<&'a RefCell<VectorCache>>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        transaction: &'a Transaction<'a>,
        vectors: Option<&'a RefCell<VectorCache>>,
    ) -> Self {
        Self { transaction, vectors }
    }

    pub(super) fn vectors(&self) -> Option<&'a RefCell<VectorCache>> {
        self.vectors
    }

    pub(super) fn transaction(&self) -> &Transaction<'a> {
        self.transaction
    }

    /// Returns the ids of the projects in scope.
    pub fn scope_projects(&self, scope: &Scope) -> Result<Vec<i64>> {
        if let Some(ids) = &scope.projects {
            return Ok(ids.clone());
        }
        let mut statement = self.transaction.prepare_cached("SELECT id FROM project")?;
        let rows = statement.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}
