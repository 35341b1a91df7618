//! What the memory knows for a session that starts.

use std::path::Path;

use super::{Here, Past, files, notes};
use crate::conversation::turn;
use crate::digest::{Digest, OpenKind, SessionNote, TurnEntries, gist};
use crate::error::Result;
use crate::notes::{Note, Scope as NoteScope};
use crate::project;
use crate::store::{NoteRow, Reader, Scope, SessionLog};

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
    pub own: Option<Digest>,
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
    pub digest: Digest,
}

/// An earlier session that is told of on one line.
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

/// Number of turns that are read for the sessions of the past.
const TURNS_MAX: usize = 1_000;
/// Maximum number of sessions that are told of on a line each.
const SESSIONS_MAX: usize = 5;
/// Among so many of the last sessions, one in the same folder comes before a later one elsewhere.
const NEAR_SESSIONS: usize = 10;
/// Maximum number of commands of the last session.
const COMMANDS_MAX: usize = 2;
/// Number of turns whose logs are read for the digest of the last session: it waits for the answer.
const LAST_TURNS_MAX: usize = 20;
/// Number of turns whose logs are read for the digest of a session that was compacted.
const OWN_TURNS_MAX: usize = 60;

/// Returns what is known for a session that starts. `scope` is the project, and `everywhere` also
/// the notes that hold in every project.
pub fn known(reader: &Reader, scope: &Scope, everywhere: &Scope, here: &Here) -> Result<Known> {
    let standing = standing(reader, everywhere, here)?;
    let past = past(reader, scope, here)?;
    let worked = last_worked(&past, here);
    let last = worked.map(|session| last(reader, session, scope, &standing)).transpose()?;
    let before = past.iter().filter(|session| Some(*session) != worked);
    let mut sessions = Vec::new();
    for session in before {
        if sessions.len() == SESSIONS_MAX {
            break;
        }
        sessions.extend(told(reader, session, scope)?);
    }
    let (note_ids, notes) = standing.into_iter().map(|row| (row.uuid, row.note)).unzip();
    Ok(Known {
        turns: reader.turn_count(scope)?,
        notes,
        note_ids,
        latest_ms: past.first().map(|session| session.ended_at_ms).unwrap_or_default(),
        own: None,
        last,
        sessions,
        files: existing(files::likely(&past, here), here),
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
    let digest = digest(reader, &here.session, scope, &standing, OWN_TURNS_MAX)?;
    let (note_ids, notes) = standing.into_iter().map(|row| (row.uuid, row.note)).unzip();
    Ok(Known {
        turns: reader.turn_count(scope)?,
        notes,
        note_ids,
        latest_ms: digest.ended_at_ms,
        own: Some(digest).filter(|digest| !digest.is_empty()),
        ..Known::default()
    })
}

/// Returns the standing notes. A note of a branch holds only where that is checked out.
fn standing(reader: &Reader, everywhere: &Scope, here: &Here) -> Result<Vec<NoteRow>> {
    let mut rows = reader.standing_notes(everywhere, &notes::KINDS)?;
    rows.retain(|row| row.note.scope != NoteScope::Branch || row.note.branch == here.branch);
    Ok(rows)
}

/// Returns the sessions of the past, the one that was active last first.
fn past(reader: &Reader, scope: &Scope, here: &Here) -> Result<Vec<Past>> {
    let mut folders: Vec<(String, String)> = Vec::new();
    let mut folder_of = |cwd: &str| {
        if let Some((_, folder)) = folders.iter().find(|(known, _)| known == cwd) {
            return folder.clone();
        }
        let folder = project::folder(Path::new(cwd)).to_string_lossy().into_owned();
        folders.push((cwd.to_owned(), folder.clone()));
        folder
    };
    let work = reader.work(scope, TURNS_MAX)?.into_iter();
    let others = work.filter(|work| work.session != here.session);
    Ok(others.map(|work| Past::of(work, &mut folder_of)).collect())
}

/// Returns the last session that changed files: in this folder, if there is a recent one.
fn last_worked<'p>(past: &'p [Past], here: &Here) -> Option<&'p Past> {
    let mut near = past.iter().take(NEAR_SESSIONS).filter(|session| !session.changed.is_empty());
    let is_here = |session: &&Past| session.folder.is_some() && session.folder == here.folder;
    let mut all = past.iter().filter(|session| !session.changed.is_empty());
    near.find(is_here).or_else(|| all.next())
}

fn last(reader: &Reader, past: &Past, scope: &Scope, standing: &[NoteRow]) -> Result<Last> {
    let mut digest = digest(reader, &past.session, scope, standing, LAST_TURNS_MAX)?;
    // The layer of files names what was changed, and that of notes what was noted. An error that
    // ended is of no more use.
    digest.changed.clear();
    digest.read.clear();
    digest.notes.clear();
    digest.errors.clear();
    digest.commands.truncate(COMMANDS_MAX);
    let Past { session, branch, changed, .. } = past;
    Ok(Last { session: session.clone(), branch: branch.clone(), files: changed.len(), digest })
}

/// Returns the digest of the last `turns_max` turns of a session as of the scope's time.
fn digest(
    reader: &Reader,
    session: &str,
    scope: &Scope,
    standing: &[NoteRow],
    turns_max: usize,
) -> Result<Digest> {
    let logs = reader.last_logs(session, scope.before_ms, turns_max)?;
    let turns: Vec<TurnEntries> = logs.into_iter().map(entries).collect();
    let of_session = |row: &&NoteRow| {
        let origin = row.note.origin.as_ref();
        origin.is_some_and(|origin| turns.iter().any(|turn| turn.uuid == origin.turn))
    };
    let notes = standing.iter().filter(of_session).map(|row| SessionNote {
        note: row.uuid.clone(),
        kind: row.note.kind.clone(),
        summary: row.note.summary.clone(),
    });
    Ok(without_output(Digest::of(&turns, notes.collect())))
}

/// Takes out what tools printed: only what a person typed and the model wrote is ever told.
fn without_output(mut digest: Digest) -> Digest {
    for error in &mut digest.errors {
        error.error = None;
    }
    for open in digest.open.iter_mut().filter(|open| open.kind == OpenKind::Error) {
        if let Some((command, _)) = open.text.split_once(" fails: ") {
            open.text = format!("{command} fails");
        }
    }
    digest
}

fn entries(SessionLog { uuid, agent, subagent, log }: SessionLog) -> TurnEntries {
    TurnEntries { uuid, agent, subagent, entries: turn::decode_read_only(&log) }
}

/// Returns the files that are still there. Of a folder that is not there itself all stay.
fn existing(mut files: Vec<String>, here: &Here) -> Vec<String> {
    let folder = here.folder.as_deref().map(Path::new).filter(|folder| folder.is_dir());
    if let Some(folder) = folder {
        files.retain(|file| folder.join(file).exists());
    }
    files
}

/// Returns a session's line; `None` when nothing was asked that says what it was about.
fn told(reader: &Reader, past: &Past, scope: &Scope) -> Result<Option<Told>> {
    let before_ms = scope.before_ms.unwrap_or(i64::MAX);
    let prompts = reader.session_prompts(&past.session)?;
    let prompts = prompts.iter().filter(|prompt| prompt.started_at_ms < before_ms);
    let gist = gist(prompts.map(|prompt| prompt.prompt.as_str()), &[]);
    Ok(gist.asked.map(|asked| Told {
        session: past.session.clone(),
        ended_at_ms: past.ended_at_ms,
        branch: past.branch.clone(),
        files: past.changed.len(),
        asked,
    }))
}
