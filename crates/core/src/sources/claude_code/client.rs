//! Claude Code's program: `projects/<directory>/<session>.jsonl`, and beside it
//! `<session>/subagents/agent-<id>.jsonl`. Before 2.1 subagents were beside their session.

use std::path::{Path, PathBuf};

use super::ClaudeCode;
use crate::private_file::is_plain_name;
use crate::real_path::real_path;
use crate::sources::client::{Client, dashed, is_in_folder_of, last_names};
use crate::sources::json_lines;
use crate::sources::listing::{self, FoundTranscript, entries};
use crate::surroundings::Surroundings;

/// For a longer directory, the client shortens the name and appends a hash of its own.
const NAME_CHARS_MAX: usize = 200;

/// Folder of the transcripts of a session's subagents.
const SUBAGENTS: &str = "subagents";

/// Folder of the transcripts, in a folder of the client.
const PROJECTS: &str = "projects";

fn home(on: &Surroundings) -> PathBuf {
    on.path_in("CLAUDE_CONFIG_DIR").unwrap_or_else(|| on.at_home(".claude"))
}

fn projects(on: &Surroundings) -> PathBuf {
    home(on).join(PROJECTS)
}

/// Returns the folder that the client uses, and the others on this machine that hold transcripts:
/// some versions had another place, and people have a folder for each of their accounts.
fn homes(on: &Surroundings) -> Vec<PathBuf> {
    let config = on.path_in("XDG_CONFIG_HOME").unwrap_or_else(|| on.at_home(".config"));
    let is_account = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with(".claude-") || name.starts_with(".claude_")
    };
    let mut accounts: Vec<PathBuf> =
        entries(&on.homedir).into_iter().map(|(path, _)| path).filter(is_account).collect();
    accounts.sort();
    let mut homes = vec![home(on)];
    for other in [on.at_home(".claude"), config.join("claude")].into_iter().chain(accounts) {
        let real = real_path(&other);
        if other.join(PROJECTS).is_dir() && homes.iter().all(|known| real_path(known) != real) {
            homes.push(other);
        }
    }
    homes
}

/// Returns the name of a transcript without its endings.
fn name_of(path: &Path) -> Option<&str> {
    json_lines::plain_name(path.file_name()?.to_str()?).strip_suffix(".jsonl")
}

impl Client for ClaudeCode {
    fn roots(&self, on: &Surroundings) -> Vec<PathBuf> {
        homes(on).into_iter().map(|home| home.join(PROJECTS)).collect()
    }

    fn is_transcript(&self, path: &str) -> bool {
        json_lines::plain_name(path).strip_suffix(".jsonl").is_some()
    }

    fn has_own_form(&self, _: &str) -> bool {
        false
    }

    fn folders_of(&self, directory: &str, on: &Surroundings) -> Option<Vec<PathBuf>> {
        let name = dashed(directory);
        Some(self.roots(on).into_iter().map(|root| root.join(&name)).collect())
    }

    fn files_under(&self, transcript: &Path, directory: &dyn Fn() -> Option<String>) -> bool {
        let worktrees = super::FACTS.worktree_folder;
        directory().is_none_or(|directory| {
            is_in_folder_of(transcript, &directory, NAME_CHARS_MAX, worktrees)
        })
    }

    /// A session's folder has other files too, such as the output of tools.
    fn in_folder(&self, folder: &Path) -> Vec<FoundTranscript> {
        let real = real_path(folder);
        let mut found = listing::below(&real, 0, &|path| self.is_transcript(path));
        for (path, _) in entries(&real).into_iter().filter(|(_, kind)| kind.is_dir()) {
            found
                .extend(listing::below(&path.join(SUBAGENTS), 0, &|path| self.is_transcript(path)));
        }
        found
    }

    /// The folder of a project may be a link to another.
    fn all(&self, on: &Surroundings) -> Vec<FoundTranscript> {
        let roots = self.roots(on).into_iter();
        let folders = roots.flat_map(|root| entries(&root));
        folders.flat_map(|(folder, _)| self.in_folder(&folder)).collect()
    }

    fn subagents_folder(&self, path: &Path) -> Option<PathBuf> {
        Some(path.with_extension("").join(SUBAGENTS))
    }

    fn histories(&self, on: &Surroundings) -> Vec<PathBuf> {
        homes(on).into_iter().map(|home| home.join("history.jsonl")).collect()
    }

    fn subagent_at(&self, path: &Path) -> Option<String> {
        Some(name_of(path)?.strip_prefix("agent-")?.to_owned())
    }

    fn session_at(&self, path: &Path) -> Option<String> {
        let name = name_of(path).or_else(|| path.file_stem()?.to_str());
        name.map(str::to_owned)
    }

    fn looks_at(&self, transcript: &Path, on: &Surroundings) -> bool {
        let folder = transcript.parent().and_then(Path::parent);
        folder.is_some_and(|folder| real_path(folder) == real_path(&projects(on)))
    }

    fn place_of(
        &self,
        session: &str,
        directory: Option<&str>,
        on: &Surroundings,
    ) -> Option<PathBuf> {
        let directory = directory.filter(|directory| !directory.is_empty())?;
        let name = dashed(directory);
        let is_known = name.len() <= NAME_CHARS_MAX && is_plain_name(session);
        is_known.then(|| projects(on).join(name).join(format!("{session}.jsonl")))
    }

    /// Long output is saved to a file, and read there.
    fn is_kept_output(&self, path: &str) -> bool {
        let [name, folder, above] = last_names(path);
        folder == "tool-results" && !name.is_empty() && !above.is_empty()
    }
}
