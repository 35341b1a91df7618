//! Qwen Code's program: `projects/<directory>/chats/<session>.jsonl`, and
//! `projects/<directory>/subagents/<session>/agent-<name>.jsonl`.

use std::path::{Path, PathBuf};

use super::{Qwen, SUBAGENTS};
use crate::private_file::is_plain_name;
use crate::sources::Source as _;
use crate::sources::client::{Client, dashed, is_in_folder_of, last_names};
use crate::sources::is_uuid;
use crate::surroundings::Surroundings;

fn projects(on: &Surroundings) -> PathBuf {
    let home = || on.path_in("QWEN_HOME").unwrap_or_else(|| on.at_home(".qwen"));
    on.path_in("QWEN_RUNTIME_DIR").unwrap_or_else(home).join("projects")
}

/// Returns the name of the subagent whose lines a path holds.
fn subagent(path: &str) -> Option<&str> {
    let [name, session, folder] = last_names(path);
    let name = name.strip_suffix(".jsonl").filter(|name| name.starts_with("agent-"))?;
    (folder == SUBAGENTS && is_uuid(session)).then_some(name)
}

impl Client for Qwen {
    fn roots(&self, on: &Surroundings) -> Vec<PathBuf> {
        vec![projects(on)]
    }

    fn is_transcript(&self, path: &str) -> bool {
        let [name, folder] = last_names(path);
        let is_session = name.strip_suffix(".jsonl").is_some_and(is_uuid);
        (folder == "chats" && is_session) || subagent(path).is_some()
    }

    fn folders_of(&self, directory: &str, on: &Surroundings) -> Option<Vec<PathBuf>> {
        Some(vec![projects(on).join(dashed(directory))])
    }

    fn files_under(&self, transcript: &Path, directory: &dyn Fn() -> Option<String>) -> bool {
        directory().is_none_or(|directory| is_in_folder_of(transcript, &directory, usize::MAX, &[]))
    }

    fn subagents_folder(&self, path: &Path) -> Option<PathBuf> {
        Some(path.parent()?.parent()?.join(SUBAGENTS).join(path.file_stem()?))
    }

    fn session_at(&self, path: &Path) -> Option<String> {
        let stem = || Some(path.file_stem()?.to_str()?.to_owned());
        self.session_of(path.to_str()?).or_else(stem)
    }

    fn subagent_at(&self, path: &Path) -> Option<String> {
        subagent(path.to_str()?).map(str::to_owned)
    }

    fn place_of(
        &self,
        session: &str,
        directory: Option<&str>,
        on: &Surroundings,
    ) -> Option<PathBuf> {
        let directory = directory.filter(|directory| !directory.is_empty())?;
        let chats = projects(on).join(dashed(directory)).join("chats");
        is_plain_name(session).then(|| chats.join(format!("{session}.jsonl")))
    }
}
