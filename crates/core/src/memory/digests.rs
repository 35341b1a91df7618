//! Digests of sessions.

use super::Memory;
use crate::conversation::entry::LabelKind;
use crate::conversation::turn;
use crate::digest::{Digest, Gist, SessionNote, TurnEntries, gist};
use crate::error::Result;
use crate::notes::State;
use crate::store::{Reader, Scope, SessionLog, Shared};

/// Number of turns whose logs a gist may read: the last ones may hold no real answer.
const GIST_TURNS_MAX: usize = 8;

impl Memory {
    /// Returns the digest of a session, derived from its stored turns; `None` when none is stored.
    pub fn digest(&self, session: &str) -> Result<Option<Digest>> {
        self.store.read(|reader| {
            let turns = turns(reader.logs_of_session(session)?);
            let (notes, superseded) = notes(reader, &turns)?;
            let title = Labels::of(reader, session)?.title;
            let digest = || Digest { title, superseded, ..Digest::of(&turns, notes) };
            Ok((!turns.is_empty()).then(digest))
        })
    }

    /// Returns the gist of each of these sessions: what was asked, and how it ended. It reads the
    /// prompts of a session and as few logs of its last turns as say how it ended. A fork's has
    /// only what is its own, because its parent's gist has the rest.
    pub fn gists(&self, sessions: &[String]) -> Result<Vec<Gist>> {
        self.store.read(|reader| {
            let forks = reader.forks()?;
            let of = |session: &String| {
                let Labels { title, pull_requests } = Labels::of(reader, session)?;
                let gist = of_session(reader, session, forks.shared(session))?;
                Ok(Gist { title, pull_requests, ..gist })
            };
            sessions.iter().map(of).collect()
        })
    }
}

/// What an agent keeps of a session beside what was said in it.
#[derive(Default)]
struct Labels {
    /// The last name that the person gave it.
    title: Option<String>,
    pull_requests: Vec<String>,
}

impl Labels {
    fn of(reader: &Reader, session: &str) -> Result<Self> {
        let mut found = Self::default();
        for (kind, text) in reader.session_labels(session)? {
            match kind {
                LabelKind::Title => found.title = Some(text),
                LabelKind::PullRequest if !found.pull_requests.contains(&text) => {
                    found.pull_requests.push(text);
                }
                LabelKind::PullRequest | LabelKind::AgentTitle => {}
            }
        }
        Ok(found)
    }
}

fn of_session(reader: &Reader, session: &str, shared: Option<&Shared>) -> Result<Gist> {
    let mut prompts = reader.session_prompts(session)?;
    let is_own = |turn: &str| shared.is_none_or(|shared| !shared.turns.contains(turn));
    // A fork that did not go on has nothing else.
    let goes_on = prompts.iter().any(|prompt| is_own(&prompt.uuid));
    if goes_on {
        prompts.retain(|prompt| is_own(&prompt.uuid));
    }
    let of = |last: &[TurnEntries]| gist(prompts.iter().map(|prompt| prompt.prompt.as_str()), last);
    let mut last: Vec<TurnEntries> = Vec::new();
    while last.len() < GIST_TURNS_MAX {
        let Some(log) = reader.last_log_of_session(session, last.len())? else { break };
        if goes_on && !is_own(&log.uuid) {
            break;
        }
        last.splice(0..0, turns(vec![log]));
        let found = of(&last);
        if found.is_told() {
            return Ok(found);
        }
    }
    Ok(of(&last))
}

fn turns(logs: Vec<SessionLog>) -> Vec<TurnEntries> {
    let turns = logs.into_iter().map(|SessionLog { uuid, agent, subagent, log }| TurnEntries {
        uuid,
        agent,
        subagent,
        entries: turn::decode_read_only(&log),
    });
    turns.collect()
}

/// Returns the notes that come from these turns and hold, or did: not proposals, not rejected ones.
/// With them come the UUIDs of those that newer notes replaced.
fn notes(reader: &Reader, turns: &[TurnEntries]) -> Result<(Vec<SessionNote>, Vec<String>)> {
    let holds = |state: State| matches!(state, State::Active | State::Resolved | State::Archived);
    let of_session = |turn: &str| turns.iter().any(|own| own.uuid == turn);
    let mut rows = reader.notes(&Scope::default())?;
    rows.retain(|row| {
        let origin = row.note.origin.as_ref();
        holds(row.note.state) && origin.is_some_and(|origin| of_session(&origin.turn))
    });
    rows.sort_by(|a, b| (a.note.written_ms, &a.uuid).cmp(&(b.note.written_ms, &b.uuid)));
    let superseded = rows.iter().filter(|row| row.note.superseded_by.is_some());
    let superseded = superseded.map(|row| row.uuid.clone()).collect();
    let notes = rows.into_iter().map(|row| SessionNote {
        note: row.uuid,
        kind: row.note.kind,
        summary: row.note.summary,
    });
    Ok((notes.collect(), superseded))
}
