//! Queries that are only a date or a period: "what did I do on february 10", "last week".

use std::sync::LazyLock;

use jiff::civil::{Date, Weekday};
use jiff::{Span, ToSpan as _};
use serde::Serialize;

use super::terms::{Analyzed, is_stop_word};
use super::when::{
    AMBIGUOUS, BEFORE_A_MONTH, Now, day, month, number, part, spelled, weekday, year,
};
use crate::json::displayed;
use crate::word_list::WordList;

/// Some days in local time, as `2026-02-10` in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Period {
    /// The first day.
    #[serde(serialize_with = "displayed")]
    #[cfg_attr(test, ts(type = "string"))]
    pub since: Date,
    /// The day after the last.
    #[serde(serialize_with = "displayed")]
    #[cfg_attr(test, ts(type = "string"))]
    pub until: Date,
}

/// Longer queries are about something.
const WORDS_MAX: usize = 12;

/// Words beside a period that name no subject: "show me everything of last week".
static FILLERS: LazyLock<WordList> =
    LazyLock::new(|| WordList::of(include_str!("../../data/index/period_words.txt")));
/// Stop words that change what a period means.
const NO_FILLERS: &[&str] =
    &["before", "after", "until", "since", "to", "not", "no", "than", "or", "this", "now", "once"];

/// Returns the period that a query consists of, beside words without a subject; `None` when it is
/// about something else, or when the period is not over and has not begun.
pub fn period(query: &Analyzed, now: Now) -> Option<Period> {
    let words: Vec<&str> = query.folded().filter(|word| !matches!(*word, "the" | "of")).collect();
    let is_literal = query.text.contains(['"', '`', '/', '_']);
    if is_literal || words.is_empty() || words.len() > WORDS_MAX {
        return None;
    }
    let today = now.day(now.at_ms);
    let lengths = (1..=words.len()).rev();
    let spans = lengths.flat_map(|length| (0..=words.len() - length).map(move |at| (at, length)));
    let found = spans.filter_map(|(at, length)| {
        let (before, rest) = words.split_at(at);
        let (named, after) = rest.split_at(length);
        let says_nothing = before.iter().chain(after).all(|word| is_filler(word));
        let period =
            if says_nothing { named_by(before.last().copied(), named, today) } else { None };
        period.filter(|period| period.since <= today && period.since < period.until)
    });
    let mut found = found;
    found.next()
}

/// Returns the period that a text names which is nothing but a time, as a person gives it to a filter:
/// "last week", "in october", "monday". `None` also for one that has not begun.
pub fn period_named(text: &str, now: Now) -> Option<Period> {
    let query = Analyzed::of(text);
    let words: Vec<&str> = query.folded().filter(|word| !matches!(*word, "the" | "of")).collect();
    if words.len() > WORDS_MAX {
        return None;
    }
    let words = match &words[..] {
        ["in" | "on" | "during" | "since" | "from" | "around" | "until", rest @ ..] => rest,
        all => all,
    };
    let today = now.day(now.at_ms);
    named_by(Some("in"), words, today).filter(|period| period.since <= today)
}

fn is_filler(word: &str) -> bool {
    (is_stop_word(word) || FILLERS.contains(word)) && !NO_FILLERS.contains(&word)
}

/// Returns the period that some words name, all of them. `before` is the word in front.
fn named_by(before: Option<&str>, words: &[&str], today: Date) -> Option<Period> {
    match words {
        ["since", rest @ ..] => {
            let period = named_by(Some("since"), rest, today)?;
            between(period.since, today.tomorrow().ok()?)
        }
        ["between" | "from", rest @ ..] => range(rest, today),
        _ => day_named(words, today)
            .or_else(|| month_named(before, words, today))
            .or_else(|| relative(words, today))
            .or_else(|| range(words, today)),
    }
}

