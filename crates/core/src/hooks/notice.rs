//! The line that shows the person what was added to a prompt.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::Offset;

use super::HookHost;

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Returns `Mementor: added 2 past turns (Feb 2, Feb 11) and 1 note` for turns that began at these
/// times.
pub(super) fn notice(starts_ms: &[i64], notes: usize, host: &dyn HookHost) -> String {
    let mut oldest_first = starts_ms.to_vec();
    oldest_first.sort_unstable();
    let mut days: Vec<String> = Vec::new();
    for day in oldest_first.into_iter().filter_map(|at_ms| day_name(at_ms, host)) {
        if !days.contains(&day) {
            days.push(day);
        }
    }
    let when = if days.is_empty() { String::new() } else { format!(" ({})", days.join(", ")) };
    let turns =
        (!starts_ms.is_empty()).then(|| format!("{}{when}", counted(starts_ms.len(), "past turn")));
    let notes = (notes > 0).then(|| counted(notes, "note"));
    let added: Vec<String> = turns.into_iter().chain(notes).collect();
    format!("Mementor: added {}", added.join(" and "))
}

/// Returns `today`, `yesterday`, `Feb 11`, or `Nov 3, 2025` for a day of another year; `None` for a
/// missing time.
fn day_name(at_ms: i64, host: &dyn HookHost) -> Option<String> {
    let date = (at_ms > 0).then(|| date(at_ms, host))??;
    let today = self::date(host.now_ms(), host)?;
    if date == today {
        return Some("today".to_owned());
    }
    if today.yesterday().is_ok_and(|yesterday| yesterday == date) {
        return Some("yesterday".to_owned());
    }
    let month = MONTHS[usize::from(date.month().unsigned_abs()) - 1];
    let named = format!("{month} {}", date.day());
    Some(if date.year() == today.year() { named } else { format!("{named}, {}", date.year()) })
}

fn date(at_ms: i64, host: &dyn HookHost) -> Option<Date> {
    let offset = Offset::from_seconds(host.utc_offset_min(at_ms) * 60).ok()?;
    Some(offset.to_datetime(Timestamp::from_millisecond(at_ms).ok()?).date())
}

/// A prompt gets no more than a few of anything.
fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
