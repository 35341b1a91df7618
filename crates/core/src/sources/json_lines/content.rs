//! The bytes of a transcript, whether its file is plain or compressed.

use std::fs::File;
use std::io::{BufReader, Error, ErrorKind, Read, Result, Seek, SeekFrom, copy, sink};
use std::path::{Path, PathBuf};

use zstd::stream::read::Decoder;

use crate::regular_file::open_regular;

/// Ending of the names of compressed files that are read.
const COMPRESSED: &str = ".zst";
/// Endings of those that a person may have made, and that are not read.
const NOT_READ: [&str; 4] = [".gz", ".xz", ".bz2", ".lz4"];

/// Returns the name that a file has when it is not compressed.
pub fn plain_name(path: &str) -> &str {
    let mut endings = std::iter::once(COMPRESSED).chain(NOT_READ);
    endings.find_map(|ending| path.strip_suffix(ending)).unwrap_or(path)
}

/// Whether a file is compressed in a form that is not read.
pub fn is_packed(path: &str) -> bool {
    NOT_READ.iter().any(|ending| path.ends_with(ending))
}

/// A transcript as a sequence of bytes. Offsets are those of the uncompressed text.
pub enum Content {
    /// A file as it is.
    Plain(File),
    /// A compressed file.
    Compressed(Box<Decompressed>),
}

impl Content {
    /// Opens a transcript.
    ///
    /// # Errors
    /// Any I/O error, and anything that is not a regular file.
    pub fn open(path: &Path) -> Result<Self> {
        if is_packed(&path.to_string_lossy()) {
            let why =
                "it is compressed in a form that is not read: unpack it, or compress it as `.zst`";
            return Err(Error::new(ErrorKind::Unsupported, why));
        }
        if !path.to_string_lossy().ends_with(COMPRESSED) {
            return open_regular(path).map(Self::Plain);
        }
        let decoder = Decompressed::decoder(path)?;
        Ok(Self::Compressed(Box::new(Decompressed { path: path.to_owned(), decoder, offset: 0 })))
    }
}

impl Read for Content {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        match self {
            Self::Plain(file) => file.read(buffer),
            Self::Compressed(file) => file.read(buffer),
        }
    }
}

impl Seek for Content {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        match self {
            Self::Plain(file) => file.seek(to),
            Self::Compressed(file) => file.seek(to),
        }
    }
}

/// A compressed file that is decompressed as it is read.
pub struct Decompressed {
    path: PathBuf,
    decoder: Decoder<'static, BufReader<File>>,
    offset: u64,
}

impl Decompressed {
    fn decoder(path: &Path) -> Result<Decoder<'static, BufReader<File>>> {
        Decoder::new(open_regular(path)?)
    }
}

impl Read for Decompressed {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let read = self.decoder.read(buffer)?;
        self.offset += read as u64;
        Ok(read)
    }
}

impl Seek for Decompressed {
    /// Goes to an offset from the start. Going back decompresses the file from its start.
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        let SeekFrom::Start(offset) = to else {
            return Err(Error::from(ErrorKind::Unsupported));
        };
        if offset < self.offset {
            self.decoder = Self::decoder(&self.path)?;
            self.offset = 0;
        }
        let ahead = offset - self.offset;
        copy(&mut self.by_ref().take(ahead), &mut sink())?;
        Ok(self.offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compressed_file_is_read_from_any_offset() {
        let folder = tempfile::tempdir().unwrap();
        let text: Vec<u8> = (0..100_000_u32).flat_map(u32::to_le_bytes).collect();
        let path = folder.path().join("a.jsonl.zst");
        std::fs::write(&path, zstd::bulk::compress(&text, 3).unwrap()).unwrap();
        let mut content = Content::open(&path).unwrap();
        for offset in [0, 77_777, 12, 399_990, 400_000] {
            assert_eq!(content.seek(SeekFrom::Start(offset)).unwrap(), offset);
            let mut rest = Vec::new();
            content.by_ref().take(10).read_to_end(&mut rest).unwrap();
            let start = offset as usize;
            assert_eq!(rest, text[start..(start + 10).min(text.len())]);
        }
    }
}
