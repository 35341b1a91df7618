//! The last answer of a session, as a hook reports it before the transcript contains it.

use std::collections::BTreeSet;
use std::path::Path;

use super::path_key::path_key;
use crate::conversation::MaskedEntries;
use crate::conversation::entry::{Block, Entry, REPORTED};
use crate::conversation::turn::reported_id;
use crate::english::single_spaced;
use crate::error::{Error, Result};
use crate::hash::hex_digest;
use crate::item::chunk::Splitter;
use crate::policy::{CapturePolicy, Permit};
use crate::sources;
use crate::store::intake::{self, Arrival, Filing, Incoming, Under, Via, Voucher};
use crate::store::{Reader, SessionPosition, Store, StoredTurns, TranscriptState};

/// Key of the session's own agent among a transcript's open turns.
const MAIN_AGENT: &str = "";

/// An answer that a hook reports.
#[derive(Debug, Clone, Copy)]
pub struct ReportedAnswer<'a> {
    /// The transcript that it belongs to.
    pub transcript: &'a Path,
    /// Text of the answer, in Markdown.
    pub text: &'a str,
    /// Time of the answer, in milliseconds since the epoch.
    pub at_ms: i64,
    /// The prompt that it answers, as a hook reported it.
    pub prompt: Option<ReportedPrompt<'a>>,
}

/// A prompt that a hook reports.
#[derive(Debug, Clone, Copy)]
pub struct ReportedPrompt<'a> {
    /// What was typed: masked, and perhaps cut at its end.
    pub text: &'a str,
    /// The directory in which it was sent.
    pub directory: &'a str,
    /// When its hook was answered, in milliseconds since the epoch.
    pub at_ms: i64,
}

/// How long before a hook reports an answer its turn may have ended: starting the hook takes time,
/// in which an agent may go on with a prompt that waited.
const REPORTED_LATE_MS: i64 = 2_000;

/// How long before a hook is answered its prompt may have been written.
const PROMPT_LATE_MS: i64 = 10_000;

/// Adds the last answer, as a hook reports it, to the open turn of a transcript. The entry is
/// removed as soon as the transcript itself contains the answer. Where the transcript stands still
/// since before the prompt was sent, both become a turn of their own, which is removed when the
/// transcript goes on after all. Returns whether a turn was changed: none is when a later prompt
/// stands in the transcript, because then it has all that the agent wrote before.
///
/// # Errors
/// [`Error::TranscriptUnreadable`] when it is unknown whether the transcript is excluded, and
/// errors of the store.
pub fn report_answer(
    store: &mut Store,
    answer: ReportedAnswer,
    policy: &CapturePolicy,
    splitter: &dyn Splitter,
) -> Result<bool> {
    let key = path_key(answer.transcript);
    let state = store.read(|reader| reader.transcript(&key))?;
    let Some(permit) = permit(answer.transcript, state.as_ref(), policy)? else {
        return Ok(false);
    };
    let Some((state, turn)) = state.and_then(|state| {
        let turn = state.fold.open_turn(MAIN_AGENT)?.id.clone();
        Some((state, turn))
    }) else {
        return Ok(false);
    };
    let starts = store.read(|reader| starts(reader, &state))?;
    if starts.iter().any(|(uuid, start_ms)| *uuid == turn && *start_ms > answer.at_ms) {
        return Ok(false);
    }
    // The id is that of the text as it is stored.
    let text = policy.masker.mask_answered(answer.text);
    let entry = Entry {
        id: format!("{REPORTED}{}", &hex_digest(text.as_bytes())[..32]),
        at_ms: answer.at_ms,
        position: u64::MAX >> 1,
        blocks: vec![Block::Reported { text: text.into_owned() }],
        ..Entry::default()
    };
    let filing = Filing {
        under: state.project_id.map(Under::Id),
        by_work: None,
        moves: false,
        voucher: Voucher::Person,
        agent: &state.agent,
        dialect: sources::dialect(&state.agent),
    };
    let own = match (answer.prompt, &state.session) {
        (Some(prompt), Some(session)) if !holds_prompt(store, &turn, prompt)? => {
            Some(unwritten(prompt, session, &state))
        }
        _ => None,
    };
    let mut arrival = Arrival {
        id: turn,
        continues: None,
        began_ms: None,
        places: Vec::new(),
        entries: MaskedEntries::default(),
        directories: BTreeSet::new(),
    };
    let mut entries = vec![entry];
    if let (Some(prompt), Some(session)) = (own, state.session) {
        arrival.id.clone_from(&prompt.id);
        arrival.began_ms = Some(prompt.at_ms);
        arrival.places = vec![SessionPosition { session, position: prompt.position }];
        entries.insert(0, prompt);
    }
    arrival.entries = MaskedEntries::of(entries, &policy.masker);
    let incoming = Incoming { via: Via::Hook { permit }, turns: vec![(filing, vec![arrival])] };
    let received = intake::take_in(store, incoming, policy, splitter)?;
    Ok(received.changed > 0 || received.new != StoredTurns::default())
}

