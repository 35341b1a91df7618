//! Turns in a form that leaves the machine and comes back: JSON lines, and other databases.
//!
//! An export is one JSON object a line. The first says what it is, each of the others is a turn
//! with its entries, or names a turn that was forgotten. Importing merges: a turn is the union of
//! the entries that any source gives it, so twice is once and order doesn't matter.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::capture::belonging::belonging;
use crate::capture::ingest::{self, KeptOut, Splitter};
use crate::conversation::DEFAULT_AGENT;
use crate::conversation::entry::Entry;
use crate::conversation::turn::{self, TurnPart};
use crate::error::{Error, Result};
use crate::json;
use crate::project::{self, Project};
use crate::sources::claude_code;
use crate::store::{Findings, KnownPlaces, Part, RawTurn, Scope, SessionPosition, Source, Store};

/// What this build writes, and the newest it reads.
const VERSION: u32 = 1;

/// One line.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Record {
    /// The first line of an export.
    Mementor {
        /// Of the form.
        version: u32,
        /// Commits of each project's repositories, by the project's key: a clone on another
        /// machine shows by them that it is one of these.
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        commits: BTreeMap<String, Vec<String>>,
    },
    /// A turn.
    Turn(TurnRecord),
    /// A turn that stays away.
    Forgotten {
        /// Its uuid.
        turn: String,
    },
}

/// A turn with all that cannot be derived.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TurnRecord {
    /// The turn, by its prompt's uuid.
    pub turn: String,
    /// The project it belongs to.
    pub project: ProjectRecord,
    /// The coding agent that wrote it; left out where it is the default.
    #[serde(skip_serializing_if = "is_default")]
    pub agent: String,
    /// Sessions it stands in.
    pub sessions: Vec<SessionPosition>,
    /// What was said and done, in order; those of a newer version stand as they are stored, as a
    /// string of it what is no JSON object.
    #[serde(serialize_with = "as_stored")]
    pub entries: Vec<Entry>,
}

fn default_agent() -> String {
    DEFAULT_AGENT.to_owned()
}

fn is_default(agent: &str) -> bool {
    agent == DEFAULT_AGENT
}

/// A project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectRecord {
    /// What it is known by.
    pub key: String,
    /// What it is called.
    pub name: String,
}

/// A part of an export.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Exported {
    /// JSON, without line ends.
    pub lines: Vec<String>,
    /// Turns that are left out, as their log is damaged.
    pub damaged: u64,
    /// Entries of a newer version: they are in the lines as they stand.
    pub unread: u64,
    /// What the next call begins after; `None` at the end.
    pub next: Option<i64>,
}

/// What an import did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Imported {
    /// Turns that were stored or changed.
    pub turns: u64,
    /// Turns that were known as they are, or that were forgotten.
    pub unchanged: u64,
    /// Lines that could not be read.
    pub unreadable: u64,
    /// What was found in a database, when all of it was read.
    pub findings: Option<Findings>,
}

/// Turns in one call: some milliseconds each at most.
const STEP_TURNS: usize = 64;

