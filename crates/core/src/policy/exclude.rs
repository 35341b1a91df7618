//! Directories whose conversations are not stored.

use std::path::Path;

use regex::{Regex, RegexBuilder};

use crate::error::{Error, Result};

/// The directories that globs match, with everything below them.
#[derive(Debug, Clone, Default)]
pub struct Excluded {
    folders: Vec<Regex>,
}

impl Excluded {
    /// Compiles globs: `*` and `?` match characters of a name, `**` any number of folders. A glob
    /// without a leading `/` (or drive) matches a folder anywhere. The caller expands a leading
    /// `~`.
    ///
    /// # Errors
    /// [`Error::ExcludeInvalid`] when [`check_glob`] refuses a glob: skipping it would exclude
    /// nothing, and nobody would notice. The error names the glob by its number.
    pub fn new(globs: &[String]) -> Result<Self> {
        let compile = |(glob, number): (&String, u32)| {
            compiled(glob)
                .map_err(|reason| Error::ExcludeInvalid(format!("glob {number}: {reason}")))
        };
        Ok(Self { folders: globs.iter().zip(1..).map(compile).collect::<Result<_>>()? })
    }

    /// Returns whether nothing is excluded.
    pub fn is_empty(&self) -> bool {
        self.folders.is_empty()
    }

    /// Returns whether a directory is excluded, by the given path or by its real path.
    pub fn covers(&self, directory: &Path) -> bool {
        let is_named = |directory: &Path| {
            let name = slashed(&directory.to_string_lossy());
            self.folders.iter().any(|folder| folder.is_match(&name))
        };
        let real = || std::fs::canonicalize(directory).is_ok_and(|real| is_named(&real));
        !self.is_empty() && (is_named(directory) || real())
    }
}

/// Checks a glob. The error describes the problem in one line.
pub fn check_glob(glob: &str) -> std::result::Result<(), String> {
    compiled(glob).map(drop)
}

/// Returns the problem with a glob that uses syntax of other tools: taken literally, it would match
/// no existing folder.
fn misunderstanding(glob: &str) -> Option<&'static str> {
    if glob.is_empty() {
        return Some("it is empty");
    }
    if glob.contains(['[', '{']) {
        return Some(
            "`[` and `{` are not supported: write one glob for each, and `?` for a character",
        );
    }
    if glob.split('/').any(|name| matches!(name, "." | "..")) {
        return Some("`.` and `..` are not supported: write the whole path");
    }
    match glob.as_bytes()[0] {
        b'~' => Some("only one's own `~/` is known: write the whole path"),
        b'$' => Some("variables are not known: write the whole path"),
        b'!' => Some("`!` is not supported: nothing can be let in again"),
        _ => None,
    }
}

/// Returns a glob as a regular expression.
///
/// `globset` would replace only the loop below. It would not decide which globs are refused, where
/// a glob may begin, or that it covers everything below a folder. Its `**` inside a name (`/a**b`)
/// does not cross folders as it does here.
fn compiled(glob: &str) -> std::result::Result<Regex, String> {
    let glob = slashed(glob.trim());
    if let Some(reason) = misunderstanding(&glob) {
        return Err(reason.into());
    }
    let rooted =
        glob.starts_with('/') || glob.as_bytes().get(1) == Some(&b':') || glob.starts_with("**");
    // `/` becomes an empty pattern, which matches the start of every path.
    let glob = glob.trim_end_matches("/**").trim_end_matches('/');
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
        .map_err(|_| "it is too large".into())
}

/// Returns a path with slashes; on Windows, backslashes are converted.
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
        Excluded::new(&[glob.to_owned()]).expect("a glob").covers(Path::new(directory))
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
            ("/", "/users/me"),
            ("/**", "/users/me"),
            ("**", "/users/me"),
        ] {
            assert!(covers(glob, directory), "{glob} {directory}");
        }
        for (glob, directory) in [
            ("/users/me/work", "/users/me/workshop"),
            ("/users/*/work", "/users/a/b/work"),
            ("client-*", "/users/me/my-client-a"),
            ("/users/me/a?c", "/users/me/a/c"),
        ] {
            assert!(!covers(glob, directory), "{glob} {directory}");
        }
    }

    #[test]
    fn a_glob_that_would_keep_nothing_out_is_refused() {
        for glob in ["", " ", "/a/{b,c}", "/a/[bc]", "./a", "/a/../b", "~me/a", "$HOME/a", "!/a"] {
            let refused = Excluded::new(&["/a".to_owned(), glob.to_owned()]).expect_err(glob);
            assert_eq!(refused.code(), "EXCLUDE_INVALID");
            assert!(refused.to_string().contains("glob 2: "), "{refused}");
        }
        assert!(check_glob("/a/.git/..b").is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_is_excluded_whatever_link_leads_there() {
        let home = tempfile::tempdir().expect("a folder");
        let real = home.path().canonicalize().expect("it exists").join("private");
        std::fs::create_dir(&real).expect("a folder");
        let link = home.path().join("link");
        std::os::unix::fs::symlink(&real, &link).expect("a link");
        let excluded = Excluded::new(&[real.to_string_lossy().into_owned()]).expect("a glob");
        assert!(excluded.covers(&link) && !excluded.covers(home.path()));
    }
}
