//! Export and import of turns: as JSON lines, and from other databases.
//!
//! An export has one JSON object per line. The first is a header; each of the others is a turn with
//! its entries, a note with its statements, or the id of a forgotten turn or note. Importing merges: a
//! turn is the union of the entries from all sources, so importing twice changes nothing and the order
//! does not matter.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Serialize;

use crate::capture::belonging::belonging;
use crate::conversation::turn;
use crate::error::{Error, Result};
use crate::item::chunk::Splitter;
use crate::note_actions::files::{self, FileNote, NotesFolder, Taken};
use crate::notes::{self, State};
use crate::policy::CapturePolicy;
use crate::project::{self, Project};
use crate::record::{NoteRecord, ProjectRecord, Record, TurnRecord, line};
use crate::sources;
use crate::store::intake::{self, Arrival, Filing, Incoming, NotePlan, Under, Via, Voucher};
use crate::store::{
    Findings, KnownPlaces, RawNote, RawTurn, SalvageSource, SalvagedPart, Scope, Store,
};

/// Format version that this build writes, and the newest that it reads.
const VERSION: u32 = 1;

/// One part of an export.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Exported {
    /// Lines of JSON, without line ends.
    pub lines: Vec<String>,
    /// Number of turns left out because their log is damaged.
    pub damaged: u64,
    /// Number of entries of a newer version; they are in the lines unchanged.
    pub unread: u64,
    /// Id after which the next call continues; `None` at the end.
    pub next: Option<i64>,
}

/// Result of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Imported {
    /// Number of new turns, without those of subagents.
    pub turns: u64,
    /// Number of new turns of subagents.
    #[serde(rename = "agentTurns")]
    pub subagent_turns: u64,
    /// Number of turns that were stored before and got more, subagents' included.
    pub changed: u64,
    /// Number of turns that were already stored unchanged, or were forgotten.
    pub unchanged: u64,
    /// Number of notes stored or changed.
    pub notes: u64,
    /// Number of notes that were already stored unchanged, or were forgotten or excluded.
    pub notes_unchanged: u64,
    /// Number of lines that could not be parsed.
    pub unreadable: u64,
    /// Summary of an imported database, once all of it was read.
    pub findings: Option<Findings>,
}

/// Who brings something, and what is done with it.
#[derive(Clone, Copy)]
pub struct Bringing<'a> {
    /// Who vouches for it.
    pub voucher: Voucher,
    /// What must not be stored.
    pub policy: &'a CapturePolicy,
    /// Splits passages into chunks.
    pub splitter: &'a dyn Splitter,
    /// When it is brought, in milliseconds since the epoch.
    pub now_ms: i64,
}

/// Maximum number of turns per call: a few milliseconds each at most.
const STEP_TURNS: usize = 64;

/// Returns the lines of some turns in a scope. Pass `None` as `after` first, which returns the
/// header and the forgotten turns, then the value that the last call returned.
pub fn export(store: &Store, scope: &Scope, after: Option<i64>) -> Result<Exported> {
    let Some(after) = after else {
        let (forgotten, commits, notes) = store.read(|reader| {
            Ok((reader.forgotten()?, reader.commits_by_project(scope)?, reader.raw_notes(scope)?))
        })?;
        let count = notes.len();
        let notes: Vec<NoteRecord> = notes.into_iter().filter_map(NoteRecord::of).collect();
        let damaged = (count - notes.len()) as u64;
        let forgotten = forgotten.into_iter().map(|turn| Record::Forgotten { turn });
        let records =
            std::iter::once(Record::Mementor { version: VERSION, commits }).chain(forgotten);
        let records = records.chain(notes.into_iter().map(Record::Note));
        return Ok(Exported {
            lines: records.map(|record| line(&record)).collect(),
            damaged,
            next: Some(0),
            ..Exported::default()
        });
    };
    store.read(|reader| {
        let turns = reader.turns_after(after, STEP_TURNS)?;
        let next = turns.last().map(|(id, _)| *id);
        let mut exported = Exported { next, ..Exported::default() };
        for (id, _) in &turns {
            let Some(raw) = reader.raw_turn(*id, scope)? else { continue };
            match TurnRecord::of(raw, |_| None) {
                Some(turn) => {
                    exported.unread += turn::unread(&turn.entries);
                    exported.lines.push(line(&Record::Turn(turn)));
                }
                None => exported.damaged += 1,
            }
        }
        Ok(exported)
    })
}

