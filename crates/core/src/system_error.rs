//! Errors of the operating system as the end of a sentence.

use std::io::{Error, ErrorKind};

/// Returns what is wrong with a file, without the number that the system's message ends with.
pub(crate) fn reason(error: &Error) -> String {
    let known = match error.kind() {
        ErrorKind::PermissionDenied => "permission denied",
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::QuotaExceeded => "your quota on this disk is used up",
        ErrorKind::NotFound => "no such file or folder",
        ErrorKind::NotADirectory => "a part of this path is a file, not a folder",
        ErrorKind::IsADirectory => "it is a folder, not a file",
        ErrorKind::AlreadyExists => "it exists already",
        ErrorKind::DirectoryNotEmpty => "the folder is not empty",
        ErrorKind::InvalidFilename => "the name is too long",
        ErrorKind::ResourceBusy => "another program is using it",
        _ => return numbered(error),
    };
    known.to_owned()
}

/// Returns what an error says that the standard library has no kind for.
fn numbered(error: &Error) -> String {
    #[cfg(unix)]
    match error.raw_os_error() {
        Some(libc::ELOOP) => return "its symbolic links form a circle".to_owned(),
        Some(libc::EMFILE | libc::ENFILE) => return "too many files are open".to_owned(),
        Some(libc::EIO) => return "the disk reported an error".to_owned(),
        Some(libc::EFBIG) => return "the file would be too large for this disk".to_owned(),
        _ => {}
    }
    let text = error.to_string();
    let number = error.raw_os_error().map(|number| format!(" (os error {number})"));
    match number.and_then(|number| text.strip_suffix(&number).map(str::to_owned)) {
        Some(text) => text,
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_said_without_its_number() {
        assert_eq!(reason(&ErrorKind::PermissionDenied.into()), "permission denied");
        assert_eq!(reason(&Error::other("it is a FIFO")), "it is a FIFO");
        #[cfg(unix)]
        for (number, said) in [
            (libc::ELOOP, "its symbolic links form a circle"),
            (libc::ENOSPC, "the disk is full"),
            (libc::EPIPE, "Broken pipe"),
        ] {
            assert_eq!(reason(&Error::from_raw_os_error(number)), said);
        }
    }
}