/// Whether a turn that is open in a transcript is that of a prompt, or goes on since it was sent.
fn holds_prompt(store: &Store, turn: &str, prompt: ReportedPrompt) -> Result<bool> {
    let log = store.read(|reader| reader.turn_log(turn))?;
    let entries = log.and_then(|log| log.entries).unwrap_or_default();
    let is_written = |entry: &&Entry| !entry.id.starts_with(REPORTED) && !entry.is_verdict();
    let written: Vec<&Entry> = entries.iter().filter(is_written).collect();
    let sent = single_spaced(prompt.text);
    let says = |block: &Block| match block {
        Block::Prompt { text, .. } | Block::Steer { text } => {
            single_spaced(text).starts_with(&sent)
        }
        _ => false,
    };
    if written.iter().flat_map(|entry| &entry.blocks).any(says) {
        return Ok(true);
    }
    let last_ms = written.iter().map(|entry| entry.at_ms).max().unwrap_or_default();
    let is_unanswered = written.iter().all(|entry| entry.is_prompt());
    let late_ms = if is_unanswered { PROMPT_LATE_MS } else { 0 };
    Ok(last_ms >= prompt.at_ms - late_ms)
}

/// Returns the entry of a prompt that stands in no transcript.
fn unwritten(prompt: ReportedPrompt, session: &str, state: &TranscriptState) -> Entry {
    let command = sources::named(&state.agent).is_ok_and(|of| (of.facts().is_command)(prompt.text));
    Entry {
        id: reported_id(session, prompt.at_ms, prompt.text),
        at_ms: prompt.at_ms,
        position: u64::MAX >> 1,
        cwd: Some(prompt.directory.to_owned()),
        blocks: vec![Block::Prompt { text: prompt.text.to_owned(), command }],
        ..Entry::default()
    }
}

/// Whether the turn that a reported answer belongs to contains it, or a later one of its session
/// does, or nothing of the transcript may be stored.
///
/// # Errors
/// As for [`report_answer`].
pub fn holds_answer(store: &Store, answer: ReportedAnswer, policy: &CapturePolicy) -> Result<bool> {
    let key = path_key(answer.transcript);
    let state = store.read(|reader| reader.transcript(&key))?;
    if permit(answer.transcript, state.as_ref(), policy)?.is_none() {
        return Ok(true);
    }
    let Some(state) = state else { return Ok(false) };
    let text = policy.masker.mask_answered(answer.text);
    store.read(|reader| {
        let starts = starts(reader, &state)?;
        let mut turns: Vec<&str> = possible(&starts, answer.at_ms).collect();
        turns.extend(state.fold.open_turn(MAIN_AGENT).map(|turn| turn.id.as_str()));
        for turn in turns {
            let entries = reader.turn_log(turn)?.and_then(|log| log.entries).unwrap_or_default();
            if entries.iter().flat_map(|entry| &entry.blocks).any(|block| match block {
                Block::Answer { text: said } => said.trim() == text.trim(),
                _ => false,
            }) {
                return Ok(true);
            }
        }
        Ok(false)
    })
}

/// Returns the session of a transcript that was read.
///
/// # Errors
/// Those of the store.
pub fn session_of(reader: &Reader, transcript: &Path) -> Result<Option<String>> {
    let state = reader.transcript(&path_key(transcript))?;
    Ok(state.and_then(|state| state.session))
}

/// Returns the turns of a transcript's session, and when they started.
fn starts(reader: &Reader, state: &TranscriptState) -> Result<Vec<(String, i64)>> {
    let session = state.session.as_deref();
    session.map_or_else(|| Ok(Vec::new()), |session| reader.own_turns(session))
}

/// Returns the turns that may have an answer which was reported at a time: the one that was open
/// then, and all later ones.
fn possible(starts: &[(String, i64)], at_ms: i64) -> impl Iterator<Item = &str> {
    let open = starts.partition_point(|(_, start_ms)| *start_ms <= at_ms - REPORTED_LATE_MS);
    starts[open.saturating_sub(1)..].iter().map(|(uuid, _)| uuid.as_str())
}

/// Like [`CapturePolicy::permit_beside`].
fn permit(
    path: &Path,
    state: Option<&TranscriptState>,
    policy: &CapturePolicy,
) -> Result<Option<Permit>> {
    let agent = state.map_or(sources::DEFAULT, |state| &state.agent);
    let permit = policy.permit_beside(path, sources::named(agent)?);
    permit.map_err(|source| Error::TranscriptUnreadable { path: path.to_owned(), source })
}
