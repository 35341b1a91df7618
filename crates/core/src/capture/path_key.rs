//! The key of a transcript.

use std::path::Path;

/// Returns the real path of a transcript, whichever path leads to it.
pub fn path_key(path: &Path) -> String {
    let real = std::fs::canonicalize(path);
    plain(&real.as_deref().unwrap_or(path).to_string_lossy())
}

/// Removes the prefix that Windows puts before a real path: other programs write the path without
/// it.
fn plain(path: &str) -> String {
    match path.strip_prefix(r"\\?\UNC\") {
        Some(share) => format!(r"\\{share}"),
        None => path.strip_prefix(r"\\?\").unwrap_or(path).to_owned(),
    }
}
