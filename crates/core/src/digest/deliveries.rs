//! What was delivered: commits, pushes, pull requests, releases.

use std::sync::LazyLock;

use super::bare::Part;
use super::command_kind::CommandKind;
use super::commands::{Run, kind};
use super::history::History;
use super::line::{key, short};
use super::outcome::CommandOutcome;
use crate::shell::words;
use crate::word_list::among;
use regex::Regex;
use serde::Serialize;

/// What was delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum DeliveryKind {
    /// A commit.
    Commit,
    /// A push.
    Push,
    /// A pull request that was opened or merged.
    PullRequest,
    /// Anything else that leaves the machine or moves branches: a merge, a release.
    Other,
}

/// Something that was delivered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Delivery {
    /// When, in milliseconds since the epoch.
    pub at_ms: i64,
    /// What it is.
    pub kind: DeliveryKind,
    /// Subject of a commit, branch of a push, address of a pull request, or the command.
    pub text: String,
    /// Short hash of a commit.
    pub hash: Option<String>,
}

/// Maximum characters of a subject.
const SUBJECT_CHARS_MAX: usize = 120;

/// Maximum number of deliveries of one command line. A line of more was written by a program.
const LINE_DELIVERIES_MAX: usize = 100;

/// Returns what the runs delivered, oldest first. An amended commit replaces the one before.
pub(super) fn deliveries(runs: &[Run]) -> Vec<Delivery> {
    let mut found: Vec<Delivery> = Vec::new();
    for run in runs.iter().filter(|run| !is_scratch(run)) {
        let delivers = |part: &&Part| kind(&part.text) == Some(CommandKind::Deliver);
        for part in run.parts.iter().filter(delivers).take(LINE_DELIVERIES_MAX) {
            if let Some(delivery) = delivery(run, &part.text) {
                add(delivery, part.text.contains("--amend"), &mut found);
            }
        }
    }
    found
}

/// Adds the pull requests that the agent itself says came of the session.
pub(super) fn with_pull_requests(mut found: Vec<Delivery>, history: &History) -> Vec<Delivery> {
    for (at_ms, text) in &history.pull_requests {
        let is_same = |known: &Delivery| {
            known.kind == DeliveryKind::PullRequest && key(&known.text) == key(text)
        };
        if !found.iter().any(is_same) {
            let (kind, text) = (DeliveryKind::PullRequest, (*text).to_owned());
            found.push(Delivery { at_ms: *at_ms, kind, text, hash: None });
        }
    }
    found.sort_by_key(|delivery| delivery.at_ms);
    found
}

/// Whether a line works on a repository of its own making, to try something out.
fn is_scratch(run: &Run) -> bool {
    const TEMPORARY: [&str; 5] = ["/tmp", "/private/tmp", "/var/folders", "$(mktemp", "$TMP"];
    run.parts.iter().any(|part| {
        let words = words(&part.text);
        let directory = words.get(1).copied().unwrap_or_default();
        let goes_there = words.first() == Some(&"cd")
            && TEMPORARY.iter().any(|place| directory.starts_with(place));
        goes_there || part.text.starts_with("git init") || part.text.contains("mktemp")
    })
}

fn add(delivery: Delivery, amends: bool, found: &mut Vec<Delivery>) {
    let is_commit = |known: &&mut Delivery| known.kind == DeliveryKind::Commit;
    if amends && let Some(last) = found.iter_mut().rev().find(is_commit) {
        *last = delivery;
        return;
    }
    // The same branch is pushed after each commit.
    let is_same =
        |known: &Delivery| known.kind == delivery.kind && key(&known.text) == key(&delivery.text);
    let is_known = delivery.hash.is_some() && found.iter().any(|known| known.hash == delivery.hash);
    if is_known {
        return;
    }
    if delivery.kind != DeliveryKind::Commit {
        found.retain(|known| !is_same(known));
    }
    found.push(delivery);
}

fn delivery(run: &Run, part: &str) -> Option<Delivery> {
    let result = run.call.result.filter(|_| !run.call.detail.in_background)?;
    let of = |kind, text: String, hash| Delivery { kind, text, hash, at_ms: run.at_ms };
    let words = words(part);
    if words
        .iter()
        .any(|word| matches!(*word, "--dry-run" | "--abort" | "--delete" | "-d" | "-l" | "--list"))
    {
        return None;
    }
    let succeeded = run.outcome == CommandOutcome::Passed && !run.call.failed;
    let verb = words.iter().find(|word| among(DELIVERS, word))?;
    match *verb {
        "commit" => commit(part, result, succeeded)
            .map(|(subject, hash)| of(DeliveryKind::Commit, subject, hash)),
        "push" => pushed(result, succeeded).map(|branch| of(DeliveryKind::Push, branch, None)),
        "pr" | "mr" => pull_request(part, result, succeeded)
            .map(|text| of(DeliveryKind::PullRequest, text, None)),
        _ if succeeded => Some(of(DeliveryKind::Other, short(part, SUBJECT_CHARS_MAX), None)),
        _ => None,
    }
}

