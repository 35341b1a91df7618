//! What the database knows of places: projects, folders, transcripts. Their names are kept as they
//! are, because projects and transcripts are recognised by them.

use super::read::Reader;
use crate::error::Result;

/// A kind of place whose name may hold a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlaceKind {
    /// The name or key of a project.
    Project,
    /// The path of a folder or a repository, or a repository's remote.
    Folder,
    /// The path of a transcript.
    Transcript,
}

impl PlaceKind {
    /// Returns the name that the shell knows it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Project => "project",
            Self::Folder => "folder",
            Self::Transcript => "transcript",
        }
    }
}

const HOLDING: [(PlaceKind, &str); 4] = [
    (PlaceKind::Project, "SELECT 1 FROM project WHERE instr(key, ?1) OR instr(name, ?1)"),
    (PlaceKind::Folder, "SELECT 1 FROM directory WHERE instr(path, ?1)"),
    (
        PlaceKind::Folder,
        "SELECT 1 FROM repository WHERE instr(path, ?1) OR instr(ifnull(remote, ''), ?1)",
    ),
    (PlaceKind::Transcript, "SELECT 1 FROM transcript WHERE instr(path, ?1)"),
];

impl Reader<'_> {
    /// Returns the kinds of places in whose names one of the texts occurs.
    pub fn places_holding(&self, texts: &[String]) -> Result<Vec<PlaceKind>> {
        let mut found = Vec::new();
        for (kind, sql) in HOLDING {
            let mut statement = self.transaction().prepare(sql)?;
            for text in texts.iter().filter(|text| !text.is_empty()) {
                if !found.contains(&kind) && statement.exists([text])? {
                    found.push(kind);
                }
            }
        }
        Ok(found)
    }
}
