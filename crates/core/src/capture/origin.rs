//! Determines the project that a transcript belongs to, and that of each turn by where it worked.

use std::path::Path;

use super::belonging::{Belonging, belonging, of_work};
use crate::conversation::ParsedEntry;
use crate::conversation::entry::Block;
use crate::error::Result;
use crate::project::{self, Project};
use crate::secrets::Masker;
use crate::sources::Source;
use crate::store::intake::WorkPlaces;
use crate::store::{Store, Writer};

/// What determines the project of a transcript.
pub(super) enum ProjectOrigin {
    /// The user named it.
    Named(Project),
    /// The directory in which the agent was started. The commits prove that other repositories
    /// belong to the same project.
    Directory { path: String, belonging: Box<Belonging>, commits: Vec<String> },
    /// The transcript hides its directory, which is not known.
    Hidden(Project),
    /// The project was decided when the transcript was first read, or cannot be decided yet.
    Before,
}

impl ProjectOrigin {
    /// Returns the origin for the directory of the first entry that names one. If no entry names
    /// one, it is the directory that the transcript as a whole names, or else the one that its agent
    /// told, or else one that is known here and that the agent hides in the path of the transcript.
    pub fn of_entries(
        store: &Store,
        source: &dyn Source,
        path: &Path,
        reported_directory: Option<&str>,
        entries: &[ParsedEntry],
    ) -> Result<Self> {
        let named = entries.iter().find_map(|parsed| parsed.directory().map(str::to_owned));
        let named = named.or_else(|| named_by(source, path, reported_directory));
        let Some(path) = named else { return Self::of_unnamed(store, source, path) };
        let person = store.person();
        let found = store.read(|reader| belonging(reader, Path::new(&path), &person))?;
        let commits = found.commits();
        Ok(Self::Directory { path, belonging: Box::new(found), commits })
    }

    /// Returns the origin of a transcript that names no directory. Where its path holds a mark of
    /// the directory, that is a project until the directory is known; else its folder is.
    fn of_unnamed(store: &Store, source: &dyn Source, path: &Path) -> Result<Self> {
        let folder = path.parent().unwrap_or(path).to_string_lossy().into_owned();
        let Some(mark) = source.hidden_directory(path) else {
            let person = store.person();
            let found = store.read(|reader| belonging(reader, Path::new(&folder), &person))?;
            return Ok(Self::Directory { path: folder, belonging: found.into(), commits: vec![] });
        };
        let person = store.person();
        let found = store.read(|reader| {
            let directories = reader.known_directories()?;
            let hides = |directory: &String| source.mark_of(directory).as_ref() == Some(&mark);
            let Some(directory) = directories.into_iter().find(hides) else { return Ok(None) };
            let found = belonging(reader, Path::new(&directory), &person)?;
            Ok(Some((directory, found)))
        })?;
        Ok(match found {
            Some((path, found)) => {
                let commits = found.commits();
                Self::Directory { path, belonging: Box::new(found), commits }
            }
            None => Self::Hidden(project::hidden(source.name(), &mark)),
        })
    }

    /// Returns the directory in which the transcript began, where this step tells it.
    pub fn directory(&self) -> Option<String> {
        match self {
            Self::Directory { path, .. } => Some(path.clone()),
            Self::Named(_) | Self::Hidden(_) | Self::Before => None,
        }
    }

    /// Stores the project and what is known about the directory. Returns the project's id; `None`
    /// for [`ProjectOrigin::Before`].
    pub fn remember(&self, store: &mut Store) -> Result<Option<i64>> {
        match self {
            Self::Before => Ok(None),
            Self::Named(project) | Self::Hidden(project) => {
                store.write(|writer| writer.project_id(project)).map(Some)
            }
            Self::Directory { path, belonging, commits } => {
                let remember = |writer: &mut Writer| belonging.remember(writer, path, commits);
                store.write(remember).map(Some)
            }
        }
    }
}

/// Returns the directory in which a transcript began, by what it says as a whole or its agent told.
fn named_by(source: &dyn Source, path: &Path, reported: Option<&str>) -> Option<String> {
    source.directory(path).ok().flatten().or_else(|| reported.map(str::to_owned))
}

/// Decides the projects of turns by where they worked: a turn belongs to the repository or folder of
/// its own, and otherwise where its session belongs.
pub(super) struct Work<'a> {
    /// The project of the session.
    pub project_id: Option<i64>,
    /// The agent.
    pub source: &'a dyn Source,
    /// The transcript.
    pub path: &'a Path,
    /// The directory in which it began, where that is known already.
    pub began: Option<String>,
    /// Masks directories as turns hold them.
    pub masker: &'a Masker,
}

impl WorkPlaces for Work<'_> {
    fn project_of(&self, store: &mut Store, directory: &str) -> Result<Option<i64>> {
        let began = self.began.clone().or_else(|| named_by(self.source, self.path, None));
        if began.is_some_and(|began| self.masker.mask(&began) == directory) {
            return Ok(self.project_id);
        }
        let person = store.person();
        let found = store.read(|reader| of_work(reader, Path::new(directory), &person))?;
        let Some(found) = found else { return Ok(self.project_id) };
        let commits = found.commits();
        store.write(|writer| found.remember(writer, directory, &commits)).map(Some)
    }
}

/// Whether an entry determines the project of its transcript, or cannot wait for one that does.
pub(super) fn decides_project(parsed: &ParsedEntry) -> bool {
    let spoken = |block: &Block| matches!(block, Block::Prompt { .. } | Block::Answer { .. });
    parsed.entry.cwd.is_some() || parsed.entry.blocks.iter().any(spoken)
}
