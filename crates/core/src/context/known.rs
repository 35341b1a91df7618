//! What the memory knows for a session that starts.

use std::path::Path;

use super::{Here, Past, files, notes};
use crate::error::Result;
use crate::notes::Note;
use crate::store::{Reader, Scope};

/// What the memory knows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Known {
    /// Number of turns of the project.
    pub turns: u64,
    /// The standing notes, oldest first.
    pub notes: Vec<Note>,
    /// The last sessions, the one that was active last first.
    pub sessions: Vec<Told>,
    /// Files that are likely to be worked on, the likeliest first.
    pub files: Vec<String>,
}

/// An earlier session that is told of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Told {
    /// Its id.
    pub session: String,
    /// End of its last turn, in milliseconds since the epoch.
    pub ended_at_ms: i64,
    /// Branch of its last turn.
    pub branch: Option<String>,
    /// Number of files of the project that it changed.
    pub files: usize,
    /// What was asked, and how it ended.
    pub text: String,
}

/// Number of turns that are read for the sessions of the past.
const TURNS_MAX: usize = 1_000;
/// Maximum number of sessions that are told of.
const SESSIONS_MAX: usize = 8;

/// Returns what is known for a session. `scope` is the project, and `everywhere` also the notes
/// that hold in every project.
pub fn known(reader: &Reader, scope: &Scope, everywhere: &Scope, here: &Here) -> Result<Known> {
    let standing = reader.standing_notes(everywhere, &notes::KINDS)?;
    let past = past(reader, scope, here)?;
    let mut sessions = Vec::new();
    for session in &past {
        if sessions.len() == SESSIONS_MAX {
            break;
        }
        sessions.extend(told(reader, session)?);
    }
    Ok(Known {
        turns: reader.turn_count(scope)?,
        notes: standing.into_iter().map(|row| row.note).collect(),
        sessions,
        files: existing(files::likely(&past, here), here),
    })
}

/// Returns the sessions of the past, the one that was active last first.
fn past(reader: &Reader, scope: &Scope, here: &Here) -> Result<Vec<Past>> {
    let mut folders: Vec<(String, String)> = Vec::new();
    let mut folder_of = |cwd: &str| {
        if let Some((_, folder)) = folders.iter().find(|(known, _)| known == cwd) {
            return folder.clone();
        }
        let folder = crate::project::folder(Path::new(cwd)).to_string_lossy().into_owned();
        folders.push((cwd.to_owned(), folder.clone()));
        folder
    };
    let work = reader.work(scope, TURNS_MAX)?.into_iter();
    let others = work.filter(|work| work.session != here.session);
    Ok(others.map(|work| Past::of(work, &mut folder_of)).collect())
}

/// Returns the files that are still there. Of a folder that is not there all stay.
fn existing(mut files: Vec<String>, here: &Here) -> Vec<String> {
    let folder = here.folder.as_deref().map(Path::new).filter(|folder| folder.is_dir());
    if let Some(folder) = folder {
        files.retain(|file| folder.join(file).exists());
    }
    files
}

fn told(reader: &Reader, past: &Past) -> Result<Option<Told>> {
    let Some(first) = reader.session_prompts(&past.session)?.into_iter().next() else {
        return Ok(None);
    };
    Ok(Some(Told {
        session: past.session.clone(),
        ended_at_ms: past.ended_at_ms,
        branch: past.branch.clone(),
        files: past.changed.len(),
        text: first.prompt.chars().take(100).collect(),
    }))
}
