//! Paths of files as the project sees them.

use std::borrow::Cow;

/// Returns a path relative to a folder, with `/` between its parts; `None` when it lies outside.
/// A relative path stays as it is.
pub fn relative<'p>(path: &'p str, folder: Option<&str>) -> Option<Cow<'p, str>> {
    Some(match with_slashes(path) {
        Cow::Borrowed(path) => Cow::Borrowed(inside(path, folder)?),
        Cow::Owned(path) => Cow::Owned(inside(&path, folder)?.to_owned()),
    })
}

fn inside<'p>(path: &'p str, folder: Option<&str>) -> Option<&'p str> {
    if !is_absolute(path) {
        let inside = !path.is_empty() && !path.starts_with('~') && !path.starts_with("../");
        return inside.then(|| path.trim_start_matches("./"));
    }
    let folder = with_slashes(folder?);
    let rest = path.strip_prefix(folder.trim_end_matches('/'))?.strip_prefix('/')?;
    (!rest.is_empty()).then_some(rest)
}

/// Whether two folders have the same home: `/home/me/a` and `/home/me/b/c` do.
pub fn share_home(one: &str, other: &str) -> bool {
    let home = |path: &str| {
        let path = path.replace('\\', "/");
        let parts: Vec<String> = path.split('/').take(3).map(str::to_owned).collect();
        (parts.len() == 3).then_some(parts)
    };
    home(one).is_some() && home(one) == home(other)
}

/// Builds a new text only where there is something to replace: a start looks at thousands of paths.
fn with_slashes(path: &str) -> Cow<'_, str> {
    if path.contains('\\') { path.replace('\\', "/").into() } else { path.into() }
}

fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || path.get(1..3) == Some(":/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_told_from_the_folder_of_the_project() {
        let of = |path, folder| relative(path, Some(folder));
        assert_eq!(of("/w/app/src/a.rs", "/w/app").as_deref(), Some("src/a.rs"));
        assert_eq!(of("/w/app/src/a.rs", "/w/app/").as_deref(), Some("src/a.rs"));
        assert_eq!(of("C:\\w\\app\\src\\a.rs", "C:\\w\\app").as_deref(), Some("src/a.rs"));
        assert_eq!(of("./src/a.rs", "/w").as_deref(), Some("src/a.rs"));
        assert_eq!(of("/w/apple/a.rs", "/w/app"), None);
        assert_eq!(of("/w/app", "/w/app"), None);
        assert_eq!(of("../a.rs", "/w/app"), None);
        assert_eq!(of("~/.zshrc", "/w/app"), None);
        assert_eq!(relative("/w/a.rs", None), None);
    }

    #[test]
    fn folders_of_one_person_share_a_home() {
        assert!(share_home("/home/me/a", "/home/me/b/c"));
        assert!(share_home("C:\\Users\\me\\a", "C:/Users/me/b"));
        assert!(!share_home("/home/me/a", "/home/you/a"));
        assert!(!share_home("/a", "/a"));
    }
}
