//! Determines the project that a transcript belongs to.

use std::path::Path;

use super::belonging::{Belonging, belonging};
use crate::conversation::ParsedEntry;
use crate::conversation::entry::Block;
use crate::error::Result;
use crate::project::Project;
use crate::sources::Source;
use crate::store::{Store, Writer};

/// What determines the project of a transcript.
pub(super) enum ProjectOrigin {
    /// The user named it.
    Named(Project),
    /// The directory in which the agent was started. The commits prove that other repositories
    /// belong to the same project.
    Directory { path: String, belonging: Box<Belonging>, commits: Vec<String> },
    /// The project was decided when the transcript was first read, or cannot be decided yet.
    Before,
}

impl ProjectOrigin {
    /// Returns the origin for the directory of the first entry that names one: the same anchor that
    /// the prompt hook searches by. If no entry names one, it is the directory that the transcript
    /// as a whole names, or else the one that its agent told, or else its folder.
    pub fn of_entries(
        store: &Store,
        source: &dyn Source,
        path: &Path,
        reported_directory: Option<&str>,
        entries: &[ParsedEntry],
    ) -> Result<Self> {
        let folder = || path.parent().unwrap_or(path).to_string_lossy().into_owned();
        let named = entries.iter().find_map(|parsed| parsed.directory().map(str::to_owned));
        let whole = || source.directory(path).ok().flatten();
        let path = named
            .or_else(whole)
            .or_else(|| reported_directory.map(str::to_owned))
            .unwrap_or_else(folder);
        let owner = store.owner();
        let found = store.read(|reader| belonging(reader, Path::new(&path), owner))?;
        let commits = found.commits();
        Ok(Self::Directory { path, belonging: Box::new(found), commits })
    }

    /// Stores the project and what is known about the directory. Returns the project's id; `None`
    /// for [`ProjectOrigin::Before`].
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

/// Whether an entry determines the project of its transcript, or cannot wait for one that does.
pub(super) fn decides_project(parsed: &ParsedEntry) -> bool {
    let spoken = |block: &Block| matches!(block, Block::Prompt { .. } | Block::Answer { .. });
    parsed.entry.cwd.is_some() || parsed.entry.blocks.iter().any(spoken)
}
