//! The settings file, as it is changed: the program that knows the settings reads it and says what it
//! is to be.

use std::io::{ErrorKind, Result};

use super::state::locked;
use super::{Home, TEXT_BYTES_MAX};
use crate::private_file::{make_folder, replace};
use crate::real_path::real_path;
use crate::regular_file::read_regular;

impl Home {
    /// Replaces the settings file, or the file behind its link, if it still is what the caller read
    /// (`None` for no file). Returns false if another process changed it meanwhile: then the caller
    /// reads it again.
    pub fn replace_config(&self, before: Option<&str>, after: &str) -> Result<bool> {
        make_folder(self.folder())?;
        locked(&self.state_file(), || {
            let path = real_path(&self.config());
            let now = match read_regular(&path, TEXT_BYTES_MAX) {
                Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
                Err(error) if error.kind() == ErrorKind::NotFound => None,
                Err(error) => return Err(error),
            };
            if now.as_deref() != before {
                return Ok(false);
            }
            replace(&path, after)?;
            Ok(true)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_read_is_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path().join("home"));
        assert!(home.replace_config(None, "{}").expect("room"));
        assert!(!home.replace_config(None, "{1}").expect("room"));
        assert!(!home.replace_config(Some("{2}"), "{3}").expect("room"));
        assert!(home.replace_config(Some("{}"), "{4}").expect("room"));
        assert_eq!(std::fs::read_to_string(home.config()).expect("text"), "{4}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path().join("home"));
        let own = folder.path().join("settings.json");
        std::fs::write(&own, "{}").expect("room");
        std::fs::create_dir(home.folder()).expect("room");
        std::os::unix::fs::symlink(&own, home.config()).expect("room");
        assert!(home.replace_config(Some("{}"), "{1}").expect("room"));
        assert!(home.config().is_symlink());
        assert_eq!(std::fs::read_to_string(&own).expect("text"), "{1}");
    }
}
