//! Read access; each query sees the state of the caller's transaction.

use std::cell::RefCell;

use rusqlite::Transaction;

use super::vectors::VectorCache;
use crate::error::Result;
use crate::item::Kinds;

/// What a search covers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scope {
    /// Ids of the projects; all projects when `None`.
    pub projects: Option<Vec<i64>>,
    /// Only items that started before this time, in milliseconds since the epoch; all items when
    /// `None`. It restores the past state of memory: a replay runs each prompt against what was
    /// remembered then.
    pub before_ms: Option<i64>,
    /// Kinds of items; by default turns only.
    pub kinds: Kinds,
}

impl Scope {
    /// Returns whether it covers a project, by its id.
    pub fn has_project(&self, id: i64) -> bool {
        self.projects.as_ref().is_none_or(|projects| projects.contains(&id))
    }
}

/// Read access.
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
