//! What earlier sessions did, read from the turns that are stored.

use std::path::Path;

use super::past::{Past, SummedUp};
use super::{Here, notes};
use crate::conversation::turn;
use crate::digest::{Digest, OpenKind, SessionNote, TurnEntries, gist};
use crate::error::Result;
use crate::notes::NoteScope;
use crate::project;
use crate::sources;
use crate::store::{NoteRow, Reader, Scope, SessionLog, SessionWork};

/// Number of turns that are read for the sessions of the past.
pub const TURNS_MAX: usize = 1_000;
/// Among so many of the last sessions, one in the same folder comes before a later one elsewhere.
const NEAR_SESSIONS: usize = 10;
/// Maximum number of commands of the last session.
const COMMANDS_MAX: usize = 2;
/// Number of turns whose logs are read for the digest of the last session: it waits for the answer.
const LAST_TURNS_MAX: usize = 20;

/// Returns the standing notes. A note of a branch holds only where that is checked out.
pub fn standing(reader: &Reader, everywhere: &Scope, here: &Here) -> Result<Vec<NoteRow>> {
    let mut rows = reader.standing_notes(everywhere, &notes::KINDS)?;
    rows.retain(|row| row.note.scope != NoteScope::Branch || row.note.branch == here.branch);
    Ok(rows)
}

/// Returns the work of the past. A history that was imported may have come with a clone of the
/// project: no session is told of one unasked.
pub fn work(reader: &Reader, scope: &Scope, turns_max: usize) -> Result<Vec<SessionWork>> {
    let mut work = reader.work(scope, turns_max)?;
    work.retain(|work| !sources::named(&work.agent).is_ok_and(|agent| agent.facts().is_import));
    Ok(work)
}

/// Returns the folder that the paths of a directory's files are relative to.
pub fn folder(directory: &str) -> String {
    project::folder(Path::new(directory)).to_string_lossy().into_owned()
}

/// Returns the last session that changed files: in this folder, if there is a recent one.
pub fn last_worked<'p>(past: &'p [Past], folder: Option<&str>) -> Option<&'p Past> {
    let has_changed = |past: &&'p Past| !past.changed.is_empty();
    let mut near = past.iter().take(NEAR_SESSIONS).filter(has_changed);
    let is_here = |past: &&'p Past| past.folder.is_some() && past.folder.as_deref() == folder;
    near.find(is_here).or_else(|| past.iter().find(has_changed))
}

/// Sums up an earlier session for the next one.
pub fn summed_up(
    reader: &Reader,
    session: &str,
    scope: &Scope,
    standing: &[NoteRow],
) -> Result<SummedUp> {
    let mut digest = digest(reader, session, scope, standing, LAST_TURNS_MAX)?;
    // The layer of notes names what was noted, and an error that ended is of no more use.
    digest.notes.clear();
    digest.read.clear();
    digest.errors.clear();
    digest.commands.truncate(COMMANDS_MAX);
    Ok(SummedUp::of(&digest))
}

/// Returns the digest of the last `turns_max` turns of a session as of the scope's time.
pub fn digest(
    reader: &Reader,
    session: &str,
    scope: &Scope,
    standing: &[NoteRow],
    turns_max: usize,
) -> Result<Digest> {
    let turns = last_turns(reader, session, scope, turns_max)?;
    let is_of = |row: &&NoteRow| {
        let origin = row.note.origin.as_ref();
        origin.is_some_and(|origin| turns.iter().any(|turn| turn.uuid == origin.turn))
    };
    let notes = standing.iter().filter(is_of).map(|row| SessionNote {
        note: row.uuid.clone(),
        kind: row.note.kind.clone(),
        summary: row.note.summary.clone(),
    });
    Ok(without_output(Digest::of(&turns, notes.collect())))
}

/// Returns the last `turns_max` turns of a session as of the scope's time, oldest first.
pub fn last_turns(
    reader: &Reader,
    session: &str,
    scope: &Scope,
    turns_max: usize,
) -> Result<Vec<TurnEntries>> {
    let logs = reader.last_logs(session, scope, turns_max)?;
    Ok(logs.into_iter().map(entries).collect())
}

/// Takes out what tools printed: only what a person typed and the model wrote is ever shown.
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

/// Returns what a session was about; `None` when nothing was asked that says it.
pub fn topic(reader: &Reader, session: &str, scope: &Scope) -> Result<Option<String>> {
    let before_ms = scope.before_ms.unwrap_or(i64::MAX);
    let prompts = reader.session_prompts(session)?;
    let prompts = prompts
        .iter()
        .filter(|prompt| prompt.started_at_ms < before_ms && scope.has_project(prompt.project_id));
    Ok(gist(prompts.map(|prompt| prompt.prompt.as_str()), &[]).asked)
}
