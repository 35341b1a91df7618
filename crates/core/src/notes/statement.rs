//! One statement about a note, and its JSON form.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::state::State;
use crate::hash::hex_digest;
use crate::json;

/// A statement about a note.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Statement {
    /// Its id.
    pub id: String,
    /// When it was made, in milliseconds since the epoch.
    #[serde(rename = "at")]
    pub at_ms: i64,
    /// Who made it.
    pub by: Author,
    /// What it says.
    #[serde(flatten)]
    pub says: Says,
    /// The JSON as it was read, when this build does not understand all of it.
    #[serde(skip)]
    pub raw: Option<Box<str>>,
}

/// Who made a statement.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Author {
    /// A person.
    #[default]
    Person,
    /// A rule that found it in what a person typed.
    Prompt,
    /// A rule that found it in an answer of the model.
    Answer,
    /// A coding agent, through a tool.
    Agent,
    /// Read from another tool's files.
    Import,
    /// The upkeep, which moves notes by their age; see [`super::ageing`].
    Upkeep,
}

impl Author {
    /// Whether a rule found it in a turn. Such a statement is derived from the turn.
    pub fn is_rule(self) -> bool {
        matches!(self, Self::Prompt | Self::Answer)
    }

    /// Whether what it says is the person's word: typed here, whoever found it there.
    pub fn is_persons(self) -> bool {
        matches!(self, Self::Person | Self::Prompt)
    }

    /// Whether it may say this of a note that is the person's word. Others only say it again; the
    /// upkeep moves it by its age, and rules tell what it takes back and what is lifted by that.
    pub(super) fn may_change_a_persons(self, says: &Says) -> bool {
        match self {
            Self::Person | Self::Prompt | Self::Upkeep => true,
            Self::Answer if matches!(says, Says::Moved { to: State::Active }) => true,
            Self::Answer | Self::Agent | Self::Import => {
                matches!(says, Says::Written(_) | Says::Said { .. })
            }
        }
    }

    /// Returns the stored name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Prompt => "prompt",
            Self::Answer => "answer",
            Self::Agent => "agent",
            Self::Import => "import",
            Self::Upkeep => "upkeep",
        }
    }
}

/// What a statement says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "says", rename_all = "lowercase")]
pub enum Says {
    /// The note was written.
    Written(Box<Written>),
    /// The same was said again.
    Said {
        /// The session in which it was said, where one is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        session: Option<String>,
    },
    /// Some of it was changed.
    Edited(Edit),
    /// Its state changed.
    Moved {
        /// The new state.
        to: State,
    },
    /// The upkeep changed its state. That counts only while nobody used the note after `since_ms`.
    Tidied {
        /// The new state.
        to: State,
        /// The last use of the note that the upkeep knew of.
        #[serde(rename = "since")]
        since_ms: i64,
    },
    /// Another note says the opposite, or something else of the same subject.
    Contradicted {
        /// Id of the other note, which supersedes this one.
        other: String,
    },
    /// It says the same as another note, which counts it from now on.
    Same {
        /// Id of the other note.
        other: String,
    },
    /// It was pinned or unpinned.
    Pinned {
        /// Whether it is pinned now.
        pinned: bool,
    },
    /// A newer version says something that this build does not know.
    #[serde(skip)]
    Unknown,
}

/// The first statement about a note: all of its fields.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Written {
    /// Name of its kind.
    pub kind: String,
    /// One line.
    pub summary: String,
    /// The rest, in Markdown.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub body: String,
    /// Tags.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Where it holds.
    #[serde(skip_serializing_if = "NoteScope::is_project")]
    pub scope: NoteScope,
    /// Files that it is about, as paths.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// Directory in which it was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// Branch that was checked out there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// Where it was found, when nobody wrote it as a note.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Its first state.
    #[serde(skip_serializing_if = "State::is_active")]
    pub state: State,
    /// Whether it was pinned from the beginning.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
    /// Ids of the notes that it replaces.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<String>,
    /// What it is related to: ids of notes, or names that another tool used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub relates_to: Vec<String>,
}

impl State {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_active(&self) -> bool {
        *self == Self::Active
    }
}

/// Where a note holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "NoteScope"))]
pub enum NoteScope {
    /// In its project.
    #[default]
    Project,
    /// On one branch of its project.
    Branch,
    /// Everywhere: it is about the person.
    Person,
}

impl NoteScope {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_project(&self) -> bool {
        *self == Self::Project
    }
}

/// The turn that a note comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "NoteOrigin"))]
pub struct Origin {
    /// UUID of the turn.
    pub turn: String,
    /// The words that say it.
    pub words: String,
}

