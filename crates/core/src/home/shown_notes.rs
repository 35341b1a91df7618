//! When and how often each note was shown: what keeps it from ageing. A file of this machine, which
//! no export and no backup has. A line is one showing, or the sum of earlier ones.

use std::collections::{BTreeMap, HashSet};
use std::io::Result;

use serde::{Deserialize, Serialize};

use super::{Home, TEXT_BYTES_MAX};
use crate::json;
use crate::private_file;
use crate::regular_file::read_regular;

/// How often a note was shown, and when last, in milliseconds since the epoch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TimesShown {
    /// How often.
    pub times: u64,
    /// When last.
    pub at_ms: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ShownLine {
    note: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<u64>,
    at_ms: i64,
}

impl Home {
    /// Records that notes were shown, in one write. A failure is ignored: a home may be read-only,
    /// and then only the age of the notes is not known.
    pub fn note_shown<'a>(&self, notes: impl IntoIterator<Item = &'a str>, now_ms: i64) {
        let line = |note: &str| ShownLine { note: note.to_owned(), times: None, at_ms: now_ms };
        let _ = self.append_shown(notes.into_iter().map(line));
    }

    /// Returns how often a note was shown until now. With a time, in milliseconds since the epoch,
    /// it is shown once more.
    pub fn shown(&self, note: &str, now_ms: Option<i64>) -> Option<TimesShown> {
        let shown = self.times_shown().remove(note);
        if let Some(now_ms) = now_ms {
            self.note_shown([note], now_ms);
        }
        shown
    }

    /// Records from when the age of notes counts here: ids, and times in milliseconds since the
    /// epoch.
    pub fn note_ages<'a>(&self, notes: impl IntoIterator<Item = (&'a str, i64)>) -> Result<()> {
        let line =
            |(note, at_ms): (&str, i64)| ShownLine { note: note.to_owned(), times: Some(0), at_ms };
        self.append_shown(notes.into_iter().map(line))
    }

    /// Returns the counters by the ids of the notes.
    pub fn times_shown(&self) -> BTreeMap<String, TimesShown> {
        let bytes = read_regular(&self.shown_notes(), TEXT_BYTES_MAX).unwrap_or_default();
        let mut counts = BTreeMap::new();
        for line in String::from_utf8_lossy(&bytes).lines() {
            let Some(ShownLine { note, times, at_ms }) = json::read(line) else { continue };
            let count = counts.entry(note).or_insert(TimesShown { times: 0, at_ms: 0 });
            count.times += times.unwrap_or(1);
            count.at_ms = count.at_ms.max(at_ms);
        }
        counts
    }

    /// Rewrites the file with one line for each note, without those that are gone. What is shown
    /// while this runs may not be counted.
    pub fn fold_shown(&self, gone: &HashSet<String>) -> Result<()> {
        let counts = self.times_shown();
        if counts.is_empty() {
            return Ok(());
        }
        let kept = counts.into_iter().filter(|(note, _)| !gone.contains(note));
        let lines = kept.map(|(note, TimesShown { times, at_ms })| ShownLine {
            note,
            times: Some(times),
            at_ms,
        });
        private_file::replace(&self.shown_notes(), &text_of(lines)?)
    }

    fn append_shown(&self, lines: impl Iterator<Item = ShownLine>) -> Result<()> {
        let text = text_of(lines)?;
        if text.is_empty() { Ok(()) } else { private_file::append(&self.shown_notes(), &text) }
    }
}

fn text_of(lines: impl Iterator<Item = ShownLine>) -> Result<String> {
    let mut text = String::new();
    for line in lines {
        text.push_str(&serde_json::to_string(&line)?);
        text.push('\n');
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn showings_add_up_and_what_is_gone_is_dropped() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path());
        home.note_shown([], 1);
        assert!(!home.shown_notes().exists());
        home.note_shown(["a", "b"], 5);
        home.note_shown(["a"], 3);
        home.note_ages([("c", 9)]).expect("room");
        private_file::append(&home.shown_notes(), "damaged\n{\"note\":1}\n").expect("room");
        let expected = [("a", 2, 5), ("b", 1, 5), ("c", 0, 9)];
        let counts = |home: &Home| -> Vec<_> {
            let counts = home.times_shown().into_iter();
            counts.map(|(note, shown)| (note, shown.times, shown.at_ms)).collect()
        };
        let expected = expected.map(|(note, times, at_ms)| (note.to_owned(), times, at_ms));
        assert_eq!(counts(&home), expected);
        home.fold_shown(&HashSet::from(["b".to_owned()])).expect("room");
        assert_eq!(counts(&home), [expected[0].clone(), expected[2].clone()]);
        let (times, at_ms) = (expected[0].1, expected[0].2);
        assert_eq!(home.shown("a", Some(7)), Some(TimesShown { times, at_ms }));
        assert_eq!(home.shown("z", None), None);
        let text = std::fs::read_to_string(home.shown_notes()).expect("text");
        assert_eq!(text.lines().next(), Some(r#"{"note":"a","times":2,"atMs":5}"#));
        assert_eq!(text.lines().last(), Some(r#"{"note":"a","atMs":7}"#));
    }

    #[test]
    fn a_home_that_cannot_be_written_costs_the_age_alone() {
        let home = Home::at("/nonexistent/home");
        home.note_shown(["a"], 5);
        assert!(home.times_shown().is_empty());
        assert!(home.note_ages([("a", 1)]).is_err());
    }
}
