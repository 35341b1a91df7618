//! Who answers: two copies of a hook, or a hook and the server of warm recall, hear of the same
//! prompt, and the first to claim it answers. A claim is a file, made before anything is looked for.

use std::io::{ErrorKind, Result};
use std::path::PathBuf;

use super::{Home, age_ms, names_in_own};
use crate::hash::chained;
use crate::private_file;
use crate::regular_file::read_regular;

/// What is claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Claim<'a> {
    /// The answer to a prompt, by its id.
    Prompt(&'a str),
    /// The answer to a call without an id, by all that it says: copies of a hook hear the same.
    Call(&'a str),
    /// What a person is told once.
    Told(&'a str),
}

impl Claim<'_> {
    /// Returns for how long the claim keeps others out, in milliseconds.
    fn lasts_ms(self) -> i64 {
        match self {
            // Longer than any prompt waits for its hooks.
            Self::Prompt(_) => 10 * 60 * 1_000,
            // A client starts copies at once; a person may send the same again later.
            Self::Call(_) => 10 * 1_000,
            Self::Told(_) => TOLD_MS,
        }
    }

    /// Returns the name of the claim that follows the one with this time.
    fn name(self, after: &str) -> String {
        let (kind, what) = match self {
            Self::Prompt(id) => ("claim", id),
            Self::Call(text) => ("claim", text),
            Self::Told(text) => ("told", text),
        };
        format!("{}.{kind}", chained(after, what.as_bytes()))
    }
}

const TOLD_MS: i64 = 30 * 24 * 60 * 60 * 1_000;
/// So long a file is kept at most, by the ending of its name.
const KEPT: [(&str, i64); 2] = [("claim", 60 * 60 * 1_000), ("told", TOLD_MS)];
/// Claims of one call, each after the one before has ended.
const CHAIN_MAX: usize = 1_000;

impl Home {
    /// Claims something for this process. Returns false if somebody else has claimed it. What
    /// cannot be claimed is answered: no answer would be the greater loss.
    pub(crate) fn claim(&self, claim: Claim, now_ms: i64) -> bool {
        // A claim that has ended is followed by one whose name its time makes: of those who see it
        // end at the same moment, one makes the next.
        let mut after = String::new();
        for _ in 0..CHAIN_MAX {
            let path = self.claims().join(claim.name(&after));
            match self.write_claim(&path, now_ms) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                _ => return true,
            }
            let text = read_regular(&path, 64).ok().and_then(|text| String::from_utf8(text).ok());
            // Somebody is about to write it.
            let Some(at) = text.filter(|text| text.ends_with('\n')) else { return false };
            let age_ms = at.trim_end().parse().map_or(0, |at_ms: i64| now_ms.saturating_sub(at_ms));
            if age_ms.saturating_abs() <= claim.lasts_ms() {
                return false;
            }
            after = at;
        }
        true
    }

    /// Makes the folder where the home has none yet. A home that is missing stays so.
    fn write_claim(&self, path: &std::path::Path, now_ms: i64) -> Result<()> {
        let write = || private_file::write_new(path, &format!("{now_ms}\n"), false);
        match write() {
            Err(error) if error.kind() == ErrorKind::NotFound && self.folder().is_dir() => {
                private_file::make_folder(&self.claims())?;
                write()
            }
            done => done,
        }
    }

    /// Deletes claims that have ended. What cannot be deleted now stays for the next time.
    pub(crate) fn expire_claims(&self, now_ms: i64) {
        for name in names_in_own(&self.claims()) {
            let Some((_, kind)) = name.rsplit_once('.') else { continue };
            let Some((_, most)) = KEPT.iter().find(|(ending, _)| *ending == kind) else { continue };
            let path = self.claims().join(&name);
            if age_ms(&path, now_ms).is_some_and(|age| age > *most) {
                let _ = private_file::remove(&path);
            }
        }
    }

    /// Returns the folder of the claims.
    pub(crate) fn claims(&self) -> PathBuf {
        self.folder().join("claims")
    }
}

#[cfg(test)]
mod tests {
    use super::super::names_in;
    use super::super::tests::aged;
    use super::*;
    use proptest::prelude::*;

    fn home() -> (tempfile::TempDir, Home) {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path());
        (folder, home)
    }

    #[test]
    fn whatever_is_claimed_is_claimed_once_for_as_long_as_its_claim_lasts() {
        let (_folder, home) = home();
        for claim in [Claim::Prompt("../p 1"), Claim::Call("{}"), Claim::Told("/n/node")] {
            let lasts = claim.lasts_ms();
            for (now_ms, is_ours) in [
                (0, true),
                (0, false),
                (lasts, false),
                // A clock that was set back.
                (-lasts, false),
                (lasts + 1, true),
                (lasts + 2, false),
                (3 * lasts, true),
                (3 * lasts, false),
            ] {
                assert_eq!(home.claim(claim, now_ms), is_ours, "{claim:?} at {now_ms}");
            }
        }
        assert!(home.claim(Claim::Prompt("p2"), 0) && home.claim(Claim::Call("{ }"), 0));
    }

    #[test]
    fn without_a_home_everything_is_answered_and_nothing_is_made() {
        let (folder, _) = home();
        let none = Home::at(folder.path().join("none"));
        assert!(none.claim(Claim::Prompt("p"), 0) && none.claim(Claim::Prompt("p"), 0));
        assert!(!none.folder().exists());
        std::fs::write(none.folder(), "a file").expect("room");
        assert!(none.claim(Claim::Prompt("p"), 0) && none.claim(Claim::Prompt("p"), 0));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]
        #[test]
        fn of_any_number_at_once_one_claims(times in prop::collection::vec(0_i64..50_000, 1..4)) {
            let (_folder, home) = home();
            let mut last: Option<i64> = None;
            let mut times = times;
            times.sort_unstable();
            for now_ms in times {
                let claimed = std::thread::scope(|scope| {
                    let each = || scope.spawn(|| home.claim(Claim::Call("{}"), now_ms));
                    let all: Vec<_> = (0..6).map(|_| each()).collect();
                    all.into_iter().filter_map(|one| one.join().ok()).filter(|is_ours| *is_ours).count()
                });
                let is_due = last.is_none_or(|last| now_ms - last > 10_000);
                prop_assert_eq!(claimed, usize::from(is_due));
                last = if is_due { Some(now_ms) } else { last };
            }
        }
    }

    #[test]
    fn old_claims_go_and_what_others_put_there_stays() {
        let (_folder, home) = home();
        assert!(home.claim(Claim::Prompt("old"), 0) && home.claim(Claim::Told("told"), 0));
        let old = home.claims().join(Claim::Prompt("old").name(""));
        std::fs::write(home.claims().join("notes.txt"), "mine").expect("room");
        home.expire_claims(aged(&old, 3_500_000));
        assert_eq!(names_in(&home.claims()).expect("a folder").len(), 3);
        home.expire_claims(aged(&old, 3_700_000));
        let left = names_in(&home.claims()).expect("a folder");
        assert_eq!(left.len(), 2);
        assert!(left.contains(&"notes.txt".to_owned()) && !old.exists());
    }
}
