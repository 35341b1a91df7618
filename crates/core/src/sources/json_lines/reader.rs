//! Whole lines of a file, from an offset, within a bound on memory.

use std::io::{BufRead, Result};
use std::ops::Range;

use memchr::memchr;

use crate::json::object_length;

/// A longer line is skipped as a problem: the longest seen in real transcripts, with an image
/// inlined, has a few megabytes.
pub const LINE_BYTES_MAX: usize = 32 << 20;

/// A line and where it stands.
#[derive(Debug, PartialEq, Eq)]
pub struct RawLine<'a> {
    /// Byte offset of its first byte.
    pub position: u64,
    /// Byte offset of what follows: after the newline, where one stands.
    pub end: u64,
    /// The bytes without the newline; `None` when the line is too long to be held.
    pub bytes: Option<&'a [u8]>,
}

/// Splits a reader on `\n` alone (U+2028 may stand raw in a line).
///
/// A whole JSON object ends a line too: the last line of a file has often no newline, and a client
/// that goes on with such a file writes its next line right behind. What breaks off inside an
/// object is still being written and is left for the next time.
pub struct LineReader<R> {
    reader: R,
    /// What is held: a line of the file, without its newline.
    buffer: Vec<u8>,
    /// Byte offset of the buffer in the file.
    base: u64,
    /// How much of the buffer was returned, and whether there may be more.
    at: usize,
    held: bool,
    /// Whether a newline follows the buffer.
    ended: bool,
    /// Where in the buffer the line stands that was returned last.
    last: Range<usize>,
    /// Whether what is read first belongs to a line of which an object was returned.
    continues: bool,
}

impl<R: BufRead> LineReader<R> {
    /// Reads from `reader`, whose first byte stands at `offset` of the file.
    pub fn new(reader: R, offset: u64) -> Self {
        let (buffer, last) = (Vec::new(), 0..0);
        let (at, held, ended, continues) = (0, false, false, false);
        Self { reader, buffer, base: offset, at, held, ended, last, continues }
    }

    /// Says which byte stands before the first one: no newline when a line was returned without
    /// its own, which may have been written since.
    #[must_use]
    pub fn after(mut self, byte: Option<u8>) -> Self {
        self.continues = byte.is_some_and(|byte| byte != b'\n');
        self
    }

    /// Returns the byte offset up to which everything was returned, or is white space that ends a
    /// line.
    pub fn offset(&self) -> u64 {
        let newline = self.ended && self.at == self.buffer.len();
        self.base + self.at as u64 + u64::from(newline)
    }

    /// Returns the next line, or `None` at the end or where an object breaks off.
    pub fn next_line(&mut self) -> Result<Option<RawLine<'_>>> {
        loop {
            let rest_of_line = if self.held { true } else { std::mem::take(&mut self.continues) };
            if !self.held {
                match self.fill()? {
                    Filled::Nothing => return Ok(None),
                    Filled::TooLong { position, end } => {
                        return Ok(Some(RawLine { position, end, bytes: None }));
                    }
                    Filled::Line => {}
                }
            }
            let rest = &self.buffer[self.at..];
            if rest_of_line && rest.trim_ascii().is_empty() {
                self.at = self.buffer.len();
                self.held = false;
                continue;
            }
            let whole = if self.held || !self.ended { object_length(rest) } else { None };
            let Some(length) = whole.or(self.ended.then_some(rest.len())) else {
                return Ok(None);
            };
            self.held = whole.is_some();
            return Ok(Some(self.returned(self.at..self.at + length)));
        }
    }

    /// Shortens the line that was returned last to the object it begins with, when more than white
    /// space follows that: the rest is returned next.
    pub fn first_object(&mut self) -> Option<RawLine<'_>> {
        let line = &self.buffer[self.last.clone()];
        let length = object_length(line).filter(|at| !line[*at..].trim_ascii().is_empty())?;
        self.held = true;
        Some(self.returned(self.last.start..self.last.start + length))
    }

    fn returned(&mut self, line: Range<usize>) -> RawLine<'_> {
        self.at = line.end;
        self.last = line.clone();
        let position = self.base + line.start as u64;
        RawLine { position, end: self.offset(), bytes: Some(&self.buffer[line]) }
    }

    /// Reads up to the next newline, or to the end.
    fn fill(&mut self) -> Result<Filled> {
        self.base = self.offset();
        (self.at, self.ended, self.last) = (0, false, 0..0);
        self.buffer.clear();
        let mut length = 0_u64;
        loop {
            let available = self.reader.fill_buf()?;
            if available.is_empty() {
                break;
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
                self.ended = true;
                break;
            }
        }
        let fits = length <= LINE_BYTES_MAX as u64;
        if !self.ended && (length == 0 || !fits) {
            return Ok(Filled::Nothing);
        }
        if fits {
            return Ok(Filled::Line);
        }
        let position = self.base;
        self.base = position + length;
        Ok(Filled::TooLong { position, end: self.offset() })
    }
}

/// What came into the buffer.
enum Filled {
    /// The end of the file, or a line that is too long and has no end yet.
    Nothing,
    /// A line, or the beginning of one.
    Line,
    /// A line that is too long to be held.
    TooLong { position: u64, end: u64 },
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

    /// What the lines of a text are however it is cut in two: each with its end.
    fn in_two(text: &str, cut: usize) -> Vec<(String, u64)> {
        let bytes = text.as_bytes();
        let mut found = Vec::new();
        let mut offset = 0_usize;
        for end in [cut, text.len()] {
            let before = offset.checked_sub(1).map(|at| bytes[at]);
            let mut reader = LineReader::new(&bytes[offset..end], offset as u64).after(before);
            loop {
                let line = reader.next_line().expect("memory is readable");
                let Some(line) = line else { break };
                let mut line = (line.bytes.expect("short").to_vec(), line.end);
                if let Some(first) = reader.first_object() {
                    line = (first.bytes.expect("short").to_vec(), first.end);
                }
                found.push((String::from_utf8(line.0).expect("UTF-8").trim().to_owned(), line.1));
            }
            offset = usize::try_from(reader.offset()).expect("short");
        }
        assert!(found.iter().all(|(_, end)| *end <= text.len() as u64));
        found
    }

    #[test]
    fn a_whole_object_ends_a_line_wherever_the_file_is_cut() {
        let text = "{\"a\":1}\n\n{\"b\":\"}\"}{\"c\":3} \r\n{\"d\":4}x\n12\n {\"e\":5}";
        let expected =
            ["{\"a\":1}", "", "{\"b\":\"}\"}", "{\"c\":3}", "{\"d\":4}", "x", "12", "{\"e\":5}"];
        for cut in 0..=text.len() {
            let lines = in_two(text, cut);
            let texts: Vec<&str> = lines.iter().map(|(line, _)| line.as_str()).collect();
            assert_eq!(texts, expected, "cut at {cut}");
            assert_eq!(lines.last().map(|(_, end)| *end), Some(text.len() as u64));
        }
    }

    #[test]
    fn white_space_that_ends_a_line_is_no_line() {
        let mut reader = LineReader::new(&b" \r\n"[..], 9).after(Some(b'}'));
        assert_eq!(reader.next_line().expect("memory is readable"), None);
        assert_eq!(reader.offset(), 12);
    }

    #[test]
    fn objects_side_by_side_take_linear_time() {
        let bytes = b"{}".repeat(1 << 20);
        let mut reader = LineReader::new(bytes.as_slice(), 0);
        let mut count = 0;
        while reader.next_line().expect("memory is readable").is_some() {
            count += 1;
        }
        assert_eq!((count, reader.offset()), (1 << 20, 2 << 20));
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
