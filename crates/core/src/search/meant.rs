//! What a person means by a name or by the beginning of an id: a session, a branch.

use rapidfuzz::distance::osa;
use serde::Serialize;

use crate::error::{Error, Result};
use crate::store::{Reader, Scope};
use crate::terminal::plain;

/// Maximum number of candidates in an error.
const CANDIDATES_MAX: usize = 5;
/// A third of the letters of a name may be wrong.
const LETTERS_PER_ERROR: usize = 3;
/// Maximum number of branches that are named.
const BRANCHES_MAX: usize = 5;

/// Returns the session whose id begins so, or that of the turn whose id begins so, or the one whose
/// name holds these words. A turn that a fork shares counts to the session where it was said
/// first, as in hits.
///
/// # Errors
/// [`Error::IdAmbiguous`] when several sessions, or turns of several sessions, fit.
pub fn session_meant(reader: &Reader, beginning: &str) -> Result<Option<String>> {
    let mut named = reader.sessions_named(beginning)?;
    if named.len() > 1 {
        let what = format!("{} sessions have an id that begins with", named.len());
        return Err(ambiguous(&what, beginning, &named));
    }
    if let Some(session) = named.pop() {
        return Ok(Some(session));
    }
    let mut turns = Vec::new();
    for turn in reader.turns_of(&[beginning.to_owned()], &Scope::default())? {
        turns.push(reader.turn_names(turn)?);
    }
    if turns.iter().any(|(turn, _)| turn == beginning) {
        turns.retain(|(turn, _)| turn == beginning);
    }
    let mut sessions: Vec<&String> = turns.iter().map(|(_, session)| session).collect();
    sessions.sort_unstable();
    sessions.dedup();
    match sessions[..] {
        [] => session_called(reader, beginning),
        [session] => Ok(Some(session.clone())),
        _ => {
            let what = format!("turns of {} sessions have an id that begins with", sessions.len());
            let line =
                |(turn, session): &(String, String)| format!("turn {turn} of session {session}");
            Err(ambiguous(&what, beginning, &turns.iter().map(line).collect::<Vec<_>>()))
        }
    }
}

/// Returns the session with this name, or the one whose name holds these words. Of several with the
/// whole name, the one that was active last.
fn session_called(reader: &Reader, words: &str) -> Result<Option<String>> {
    let mut titled = reader.sessions_titled(words)?;
    let whole = titled.iter().position(|(_, title)| title.to_lowercase() == words.to_lowercase());
    if let Some(at) = whole {
        return Ok(Some(titled.swap_remove(at).0));
    }
    if titled.len() > 1 {
        let lines = titled.iter().map(|(session, title)| format!("session {session}  {title}"));
        let what = format!("{} sessions have a name with", titled.len());
        return Err(ambiguous(&what, words, &lines.collect::<Vec<_>>()));
    }
    Ok(titled.pop().map(|(session, _)| session))
}

/// Checks that no more than one session, turn or note has an id that begins so: what is deleted for
/// good must be the one that is meant. A session stands for its turns.
///
/// # Errors
/// [`Error::IdAmbiguous`] otherwise.
pub fn require_one(reader: &Reader, beginning: &str) -> Result<()> {
    let sessions = reader.sessions_named(beginning)?;
    let notes = reader.notes_named(beginning)?;
    let mut turns = Vec::new();
    for turn in reader.turns_of(&[beginning.to_owned()], &Scope::default())? {
        turns.push(reader.turn_names(turn)?);
    }
    let is_exact = sessions.iter().chain(&notes).any(|id| id == beginning)
        || turns.iter().any(|(turn, _)| turn == beginning);
    turns.retain(|(turn, of)| turn.starts_with(beginning) && !sessions.contains(of));
    let sessions = sessions.iter().map(|id| format!("session {id}"));
    let turns = turns.iter().map(|(id, _)| format!("turn {id}"));
    let notes = notes.iter().map(|id| format!("note {id}"));
    let all: Vec<String> = sessions.chain(turns).chain(notes).collect();
    if is_exact || all.len() <= 1 {
        return Ok(());
    }
    Err(ambiguous(&format!("{} ids begin with", all.len()), beginning, &all))
}

/// Returns the error that several ids begin so, with the first of them.
fn ambiguous(what: &str, beginning: &str, candidates: &[String]) -> Error {
    let shown = candidates.iter().take(CANDIDATES_MAX);
    let lines: Vec<String> = shown.map(|each| format!("\n  {}", plain(each))).collect();
    let lines = lines.concat();
    let more = candidates.len().saturating_sub(CANDIDATES_MAX);
    let rest = if more > 0 { format!("\n  … and {more} more") } else { String::new() };
    Error::IdAmbiguous(format!("{what} {beginning}:{lines}{rest}"))
}

/// The branches that a name which no turn has may be meant as.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "BranchesMeant"))]
pub struct BranchesMeant {
    /// Names like the one that was given; without any, those used last.
    pub names: Vec<String>,
    /// Whether the names are like the given one.
    pub near: bool,
    /// How many other branches there are.
    pub more: usize,
}

/// Picks the branches like a name; `known` has the one used last first. `None` when one of them has
/// that name.
pub fn branches_meant(name: &str, known: &[String]) -> Option<BranchesMeant> {
    if known.iter().any(|each| each == name) {
        return None;
    }
    let asked = name.to_lowercase();
    let holds = |each: &&String| !asked.is_empty() && each.to_lowercase().contains(&asked);
    let mut like: Vec<&String> = known.iter().filter(holds).collect();
    if like.is_empty() {
        like = nearest(&asked, known);
    }
    let near = !like.is_empty();
    let shown = if near { like } else { known.iter().collect() };
    let names: Vec<String> = shown.into_iter().take(BRANCHES_MAX).cloned().collect();
    Some(BranchesMeant { more: known.len() - names.len(), names, near })
}

/// Returns the names that a word in lower case may be a misspelling of.
fn nearest<'n>(word: &str, names: &'n [String]) -> Vec<&'n String> {
    let errors_max = (word.chars().count() / LETTERS_PER_ERROR).max(1);
    let far = |name: &String| osa::distance(word.chars(), name.to_lowercase().chars());
    let Some(least) = names.iter().map(far).min().filter(|least| *least <= errors_max) else {
        return Vec::new();
    };
    names.iter().filter(|name| far(name) == least).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_like_a_name_come_before_those_used_last() {
        let known = ["main", "ada/fix-login", "ada/fix-logs", "release-1", "release-2", "x", "y"];
        let known = known.map(str::to_owned);
        let meant = |name: &str| branches_meant(name, &known).expect("no such branch");
        assert_eq!(meant("FIX-LOG").names, ["ada/fix-login", "ada/fix-logs"]);
        let swapped = meant("relaese-2");
        assert_eq!(
            (swapped.names, swapped.near, swapped.more),
            (vec!["release-2".into()], true, 6)
        );
        let other = meant("zzzzzzz");
        assert_eq!((other.names.len(), other.near, other.more), (5, false, 2));
        assert_eq!(branches_meant("main", &known), None);
        assert!(branches_meant("zzz", &[]).expect("none").names.is_empty());
    }
}
