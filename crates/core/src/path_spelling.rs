//! One spelling for each path, whichever program wrote it, without reading the disk.

use std::path::{Component, Path, PathBuf};

/// Returns a path without `.`, `..`, doubled and trailing separators. A path of Windows gets an upper
/// case drive and backslashes, on every system: its transcripts are read on others too.
pub(crate) fn spelled(text: &str) -> String {
    if let Some(path) = windows(text) {
        return path;
    }
    let clean = cleaned(Path::new(text)).to_string_lossy().into_owned();
    // What stands behind `./` is a file here, whatever it looks like.
    if is_of_windows(&clean) { format!("./{clean}") } else { clean }
}

/// Returns a path relative to a directory, where it is inside.
pub(crate) fn inside<'p>(path: &'p str, directory: Option<&str>) -> &'p str {
    let rest = directory.and_then(|directory| {
        let rest = path.strip_prefix(directory.trim_end_matches(['/', '\\']))?;
        rest.strip_prefix(['/', '\\'])
    });
    rest.filter(|rest| !rest.is_empty()).unwrap_or(path)
}

/// Returns whether a path is one of Windows: it begins with a drive or a share.
pub(crate) fn is_of_windows(text: &str) -> bool {
    windows(text).is_some()
}

/// Returns a path that begins with a drive or a share, such as `c:/Users/ada` and `\\\\host\\share`.
fn windows(text: &str) -> Option<String> {
    let text = match text.strip_prefix(r"\\?\UNC\") {
        Some(share) => format!(r"\\{share}"),
        None => text.strip_prefix(r"\\?\").unwrap_or(text).to_owned(),
    };
    let (root, rest) = match text.as_bytes() {
        [drive, b':', b'/' | b'\\', ..] if drive.is_ascii_alphabetic() => {
            (format!("{}:\\", text[..1].to_ascii_uppercase()), &text[3..])
        }
        [b'\\', b'\\', ..] => (r"\\".to_owned(), &text[2..]),
        _ => return None,
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in rest.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    // The older name of the same share.
    if root == r"\\" && parts.first().is_some_and(|host| host.eq_ignore_ascii_case("wsl$")) {
        parts[0] = "wsl.localhost";
    }
    Some(root + &parts.join("\\"))
}

fn cleaned(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(clean.components().next_back(), Some(Component::Normal(_))) =>
            {
                clean.pop();
            }
            Component::ParentDir if clean.has_root() => {}
            _ => clean.push(part),
        }
    }
    if clean.as_os_str().is_empty() { PathBuf::from(".") } else { clean }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{inside, spelled};

    #[test]
    fn a_path_outside_stays_whole() {
        assert_eq!(inside("/a/b/c.rs", Some("/a/b")), "c.rs");
        assert_eq!(inside(r"C:\a\b.rs", Some(r"C:\a")), "b.rs");
        assert_eq!(inside("/a/bc.rs", Some("/a/b")), "/a/bc.rs");
        assert_eq!(inside("/a/b", Some("/a/b")), "/a/b");
    }

    #[test]
    fn a_folder_of_windows_has_one_spelling() {
        for each in [
            r"C:\Users\ada\harbor",
            r"c:\Users\ada\harbor",
            "C:/Users/ada/harbor",
            "c:/Users/ada//harbor/",
            r"\\?\C:\Users\ada\harbor",
            r"c:\Users\.\bob\..\ada\harbor\",
        ] {
            assert_eq!(spelled(each), r"C:\Users\ada\harbor", "{each}");
        }
        for each in [r"\\host\share\harbor", r"\\?\UNC\host\share\harbor\", r"\\host/share/harbor"]
        {
            assert_eq!(spelled(each), r"\\host\share\harbor", "{each}");
        }
        for each in [r"\\wsl$\Ubuntu\home\ada", r"\\wsl.localhost\Ubuntu\home\ada"] {
            assert_eq!(spelled(each), r"\\wsl.localhost\Ubuntu\home\ada", "{each}");
        }
        assert_eq!([spelled("c:/"), spelled(r"C:\..")], [r"C:\", r"C:\"]);
    }

    #[test]
    fn a_path_of_unix_keeps_its_letters() {
        for (each, clean) in [
            ("/a//b/", "/a/b"),
            ("/a/./b/../c", "/a/c"),
            ("/..", "/"),
            ("c:", "c:"),
            ("a/..", "."),
            (r"/a\b", r"/a\b"),
            (r".//\\a", r"./\\a"),
        ] {
            assert_eq!(spelled(each), clean, "{each}");
        }
    }

    proptest! {
        #[test]
        fn a_spelling_is_its_own(text in r"([cC]:|/|\\\\|)([/\\a-c.]{0,12})") {
            prop_assert_eq!(spelled(&spelled(&text)), spelled(&text));
        }
    }
}
