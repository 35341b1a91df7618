//! Real paths: with symbolic links resolved, and in the form in which other programs write them.

use std::path::{Path, PathBuf};

/// Returns the real path of a file or a folder; of what is missing, the path itself.
pub(crate) fn real_path(path: &Path) -> PathBuf {
    match std::fs::canonicalize(path) {
        Ok(real) if cfg!(windows) => plain(&real.to_string_lossy()).into(),
        Ok(real) => real,
        Err(_) => path.to_owned(),
    }
}

/// Returns the real path of what exists of a path, with the rest as it is written. A relative path is
/// returned as it is.
pub(crate) fn real_as_far(path: &Path) -> PathBuf {
    let mut ancestors = path.ancestors().filter(|_| path.is_absolute());
    let found = ancestors.find_map(|above| Some((above, above.canonicalize().ok()?)));
    let Some((above, real)) = found else { return path.to_owned() };
    match path.strip_prefix(above) {
        Ok(rest) if rest.as_os_str().is_empty() => real,
        Ok(rest) => real.join(rest),
        Err(_) => path.to_owned(),
    }
}

/// Removes the prefix that Windows puts before a real path: other programs write the path without
/// it.
fn plain(path: &str) -> String {
    match path.strip_prefix(r"\\?\UNC\") {
        Some(share) => format!(r"\\{share}"),
        None => path.strip_prefix(r"\\?\").unwrap_or(path).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_as_other_programs_write_it() {
        assert_eq!(plain(r"\\?\C:\a"), r"C:\a");
        assert_eq!(plain(r"\\?\UNC\host\share"), r"\\host\share");
        assert_eq!(plain("/a/b"), "/a/b");
        assert_eq!(real_path(Path::new("/nonexistent/a")), Path::new("/nonexistent/a"));
    }
}
