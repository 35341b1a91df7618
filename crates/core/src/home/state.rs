//! `state.json`: everything small that is known beside the database, each part by its own name.
//!
//! It is replaced as a whole under a lock of its own. A part that is damaged costs only itself, and
//! what a newer version wrote is kept. While the file as a whole cannot be read, each part counts
//! as damaged; whoever changes it first keeps it under another name.

mod backups;
mod counts;
mod last_list;
mod removal_note;

use std::io::{Error as IoError, ErrorKind, Result as IoResult};
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::Home;
use super::locked_file::try_lock;
use crate::error::{Error, Result};
use crate::private_file::{make_folder, replace};
use crate::regular_file::read_regular;
pub use backups::{BackupList, PendingBackup};
pub use counts::LastCount;
pub use last_list::LastList;
pub use removal_note::RemovalNote;

/// Far more than the state of any home has.
const BYTES_MAX: u64 = 64 << 20;

/// How often the lock is tried, and how long between: others hold it for some milliseconds.
const TRIES: u32 = 400;
const TRY_EVERY: Duration = Duration::from_millis(5);

/// The value of a part whose file could not be read.
const UNREADABLE: &str = "unreadable";

/// The parts that must not be taken for missing when the file cannot be read.
const CRITICAL: [&str; 4] = ["backups", "pendingBackups", "removal", "muted"];

/// A part of the state, as far as it can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatePart<T> {
    /// It is not there.
    Missing,
    /// It cannot be read, for this reason.
    Damaged(String),
    /// It is there.
    Is(T),
}

impl<T> StatePart<T> {
    /// Returns its value if it can be read.
    pub fn value(self) -> Option<T> {
        match self {
            Self::Is(value) => Some(value),
            Self::Missing | Self::Damaged(_) => None,
        }
    }
}

/// The state as it was read.
#[derive(Debug, Clone, Default)]
pub struct HomeState {
    fields: Map<String, Value>,
    /// Why the file could not be read.
    lost: Option<String>,
}

impl HomeState {
    fn read(path: &Path) -> Self {
        match read_text(path) {
            Ok(text) => Self::of(&text),
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                Self::default()
            }
            Err(error) => Self { fields: Map::new(), lost: Some(error.to_string()) },
        }
    }

    fn of(text: &str) -> Self {
        let text = text.trim_start_matches('\u{FEFF}');
        // A lock creates the file before there is anything in it.
        if text.is_empty() {
            return Self::default();
        }
        match serde_json::from_str(text) {
            Ok(Value::Object(fields)) => Self { fields, lost: None },
            Ok(_) => Self { fields: Map::new(), lost: Some("it is no JSON object".to_owned()) },
            Err(error) => {
                Self { fields: Map::new(), lost: Some(format!("it is no JSON: {error}")) }
            }
        }
    }

    /// Returns what is known when the file could not be read: that its parts are damaged.
    fn after_loss() -> Self {
        let mark = |name: &str| (name.to_owned(), Value::from(UNREADABLE));
        Self { fields: CRITICAL.into_iter().map(mark).collect(), lost: None }
    }

    /// Returns a part; `form` says what it must be.
    pub(crate) fn part<T: DeserializeOwned>(&self, name: &str, form: &str) -> StatePart<T> {
        if let Some(why) = &self.lost {
            return StatePart::Damaged(why.clone());
        }
        let Some(value) = self.fields.get(name) else { return StatePart::Missing };
        match T::deserialize(value) {
            Ok(value) => StatePart::Is(value),
            Err(_) => StatePart::Damaged(format!("`{name}` must be {form}")),
        }
    }

    /// Whether a part is not there, as far as is known.
    pub(crate) fn is_missing(&self, name: &str) -> bool {
        !self.fields.contains_key(name)
    }

    /// Replaces a part.
    pub(crate) fn put(&mut self, name: &str, value: impl Serialize) -> Result<()> {
        let value = serde_json::to_value(value).map_err(|error| unwritten(&error))?;
        self.fields.insert(name.to_owned(), value);
        Ok(())
    }

    /// Removes a part.
    pub(crate) fn remove(&mut self, name: &str) {
        self.fields.remove(name);
    }

    fn text(&self) -> Result<String> {
        let mut fields = self.fields.clone();
        fields.entry("version").or_insert(Value::from(1));
        serde_json::to_string_pretty(&fields)
            .map(|text| text + "\n")
            .map_err(|error| unwritten(&error))
    }
}

impl Home {
    /// Returns the state. Never fails: what cannot be read is damaged.
    pub fn state(&self) -> HomeState {
        HomeState::read(&self.state_file())
    }

    /// Changes the state, alone among all processes. An error leaves it as it was.
    ///
    /// # Errors
    /// [`Error::HomeUnwritable`] when it cannot be written, or another process holds its lock.
    pub fn change_state<T>(&self, change: impl FnOnce(&mut HomeState) -> Result<T>) -> Result<T> {
        let path = self.state_file();
        let failed = |source| Error::HomeUnwritable { path: path.clone(), source };
        make_folder(self.folder()).map_err(failed)?;
        let held = lock(&path).map_err(failed)?;
        let before = read_text(&path).map_err(failed)?;
        let mut state = HomeState::of(&before);
        if state.lost.is_some() {
            replace(&self.unreadable_state(), &before).map_err(failed)?;
            state = HomeState::after_loss();
        }
        let known = state.fields.clone();
        let changed = change(&mut state)?;
        if state.fields != known || before.is_empty() {
            replace(&path, &state.text()?).map_err(failed)?;
        }
        drop(held);
        Ok(changed)
    }