/// The words that distinguish one delivery from another. A rebase delivers nothing.
const DELIVERS: &str = "commit push pr mr merge cherry-pick revert tag release publish apply deploy upgrade \
    install";

/// Returns subject and hash: git prints `[branch 1a2b3c4] subject`, where its output is kept.
fn commit(part: &str, result: &str, succeeded: bool) -> Option<(String, Option<String>)> {
    static PRINTED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?m)^\[[^\]\n]*?([0-9a-f]{7,40})\] (.+)$").expect("the pattern is tested")
    });
    let written = message(part);
    let printed: Vec<(String, String)> = PRINTED
        .captures_iter(result)
        .map(|found| (found[1].to_owned(), short(&found[2], SUBJECT_CHARS_MAX)))
        .collect();
    // Of several commits on one line, the one whose message this command has.
    let same = |(_, subject): &&(String, String)| {
        written
            .as_ref()
            .is_none_or(|written| key(written).starts_with(&key(subject.trim_end_matches('…'))))
    };
    if let Some((hash, subject)) = printed.iter().find(same).or(printed.first()) {
        return Some((subject.clone(), Some(hash.clone())));
    }
    let subject = written.filter(|_| succeeded)?;
    Some((subject, None))
}

/// Returns the first line of the message that a command gives its commit.
fn message(part: &str) -> Option<String> {
    static QUOTED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"(?s)(?:\s-[a-zA-Z]*m\s*|--message[ =])(?:"((?:[^"\\]|\\.)*)"|'([^']*)')"#)
            .expect("the pattern is tested")
    });
    let document =
        part.split_once("<<").and_then(|(_, rest)| rest.split_once('\n')).map(|(_, text)| text);
    let quoted = || {
        let found = QUOTED.captures(part)?;
        found.get(1).or_else(|| found.get(2)).map(|text| text.as_str())
    };
    let text = document.or_else(quoted)?;
    let subject = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    // In a short text the rest of the call follows on the same line, behind `\n`.
    let subject = subject.split("\\n").next().unwrap_or(subject);
    Some(short(subject, SUBJECT_CHARS_MAX)).filter(|subject| !subject.starts_with('$'))
}

/// Returns the branch that git says it pushed.
fn pushed(result: &str, succeeded: bool) -> Option<String> {
    static BRANCH: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?m)^.*\[?[0-9a-z. ]+\]?\s+\S+ -> (\S+)").expect("the pattern is tested")
    });
    let refused = ["[rejected]", "error: ", "fatal: ", "[remote rejected]"];
    if refused.iter().any(|mark| result.contains(mark)) || result.contains("Everything up-to-date")
    {
        return None;
    }
    match BRANCH.captures(result) {
        Some(found) => Some(found[1].to_owned()),
        None => succeeded.then(String::new),
    }
}

fn pull_request(part: &str, result: &str, succeeded: bool) -> Option<String> {
    static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"https?://[^\s)>]+/(?:pull|merge_requests)/[0-9]+")
            .expect("the pattern is tested")
    });
    if part.contains(" merge") {
        return succeeded.then(|| short(part, SUBJECT_CHARS_MAX));
    }
    ADDRESS.find(result).map(|found| found.as_str().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn git_says_what_it_committed() {
        let part = "git commit -m \"$(cat <<'EOF'\nfix: the lamp\n\nIt was dark.\nEOF\n)\"";
        let told = "[main 1a2b3c4] fix: the lamp\n 1 file changed";
        assert_eq!(
            commit(part, told, true),
            Some(("fix: the lamp".into(), Some("1a2b3c4".into())))
        );
        assert_eq!(commit(part, "", true), Some(("fix: the lamp".into(), None)));
        assert_eq!(commit(part, "nothing to commit", false), None);
        assert_eq!(message("git commit -am 'one line'"), Some("one line".into()));
        assert_eq!(message("git commit --amend --no-edit"), None);
    }

    #[test]
    fn git_says_what_it_pushed() {
        let told = "To example.com:a/b\n   1a2b3c4..5d6e7f8  main -> main";
        assert_eq!(pushed(told, true), Some("main".into()));
        assert_eq!(pushed(" ! [rejected]  main -> main (fetch first)", true), None);
        assert_eq!(pushed("Everything up-to-date", true), None);
    }
}
