//! The past of a project: what its sessions did, as far as it does not matter which session asks.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::paths;
use crate::digest::{Digest, Line, WeighedLine, fitting, weighed_lines};
use crate::store::SessionWork;

/// The past of a project.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outline {
    /// Directories in which sessions worked, and the folder that their paths are relative to.
    pub folders: Vec<(String, String)>,
    /// The files that were changed, and those of them that were read.
    pub files: Vec<String>,
    /// The sessions, the one that was active last first.
    pub sessions: Vec<Past>,
}

/// An earlier session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Past {
    /// Its id.
    pub session: String,
    /// End of its last turn, in milliseconds since the epoch.
    pub ended_at_ms: i64,
    /// The folder that it worked in.
    pub folder: Option<String>,
    /// Branch of its last turn.
    pub branch: Option<String>,
    /// The files of its folder that it changed, by their places in the list of all.
    pub changed: Vec<usize>,
    /// The files that it read.
    pub read: Vec<usize>,
    /// What it was about; `None` while nobody has looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topic: Option<Topic>,
    /// The session summed up; `None` while nobody has done it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summed_up: Option<SummedUp>,
}

/// What a session was about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Topic {
    /// What was asked; `None` when nothing was that says it.
    pub asked: Option<String>,
}

/// A session summed up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SummedUp {
    /// End of the last turn that it is made from, in milliseconds since the epoch.
    pub ended_at_ms: i64,
    /// The lines of its digest.
    pub lines: Vec<WeighedLine>,
    /// UUIDs of the turns that it is made from.
    pub turns: Vec<String>,
    /// A hash of the standing notes that come from these turns: what is stored here must not
    /// outlive the text of a note.
    pub notes: String,
}

impl SummedUp {
    /// Sums up a session by its digest.
    pub fn of(digest: &Digest) -> Self {
        let (ended_at_ms, lines) = (digest.ended_at_ms, weighed_lines(digest));
        Self { ended_at_ms, lines, ..Self::default() }
    }

    /// Returns the most important lines, with their labels in at most so many characters.
    pub fn fitting(&self, chars_max: usize) -> Vec<Line> {
        fitting(&self.lines, chars_max)
    }
}

impl Past {
    /// Whether it neither changed nor read a file of the project.
    pub fn is_idle(&self) -> bool {
        self.changed.is_empty() && self.read.is_empty()
    }
}

impl Outline {
    /// Returns the past of sessions with this work, in the same order. `folder_of` returns the
    /// folder that the paths of a directory are relative to; files outside are left out.
    pub fn of(work: Vec<SessionWork>, folder_of: impl Fn(&str) -> String) -> Self {
        let mut folders: Vec<(String, String)> = Vec::new();
        let mut names = Names::default();
        let mut sessions = Vec::with_capacity(work.len());
        for work in work {
            let folder = work.cwd.map(|cwd| {
                if let Some((_, folder)) = folders.iter().find(|(known, _)| *known == cwd) {
                    return folder.clone();
                }
                let folder = folder_of(&cwd);
                folders.push((cwd, folder.clone()));
                folder
            });
            let (mut changed, mut read) = (Vec::new(), Vec::new());
            for file in &work.files {
                let list = if file.changed { &mut changed } else { &mut read };
                let path = paths::relative(&file.path, folder.as_deref());
                list.extend(path.map(|path| names.place(&path)));
            }
            for list in [&mut changed, &mut read] {
                list.sort_unstable();
                list.dedup();
            }
            let SessionWork { session, ended_at_ms, branch, .. } = work;
            sessions.push(Past {
                session,
                ended_at_ms,
                folder,
                branch,
                changed,
                read,
                ..Past::default()
            });
        }
        Self { folders, files: names.into_list(), sessions }
    }

    /// Whether every place of a file is one of the list.
    pub fn is_sound(&self) -> bool {
        let places = self.sessions.iter().flat_map(|session| [&session.changed, &session.read]);
        places.flatten().all(|place| *place < self.files.len())
    }
}

/// Names with their places in a list, each once.
#[derive(Debug, Default)]
pub(super) struct Names {
    places: HashMap<String, usize>,
}

impl Names {
    /// Returns the place of a name.
    pub(super) fn place(&mut self, name: &str) -> usize {
        let next = self.places.len();
        match self.places.get(name) {
            Some(place) => *place,
            None => *self.places.entry(name.to_owned()).or_insert(next),
        }
    }

    /// Returns the names in the order of their places.
    pub(super) fn into_list(self) -> Vec<String> {
        let mut names: Vec<(String, usize)> = self.places.into_iter().collect();
        names.sort_unstable_by_key(|(_, place)| *place);
        names.into_iter().map(|(name, _)| name).collect()
    }
}
