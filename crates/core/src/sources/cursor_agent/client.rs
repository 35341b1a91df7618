//! Cursor's program: `projects/<directory>/agent-transcripts/`; see [`super::place`].

use std::path::{Path, PathBuf};

use super::{CursorAgent, place};
use crate::private_file::is_plain_name;
use crate::sources::client::{Client, dashed};
use crate::sources::listing::FoundTranscript;
use crate::surroundings::Surroundings;

fn projects(on: &Surroundings) -> PathBuf {
    on.at_home(".cursor").join("projects")
}

/// Returns the session and the subagent of a transcript; `None` for any other path.
fn names(path: &Path) -> Option<(String, Option<String>)> {
    let slashed = path.to_str()?.replace('\\', "/");
    place::session(Path::new(slashed.strip_suffix(".jsonl").map(|_| slashed.as_str())?))
}

/// Returns the transcript of a session that was started in a directory, if it is on this disk.
pub(super) fn transcript_of(session: &str, directory: &str, on: &Surroundings) -> Option<String> {
    let folder = CursorAgent.folders_of(directory, on)?.pop()?.join("agent-transcripts");
    let file = format!("{session}.jsonl");
    let places = [folder.join(session).join(&file), folder.join(&file)];
    places.iter().find(|path| path.exists()).map(|path| path.to_string_lossy().into_owned())
}

impl Client for CursorAgent {
    fn roots(&self, on: &Surroundings) -> Vec<PathBuf> {
        vec![projects(on)]
    }

    fn is_transcript(&self, path: &str) -> bool {
        names(Path::new(path)).is_some()
    }

    /// The name of a folder has one dash for a row of signs, and none at its ends.
    fn folders_of(&self, directory: &str, on: &Surroundings) -> Option<Vec<PathBuf>> {
        let parts = dashed(directory);
        let parts: Vec<&str> = parts.split('-').filter(|part| !part.is_empty()).collect();
        Some(vec![projects(on).join(parts.join("-"))])
    }

    fn subagents_of(&self, path: &Path) -> Vec<FoundTranscript> {
        let (Some((session, None)), Some(folder)) = (names(path), path.parent()) else {
            return Vec::new();
        };
        let mut found = self.in_folder(folder);
        found.retain(|found| {
            let names = names(Path::new(&found.path));
            names.is_some_and(|(own, subagent)| own == session && subagent.is_some())
        });
        found
    }

    fn session_at(&self, path: &Path) -> Option<String> {
        let stem = || Some(path.file_stem()?.to_str()?.to_owned());
        names(path).map(|(session, _)| session).or_else(stem)
    }

    fn subagent_at(&self, path: &Path) -> Option<String> {
        names(path)?.1
    }

    fn is_resumable(&self, session: &str, directory: Option<&str>, on: &Surroundings) -> bool {
        let directory = directory.filter(|directory| !directory.is_empty());
        let Some(directory) = directory.filter(|_| is_plain_name(session)) else { return false };
        let folders = self.folders_of(directory, on).unwrap_or_default();
        let mut found = folders.iter().flat_map(|folder| self.in_folder(folder));
        found.any(|found| names(Path::new(&found.path)).is_some_and(|(own, _)| own == session))
    }

    fn is_kept_output(&self, path: &str) -> bool {
        let names: Vec<&str> = path.split(['/', '\\']).collect();
        let is_kept =
            |at: &[&str]| at[0] == ".cursor" && at[1] == "projects" && at[3] == "agent-tools";
        names.windows(5).any(is_kept)
    }
}
