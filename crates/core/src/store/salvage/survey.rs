//! First pass over the pages of a damaged database: everything except the turns themselves.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::known_rows::KnownRows;
use super::pages::Pages;
use super::rows::{self, Row, SalvagedNote, SalvagedTurn};
use crate::project::Project;
use crate::sources;
use crate::store::{KnownPlaces, RawNote, RawTurn, SessionPosition};

/// Number of pages per step: a few milliseconds.
const STEP_PAGES: u32 = 4_096;
/// Maximum number of rows of each kind: a file with more is not ours.
const ROWS_MAX: usize = 50_000_000;

/// Where a turn's id was read: its row, its session's row, or the index by time.
const FROM_ROW: u8 = 1;
const FROM_PLACE: u8 = 2;
const FROM_INDEX: u8 = 4;

/// Everything except the turns themselves. Memory: about 100 bytes per turn.
#[derive(Default)]
pub struct Survey {
    /// Number of pages read so far.
    looked_at: u32,
    free: Option<HashSet<u32>>,
    turn_pages: Vec<u32>,
    note_pages: Vec<u32>,
    /// Row ids of the notes.
    notes: HashSet<i64>,
    /// For each turn id, where it was read.
    named: HashMap<i64, u8>,
    last_ms: i64,
    /// `None` where two rows contradict each other.
    projects: HashMap<i64, Option<Project>>,
    sessions: HashMap<i64, String>,
    /// Turn, session, position; sorted once all pages were read.
    places: Vec<(i64, i64, i64)>,
    pub forgotten: BTreeSet<String>,
    pub transcripts: BTreeSet<String>,
    known: KnownRows,
}

impl Survey {
    /// Reads some pages. Returns whether these were the last.
    ///
    /// Removed rows do not count. Freed cells are never read, because no pointer refers to them,
    /// and free pages are skipped when the free list is intact. When it is not, a freed page cannot
    /// be distinguished from one that lost its parents, and is read. Only forgetting removes turns,
    /// so the ids of forgotten turns exclude them.
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
            Row::Note { id } => {
                if self.note_pages.last() != Some(&page) {
                    self.note_pages.push(page);
                }
                self.notes.insert(id);
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

    /// Returns whether no row of ours was recognised.
    pub fn is_empty(&self) -> bool {
        self.named.is_empty()
            && self.notes.is_empty()
            && self.forgotten.is_empty()
            && self.transcripts.is_empty()
    }

    /// Returns the ids of the turns that the file held, in order. An id above all reliable ids that
    /// only one session row or index entry mentions is treated as damaged.
    pub fn named(&self) -> Vec<i64> {
        let is_sure = |sources: u8| sources == FROM_ROW || sources.count_ones() > 1;
        let sure = self.named.iter().filter(|(_, sources)| is_sure(**sources));
        let last = sure.map(|(&id, _)| id).max().unwrap_or(rows::IDS_MAX);
        let mut named: Vec<i64> = self.named.keys().copied().filter(|&id| id <= last).collect();
        named.sort_unstable();
        named
    }

    /// Returns the latest start of a turn found in any row, in milliseconds since the epoch.
    pub fn last_ms(&self) -> i64 {
        self.last_ms
    }

    /// Returns the turns on the `at`-th page with turns, except those already known; `None` after
    /// the last page.
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

    /// Returns the row ids of the notes that the file held, as far as their rows can be recognised.
    pub fn named_notes(&self) -> &HashSet<i64> {
        &self.notes
    }

    /// Returns all notes on the pages, with their row ids.
    pub fn all_notes(&self, pages: &mut Pages) -> Vec<(i64, RawNote)> {
        let mut found = Vec::new();
        for number in &self.note_pages {
            let page = pages.page(*number).unwrap_or_default();
            let notes = rows::notes(&page, *number, pages).into_iter();
            found.extend(notes.map(|SalvagedNote { id, uuid, project, log }| {
                let project = self.projects.get(&project).cloned().flatten();
                (id, RawNote { uuid, project, log })
            }));
        }
        found
    }

    /// Returns the repositories, directories and commits found.
    pub fn known_places(&self) -> KnownPlaces {
        self.known.of_projects(|id| self.projects.get(&id).cloned().flatten())
    }

    fn raw(&self, SalvagedTurn { id, uuid, project, agent, log }: SalvagedTurn) -> (i64, RawTurn) {
        let project = self.projects.get(&project).cloned().flatten();
        let agent = agent.unwrap_or_else(|| sources::DEFAULT.to_owned());
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
