//! What a transcript is known by.

use std::path::Path;

/// Returns the real path of a transcript, whichever way it was reached.
pub fn path_key(path: &Path) -> String {
    let real = std::fs::canonicalize(path);
    plain(&real.as_deref().unwrap_or(path).to_string_lossy())
}

/// Takes off what Windows puts before a real path: others write it without.
fn plain(path: &str) -> String {
    match path.strip_prefix(r"\\?\UNC\") {
        Some(share) => format!(r"\\{share}"),
        None => path.strip_prefix(r"\\?\").unwrap_or(path).to_owned(),
    }
}
