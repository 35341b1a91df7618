//! The kinds of notes, in one table.

use rapidfuzz::distance::damerau_levenshtein as distance;
use serde::Serialize;

use crate::error::{Error, Result};

/// A kind of note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NoteKind {
    /// Its name, which is stored.
    pub name: &'static str,
    /// The name of many; a heading of lists, and an alias.
    pub plural: &'static str,
    /// Other names, such as namespaces of other tools.
    pub aliases: &'static [&'static str],
    /// Whether such a note loses relevance with time.
    pub ages: bool,
    /// How much such a note is worth in general, in percent.
    #[serde(skip)]
    pub worth: u8,
}

/// All kinds. Names are stored; other names of a kind are understood wherever one is given.
pub const KINDS: &[NoteKind] = &[
    kind("decision", "decisions", &["adr", "choice"], true, 100),
    kind("rule", "rules", &["convention", "guideline"], false, 100),
    kind("preference", "preferences", &["pref"], false, 95),
    kind("learning", "learnings", OF_LEARNING, true, 80),
    kind("blocker", "blockers", &["problem"], true, 85),
    kind("requirement", "requirements", &["inception", "elicitation"], true, 90),
    kind("plan", "plans", &["todo", "progress", "status"], true, 60),
    kind("note", "notes", OF_NOTE, true, 65),
];

/// What somebody found out: how something behaves, and what to do about it.
const OF_LEARNING: &[&str] = &[
    "lesson",
    "til",
    "insight",
    "gotcha",
    "pitfall",
    "caveat",
    "pattern",
    "solution",
    "fix",
    "workaround",
    "retro",
    "retrospective",
    "research",
    "observation",
    "review",
];
/// Anything else that holds.
const OF_NOTE: &[&str] = &["fact", "memory", "memories", "context", "contexts", "skill", "skills"];

const fn kind(
    name: &'static str,
    plural: &'static str,
    aliases: &'static [&'static str],
    ages: bool,
    worth: u8,
) -> NoteKind {
    NoteKind { name, plural, aliases, ages, worth }
}

/// Returns the kind with this name or alias, whatever its case.
///
/// # Errors
/// [`Error::NoteKindUnknown`] with the nearest name.
pub fn kind_named(name: &str) -> Result<&'static NoteKind> {
    let wanted = name.trim().to_lowercase();
    let one = wanted.strip_suffix('s').unwrap_or(&wanted);
    let found = KINDS.iter().find(|kind| names_of(kind).any(|name| name == wanted || name == one));
    found.ok_or_else(|| Error::NoteKindUnknown { kind: name.to_owned(), nearest: nearest(&wanted) })
}

fn names_of(kind: &NoteKind) -> impl Iterator<Item = &'static str> {
    [kind.name, kind.plural].into_iter().chain(kind.aliases.iter().copied())
}

/// How many letters may be wrong in a word that is still taken for a name.
const ERRORS_MAX: usize = 2;
/// A word of so few letters may have one error: two leave nothing of it.
const SHORT_CHARS_MAX: usize = 3;

/// Returns the kind whose name or alias is nearest to a word; `None` when none is near.
fn nearest(word: &str) -> Option<&'static str> {
    let errors_of = |kind: &NoteKind| {
        let distances = names_of(kind).map(|name| distance::distance(name.chars(), word.chars()));
        distances.min().unwrap_or(usize::MAX)
    };
    let (found, errors) = KINDS.iter().map(|kind| (kind, errors_of(kind))).min_by_key(|of| of.1)?;
    let errors_max = if word.chars().count() <= SHORT_CHARS_MAX { 1 } else { ERRORS_MAX };
    (errors <= errors_max).then_some(found.name)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_kind_is_found_by_its_name_its_plural_and_its_aliases() {
        for (name, kind) in [
            ("decision", "decision"),
            ("Decisions", "decision"),
            (" retrospective ", "learning"),
            ("Gotchas", "learning"),
            ("inception", "requirement"),
            ("context", "note"),
            ("fact", "note"),
        ] {
            assert_eq!(kind_named(name).expect("known").name, kind, "{name}");
        }
    }

    #[test]
    fn a_person_can_keep_the_kinds_in_mind() {
        assert!(KINDS.len() <= 8);
    }

    #[test]
    fn no_two_kinds_share_a_name() {
        let names: Vec<&str> = KINDS.iter().flat_map(names_of).collect();
        let distinct: HashSet<&str> = names.iter().copied().collect();
        assert_eq!(names.len(), distinct.len());
    }

    #[test]
    fn of_an_unknown_kind_the_nearest_is_told_when_one_is_near() {
        for (name, expected) in
            [("decison", Some("decision")), ("ruel", Some("rule")), ("zebra", None), ("foo", None)]
        {
            let Err(Error::NoteKindUnknown { nearest, .. }) = kind_named(name) else {
                panic!("{name} is no kind")
            };
            assert_eq!(nearest, expected, "{name}");
        }
    }

    #[test]
    fn rules_and_preferences_do_not_age() {
        let lasting: Vec<&str> =
            KINDS.iter().filter(|kind| !kind.ages).map(|kind| kind.name).collect();
        assert_eq!(lasting, ["rule", "preference"]);
    }
}
