//! Reads the turns of another Mementor database, also of a damaged one.
//!
//! `SQLite` reads a sound database. In a damaged one, `SQLite` first reads whatever its b-trees
//! still reach. Then all pages are scanned without the b-trees: a row is complete on its page even
//! when the header, the schema or the interior pages are damaged. Existing crates find pages
//! through the schema, so the file-format reader is our own: pages, cells, records, write-ahead
//! log.

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
use super::notes::RawNote;
use super::projects::KnownPlaces;
use crate::conversation::turn;
use crate::error::{Error, Result};
use pages::Pages;
use survey::Survey;

/// Maximum number of turns per step: a few milliseconds each at most.
const STEP_TURNS: usize = 64;

/// Result of one step.
#[derive(Debug, Default)]
pub struct SalvagedPart {
    /// Turns with an intact log that were not forgotten in the other database.
    pub turns: Vec<RawTurn>,
    /// Notes with an intact log that were not forgotten in the other database; all of them are
    /// returned in one part.
    pub notes: Vec<RawNote>,
    /// Turns and notes that were forgotten in the other database; all of them are returned before the first
    /// turn.
    pub forgotten: Vec<String>,
    /// Whether this was the last step.
    pub is_last: bool,
}

/// Summary of all steps.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Findings {
    /// Whether `SQLite` found the file intact.
    pub is_sound: bool,
    /// Number of turns with an intact log.
    pub found: u64,
    /// Number of turns in the file; for a damaged file, a lower bound.
    pub named: u64,
    /// Number of notes with an intact log.
    pub notes: u64,
    /// Number of notes in the file; for a damaged file, a lower bound.
    pub notes_named: u64,
    /// Number of found turns that are not imported: forgotten in this memory, or excluded.
    pub left_out: u64,
    /// Start of the most recent turn, in milliseconds since the epoch; 0 when unknown.
    pub last_ms: i64,
    /// Paths of the transcripts that were ingested into the database.
    pub transcripts: Vec<String>,
}

/// A database opened for reading in steps. Any of its rows may be missing.
pub struct SalvageSource {
    sqlite: Option<Foreign>,
    /// Only for a damaged database.
    pages: Option<(Pages, Survey)>,
    stage: Stage,
    /// Row ids of the turns that `SQLite` found.
    by_id: HashSet<i64>,
    /// Row ids of the further turns that the page scan found.
    by_page: HashSet<i64>,
    /// Row ids of turns that were forgotten but are still on a page.
    removed: HashSet<i64>,
    /// Number of turn ids that rows refer to.
    named: usize,
    forgotten: BTreeSet<String>,
    findings: Findings,
    /// The error to return when nothing is found.
    fault: Option<Error>,
}

/// The next step.
enum Stage {
    Survey,
    /// Turn ids to read, and how many of them were read.
    ByIds(Vec<i64>, usize),
    /// Continues after this turn id.
    AllIds(i64),
    /// Number of pages with turns that were read.
    ByPages(usize),
    Done,
}

impl SalvageSource {
    /// Opens a database file and its write-ahead log, if any, for reading only. Returns an error
    /// when neither `SQLite` nor the page scan recognises a database.
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

