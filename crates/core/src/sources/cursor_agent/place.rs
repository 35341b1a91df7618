//! Where a transcript is: `projects/<directory>/agent-transcripts/<session>.jsonl`, or in a folder
//! of the session's name, where `subagents/<subagent>.jsonl` is beside it.
//!
//! The directory is given as a path in which `-` replaces every other sign, so it is
//! looked for on the disk.

use std::path::{Component, Path, PathBuf};

/// Name of the folder that holds a project's transcripts.
const TRANSCRIPTS: &str = "agent-transcripts";

/// Name of the folder of a session's subagents.
const SUBAGENTS: &str = "subagents";

/// Maximum number of folders that are looked at for one directory.
const LOOKED_AT_MAX: usize = 20_000;

/// Returns the session that a path names, and the subagent, if it is one's.
pub(super) fn session(path: &Path) -> Option<(String, Option<String>)> {
    let names: Vec<String> =
        path.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    let at = names.iter().rposition(|name| name == TRANSCRIPTS)?;
    let stem = path.file_stem()?.to_string_lossy().into_owned();
    match &names[at + 1..] {
        [_] => Some((stem, None)),
        [session, _] => Some((session.clone(), (*session != stem).then_some(stem))),
        [session, folder, _] if folder == SUBAGENTS => Some((session.clone(), Some(stem))),
        _ => None,
    }
}

/// Returns the directory that a transcript's folder is named after, if it is on this disk.
pub(super) fn directory(path: &Path) -> Option<String> {
    let mut folders = path.ancestors();
    let transcripts =
        folders.find(|folder| folder.file_name().is_some_and(|name| name == TRANSCRIPTS))?;
    let name = transcripts.parent()?.file_name()?.to_str()?;
    let (root, rest) = root_of(path, name)?;
    let mut left = LOOKED_AT_MAX;
    let found = below(&root, rest, &mut left)?;
    Some(found.to_string_lossy().into_owned())
}

/// Returns the folder in which to begin, and the name of what is to be found below it.
fn root_of<'n>(path: &Path, name: &'n str) -> Option<(PathBuf, &'n str)> {
    match path.components().next()? {
        Component::Prefix(_) => {
            let (drive, rest) = name.split_once('-')?;
            Some((PathBuf::from(format!("{drive}:\\")), rest))
        }
        _ => Some((PathBuf::from("/"), name)),
    }
}

/// Returns the folder below another one whose path has this name; a shorter part of the path is
/// tried after a longer one.
fn below(folder: &Path, name: &str, left: &mut usize) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?;
    let mut fitting: Vec<(String, PathBuf)> = Vec::new();
    for entry in entries.filter_map(|entry| entry.ok()) {
        *left = left.checked_sub(1)?;
        let part = dashed(&entry.file_name().to_string_lossy());
        let fits =
            name == part || name.strip_prefix(&part).is_some_and(|rest| rest.starts_with('-'));
        if fits && !part.is_empty() && entry.path().is_dir() {
            fitting.push((part, entry.path()));
        }
    }
    fitting.sort_by_key(|(part, path)| (std::cmp::Reverse(part.len()), path.clone()));
    fitting.into_iter().find_map(|(part, path)| {
        if part == name {
            return Some(path);
        }
        below(&path, name[part.len()..].trim_start_matches('-'), left)
    })
}

/// Returns a name with `-` for every sign that is no letter or digit, and none at its ends.
fn dashed(name: &str) -> String {
    let signs = name.chars().map(|sign| if sign.is_ascii_alphanumeric() { sign } else { '-' });
    signs.collect::<String>().trim_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_names_its_session_and_its_subagent() {
        let of = |path: &str| session(Path::new(path));
        let own = Some(("a1".to_owned(), None));
        assert_eq!(of("/h/.cursor/projects/srv-weir/agent-transcripts/a1.jsonl"), own);
        assert_eq!(of("/h/.cursor/projects/srv-weir/agent-transcripts/a1/a1.jsonl"), own);
        let child = Some(("a1".to_owned(), Some("b2".to_owned())));
        let path = "/h/.cursor/projects/srv-weir/agent-transcripts/a1/subagents/b2.jsonl";
        assert_eq!(of(path), child);
        assert_eq!(of("/h/elsewhere/a1.jsonl"), None);
    }

    #[test]
    fn the_directory_is_the_one_on_the_disk() {
        let folder = tempfile::tempdir().expect("a folder");
        let real = std::fs::canonicalize(folder.path()).expect("a folder");
        let weir = real.join("my.weir-1");
        std::fs::create_dir_all(weir.join("low")).expect("a folder");
        std::fs::create_dir_all(real.join("my")).expect("a folder");
        let name = dashed(&weir.to_string_lossy());
        let path = real.join(format!("projects/{name}/agent-transcripts/a1.jsonl"));
        if cfg!(unix) {
            assert_eq!(directory(&path).as_deref(), weir.to_str());
        }
        let gone = real.join(format!("projects/{name}-gone/agent-transcripts/a1.jsonl"));
        assert_eq!(directory(&gone), None);
    }
}
