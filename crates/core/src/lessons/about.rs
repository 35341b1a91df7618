//! Which lessons a question is about: one that pastes their error, or names their command.

use serde::{Deserialize, Serialize};

use super::Lesson;
use super::error_line::masked_lines;
use crate::work::{missing_program, program_of};

/// What is asked for; without both, all lessons.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct LessonsWanted {
    /// A pasted error.
    pub error: Option<String>,
    /// Words that may name a command.
    pub words: Option<String>,
}

/// A lesson as it is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LessonRow {
    /// Names the shape of its error.
    pub id: String,
    /// What failed, and what then worked.
    pub line: String,
    /// The sessions that failed, the last one first.
    pub sessions: Vec<String>,
    /// When it failed last, in milliseconds since the epoch.
    pub last_ms: i64,
    /// Whether a session is told of it when it starts.
    pub is_told: bool,
    /// Whether the person rejected it.
    pub is_rejected: bool,
}

/// Programs of which only a subcommand says what is meant.
const GENERAL: [&str; 8] = ["bun", "docker", "gh", "git", "go", "npm", "npx", "pnpm"];

/// Whether a question is about a lesson.
pub fn is_about(lesson: &Lesson, wanted: &LessonsWanted) -> bool {
    match (&wanted.error, &wanted.words) {
        (Some(error), _) => has_error(lesson, error),
        (None, Some(words)) => names(lesson, words),
        (None, None) => true,
    }
}

/// Whether a pasted text has the lesson's error.
fn has_error(lesson: &Lesson, text: &str) -> bool {
    if lesson.lacks_program {
        let program = Some(program_of(&lesson.command));
        return text.lines().any(|line| missing_program(line) == program);
    }
    // What stands for an argument stands for any word.
    let is_same = |line: &str| {
        let (own, other) = (lesson.error.split(' '), line.split(' '));
        own.clone().count() == other.clone().count()
            && own.zip(other).all(|(own, other)| own == other || own == "_")
    };
    masked_lines(text).any(|line| is_same(&line))
}

/// Whether words name the command.
fn names(lesson: &Lesson, words: &str) -> bool {
    let words: Vec<&str> = words.split_whitespace().collect();
    let mut key = lesson.command.split(' ');
    let program = key.next().unwrap_or_default();
    let is_named = |word: &str| words.contains(&word);
    is_named(program) && (!GENERAL.contains(&program) || key.next().is_some_and(is_named))
}
