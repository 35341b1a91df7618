//! A line of a transcript as JSON, whatever it contains.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::json_lines::Problem;
use super::raw::string;
use crate::json;

/// Reads a line with `read`, which returns `None` for what is no record of its format. A blank line
/// is `None`.
///
/// # Errors
/// [`Problem::InvalidJson`] and [`Problem::NotAnEntry`].
pub(super) fn record<R>(
    bytes: &[u8],
    read: impl Fn(&str) -> Option<R>,
) -> Result<Option<R>, Problem> {
    // White space around the line may be written later than the line itself.
    let bytes = bytes.trim_ascii();
    if bytes.is_empty() {
        return Ok(None);
    }
    // One invalid byte in a tool's output must not lose the text beside it.
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => String::from_utf8_lossy(bytes),
    };
    if let Some(found) = read(&text) {
        return Ok(Some(found));
    }
    let readable = json::readable(&text);
    match read(&readable) {
        Some(found) => Ok(Some(found)),
        None if json::is_json(&readable) => Err(Problem::NotAnEntry),
        None => Err(Problem::InvalidJson),
    }
}

/// Returns the text of a field that is neither missing nor empty.
pub(super) fn text(raw: Option<&RawValue>) -> Option<String> {
    string(raw).filter(|text| !text.is_empty()).map(Cow::into_owned)
}

/// Returns a time in milliseconds since the epoch: a field in ISO 8601, or a number.
pub(super) fn time_ms(raw: Option<&RawValue>) -> Option<i64> {
    let iso = string(raw).and_then(|text| text.parse::<jiff::Timestamp>().ok());
    iso.map(jiff::Timestamp::as_millisecond).or_else(|| serde_json::from_str(raw?.get()).ok())
}
