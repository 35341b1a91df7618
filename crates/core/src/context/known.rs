//! What the memory knows for a session that starts.

use super::at_work::{self, AtWork, Presence};
use super::branch::{self, OnBranch};
use super::past::{Past, SummedUp};
use super::sessions::{TURNS_MAX, digest, folder, last_worked, standing, summed_up, topic, work};
use super::{Here, prepared};
use crate::digest::{CommandKind, CommandOutcome, CommandRuns, OpenKind};
use crate::error::Result;
use crate::lessons::{self, Lesson};
use crate::notes::Note;
use crate::store::{NoteRow, Reader, Scope};

/// What the memory knows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Known {
    /// The standing notes, oldest first.
    pub notes: Vec<Note>,
    /// UUIDs of these notes, in the same order.
    pub note_ids: Vec<String>,
    /// After a compaction: the session itself.
    pub own: Option<SummedUp>,
    /// What failed in several sessions and is worth telling, the most important first.
    pub lessons: Vec<Lesson>,
    /// The last session on the branch here, if the branch is of one piece of work.
    pub on_branch: Option<OnBranch>,
    /// Other sessions that are at work.
    pub at_work: Vec<AtWork>,
    /// When asked for more: the last session that changed files here.
    pub last: Option<Last>,
    /// When asked for more: the sessions before it, the one that was active last first.
    pub sessions: Vec<Told>,
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
/// Maximum number of sessions that are described on a line each.
const SESSIONS_MAX: usize = 5;

/// Returns what is known for a session that starts, and to somebody who asks for it also the last
/// sessions. `scope` is the project, `everywhere` also the notes that hold in every project, and
/// `presence` what hooks know of a session.
pub fn known(
    reader: &Reader,
    scope: &Scope,
    everywhere: &Scope,
    here: &Here,
    presence: &dyn Fn(&str) -> Presence,
) -> Result<Known> {
    let standing = standing(reader, everywhere, here)?;
    let recent = Past::of(work(reader, scope, at_work::TURNS_MAX)?, folder);
    let at_work = at_work::at_work(reader, &recent, scope, here, presence)?;
    let past = prepared::past(reader, scope)?;
    let on_branch = on_branch(reader, scope, here, past.on_branches)?;
    let is_told = |on: &OnBranch| at_work.iter().any(|at_work| at_work.session == on.session);
    let on_branch = on_branch.filter(|on| !is_told(on));
    let (last, sessions) = if here.is_asked {
        last_sessions(reader, scope, here, &standing)?
    } else {
        (None, Vec::new())
    };
    // A start waits for no lessons; who asks and who replays the past does.
    let lessons = match past.lessons {
        None if here.is_asked || scope.before_ms.is_some() => lessons::read(reader, scope)?,
        lessons => lessons.unwrap_or_default(),
    };
    let lessons = lessons.into_iter().filter(|lesson| lesson.is_told).collect();
    Ok(Known { lessons, on_branch, at_work, last, sessions, ..of_notes(standing) })
}

/// Returns the last session that changed files here, and the sessions before it.
fn last_sessions(
    reader: &Reader,
    scope: &Scope,
    here: &Here,
    standing: &[NoteRow],
) -> Result<(Option<Last>, Vec<Told>)> {
    let mut past = Past::of(work(reader, scope, TURNS_MAX)?, folder);
    past.retain(|past| past.session != here.session);
    let worked = last_worked(&past, here.folder.as_deref());
    let last = worked.map(|worked| last(reader, worked, scope, standing)).transpose()?;
    let ended = ended(standing);
    let mut sessions = Vec::new();
    for past in past.iter().filter(|past| Some(&past.session) != worked.map(|of| &of.session)) {
        if sessions.len() == SESSIONS_MAX {
            break;
        }
        let told = told(reader, past, scope)?;
        let is_new = |told: &Told| sessions.iter().all(|known: &Told| known.asked != told.asked);
        let told = told.filter(|told| is_new(told) && !says_one_of(&told.asked, &ended));
        sessions.extend(told);
    }
    Ok((last, sessions))
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
    let mut digest = digest(reader, &here.session, &own, &standing, OWN_TURNS_MAX)?;
    // An error without its text says nothing, and the task at hand is in the summary of the context.
    digest.commands.retain(is_of_use);
    digest.errors.clear();
    digest.open.retain(|open| !matches!(open.kind, OpenKind::Interrupted | OpenKind::Error));
    let own = Some(SummedUp::of(&digest)).filter(|_| !digest.is_empty());
    Ok(Known { own, ..of_notes(standing) })
}

/// Whether a command may be needed again: not what ran once and passed, unless it tests or builds.
fn is_of_use(runs: &CommandRuns) -> bool {
    let is_check = matches!(runs.kind, CommandKind::Test | CommandKind::Build | CommandKind::Lint);
    runs.runs > 1 || is_check || runs.outcome == CommandOutcome::Failed
}

fn of_notes(standing: Vec<NoteRow>) -> Known {
    let (note_ids, notes) = standing.into_iter().map(|row| (row.uuid, row.note)).unzip();
    Known { notes, note_ids, ..Known::default() }
}

/// After more days than these a branch has mostly moved on.
const DAYS_MS: i64 = 30 * 24 * 60 * 60 * 1_000;

fn on_branch(
    reader: &Reader,
    scope: &Scope,
    here: &Here,
    sessions: Vec<OnBranch>,
) -> Result<Option<OnBranch>> {
    let Some(branch) = here.branch.as_deref() else { return Ok(None) };
    let mut sessions = sessions.into_iter();
    let is_past = |on: &OnBranch| on.session != here.session;
    let is_recent = |on: &OnBranch| here.now_ms - on.ended_at_ms <= DAYS_MS;
    let last = sessions.find(|on| on.branch == branch && is_past(on)).filter(is_recent);
    let Some(mut last) = last else { return Ok(None) };
    if last.end.is_none() {
        last.end = Some(branch::end(reader, &last.session, scope)?);
    }
    Ok(Some(last))
}

fn last(reader: &Reader, past: &Past, scope: &Scope, standing: &[NoteRow]) -> Result<Last> {
    let Past { session, branch, changed, .. } = past;
    let summed_up = summed_up(reader, session, scope, standing)?;
    let (session, branch) = (session.clone(), branch.clone());
    Ok(Last { session, branch, files: changed.len(), summed_up })
}

/// Returns a session's line; `None` when nothing was asked that says what it was about.
fn told(reader: &Reader, past: &Past, scope: &Scope) -> Result<Option<Told>> {
    let asked = topic(reader, &past.session, scope)?;
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
