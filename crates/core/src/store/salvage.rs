//! Another database of ours, read in every way that leads to its turns.
//!
//! A sound one is read by `SQLite`. Of a damaged one `SQLite` reads what its trees still lead to;
//! then all pages are read without them, as a row stands whole on its page whatever became of the
//! header, the schema or the pages above it. Existing crates read pages by way of the schema, so
//! the reader of the file format is our own: pages, cells, records, log.

mod cells;
mod known_rows;
mod page_format;
mod pages;
mod record;
mod rows;
mod survey;
mod wal;

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use serde::Serialize;

use super::foreign::{Foreign, RawTurn};
use super::projects::KnownPlaces;
use crate::conversation::turn;
use crate::error::{Error, Result};
use pages::Pages;
use survey::Survey;

/// Turns in one step: some milliseconds each at most.
const STEP_TURNS: usize = 64;

/// What one step gave.
#[derive(Debug, Default)]
pub struct Part {
    /// Turns whose logs are whole. None of them was forgotten there.
    pub turns: Vec<RawTurn>,
    /// Turns that were forgotten there; all of them come before the first turn.
    pub forgotten: Vec<String>,
    /// Whether this was the last one.
    pub is_last: bool,
}

/// What was found in all.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize)]
pub struct Findings {
    /// Whether `SQLite` found no fault in the file.
    pub is_sound: bool,
    /// Turns whose logs are whole.
    pub found: u64,
    /// Turns that the file held: of a damaged one at least so many.
    pub named: u64,
    /// Found turns that stay out here: forgotten in this memory, or excluded.
    pub left_out: u64,
    /// When the last of them began, in milliseconds since the epoch; 0 when that is not known.
    pub last_ms: i64,
    /// Paths of the transcripts that were read into it.
    pub transcripts: Vec<String>,
}

/// A database that is only read, in steps. No row of it is trusted to be there.
pub struct Source {
    sqlite: Option<Foreign>,
    /// Of a damaged database.
    pages: Option<(Pages, Survey)>,
    stage: Stage,
    /// Ids of the turns that `SQLite` found.
    by_id: HashSet<i64>,
    /// Ids of those that the pages hold beside them.
    by_page: HashSet<i64>,
    /// Ids that rows name whose turns were forgotten.
    removed: HashSet<i64>,
    /// How many ids rows name.
    named: usize,
    forgotten: BTreeSet<String>,
    findings: Findings,
    /// What to say when nothing is found.
    fault: Option<Error>,
}

/// What the next step does.
enum Stage {
    Survey,
    /// Ids that are asked for, and how many were.
    ByIds(Vec<i64>, usize),
    /// Goes on behind this id.
    AllIds(i64),
    /// Pages with turns that were read.
    ByPages(usize),
    Done,
}

impl Source {
    /// Opens a database file, which is never written to; its log, if it has one, is read too. An
    /// error when neither way finds a database.
    pub fn open(path: &Path) -> Result<Self> {
        let sqlite = Foreign::open(path).map_err(|error| super::located(error, path));
        let is_sound = sqlite.as_ref().is_ok_and(Foreign::is_sound);
        let (sqlite, fault) = match sqlite {
            Ok(sqlite) => (Some(sqlite), None),
            Err(fault) => (None, Some(fault)),
        };
        let pages = if is_sound { None } else { Pages::open(path) };
        let fault = match fault {
            Some(fault) if pages.is_none() => return Err(fault),
            fault => fault,
        };
        let stage = if pages.is_some() { Stage::Survey } else { Stage::AllIds(0) };
        let mut source = Self {
            sqlite,
            pages: pages.map(|pages| (pages, Survey::default())),
            stage,
            by_id: HashSet::new(),
            by_page: HashSet::new(),
            removed: HashSet::new(),
            named: 0,
            forgotten: BTreeSet::new(),
            findings: Findings { is_sound, ..Findings::default() },
            fault,
        };
        if let Some(sqlite) = &source.sqlite {
            source.forgotten.extend(sqlite.forgotten());
            source.findings.transcripts = sqlite.transcripts();
            source.findings.last_ms = sqlite.last_ms();
        }
        Ok(source)
    }

