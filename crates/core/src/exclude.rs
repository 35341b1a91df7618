//! Directories whose conversations are kept out of the memory.

use std::path::Path;

use regex::{Regex, RegexBuilder};

/// The directories that globs name, and all below them.
#[derive(Debug, Clone, Default)]
pub struct Excluded {
    folders: Vec<Regex>,
}

impl Excluded {
    /// Takes globs: `*` and `?` stand for characters of a name, `**` for any number of folders. One without a leading `/`
    /// (or drive) names a folder wherever it lies. A leading `~` is the caller's to expand.
    pub fn new(globs: &[String]) -> Self {
        Self { folders: globs.iter().filter_map(|glob| compiled(glob)).collect() }
    }

    /// Whether nothing is excluded.
    pub fn is_empty(&self) -> bool {
        self.folders.is_empty()
    }

    /// Whether a directory is excluded: by the name it is reached by, or by where it really lies.
    pub fn covers(&self, directory: &Path) -> bool {
        let is_named = |directory: &Path| {
            let name = slashed(&directory.to_string_lossy());
            self.folders.iter().any(|folder| folder.is_match(&name))
        };
        let real = || std::fs::canonicalize(directory).is_ok_and(|real| is_named(&real));
        !self.is_empty() && (is_named(directory) || real())
    }
}

fn compiled(glob: &str) -> Option<Regex> {
    let glob = slashed(glob.trim());
    let glob = glob.trim_end_matches("/**").trim_end_matches('/');
    if glob.is_empty() {
        return None;
    }
    let rooted =
        glob.starts_with('/') || glob.as_bytes().get(1) == Some(&b':') || glob.starts_with("**");
    let mut pattern = String::from(if rooted { "^" } else { "^(?:.*/)?" });
    let mut rest = glob;
    while let Some(c) = rest.chars().next() {
        let (piece, length) = match c {
            '*' if rest.starts_with("**/") => ("(?:.*/)?".to_owned(), 3),
            '*' if rest.starts_with("**") => (".*".to_owned(), 2),
            '*' => ("[^/]*".to_owned(), 1),
            '?' => ("[^/]".to_owned(), 1),
            _ => (regex::escape(&rest[..c.len_utf8()]), c.len_utf8()),
        };
        pattern.push_str(&piece);
        rest = &rest[length..];
    }
    pattern.push_str("(?:/.*)?$");
    RegexBuilder::new(&pattern)
        .case_insensitive(cfg!(windows))
        .dot_matches_new_line(true)
        .build()
        .ok()
}

/// Writes a path with slashes, on Windows also where it has backslashes.
fn slashed(path: &str) -> String {
    if cfg!(windows) {
        path.trim_start_matches(r"\\?\").replace('\\', "/")
    } else {
        path.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covers(glob: &str, directory: &str) -> bool {
        Excluded::new(&[glob.to_owned()]).covers(Path::new(directory))
    }

    #[test]
    fn a_glob_names_a_folder_and_all_below_it() {
        for (glob, directory) in [
            ("/users/me/work", "/users/me/work"),
            ("/users/me/work/", "/users/me/work/a/b"),
            ("/users/me/work/**", "/users/me/work"),
            ("/users/*/work", "/users/you/work/a"),
            ("/users/**/secret", "/users/a/b/secret/c"),
            ("**/secret", "/secret"),
            ("client-*", "/users/me/client-a/src"),
            ("/users/me/a?c", "/users/me/abc"),
            ("/users/me/(x)+", "/users/me/(x)+"),
        ] {
            assert!(covers(glob, directory), "{glob} {directory}");
        }
        for (glob, directory) in [
            ("/users/me/work", "/users/me/workshop"),
            ("/users/*/work", "/users/a/b/work"),
            ("client-*", "/users/me/my-client-a"),
            ("/users/me/a?c", "/users/me/a/c"),
            ("", "/users/me"),
            ("/", "/users/me"),
        ] {
            assert!(!covers(glob, directory), "{glob} {directory}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_is_excluded_whatever_link_leads_there() {
        let home = tempfile::tempdir().expect("a folder");
        let real = home.path().canonicalize().expect("it exists").join("private");
        std::fs::create_dir(&real).expect("a folder");
        let link = home.path().join("link");
        std::os::unix::fs::symlink(&real, &link).expect("a link");
        let excluded = Excluded::new(&[real.to_string_lossy().into_owned()]);
        assert!(excluded.covers(&link) && !excluded.covers(home.path()));
    }
}