/// Returns the lines of some turns of a scope. `after` is `None` at first, which gives the first
/// line and what was forgotten, then what the last call returned.
pub fn export(store: &Store, scope: &Scope, after: Option<i64>) -> Result<Exported> {
    let Some(after) = after else {
        let (forgotten, commits) =
            store.read(|reader| Ok((reader.forgotten()?, reader.commits_by_project(scope)?)))?;
        let forgotten = forgotten.into_iter().map(|turn| Record::Forgotten { turn });
        let records =
            std::iter::once(Record::Mementor { version: VERSION, commits }).chain(forgotten);
        return Ok(Exported {
            lines: records.map(|record| line(&record)).collect(),
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

/// Returns how many stored entries a newer version wrote. Reads every log.
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

/// Records are made of strings, numbers and JSON values: all of them can be written.
fn line(record: &Record) -> String {
    serde_json::to_string(record).unwrap_or_default()
}

/// Takes lines of an export in. One that cannot be read costs only itself; a newer form is an
/// error, as its turns may mean something else.
pub fn import(
    store: &mut Store,
    lines: &[String],
    kept_out: &KeptOut,
    splitter: &dyn Splitter,
) -> Result<Imported> {
    let mut imported = Imported::default();
    let mut turns = Vec::new();
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
            Some(Record::Forgotten { turn }) => forgotten.push(turn),
            None => imported.unreadable += 1,
        }
    }
    // What is stored here was not forgotten here: an import adds and never takes away.
    store.write(|writer| {
        forgotten.iter().try_for_each(|turn| writer.note_forgotten_elsewhere(turn))?;
        commits
            .into_iter()
            .try_for_each(|(key, commits)| writer.adopt_commits(&project::of_remote(key), &commits))
    })?;
    unite(store, turns, kept_out, splitter, &mut imported)?;
    Ok(imported)
}

/// Takes the next turns of another database in, which may be damaged: what of it can be read is
/// taken. The last step has the findings.
pub fn import_database(
    store: &mut Store,
    source: &mut Source,
    kept_out: &KeptOut,
    splitter: &dyn Splitter,
) -> Result<Imported> {
    let Part { turns, forgotten, is_last } = source.step()?;
    let places = if is_last { source.known_places() } else { KnownPlaces::default() };
    store.write(|writer| {
        forgotten.iter().try_for_each(|turn| writer.note_forgotten_elsewhere(turn))?;
        writer.adopt_places(&places)
    })?;
    let owner = store.owner();
    let turns = store.read(|reader| {
        let project = |cwd: &Path| Some(belonging(reader, cwd, owner).ok()?.project);
        Ok(turns.into_iter().filter_map(|raw| TurnRecord::of(raw, project)).collect())
    })?;
    let mut imported = Imported::default();
    source.leave_out(unite(store, turns, kept_out, splitter, &mut imported)?);
    imported.findings = is_last.then(|| source.findings());
    Ok(imported)
}

/// Unites turns with what is stored. Returns how many stay out, as they were forgotten here or are
/// excluded.
fn unite(
    store: &mut Store,
    turns: Vec<TurnRecord>,
    kept_out: &KeptOut,
    splitter: &dyn Splitter,
    imported: &mut Imported,
) -> Result<u64> {
    let mut left_out = 0;
    let offered = turns.iter().map(|turn| &turn.turn).collect::<std::collections::BTreeSet<_>>();
    let offered = offered.len() as u64;
    let mut places = Vec::new();
    let mut by_project: BTreeMap<(String, String, String), Vec<TurnPart>> = BTreeMap::new();
    for TurnRecord { turn, project, agent, sessions, mut entries } in turns {
        let cwd = entries.iter().find_map(|entry| entry.cwd.as_deref());
        let is_excluded = cwd.is_some_and(|cwd| kept_out.excluded.covers(Path::new(cwd)));
        if is_excluded || store.read(|reader| reader.is_forgotten(&turn))? {
            left_out += 1;
            continue;
        }
        // An export of an older build, or of other hands, may hold what is masked today.
        for entry in &mut entries {
            claude_code::mask_entry(entry, &kept_out.masker);
        }
        let position = sessions.iter().map(|place| place.position).min().unwrap_or_default();
        places.extend(sessions.into_iter().map(|place| (turn.clone(), place)));
        by_project.entry((project.key, project.name, agent)).or_default().push(TurnPart {
            id: turn,
            session: None,
            position,
            continues: None,
            entries,
        });
    }
    for ((key, name, agent), parts) in by_project {
        let project = store.write(|writer| writer.project_id(&Project { key, name }))?;
        let moves = ingest::Override::Keep;
        let prepared = ingest::prepare(store, parts, Some(project), &agent, moves, splitter)?;
        imported.turns += prepared.len() as u64;
        store.write(|writer| {
            prepared.iter().try_for_each(|turn| writer.put_turn(turn))?;
            ingest::read_again(writer, &prepared)
        })?;
    }
    store.write(|writer| {
        places.iter().try_for_each(|(turn, SessionPosition { session, position })| {
            writer.put_session_turn(turn, session, *position)
        })
    })?;
    imported.unchanged += offered.saturating_sub(imported.turns);
    Ok(left_out)
}

impl Record {
    /// Reads a line; `None` when its form is not known. Entries are read one by one, so that one of
    /// a newer version costs nothing.
    fn read(line: &str) -> Option<Self> {
        #[derive(Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum Kind {
            Mementor,
            Turn,
            Forgotten,
        }
        #[derive(Deserialize)]
        struct Line {
            #[serde(rename = "type")]
            kind: Kind,
            version: Option<u32>,
            #[serde(default)]
            commits: BTreeMap<String, Vec<String>>,
            turn: Option<String>,
            project: Option<ProjectRecord>,
            #[serde(default = "default_agent")]
            agent: String,
            sessions: Option<Vec<SessionPosition>>,
            entries: Option<Vec<Box<RawValue>>>,
        }
        let line: Line = json::read(line)?;
        Some(match line.kind {
            Kind::Mementor => Self::Mementor { version: line.version?, commits: line.commits },
            Kind::Forgotten => Self::Forgotten { turn: line.turn? },
            Kind::Turn => Self::Turn(TurnRecord {
                turn: line.turn?,
                project: line.project?,
                agent: line.agent,
                sessions: line.sessions?,
                entries: line.entries?.iter().map(|entry| stored_as(entry.get())).collect(),
            }),
        })
    }
}

/// Writes each entry as it is stored: as a string what is no JSON object.
fn as_stored<S: Serializer>(
    entries: &[Entry],
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_seq(entries.iter().map(|entry| {
        let json = entry.to_json();
        let json = if json.starts_with('{') && json::is_json(&json) {
            json.into_owned()
        } else {
            serde_json::Value::from(json.as_ref()).to_string()
        };
        RawValue::from_string(json).unwrap_or_else(|_| RawValue::NULL.to_owned())
    }))
}

/// Reads an entry that [`as_stored`] wrote, or other hands. A log holds one entry a line.
fn stored_as(json: &str) -> Entry {
    match serde_json::from_str::<String>(json) {
        Ok(text) if !text.trim().is_empty() => Entry::from_json(&text.replace('\n', " ")),
        _ => Entry::from_json(&json.replace('\n', " ")),
    }
}

impl TurnRecord {
    /// Returns what a row says; a turn whose project cannot be read is of the one that its directory
    /// belongs to, and one is named after its prompt whatever its row says: only the log has a checksum.
    /// `None` when nothing can be read of it.
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
