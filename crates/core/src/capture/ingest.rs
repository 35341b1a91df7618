//! A transcript into the store, one bounded step at a time.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use serde::Serialize;

use super::derive::{Filing, Splitter};
use super::origin::{ProjectOrigin, decides_project};
use super::path_key::path_key;
use super::policy::CapturePolicy;
use super::write::{self, Step};
use crate::conversation::entry::{Block, Entry, REPORTED};
use crate::conversation::turn::{self, TurnPart};
use crate::error::{Error, Result};
use crate::hash::hex_digest;
use crate::project::Project;
use crate::sources::{self, Batch, Limits, Part, Source, Stamp};
use crate::store::{Store, TranscriptState};

/// A step ends after the record that passes one of these: what bounds the time of one call.
const STEP: Limits = Limits { bytes: 4 << 20, spoken_bytes: 48 << 10 };

/// The session's own agent among a transcript's open turns.
const MAIN_AGENT: &str = "";

/// The reason told for a transcript of an excluded directory.
const EXCLUDED: &str = "excluded";

/// What one step did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct IngestReport {
    /// Whether the end of the transcript was reached.
    pub done: bool,
    /// Whether nothing had changed since the last time: the file was not even opened.
    pub unchanged: bool,
    /// Whether the file was truncated or rewritten, and is read from its start again.
    pub restarted: bool,
    /// Bytes read.
    pub bytes: u64,
    /// Lines that became entries of a turn.
    pub kept: u64,
    /// Known lines that are not memory, by reason.
    pub skipped: BTreeMap<String, u64>,
    /// Lines that could not be read, by reason.
    pub problems: BTreeMap<String, u64>,
    /// Turns that were stored or changed.
    pub turns: u64,
}

/// A transcript that is to be read.
#[derive(Debug, Clone, Copy)]
pub struct Transcript<'a> {
    /// Where it lies.
    pub path: &'a Path,
    /// The project that it belongs to, instead of the one that its directory belongs to.
    pub project: Option<&'a Project>,
}

/// How transcripts are taken in.
#[derive(Clone, Copy)]
pub struct Capture<'a> {
    /// The agent whose transcripts they are.
    pub source: &'a dyn Source,
    /// What must not be stored.
    pub policy: &'a CapturePolicy,
    /// How passages are split.
    pub splitter: &'a dyn Splitter,
}

/// Reads what is new in a transcript, up to the bound of a step, and stores it in one transaction.
///
/// # Errors
/// [`Error::TranscriptUnreadable`] when it cannot be read, and errors of the store.
pub fn step(store: &mut Store, transcript: Transcript, capture: &Capture) -> Result<IngestReport> {
    let Transcript { path, project } = transcript;
    let Capture { source, policy, .. } = *capture;
    let unreadable = |source| Error::TranscriptUnreadable { path: path.to_owned(), source };
    if policy.keeps_out(path, source).map_err(unreadable)? {
        let skipped = BTreeMap::from([(EXCLUDED.to_owned(), 1)]);
        return Ok(IngestReport { done: true, skipped, ..IngestReport::default() });
    }
    let key = path_key(path);
    let stored = known(store, &key, project, source)?;
    let stamp = source.stamp(path).map_err(unreadable)?;
    if stored.as_ref().is_some_and(|state| state.is_of(stamp)) {
        return Ok(IngestReport { done: true, unchanged: true, ..IngestReport::default() });
    }
    let before = stored.clone().unwrap_or_else(|| TranscriptState::of_agent(source.name()));
    let masker = &policy.masker;
    let part = Part { path, from: &before.cursor, limits: STEP, masker };
    let batch = source.read(&part).map_err(unreadable)?;
    let mut report = IngestReport::of(&batch);
    let undecided = project.is_none() && before.project_id.is_none();
    if undecided && waits_for_directory(&batch) {
        return Ok(report);
    }
    let mut state = state_after(before, &batch, stamp, source.session_of(&key));
    if stored.as_ref() == Some(&state) {
        // A last line that is still being written.
        return Ok(report);
    }
    let origin = match project {
        Some(project) => ProjectOrigin::Named(project.clone()),
        None if batch.entries.is_empty() || state.project_id.is_some() => ProjectOrigin::Before,
        None => ProjectOrigin::of_entries(store, path, &batch.entries)?,
    };
    let parts = turn::fold(batch.entries, &mut state.fold);
    let written = write::write(store, Step { key: &key, state, origin, parts }, capture)?;
    report.turns = written.turns;
    if written.replaced_damaged {
        report.done = false;
        report.restarted = true;
    }
    Ok(report)
}

/// Returns how far a transcript was read, unless that was for another agent, or under another
/// project than the one that a person names now: all its turns move then.
fn known(
    store: &Store,
    key: &str,
    project: Option<&Project>,
    source: &dyn Source,
) -> Result<Option<TranscriptState>> {
    let stored = store.read(|reader| reader.transcript(key))?;
    let stored = stored.filter(|state| state.agent == source.name());
    let Some(project) = project else { return Ok(stored) };
    let same = store.read(|reader| reader.projects(&project.key))?;
    Ok(stored.filter(|state| state.project_id.is_some_and(|id| same.contains(&id))))
}

