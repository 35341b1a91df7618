//! Writes files that only their owner may read. Nothing here waits for another process.

use std::fs::{DirBuilder, File, OpenOptions};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{Error, ErrorKind, Read, Result, Write as _};
use std::path::{Path, PathBuf};

/// Creates a folder with its missing parents. One that exists keeps its permissions.
pub fn make_folder(path: &Path) -> Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}

/// Makes an empty file; one that exists stays as it is.
pub fn make(path: &Path) -> Result<()> {
    private().append(true).create(true).open(path).map(drop)
}

/// Appends to a regular file in one write, and creates it where it is missing, but not its folder.
pub fn append(path: &Path, text: &str) -> Result<()> {
    let mut options = private();
    options.append(true).create(true);
    let mut file = options.open(path)?;
    if !file.metadata()?.is_file() {
        return Err(Error::new(ErrorKind::InvalidInput, "it is not a regular file"));
    }
    file.write_all(text.as_bytes())
}

/// Replaces a file as a whole, even across a power cut: who reads it sees the old text or the new.
pub fn replace(path: &Path, text: &str) -> Result<()> {
    let temporary = beside(path);
    let written =
        write_new(&temporary, text, true).and_then(|()| std::fs::rename(&temporary, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    written
}

/// Writes a file that must not exist. `durable`: its bytes are on the disk afterwards.
pub fn write_new(path: &Path, text: &str, durable: bool) -> Result<()> {
    let mut options = private();
    let mut file: File = options.write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    if durable { file.sync_all() } else { Ok(()) }
}

/// Writes all that a source has into a file that must not exist.
pub fn write_all_of(mut source: impl Read, path: &Path) -> Result<()> {
    let mut file = private().write(true).create_new(true).open(path)?;
    std::io::copy(&mut source, &mut file).map(drop)
}

/// Waits until a file or a folder is on the disk, if it is there. Some systems cannot sync a folder.
pub fn sync(path: &Path) -> Result<()> {
    use ErrorKind::{InvalidInput, IsADirectory, NotFound, PermissionDenied};
    match private().read(true).open(path).and_then(|file| file.sync_all()) {
        Err(error)
            if ![NotFound, IsADirectory, PermissionDenied, InvalidInput]
                .contains(&error.kind()) =>
        {
            Err(error)
        }
        _ => Ok(()),
    }
}

/// Removes a file; one that is missing is no error.
pub fn remove(path: &Path) -> Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Returns twelve hexadecimal digits, by chance other ones at each call. Not a secret.
pub fn unique() -> String {
    let chance = RandomState::new().build_hasher().finish();
    format!("{chance:016x}")[..12].to_owned()
}

/// Whether an id is safe as a file name: it cannot lead to another folder, whoever wrote it.
pub fn is_plain_name(id: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    (1..=100).contains(&id.len()) && id.bytes().all(is_plain)
}

/// Returns the temporary name that a file has until it is complete; a purge knows its form.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.mementor-{}.tmp", unique()))
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // A FIFO must not block, nor a terminal become that of this process.
        options.mode(0o600).custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("state.json");
        replace(&path, "one").expect("room");
        replace(&path, "two").expect("room");
        append(&path, "\nthree").expect("room");
        assert_eq!(std::fs::read_to_string(&path).expect("text"), "two\nthree");
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
        assert!(write_new(&path, "four", false).is_err());
        assert!(replace(&folder.path().join("none/state.json"), "one").is_err());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(&path).expect("there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn names_lead_to_no_other_folder() {
        assert!(is_plain_name("0199-ab_C"));
        for name in ["", "..", "a/b", "a.b", &"a".repeat(101)] {
            assert!(!is_plain_name(name), "{name}");
        }
        assert_ne!(unique(), unique());
    }
}
