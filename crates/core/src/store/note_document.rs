//! Notes as documents: what `--json`, the shell and agents know of a note.

use serde::{Serialize, Serializer};

use super::notes::NoteRow;
use crate::notes::{Author, NoteScope, State};

/// A note. In a list, its body and its statements are empty.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Note"))]
pub struct NoteDocument<'a> {
    /// Its UUID.
    id: &'a str,
    kind: &'a str,
    summary: &'a str,
    state: State,
    tags: &'a [String],
    /// Tags that say that an agent was not sure of it.
    suspect: &'a [String],
    files: &'a [String],
    scope: NoteScope,
    project: &'a str,
    project_key: &'a str,
    branch: Option<&'a str>,
    /// Who wrote it first.
    author: Author,
    confidence: f64,
    pinned: bool,
    supersedes: &'a [String],
    superseded_by: Option<&'a str>,
    relates_to: &'a [String],
    /// UUID of the turn that it comes from.
    turn: Option<&'a str>,
    /// The words that say it there.
    words: Option<&'a str>,
    /// UUIDs of all turns in which it was marked or found.
    turns: &'a [String],
    /// Id of the note that says the same and counts this one.
    merged_into: Option<&'a str>,
    /// Times are in milliseconds since the epoch.
    written_ms: i64,
    changed_ms: i64,
    /// How often it was said.
    said: u64,
    said_ms: i64,
    body: &'a str,
    /// The statements as JSON, oldest first.
    statements: &'a [String],
}

impl<'a> NoteDocument<'a> {
    /// Returns the document of a note.
    pub fn of(row: &'a NoteRow, statements: &'a [String]) -> Self {
        let NoteRow { uuid, project, note, suspect, .. } = row;
        let origin = note.origin.as_ref();
        Self {
            id: uuid,
            kind: &note.kind,
            summary: &note.summary,
            state: note.state,
            tags: &note.tags,
            suspect,
            files: &note.files,
            scope: note.scope,
            project: &project.name,
            project_key: &project.key,
            branch: note.branch.as_deref(),
            author: note.author,
            confidence: note.confidence,
            pinned: note.pinned,
            supersedes: &note.supersedes,
            superseded_by: note.superseded_by.as_deref(),
            relates_to: &note.relates_to,
            turn: origin.map(|origin| origin.turn.as_str()),
            words: origin.map(|origin| origin.words.as_str()),
            turns: &note.turns,
            merged_into: note.merged_into.as_deref(),
            written_ms: note.written_ms,
            changed_ms: note.changed_ms,
            said: note.said,
            said_ms: note.said_ms,
            body: &note.body,
            statements,
        }
    }
}

impl Serialize for NoteRow {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        NoteDocument::of(self, &[]).serialize(to)
    }
}
