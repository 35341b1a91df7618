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

    /// Keeps what is muted. What cannot be understood is not replaced.
    ///
    /// # Errors
    /// [`Error::MutedBroken`], and [`Error::HomeUnwritable`].
    pub fn keep(&self, home: &Home) -> Result<()> {
        home.change_state(|state| {
            Self::in_state(state, home)?;
            state.put(PART, self)
        })
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
        let real = real_path(directory);
        self.projects.iter().any(|folder| real.starts_with(folder))
    }
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
            assert_eq!(Muted::default().keep(&home).expect_err(text).code(), "MUTED_BROKEN");
        }
        write("\u{feff}{\"muted\":{\"sessions\":[\"a\"],\"more\":5}}");
        let mut muted = Muted::of(&home).expect("an object");
        assert_eq!(muted.sessions, ["a"]);
        muted.turns.push("t".to_owned());
        muted.keep(&home).expect("room");
        assert_eq!(Muted::of(&home).expect("an object"), muted);
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
