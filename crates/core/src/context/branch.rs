//! How the last session on a branch ended: what it was asked, what it concluded, what it delivered.
//! docs/decisions/context.md says why a start tells this, and nothing of sessions on other branches.

use serde::{Deserialize, Serialize};

use super::sessions::{digest, topic};
use crate::digest::{Delivery, DeliveryKind, OpenKind};
use crate::error::Result;
use crate::recall;
use crate::store::{Reader, Scope, SessionWork};

/// A session on a branch whose name says which work it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnBranch {
    /// Its id.
    pub session: String,
    /// The branch of its last turn.
    pub branch: String,
    /// End of its last turn, in milliseconds since the epoch.
    pub ended_at_ms: i64,
    /// How it ended; `None` while nobody has looked.
    pub end: Option<BranchEnd>,
}

/// How a session ended.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BranchEnd {
    /// What was asked first and last, as far as it names a subject.
    pub asked: Vec<String>,
    /// What the last answer concluded, in whole sentences.
    pub concluded: Option<String>,
    /// What became of the work: pushed, its pull request.
    pub delivered: Vec<String>,
    /// Whether what was asked last was answered.
    pub is_answered: bool,
}

/// Branches that everybody works on: their names do not say which work it is.
const COMMON: [&str; 6] = ["main", "master", "develop", "dev", "trunk", "HEAD"];
/// A branch that most of so many of the last sessions were on is one of them too.
const RECENT_SESSIONS: usize = 20;
const MOST_SESSIONS: usize = 15;
/// Number of turns whose logs are read for the end of a session: a start waits for the answer.
const TURNS_MAX: usize = 20;

/// Returns of each branch that says its work the last session on it, and the one before, in case that
/// the last one goes on. `work` has the session that was active last first, and so has the result.
pub fn last_on_each(work: Vec<SessionWork>) -> Vec<OnBranch> {
    let recent = work.iter().take(RECENT_SESSIONS).filter_map(|work| work.branch.clone());
    let recent: Vec<String> = recent.collect();
    let says_its_work = |branch: &str| {
        let on_it = recent.iter().filter(|recent| *recent == branch).count();
        !COMMON.contains(&branch) && on_it < MOST_SESSIONS
    };
    let mut found: Vec<OnBranch> = Vec::new();
    for SessionWork { session, branch, ended_at_ms, .. } in work {
        let Some(branch) = branch.filter(|branch| says_its_work(branch)) else { continue };
        if found.iter().filter(|known| known.branch == branch).count() < 2 {
            found.push(OnBranch { session, branch, ended_at_ms, end: None });
        }
    }
    found
}

/// Returns how a session ended.
pub fn end(reader: &Reader, session: &str, scope: &Scope) -> Result<BranchEnd> {
    let digest = digest(reader, session, scope, &[], TURNS_MAX)?;
    let open = digest.open.into_iter().find(|open| open.kind == OpenKind::Interrupted);
    let open = open.map(|open| open.text).filter(|text| recall::dismissal(text).is_none());
    // A command of a menu names no subject.
    let is_subject = |text: &String| !text.starts_with('/');
    let last = digest.asked.into_iter().rev().filter(|asked| asked.is_clear);
    let last = open.clone().or_else(|| last.map(|asked| asked.text).find(is_subject));
    let mut asked: Vec<String> = topic(reader, session, scope)?.into_iter().collect();
    asked.extend(last.filter(|last| Some(last) != asked.first()));
    asked.retain(is_subject);
    Ok(BranchEnd {
        is_answered: open.is_none(),
        delivered: delivered(&digest.delivered),
        concluded: digest.concluded,
        asked,
    })
}

/// Returns in a few words what became of the work: whether it was pushed, and its pull request.
fn delivered(all: &[Delivery]) -> Vec<String> {
    let place = |kind| all.iter().rposition(|delivery| delivery.kind == kind);
    let is_pull_request = |delivery: &&Delivery| delivery.kind == DeliveryKind::PullRequest;
    // Who opens a pull request has pushed. A push that is not seen may have come all the same.
    let pushed = place(DeliveryKind::Push).max(place(DeliveryKind::PullRequest));
    let mut told = Vec::new();
    told.extend(match (place(DeliveryKind::Commit), pushed) {
        (Some(commit), Some(push)) if commit < push => Some("pushed"),
        (None, Some(_)) => Some("pushed"),
        (Some(_), _) => Some("committed"),
        (None, None) => None,
    });
    let mut told: Vec<String> = told.into_iter().map(str::to_owned).collect();
    told.extend(all.iter().rev().find(is_pull_request).map(|found| pull_request(&found.text)));
    told
}

/// Returns "PR #12" for its address, and "PR merged" for the command that merged it.
fn pull_request(text: &str) -> String {
    match text.rsplit_once('/').map(|(_, number)| number) {
        Some(number) if number.parse::<u64>().is_ok() => format!("PR #{number}"),
        _ => "PR merged".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delivery(kind: DeliveryKind, text: &str) -> Delivery {
        Delivery { at_ms: 0, kind, text: text.to_owned(), hash: None }
    }

    #[test]
    fn what_became_of_the_work_is_told_in_a_few_words() {
        use DeliveryKind::{Commit, PullRequest, Push};
        let commit = || delivery(Commit, "fix: lamp");
        let push = || delivery(Push, "lamp");
        let opened = delivery(PullRequest, "https://example.com/a/b/pull/12");
        assert_eq!(delivered(&[commit(), push(), opened]), ["pushed", "PR #12"]);
        assert_eq!(delivered(&[push(), commit()]), ["committed"]);
        assert_eq!(
            delivered(&[commit(), delivery(PullRequest, "gh pr merge 12")]),
            ["pushed", "PR merged"]
        );
        assert!(delivered(&[]).is_empty());
    }

    #[test]
    fn a_branch_says_its_work_unless_everybody_is_on_it() {
        let on = |branch: &str| SessionWork { branch: Some(branch.to_owned()), ..<_>::default() };
        let told = |next: usize| {
            let mut work: Vec<SessionWork> = (0..next).map(|_| on("next")).collect();
            work.extend(["main", "lamp", "lamp", "lamp"].map(on));
            let found = last_on_each(work).into_iter().map(|on| on.branch);
            found.collect::<Vec<String>>()
        };
        assert_eq!(told(14), ["next", "next", "lamp", "lamp"]);
        assert_eq!(told(15), ["lamp", "lamp"]);
    }
}
