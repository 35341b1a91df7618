//! Ingests a transcript into the store, one bounded step at a time.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use serde::Serialize;

use super::origin::{ProjectOrigin, Work, decides_project};
use super::path_key::path_key;
use super::transcript::{Capture, Transcript};
use crate::conversation::turn::{self, FoldState, Folded};
use crate::error::{Error, Result};
use crate::policy::{EXCLUDED, Permit};
use crate::project::Project;
use crate::sources::{Batch, Limits, NEWER_SESSIONS, Part, Source, Stamp};
use crate::store::intake::{self, Arrival, Filing, Incoming, Received, Under, Voucher};
use crate::store::{Store, TranscriptState};

/// Limits of a step, which bound the time of one call. A step ends after the record that exceeds
/// one.
const STEP: Limits = Limits { bytes: 4 << 20, spoken_bytes: 48 << 10 };

/// Report of one step.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct IngestReport {
    /// Whether the end of the transcript was reached.
    pub done: bool,
    /// Whether nothing had changed since the last step: the file was not even opened.
    pub unchanged: bool,
    /// Whether the file was truncated or rewritten, and is read again from its start.
    pub restarted: bool,
    /// How far the transcript was read before this step, in bytes.
    pub from: u64,
    /// Number of bytes read.
    pub bytes: u64,
    /// Number of lines that became entries of a turn.
    pub kept: u64,
    /// Number of known lines that are not stored, by reason.
    pub skipped: BTreeMap<String, u64>,
    /// Number of lines that could not be read, by reason.
    pub problems: BTreeMap<String, u64>,
    /// Number of sessions that a newer client keeps in a form that is not known.
    pub newer: u64,
    /// Number of new turns, without those of subagents.
    pub turns: u64,
    /// Number of new turns of subagents.
    #[serde(rename = "agentTurns")]
    pub subagent_turns: u64,
    /// Number of turns that were stored before and got more, subagents' included.
    pub changed: u64,
}

/// Ingests the new part of a transcript, up to the limits of a step, in one transaction.
///
/// # Errors
/// [`Error::TranscriptUnreadable`] when it cannot be read, and errors of the store.
pub fn step(store: &mut Store, transcript: Transcript, capture: &Capture) -> Result<IngestReport> {
    let Transcript { path, project, reported_directory } = transcript;
    let Capture { source, policy, .. } = *capture;
    let unreadable = |source| Error::TranscriptUnreadable { path: path.to_owned(), source };
    let Some(permit) = policy.permit(path, source).map_err(unreadable)? else {
        let skipped = BTreeMap::from([(EXCLUDED.to_owned(), 1)]);
        return Ok(IngestReport { done: true, skipped, ..IngestReport::default() });
    };
    let key = path_key(path);
    let stored = known(store, &key, project, source)?;
    let stamp = source.stamp(path).map_err(unreadable)?;
    if stored.as_ref().is_some_and(|state| state.is_of(stamp)) {
        return Ok(IngestReport { done: true, unchanged: true, ..IngestReport::default() });
    }
    let before = stored.clone().unwrap_or_else(|| TranscriptState::of_agent(source.name()));
    let masker = &policy.masker;
    let part = Part { path, from: &before.cursor, limits: STEP, masker };
    let mut batch = source.read(&part).map_err(unreadable)?;
    let is_one = !source.holds_many(path);
    let mut report = IngestReport { from: before.offset, ..IngestReport::of(&batch) };
    let undecided = project.is_none() && before.project_id.is_none();
    if is_one && undecided && waits_for_directory(&batch) {
        return Ok(report);
    }
    let own_session = source.session_of(&key);
    let mut state = state_after(before, &batch, stamp, own_session.as_deref(), is_one);
    if stored.as_ref() == Some(&state) {
        // The last line is still being written.
        return Ok(report);
    }
    let origin = match project {
        Some(project) => ProjectOrigin::Named(project.clone()),
        None if batch.entries.is_empty() || state.project_id.is_some() => ProjectOrigin::Before,
        None => ProjectOrigin::of_entries(store, source, path, reported_directory, &batch.entries)?,
    };
    turn::set_right(&mut batch.entries, &mut state.fold, capture.now_ms);
    let began = origin.directory();
    let asked = RefCell::new(HashMap::new());
    let is_excluded = |directory: &str| {
        let covers = || policy.excluded.covers(Path::new(directory));
        *asked.borrow_mut().entry(directory.to_owned()).or_insert_with(covers)
    };
    let all = batch.tally.kept;
    let folded = turn::fold(batch.entries, &mut state.fold, &is_excluded);
    let left_out = if folded.parts.is_empty() { all } else { folded.left_out.min(all) };
    if folded.left_out > 0 {
        state.tally.leave_out(left_out, EXCLUDED);
        report.leave_out(left_out, EXCLUDED);
    }
    let keeps_project = is_one || project.is_some();
    let step = Step { key: &key, path, state, origin, began, folded, keeps_project };
    let received = hand_in(store, step, permit, capture)?;
    report.turns = received.new.turns;
    report.subagent_turns = received.new.subagent_turns;
    report.changed = received.changed;
    if received.replaced_damaged {
        report.done = false;
        report.restarted = true;
    }
    Ok(report)
}

