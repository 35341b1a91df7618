//! The project that a transcript belongs to.

use std::path::Path;

use super::belonging::{Belonging, belonging};
use crate::conversation::ParsedEntry;
use crate::conversation::entry::Block;
use crate::error::Result;
use crate::project::Project;
use crate::store::{Store, Writer};

/// What says which project a transcript belongs to.
pub(super) enum ProjectOrigin {
    /// A person named it.
    Named(Project),
    /// The directory that the agent was started in. The commits show other repositories to be of
    /// the same project.
    Directory { path: String, belonging: Box<Belonging>, commits: Vec<String> },
    /// It was decided when the transcript was first read, or there is nothing to decide it by yet.
    Before,
}

impl ProjectOrigin {
    /// Returns what the first entry that names a directory says: the same anchor that the prompt
    /// hook searches by. Without one it is the folder of the transcript.
    pub fn of_entries(store: &Store, path: &Path, entries: &[ParsedEntry]) -> Result<Self> {
        let folder = || path.parent().unwrap_or(path).to_string_lossy().into_owned();
        let named = entries.iter().find_map(|parsed| parsed.directory().map(str::to_owned));
        let path = named.unwrap_or_else(folder);
        let owner = store.owner();
        let found = store.read(|reader| belonging(reader, Path::new(&path), owner))?;
        let commits = found.commits();
        Ok(Self::Directory { path, belonging: Box::new(found), commits })
    }

    /// Stores the project and what is known of the directory. Returns the project's id; `None` for
    /// [`ProjectOrigin::Before`].
    pub fn remember(&self, store: &mut Store) -> Result<Option<i64>> {
        match self {
            Self::Before => Ok(None),
            Self::Named(project) => store.write(|writer| writer.project_id(project)).map(Some),
            Self::Directory { path, belonging, commits } => {
                let remember = |writer: &mut Writer| belonging.remember(writer, path, commits);
                store.write(remember).map(Some)
            }
        }
    }
}

/// Whether an entry says where its transcript belongs, or cannot wait for one that does.
pub(super) fn decides_project(parsed: &ParsedEntry) -> bool {
    let spoken = |block: &Block| matches!(block, Block::Prompt { .. } | Block::Answer { .. });
    parsed.entry.cwd.is_some() || parsed.entry.blocks.iter().any(spoken)
}
