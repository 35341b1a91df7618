//! Time expressions in a query: "last Tuesday", "in March", "two weeks ago", "2026-03-01".

use std::ops::Range;

use jiff::civil::{Date, Weekday};
use jiff::{Timestamp, ToSpan as _, tz::TimeZone};

/// Time and time zone of a query.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Now {
    /// Milliseconds since the epoch.
    pub at_ms: i64,
    /// Offset of the local time zone from UTC, in milliseconds; a day begins at local midnight. A
    /// daylight saving change between a past time and now is not taken into account.
    pub ahead_ms: i64,
}

impl Now {
    /// Creates a time in a time zone that is so many minutes ahead of UTC.
    pub fn ahead(at_ms: i64, utc_offset_min: i32) -> Self {
        Self { at_ms, ahead_ms: i64::from(utc_offset_min) * 60_000 }
    }

    /// Creates a time in the UTC time zone.
    pub fn utc(at_ms: i64) -> Self {
        Self { at_ms, ahead_ms: 0 }
    }

    /// Returns the local day of a time, in milliseconds since the epoch.
    pub(crate) fn day(self, at_ms: i64) -> Date {
        date(at_ms.saturating_add(self.ahead_ms))
    }
}

/// Times named in a query.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct When {
    named: Vec<Named>,
    ahead_ms: i64,
}

/// A named time, in local time.
#[derive(Debug, Clone, PartialEq)]
pub enum Named {
    /// A month of any year.
    Month(i8),
    /// Some days of a month of any year: its beginning, its middle or its end.
    Days {
        /// The month, from 1.
        month: i8,
        /// First and last day, both counted from 1.
        days: (i8, i8),
    },
    /// A year.
    Year(i16),
    /// A day of any year, within [`DAYS_ABOUT`] days.
    Day {
        /// The month, from 1.
        month: i8,
        /// The day, from 1.
        day: i8,
    },
    /// A range of local time, in milliseconds since the start of 1970.
    Between(Range<i64>),
}

/// Tolerance in days: people do not remember a day exactly.
const DAYS_ABOUT: i64 = 2;
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// Month names in languages with Latin script; the index is the month number minus one.
const MONTHS: [&[&str]; 12] = [
    &["january", "jan", "enero", "janeiro", "januar", "janvier", "gennaio"],
    &["february", "feb", "febrero", "fevereiro", "februar", "fevrier", "febbraio"],
    &["march", "mar", "marzo", "marco", "marz", "mars"],
    &["april", "apr", "abril", "avril", "aprile"],
    &["may", "mayo", "maio", "mai", "maggio"],
    &["june", "jun", "junio", "junho", "juni", "juin", "giugno"],
    &["july", "jul", "julio", "julho", "juli", "juillet", "luglio"],
    &["august", "aug", "agosto", "aout"],
    &["september", "sep", "sept", "septiembre", "setembro", "septembre", "settembre"],
    &["october", "oct", "octubre", "outubro", "oktober", "octobre", "ottobre"],
    &["november", "nov", "noviembre", "novembro", "novembre"],
    &["december", "dec", "diciembre", "dezembro", "dezember", "decembre", "dicembre"],
];

/// Names that count as a month only beside a preposition, a day or a year, because they also have
/// other meanings.
pub(super) const AMBIGUOUS: &[&str] =
    &["may", "mar", "march", "mai", "mars", "jan", "sep", "dec", "nov"];
pub(super) const BEFORE_A_MONTH: &[&str] =
    &["in", "last", "since", "of", "early", "late", "mid", "during", "around", "en", "em", "im"];

