//! Where recall is muted: sessions by id, projects by their root folder, and turns.

use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Home, TEXT_BYTES_MAX};
use crate::error::{Error, Result};
use crate::json;
use crate::real_path::real_path;
use crate::regular_file::read_regular;
use crate::system_error::reason;

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
}

impl Muted {
    /// Returns what is muted in a home; nothing where there is no file.
    ///
    /// # Errors
    /// [`Error::MutedBroken`] when the file cannot be understood.
    pub fn of(home: &Home) -> Result<Self> {
        let path = home.muted();
        let broken = |reason: String| Error::MutedBroken { path: path.clone(), reason };
        let bytes = match read_regular(&path, TEXT_BYTES_MAX) {
            Ok(bytes) => bytes,
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                return Ok(Self::default());
            }
            Err(error) => return Err(broken(format!("it cannot be read: {}", reason(&error)))),
        };
        let text = String::from_utf8_lossy(&bytes);
        // A list would be read as the fields in their order.
        let object = json::value(text.trim_start_matches('\u{feff}')).filter(Value::is_object);
        let read = object.and_then(|value| serde_json::from_value(value).ok());
        read.ok_or_else(|| {
            broken(
                "it must hold an object with the lists `sessions`, `projects` and `turns`".into(),
            )
        })
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

    fn read(text: &str) -> Result<Muted> {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path());
        std::fs::write(home.muted(), text).expect("room");
        Muted::of(&home)
    }

    #[test]
    fn what_cannot_be_understood_is_an_error_and_a_missing_file_is_none() {
        assert_eq!(Muted::of(&Home::at("/nonexistent")).expect("nothing"), Muted::default());
        assert_eq!(read("{}").expect("nothing"), Muted::default());
        for text in ["", "[]", "{\"sessions\":1}", "{\"turns\":[1]}", "{\"projects\":null}"] {
            assert_eq!(read(text).expect_err(text).code(), "MUTED_BROKEN");
        }
        let muted = read("\u{feff}{\"sessions\":[\"a\"],\"more\":5}").expect("an object");
        assert_eq!(muted.sessions, ["a"]);
    }

    #[test]
    fn a_folder_is_muted_with_all_below_it_whatever_link_leads_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let real = folder.path().canonicalize().expect("there").join("shop");
        std::fs::create_dir_all(real.join("src")).expect("room");
        let projects = vec![real.to_string_lossy().into_owned()];
        let muted = Muted { sessions: vec!["a".into()], projects, turns: Vec::new() };
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
