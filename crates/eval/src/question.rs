//! Questions and their right answers.

use std::collections::HashSet;

/// The unit that counts as one result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A prompt and all work until the next one.
    Turn,
    /// All turns of a session.
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

/// The right turns for a unit; for sessions, all turns of the right sessions.
#[derive(Debug, Clone)]
pub struct Gold {
    /// The unit.
    pub unit: Unit,
    /// Ids of the turns.
    pub turns: HashSet<String>,
}

/// A question asked in a project.
#[derive(Debug, Clone)]
pub struct Question {
    /// Project in which it is asked.
    pub project: String,
    /// Kinds of questions that it belongs to.
    pub kinds: Vec<String>,
    /// Text of the question.
    pub text: String,
    /// The right turns, by unit.
    pub golds: Vec<Gold>,
}

/// A prompt that deserves no memory of the project it is asked in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undeserving {
    /// Project in which it is asked.
    pub project: String,
    /// Text of the prompt.
    pub text: String,
}

/// The kind with all questions that a set is judged by.
pub const ALL: &str = "all";

/// A set of questions about some projects.
pub struct QuestionSet {
    /// Name of the set.
    pub name: &'static str,
    /// Units in which it is measured.
    pub units: &'static [Unit],
    /// Its kinds, in print order.
    pub kinds: Vec<String>,
    /// The questions.
    pub questions: Vec<Question>,
    /// Notes on what was left out, and why.
    pub notes: Vec<String>,
}