impl When {
    /// Parses a query's words, which are lower case and without accents. Relative times such as
    /// "last week" are relative to `now`.
    pub fn of(words: &[&str], now: Now) -> Self {
        let today = now.day(now.at_ms);
        let mut named = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let before = |n: usize| at.checked_sub(n).map(|at| words[at]);
            let after = |n: usize| words.get(at + n).copied();
            if let Some(month) = month(word) {
                let beside = [before(1), after(1)].into_iter().flatten().find_map(day);
                let beside =
                    beside.or_else(|| before(2).filter(|_| before(1) == Some("of")).and_then(day));
                let certain = !AMBIGUOUS.contains(word)
                    || before(1).is_some_and(|word| BEFORE_A_MONTH.contains(&word))
                    || after(1).is_some_and(|word| year(word).is_some());
                match beside {
                    Some(day) => named.push(Named::Day { month, day }),
                    None if certain && let Some(days) = part(&words[..at]) => {
                        named.push(Named::Days { month, days });
                    }
                    None if certain => named.push(Named::Month(month)),
                    None => {}
                }
            } else if let Some(found) = year(word) {
                match (after(1).and_then(number), after(2).and_then(number)) {
                    (Some(month @ 1..=12), Some(day @ 1..=31)) => {
                        named.push(Named::Day { month: month as i8, day: day as i8 });
                    }
                    _ => named.push(Named::Year(found)),
                }
            } else if is_of_a_month(&words[at..]) {
                // In "the last weekend of january", the month determines the time.
            } else if let Some(range) = relative(word, before(1), before(2), after(1), today) {
                named.push(Named::Between(range));
            }
        }
        Self { named, ahead_ms: now.ahead_ms }
    }

    /// Returns the named times.
    pub fn named(&self) -> &[Named] {
        &self.named
    }

    /// Whether a time, in milliseconds since the epoch, is within a named time.
    pub fn holds(&self, named: &Named, at_ms: i64) -> bool {
        named.holds(at_ms.saturating_add(self.ahead_ms))
    }
}

impl Named {
    /// Whether a local time, in milliseconds since 1970, is within this one.
    fn holds(&self, at_ms: i64) -> bool {
        match self {
            Self::Between(range) => range.contains(&at_ms),
            Self::Year(year) => date(at_ms).year() == *year,
            Self::Month(month) => date(at_ms).month() == *month,
            Self::Days { month, days: (first, last) } => {
                let at = date(at_ms);
                at.month() == *month && (*first..=*last).contains(&at.day())
            }
            Self::Day { month, day } => {
                let at = date(at_ms);
                let near = |year| {
                    let wanted = Date::new(year, *month, *day).ok()?;
                    Some((midnight(wanted) - midnight(at)).abs() <= DAYS_ABOUT * DAY_MS)
                };
                (at.year() - 1..=at.year() + 1).any(|year| near(year).unwrap_or(false))
            }
        }
    }
}

/// Parses "yesterday", "last week", "last tuesday", "this month", "3 weeks ago", "a couple of days
/// ago".
fn relative(
    word: &str,
    before: Option<&str>,
    before_that: Option<&str>,
    after: Option<&str>,
    today: Date,
) -> Option<Range<i64>> {
    let days =
        |from: i64, to: i64| Some(midnight(today) + from * DAY_MS..midnight(today) + to * DAY_MS);
    let last = matches!(before, Some("last" | "past" | "previous"));
    let this = before == Some("this");
    let since_monday = i64::from(today.weekday().to_monday_zero_offset());
    if after == Some("ago") {
        let counted = if before == Some("of") { before_that } else { before };
        let count = counted.and_then(|word| number(word).or_else(|| spelled(word)))?;
        let (length, about) = match word.trim_end_matches('s') {
            "day" => (1, 1),
            "week" => (7, 4),
            "month" => (30, 16),
            "year" => (365, 180),
            _ => return None,
        };
        return days(-count * length - about, -count * length + about + 1);
    }
    match word {
        "yesterday" | "ayer" | "ontem" | "gestern" | "hier" | "ieri" => days(-1, 0),
        "today" => days(0, 1),
        "week" if last => days(-since_monday - 7, -since_monday),
        "week" if this => days(-since_monday, 7 - since_monday),
        "weekend" if last => days(-since_monday - 2, -since_monday),
        "month" if last || this => {
            let first = today.first_of_month();
            let first = if last { first.checked_sub(1.month()).ok()? } else { first };
            let next = first.checked_add(1.month()).ok()?;
            Some(midnight(first)..midnight(next))
        }
        _ => {
            let wanted = weekday(word).filter(|_| last || before == Some("on"))?;
            let back = i64::from(wanted.until(today.weekday()));
            let back = if back == 0 { 7 } else { back };
            days(-back, 1 - back)
        }
    }
}

/// Whether the words after the first one start with "of january", which the first one then belongs
/// to.
fn is_of_a_month(words: &[&str]) -> bool {
    matches!(words, [_, "of" | "in", named, ..] if month(named).is_some())
}

