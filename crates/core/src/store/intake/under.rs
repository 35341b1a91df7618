//! The project that turns and notes are filed under.

use crate::error::Result;
use crate::project::Project;
use crate::store::{Reader, Writer};

/// A project that turns or notes are filed under. One that is not stored yet is stored with the first
/// of them: nothing is left of a project whose turns all stay out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Under<'p> {
    /// A stored project, by its id.
    Id(i64),
    /// A project that may not be stored.
    Project(&'p Project),
}

impl Under<'_> {
    /// Returns the id of the project; `None` when it is not stored.
    pub(super) fn known(self, reader: &Reader) -> Result<Option<i64>> {
        match self {
            Self::Id(id) => Ok(Some(id)),
            Self::Project(project) => reader.project_with_key(&project.key),
        }
    }

    /// Returns the id of the project, which is stored if it is new.
    pub(super) fn stored(self, writer: &mut Writer) -> Result<i64> {
        match self {
            Self::Id(id) => Ok(id),
            Self::Project(project) => writer.project_id(project),
        }
    }
}
