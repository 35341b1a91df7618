//! What the records of sessions say: for `why`, `status` and whoever else looks back.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::left_out::LeftOut;
use crate::home::Home;
use crate::home::records::end_of;
use crate::home::records::line::{PromptLine, RecordLine, lines_of};
use crate::memory::Memory;
use crate::real_path::real_path;
use crate::sources::hook;

/// For a search only the end of each record is read, and only the newest records.
const END_BYTES_MAX: u64 = 256 * 1024;
const RECORDS_MAX: usize = 500;

/// Bytes of a whole record: more than prompts of thirty days have.
const WHOLE_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// A single rare word recurs by chance too often.
const USED_WORDS_MIN: i64 = 2;

/// Which records to read.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct RecordsWanted {
    /// The record of this session alone.
    pub session: Option<String>,
    /// Of sessions that ran in this directory or a parent of it, by what they got last.
    pub directory: Option<PathBuf>,
    /// Whether a line of what a session got at its start is looked for, and not a prompt.
    pub told: bool,
    /// At most so many records.
    pub limit: Option<usize>,
    /// Whole records with a prompt since a time, in milliseconds since the epoch.
    pub since_ms: Option<i64>,
    /// Has prompts whose text a record left out get it, if given.
    #[cfg_attr(test, ts(optional))]
    pub left_out: Option<LeftOut>,
}

/// The record of a session.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecordedSession {
    /// Its id.
    pub session: String,
    /// Its lines: of a long record the last ones.
    pub lines: Vec<RecordLine>,
    /// The places of the prompts that a person typed among the lines.
    pub typed: Vec<usize>,
    /// The place of the line that was looked for: the last one of its kind.
    pub last: usize,
}

impl RecordedSession {
    /// Returns the prompts that a person typed.
    pub(super) fn prompts(&self) -> impl Iterator<Item = &PromptLine> {
        self.typed.iter().filter_map(|at| prompt_of(&self.lines[*at]))
    }
}

/// Returns the records that are wanted, the one written last first. What cannot be read is left out.
/// Prompts that a record left out are looked for in the memory too.
pub fn records(
    home: &Home,
    wanted: &RecordsWanted,
    memory: Option<&Memory>,
) -> Vec<RecordedSession> {
    let real = wanted.directory.as_deref().map(real_path);
    let named = |session: &String| wanted.session.as_ref().is_none_or(|only| only == session);
    let records_max = if wanted.since_ms.is_some() { usize::MAX } else { RECORDS_MAX };
    let bytes_max = if wanted.since_ms.is_some() { WHOLE_BYTES_MAX } else { END_BYTES_MAX };
    let newest = home.records().into_iter().filter(|(session, _)| named(session));
    let found = newest.take(records_max).filter_map(|(session, path)| {
        let lines = lines_of(&end_of(&path, bytes_max).ok()??);
        let typed: Vec<usize> = places(&lines, is_typed).collect();
        let is_told = |line: &RecordLine| matches!(line, RecordLine::Told(_));
        let last = if wanted.told { places(&lines, is_told).last()? } else { *typed.last()? };
        let is_within = |folder: &Path| {
            real.as_ref().is_none_or(|directory| directory.starts_with(real_path(folder)))
        };
        let is_since = |since_ms: i64| typed.iter().any(|at| at_ms(&lines[*at]) >= since_ms);
        let is_wanted =
            is_within(directory_of(&lines[last])) && wanted.since_ms.is_none_or(is_since);
        is_wanted.then(|| {
            let mut record = RecordedSession { session, lines, typed, last };
            if let Some(left_out) = &wanted.left_out {
                left_out.fill(&mut record, memory);
            }
            record
        })
    });
    found.take(wanted.limit.unwrap_or(usize::MAX)).collect()
}

/// What all records say of the prompts since a time.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RecordedPrompts {
    /// Prompts that a person typed.
    pub prompts: u64,
    /// Of these, the ones to which something was added.
    pub spoken: u64,
    /// Of these, the ones whose answer is complete and shows whether it used something.
    pub answers: u64,
    /// Answers that contain two or more rare words of what was added.
    pub used: u64,
    /// When something was last added to a prompt, of all that is recorded.
    pub last_added_ms: Option<i64>,
    /// How many turns that prompt got.
    pub last_turns: u64,
    /// How many notes it got.
    pub last_notes: u64,
    /// When the oldest prompt of any record was sent.
    pub begins_ms: Option<i64>,
}

/// Counts the prompts of all records since a time, in milliseconds since the epoch.
pub fn recorded_prompts(home: &Home, since_ms: i64) -> RecordedPrompts {
    let mut sum = RecordedPrompts::default();
    for (_, path) in home.records() {
        let Ok(Some(text)) = end_of(&path, WHOLE_BYTES_MAX) else { continue };
        let lines = lines_of(&text);
        for prompt in lines.iter().filter_map(|line| prompt_of(line).filter(|_| is_typed(line))) {
            count(&mut sum, prompt, &lines, since_ms);
        }
    }
    sum
}

fn count(sum: &mut RecordedPrompts, prompt: &PromptLine, lines: &[RecordLine], since_ms: i64) {
    let at_ms = prompt.at_ms;
    sum.begins_ms = Some(sum.begins_ms.map_or(at_ms, |begins_ms| begins_ms.min(at_ms)));
    if prompt.is_added_to() && sum.last_added_ms.is_none_or(|last_ms| at_ms > last_ms) {
        sum.last_added_ms = Some(at_ms);
        sum.last_turns = prompt.injected.len() as u64;
        sum.last_notes = prompt.notes.len() as u64;
    }
    if at_ms < since_ms {
        return;
    }
    sum.prompts += 1;
    if !prompt.is_added_to() {
        return;
    }
    sum.spoken += 1;
    let used = prompt.used(lines).filter(|used| used.brought >= USED_WORDS_MIN);
    sum.answers += u64::from(used.is_some());
    sum.used += u64::from(used.is_some_and(|used| used.used >= USED_WORDS_MIN));
}

