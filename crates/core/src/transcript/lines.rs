//! Whole lines of a file, from an offset, within a bound on memory.

use std::io::{BufRead, Result};

use memchr::memchr;

/// A longer line is skipped as a problem: the longest seen in real transcripts, with an image
/// inlined, has a few megabytes.
pub const LINE_BYTES_MAX: usize = 32 << 20;

/// A line and where it stands.
#[derive(Debug, PartialEq, Eq)]
pub struct RawLine<'a> {
    /// Byte offset of its first byte.
    pub position: u64,
    /// Byte offset just after its newline.
    pub end: u64,
    /// The bytes without the newline; `None` when the line is too long to be held.
    pub bytes: Option<&'a [u8]>,
}

/// Splits a reader on `\n` alone (U+2028 may stand raw in a line). A last line without its newline
/// is still being written and is left for the next time.
pub struct LineReader<R> {
    reader: R,
    offset: u64,
    buffer: Vec<u8>,
}

impl<R: BufRead> LineReader<R> {
    /// Reads from `reader`, whose first byte stands at `offset` of the file.
    pub fn new(reader: R, offset: u64) -> Self {
        Self { reader, offset, buffer: Vec::new() }
    }

    /// Returns the next whole line, or `None` at the end or at a torn line.
    pub fn next_line(&mut self) -> Result<Option<RawLine<'_>>> {
        self.buffer.clear();
        let position = self.offset;
        let mut length = 0_u64;
        loop {
            let available = self.reader.fill_buf()?;
            if available.is_empty() {
                return Ok(None);
            }
            let newline = memchr(b'\n', available);
            let piece = &available[..newline.unwrap_or(available.len())];
            length += piece.len() as u64;
            if length <= LINE_BYTES_MAX as u64 {
                self.buffer.extend_from_slice(piece);
            } else {
                // Freed at once: the rest of an over-long line is only counted.
                self.buffer = Vec::new();
            }
            let consumed = piece.len() + usize::from(newline.is_some());
            self.reader.consume(consumed);
            if newline.is_some() {
                self.offset = position + length + 1;
                let fits = length <= LINE_BYTES_MAX as u64;
                return Ok(Some(RawLine {
                    position,
                    end: self.offset,
                    bytes: fits.then_some(self.buffer.as_slice()),
                }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<(u64, u64, Option<usize>)> {
        let mut reader = LineReader::new(std::io::BufReader::with_capacity(7, bytes), 100);
        let mut found = Vec::new();
        while let Some(line) = reader.next_line().expect("memory is readable") {
            found.push((line.position, line.end, line.bytes.map(<[u8]>::len)));
        }
        found
    }

    #[test]
    fn a_torn_last_line_is_left_for_the_next_time() {
        assert_eq!(lines(b"ab\ncde\nfg"), [(100, 103, Some(2)), (103, 107, Some(3))]);
    }

    #[test]
    fn only_a_newline_ends_a_line() {
        assert_eq!(lines("a\u{2028}b\r\n".as_bytes()), [(100, 107, Some(6))]);
    }

    #[test]
    fn an_over_long_line_is_counted_and_not_held() {
        let mut bytes = vec![b'x'; LINE_BYTES_MAX + 1];
        bytes.extend_from_slice(b"\nok\n");
        let end = 100 + LINE_BYTES_MAX as u64 + 2;
        assert_eq!(lines(&bytes), [(100, end, None), (end, end + 3, Some(2))]);
    }
}
