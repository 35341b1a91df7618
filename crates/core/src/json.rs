//! Parses JSON written by other programs, whatever it contains.
//!
//! `serde_json` refuses four things that real transcripts may contain: half of a surrogate pair (as
//! `JSON.stringify` writes for a truncated emoji), a number outside the range of a double, nesting
//! beyond its recursion limit, and a control character in a string (as a crash leaves bytes of zero
//! there). None of them may lose the text around it.

use std::fmt::Display;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Serialize as _, Serializer};
use serde_json::Value;

/// Maximum nesting; deeper parts are kept as text. The parser allows 127 levels, and the log, an
/// export or a restored transcript add some levels around a line's content.
const DEPTH_MAX: usize = 96;

/// Writes a value as the text that people read.
pub(crate) fn displayed<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

/// Writes a path, also one that is not UTF-8.
pub(crate) fn path<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&path.display())
}

/// Writes paths, also those that are not UTF-8.
pub(crate) fn paths<S: Serializer>(paths: &[PathBuf], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(paths.iter().map(|path| path.display().to_string()))
}

/// Writes a path, if there is one.
#[expect(clippy::ref_option, reason = "the form that serde calls")]
pub(crate) fn path_if_any<S: Serializer>(path: &Option<PathBuf>, to: S) -> Result<S::Ok, S::Error> {
    path.as_ref().map(|path| path.display().to_string()).serialize(to)
}

/// Parses JSON. If `serde_json` refuses it, parses its [`readable`] form. Returns `None` for
/// invalid JSON or another type.
pub(crate) fn read<T: DeserializeOwned>(json: &str) -> Option<T> {
    serde_json::from_str(json).ok().or_else(|| serde_json::from_str(&readable(json)).ok())
}

/// Parses a value with at most 96 levels: deeper parts become text. Returns `None` for invalid
/// JSON.
pub(crate) fn value(json: &str) -> Option<Value> {
    let whole = serde_json::from_str(json).ok().filter(|value| depth(value) <= DEPTH_MAX);
    whole.or_else(|| serde_json::from_str(&readable(json)).ok())
}

/// Returns the nesting depth of arrays and objects.
fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or_default(),
        Value::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or_default(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

/// Returns whether a value is nested deeper than stored values may be.
pub(crate) fn is_too_deep(value: &Value) -> bool {
    depth(value) > DEPTH_MAX
}

/// Returns whether a text is one complete JSON value, of any depth.
pub(crate) fn is_json(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

/// Returns the length of the complete JSON object at the start of `bytes`, including leading white
/// space; `None` when the object is incomplete.
pub(crate) fn object_length(bytes: &[u8]) -> Option<usize> {
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        return None;
    }
    let mut values = serde_json::Deserializer::from_slice(bytes).into_iter::<IgnoredAny>();
    values.next()?.ok()?;
    Some(values.byte_offset())
}

/// Returns JSON with the same meaning that `serde_json` accepts: half of a surrogate pair becomes
/// U+FFFD; a control character in a string becomes its escape; a number that is not a finite double,
/// and anything nested deeper than 96 levels, becomes a string of its JSON. Takes linear time. Invalid JSON stays invalid.
pub(crate) fn readable(json: &str) -> String {
    let bytes = json.as_bytes();
    let mut out = String::with_capacity(json.len());
    let (mut at, mut depth) = (0, 0_usize);
    while at < bytes.len() {
        let end = match bytes[at] {
            b'"' => {
                let end = string_end(bytes, at);
                put_string(&mut out, &json[at..end]);
                at = end;
                continue;
            }
            b'[' | b'{' if depth == DEPTH_MAX => {
                let end = container_end(bytes, at);
                out.push_str(&Value::from(&json[at..end]).to_string());
                at = end;
                continue;
            }
            b'-' | b'0'..=b'9' => {
                let end = number_end(bytes, at);
                put_number(&mut out, &json[at..end]);
                at = end;
                continue;
            }
            b'[' | b'{' => {
                depth += 1;
                at + 1
            }
            b']' | b'}' => {
                depth = depth.saturating_sub(1);
                at + 1
            }
            _ => at + json[at..].chars().next().map_or(1, char::len_utf8),
        };
        out.push_str(&json[at..end]);
        at = end;
    }
    out
}

/// Returns the end of the string that starts at `at`, after its quotation mark.
fn string_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while let Some(&byte) = bytes.get(end) {
        match byte {
            b'"' => return end + 1,
            // The escaped byte is ASCII, so it is a whole character.
            b'\\' if bytes.get(end + 1).is_some_and(u8::is_ascii) => end += 2,
            _ => end += 1,
        }
    }
    bytes.len()
}

fn number_end(bytes: &[u8], at: usize) -> usize {
    let of_number = |byte: &u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
    at + bytes[at..].iter().take_while(|byte| of_number(byte)).count()
}

