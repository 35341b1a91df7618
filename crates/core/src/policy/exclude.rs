//! Directories whose conversations are not stored.

mod on_disk;

use std::path::Path;

use regex::{Regex, RegexBuilder};

use crate::error::{Error, Result};
use crate::path_spelling::{is_of_windows, spelled};
use crate::real_path::real_as_far;

/// Whether names of files that differ in case alone are usually the same here.
const IGNORES_CASE: bool = cfg!(any(windows, target_os = "macos"));

/// The directories that globs match, with everything below them.
#[derive(Debug, Clone, Default)]
pub struct Excluded {
    folders: Vec<Glob>,
}

#[derive(Debug, Clone)]
struct Glob {
    /// As it is written, with slashes.
    text: String,
    /// The names of paths that it matches.
    names: Regex,
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
            Glob::of(glob)
                .map_err(|reason| Error::ExcludeInvalid(format!("glob {number}: {reason}")))
        };
        Ok(Self { folders: globs.iter().zip(1..).map(compile).collect::<Result<_>>()? })
    }

    /// Returns whether nothing is excluded.
    pub fn is_empty(&self) -> bool {
        self.folders.is_empty()
    }

    /// Returns whether a directory is excluded: by its path, however it is spelled, by its real path,
    /// or because it is in a folder that a glob names through a link or in another case. Links
    /// that `**` would lead through are not looked for. What is gone is told by its path and by what
    /// exists above it.
    pub fn covers(&self, directory: &Path) -> bool {
        if self.is_empty() {
            return false;
        }
        let written = spelled(&directory.to_string_lossy());
        let real = real_as_far(Path::new(&written));
        // `..` behind a link leads elsewhere than it reads.
        let followed = directory.canonicalize().unwrap_or_else(|_| real.clone());
        let paths = [Path::new(&written), &real, &followed];
        let is_named = |path: &Path| {
            let name = slashed(&path.to_string_lossy());
            self.folders.iter().any(|folder| folder.names.is_match(&name))
        };
        paths.into_iter().any(is_named) || {
            let mut globs = self.folders.iter().map(|folder| folder.text.as_str());
            globs.any(|glob| on_disk::covers(glob, &[&real, &followed]))
        }
    }

    /// Returns whether a test holds for an excluded folder of the disk, or one below it, up to a
    /// bound: the nearest come first. Folders that a glob names anywhere are not looked for.
    pub fn any_folder(&self, test: &dyn Fn(&str) -> bool) -> bool {
        self.folders.iter().any(|folder| on_disk::any_folder(&folder.text, test))
    }
}

