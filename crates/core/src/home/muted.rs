//! Where recall is muted: sessions by id, projects by their root folder, and turns.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Home;
use super::state::{HomeState, StatePart};
use crate::error::{Error, Result};
use crate::real_path::real_path;

/// What is muted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Muted {
    /// Ids of sessions; the most recently muted one is last.
    #[serde(default)]
    pub sessions: Vec<String>,
    /// Real paths of folders; their subfolders are muted too.
    #[serde(default)]
    pub projects: Vec<String>,
    /// Turns that are never added to a prompt, by id.
    #[serde(default)]
    pub turns: Vec<String>,
    /// Lessons that are told to nobody, by the id of their shape.
    #[serde(default)]
    pub lessons: Vec<String>,
}

/// What a change mutes or unmutes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum MutedKind {
    /// A session, by its id.
    Session,
    /// A folder with all below it.
    Project,
    /// A turn, by its id.
    Turn,
    /// A lesson, by the id of its shape.
    Lesson,
}

/// A change of what is muted.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MuteChange {
    /// What is meant.
    pub what: MutedKind,
    /// Its id; of a project the real path of its root folder.
    pub name: String,
    /// The directory in which that is said: of a project, a muted folder above it counts too.
    pub directory: String,
    /// Whether it is unmuted.
    pub off: bool,
}

/// The result of a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MuteChanged {
    /// Ids, or the folders that mute or muted the directory.
    pub names: Vec<String>,
    /// Whether anything changed.
    pub changed: bool,
}

/// The most sessions that are muted; the oldest are dropped, for sessions end.
const SESSIONS_MAX: usize = 200;
/// The most turns, and the most lessons.
const IDS_MAX: usize = 1_000;

const PART: &str = "muted";
const FORM: &str = "an object with the lists `sessions`, `projects`, `turns` and `lessons`";

impl Muted {
    /// Returns what is muted in a home; nothing where nothing ever was.
    ///
    /// # Errors
    /// [`Error::MutedBroken`] when that cannot be understood.
    pub fn of(home: &Home) -> Result<Self> {
        Self::in_state(&home.state(), home)
    }

    /// Mutes or unmutes something in a home. What cannot be understood is not replaced.
    ///
    /// # Errors
    /// [`Error::MutedBroken`], and [`Error::HomeUnwritable`].
    pub fn change(home: &Home, change: &MuteChange) -> Result<MuteChanged> {
        home.change_state(|state| {
            let mut muted = Self::in_state(state, home)?;
            let done = muted.changed(change);
            if done.changed {
                state.put(PART, &muted)?;
            }
            Ok(done)
        })
    }

    fn changed(&mut self, MuteChange { what, name, directory, off }: &MuteChange) -> MuteChanged {
        let (list, max) = match what {
            MutedKind::Session => (&mut self.sessions, SESSIONS_MAX),
            MutedKind::Turn => (&mut self.turns, IDS_MAX),
            MutedKind::Lesson => (&mut self.lessons, IDS_MAX),
            MutedKind::Project => (&mut self.projects, usize::MAX),
        };
        let mut names: Vec<String> = match what {
            MutedKind::Project => above(list, Path::new(directory)).cloned().collect(),
            _ => list.iter().filter(|each| *each == name).cloned().collect(),
        };
        let changed = names.is_empty() != *off;
        if names.is_empty() {
            names.push(name.clone());
        }
        if changed && *off {
            list.retain(|each| !names.contains(each));
        } else if changed {
            list.push(name.clone());
            list.drain(..list.len().saturating_sub(max));
        }
        MuteChanged { names, changed }
    }

    fn in_state(state: &HomeState, home: &Home) -> Result<Self> {
        // A list would be read as the fields in their order.
        let read = match state.part::<Map<String, Value>>(PART, FORM) {
            StatePart::Missing => return Ok(Self::default()),
            StatePart::Damaged(reason) => Err(reason),
            StatePart::Is(fields) => serde_json::from_value(Value::Object(fields))
                .map_err(|_| format!("`{PART}` must be {FORM}")),
        };
        read.map_err(|reason| Error::MutedBroken { path: home.state_file(), reason })
    }

    /// Whether a prompt of a session in a directory is muted.
    pub fn covers(&self, session: Option<&str>, directory: &Path) -> bool {
        let is_muted = session.is_some_and(|session| self.sessions.iter().any(|id| id == session));
        is_muted || self.is_folder_muted(directory)
    }