    /// Returns what the next step finds.
    pub fn step(&mut self) -> Result<Part> {
        match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Survey => self.survey(),
            Stage::AllIds(after) => self.all_ids(after),
            Stage::ByIds(ids, from) => Ok(self.by_ids(ids, from)),
            Stage::ByPages(at) => Ok(self.by_pages(at)),
            Stage::Done => Ok(Part { is_last: true, ..Part::default() }),
        }
    }

    /// Returns what was found so far; all of it after the last step.
    pub fn findings(&self) -> Findings {
        let is_gone = |id: &&i64| !self.by_id.contains(id) && !self.by_page.contains(id);
        let gone = self.removed.iter().filter(is_gone).count();
        Findings {
            found: (self.by_id.len() + self.by_page.len()) as u64,
            named: self.named.saturating_sub(gone) as u64,
            ..self.findings.clone()
        }
    }

    /// Returns the repositories, directories and commits that are known there; all of them after the
    /// last step.
    pub fn known_places(&self) -> KnownPlaces {
        let by_sqlite = self.sqlite.as_ref().map(Foreign::known_places).unwrap_or_default();
        let on_pages = self.pages.as_ref().map(|(_, survey)| survey.known_places());
        by_sqlite.unite(on_pages.unwrap_or_default())
    }

    /// Notes that turns of the last part are not wanted.
    pub fn leave_out(&mut self, turns: u64) {
        self.findings.left_out += turns;
    }

    fn survey(&mut self) -> Result<Part> {
        let Some((pages, survey)) = &mut self.pages else { return self.all_ids(0) };
        if !survey.step(pages) {
            self.stage = Stage::Survey;
            return Ok(Part::default());
        }
        if let (true, Some(fault)) = (survey.is_empty(), self.fault.take()) {
            return Err(fault);
        }
        let named = survey.named();
        self.named = named.len();
        self.findings.last_ms = survey.last_ms();
        self.forgotten.append(&mut survey.forgotten);
        let mut transcripts = std::mem::take(&mut survey.transcripts);
        transcripts.extend(std::mem::take(&mut self.findings.transcripts));
        self.findings.transcripts = transcripts.into_iter().collect();
        self.stage = Stage::ByIds(named, 0);
        Ok(self.first())
    }

    /// The first part with anything in it: what was forgotten.
    fn first(&self) -> Part {
        Part { forgotten: self.forgotten.iter().cloned().collect(), ..Part::default() }
    }

    fn all_ids(&mut self, after: i64) -> Result<Part> {
        let Some(sqlite) = &self.sqlite else {
            return Ok(Part { is_last: true, ..Part::default() });
        };
        let ids = sqlite.ids_after(after, STEP_TURNS)?;
        let turns = ids.iter().filter_map(|&id| Some((id, sqlite.turn(id)?))).collect();
        self.named += ids.len();
        let mut part = if after == 0 { self.first() } else { Part::default() };
        let (ids_found, turns) = self.whole(turns);
        self.by_id.extend(ids_found);
        part.turns = turns;
        match ids.last() {
            Some(&last) => self.stage = Stage::AllIds(last),
            None => part.is_last = true,
        }
        Ok(part)
    }

    /// Each is asked for by itself: a damaged page costs only the turns that stand on it.
    fn by_ids(&mut self, ids: Vec<i64>, from: usize) -> Part {
        let end = (from + STEP_TURNS).min(ids.len());
        let sqlite = self.sqlite.as_ref();
        let read = |&id: &i64| Some((id, sqlite?.turn(id)?));
        let turns = ids[from..end].iter().filter_map(read).collect();
        let (found, turns) = self.whole(turns);
        self.by_id.extend(found);
        self.stage = if end < ids.len() { Stage::ByIds(ids, end) } else { Stage::ByPages(0) };
        Part { turns, ..Part::default() }
    }

    /// Takes all that `SQLite` did not find. Where two pages hold states of one turn, both are
    /// taken: a turn is the union of its entries.
    fn by_pages(&mut self, from: usize) -> Part {
        let mut turns = Vec::new();
        let mut next = Some(from);
        while let (Some(at), Some((pages, survey))) = (next, &mut self.pages) {
            if turns.len() >= STEP_TURNS || at - from >= STEP_TURNS {
                break;
            }
            let rows = survey.turns(at, pages, |id| self.by_id.contains(&id));
            next = rows.is_some().then_some(at + 1);
            turns.extend(rows.unwrap_or_default());
        }
        let (found, turns) = self.whole(turns);
        self.by_page.extend(found);
        self.stage = next.map_or(Stage::Done, Stage::ByPages);
        Part { turns, is_last: next.is_none(), ..Part::default() }
    }

    /// Keeps the turns whose logs are as they were written and that were not forgotten.
    fn whole(&mut self, turns: Vec<(i64, RawTurn)>) -> (Vec<i64>, Vec<RawTurn>) {
        let (gone, kept): (Vec<_>, Vec<_>) =
            turns.into_iter().partition(|(_, turn)| self.forgotten.contains(&turn.uuid));
        self.removed.extend(gone.into_iter().map(|(id, _)| id));
        kept.into_iter().filter(|(_, turn)| turn::is_whole(&turn.log)).unzip()
    }
}
