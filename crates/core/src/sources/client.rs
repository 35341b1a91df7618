//! The program of an agent on a machine: where it keeps its sessions, and how a person goes back
//! into one.

use std::path::{Path, PathBuf};

use super::listing::{self, FoundTranscript};
use crate::surroundings::Surroundings;

/// An agent's program. Nothing here fails: what cannot be read is not there. Paths are texts where
/// their form counts: a path may be one of another system.
pub trait Client {
    /// Returns the folders that hold the transcripts, in folders. A person is told of the first.
    fn roots(&self, on: &Surroundings) -> Vec<PathBuf>;

    /// Whether a path has the form of a transcript.
    fn is_transcript(&self, path: &str) -> bool;

    /// Whether a path has a form that no other agent's has.
    fn has_own_form(&self, path: &str) -> bool {
        self.is_transcript(path)
    }

    /// Returns the folders with the sessions that began in a directory; `None` when all projects
    /// share their folders.
    fn folders_of(&self, _directory: &str, _on: &Surroundings) -> Option<Vec<PathBuf>> {
        None
    }

    /// Whether the agent files the sessions that begin in a directory where a transcript lies, as far
    /// as the path tells. Where it does not, nobody vouches that the person typed what it says.
    fn files_under(&self, _transcript: &Path, _directory: &dyn Fn() -> Option<String>) -> bool {
        true
    }

    /// Returns the transcripts of a folder at or below a root, in any order.
    fn in_folder(&self, folder: &Path) -> Vec<FoundTranscript> {
        listing::below(folder, listing::DEPTH_MAX, &|path| self.is_transcript(path))
    }

    /// Returns all transcripts, in any order.
    fn all(&self, on: &Surroundings) -> Vec<FoundTranscript> {
        self.roots(on).iter().flat_map(|root| self.in_folder(root)).collect()
    }

    /// Returns the folder of the transcripts of a session's subagents, if they have one of their
    /// own. Takes the path of the session's transcript.
    fn subagents_folder(&self, _path: &Path) -> Option<PathBuf> {
        None
    }

    /// Returns the transcripts of a session's subagents, in any order.
    fn subagents_of(&self, path: &Path) -> Vec<FoundTranscript> {
        self.subagents_folder(path).map_or_else(Vec::new, |folder| self.in_folder(&folder))
    }

    /// Returns the files in which the agent keeps prompts besides the transcripts.
    fn histories(&self, _on: &Surroundings) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Returns the session whose transcript this is; `None` for a file that holds many, or that
    /// only its lines name.
    fn session_at(&self, path: &Path) -> Option<String> {
        Some(path.file_stem()?.to_str()?.to_owned())
    }

    /// Returns the subagent whose transcript this is; `None` for a session's own.
    fn subagent_at(&self, _path: &Path) -> Option<String> {
        None
    }

    /// Whether the program would look for a session at a path from which it was read before.
    fn looks_at(&self, _transcript: &Path, _on: &Surroundings) -> bool {
        false
    }

    /// Returns where the program would look for the transcript of a session that began in a
    /// directory; `None` when it is not known.
    fn place_of(
        &self,
        _session: &str,
        _directory: Option<&str>,
        _on: &Surroundings,
    ) -> Option<PathBuf> {
        None
    }

    /// Whether the command would find the session.
    fn is_resumable(&self, session: &str, directory: Option<&str>, on: &Surroundings) -> bool {
        self.place_of(session, directory, on).is_some_and(|place| place.exists())
    }

    /// Whether a file is one in which the agent keeps the output of a tool.
    fn is_kept_output(&self, _path: &str) -> bool {
        false
    }
}

/// Returns the last names of a path, the last one first, whichever system wrote it; missing ones
/// are empty.
pub(super) fn last_names<const N: usize>(path: &str) -> [&str; N] {
    let mut names = path.rsplit(['/', '\\']);
    std::array::from_fn(|_| names.next().unwrap_or_default())
}

/// Whether a transcript lies in the folder of a directory, below one called `projects`: the folder's
/// name is the directory with dashes, of which only so many signs count. `worktrees` are the folders
/// in a repository in which the agent makes worktrees.
pub(super) fn is_in_folder_of(
    transcript: &Path,
    directory: &str,
    signs_max: usize,
    worktrees: &[&str],
) -> bool {
    let names: Vec<&str> = transcript.iter().filter_map(|name| name.to_str()).collect();
    let Some(at) = names.iter().rposition(|name| *name == "projects") else { return false };
    let Some(folder) = names.get(at + 1) else { return false };
    let starts = |name: &str| name[..name.floor_char_boundary(signs_max)].to_ascii_lowercase();
    let is_of = |directory: &str| {
        let name = dashed(directory);
        if name.len() > signs_max {
            starts(folder) == starts(&name)
        } else {
            folder.eq_ignore_ascii_case(&name)
        }
    };
    let inner = worktrees.join("/");
    let main = directory.replace('\\', "/");
    let main = (!inner.is_empty()).then(|| main.find(&format!("/{inner}/"))).flatten();
    is_of(directory) || main.is_some_and(|end| is_of(&directory[..end]))
}

/// Returns a directory as a name, with a dash for every sign that is no letter or digit of ASCII.
pub(super) fn dashed(directory: &str) -> String {
    let mut name = String::with_capacity(directory.len());
    for sign in directory.chars() {
        match sign {
            sign if sign.is_ascii_alphanumeric() => name.push(sign),
            // The clients count as UTF-16 does.
            sign => name.push_str(&"--"[..sign.len_utf16()]),
        }
    }
    name
}