/// Changes of a note's fields; what is `None` stays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Edit {
    /// Name of its kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// The rest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// All tags.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// All files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<Vec<String>>,
}

/// Id prefix of a statement whose own id cannot be read.
const UNREAD: &str = "unread-";

impl Statement {
    /// Makes a statement about a note. Its id is derived from what it says, so that the same
    /// statement is the same everywhere.
    pub fn new(note: &str, at_ms: i64, by: Author, says: Says) -> Self {
        let made = Self { id: String::new(), at_ms, by, says, raw: None };
        let id = hex_digest(format!("{note}\n{}", made.to_json()).as_bytes());
        Self { id: id[..32].to_owned(), ..made }
    }

    /// Parses a statement as far as this build knows its form. What it does not know stays byte
    /// for byte in [`Statement::raw`].
    pub fn from_json(json: &str) -> Self {
        let value = json::value(json);
        let known = value.clone().and_then(|value| serde_json::from_value::<Self>(value).ok());
        match known {
            Some(statement) if serde_json::to_value(&statement).ok() == value => statement,
            Some(statement) => Self { raw: Some(json.into()), ..statement },
            None => Self::unknown(json, value.as_ref()),
        }
    }

    /// A statement of which only id and time are read, if those can be.
    fn unknown(json: &str, value: Option<&Value>) -> Self {
        let id = value.and_then(|value| value["id"].as_str()).map(str::to_owned);
        Self {
            id: id.unwrap_or_else(|| format!("{UNREAD}{}", &hex_digest(json.as_bytes())[..32])),
            at_ms: value.and_then(|value| value["at"].as_i64()).unwrap_or_default(),
            by: Author::default(),
            says: Says::Unknown,
            raw: Some(json.into()),
        }
    }

    /// Returns the turn in which a rule found what is written; `None` for any other statement.
    pub fn found_in(&self) -> Option<&str> {
        match &self.says {
            Says::Written(written) if self.by.is_rule() => {
                written.origin.as_ref().map(|origin| origin.turn.as_str())
            }
            _ => None,
        }
    }

    /// Returns its JSON: as it was read where this build does not understand all of it.
    pub fn to_json(&self) -> String {
        match &self.raw {
            Some(raw) => raw.to_string(),
            // Cannot fail: a statement consists of strings, numbers and booleans.
            None => serde_json::to_string(self).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_comes_back_as_it_was() {
        let written = Written {
            kind: "rule".into(),
            summary: "one \"line\"".into(),
            files: vec!["src/a.rs".into()],
            origin: Some(Origin { turn: "t".into(), words: "always".into() }),
            ..Written::default()
        };
        for says in [
            Says::Written(Box::new(written)),
            Says::Said { session: None },
            Says::Edited(Edit { body: Some(String::new()), ..Edit::default() }),
            Says::Moved { to: State::Archived },
            Says::Tidied { to: State::Tombstone, since_ms: 3 },
            Says::Contradicted { other: "n".into() },
            Says::Same { other: "n".into() },
            Says::Pinned { pinned: false },
        ] {
            let statement = Statement::new("note", 7, Author::Person, says);
            assert_eq!(Statement::from_json(&statement.to_json()), statement);
        }
    }

    #[test]
    fn the_same_statement_has_the_same_id_and_another_one_another() {
        let pin = |note, at_ms| {
            Statement::new(note, at_ms, Author::Person, Says::Pinned { pinned: true }).id
        };
        assert_eq!(pin("n", 1), pin("n", 1));
        assert!(pin("n", 1) != pin("n", 2) && pin("n", 1) != pin("m", 1));
    }

    #[test]
    fn what_a_newer_version_says_stays_byte_for_byte() {
        for json in [
            r#"{"id":"s","at":7,"by":"person","says":"sung","notes":[1.50,1E+3]}"#,
            r#"{"id":"s","at":7,"by":"robot","says":"pinned","pinned":true}"#,
            r#"{"id":"s","at":7,"by":"person","says":"moved","to":"asleep"}"#,
            r#"{"of":"tomorrow"}"#,
            "no JSON",
        ] {
            let statement = Statement::from_json(json);
            assert_eq!((statement.to_json().as_str(), &statement.says), (json, &Says::Unknown));
            assert_eq!(Statement::from_json(json), statement, "the same each time");
        }
        let json = r#"{"id":"s","at":7,"by":"person","says":"pinned","pinned":true,"why":"x"}"#;
        let statement = Statement::from_json(json);
        assert_eq!(statement.says, Says::Pinned { pinned: true });
        assert_eq!(statement.to_json(), json);
    }
}