/// Returns the days meant by the words before a month: "early", "the first days of", "late". The
/// parts overlap, because their boundaries are a matter of taste.
pub(super) fn part(before: &[&str]) -> Option<(i8, i8)> {
    const FIRST: (i8, i8) = (1, 11);
    const MIDDLE: (i8, i8) = (9, 22);
    const LAST: (i8, i8) = (19, 31);
    let before = match before {
        [rest @ .., "of" | "in" | "de" | "di"] => rest,
        all => all,
    };
    match before {
        [.., "early" | "beginning" | "start" | "principios" | "inicio" | "anfang" | "debut"]
        | [.., "first", "day" | "days" | "week" | "weekend"] => Some(FIRST),
        [.., "mid" | "middle" | "mediados" | "mitte"] => Some(MIDDLE),
        [.., "late" | "end" | "fim" | "fin" | "finales" | "ende"]
        | [.., "last", "day" | "days" | "week" | "weekend"] => Some(LAST),
        _ => None,
    }
}

pub(super) fn month(word: &str) -> Option<i8> {
    let at = MONTHS.iter().position(|names| names.contains(&word))?;
    Some(at as i8 + 1)
}

pub(super) fn weekday(word: &str) -> Option<Weekday> {
    Some(match word {
        "monday" => Weekday::Monday,
        "tuesday" => Weekday::Tuesday,
        "wednesday" => Weekday::Wednesday,
        "thursday" => Weekday::Thursday,
        "friday" => Weekday::Friday,
        "saturday" => Weekday::Saturday,
        "sunday" => Weekday::Sunday,
        _ => return None,
    })
}

pub(super) fn number(word: &str) -> Option<i64> {
    word.parse().ok().filter(|number| (0..1_000).contains(number))
}

pub(super) fn spelled(word: &str) -> Option<i64> {
    const NUMBERS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    match word {
        "a" | "an" => Some(1),
        "couple" => Some(2),
        "few" | "some" => Some(3),
        _ => NUMBERS.iter().position(|name| *name == word).map(|at| at as i64),
    }
}

pub(super) fn day(word: &str) -> Option<i8> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let ending = &word[digits.len()..];
    let day = digits.parse().ok().filter(|day| (1..=31).contains(day));
    day.filter(|_| matches!(ending, "" | "st" | "nd" | "rd" | "th"))
}

pub(super) fn year(word: &str) -> Option<i16> {
    word.parse().ok().filter(|year| (2000..=2100).contains(year))
}

pub(crate) fn date(at_ms: i64) -> Date {
    let time = Timestamp::from_millisecond(at_ms).unwrap_or(Timestamp::UNIX_EPOCH);
    time.to_zoned(TimeZone::UTC).date()
}

/// Returns when a day begins, in milliseconds since the epoch; `offset_min` returns how far the clock
/// is ahead of UTC at a time, in minutes. Midnight may come twice on that day, or not at all: what
/// the clock said before counts.
pub(crate) fn midnight_ms(date: Date, offset_min: impl Fn(i64) -> i32) -> i64 {
    let utc_ms = midnight(date);
    let behind = |at_ms| utc_ms - i64::from(offset_min(at_ms)) * 60_000;
    // No clock is further from UTC than a day.
    let first = behind(utc_ms - DAY_MS);
    let second = behind(first);
    if behind(second) == second { second } else { first }
}

