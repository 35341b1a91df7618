//! A question with what answers it.

use std::collections::HashSet;

/// What is counted as one result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A prompt and all work until the next one.
    Turn,
    /// All turns of a conversation.
    Session,
}

impl Unit {
    /// Returns the name that is printed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Session => "session",
        }
    }
}

/// The turns that are right in a unit: for sessions, all turns of the right ones.
#[derive(Debug, Clone)]
pub struct Gold {
    /// What is counted.
    pub unit: Unit,
    /// Ids of the turns.
    pub turns: HashSet<String>,
}

/// A question asked in a project.
#[derive(Debug, Clone)]
pub struct Question {
    /// Where it is asked.
    pub project: String,
    /// The kinds it counts in.
    pub kinds: Vec<String>,
    /// Its words.
    pub text: String,
    /// What is right, by unit.
    pub golds: Vec<Gold>,
}

/// A prompt that deserves no memory of the project it is asked in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undeserving {
    /// Where it is asked.
    pub project: String,
    /// Its words.
    pub text: String,
}

/// The kind that counts everything a set is judged by.
pub const ALL: &str = "all";

/// A set of questions over some projects.
pub struct QuestionSet {
    /// Its name.
    pub name: &'static str,
    /// The units it is measured in.
    pub units: &'static [Unit],
    /// Its kinds, in the order in which they are printed.
    pub kinds: Vec<String>,
    /// The questions.
    pub questions: Vec<Question>,
    /// What was left out, and why.
    pub notes: Vec<String>,
}
