//! What is whole on a damaged line: where the next record begins behind one that was cut off, or
//! behind bytes that are no text, such as those of a file system after a crash.

use serde::de::IgnoredAny;

/// How often the bytes of a line are read while objects are looked for. Objects within each other are
/// read as often as they are deep.
const EFFORT_MAX: usize = 16;

/// Returns where the first whole record begins behind the damaged bytes at the start of a line, from
/// the start of the line; `None` without one. `is_ended` says whether the line's newline was
/// written: until then it may still grow.
///
/// A record is an object behind which nothing of another one goes on. What lies within the record
/// that was cut off is part of it, and no record. Takes linear time.
pub(super) fn record_after(line: &[u8], is_ended: bool) -> Option<usize> {
    let valid = valid_length(line);
    let (mut in_string, mut effort) = (false, 0);
    let mut at = 0;
    while at < line.len() {
        match line[at] {
            b'"' => in_string = !in_string,
            b'\\' if in_string && line.get(at + 1).is_some_and(|byte| is_escape(*byte)) => at += 1,
            b'{' if at > 0 && first_key(&line[at..]).is_some() => {
                // No text of valid JSON has `{"` in it, so there another record begins.
                let is_within = !in_string && at < valid;
                let whole = whole_object(&line[at..]);
                if !is_ended && whole == Err(NotWhole::Unfinished) {
                    // What lies within an object that is still being written is part of it.
                    return None;
                }
                effort += match whole {
                    Ok(read) | Err(NotWhole::Invalid { read }) => read,
                    Err(NotWhole::Unfinished) => line.len() - at,
                };
                if effort > EFFORT_MAX * line.len() {
                    return None;
                }
                if let Ok(length) = whole {
                    let rest = &line[at + length..];
                    // Cut off where a value was to follow, a record looks like that value.
                    let is_value = is_ended && first_key(&line[at..]) == first_key(line);
                    if !goes_on(rest) && (!is_within || is_value) {
                        return Some(at);
                    }
                    at += length;
                    continue;
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Whether the object that encloses another one goes on behind it.
fn goes_on(rest: &[u8]) -> bool {
    matches!(rest.trim_ascii_start().first(), Some(b',' | b']' | b'}' | b':'))
}

/// Why there is no whole object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NotWhole {
    /// The bytes end within it.
    Unfinished,
    /// It is none, which is known after this many bytes.
    Invalid { read: usize },
}

/// Returns the length of the whole object at the start of `bytes`.
fn whole_object(bytes: &[u8]) -> Result<usize, NotWhole> {
    let mut values = serde_json::Deserializer::from_slice(bytes).into_iter::<IgnoredAny>();
    match values.next() {
        Some(Ok(_)) => Ok(values.byte_offset()),
        Some(Err(error)) if error.is_eof() => Err(NotWhole::Unfinished),
        Some(Err(error)) => Err(NotWhole::Invalid { read: error.column() }),
        None => Err(NotWhole::Unfinished),
    }
}

fn is_escape(byte: u8) -> bool {
    matches!(byte, b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' | b'u')
}

/// Returns the first key of the object at the start of `bytes`, with its quotation marks.
fn first_key(bytes: &[u8]) -> Option<&[u8]> {
    let inner = bytes.trim_ascii_start().strip_prefix(b"{")?.trim_ascii_start();
    let end = memchr::memchr(b'"', inner.strip_prefix(b"\"")?)?;
    Some(&inner[..end + 2])
}

/// Returns how much of a line is the beginning of valid JSON; nothing of one that begins with no
/// object.
fn valid_length(line: &[u8]) -> usize {
    if line.trim_ascii_start().first() != Some(&b'{') {
        return 0;
    }
    match serde_json::from_slice::<IgnoredAny>(line) {
        Err(error) if !error.is_eof() => error.column().saturating_sub(1),
        _ => line.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = r#"{"parent":null,"message":{"content":[{"type":"text","text":"a \"{\" b {} \\"},{"type":"text","text":"c"}]},"uuid":"u1"}"#;
    const NEXT: &str = r#"{"parent":"u1","message":{"content":"d"},"uuid":"u2"}"#;

    fn found(line: &str) -> Option<&str> {
        record_after(line.as_bytes(), true).map(|at| &line[at..])
    }

    #[test]
    fn a_whole_record_is_found_behind_one_that_was_cut_anywhere() {
        for cut in 1..RECORD.len() {
            let damaged = &RECORD[..cut];
            for between in ["", "\0\0\0", " ", "\u{FEFF}", "\0{\"par"] {
                let line = format!("{damaged}{between}{NEXT}");
                assert_eq!(found(&line), Some(NEXT), "{line}");
                let more = format!("{line}{NEXT}\0\0");
                assert_eq!(found(&more), Some(&more[line.len() - NEXT.len()..]), "{more}");
            }
        }
    }

    #[test]
    fn what_lies_within_a_record_that_was_cut_is_none() {
        for cut in 0..RECORD.len() {
            for after in ["", "\0\0", " "] {
                let line = format!("{}{after}", &RECORD[..cut]);
                assert_eq!(found(&line), None, "{line}");
                assert_eq!(record_after(line.as_bytes(), false), None, "{line}");
            }
        }
    }

    #[test]
    fn what_lies_within_a_record_that_is_still_being_written_is_none() {
        for damaged in ["\0\0", "|q", "\"", "{\"x\":1,"] {
            for written in 0..RECORD.len() {
                let line = format!("{damaged}{}", &RECORD[..written]);
                assert_eq!(record_after(line.as_bytes(), false), None, "{line}");
            }
            let line = format!("{damaged}{RECORD}");
            assert_eq!(record_after(line.as_bytes(), false), Some(damaged.len()), "{line}");
        }
    }

    #[test]
    fn a_record_behind_the_end_of_a_lost_one_is_found() {
        for cut in 1..RECORD.len() {
            let tail = &RECORD[cut..];
            let line = format!("\0\0{tail}{NEXT}");
            assert_eq!(found(&line), Some(NEXT), "{line}");
        }
    }

    #[test]
    fn many_beginnings_take_linear_time() {
        for piece in
            ["{", "{\"a\":", "{\"a\":1", "{\"a\":[1,", "{\"a\":\"b", "{\"a\":1},", "[{\"a\":1},"]
        {
            let line = piece.repeat((1 << 17) / piece.len());
            assert_eq!(record_after(line.as_bytes(), true), None, "{piece}");
        }
    }
}