/// Returns the number of stored entries that a newer version wrote. Reads every log.
pub fn unread_entries(store: &Store) -> Result<u64> {
    store.read(|reader| {
        let (mut unread, mut after) = (0, 0);
        loop {
            let turns = reader.turns_after(after, STEP_TURNS)?;
            for (id, _) in &turns {
                unread += turn::unread(&turn::decode(&reader.stored_turn(*id)?.log));
            }
            match turns.last() {
                Some((id, _)) => after = *id,
                None => return Ok(unread),
            }
        }
    })
}

/// Imports lines of an export. An unreadable line costs only itself. A newer format is an error,
/// because its turns may have another meaning.
pub fn import(store: &mut Store, lines: &[String], by: Bringing) -> Result<Imported> {
    let mut imported = Imported::default();
    let mut turns = Vec::new();
    let mut notes = Vec::new();
    let mut forgotten = Vec::new();
    let mut commits = BTreeMap::new();
    for line in lines.iter().filter(|line| !line.trim().is_empty()) {
        match Record::read(line) {
            Some(Record::Mementor { version, .. }) if version > VERSION => {
                let reason = format!("the export has version {version}, newer than {VERSION}");
                return Err(Error::InvalidArgument(reason));
            }
            Some(Record::Mementor { commits: of_projects, .. }) => commits.extend(of_projects),
            Some(Record::Turn(turn)) => turns.push(turn),
            Some(Record::Note(note)) => notes.push(note),
            Some(Record::Forgotten { turn }) => forgotten.push(turn),
            None => imported.unreadable += 1,
        }
    }
    // A turn that is stored here was not forgotten here: an import adds and never removes.
    store.write(|writer| {
        writer.note_forgotten_elsewhere(&forgotten)?;
        commits
            .into_iter()
            .try_for_each(|(key, commits)| writer.adopt_commits(&project::of_remote(key), &commits))
    })?;
    // First the notes, so that turns in which the same was found find them.
    unite_notes(store, notes, by, &mut imported)?;
    unite(store, turns, by, &mut imported)?;
    Ok(imported)
}

/// Proposes what the notes of others say, as notes of files.
fn propose_notes(
    store: &mut Store,
    notes: Vec<NoteRecord>,
    by: Bringing,
    imported: &mut Imported,
) -> Result<()> {
    let proposed: Vec<FileNote> = notes.into_iter().filter_map(file_note).collect();
    let place = NotesFolder { keeps_projects: true, ..NotesFolder::default() };
    for taken in files::take_in(store, &proposed, &place, by.policy, by.now_ms)? {
        match taken {
            Ok((Taken::Written | Taken::Changed, _)) => imported.notes += 1,
            Ok(_) | Err(_) => imported.notes_unchanged += 1,
        }
    }
    Ok(())
}

/// Returns what a note says as one of a file; `None` for one that does not hold there, or that its
/// turn brings.
fn file_note(NoteRecord { note: uuid, project, statements }: NoteRecord) -> Option<FileNote> {
    let note = notes::fold(&statements)?;
    let holds =
        note.state == State::Active && note.superseded_by.is_none() && note.turns.is_empty();
    holds.then(|| FileNote {
        uuid: Some(uuid),
        kind: note.kind,
        summary: note.summary,
        body: note.body,
        tags: note.tags,
        files: note.files,
        project: Some(Project { key: project.key, name: project.name }),
        ..FileNote::default()
    })
}

/// Merges notes with the stored ones.
fn unite_notes(
    store: &mut Store,
    notes: Vec<NoteRecord>,
    by: Bringing,
    imported: &mut Imported,
) -> Result<()> {
    let policy = by.policy;
    if by.voucher != Voucher::Person {
        return propose_notes(store, notes, by, imported);
    }
    for NoteRecord { note: uuid, project, statements } in notes {
        let ProjectRecord { key, name } = project;
        let project = Project { key, name };
        let under = Under::Project(&project);
        let plan = match NotePlan::adding(store, &uuid, under, statements.clone(), policy) {
            // What is stored is lost: what is imported takes its place.
            Err(Error::LogDamaged { .. }) => {
                NotePlan::in_place_of_damaged(store, &uuid, under, statements, policy)
            }
            plan => plan,
        };
        let plan = match plan {
            Err(Error::NoteExcluded { .. }) => None,
            plan => plan?,
        };
        match plan {
            Some(plan) if store.write(|writer| writer.write_note(&plan))? => imported.notes += 1,
            _ => imported.notes_unchanged += 1,
        }
    }
    Ok(())
}

