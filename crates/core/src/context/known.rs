//! What the memory knows for a session that starts.

use std::path::Path;

use super::past::{Outline, Past, SummedUp, Topic};
use super::sessions::{digest, last_worked, outline, standing, summed_up, topic};
use super::{Here, files, prepared};
use crate::error::Result;
use crate::notes::Note;
use crate::store::{NoteRow, Reader, Scope};

/// What the memory knows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Known {
    /// Number of turns of the project.
    pub turns: u64,
    /// The standing notes, oldest first.
    pub notes: Vec<Note>,
    /// UUIDs of these notes, in the same order.
    pub note_ids: Vec<String>,
    /// End of the last turn that is known, in milliseconds since the epoch.
    pub latest_ms: i64,
    /// After a compaction: the session itself.
    pub own: Option<SummedUp>,
    /// The last session that changed files here.
    pub last: Option<Last>,
    /// The sessions before it, the one that was active last first.
    pub sessions: Vec<Told>,
    /// Files that are likely to be worked on, the likeliest first.
    pub files: Vec<String>,
}

/// The last session that did work here.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Last {
    /// Its id.
    pub session: String,
    /// Branch of its last turn.
    pub branch: Option<String>,
    /// Number of files of the project that it changed.
    pub files: usize,
    /// What it was about.
    pub summed_up: SummedUp,
}

/// An earlier session that is described on one line.
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
    /// What was asked.
    pub asked: String,
}

/// Number of turns whose logs are read for the digest of a session that was compacted.
const OWN_TURNS_MAX: usize = 60;

/// Returns what is known for a session that starts. `scope` is the project, and `everywhere` also
/// the notes that hold in every project.
pub fn known(reader: &Reader, scope: &Scope, everywhere: &Scope, here: &Here) -> Result<Known> {
    let standing = standing(reader, everywhere, here)?;
    let outline = match prepared::stored(reader, scope)? {
        Some(stored) => stored,
        None => outline(reader, scope)?,
    };
    let Outline { sessions, files, .. } = &outline;
    let others = sessions.iter().filter(|past| past.session != here.session);
    let past: Vec<&Past> = others.collect();
    let worked = last_worked(&past, here.folder.as_deref());
    let last = worked.map(|worked| last(reader, worked, scope, &standing)).transpose()?;
    let before = past.iter().filter(|past| Some(&past.session) != worked.map(|of| &of.session));
    let ended = ended(&standing);
    let mut sessions = Vec::new();
    for past in before {
        if sessions.len() == prepared::SESSIONS_MAX {
            break;
        }
        let told = told(reader, past, scope)?;
        sessions.extend(told.filter(|told| !says_one_of(&told.asked, &ended)));
    }
    let (note_ids, notes) = standing.into_iter().map(|row| (row.uuid, row.note)).unzip();
    Ok(Known {
        turns: reader.turn_count(scope)?,
        notes,
        note_ids,
        latest_ms: past.first().map(|past| past.ended_at_ms).unwrap_or_default(),
        own: None,
        last,
        sessions,
        files: existing(files::likely(files, &past, here), here),
    })
}

/// Returns what is known for a session whose context was compacted: it is about the session itself.
pub fn known_of_itself(
    reader: &Reader,
    scope: &Scope,
    everywhere: &Scope,
    here: &Here,
) -> Result<Known> {
    let standing = standing(reader, everywhere, here)?;
    // It knew all of this, wherever it worked.
    let own = Scope { projects: None, ..scope.clone() };
    let (digest, _) = digest(reader, &here.session, &own, &standing, OWN_TURNS_MAX)?;
    let (note_ids, notes) = standing.into_iter().map(|row| (row.uuid, row.note)).unzip();
    Ok(Known {
        turns: reader.turn_count(scope)?,
        notes,
        note_ids,
        latest_ms: digest.ended_at_ms,
        own: Some(SummedUp::of(&digest)).filter(|_| !digest.is_empty()),
        ..Known::default()
    })
}

fn last(reader: &Reader, past: &Past, scope: &Scope, standing: &[NoteRow]) -> Result<Last> {
    let stored = past.summed_up.as_ref().filter(|stored| stored.knows(standing));
    let summed_up = match stored {
        Some(stored) => stored.clone(),
        None => summed_up(reader, &past.session, scope, standing)?,
    };
    let Past { session, branch, changed, .. } = past;
    let (session, branch) = (session.clone(), branch.clone());
    Ok(Last { session, branch, files: changed.len(), summed_up })
}

/// Returns a session's line; `None` when nothing was asked that says what it was about.
fn told(reader: &Reader, past: &Past, scope: &Scope) -> Result<Option<Told>> {
    let Topic { asked } = match &past.topic {
        Some(stored) => stored.clone(),
        None => topic(reader, &past.session, scope)?,
    };
    Ok(asked.map(|asked| Told {
        session: past.session.clone(),
        ended_at_ms: past.ended_at_ms,
        branch: past.branch.clone(),
        files: past.changed.len(),
        asked,
    }))
}

/// Returns what notes say that a newer one replaced, in lower case.
fn ended(standing: &[NoteRow]) -> Vec<String> {
    let ended = standing.iter().filter(|row| row.note.superseded_by.is_some());
    ended.map(|row| row.note.summary.to_lowercase()).collect()
}

/// Whether a text says again what does not hold any more.
fn says_one_of(text: &str, ended: &[String]) -> bool {
    let text = text.to_lowercase();
    ended.iter().any(|summary| text.contains(summary.trim_end_matches('…')))
}

/// Returns the files that are still there. Of a folder that is not there itself all stay.
fn existing(mut files: Vec<String>, here: &Here) -> Vec<String> {
    let folder = here.folder.as_deref().map(Path::new).filter(|folder| folder.is_dir());
    if let Some(folder) = folder {
        files.retain(|file| folder.join(file).exists());
    }
    files
}
