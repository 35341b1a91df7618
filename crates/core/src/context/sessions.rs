//! What earlier sessions did, read from the turns that are stored.

use std::path::Path;

use super::past::{Outline, Past, SummedUp, Topic};
use super::{Here, notes};
use crate::conversation::turn;
use crate::digest::{Digest, OpenKind, SessionNote, TurnEntries, gist};
use crate::error::Result;
use crate::hash::hex_digest;
use crate::notes::NoteScope;
use crate::project;
use crate::sources;
use crate::store::{NoteRow, Reader, Scope, SessionLog};

/// Number of turns that are read for the sessions of the past.
const TURNS_MAX: usize = 1_000;
/// Among so many of the last sessions, one in the same folder comes before a later one elsewhere.
pub const NEAR_SESSIONS: usize = 10;
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

/// Returns the past of a scope. A history that was imported may have come with a clone of the project:
/// no session is told of one unasked.
pub fn outline(reader: &Reader, scope: &Scope) -> Result<Outline> {
    let mut work = reader.work(scope, TURNS_MAX)?;
    work.retain(|work| !sources::named(&work.agent).is_ok_and(|agent| agent.is_import()));
    Ok(Outline::of(work, folder))
}

/// Returns the folder that the paths of a directory's files are relative to.
pub fn folder(directory: &str) -> String {
    project::folder(Path::new(directory)).to_string_lossy().into_owned()
}

/// Returns the last session that changed files: in this folder, if there is a recent one.
pub fn last_worked<'p>(past: &[&'p Past], folder: Option<&str>) -> Option<&'p Past> {
    let has_changed = |past: &&'p Past| !past.changed.is_empty();
    let mut near = past.iter().copied().take(NEAR_SESSIONS).filter(has_changed);
    let is_here = |past: &&'p Past| past.folder.is_some() && past.folder.as_deref() == folder;
    near.find(is_here).or_else(|| past.iter().copied().find(has_changed))
}

/// Sums up an earlier session for the next one.
pub fn summed_up(
    reader: &Reader,
    session: &str,
    scope: &Scope,
    standing: &[NoteRow],
) -> Result<SummedUp> {
    let (mut digest, turns) = digest(reader, session, scope, standing, LAST_TURNS_MAX)?;
    // The layer of files names what was changed, and that of notes what was noted. An error that
    // ended is of no more use.
    digest.notes.clear();
    digest.changed.clear();
    digest.read.clear();
    digest.errors.clear();
    digest.commands.truncate(COMMANDS_MAX);
    let notes = notes_hash(standing, &turns);
    Ok(SummedUp { turns, notes, ..SummedUp::of(&digest) })
}

/// Returns the digest of the last `turns_max` turns of a session as of the scope's time, and the
/// UUIDs of these turns.
pub fn digest(
    reader: &Reader,
    session: &str,
    scope: &Scope,
    standing: &[NoteRow],
    turns_max: usize,
) -> Result<(Digest, Vec<String>)> {
    let logs = reader.last_logs(session, scope, turns_max)?;
    let turns: Vec<TurnEntries> = logs.into_iter().map(entries).collect();
    let uuids: Vec<String> = turns.iter().map(|turn| turn.uuid.clone()).collect();
    let notes = of_turns(standing, &uuids).map(|row| SessionNote {
        note: row.uuid.clone(),
        kind: row.note.kind.clone(),
        summary: row.note.summary.clone(),
    });
    Ok((without_output(Digest::of(&turns, notes.collect())), uuids))
}

/// Returns the notes that come from some turns.
fn of_turns<'r>(standing: &'r [NoteRow], turns: &'r [String]) -> impl Iterator<Item = &'r NoteRow> {
    standing.iter().filter(|row| {
        let origin = row.note.origin.as_ref();
        origin.is_some_and(|origin| turns.contains(&origin.turn))
    })
}

fn notes_hash(standing: &[NoteRow], turns: &[String]) -> String {
    let notes = of_turns(standing, turns).flat_map(|row| [&*row.uuid, &*row.note.summary]);
    hex_digest(notes.collect::<Vec<_>>().join("\n").as_bytes())
}

impl SummedUp {
    /// Whether it was made with the notes that are valid now: a digest does not repeat a decision
    /// that is a note.
    pub fn knows(&self, standing: &[NoteRow]) -> bool {
        self.notes == notes_hash(standing, &self.turns)
    }
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

/// Returns what a session was about.
pub fn topic(reader: &Reader, session: &str, scope: &Scope) -> Result<Topic> {
    let before_ms = scope.before_ms.unwrap_or(i64::MAX);
    let prompts = reader.session_prompts(session)?;
    let prompts = prompts
        .iter()
        .filter(|prompt| prompt.started_at_ms < before_ms && scope.has_project(prompt.project_id));
    Ok(Topic { asked: gist(prompts.map(|prompt| prompt.prompt.as_str()), &[]).asked })
}
