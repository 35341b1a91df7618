//! The upkeep of notes as JavaScript objects: tidying, taking back, and taking in files.

use mementor_core::api::{
    Author, Error, FileNote, NoteScope, NotesFolder, Origin, Project, Result, State, Taken, Undo,
};
use napi_derive::napi;

/// Returns what is taken back: everything after a number, or the last change.
pub fn undo(to: Option<u32>) -> Undo {
    to.map_or(Undo::Last, |number| Undo::To(number as usize))
}

/// A note as it was read from a file.
#[napi(object)]
pub struct NoteOfFile {
    /// Its UUID; without one it is known by its text.
    pub id: Option<String>,
    /// Name or alias of its kind.
    pub kind: String,
    pub summary: String,
    pub body: String,
    pub tags: Vec<String>,
    pub files: Vec<String>,
    pub relates_to: Vec<String>,
    pub supersedes: Vec<String>,
    pub superseded_by: Option<String>,
    /// `project`, `branch` or `person`.
    pub scope: String,
    pub branch: Option<String>,
    /// Name of its state.
    pub state: String,
    pub pinned: bool,
    /// Who wrote it, where the file says so.
    pub author: Option<String>,
    /// UUID of the turn in which it was found, and the words that say it there.
    pub turn: Option<String>,
    pub words: Option<String>,
    /// When it was written, in milliseconds since the epoch; without it, now.
    pub written_ms: Option<i64>,
    /// When it had last been changed as the file was written.
    pub changed_ms: Option<i64>,
    /// Name and key of its project, where the file says so.
    pub project: Option<String>,
    pub project_key: Option<String>,
}

impl TryFrom<NoteOfFile> for FileNote {
    type Error = Error;

    fn try_from(note: NoteOfFile) -> Result<Self> {
        let scopes = [NoteScope::Project, NoteScope::Branch, NoteScope::Person];
        let scope = scopes.into_iter().find(|scope| scope.name() == note.scope);
        let unknown = || Error::InvalidArgument(format!("no scope is called {:?}", note.scope));
        let key = note.project_key;
        Ok(Self {
            uuid: note.id,
            kind: note.kind,
            summary: note.summary,
            body: note.body,
            tags: note.tags,
            files: note.files,
            relates_to: note.relates_to,
            supersedes: note.supersedes,
            superseded_by: note.superseded_by,
            scope: scope.ok_or_else(unknown)?,
            branch: note.branch,
            state: State::named(&note.state)?,
            pinned: note.pinned,
            author: note.author.and_then(|author| Author::named(&author)),
            origin: note.turn.zip(note.words).map(|(turn, words)| Origin { turn, words }),
            written_ms: note.written_ms,
            changed_ms: note.changed_ms,
            project: note.project.zip(key).map(|(name, key)| Project { key, name }),
        })
    }
}

/// Notes of files, and where those belong that do not say so.
#[napi(object)]
pub struct ImportNotesOptions {
    pub notes: Vec<NoteOfFile>,
    pub directory: String,
    /// Name of a project; without one, that of the directory.
    pub project: Option<String>,
    /// Milliseconds since the epoch.
    pub now_ms: i64,
}

impl ImportNotesOptions {
    /// Returns where notes belong that do not say so.
    pub fn place(&self) -> NotesFolder {
        NotesFolder { directory: (&self.directory).into(), project: self.project.clone() }
    }
}

/// What became of a note of a file.
#[napi(object)]
pub struct TakenNote {
    /// `written`, `changed`, `known`, `kept`, `forgotten` or `failed`.
    pub outcome: String,
    /// UUID of the note; none where it failed.
    pub id: Option<String>,
    /// Why it failed.
    pub code: Option<String>,
    pub message: Option<String>,
}

impl From<Result<(Taken, String)>> for TakenNote {
    fn from(taken: Result<(Taken, String)>) -> Self {
        match taken {
            Ok((taken, id)) => {
                Self { outcome: taken.name().to_owned(), id: Some(id), code: None, message: None }
            }
            Err(error) => Self {
                outcome: "failed".to_owned(),
                id: None,
                code: Some(error.code().to_owned()),
                message: Some(error.to_string()),
            },
        }
    }
}
