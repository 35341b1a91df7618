//! The line of an export: what travels between memories, whichever way it travels.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::conversation::entry::Entry;
use crate::json;
use crate::notes::Statement;
use crate::sources;
use crate::store::SessionPosition;

/// One line of an export.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Record {
    /// The first line of an export.
    Mementor {
        /// Version of the format.
        version: u32,
        /// Commits of each project's repositories, by project key. A clone on another machine is
        /// recognised by them.
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        commits: BTreeMap<String, Vec<String>>,
    },
    /// A turn.
    Turn(TurnRecord),
    /// A note.
    Note(NoteRecord),
    /// A forgotten turn or note, which must not be imported.
    Forgotten {
        /// Its uuid.
        turn: String,
    },
}

/// A turn with everything that cannot be derived.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TurnRecord {
    /// UUID of the turn's prompt.
    pub turn: String,
    /// The turn's project.
    pub project: ProjectRecord,
    /// The coding agent that wrote it; left out where it is the default.
    #[serde(skip_serializing_if = "is_default")]
    pub agent: String,
    /// The sessions that contain it.
    pub sessions: Vec<SessionPosition>,
    /// The entries, in order. Entries of a newer version are written as stored; an entry that is
    /// not a JSON object is written as a string.
    #[serde(serialize_with = "as_stored")]
    pub entries: Vec<Entry>,
}

/// A note with everything that cannot be derived.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NoteRecord {
    /// UUID of the note.
    pub note: String,
    /// The note's project.
    pub project: ProjectRecord,
    /// Its statements, in the order of time. What a newer version wrote stands as it is stored.
    #[serde(serialize_with = "statements_as_stored")]
    pub statements: Vec<Statement>,
}

fn default_agent() -> String {
    sources::DEFAULT.to_owned()
}

fn is_default(agent: &str) -> bool {
    agent == sources::DEFAULT
}

/// A project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectRecord {
    /// Identity of the project.
    pub key: String,
    /// Name for people.
    pub name: String,
}

/// Serialises a record. Records consist of strings, numbers and JSON values, so this cannot fail.
pub fn line(record: &Record) -> String {
    serde_json::to_string(record).unwrap_or_default()
}

impl Record {
    /// Parses a line; `None` when its format is unknown. Entries are parsed one by one, so that an
    /// entry of a newer version does not fail the line.
    pub fn read(line: &str) -> Option<Self> {
        #[derive(Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum Kind {
            Mementor,
            Turn,
            Note,
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
            note: Option<String>,
            statements: Option<Vec<Box<RawValue>>>,
        }
        let line: Line = json::read(line)?;
        Some(match line.kind {
            Kind::Mementor => Self::Mementor { version: line.version?, commits: line.commits },
            Kind::Forgotten => Self::Forgotten { turn: line.turn? },
            Kind::Note => Self::Note(NoteRecord {
                note: line.note?,
                project: line.project?,
                statements: line.statements?.iter().map(|json| statement_as(json.get())).collect(),
            }),
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

/// Serialises each statement as stored; one that is not a JSON object becomes a string.
fn statements_as_stored<S: Serializer>(
    statements: &[Statement],
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_seq(statements.iter().map(|statement| raw_json(&statement.to_json())))
}

/// Parses a statement written by [`statements_as_stored`].
fn statement_as(json: &str) -> Statement {
    match serde_json::from_str::<String>(json) {
        Ok(text) if !text.trim().is_empty() => Statement::from_json(&text.replace('\n', " ")),
        _ => Statement::from_json(&json.replace('\n', " ")),
    }
}

fn raw_json(json: &str) -> Box<RawValue> {
    let json = if json.starts_with('{') && json::is_json(json) {
        json.to_owned()
    } else {
        serde_json::Value::from(json).to_string()
    };
    RawValue::from_string(json).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

/// Serialises each entry as stored; an entry that is not a JSON object becomes a string.
fn as_stored<S: Serializer>(
    entries: &[Entry],
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_seq(entries.iter().map(|entry| raw_json(&entry.to_json())))
}

/// Parses an entry written by [`as_stored`] or by another program. A log holds one entry per line.
fn stored_as(json: &str) -> Entry {
    match serde_json::from_str::<String>(json) {
        Ok(text) if !text.trim().is_empty() => Entry::from_json(&text.replace('\n', " ")),
        _ => Entry::from_json(&json.replace('\n', " ")),
    }
}
