//! How the server of warm recall and the hook agree, in a folder of the home: who answers a prompt,
//! and in which client a server answers prompts.

use std::io::{ErrorKind, Result};
use std::path::PathBuf;

use serde::Serialize;

use super::{Home, age_ms, names_in};
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

/// Longer than any prompt waits for its hooks.
const CLAIM_MS_MAX: i64 = 10 * 60 * 1_000;
/// A session that is older than this is answered by the hook again.
const MARK_MS_MAX: i64 = 30 * 24 * 60 * 60 * 1_000;

impl Home {
    /// Claims a prompt. Returns false if somebody else has claimed it. Without the folder there is
    /// no server, and what cannot be claimed is answered: no answer would be the greater loss.
    pub fn claim(&self, prompt: &str) -> bool {
        if !private_file::is_plain_name(prompt) {
            return true;
        }
        let claim = self.warm().join(format!("{prompt}.claim"));
        let claimed = private_file::write_new(&claim, "", false);
        !claimed.is_err_and(|error| error.kind() == ErrorKind::AlreadyExists)
    }

    /// Makes the folder, so that prompts are claimed.
    pub fn prepare_claims(&self) -> Result<()> {
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
        let marks = self.own_in_warm().into_iter().filter_map(|name| {
            let client = name.parse().ok()?;
            Some(WarmClient { client, server: server(self.warm().join(name))? })
        });
        marks.collect()
    }

    /// Deletes old claims, and marks of servers that were killed. What cannot be deleted now stays
    /// for the next time.
    pub fn expire_claims(&self, now_ms: i64) {
        for name in self.own_in_warm() {
            let path = self.warm().join(&name);
            let is_claim = name.strip_suffix(".claim").is_some();
            let most = if is_claim { CLAIM_MS_MAX } else { MARK_MS_MAX };
            if age_ms(&path, now_ms).is_some_and(|age| age > most) {
                let _ = private_file::remove(&path);
            }
        }
    }

    /// Deletes the folder and what is ours in it, so that no prompt is claimed any more.
    pub fn clear_claims(&self) -> Result<()> {
        for name in self.own_in_warm() {
            private_file::remove(&self.warm().join(name))?;
        }
        // It may be missing, or have files of others.
        let _ = std::fs::remove_dir(self.warm());
        Ok(())
    }

    fn own_in_warm(&self) -> Vec<String> {
        let mut names = names_in(&self.warm()).unwrap_or_default();
        names.retain(|name| {
            let is_mark = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
            is_mark || name.strip_suffix(".claim").is_some_and(private_file::is_plain_name)
        });
        names
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::aged;
    use super::*;

    #[test]
    fn a_prompt_is_claimed_once_where_there_is_a_folder_for_claims() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path().join("home"));
        assert!(home.claim("p1") && home.claim("p1"));
        home.prepare_claims().expect("room");
        assert!(home.claim("p1") && !home.claim("p1") && home.claim("p2"));
        assert!(home.claim("../p") && home.claim("../p") && home.claim(""));
        assert_eq!(names_in(&home.warm()).expect("a folder"), ["p1.claim", "p2.claim"]);
    }

    #[test]
    fn old_claims_go_and_what_others_put_there_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path());
        home.prepare_claims().expect("room");
        assert!(home.claim("old") && home.claim("new"));
        let seven = WarmClient { client: 7, server: 8 };
        home.mark_warm(WarmClient { client: 7, server: 1 }).expect("room");
        home.mark_warm(seven).expect("room");
        std::fs::write(home.warm().join("notes.txt"), "mine").expect("room");
        std::fs::write(home.warm().join("9"), "no id\n").expect("room");
        let old = home.warm().join("old.claim");
        let file = std::fs::File::options().append(true).open(&old).expect("there");
        let written = std::fs::metadata(&old).and_then(|found| found.modified()).expect("a time");
        file.set_modified(written - std::time::Duration::from_secs(700)).expect("a time");
        home.expire_claims(aged(&old, 700_000));
        let left = names_in(&home.warm()).expect("a folder");
        assert_eq!(left, ["7", "9", "new.claim", "notes.txt"]);
        assert_eq!(home.warm_clients(), [seven]);
        home.unmark_warm(7).expect("there");
        assert_eq!(home.warm_clients(), []);
        home.clear_claims().expect("a folder");
        assert_eq!(names_in(&home.warm()).expect("a folder"), ["notes.txt"]);
    }
}