    /// Keeps a copy of the state under another name, because a part of it cannot be read.
    fn keep_unreadable(&self, state: &HomeState, part: &str) -> Result<()> {
        // What was there before is kept already.
        if state.fields.get(part).is_none_or(|value| value == UNREADABLE) {
            return Ok(());
        }
        let path = self.unreadable_state();
        replace(&path, &state.text()?).map_err(|source| Error::HomeUnwritable { path, source })
    }
}

/// A value that has no form in JSON, which none of ours is.
fn unwritten(error: &serde_json::Error) -> Error {
    Error::InvalidArgument(error.to_string())
}

/// Does something while no other process changes the small files of the home.
pub(super) fn locked<T>(path: &Path, work: impl FnOnce() -> IoResult<T>) -> IoResult<T> {
    let held = lock(path)?;
    let done = work();
    drop(held);
    done
}

fn lock(path: &Path) -> IoResult<std::fs::File> {
    for _ in 0..TRIES {
        if let Some(file) = try_lock(path)? {
            return Ok(file);
        }
        sleep(TRY_EVERY);
    }
    Err(IoError::new(ErrorKind::WouldBlock, "another process holds its lock"))
}

/// Reads the file. Where a lock keeps others from reading, that is tried again.
fn read_text(path: &Path) -> IoResult<String> {
    let mut tries = 0;
    loop {
        match read_regular(path, BYTES_MAX) {
            Ok(bytes) => return Ok(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) if is_locked(&error) && tries < TRIES => {
                tries += 1;
                sleep(TRY_EVERY);
            }
            Err(error) => return Err(error),
        }
    }
}

/// Windows refuses to read what another process locked.
fn is_locked(error: &IoError) -> bool {
    const ERROR_LOCK_VIOLATION: i32 = 33;
    cfg!(windows) && error.raw_os_error() == Some(ERROR_LOCK_VIOLATION)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home() -> (tempfile::TempDir, Home) {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path());
        (folder, home)
    }

    fn number(home: &Home, name: &str) -> StatePart<i64> {
        home.state().part(name, "a number")
    }

    fn put(home: &Home, name: &str, value: i64) {
        home.change_state(|state| state.put(name, value)).expect("room");
    }

    #[test]
    fn a_damaged_part_costs_only_itself_and_unknown_ones_stay() {
        let (_folder, home) = home();
        assert_eq!(number(&home, "a"), StatePart::Missing);
        std::fs::write(home.state_file(), r#"{"a":1,"b":"two","newer":[1]}"#).expect("room");
        assert_eq!(number(&home, "a"), StatePart::Is(1));
        assert_eq!(number(&home, "b"), StatePart::Damaged("`b` must be a number".to_owned()));
        put(&home, "c", 3);
        assert_eq!(number(&home, "c").value(), Some(3));
        assert_eq!(home.state().fields["newer"], serde_json::json!([1]));
        assert!(matches!(number(&home, "b"), StatePart::Damaged(_)));
        assert!(!home.unreadable_state().exists());
    }

    #[test]
    fn a_file_that_cannot_be_read_is_kept_and_its_parts_stay_damaged() {
        let (_folder, home) = home();
        std::fs::write(home.state_file(), r#"{"backups":["/a"#).expect("room");
        assert!(home.backups().unreadable.is_some());
        assert!(matches!(number(&home, "anything"), StatePart::Damaged(_)));
        put(&home, "a", 1);
        let kept = std::fs::read_to_string(home.unreadable_state()).expect("kept");
        assert_eq!(kept, r#"{"backups":["/a"#);
        assert_eq!(number(&home, "a"), StatePart::Is(1));
        assert!(home.backups().unreadable.is_some(), "it may have named backups");
        assert!(matches!(home.removal_note(), StatePart::Damaged(_)));
        home.end_removal().expect("room");
        assert_eq!(home.removal_note(), StatePart::Missing);
        assert_eq!(std::fs::read_to_string(home.unreadable_state()).expect("kept"), kept);
    }

    #[test]
    fn changes_of_many_at_once_are_all_kept() {
        let (_folder, home) = home();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let home = &home;
                scope.spawn(move || {
                    for each in 0..10 {
                        put(home, &format!("{thread}-{each}"), each);
                    }
                });
            }
        });
        assert_eq!(home.state().fields.len(), 41, "with the version");
    }

    #[test]
    fn an_error_changes_nothing() {
        let (_folder, home) = home();
        put(&home, "a", 1);
        let failed: Result<()> = home.change_state(|state| {
            state.put("a", 2)?;
            Err(Error::InvalidArgument("no".to_owned()))
        });
        assert!(failed.is_err());
        assert_eq!(number(&home, "a"), StatePart::Is(1));
        std::fs::remove_file(home.state_file()).expect("there");
        std::fs::create_dir(home.state_file()).expect("room");
        assert!(home.change_state(|_| Ok(())).is_err());
        assert!(matches!(number(&home, "a"), StatePart::Damaged(_)));
    }
}