fn places(
    lines: &[RecordLine],
    is_meant: impl Fn(&RecordLine) -> bool,
) -> impl Iterator<Item = usize> {
    lines.iter().enumerate().filter(move |(_, line)| is_meant(line)).map(|(at, _)| at)
}

/// Whether a line is of a prompt that a person typed.
fn is_typed(line: &RecordLine) -> bool {
    prompt_of(line).is_some_and(|prompt| !hook::is_written_by_agent(&prompt.prompt))
}

fn prompt_of(line: &RecordLine) -> Option<&PromptLine> {
    match line {
        RecordLine::Prompt(prompt) => Some(prompt),
        RecordLine::Mark(_) | RecordLine::Used(_) | RecordLine::Told(_) => None,
    }
}

fn at_ms(line: &RecordLine) -> i64 {
    prompt_of(line).map_or(0, |prompt| prompt.at_ms)
}

fn directory_of(line: &RecordLine) -> &Path {
    Path::new(match line {
        RecordLine::Prompt(prompt) => prompt.directory.as_str(),
        RecordLine::Told(told) => told.directory.as_str(),
        RecordLine::Mark(_) | RecordLine::Used(_) => "",
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn line(at_ms: i64, prompt: &str, directory: &Path, injected: &[&str]) -> String {
        let injected = serde_json::json!(injected);
        let line = serde_json::json!({
            "atMs": at_ms, "prompt": prompt, "directory": directory, "injected": injected,
        });
        format!("{line}\n")
    }

    /// A home with these records, the last one written last.
    fn home(folder: &Path, records: &[(&str, String)]) -> Home {
        let home = Home::at(folder.join("home"));
        fs::create_dir_all(home.recalls()).expect("room");
        for (hours, (session, text)) in records.iter().enumerate() {
            let path = home.record(session).expect("a plain id");
            fs::write(&path, text).expect("room");
            let file = fs::File::options().append(true).open(path).expect("there");
            let time = std::time::Duration::from_hours(400_000 + hours as u64);
            file.set_modified(std::time::UNIX_EPOCH + time).expect("a time");
        }
        home
    }

    #[test]
    fn records_are_found_by_session_by_directory_and_by_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let shop = folder.path().canonicalize().expect("there").join("shop");
        fs::create_dir_all(shop.join("src")).expect("room");
        let own = line(9, "<task-notification>x", &shop, &[]);
        let told = r#"{"atMs":4,"told":"start","directory":"/elsewhere","notes":["n"]}"#;
        let home = home(
            folder.path(),
            &[
                ("a", line(1, "which port?", &shop, &["t"]) + &own),
                ("b", line(5, "why?", Path::new("/elsewhere"), &[]) + told + "\n"),
                ("c", own.clone()),
                ("d", "damaged".to_owned()),
            ],
        );
        let found = |wanted: RecordsWanted| -> Vec<String> {
            records(&home, &wanted, None).into_iter().map(|record| record.session).collect()
        };
        let all = RecordsWanted::default;
        assert_eq!(found(all()), ["b", "a"]);
        assert_eq!(found(RecordsWanted { limit: Some(1), ..all() }), ["b"]);
        assert_eq!(found(RecordsWanted { session: Some("a".into()), ..all() }), ["a"]);
        assert_eq!(found(RecordsWanted { session: Some("c".into()), ..all() }), [""; 0]);
        assert_eq!(found(RecordsWanted { directory: Some(shop.join("src")), ..all() }), ["a"]);
        assert_eq!(
            found(RecordsWanted { directory: Some(folder.path().into()), ..all() }),
            [""; 0]
        );
        assert_eq!(found(RecordsWanted { since_ms: Some(2), ..all() }), ["b"]);
        assert_eq!(found(RecordsWanted { told: true, ..all() }), ["b"]);
        let of_a = RecordsWanted { session: Some("a".into()), ..all() };
        let [record] = &records(&home, &of_a, None)[..] else { panic!("one record") };
        assert_eq!((record.lines.len(), &record.typed[..], record.last), (2, &[0][..], 0));
    }

    #[test]
    fn prompts_are_counted_since_a_time_with_what_was_used_of_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let used = |prompt: i64, brought: i64, used: i64| {
            let (turn, at_ms) = ("t", 99);
            let line = serde_json::json!({
                "atMs": at_ms, "promptAtMs": prompt, "turn": turn, "brought": brought, "used": used,
            });
            format!("{line}\n")
        };
        let shop = Path::new("/shop");
        let one =
            line(1, "old", shop, &["a"]) + &line(10, "a", shop, &["a", "b"]) + &used(10, 5, 2);
        let other = line(11, "b", shop, &["c"])
            + &used(11, 5, 1)
            + &line(12, "c", shop, &["d"])
            + &used(12, 1, 1)
            + &line(13, "d", shop, &[]);
        let home = home(folder.path(), &[("a", one), ("b", other)]);
        let expected = RecordedPrompts {
            prompts: 4,
            spoken: 3,
            answers: 2,
            used: 1,
            last_added_ms: Some(12),
            last_turns: 1,
            last_notes: 0,
            begins_ms: Some(1),
        };
        assert_eq!(recorded_prompts(&home, 5), expected);
        assert_eq!(recorded_prompts(&Home::at("/nonexistent"), 5), RecordedPrompts::default());
    }
}