    /// Runs the next step and returns its result.
    pub fn step(&mut self) -> Result<SalvagedPart> {
        match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Survey => self.survey(),
            Stage::AllIds(after) => self.all_ids(after),
            Stage::ByIds(ids, from) => Ok(self.by_ids(ids, from)),
            Stage::ByPages(at) => Ok(self.by_pages(at)),
            Stage::Done => Ok(SalvagedPart { is_last: true, ..SalvagedPart::default() }),
        }
    }

    /// Returns the summary so far; complete after the last step.
    pub fn findings(&self) -> Findings {
        let is_gone = |id: &&i64| !self.by_id.contains(id) && !self.by_page.contains(id);
        let gone = self.removed.iter().filter(is_gone).count();
        Findings {
            found: (self.by_id.len() + self.by_page.len()) as u64,
            named: self.named.saturating_sub(gone) as u64,
            ..self.findings.clone()
        }
    }

    /// Returns the repositories, directories and commits that the database knows; complete after
    /// the last step.
    pub fn known_places(&self) -> KnownPlaces {
        let by_sqlite = self.sqlite.as_ref().map(Foreign::known_places).unwrap_or_default();
        let on_pages = self.pages.as_ref().map(|(_, survey)| survey.known_places());
        by_sqlite.unite(on_pages.unwrap_or_default())
    }

    /// Records that this many turns of the last part are not imported.
    pub fn leave_out(&mut self, turns: u64) {
        self.findings.left_out += turns;
    }

    fn survey(&mut self) -> Result<SalvagedPart> {
        let Some((pages, survey)) = &mut self.pages else { return self.all_ids(0) };
        if !survey.step(pages) {
            self.stage = Stage::Survey;
            return Ok(SalvagedPart::default());
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

    /// The first part with content: the forgotten turns, and all notes.
    fn first(&mut self) -> SalvagedPart {
        let notes = self.notes();
        SalvagedPart {
            forgotten: self.forgotten.iter().cloned().collect(),
            notes,
            ..SalvagedPart::default()
        }
    }

    /// Returns the notes that SQLite or the page scan finds, and counts them. Of a note on both, or
    /// on two pages, every version is returned: a note is the union of its statements.
    fn notes(&mut self) -> Vec<RawNote> {
        let mut all = self.sqlite.as_ref().map(Foreign::notes).unwrap_or_default();
        let mut named: HashSet<String> = all.iter().map(|note| note.uuid.clone()).collect();
        let mut unread = 0;
        if let Some((pages, survey)) = &mut self.pages {
            let on_pages = survey.all_notes(pages);
            let whole: HashSet<i64> = on_pages.iter().map(|(id, _)| *id).collect();
            unread = survey.named_notes().difference(&whole).count();
            named.extend(on_pages.iter().map(|(_, note)| note.uuid.clone()));
            all.extend(on_pages.into_iter().map(|(_, note)| note));
        }
        named.retain(|uuid| !self.forgotten.contains(uuid));
        all.retain(|note| named.contains(&note.uuid) && turn::is_whole(&note.log));
        let whole: HashSet<&String> = all.iter().map(|note| &note.uuid).collect();
        self.findings.notes = whole.len() as u64;
        self.findings.notes_named = (named.len().max(whole.len() + unread)) as u64;
        all
    }

    fn all_ids(&mut self, after: i64) -> Result<SalvagedPart> {
        let Some(sqlite) = &self.sqlite else {
            return Ok(SalvagedPart { is_last: true, ..SalvagedPart::default() });
        };
        let ids = sqlite.ids_after(after, STEP_TURNS)?;
        let turns = ids.iter().filter_map(|&id| Some((id, sqlite.turn(id)?))).collect();
        self.named += ids.len();
        let mut part = if after == 0 { self.first() } else { SalvagedPart::default() };
        let (ids_found, turns) = self.whole(turns);
        self.by_id.extend(ids_found);
        part.turns = turns;
        match ids.last() {
            Some(&last) => self.stage = Stage::AllIds(last),
            None => part.is_last = true,
        }
        Ok(part)
    }

    /// Reads each turn separately, so that a damaged page costs only the turns on it.
    fn by_ids(&mut self, ids: Vec<i64>, from: usize) -> SalvagedPart {
        let end = (from + STEP_TURNS).min(ids.len());
        let sqlite = self.sqlite.as_ref();
        let read = |&id: &i64| Some((id, sqlite?.turn(id)?));
        let turns = ids[from..end].iter().filter_map(read).collect();
        let (found, turns) = self.whole(turns);
        self.by_id.extend(found);
        self.stage = if end < ids.len() { Stage::ByIds(ids, end) } else { Stage::ByPages(0) };
        SalvagedPart { turns, ..SalvagedPart::default() }
    }

    /// Reads all turns that `SQLite` did not find. When two pages hold versions of one turn, both
    /// are returned: a turn is the union of its entries.
    fn by_pages(&mut self, from: usize) -> SalvagedPart {
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
        SalvagedPart { turns, is_last: next.is_none(), ..SalvagedPart::default() }
    }

    /// Keeps the turns with an intact log that were not forgotten.
    fn whole(&mut self, turns: Vec<(i64, RawTurn)>) -> (Vec<i64>, Vec<RawTurn>) {
        let (gone, kept): (Vec<_>, Vec<_>) =
            turns.into_iter().partition(|(_, turn)| self.forgotten.contains(&turn.uuid));
        self.removed.extend(gone.into_iter().map(|(id, _)| id));
        kept.into_iter().filter(|(_, turn)| turn::is_whole(&turn.log)).unzip()
    }
}