/// Parses "february 10 to february 12", "monday until wednesday".
fn range(words: &[&str], today: Date) -> Option<Period> {
    let at = words.iter().position(|word| matches!(*word, "to" | "until" | "till" | "and"))?;
    let first = named_by(Some("of"), &words[..at], today)?;
    let last = named_by(Some("of"), &words[at + 1..], today)?;
    between(first.since, last.until)
}

/// Parses "2026 02 10", "february 10", "10th february 2026", "10 february".
fn day_named(words: &[&str], today: Date) -> Option<Period> {
    let (words, wanted_year) = match words {
        [rest @ .., last] if year(last).is_some() => (rest, year(last)),
        all => (all, None),
    };
    let (month, day) = match words {
        [a, b] if month(a).is_some() => (month(a)?, day(b)?),
        [a, b] if month(b).is_some() => (month(b)?, day(a)?),
        [y, m, d] if wanted_year.is_none() => {
            return one_day(Date::new(year(y)?, small(m)?, small(d)?).ok()?);
        }
        _ => return None,
    };
    // Without a year, the last one that is not to come.
    let years = match wanted_year {
        Some(year) => year..=year,
        None => today.year() - 4..=today.year(),
    };
    let dates = years.rev().filter_map(|year| Date::new(year, month, day).ok());
    one_day(dates.into_iter().find(|date| *date <= today)?)
}

/// Parses "in march", "march 2026", "2026 03", "early march", "last march", "in 2026".
fn month_named(before: Option<&str>, words: &[&str], today: Date) -> Option<Period> {
    let months_of = |month: i8, year: i16| {
        let first = Date::new(year, month, 1).ok()?;
        between(first, first.checked_add(1.month()).ok()?)
    };
    let latest = |month: i8| {
        let year = if month <= today.month() { today.year() } else { today.year() - 1 };
        months_of(month, year)
    };
    match words {
        [y, m] if year(y).is_some() => months_of(small(m)?, year(y)?),
        [m, y] if year(y).is_some() => months_of(month(m)?, year(y)?),
        [y] if year(y).is_some() => {
            let is_year = before.is_some_and(|word| BEFORE_A_MONTH.contains(&word));
            let first = Date::new(year(y)?, 1, 1).ok().filter(|_| is_year)?;
            between(first, first.checked_add(1.year()).ok()?)
        }
        ["last" | "past" | "previous", m] => latest(month(m)?),
        [m] if month(m).is_some() => {
            let is_month =
                !AMBIGUOUS.contains(m) || before.is_some_and(|word| BEFORE_A_MONTH.contains(&word));
            latest(month(m)?).filter(|_| is_month)
        }
        [parts @ .., m] => {
            let (first, last) = part(parts).filter(|_| parts.len() <= 3)?;
            let whole = latest(month(m)?)?;
            let since = whole.since.checked_add(i64::from(first - 1).days()).ok()?;
            let until = whole.since.checked_add(i64::from(last).days()).ok()?;
            between(since, until.min(whole.until))
        }
        [] => None,
    }
}