/// Imports the next turns of another database, which may be damaged; everything readable is
/// imported. The last step returns the findings.
pub fn import_database(
    store: &mut Store,
    source: &mut SalvageSource,
    by: Bringing,
) -> Result<Imported> {
    let SalvagedPart { turns, notes, forgotten, is_last } = source.step()?;
    let places = if is_last { source.known_places() } else { KnownPlaces::default() };
    store.write(|writer| {
        writer.note_forgotten_elsewhere(&forgotten)?;
        writer.adopt_places(&places)
    })?;
    let person = store.person();
    let turns = store.read(|reader| {
        let project = |cwd: &Path| Some(belonging(reader, cwd, &person).ok()?.project);
        Ok(turns.into_iter().filter_map(|raw| TurnRecord::of(raw, project)).collect())
    })?;
    let mut imported = Imported::default();
    let notes = notes.into_iter().filter_map(NoteRecord::of).collect();
    unite_notes(store, notes, by, &mut imported)?;
    source.leave_out(unite(store, turns, by, &mut imported)?);
    imported.findings = is_last.then(|| source.findings());
    Ok(imported)
}

/// Merges turns with the stored ones. Returns how many were left out because they were forgotten
/// here or are excluded.
fn unite(
    store: &mut Store,
    turns: Vec<TurnRecord>,
    by: Bringing,
    imported: &mut Imported,
) -> Result<u64> {
    let Bringing { voucher, policy, splitter, .. } = by;
    let offered: BTreeSet<&String> = turns.iter().map(|turn| &turn.turn).collect();
    let offered = offered.len() as u64;
    let mut by_project: BTreeMap<(Project, String), Vec<Arrival>> = BTreeMap::new();
    for TurnRecord { turn, project, agent, sessions, entries } in turns {
        // An export by an older build or another program may contain text that is masked today.
        let arrival = Arrival::whole(turn, sessions, entries, &policy.masker);
        let ProjectRecord { key, name } = project;
        by_project.entry((Project { key, name }, agent)).or_default().push(arrival);
    }
    let mut turns = Vec::new();
    for ((project, agent), arrivals) in &mut by_project {
        let under = Some(Under::Project(project));
        let dialect = sources::dialect(agent);
        let filing = Filing { under, by_work: None, moves: false, voucher, agent, dialect };
        turns.push((filing, std::mem::take(arrivals)));
    }
    let incoming = Incoming { via: Via::Copy, turns };
    let received = intake::take_in(store, incoming, policy, splitter)?;
    imported.turns += received.new.turns;
    imported.subagent_turns += received.new.subagent_turns;
    imported.changed += received.changed;
    let taken = received.new.turns + received.new.subagent_turns + received.changed;
    imported.unchanged += offered.saturating_sub(taken);
    Ok(received.left_out)
}

impl NoteRecord {
    /// Converts a row; `None` when its log is damaged. A note without a readable project holds
    /// everywhere.
    fn of(RawNote { uuid, project, log }: RawNote) -> Option<Self> {
        let statements = notes::read(&log).filter(|statements| !statements.is_empty())?;
        let Project { key, name } = project.unwrap_or_else(project::everywhere);
        Some(Self { note: uuid, project: ProjectRecord { key, name }, statements })
    }
}

impl TurnRecord {
    /// Converts a row. If its project cannot be read, the project of its directory is used. The id
    /// is that of its prompt, whatever the row says, because only the log has a checksum. Returns
    /// `None` when nothing is readable.
    fn of(
        RawTurn { uuid, project, agent, places, log }: RawTurn,
        belongs: impl Fn(&Path) -> Option<Project>,
    ) -> Option<Self> {
        let entries = turn::decode(&log);
        let prompt = entries.iter().find(|entry| entry.is_prompt());
        let uuid = prompt.map_or(uuid, |prompt| prompt.id.clone());
        let cwd = entries.iter().find_map(|entry| entry.cwd.as_deref());
        let Project { key, name } = project.or_else(|| belongs(Path::new(cwd?)))?;
        let project = ProjectRecord { key, name };
        let sessions = places;
        (!entries.is_empty()).then_some(Self { turn: uuid, project, agent, sessions, entries })
    }
}
