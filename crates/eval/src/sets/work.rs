//! Prompts that ask for work: new work, which needs nothing of the past, or continued work.

use std::collections::HashSet;
use std::path::Path;

use serde::Deserialize;

use super::questions::project_of;
use crate::corpus::Corpus;
use crate::failure::Result;
use crate::rows::Rows;

/// Name of the set.
pub const NAME: &str = "work";
/// Prompts for new work.
pub const NEW: &str = "new work";
/// Prompts that continue earlier work.
pub const CONTINUED: &str = "continued";

const FIELDS: &str = "`project`, `query` and `gold_sessions` (the sessions that it goes on with; an \
    empty list for new work)";

/// A row of the file.
#[derive(Deserialize)]
pub struct Row {
    project: String,
    query: String,
    gold_sessions: HashSet<String>,
}

/// A prompt that asks for work.
pub struct Work {
    /// Project in which it is asked.
    pub project: String,
    /// Text of the prompt.
    pub text: String,
    /// Turns of the sessions that it continues; empty for new work.
    pub turns: HashSet<String>,
}

/// Reads the prompts.
pub fn read(path: &Path) -> Result<Rows<Row>> {
    Rows::read(path, FIELDS)
}

/// Builds the prompts.
pub fn prompts(rows: Rows<Row>, corpus: &Corpus) -> Result<Vec<Work>> {
    let prompts = rows.rows.into_iter().map(|(line, row)| {
        let project = project_of(&row.project, corpus, &rows.path, line)?;
        let turns = corpus.turns_of(&project, &row.gold_sessions);
        Ok(Work { project, text: row.query, turns })
    });
    prompts.collect()
}
