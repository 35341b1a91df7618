//! What a file says of a note, and what became of it.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::notes::{Author, NoteScope, Origin, State};
use crate::project::Project;

/// A note as it was read from a file.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "NoteOfFile", optional_fields))]
pub struct FileNote {
    /// Its UUID; without one it is known by its text.
    #[serde(rename = "id")]
    pub uuid: Option<String>,
    /// Name or alias of its kind.
    pub kind: String,
    /// One line. A longer text is cut, and stands whole in the body.
    pub summary: String,
    /// The rest, in Markdown.
    pub body: String,
    /// Tags.
    pub tags: Vec<String>,
    /// Files that it is about.
    pub files: Vec<String>,
    /// What it is related to.
    pub relates_to: Vec<String>,
    /// Ids of the notes that it replaces.
    pub supersedes: Vec<String>,
    /// Id of the note that replaces it.
    pub superseded_by: Option<String>,
    /// Where it holds.
    pub scope: NoteScope,
    /// Branch on which it was written.
    pub branch: Option<String>,
    /// Its state.
    pub state: State,
    /// Whether it is pinned.
    pub pinned: bool,
    /// Who wrote it, where the file says so.
    pub author: Option<Author>,
    /// The turn in which it was found and the words that say it there, where the file says so.
    pub origin: Option<Origin>,
    /// When it was written, in milliseconds since the epoch; without it, now.
    pub written_ms: Option<i64>,
    /// When it had last been changed as the file was written.
    pub changed_ms: Option<i64>,
    /// Its project, where the file says so.
    pub project: Option<Project>,
}

/// Where notes of files belong that do not say so themselves.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct NotesFolder {
    /// A directory.
    pub directory: PathBuf,
    /// Name of a project; without one, that of the directory.
    pub project: Option<String>,
    /// Where the notes hold, where the person says so.
    #[serde(default)]
    pub scope: Option<NoteScope>,
    /// Whether the person vouches for the files: then they decide what holds, where, and whose it is.
    #[serde(default)]
    pub trusted: bool,
    /// Whether each note is proposed in the project that its file names.
    #[serde(skip)]
    pub keeps_projects: bool,
}

/// Returns what a file may say. Of others that is a text, and what it is about: where and whether it
/// holds, since when, and whose it is are not for it to say.
pub(super) fn allowed(note: &FileNote, place: &NotesFolder) -> FileNote {
    if place.trusted {
        return FileNote { scope: place.scope.unwrap_or(note.scope), ..note.clone() };
    }
    FileNote {
        relates_to: Vec::new(),
        supersedes: Vec::new(),
        superseded_by: None,
        scope: place.scope.unwrap_or_default(),
        branch: None,
        state: State::Proposed,
        pinned: false,
        author: None,
        origin: None,
        written_ms: None,
        changed_ms: None,
        project: note.project.clone().filter(|_| place.keeps_projects),
        ..note.clone()
    }
}

/// What became of a note of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Taken {
    /// It is new.
    Written,
    /// It was known, and the file has a later version.
    Changed,
    /// It is known as it is.
    Known,
    /// It is known, and was changed here after the file was written: it stays.
    Kept,
    /// It was forgotten, and stays so.
    Forgotten,
}

/// What became of a note of a file, with its UUID, or why it failed.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TakenNote {
    /// `None` where it failed.
    pub outcome: Option<Taken>,
    /// UUID of the note.
    pub id: Option<String>,
    /// Code of the error.
    pub code: Option<&'static str>,
    /// The error as a sentence.
    pub message: Option<String>,
}

impl From<Result<(Taken, String)>> for TakenNote {
    fn from(taken: Result<(Taken, String)>) -> Self {
        match taken {
            Ok((taken, id)) => {
                Self { outcome: Some(taken), id: Some(id), code: None, message: None }
            }
            Err(error) => Self {
                outcome: None,
                id: None,
                code: Some(error.code()),
                message: Some(error.to_string()),
            },
        }
    }
}
