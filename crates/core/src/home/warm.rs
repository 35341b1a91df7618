//! In which clients a server of warm recall answers prompts: a file for each, which the hook's
//! command line reads.

use std::io::Result;
use std::path::PathBuf;

use serde::Serialize;

use super::{Home, age_ms, names_in_own};
use crate::private_file;
use crate::regular_file::read_regular;

/// A client whose prompts a server answers, or has answered, by the ids of their processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WarmClient {
    /// The client.
    pub client: u32,
    /// The server.
    pub server: u32,
}

/// A session that is older than this is answered by the hook again.
const MARK_MS_MAX: i64 = 30 * 24 * 60 * 60 * 1_000;

impl Home {
    /// Makes the folder of the marks.
    pub fn prepare_warm(&self) -> Result<()> {
        private_file::make_folder(&self.warm())
    }

    /// Shows the hooks of a client that a server answers its prompts: they read the server's id.
    pub fn mark_warm(&self, WarmClient { client, server }: WarmClient) -> Result<()> {
        let path = self.warm().join(client.to_string());
        private_file::remove(&path)?;
        private_file::write_new(&path, &format!("{server}\n"), false)
    }

    /// Takes the mark of a client away.
    pub fn unmark_warm(&self, client: u32) -> Result<()> {
        private_file::remove(&self.warm().join(client.to_string()))
    }

    /// Returns the clients that have a mark.
    pub fn warm_clients(&self) -> Vec<WarmClient> {
        let server = |path: PathBuf| -> Option<u32> {
            let text = String::from_utf8(read_regular(&path, 64).ok()?).ok()?;
            text.strip_suffix('\n')?.parse().ok()
        };
        let marks = self.marks().into_iter().filter_map(|name| {
            let client = name.parse().ok()?;
            Some(WarmClient { client, server: server(self.warm().join(name))? })
        });
        marks.collect()
    }

    /// Deletes marks of servers that were killed. What cannot be deleted now stays for the next
    /// time.
    pub(crate) fn expire_marks(&self, now_ms: i64) {
        for name in self.marks() {
            let path = self.warm().join(&name);
            if age_ms(&path, now_ms).is_some_and(|age| age > MARK_MS_MAX) {
                let _ = private_file::remove(&path);
            }
        }
    }

    /// Deletes the marks and their folder.
    pub fn clear_warm(&self) -> Result<()> {
        for name in self.marks() {
            private_file::remove(&self.warm().join(name))?;
        }
        // It may be missing, or have files of others.
        let _ = std::fs::remove_dir(self.warm());
        Ok(())
    }

    /// Returns the names of the marks, of those too that a crash left empty.
    fn marks(&self) -> Vec<String> {
        let is_number = |text: &[u8]| text.iter().all(u8::is_ascii_digit);
        let is_ours = |name: &str| {
            let text = read_regular(&self.warm().join(name), 64);
            text.is_ok_and(|text| is_number(text.trim_ascii_end()))
        };
        let mut names = names_in_own(&self.warm());
        names.retain(|name| !name.is_empty() && is_number(name.as_bytes()) && is_ours(name));
        names
    }
}

#[cfg(test)]
mod tests {
    use super::super::names_in;
    use super::super::tests::aged;
    use super::*;

    #[test]
    fn a_client_has_one_mark_and_what_others_put_there_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path());
        home.prepare_warm().expect("room");
        let seven = WarmClient { client: 7, server: 8 };
        home.mark_warm(WarmClient { client: 7, server: 1 }).expect("room");
        home.mark_warm(seven).expect("room");
        std::fs::write(home.warm().join("notes.txt"), "mine").expect("room");
        std::fs::write(home.warm().join("9"), "no id\n").expect("room");
        assert_eq!(home.warm_clients(), [seven]);
        let mark = home.warm().join("7");
        home.expire_marks(aged(&mark, MARK_MS_MAX - 5_000));
        assert!(mark.exists());
        home.expire_marks(aged(&mark, MARK_MS_MAX + 5_000));
        assert!(!mark.exists());
        home.mark_warm(seven).expect("room");
        home.unmark_warm(7).expect("there");
        assert_eq!(home.warm_clients(), []);
        home.clear_warm().expect("a folder");
        let mut left = names_in(&home.warm()).expect("a folder");
        left.sort();
        assert_eq!(left, ["9", "notes.txt"]);
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_deleted_behind_a_link() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path().join("home"));
        std::fs::create_dir(home.folder()).expect("room");
        for (own, name) in
            [(home.warm(), "7"), (home.recalls(), "s1.jsonl"), (home.claims(), "a.claim")]
        {
            let theirs = folder.path().join(name);
            std::fs::create_dir(&theirs).expect("room");
            std::fs::write(theirs.join(name), "8\n").expect("room");
            std::os::unix::fs::symlink(&theirs, own).expect("room");
        }
        home.tidy(i64::MAX / 2).expect("a folder");
        home.clear_warm().expect("a folder");
        for name in ["7", "s1.jsonl", "a.claim"] {
            assert!(folder.path().join(name).join(name).exists(), "{name}");
        }
    }
}