fn midnight(date: Date) -> i64 {
    date.to_zoned(TimeZone::UTC).map_or(0, |time| time.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_by_the_clock_of_that_day() {
        let hour = 60 * 60 * 1_000;
        let day = "2026-11-01".parse::<Date>().expect("a date");
        let utc_ms = midnight(day);
        let begins = |changed_ms: i64, before: i32, after: i32| {
            let offset = |at_ms| 60 * if at_ms < changed_ms { before } else { after };
            (midnight_ms(day, offset) - utc_ms) / hour
        };
        let far = i64::MAX;
        assert_eq!(begins(far, -4, -5), 4, "without a change");
        assert_eq!(begins(utc_ms - 48 * hour, -4, -5), 5, "after a change");
        assert_eq!(begins(utc_ms - 18 * hour, -4, -5), 5, "on the day after a change");
        assert_eq!(begins(utc_ms - 18 * hour, -5, -4), 4, "on the day after the other one");
        assert_eq!(begins(utc_ms + 6 * hour, -4, -5), 4, "before a change on the day itself");
        assert_eq!(begins(utc_ms + 5 * hour, -4, -5), 4, "the first of two midnights");
        assert_eq!(begins(utc_ms + 3 * hour, -3, -2), 3, "no midnight: the clock goes ahead");
    }

    fn named(text: &str) -> Vec<Named> {
        let now = midnight(Date::constant(2026, 11, 22)); // a Sunday
        When::of(&text.split(' ').collect::<Vec<_>>(), Now::utc(now)).named
    }

    fn between(from: [i16; 3], to: [i16; 3]) -> Vec<Named> {
        let day =
            |[year, month, day]: [i16; 3]| midnight(Date::constant(year, month as i8, day as i8));
        vec![Named::Between(day(from)..day(to))]
    }

    #[test]
    fn months_days_and_years() {
        assert_eq!(named("what did we decide in march"), [Named::Month(3)]);
        assert_eq!(named("around february 10 i asked"), [Named::Day { month: 2, day: 10 }]);
        assert_eq!(named("on the 12th of february"), [Named::Day { month: 2, day: 12 }]);
        assert_eq!(named("since 2026 03 01"), [Named::Day { month: 3, day: 1 }]);
        assert_eq!(named("may 2023"), [Named::Month(5), Named::Year(2023)]);
    }

    #[test]
    fn parts_of_a_month() {
        let days = |month, days| [Named::Days { month, days }];
        assert_eq!(named("in the first days of january we moved"), days(1, (1, 11)));
        assert_eq!(named("late february"), days(2, (19, 31)));
        assert_eq!(named("mid march"), days(3, (9, 22)));
        assert_eq!(named("a principios de enero"), days(1, (1, 11)));
        // The last weekend of January, not the weekend before today.
        assert_eq!(named("last weekend of january"), days(1, (19, 31)));
        let late = Named::Days { month: 1, days: (19, 31) };
        assert!(late.holds(midnight(Date::constant(2025, 1, 31))));
        assert!(!late.holds(midnight(Date::constant(2025, 1, 18))));
        assert!(!late.holds(midnight(Date::constant(2025, 2, 25))));
    }

    #[test]
    fn words_that_may_mean_something_else_do_not_name_a_month() {
        assert_eq!(named("this may fail when ants march"), []);
        assert_eq!(named("port 8080 and 404"), []);
    }

    #[test]
    fn times_before_now() {
        assert_eq!(named("what broke yesterday"), between([2026, 11, 21], [2026, 11, 22]));
        assert_eq!(named("last week"), between([2026, 11, 9], [2026, 11, 16]));
        assert_eq!(named("last tuesday"), between([2026, 11, 17], [2026, 11, 18]));
        assert_eq!(named("last month"), between([2026, 10, 1], [2026, 11, 1]));
        assert_eq!(named("two weeks ago"), between([2026, 11, 4], [2026, 11, 13]));
        assert_eq!(named("a couple of weeks ago"), named("two weeks ago"));
        assert_eq!(named("the last thing"), []);
    }

    #[test]
    fn a_day_begins_at_midnight_where_the_query_is_put() {
        const HOUR_MS: i64 = 60 * 60 * 1_000;
        let sunday = midnight(Date::constant(2026, 11, 22));
        let yesterday = |ahead_ms: i64, at_ms: i64| {
            // Eight in the morning local time.
            let now = Now { at_ms: sunday + 8 * HOUR_MS - ahead_ms, ahead_ms };
            let when = When::of(&["yesterday"], now);
            when.holds(&when.named[0], at_ms)
        };
        for ahead_ms in [0, 9 * HOUR_MS, -8 * HOUR_MS] {
            let midnight = sunday - ahead_ms;
            assert!(yesterday(ahead_ms, midnight - 1) && !yesterday(ahead_ms, midnight));
            assert!(yesterday(ahead_ms, midnight - 24 * HOUR_MS));
            assert!(!yesterday(ahead_ms, midnight - 24 * HOUR_MS - 1));
        }
    }

    #[test]
    fn a_day_is_meant_about() {
        let day = Named::Day { month: 1, day: 1 };
        assert!(day.holds(midnight(Date::constant(2025, 12, 31))));
        assert!(!day.holds(midnight(Date::constant(2026, 1, 4))));
    }
}