/// What one step has read from a transcript.
struct Step<'a> {
    /// The transcript's key.
    key: &'a str,
    /// Its path.
    path: &'a Path,
    /// State of the transcript after the step.
    state: TranscriptState,
    /// What determines its project.
    origin: ProjectOrigin,
    /// The directory in which the transcript began, where it is known.
    began: Option<String>,
    /// Parts of turns that the step adds, and turns that it leaves out.
    folded: Folded,
    /// Whether all that the transcript holds belongs to one project.
    keeps_project: bool,
}

fn hand_in(store: &mut Store, step: Step, permit: Permit, capture: &Capture) -> Result<Received> {
    let Step { key, path, mut state, origin, began, folded, keeps_project } = step;
    let Folded { parts, out, .. } = folded;
    // Nothing is left of a session whose turns all stay out.
    let remembered =
        if parts.is_empty() && !keeps_project { None } else { origin.remember(store)? };
    let project_id = remembered.or(state.project_id);
    if keeps_project {
        state.project_id = project_id;
    }
    let masker = &capture.policy.masker;
    let is_named = matches!(origin, ProjectOrigin::Named(_));
    // What the transcript itself says, which is the same at every step.
    let directory = || capture.source.directory(path).ok().flatten();
    let facts = capture.source.facts();
    // A history that is only taken in by name lies in the project, and comes with a clone of it.
    let is_vouched = !facts.is_import && capture.source.files_under(Path::new(key), &directory);
    let voucher = if is_vouched { Voucher::Agent } else { Voucher::Nobody };
    let work = Work { project_id, source: capture.source, path, began, masker };
    let filing = Filing {
        under: project_id.map(Under::Id),
        by_work: if is_named { None } else { Some(&work) },
        moves: is_named,
        voucher,
        agent: facts.name,
        dialect: &facts.dialect,
    };
    let own = capture.source.session_of(key);
    let arrivals = parts.into_iter().map(|part| Arrival::of_part(part, own.as_deref()));
    let incoming = Incoming {
        via: intake::Via::Transcript { permit, key, state: Box::new(state), out },
        turns: vec![(filing, arrivals.collect())],
    };
    intake::take_in(store, incoming, capture.policy, capture.splitter)
}

/// Returns the stored state of a transcript; `None` when it was read for another agent, or under
/// another project than the one that the user names now: all its turns move then.
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

/// Whether everything read is state of a newer agent, without a directory. It is left for the next
/// step, which reads it together with the directory.
fn waits_for_directory(batch: &Batch) -> bool {
    batch.done && !batch.entries.is_empty() && !batch.entries.iter().any(decides_project)
}

fn state_after(
    before: TranscriptState,
    batch: &Batch,
    stamp: Stamp,
    own_session: Option<&str>,
    is_one: bool,
) -> TranscriptState {
    let mut state = before;
    if batch.restarted {
        let project_id = state.project_id;
        state = TranscriptState { project_id, ..TranscriptState::of_agent(&state.agent) };
    }
    if batch.apart {
        state.fold = FoldState::default();
    }
    if let Some(counted) = &batch.again {
        state.tally.take_back(counted);
    }
    let named = || batch.entries.iter().find_map(|parsed| parsed.session.clone());
    let own_session = own_session.map(str::to_owned);
    state.session = state.session.or(own_session).or_else(|| named().filter(|_| is_one));
    state.tally.add(&batch.tally);
    state.offset = batch.offset;
    state.cursor = batch.cursor.clone();
    // An unfinished transcript must not look unchanged the next time.
    state.stamp = Stamp { bytes: if batch.done { stamp.bytes } else { 0 }, ..stamp };
    state
}

impl IngestReport {
    /// Counts kept lines as skipped for a reason.
    fn leave_out(&mut self, lines: u64, reason: &str) {
        self.kept -= lines.min(self.kept);
        *self.skipped.entry(reason.to_owned()).or_default() += lines;
    }

    fn of(batch: &Batch) -> Self {
        let mut problems = batch.tally.problems.clone();
        Self {
            newer: problems.remove(NEWER_SESSIONS).unwrap_or_default(),
            done: batch.done,
            unchanged: false,
            restarted: batch.restarted,
            from: 0,
            bytes: batch.bytes,
            kept: batch.tally.kept,
            skipped: batch.tally.skipped.clone(),
            problems,
            turns: 0,
            subagent_turns: 0,
            changed: 0,
        }
    }
}
