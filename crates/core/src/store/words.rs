//! The vocabulary of the full-text index.

use rusqlite::params;

use super::read::Reader;
use crate::error::Result;

impl Reader<'_> {
    /// Whether an item of a project holds a term.
    pub fn holds_term(&self, project: i64, term: &str) -> Result<bool> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM posting WHERE project_id = ?1 AND term = ?2)",
        )?;
        Ok(statement.query_row(params![project, term], |row| row.get(0))?)
    }

    /// Visits the terms of a project that begin with a letter, in their order, each with the bytes
    /// of its postings: about two for each item that holds it.
    pub fn each_term(
        &self,
        project: i64,
        letter: char,
        mut visit: impl FnMut(&str, u64),
    ) -> Result<()> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT term, sum(length(items)) FROM posting
             WHERE project_id = ?1 AND term >= ?2 AND term < ?3 GROUP BY term",
        )?;
        let next = char::from_u32(u32::from(letter) + 1).unwrap_or(char::MAX);
        let mut rows = statement.query(params![project, letter.to_string(), next.to_string()])?;
        while let Some(row) = rows.next()? {
            let bytes: i64 = row.get(1)?;
            if let Ok(term) = row.get_ref(0)?.as_str() {
                visit(term, bytes.max(0) as u64);
            }
        }
        Ok(())
    }
}