/// Checks a glob. The error describes the problem in one line.
pub fn check_glob(glob: &str) -> std::result::Result<(), String> {
    Glob::of(glob).map(drop)
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

impl Glob {
    fn of(glob: &str) -> std::result::Result<Self, String> {
        let text = slashed(glob.trim());
        if let Some(reason) = misunderstanding(&text) {
            return Err(reason.into());
        }
        let rooted = is_rooted(&text) || text.starts_with("**");
        let ignores_case = IGNORES_CASE || has_drive(&text);
        let pattern = format!("{}{}", if rooted { "^" } else { "^(?:.*/)?" }, below(&text));
        Ok(Self { names: expression(&pattern, ignores_case)?, text })
    }
}

/// Whether a glob names a folder by its whole path.
fn is_rooted(glob: &str) -> bool {
    glob.starts_with('/') || has_drive(glob)
}

fn has_drive(glob: &str) -> bool {
    glob.as_bytes().get(1) == Some(&b':')
}

fn expression(pattern: &str, ignores_case: bool) -> std::result::Result<Regex, String> {
    RegexBuilder::new(pattern)
        .case_insensitive(ignores_case)
        .dot_matches_new_line(true)
        .build()
        .map_err(|_| "it is too large".into())
}

/// Returns what a glob matches, and everything below it, as a regular expression.
///
/// `globset` would replace only the loop below. It would not decide which globs are refused, where
/// a glob may begin, or that it covers everything below a folder. Its `**` inside a name (`/a**b`)
/// does not cross folders as it does here.
fn below(glob: &str) -> String {
    // `/` becomes an empty pattern, which matches the start of every path.
    let glob = glob.trim_end_matches("/**").trim_end_matches('/');
    let mut pattern = String::new();
    let mut rest = glob;
    while let Some(c) = rest.chars().next() {
        let (piece, length) = match c {
            '*' if rest.starts_with("**/") => ("(?:.*/)?".to_owned(), 3),
            '*' if rest.starts_with("**") => (".*".to_owned(), 2),
            '*' => ("[^/]*".to_owned(), 1),
            '?' => ("[^/]".to_owned(), 1),
            // A path has no doubled separators.
            '/' => ("/".to_owned(), rest.len() - rest.trim_start_matches('/').len()),
            _ => (regex::escape(&rest[..c.len_utf8()]), c.len_utf8()),
        };
        pattern.push_str(&piece);
        rest = &rest[length..];
    }
    pattern.push_str("(?:/.*)?$");
    pattern
}

/// Returns a path with slashes, if it is one of Windows.
fn slashed(path: &str) -> String {
    if is_of_windows(path) {
        // The glob of a whole drive ends in a slash.
        let path = path.strip_prefix(r"\\?\").unwrap_or(path).replace('\\', "/");
        return path[..1].to_ascii_uppercase() + &path[1..];
    }
    if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() }
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

    #[test]
    fn a_path_is_excluded_however_it_is_spelled() {
        for (glob, directory) in [
            ("/users/me/work", "/users//me/work/"),
            ("/users/me/work", "/users/me/./work/a"),
            ("/users/me/work", "/users/you/../me/work"),
            ("/users//me/work", "/users/me/work"),
            ("/users/me/work//*", "/users/me/work/a"),
            ("C:/users/me/work", r"c:\Users\me\work\a"),
            (r"c:\users\me\*", "C:/users/me/work"),
            ("c:/users/me/work", r"\\?\C:\users\me\work"),
            ("client-*", r"D:\client-a\src"),
        ] {
            assert!(covers(glob, directory), "{glob} {directory}");
        }
        assert!(!covers("/users/me/work", "/users/me/work/../open"));
        assert!(!covers("C:/users/me/work", r"D:\users\me\work"));
    }

    /// Real folders, and links to some of them.
    #[cfg(unix)]
    #[test]
    fn a_folder_is_excluded_by_every_path_that_leads_there() {
        let home = tempfile::tempdir().expect("a folder");
        let home = home.path().canonicalize().expect("it exists");
        for folder in ["data/clients/acme/src", "real/clients", "vault/acme", "deep/a/b"] {
            std::fs::create_dir_all(home.join(folder)).expect("a folder");
        }
        let link = |to: &str, at: &str| {
            std::os::unix::fs::symlink(home.join(to), home.join(at)).expect("a link");
        };
        link("data/clients", "clients");
        link("vault/acme", "real/clients/acme");
        link("deep", "shallow");
        let of = |glob: &str, directory: &str| {
            let glob = format!("{}/{glob}", home.display());
            covers(
                &glob,
                Path::new(&format!("{}/{directory}", home.display())).to_str().expect("text"),
            )
        };
        for (glob, directory) in [
            // The glob goes through a link, and the session names the real path.
            ("clients/*", "data/clients/acme"),
            ("clients/*", "data/clients/acme/src"),
            ("clients/acme", "data/clients/acme/src"),
            ("clients/**", "data/clients/acme"),
            ("clients", "data/clients"),
            // The last folder is the link.
            ("real/clients/*", "vault/acme"),
            ("real/*/acme", "vault/acme"),
            ("real/clients/a?me", "vault/acme"),
            ("shallow/**/b", "deep/a/b"),
            // The session goes through a link, the glob names the real path.
            ("data/clients/*", "clients/acme"),
            ("vault", "real/clients/acme"),
            // A folder that is gone, below a link.
            ("data/clients/*", "clients/gone/x"),
            ("clients/*", "data/clients/gone"),
            ("data/clients/*", "clients/acme/../acme//src/"),
        ] {
            assert!(of(glob, directory), "{glob} {directory}");
        }
        for (glob, directory) in [
            ("clients/*", "data/clients"),
            ("clients/*", "data"),
            ("real/clients/*", "vault"),
            ("real/clients/b*", "vault/acme"),
            ("shallow/**/b", "deep/a"),
            ("nowhere/*", "data/clients/acme"),
        ] {
            assert!(!of(glob, directory), "{glob} {directory}");
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
        let excluded = Excluded::new(&[real.to_string_lossy().into_owned()]).expect("a glob");
        assert!(excluded.covers(&link) && !excluded.covers(home.path()));
    }
}
