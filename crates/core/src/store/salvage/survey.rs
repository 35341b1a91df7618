//! What the pages of a damaged database hold, before any of its turns is taken.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::known_rows::KnownRows;
use super::pages::Pages;
use super::rows::{self, Row, TurnRow};
use crate::conversation::DEFAULT_AGENT;
use crate::project::Project;
use crate::store::{KnownPlaces, RawTurn, SessionPosition};

/// Pages that one step looks at: some milliseconds.
const STEP_PAGES: u32 = 4_096;
/// Rows of one kind that are kept; a file that holds more is not ours.
const ROWS_MAX: usize = 50_000_000;

/// A turn's id was read from its row, its session's row, or the index by time.
const FROM_ROW: u8 = 1;
const FROM_PLACE: u8 = 2;
const FROM_INDEX: u8 = 4;

/// Everything but the turns themselves. Memory: about 100 bytes a turn.
#[derive(Default)]
pub struct Survey {
    /// Pages that were looked at.
    looked_at: u32,
    free: Option<HashSet<u32>>,
    turn_pages: Vec<u32>,
    /// Where each turn's id was read.
    named: HashMap<i64, u8>,
    last_ms: i64,
    /// `None` where two rows contradict each other.
    projects: HashMap<i64, Option<Project>>,
    sessions: HashMap<i64, String>,
    /// Turn, session, position; in order when all pages were looked at.
    places: Vec<(i64, i64, i64)>,
    pub forgotten: BTreeSet<String>,
    pub transcripts: BTreeSet<String>,
    known: KnownRows,
}

impl Survey {
    /// Looks at some pages; returns whether that were all.
    ///
    /// Rows that were removed do not count. Freed cells of a page are never read, as no pointer
    /// leads to them, and free pages are left out when the list of them is whole. Where it is
    /// not, a page that was freed cannot be told from one that lost its parents, and is read:
    /// only forgetting removes turns, so the ids of forgotten turns keep them away.
    pub fn step(&mut self, pages: &mut Pages) -> bool {
        let end = self.looked_at.saturating_add(STEP_PAGES).min(pages.count());
        let free = self.free.take().unwrap_or_else(|| pages.free());
        for number in self.looked_at + 1..=end {
            if free.contains(&number) {
                continue;
            }
            let Some(page) = pages.next_page(number) else { continue };
            for row in rows::survey(&page, number, pages) {
                self.note(row, number);
            }
        }
        self.free = Some(free);
        self.looked_at = end;
        let is_done = end == pages.count();
        if is_done {
            self.places.sort_unstable();
        }
        is_done
    }

    fn note(&mut self, row: Row, page: u32) {
        match row {
            Row::Turn { id, started_at_ms } => {
                if self.turn_pages.last() != Some(&page) {
                    self.turn_pages.push(page);
                }
                self.name(id, FROM_ROW);
                self.last_ms = self.last_ms.max(started_at_ms);
            }
            Row::Started { turn, at_ms } => {
                self.name(turn, FROM_INDEX);
                self.last_ms = self.last_ms.max(at_ms);
            }
            Row::Place { session, turn, position } => {
                self.name(turn, FROM_PLACE);
                if self.places.len() < ROWS_MAX {
                    self.places.push((turn, session, position));
                }
            }
            Row::Project { id, project } => {
                let known = self.projects.entry(id).or_insert_with(|| Some(project.clone()));
                if known.as_ref() != Some(&project) {
                    *known = None;
                }
            }
            Row::Session { id, uuid } => {
                self.sessions.insert(id, uuid);
            }
            Row::Forgotten(turn) => {
                self.forgotten.insert(turn);
            }
            Row::Transcript(path) => {
                self.transcripts.insert(path);
            }
            Row::Repository { .. } | Row::Directory { .. } | Row::Commit { .. } => {
                self.known.note(row);
            }
        }
    }

    fn name(&mut self, turn: i64, source: u8) {
        if self.named.len() < ROWS_MAX || self.named.contains_key(&turn) {
            *self.named.entry(turn).or_default() |= source;
        }
    }

    /// Whether nothing of ours was recognised.
    pub fn is_empty(&self) -> bool {
        self.named.is_empty() && self.forgotten.is_empty() && self.transcripts.is_empty()
    }

    /// Returns the ids of the turns that the file held, in order. One that a single row names
    /// beyond all others is a damaged number.
    pub fn named(&self) -> Vec<i64> {
        let is_sure = |sources: u8| sources == FROM_ROW || sources.count_ones() > 1;
        let sure = self.named.iter().filter(|(_, sources)| is_sure(**sources));
        let last = sure.map(|(&id, _)| id).max().unwrap_or(rows::IDS_MAX);
        let mut named: Vec<i64> = self.named.keys().copied().filter(|&id| id <= last).collect();
        named.sort_unstable();
        named
    }

    /// Returns when the last turn began that any row tells of, in milliseconds since the epoch.
    pub fn last_ms(&self) -> i64 {
        self.last_ms
    }

    /// Returns the turns of the `at`-th page that holds any, but for those that are known; `None`
    /// after the last page.
    pub fn turns(
        &self,
        at: usize,
        pages: &mut Pages,
        is_known: impl Fn(i64) -> bool,
    ) -> Option<Vec<(i64, RawTurn)>> {
        let number = *self.turn_pages.get(at)?;
        let page = pages.page(number).unwrap_or_default();
        let rows = rows::turns(&page, number, pages, is_known);
        Some(rows.into_iter().map(|row| self.raw(row)).collect())
    }

    /// Returns what rows tell of repositories, directories and commits.
    pub fn known_places(&self) -> KnownPlaces {
        self.known.of_projects(|id| self.projects.get(&id).cloned().flatten())
    }

    fn raw(&self, TurnRow { id, uuid, project, agent, log }: TurnRow) -> (i64, RawTurn) {
        let project = self.projects.get(&project).cloned().flatten();
        let agent = agent.unwrap_or_else(|| DEFAULT_AGENT.to_owned());
        (id, RawTurn { uuid, project, agent, places: self.places(id), log })
    }

    fn places(&self, turn: i64) -> Vec<SessionPosition> {
        let from = self.places.partition_point(|place| place.0 < turn);
        let of_turn = self.places[from..].iter().take_while(|place| place.0 == turn);
        let place = |&(_, session, position): &(i64, i64, i64)| {
            let session = self.sessions.get(&session)?.clone();
            Some(SessionPosition { session, position: u64::try_from(position).ok()? })
        };
        of_turn.filter_map(place).collect()
    }
}
