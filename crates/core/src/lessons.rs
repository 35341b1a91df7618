//! Lessons from failures that came again: what failed here in several sessions, and what then worked.
//!
//! A lesson is derived from the log of turns and never stored as truth: what is forgotten takes its
//! evidence along. docs/decisions/lessons.md says which failures are lessons.

mod about;
mod error_line;
mod failure;
mod folding;
mod reading;
mod remedy;

use serde::{Deserialize, Serialize};

pub use about::{LessonRow, LessonsWanted};
pub use error_line::Class;
pub(crate) use failure::Turn;
pub use failure::{Failure, SessionCalls};
pub use folding::learnt;
pub use reading::{last_worked, read, worked};
pub use remedy::Remedy;

use crate::english::shortened;
use crate::recall::harmless::harmless_line;
use crate::work::program_of;

/// What failed here in several sessions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Lesson {
    /// Names the shape of its error.
    pub id: String,
    /// The command that failed, without its arguments.
    pub command: String,
    /// Whether it had none.
    pub is_whole: bool,
    /// The line of its error, without what differs from one time to the next.
    pub error: String,
    /// Whether the program is missing.
    pub lacks_program: bool,
    /// The words of the error that may be told.
    pub phrase: String,
    /// What then worked; `None` for what never did.
    pub remedy: Option<Remedy>,
    /// Number of sessions that found a way.
    pub found: usize,
    /// Number of these in which it was the remedy.
    pub solved: usize,
    /// Median number of calls between a failure and what worked.
    pub calls: usize,
    /// What the person said about it last.
    pub said: Option<String>,
    /// When it failed last, in milliseconds since the epoch.
    pub last_ms: i64,
    /// Whether it is told at a start: it failed often of late, or was told and has not expired.
    pub is_told: bool,
    /// The sessions that failed, the last one first.
    pub sessions: Vec<String>,
}

/// Limits on what a line shows.
const TEXT_CHARS_MAX: usize = 80;
const SAID_CHARS_MAX: usize = 120;

/// Returns the lessons that a question is about. `rejected` are the ids of those that the person
/// rejected: they are only shown among all.
pub fn wanted(all: &[Lesson], wanted: &LessonsWanted, rejected: &[String]) -> Vec<LessonRow> {
    let shows_all = wanted.error.is_none() && wanted.words.is_none();
    let rows =
        all.iter().filter(|lesson| about::is_about(lesson, wanted)).map(|lesson| LessonRow {
            id: lesson.id.clone(),
            line: lesson.line(),
            sessions: lesson.sessions.clone(),
            last_ms: lesson.last_ms,
            is_told: lesson.is_told,
            is_rejected: rejected.contains(&lesson.id),
        });
    rows.filter(|row| shows_all || !row.is_rejected).collect()
}

impl Lesson {
    /// Returns it as a line.
    pub fn line(&self) -> String {
        let command = harmless_line(&shortened(&self.command, TEXT_CHARS_MAX));
        let arguments = if self.is_whole { "" } else { " …" };
        let command = format!("`{command}{arguments}`");
        let said = self.said.as_ref().map(|said| {
            let said = shortened(&harmless_line(said), SAID_CHARS_MAX);
            format!("; the person then: “{said}”")
        });
        format!("{}{}", self.text(&command), said.unwrap_or_default())
    }

    fn text(&self, command: &str) -> String {
        let failed = match self.phrase.as_str() {
            "" => format!("{command} fails here"),
            phrase => format!("{command} fails here ({})", harmless_line(phrase)),
        };
        let code = |text: &str| format!("`{}`", harmless_line(&shortened(text, TEXT_CHARS_MAX)));
        let counts = format!("{} of {} sessions", self.solved, self.found);
        let (count, worked) = (format!("({counts})"), format!("(worked in {counts})"));
        match &self.remedy {
            Some(Remedy::LeaveOut(words)) => {
                format!("{failed}: leave out {} {worked}", code(words))
            }
            Some(Remedy::Behind(words)) => {
                format!("{failed}: put {} before it {worked}", code(words))
            }
            Some(Remedy::Path(path)) => {
                let program = code(program_of(&self.command));
                format!("{program} is not in PATH here: {} works {count}", code(path))
            }
            Some(Remedy::Use(other)) => format!("{failed}: {} works {count}", code(other)),
            Some(Remedy::Option { not, but: Some(but) }) => {
                format!("{failed}: not {} but {} {worked}", code(not), code(but))
            }
            Some(Remedy::Option { not, but: None }) => {
                format!("{failed}: leave out {} {worked}", code(not))
            }
            Some(Remedy::Folder(folder)) => {
                format!("{failed}; in {} it works {count}", code(folder))
            }
            Some(Remedy::Variable(name)) => {
                format!("{failed}; with {} set it works {count}", code(name))
            }
            Some(Remedy::After(step)) => format!("{failed}; after {} it works {count}", code(step)),
            Some(Remedy::Person) => format!("{failed} until the person does something {count}"),
            None => format!("{failed}, and never worked ({} sessions)", self.sessions.len()),
        }
    }
}

#[cfg(test)]
mod tests;