/// Whether all that was read is state of a newer agent: it is left for the next time, when the
/// directory stands beside it.
fn waits_for_directory(batch: &Batch) -> bool {
    batch.done && !batch.entries.is_empty() && !batch.entries.iter().any(decides_project)
}

fn state_after(
    before: TranscriptState,
    batch: &Batch,
    stamp: Stamp,
    own_session: Option<String>,
) -> TranscriptState {
    let mut state = match batch.restarted {
        true => TranscriptState {
            agent: before.agent,
            project_id: before.project_id,
            ..TranscriptState::default()
        },
        false => before,
    };
    let named = || batch.entries.iter().find_map(|parsed| parsed.session.clone());
    state.session = state.session.or(own_session).or_else(named);
    state.tally.add(&batch.tally);
    state.offset = batch.offset;
    state.cursor = batch.cursor.clone();
    // An unfinished transcript must not look unchanged the next time.
    state.stamp = Stamp { bytes: if batch.done { stamp.bytes } else { 0 }, ..stamp };
    state
}

impl IngestReport {
    fn of(batch: &Batch) -> Self {
        Self {
            done: batch.done,
            unchanged: false,
            restarted: batch.restarted,
            bytes: batch.bytes,
            kept: batch.tally.kept,
            skipped: batch.tally.skipped.clone(),
            problems: batch.tally.problems.clone(),
            turns: 0,
        }
    }
}

/// An answer as a hook reports it.
#[derive(Debug, Clone, Copy)]
pub struct ReportedAnswer<'a> {
    /// The transcript that it belongs to.
    pub transcript: &'a Path,
    /// Markdown.
    pub text: &'a str,
    /// When, in milliseconds since the epoch.
    pub at_ms: i64,
}

/// Adds the last answer as a hook reported it to the open turn of a transcript. It goes again as
/// soon as the transcript itself holds it. Returns whether there was such a turn.
///
/// # Errors
/// [`Error::TranscriptUnreadable`] when nobody knows whether the transcript is excluded, and errors
/// of the store.
pub fn report_answer(
    store: &mut Store,
    answer: ReportedAnswer,
    policy: &CapturePolicy,
    splitter: &dyn Splitter,
) -> Result<bool> {
    let key = path_key(answer.transcript);
    let state = store.read(|reader| reader.transcript(&key))?;
    if keeps_out(answer.transcript, state.as_ref(), policy)? {
        return Ok(false);
    }
    let Some((state, turn)) = state.and_then(|state| {
        let turn = state.fold.open.get(MAIN_AGENT)?.id.clone();
        Some((state, turn))
    }) else {
        return Ok(false);
    };
    // The only text that does not come from a source, which masks all others.
    let text = policy.masker.mask_answered(answer.text);
    let entry = Entry {
        id: format!("{REPORTED}{}", &hex_digest(text.as_bytes())[..32]),
        at_ms: answer.at_ms,
        position: u64::MAX >> 1,
        blocks: vec![Block::Reported { text: text.into_owned() }],
        ..Entry::default()
    };
    let part =
        TurnPart { id: turn, session: None, position: 0, continues: None, entries: vec![entry] };
    let filing = Filing {
        project_id: state.project_id,
        moves: false,
        agent: &state.agent,
        dialect: sources::dialect(&state.agent),
        splitter,
    };
    let prepared = filing.prepare(store, vec![part])?;
    store.write(|writer| {
        prepared.iter().try_for_each(|turn| writer.put_turn(turn))?;
        writer.read_replaced_again(&prepared)
    })?;
    Ok(!prepared.is_empty())
}

/// Whether the open turn of a transcript holds this answer, or nothing of it is to be stored.
///
/// # Errors
/// As for [`report_answer`].
pub fn holds_answer(
    store: &Store,
    transcript: &Path,
    answer: &str,
    policy: &CapturePolicy,
) -> Result<bool> {
    let key = path_key(transcript);
    let state = store.read(|reader| reader.transcript(&key))?;
    if keeps_out(transcript, state.as_ref(), policy)? {
        return Ok(true);
    }
    let answer = policy.masker.mask_answered(answer);
    store.read(|reader| {
        let open = state.and_then(|state| state.fold.open.get(MAIN_AGENT).cloned());
        let log = open.map(|turn| reader.turn_log(&turn.id)).transpose()?.flatten();
        let entries = log.and_then(|log| log.entries).unwrap_or_default();
        let blocks = entries.iter().flat_map(|entry| &entry.blocks);
        Ok(blocks.into_iter().any(|block| match block {
            Block::Answer { text } => text.trim() == answer.trim(),
            _ => false,
        }))
    })
}

/// Like [`CapturePolicy::keeps_out`], for a transcript that may be gone: no answer belongs to it.
/// Whatever else keeps it from being read is an error.
fn keeps_out(path: &Path, state: Option<&TranscriptState>, policy: &CapturePolicy) -> Result<bool> {
    let agent = state.map_or(sources::DEFAULT, |state| &state.agent);
    let kept_out = policy.keeps_out(path, sources::named(agent)?);
    kept_out.or_else(|source| match source.kind() {
        io::ErrorKind::NotFound => Ok(false),
        _ => Err(Error::TranscriptUnreadable { path: path.to_owned(), source }),
    })
}