    fn is_folder_muted(&self, directory: &Path) -> bool {
        // The usual case: avoids resolving paths.
        if self.projects.is_empty() {
            return false;
        }
        above(&self.projects, directory).next().is_some()
    }
}

/// Returns the folders that are a directory or a parent of it.
fn above<'f>(folders: &'f [String], directory: &Path) -> impl Iterator<Item = &'f String> {
    let real = real_path(directory);
    folders.iter().filter(move |folder| real.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_understood_is_an_error_and_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path());
        let write = |text: &str| std::fs::write(home.state_file(), text).expect("room");
        assert_eq!(Muted::of(&Home::at("/nonexistent")).expect("nothing"), Muted::default());
        assert_eq!(Muted::of(&home).expect("nothing"), Muted::default());
        let broken = ["[]", "{\"muted\":[]}", "{\"muted\":{\"turns\":[1]}}", "{\"muted\":null}"];
        for text in broken {
            write(text);
            assert_eq!(Muted::of(&home).expect_err(text).code(), "MUTED_BROKEN");
            let failed = Muted::change(&home, &turn("t", false)).expect_err(text);
            assert_eq!(failed.code(), "MUTED_BROKEN");
            assert_eq!(std::fs::read_to_string(home.state_file()).expect("there"), text);
        }
        write("\u{feff}{\"muted\":{\"sessions\":[\"a\"],\"more\":5}}");
        let muted = Muted::of(&home).expect("an object");
        assert_eq!(muted.sessions, ["a"]);
        assert!(Muted::change(&home, &turn("t", false)).expect("room").changed);
        let turns = vec!["t".to_owned()];
        assert_eq!(Muted::of(&home).expect("an object"), Muted { turns, ..muted });
    }

    fn turn(name: &str, off: bool) -> MuteChange {
        let (name, directory) = (name.to_owned(), "/".to_owned());
        MuteChange { what: MutedKind::Turn, name, directory, off }
    }

    #[test]
    fn a_change_is_made_once_and_the_oldest_are_dropped() {
        let mut muted = Muted::default();
        for at in 0..=IDS_MAX {
            let done = muted.changed(&turn(&at.to_string(), false));
            assert_eq!(done, MuteChanged { names: vec![at.to_string()], changed: true });
        }
        assert_eq!((muted.turns.len(), muted.turns[0].as_str()), (IDS_MAX, "1"));
        assert!(!muted.changed(&turn("1", false)).changed);
        assert!(muted.changed(&turn("1", true)).changed);
        assert!(!muted.changed(&turn("1", true)).changed);
        assert_eq!(muted.turns[0], "2");
    }

    #[test]
    fn a_project_is_unmuted_with_the_folders_above_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let parent = folder.path().canonicalize().expect("there").to_string_lossy().into_owned();
        let shop = format!("{parent}/shop");
        let change = |off| MuteChange {
            what: MutedKind::Project,
            name: shop.clone(),
            directory: shop.clone(),
            off,
        };
        let mut muted = Muted { projects: vec![parent.clone()], ..Muted::default() };
        let covered = MuteChanged { names: vec![parent], changed: false };
        assert_eq!(muted.changed(&change(false)), covered);
        assert_eq!(muted.changed(&change(true)), MuteChanged { changed: true, ..covered });
        assert_eq!(muted, Muted::default());
        let names = vec![shop.clone()];
        assert_eq!(muted.changed(&change(true)), MuteChanged { names, changed: false });
        assert!(muted.changed(&change(false)).changed);
        assert_eq!(muted.projects, std::slice::from_ref(&shop));
    }

    #[test]
    fn a_folder_is_muted_with_all_below_it_whatever_link_leads_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let real = folder.path().canonicalize().expect("there").join("shop");
        std::fs::create_dir_all(real.join("src")).expect("room");
        let projects = vec![real.to_string_lossy().into_owned()];
        let muted = Muted { sessions: vec!["a".into()], projects, ..Muted::default() };
        assert!(muted.covers(None, &real) && muted.covers(None, &real.join("src")));
        assert!(
            muted.covers(Some("a"), Path::new("/")) && !muted.covers(Some("b"), Path::new("/"))
        );
        assert!(!muted.covers(None, folder.path()));
        assert!(!muted.covers(None, &real.with_file_name("shop2")));
        #[cfg(unix)]
        {
            let link = folder.path().join("link");
            std::os::unix::fs::symlink(&real, &link).expect("a link");
            assert!(muted.covers(None, &link));
        }
    }
}