/// Returns the end of the array or object that starts at `at`.
fn container_end(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 0_usize;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = string_end(bytes, at);
                continue;
            }
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth -= 1,
            _ => {}
        }
        at += 1;
        if depth == 0 {
            break;
        }
    }
    at
}

fn put_number(out: &mut String, number: &str) {
    if number.parse::<f64>().is_ok_and(f64::is_infinite) {
        out.push('"');
        out.push_str(number);
        out.push('"');
    } else {
        out.push_str(number);
    }
}

/// Length of `\uXXXX`.
const ESCAPE_BYTES: usize = 6;

fn put_string(out: &mut String, mut string: &str) {
    while let Some(at) = string.find(|sign: char| sign == '\\' || sign < ' ') {
        out.push_str(&string[..at]);
        string = &string[at..];
        if !string.starts_with('\\') {
            let _ = write!(out, "\\u{:04x}", string.as_bytes()[0]);
            string = &string[1..];
            continue;
        }
        let whole = match (unit(string), string.get(ESCAPE_BYTES..).and_then(unit)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 2 * ESCAPE_BYTES,
            (Some(0xd800..=0xdfff), _) => {
                out.push('\u{fffd}');
                string = &string[ESCAPE_BYTES..];
                continue;
            }
            _ => 1 + string[1..].chars().next().map_or(0, char::len_utf8),
        };
        out.push_str(&string[..whole]);
        string = &string[whole..];
    }
    out.push_str(string);
}

/// Parses the UTF-16 code unit of the escape at the start of a text.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(())?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn nested(depth: usize, inner: &str) -> String {
        format!("{}{inner}{}", "[".repeat(depth), "]".repeat(depth))
    }

    #[test]
    fn half_of_a_surrogate_pair_costs_one_character() {
        let read = |json: &str| value(json).expect("JSON");
        assert_eq!(read(r#""cut \ud83d""#), json!("cut \u{fffd}"));
        assert_eq!(read(r#"["\udc00\ud83d\ude00", 1]"#), json!(["\u{fffd}😀", 1]));
        assert_eq!(read(r#""\ud83d\ud83d\uDE00 \\ud83d""#), json!("\u{fffd}😀 \\ud83d"));
        assert_eq!(read(r#"{"\ud83d": "é\ud83d"}"#), json!({ "\u{fffd}": "é\u{fffd}" }));
        assert_eq!(self::read::<String>(r#""a\ud83d""#).as_deref(), Some("a\u{fffd}"));
    }

    #[test]
    fn a_control_character_in_a_string_costs_only_itself() {
        assert_eq!(value("{\"a\":\"b\0\0c\u{1b}d\"}"), Some(json!({ "a": "b\0\0c\u{1b}d" })));
        assert_eq!(value("{\0\"a\":1}"), None);
    }

    #[test]
    fn a_number_that_no_double_holds_is_kept_as_its_digits() {
        let read = |json: &str| value(json).expect("JSON");
        assert_eq!(read("[1e400, -1e400, 2.5]"), json!(["1e400", "-1e400", 2.5]));
        // Every double is parsed exactly.
        for text in ["0.1", "5e-324", "9007199254740993", "18446744073709551615", "-0.0"] {
            assert_eq!(read(text).to_string(), text);
        }
        let third = 0.1_f64 * 3.0;
        assert_eq!(read(&format!("{third:?}")).as_f64().map(f64::to_bits), Some(third.to_bits()));
    }

    #[test]
    fn what_is_too_deep_is_kept_as_text_and_no_input_overflows_the_stack() {
        let deepest = value(&nested(DEPTH_MAX, "1")).expect("JSON");
        assert_eq!(deepest.to_string(), nested(DEPTH_MAX, "1"));
        for depth in [DEPTH_MAX + 1, 127, 128, 129, 1_000_000] {
            let text = nested(depth, r#"{"a": "]\"\\"}"#);
            let kept = value(&text).expect("JSON").to_string();
            let inner = nested(depth - DEPTH_MAX, r#"{"a": "]\"\\"}"#);
            assert_eq!(kept, nested(DEPTH_MAX, &json!(inner).to_string()), "{depth}");
        }
    }

    #[test]
    fn what_is_no_json_stays_none() {
        for text in ["", "{", "nil", "[1,]", r#""\x""#, r#""\u12""#, "\"a", "é", "{\"a\":\\", "--1"]
        {
            assert_eq!(value(text), None, "{text}");
        }
        assert_eq!(value(&"[".repeat(200)), None);
    }

    #[test]
    fn a_part_of_an_object_is_no_object() {
        let line = r#" {"a": ["}", {"b": "\"}"}], "c": 1.5} "#;
        let length = line.trim_end().len();
        for end in 0..=line.len() {
            let expected = (end >= length).then_some(length);
            assert_eq!(object_length(&line.as_bytes()[..end]), expected, "{end}");
        }
        assert_eq!(object_length(b"{}{\"b\":2}"), Some(2));
        assert_eq!(object_length(b"12"), None);
    }
}
