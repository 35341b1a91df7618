//! Lessons from failures that came again.

use super::{Memory, Within};
use crate::context;
use crate::error::Result;
use crate::home::muted::Muted;
use crate::lessons::{self, LessonRow, LessonsWanted, SessionCalls};

impl Memory {
    /// Returns the lessons that a question is about; what is told at a start comes first.
    pub fn lessons(&self, within: &Within, wanted: &LessonsWanted) -> Result<Vec<LessonRow>> {
        let scope = self.scope(within)?.0;
        let all = self.store.read(|reader| context::lessons(reader, &scope))?;
        Ok(lessons::wanted(&all, wanted, &Muted::of(&self.home)?.lessons))
    }

    /// Returns what lessons are learnt from, of all sessions, the oldest first.
    pub fn worked(&self, within: &Within) -> Result<Vec<SessionCalls>> {
        let scope = self.scope(within)?.0;
        self.store.read(|reader| lessons::worked(reader, &scope, usize::MAX, usize::MAX))
    }
}
