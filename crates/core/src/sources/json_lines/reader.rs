//! Line reader with a bound on memory, starting at a file offset.

use std::io::{BufRead, Result};
use std::ops::Range;

use memchr::memchr;

use super::damaged::record_after;
use crate::json::object_length;
use crate::sources::byte_order_mark::without_mark;

/// Longest line that is read; longer ones are reported as a problem. The longest line in real
/// transcripts, with an image inlined, has a few megabytes.
pub const LINE_BYTES_MAX: usize = 32 << 20;

/// A line with its offsets in the file.
#[derive(Debug, PartialEq, Eq)]
pub struct RawLine<'a> {
    /// Offset of the line's first byte.
    pub position: u64,
    /// Offset of the first byte after the line, including its newline if it has one.
    pub end: u64,
    /// The bytes without the newline; `None` when the line is too long to buffer.
    pub bytes: Option<&'a [u8]>,
}

/// Splits a reader into lines at `\n` only (a line may contain a raw U+2028).
///
/// A complete JSON object also ends a line: the last line of a file often has no newline, and a
/// client that resumes such a file appends its next line directly. An incomplete object is still
/// being written and is left for the next read. A byte order mark before a line is no part of it.
/// A damaged line is returned in pieces: what is whole on it, and what is not.
pub struct LineReader<R> {
    reader: R,
    /// One buffered line, without its newline.
    buffer: Vec<u8>,
    /// File offset of the buffer.
    base: u64,
    /// Number of buffered bytes already returned; `held` says whether more may follow.
    at: usize,
    held: bool,
    /// Whether a newline follows the buffered bytes.
    ended: bool,
    /// Range in the buffer of the line that was returned last.
    last: Range<usize>,
    /// Whether the first bytes continue a line from which an object was already returned.
    continues: bool,
}

impl<R: BufRead> LineReader<R> {
    /// Creates a reader whose first byte is at `offset` of the file.
    pub fn new(reader: R, offset: u64) -> Self {
        let (buffer, last) = (Vec::new(), 0..0);
        let (at, held, ended, continues) = (0, false, false, false);
        Self { reader, buffer, base: offset, at, held, ended, last, continues }
    }

    /// Sets the byte before the first one. It is not a newline when the previous line was returned
    /// without its newline, which may have been written since.
    #[must_use]
    pub fn after(mut self, byte: Option<u8>) -> Self {
        self.continues = byte.is_some_and(|byte| byte != b'\n');
        self
    }

    /// Returns the offset up to which every byte was returned or is white space at the end of a
    /// line.
    pub fn offset(&self) -> u64 {
        let newline = self.ended && self.at == self.buffer.len();
        self.base + self.at as u64 + u64::from(newline)
    }

    /// Returns the next line, or `None` at the end of the input or at an incomplete object.
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
            let rest = without_mark(&self.buffer[self.at..]);
            let start = self.buffer.len() - rest.len();
            if rest_of_line && rest.trim_ascii().is_empty() {
                self.at = self.buffer.len();
                self.held = false;
                continue;
            }
            let whole = if self.held || !self.ended { object_length(rest) } else { None };
            // A line that is not ended may begin with what was cut off before a whole object.
            let cut = || (!self.ended).then(|| record_after(rest, false)).flatten();
            let piece = whole.or_else(cut);
            let Some(length) = piece.or(self.ended.then_some(rest.len())) else {
                return Ok(None);
            };
            self.held = piece.is_some();
            return Ok(Some(self.returned(start..start + length)));
        }
    }

    /// Shortens the last returned line to its first piece, when that is not all of it: a whole
    /// object, or the damaged bytes before one. The rest is returned next. Says whether it is whole.
    pub fn first_piece(&mut self) -> Option<(RawLine<'_>, bool)> {
        let line = &self.buffer[self.last.clone()];
        let whole = object_length(line).filter(|at| !line[*at..].trim_ascii().is_empty());
        let length = whole.or_else(|| record_after(line, self.ended))?;
        self.held = true;
        Some((self.returned(self.last.start..self.last.start + length), whole.is_some()))
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
                // Free the memory at once: the rest of an over-long line is only counted.
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

/// Outcome of filling the buffer.
enum Filled {
    /// The end of the file, or a line that is too long and has no end yet.
    Nothing,
    /// A line, or the beginning of one.
    Line,
    /// A line that is too long to buffer.
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

    /// Returns the lines of a text that is read in two parts, cut at `cut`, each with its end
    /// offset.
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
                if let Some((first, _)) = reader.first_piece() {
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
    fn a_byte_order_mark_before_a_line_is_no_part_of_it_wherever_the_file_is_cut() {
        let text =
            "\u{FEFF}{\"a\":1}\n\u{FEFF}\n\u{FEFF}{\"b\":\"\u{FEFF}\"}\u{FEFF}{\"c\":3}\u{FEFF}\nx";
        let expected = ["{\"a\":1}", "", "{\"b\":\"\u{FEFF}\"}", "{\"c\":3}"];
        for cut in 0..=text.len() {
            let lines = in_two(text, cut);
            let texts: Vec<&str> = lines.iter().map(|(line, _)| line.as_str()).collect();
            assert_eq!(texts, expected, "cut at {cut}");
        }
        let mut reader = LineReader::new(text.as_bytes(), 0);
        let first = reader.next_line().expect("memory is readable").expect("a line");
        assert_eq!((first.position, first.end), (3, 11));
    }

    #[test]
    fn a_byte_order_mark_alone_is_left_for_the_line_that_follows() {
        for begun in ["\u{FEFF}", "\u{FEFF}{\"a\":"] {
            let mut reader = LineReader::new(begun.as_bytes(), 0);
            assert_eq!(reader.next_line().expect("memory is readable"), None);
            assert_eq!(reader.offset(), 0);
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
