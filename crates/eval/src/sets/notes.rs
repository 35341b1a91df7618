//! Notes that a person would have written, each at a moment of the transcripts.

use std::path::Path;

use serde::Deserialize;

use crate::failure::Result;
use crate::rows::Rows;

const FIELDS: &str = "`project`, `at_ms` (when it was written), `kind` and `summary`";

/// A note.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct WrittenNote {
    /// Name of its project.
    pub project: String,
    /// When it was written, in milliseconds since the epoch.
    pub at_ms: i64,
    /// Its kind.
    pub kind: String,
    /// Its text.
    pub summary: String,
}

/// Reads a file.
pub fn read(path: &Path) -> Result<Vec<WrittenNote>> {
    let rows: Rows<WrittenNote> = Rows::read(path, FIELDS)?;
    Ok(rows.rows.into_iter().map(|(_, row)| row).collect())
}