/// Parses "yesterday", "last week", "this month", "monday", "last 3 days", "two weeks ago".
fn relative(words: &[&str], today: Date) -> Option<Period> {
    let back = |days: i64| today.checked_sub(days.days()).ok();
    let since_monday = i64::from(today.weekday().to_monday_zero_offset());
    let weeks_ago = |weeks: i64| {
        let monday = back(since_monday + 7 * weeks)?;
        between(monday, monday.checked_add(7.days()).ok()?)
    };
    let months_ago = |months: i64| {
        let first = today.first_of_month().checked_sub(months.months()).ok()?;
        between(first, first.checked_add(1.month()).ok()?)
    };
    let years_ago = |years: i16| {
        let first = Date::new(today.year() - years, 1, 1).ok()?;
        between(first, first.checked_add(1.year()).ok()?)
    };
    match words {
        ["today"] => one_day(today),
        ["yesterday"] => one_day(back(1)?),
        ["day", "before", "yesterday"] => one_day(back(2)?),
        ["this", "week"] => weeks_ago(0),
        ["week", "before", "last"] => weeks_ago(2),
        ["this", "weekend"] => {
            let saturday = back(since_monday)?.checked_add(5.days()).ok()?;
            between(saturday, saturday.checked_add(2.days()).ok()?)
        }
        ["this", "month"] => months_ago(0),
        ["this", "year"] => years_ago(0),
        ["last" | "past" | "previous", "week"] => weeks_ago(1),
        ["last" | "past" | "previous", "month"] => months_ago(1),
        ["last" | "past" | "previous", "year"] => years_ago(1),
        ["last" | "past" | "previous", "weekend"] => {
            between(back(since_monday + 2)?, back(since_monday)?)
        }
        ["last" | "past" | "previous", count, unit] => {
            let first = today.checked_sub(length(count, unit)?).ok()?;
            between(first.tomorrow().ok()?, today.tomorrow().ok()?)
        }
        [count, unit, "ago"] => {
            let count = number(count).or_else(|| spelled(count))?;
            match unit.trim_end_matches('s') {
                "day" => one_day(back(count)?),
                "week" => weeks_ago(count),
                "month" => months_ago(count),
                "year" => years_ago(i16::try_from(count).ok()?),
                _ => None,
            }
        }
        ["last" | "past" | "previous" | "this", name] | [name] => {
            one_day(last_weekday(weekday(name)?, today)?)
        }
        _ => None,
    }
}

fn length(count: &str, unit: &str) -> Option<Span> {
    let count = number(count).or_else(|| spelled(count)).filter(|count| *count > 0)?;
    match unit.trim_end_matches('s') {
        "day" => Some(count.days()),
        "week" => Some(count.weeks()),
        "month" => Some(count.months()),
        "year" => Some(count.years()),
        _ => None,
    }
}

/// Returns the last such day before today.
fn last_weekday(wanted: Weekday, today: Date) -> Option<Date> {
    let back = i64::from(wanted.until(today.weekday()));
    today.checked_sub(if back == 0 { 7 } else { back }.days()).ok()
}

fn one_day(date: Date) -> Option<Period> {
    between(date, date.tomorrow().ok()?)
}

fn between(since: Date, until: Date) -> Option<Period> {
    (since < until).then_some(Period { since, until })
}

