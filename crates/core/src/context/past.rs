//! An earlier session of a project, as far as it does not matter which session asks.

use super::paths;
use crate::digest::{Digest, Line, WeighedLine, fitting, weighed_lines};
use crate::store::SessionWork;

/// An earlier session.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Past {
    /// Its id.
    pub session: String,
    /// End of its last turn, in milliseconds since the epoch.
    pub ended_at_ms: i64,
    /// The folder that it worked in.
    pub folder: Option<String>,
    /// Branch of its last turn.
    pub branch: Option<String>,
    /// The files of its folder that it changed, each once.
    pub changed: Vec<String>,
}

impl Past {
    /// Returns the sessions of this work, in the same order. `folder_of` returns the folder that the
    /// paths of a directory are relative to; files outside are left out.
    pub fn of(work: Vec<SessionWork>, folder_of: impl Fn(&str) -> String) -> Vec<Self> {
        let mut folders: Vec<(String, String)> = Vec::new();
        let mut folder = |cwd: String| {
            if let Some((_, folder)) = folders.iter().find(|(known, _)| *known == cwd) {
                return folder.clone();
            }
            let folder = folder_of(&cwd);
            folders.push((cwd, folder.clone()));
            folder
        };
        let past = work.into_iter().map(|work| {
            let folder = work.cwd.map(&mut folder);
            let mut changed: Vec<String> = Vec::new();
            for path in &work.changed {
                let path = paths::relative(path, folder.as_deref());
                let path = path.filter(|path| !changed.iter().any(|known| known == path));
                changed.extend(path.map(String::from));
            }
            let SessionWork { session, ended_at_ms, branch, .. } = work;
            Self { session, ended_at_ms, folder, branch, changed }
        });
        past.collect()
    }
}

/// A session summed up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SummedUp {
    /// End of the last turn that it is made from, in milliseconds since the epoch.
    pub ended_at_ms: i64,
    /// The lines of its digest.
    pub lines: Vec<WeighedLine>,
}

impl SummedUp {
    /// Sums up a session by its digest.
    pub fn of(digest: &Digest) -> Self {
        Self { ended_at_ms: digest.ended_at_ms, lines: weighed_lines(digest) }
    }

    /// Returns the most important lines, with their labels in at most so many characters.
    pub fn fitting(&self, chars_max: usize) -> Vec<Line> {
        fitting(&self.lines, chars_max)
    }
}
