//! A note, as people see it.

use serde::{Deserialize, Serialize};

use super::kinds::kind_named;
use super::state::State;
use super::statement::{Author, NoteScope, Origin};
use crate::hash::hex_digest;
use crate::item::Fields;

/// A note, as people see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// Name of its kind. A newer version may know others than [`super::KINDS`].
    pub kind: String,
    /// One line.
    pub summary: String,
    /// The rest, in Markdown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub body: String,
    /// The whole line, where the summary is only its beginning; see [`super::line`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// Tags.
    pub tags: Vec<String>,
    /// Tags in its text, such as `POISON_PATH`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// Where it holds.
    pub scope: NoteScope,
    /// Files that it is about.
    pub files: Vec<String>,
    /// Directory in which it was written.
    pub cwd: Option<String>,
    /// Branch that was checked out there.
    pub branch: Option<String>,
    /// Where it was found.
    pub origin: Option<Origin>,
    /// Who wrote it first.
    pub author: Author,
    /// Its state.
    pub state: State,
    /// How sure it is, 0.1 to 1.
    pub confidence: f64,
    /// Whether a person pinned it.
    pub pinned: bool,
    /// Ids of the notes that it replaces.
    pub supersedes: Vec<String>,
    /// What it is related to: ids of notes, or names that another tool used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relates_to: Vec<String>,
    /// Id of the note that replaces it.
    pub superseded_by: Option<String>,
    /// When it was written, in milliseconds since the epoch.
    pub written_ms: i64,
    /// When the last statement about it was made.
    pub changed_ms: i64,
    /// How often it was said, each session counted once.
    pub said: u64,
    /// When it was last said.
    pub said_ms: i64,
    /// Turns in which it was marked or found, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<String>,
    /// Id of the note that says the same and counts this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged_into: Option<String>,
    /// What a note is recognised by that is found again: see [`key`]. `None` for one that a person
    /// marked, which is known by its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// Returns what two notes share that were first written as the same: a hash of the kind and the
/// normalised text.
pub fn key(kind: &str, summary: &str) -> String {
    hex_digest(format!("{kind}\n{}", normalised(summary)).as_bytes())[..32].to_owned()
}

impl Note {
    /// Whether a search shows it. What an agent proposes is found by whoever asks, marked as such.
    pub fn is_searched(&self) -> bool {
        let is_agents = self.state == State::Proposed && self.author == Author::Agent;
        is_agents || self.state.is_searched()
    }

    /// Returns the text that is searched; empty where no search shows it.
    pub fn fields(&self) -> Fields<'_> {
        if self.is_searched() {
            Fields { head: &self.summary, body: &self.body }
        } else {
            Fields::default()
        }
    }

    /// Returns the line that shows it where it must say everything.
    pub fn whole_line(&self) -> &str {
        self.line.as_ref().unwrap_or(&self.summary)
    }

    /// Returns its tags, with those in its text.
    pub fn all_tags(&self) -> impl Iterator<Item = &String> {
        self.tags.iter().chain(&self.marks)
    }

    /// Whether it does not age: it is pinned, or of a kind that lasts. A kind of a newer version is
    /// taken for one that lasts.
    pub fn is_lasting(&self) -> bool {
        self.pinned || !kind_named(&self.kind).is_ok_and(|kind| kind.ages)
    }

    /// Whether two notes say the same: kind, and text without case, spaces and final marks.
    pub fn says_the_same(&self, kind: &str, summary: &str, body: &str) -> bool {
        self.kind == kind && is_same_text(&self.summary, summary) && is_same_text(&self.body, body)
    }
}

/// Whether two texts are the same apart from case, spaces and marks at the end.
pub fn is_same_text(one: &str, other: &str) -> bool {
    // Most pairs of many differ in their first letter.
    let first = |text: &str| text.trim_start().chars().flat_map(char::to_lowercase).next();
    let differ = match (first(one), first(other)) {
        (Some(a), Some(b)) => a != b && a.is_alphanumeric() && b.is_alphanumeric(),
        _ => false,
    };
    !differ && normalised(one) == normalised(other)
}

/// Returns a text in lower case with single spaces, without marks at its end.
fn normalised(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ").trim_end_matches(['.', '!', ';', ',', ' ']).to_owned()
}