fn small(word: &str) -> Option<i8> {
    word.parse().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::when::date;
    use super::*;

    /// A Sunday, 22 November 2026, at noon.
    const NOW_MS: i64 = 1_795_348_800_000;

    fn named(text: &str) -> Option<String> {
        let period = period(&Analyzed::of(text), Now::utc(NOW_MS))?;
        Some(format!("{} {}", period.since, period.until))
    }

    #[test]
    fn a_query_that_is_a_date_names_that_day() {
        let day = Some("2026-02-10 2026-02-11".to_owned());
        for text in [
            "what did I do on february 10",
            "february 10",
            "Feb 10",
            "10 february 2026",
            "on the 10th of february",
            "2026-02-10",
            "What did we work on, 2026-02-10?",
            "show everything of february 10",
        ] {
            assert_eq!(named(text), day, "{text}");
        }
        assert_eq!(named("december 24").as_deref(), Some("2025-12-24 2025-12-25"));
        assert_eq!(named("february 29").as_deref(), Some("2024-02-29 2024-03-01"));
        assert_eq!(named("february 31"), None);
        assert_eq!(named("december 24 2026"), None, "it is to come");
    }

    #[test]
    fn a_query_that_is_a_period_names_its_days() {
        for (text, wanted) in [
            ("today", "2026-11-22 2026-11-23"),
            ("yesterday", "2026-11-21 2026-11-22"),
            ("what happened yesterday?", "2026-11-21 2026-11-22"),
            ("the day before yesterday", "2026-11-20 2026-11-21"),
            ("last week", "2026-11-09 2026-11-16"),
            ("what did I do last week", "2026-11-09 2026-11-16"),
            ("this week", "2026-11-16 2026-11-23"),
            ("last tuesday", "2026-11-17 2026-11-18"),
            ("on monday", "2026-11-16 2026-11-17"),
            ("last weekend", "2026-11-14 2026-11-16"),
            ("last 3 days", "2026-11-20 2026-11-23"),
            ("the past two weeks", "2026-11-09 2026-11-23"),
            ("3 days ago", "2026-11-19 2026-11-20"),
            ("two weeks ago", "2026-11-02 2026-11-09"),
            ("in march", "2026-03-01 2026-04-01"),
            ("december", "2025-12-01 2026-01-01"),
            ("february 2026", "2026-02-01 2026-03-01"),
            ("early february", "2026-02-01 2026-02-12"),
            ("at the end of february", "2026-02-19 2026-03-01"),
            ("last month", "2026-10-01 2026-11-01"),
            ("since november 20", "2026-11-20 2026-11-23"),
            ("from february 10 to february 12", "2026-02-10 2026-02-13"),
            ("what did i do between monday and wednesday", "2026-11-16 2026-11-19"),
        ] {
            assert_eq!(named(text).as_deref(), Some(wanted), "{text}");
        }
    }

    #[test]
    fn a_time_of_a_filter_names_its_days() {
        for (text, wanted) in [
            ("last week", Some("2026-11-09 2026-11-16")),
            ("the week before last", Some("2026-11-02 2026-11-09")),
            ("past 2 weeks", Some("2026-11-09 2026-11-23")),
            ("in october", Some("2026-10-01 2026-11-01")),
            ("October", Some("2026-10-01 2026-11-01")),
            ("may", Some("2026-05-01 2026-06-01")),
            ("march 2025", Some("2025-03-01 2025-04-01")),
            ("2025", Some("2025-01-01 2026-01-01")),
            ("last monday", Some("2026-11-16 2026-11-17")),
            ("this monday", Some("2026-11-16 2026-11-17")),
            ("this weekend", Some("2026-11-21 2026-11-23")),
            ("Nov 22", Some("2026-11-22 2026-11-23")),
            ("since the 3rd of november", Some("2026-11-03 2026-11-04")),
            ("early november", Some("2026-11-01 2026-11-12")),
            ("soonish", None),
            ("tomorrow", None),
            ("next week", None),
            ("3", None),
            ("week", None),
            ("the retry queue", None),
            ("", None),
        ] {
            let period = period_named(text, Now::utc(NOW_MS));
            let named = period.map(|period| format!("{} {}", period.since, period.until));
            assert_eq!(named.as_deref(), wanted, "{text}");
        }
    }

    #[test]
    fn a_query_with_a_subject_is_no_date() {
        for text in [
            "what did we decide about retries last week",
            "the retry queue of february 10",
            "may",
            "march",
            "2026",
            "port 8080",
            "\"last week\"",
            "src/last/week",
            "before february 10",
            "what did i not do yesterday",
            "tomorrow",
            "next week",
            "week",
            "last",
            "",
        ] {
            assert_eq!(named(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_names_a_period_that_has_begun_or_none(
            words in prop::collection::vec(
                prop::sample::select(vec![
                    "last", "this", "week", "month", "february", "10", "2026", "0", "999", "ago",
                    "days", "years", "since", "to", "from", "between", "monday", "in", "32", "x",
                    "and", "early", "may", "99", "first", "yesterday",
                ]),
                0..8,
            ),
        ) {
            let text = words.join(" ");
            if let Some(period) = period(&Analyzed::of(&text), Now::utc(NOW_MS)) {
                prop_assert!(period.since < period.until, "{text}");
                prop_assert!(period.since <= date(NOW_MS), "{text}");
            }
        }
    }
}
