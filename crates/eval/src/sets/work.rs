//! Prompts that ask for work: new work that needs nothing of the past, or work that goes on.

use std::collections::HashSet;
use std::path::Path;

use serde::Deserialize;

use super::questions::project_of;
use crate::corpus::Corpus;
use crate::failure::Result;
use crate::rows::Rows;

/// The set's name.
pub const NAME: &str = "work";
/// Prompts for new work.
pub const NEW: &str = "new work";
/// Prompts that go on with earlier work.
pub const CONTINUED: &str = "continued";

const FIELDS: &str = "`project`, `query` and `gold_sessions` (the sessions that it goes on with; an \
    empty list for new work)";

/// A prompt as its file holds it.
#[derive(Deserialize)]
pub struct Row {
    project: String,
    query: String,
    gold_sessions: HashSet<String>,
}

/// A prompt that asks for work.
pub struct Work {
    /// Where it is asked.
    pub project: String,
    /// Its words.
    pub text: String,
    /// The turns of the sessions that it goes on with; none for new work.
    pub turns: HashSet<String>,
}

/// Reads the prompts.
pub fn read(path: &Path) -> Result<Rows<Row>> {
    Rows::read(path, FIELDS)
}

/// Makes the prompts.
pub fn prompts(rows: Rows<Row>, corpus: &Corpus) -> Result<Vec<Work>> {
    let prompts = rows.rows.into_iter().map(|(line, row)| {
        let project = project_of(&row.project, corpus, &rows.path, line)?;
        let turns = corpus.turns_of(&project, &row.gold_sessions);
        Ok(Work { project, text: row.query, turns })
    });
    prompts.collect()
}
