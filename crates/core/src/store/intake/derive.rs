//! Derives what is stored of a turn from its entries.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Arrival, Under};
use crate::conversation::dialect::Dialect;
use crate::conversation::entry::Entry;
use crate::conversation::turn::{self, Action, ActionKind, TurnText};
use crate::error::Result;
use crate::item::chunk::Splitter;
use crate::sources;
use crate::store::{PreparedTurn, Store, TurnLog};

/// Identity of a turn, with its project and agent.
#[derive(Debug, Clone)]
pub(super) struct TurnKey {
    /// Id of the turn.
    pub uuid: String,
    /// Id of its project.
    pub project_id: i64,
    /// Name of its agent.
    pub agent: String,
}

impl TurnKey {
    /// Returns the key of a stored turn.
    pub fn stored(uuid: String, log: &TurnLog) -> Self {
        Self { uuid, project_id: log.project_id, agent: log.agent.clone() }
    }
}

/// Decides which project the work in a directory belongs to.
pub trait WorkPlaces {
    /// Returns the project, which is stored if it is new; `None` when it cannot be told.
    ///
    /// # Errors
    /// Errors of the store.
    fn project_of(&self, store: &mut Store, directory: &str) -> Result<Option<i64>>;
}

/// For which turns that arrive somebody vouches that the person typed their prompts on this machine.
/// What nobody vouches for is marked so in the entries themselves, and is no word of the person's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Voucher {
    /// For all that is not marked already: the person, or this memory, which stored them before.
    Person,
    /// For those of the project: the folder in which the agent keeps the transcript is that of the
    /// project's.
    Agent,
    /// For none: they come from a file of others.
    Nobody,
}

/// Where turns are stored, and whose they are.
#[derive(Clone, Copy)]
pub struct Filing<'a> {
    /// Project of new turns; without one, new turns are skipped.
    pub under: Option<Under<'a>>,
    /// Decides the project of turns by where they worked; without it, `under` alone counts.
    pub by_work: Option<&'a dyn WorkPlaces>,
    /// Whether a turn that is stored under another project moves to this one.
    pub moves: bool,
    /// Who vouches for them.
    pub voucher: Voucher,
    /// Name of the agent of new turns.
    pub agent: &'a str,
    /// Dialect of the agent's transcripts.
    pub dialect: &'a Dialect,
}

impl Filing<'_> {
    /// Merges turns with those that are stored and derives the rest, outside any transaction. Skips
    /// turns that do not change.
    pub(super) fn prepare(
        &self,
        store: &mut Store,
        project_id: Option<i64>,
        arrivals: Vec<Arrival>,
        splitter: &dyn Splitter,
    ) -> Result<Vec<PreparedTurn>> {
        let mut by_turn: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
        for turn in arrivals {
            by_turn.entry(turn.id).or_default().extend(turn.entries.into_entries());
        }
        let mut prepared = Vec::new();
        for (uuid, added) in by_turn {
            prepared.extend(self.united(store, project_id, (uuid, added), splitter)?);
        }
        Ok(prepared)
    }

    fn united(
        &self,
        store: &mut Store,
        project_id: Option<i64>,
        (uuid, added): (String, Vec<Entry>),
        splitter: &dyn Splitter,
    ) -> Result<Option<PreparedTurn>> {
        let stored = store.read(|reader| reader.turn_log(&uuid))?;
        let replaces_damaged = stored.as_ref().is_some_and(|log| log.entries.is_none());
        // The default agent may be stored because the turn named none.
        let named = stored.as_ref().map(|log| log.agent.clone());
        let named = named.filter(|agent| agent != sources::DEFAULT);
        let (stored_project, before) = match stored {
            Some(log) => (Some(log.project_id), log.entries.unwrap_or_default()),
            None => (None, Vec::new()),
        };
        let added = if self.voucher == Voucher::Nobody { foreign(added) } else { added };
        let entries = turn::merge(before.clone(), added.clone());
        let stored_project = stored_project.filter(|_| !self.moves);
        if entries == before && stored_project.is_some() {
            return Ok(None);
        }
        let by_work = match (self.by_work, turn::worked_in(&entries)) {
            (Some(places), Some(directory))
                if stored_project.is_none()
                    || turn::worked_in(&before).is_some_and(|before| before != directory) =>
            {
                places.project_of(store, directory)?
            }
            _ => None,
        };
        let here = by_work.or(stored_project).or(project_id);
        let Some(here) = here else { return Ok(None) };
        let is_elsewhere =
            self.voucher == Voucher::Agent && by_work.is_some() && by_work != project_id;
        let entries = if is_elsewhere { turn::merge(before, foreign(added)) } else { entries };
        let dialect = match named.as_deref() {
            Some(agent) if agent != self.agent => sources::dialect(agent),
            _ => self.dialect,
        };
        let agent = named.unwrap_or_else(|| self.agent.to_owned());
        let key = TurnKey { uuid, project_id: here, agent };
        let turn = prepared(key, turn::encode(&entries), &entries, dialect, splitter);
        Ok(Some(PreparedTurn { replaces_damaged, ..turn }))
    }
}

/// Marks entries as what nobody vouches for.
fn foreign(mut entries: Vec<Entry>) -> Vec<Entry> {
    entries.iter_mut().for_each(Entry::mark_foreign);
    entries
}

/// Derives a stored turn again.
pub(super) fn derived(key: TurnKey, entries: &[Entry], splitter: &dyn Splitter) -> PreparedTurn {
    derived_from(key, turn::encode(entries), entries, splitter)
}

/// Like [`derived`], with the bytes of the log as they are stored.
pub(super) fn derived_from(
    key: TurnKey,
    log: Vec<u8>,
    entries: &[Entry],
    splitter: &dyn Splitter,
) -> PreparedTurn {
    let dialect = sources::dialect(&key.agent);
    prepared(key, log, entries, dialect, splitter)
}

fn prepared(
    key: TurnKey,
    log: Vec<u8>,
    entries: &[Entry],
    dialect: &Dialect,
    splitter: &dyn Splitter,
) -> PreparedTurn {
    let text = turn::text(entries, dialect);
    let facts = turn::facts(entries);
    // The first, where a list of sessions looks for it.
    let headless = facts.is_headless.then(|| Action::without_call(ActionKind::Headless, ""));
    PreparedTurn {
        uuid: key.uuid,
        project_id: key.project_id,
        agent: key.agent,
        facts,
        log,
        replaces_damaged: false,
        actions: [
            headless.into_iter().collect(),
            turn::actions(entries, dialect),
            turn::tags(entries, dialect),
            turn::label_actions(entries),
        ]
        .concat(),
        chunks: chunks(&text, splitter),
        spoken: turn::spoken(entries, dialect),
        text,
    }
}

fn chunks(text: &TurnText, splitter: &dyn Splitter) -> Vec<Range<usize>> {
    if text.is_empty() { Vec::new() } else { splitter.split(&text.passage()) }
}
