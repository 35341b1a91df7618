//! The time that the client writes before a person's words: `<timestamp>Friday, Jul 31, 2026, 2:07 PM
//! (UTC+3)</timestamp>`. It is the only time in a transcript.

use jiff::civil::{Date, Time};
use jiff::tz::Offset;

const OPEN: &str = "<timestamp>";
const CLOSE: &str = "</timestamp>";

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Returns the time that stands in a text, in milliseconds since the epoch.
pub(super) fn written_ms(text: &str) -> Option<i64> {
    let (written, _) = text.split_once(OPEN)?.1.split_once(CLOSE)?;
    let written = written.trim();
    let exact = written.parse::<jiff::Timestamp>().ok();
    exact.or_else(|| spelled(written)).map(jiff::Timestamp::as_millisecond)
}

/// Parses a time as it is spelled for people. One without an offset counts as UTC.
fn spelled(text: &str) -> Option<jiff::Timestamp> {
    let of_word =
        |sign: char| sign.is_alphanumeric() || matches!(sign, ':' | '+' | '-' | '\u{2212}');
    let words: Vec<String> = text
        .split(|sign| !of_word(sign))
        .filter(|word| !word.is_empty())
        .map(|word| word.replace('\u{2212}', "-").to_lowercase())
        .collect();
    let (mut month, mut day, mut year, mut time, mut offset) = (None, None, None, None, None);
    let (mut is_afternoon, mut is_morning) = (false, false);
    for word in &words {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        match word.as_str() {
            "am" => is_morning = true,
            "pm" => is_afternoon = true,
            _ if is_number && word.len() == 4 => year = year.or(word.parse::<i16>().ok()),
            _ if is_number => day = day.or(word.parse::<i8>().ok()),
            _ => {
                offset = offset.or_else(|| offset_of(word));
                time = time.or_else(|| clock(word));
                month = month.or_else(|| MONTHS.iter().position(|name| word.starts_with(name)));
            }
        }
    }
    let (hour, minute, second) = time?;
    let hour = match hour {
        12 if is_morning => 0,
        1..=11 if is_afternoon => hour + 12,
        _ => hour,
    };
    let date = Date::new(year?, i8::try_from(month? + 1).ok()?, day?).ok()?;
    let time = Time::new(hour, minute, second, 0).ok()?;
    offset.unwrap_or(Offset::UTC).to_timestamp(date.to_datetime(time)).ok()
}

fn clock(word: &str) -> Option<(i8, i8, i8)> {
    let mut parts = word.split(':').map(|part| part.parse::<i8>().ok());
    let (hour, minute) = (parts.next()??, parts.next()??);
    Some((hour, minute, parts.next().flatten().unwrap_or_default()))
}

/// Returns the offset of `UTC`, `UTC+3`, `GMT-07:30` or `+0200`.
fn offset_of(word: &str) -> Option<Offset> {
    let rest = word.strip_prefix("utc").or_else(|| word.strip_prefix("gmt"));
    let digits = rest.unwrap_or(word);
    let (sign, digits) = match (digits.split_at_checked(1)?, rest) {
        (("+", digits), _) => (1, digits),
        (("-", digits), _) => (-1, digits),
        _ => return None,
    };
    let (hours, minutes) = match digits.split_once(':') {
        Some(parts) => parts,
        None if digits.len() == 4 => digits.split_at(2),
        None => (digits, "0"),
    };
    let (hours, minutes): (i32, i32) = (hours.parse().ok()?, minutes.parse().ok()?);
    Offset::from_seconds(sign * (hours * 60 + minutes) * 60).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_the_client_spells_them() {
        for (written, expected) in [
            ("Friday, Jul 31, 2026, 2:07 PM (UTC+3)", "2026-07-31T11:07:00Z"),
            ("Saturday, Aug 22, 2026, 9:35 AM (UTC+3)", "2026-08-22T06:35:00Z"),
            ("Monday, March 2, 2026 at 12:05\u{202f}AM (UTC\u{2212}07:30)", "2026-03-02T07:35:00Z"),
            ("Tuesday, 3 Mar 2026, 12:00 PM (UTC)", "2026-03-03T12:00:00Z"),
            ("Sunday, May 3, 2026, 23:59:58 (GMT+0200)", "2026-05-03T21:59:58Z"),
            ("May 3, 2026, 1:02 PM", "2026-05-03T13:02:00Z"),
            ("2026-05-03T13:02:00+02:00", "2026-05-03T11:02:00Z"),
        ] {
            let text =
                format!("<timestamp>{written}</timestamp>\n<user_query>mend it</user_query>");
            let expected: jiff::Timestamp = expected.parse().expect("a time");
            assert_eq!(written_ms(&text), Some(expected.as_millisecond()), "{written}");
        }
        for text in [
            "mend it",
            "<timestamp>soon</timestamp>",
            "<timestamp>Feb 31, 2026, 1:00 PM</timestamp>",
        ] {
            assert_eq!(written_ms(text), None, "{text}");
        }
    }
}
