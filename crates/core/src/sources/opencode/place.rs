//! Where OpenCode keeps a session: in a database, or, of a client before 1.2, in a file of its own.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::surroundings::Surroundings;

/// Returns the path of a session: in the database that was written last, or, of a client that has
/// none, its own file. `None` if the client keeps its sessions in no file.
pub(super) fn transcript_of(session: &str, around: &Surroundings) -> Option<PathBuf> {
    let data = around.path_in("XDG_DATA_HOME");
    let root = data.unwrap_or_else(|| around.at_home(".local/share")).join("opencode");
    match around.variable("OPENCODE_DB") {
        Some(":memory:") => return None,
        Some(chosen) => return Some(root.join(chosen).join(session)),
        None => {}
    }
    if let Some(newest) = newest_database(&root) {
        return Some(newest.join(session));
    }
    let sessions = root.join("storage").join("session");
    let file = entries(&sessions).map(|project| project.join(format!("{session}.json")));
    let file = { file }.find_map(|file| file_at(&file));
    // A new client's database may not have been written yet.
    Some(file.unwrap_or_else(|| root.join("opencode.db").join(session)))
}

/// Returns the database of a folder that was written last. A client that runs writes its log alone.
fn newest_database(folder: &Path) -> Option<PathBuf> {
    let databases = entries(folder).filter(|path| is_database(path)).filter_map(|path| {
        let path = file_at(&path)?;
        let mut log = path.clone().into_os_string();
        log.push("-wal");
        Some((written_at(&path).max(written_at(Path::new(&log))), path))
    });
    // Of several that were written at once the first by its name.
    databases.max_by(|a, b| a.0.cmp(&b.0).then_with(|| b.1.cmp(&a.1))).map(|(_, path)| path)
}

/// Whether a path is one of a database; those of other release channels have a longer name.
fn is_database(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let channel = name.strip_prefix("opencode").and_then(|name| name.strip_suffix(".db"));
    let is_part = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '.');
    channel.is_some_and(|channel| {
        let mut parts = channel.split('-');
        parts.next() == Some("") && parts.all(|part| !part.is_empty() && part.chars().all(is_part))
    })
}

/// Returns the real path of a regular file; `None` if there is none.
fn file_at(path: &Path) -> Option<PathBuf> {
    path.is_file().then(|| crate::real_path::real_path(path))
}

fn written_at(path: &Path) -> SystemTime {
    let written = std::fs::metadata(path).and_then(|found| found.modified());
    written.unwrap_or(SystemTime::UNIX_EPOCH)
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| Some(entry.ok()?.path()))
}
