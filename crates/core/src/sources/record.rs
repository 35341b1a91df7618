//! A line of a transcript as JSON, whatever it contains.

use std::borrow::Cow;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
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

/// Returns a time in milliseconds since the epoch: a field as [`written_ms`] reads it, or a number.
pub(super) fn time_ms(raw: Option<&RawValue>) -> Option<i64> {
    match string(raw) {
        Some(written) => written_ms(&written),
        None => serde_json::from_str(raw?.get()).ok().and_then(number_ms),
    }
}

/// Returns the milliseconds since the epoch of a time in ISO 8601, in UTC where it names no zone, or
/// of a number in digits.
pub(super) fn written_ms(text: &str) -> Option<i64> {
    let zoned = || text.parse::<Timestamp>().ok();
    let unzoned = || TimeZone::UTC.to_timestamp(text.parse::<DateTime>().ok()?).ok();
    let iso = zoned().or_else(unzoned).map(Timestamp::as_millisecond);
    iso.or_else(|| text.parse().ok().and_then(number_ms))
}

/// Returns the milliseconds since the epoch of a number of seconds, milliseconds, microseconds or
/// nanoseconds: each is taken for the unit in which it is a time between 1973 and 5138.
pub(super) fn number_ms(number: f64) -> Option<i64> {
    let ms = match number.abs() {
        seconds if seconds < 1e11 => number * 1e3,
        ms if ms < 1e14 => number,
        us if us < 1e17 => number / 1e3,
        _ => number / 1e6,
    };
    Timestamp::from_millisecond(ms as i64).ok().map(Timestamp::as_millisecond)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_as_text_or_number_in_seconds_or_milliseconds() {
        const AT: Option<i64> = Some(1_771_149_600_000);
        for (written, expected) in [
            (r#""2026-02-15T10:00:00Z""#, AT),
            (r#""2026-02-15T12:00:00.000+02:00""#, AT),
            (r#""2026-02-15T10:00:00""#, AT),
            (r#""2026-02-15 10:00:00""#, AT),
            (r#""1771149600""#, AT),
            ("1771149600", AT),
            ("1771149600.0", AT),
            ("1771149600000", AT),
            ("1771149600000000", AT),
            (r#""1771149600000000000""#, AT),
            (r#""""#, None),
            (r#""yesterday""#, None),
            ("1e300", None),
            ("null", None),
            ("true", None),
        ] {
            let raw: &RawValue = serde_json::from_str(written).unwrap();
            assert_eq!(time_ms(Some(raw)), expected, "{written}");
        }
    }
}
