//! Opens files that someone else may have created.

use std::fs::{File, FileType, OpenOptions};
use std::io::{Error, ErrorKind, Result};
use std::path::Path;

/// Opens a regular file for reading. Anything else (a folder, a FIFO, a device, a socket) is an
/// error that names the kind. Never blocks, although opening a FIFO normally waits for a writer.
/// The check uses the opened file, so nobody can swap the file in between.
pub fn open_regular(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        // A terminal must not become the controlling terminal of this process.
        std::os::unix::fs::OpenOptionsExt::custom_flags(
            &mut options,
            libc::O_NONBLOCK | libc::O_NOCTTY,
        );
    }
    let file = options.open(path)?;
    let kind = file.metadata()?.file_type();
    if kind.is_file() {
        return Ok(file);
    }
    let message = format!("it is {}, not a regular file", name_of(kind));
    Err(Error::new(ErrorKind::InvalidInput, message))
}

/// Returns the content of a regular file of at most `bytes_max` bytes; a larger file is an error.
pub fn read_regular(path: &Path, bytes_max: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = open_regular(path)?;
    std::io::Read::read_to_end(&mut std::io::Read::take(file, bytes_max + 1), &mut bytes)?;
    if bytes.len() as u64 <= bytes_max {
        return Ok(bytes);
    }
    let message = format!("it has more than {bytes_max} bytes");
    Err(Error::new(ErrorKind::FileTooLarge, message))
}

fn name_of(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        if kind.is_fifo() {
            return "a FIFO";
        }
        if kind.is_socket() {
            return "a socket";
        }
        if kind.is_char_device() || kind.is_block_device() {
            return "a device";
        }
    }
    if kind.is_dir() { "a folder" } else { "something else" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_regular_file_is_read_up_to_its_bound() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        std::fs::write(&path, "12345").expect("room");
        assert_eq!(read_regular(&path, 5).expect("it fits"), b"12345");
        let error = read_regular(&path, 4).expect_err("one byte too many");
        assert_eq!(error.to_string(), "it has more than 4 bytes");
        assert!(read_regular(folder.path(), 4).is_err());
    }
}
