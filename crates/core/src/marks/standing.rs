//! Which of the lines that a turn wrote were not replaced. Pure.

use std::collections::{BTreeMap, BTreeSet};

use crate::conversation::dialect::FileChange;

/// Letters and digits from which a line says something: `}` and `else {` come and go.
const LETTERS_MIN: usize = 8;
/// Number of lines from which something was written that can be replaced.
const LINES_MIN: usize = 4;
/// Of five lines four must be gone.
const GONE_OF_FIVE: usize = 4;

/// The lines that a turn wrote, by file, and which of them are gone.
#[derive(Debug, Default)]
pub struct Standing {
    lines: BTreeMap<String, BTreeMap<String, bool>>,
}

impl Standing {
    /// Takes a change of the turn itself: what it took back again it did not write.
    pub fn wrote(&mut self, change: &FileChange) {
        let (removed, added) = differing(change);
        let lines = self.lines.entry(change.file.clone()).or_default();
        if change.old.is_none() {
            lines.clear();
        }
        lines.retain(|line, _| !removed.contains(line.as_str()));
        lines.extend(added.into_iter().map(|line| (line.to_owned(), true)));
    }

    /// Takes a change of a later turn. `file` is the name that the turn itself has for the file, if
    /// it wrote it. What is written anew, anywhere, was moved and is not gone.
    pub fn changed(&mut self, file: Option<&str>, change: &FileChange) {
        let (removed, added) = differing(change);
        if let Some(lines) = file.and_then(|file| self.lines.get_mut(file)) {
            for (line, stands) in lines {
                let is_gone = match &change.old {
                    Some(_) => removed.contains(line.as_str()),
                    None => !added.contains(line.as_str()),
                };
                *stands &= !is_gone;
            }
        }
        for lines in self.lines.values_mut() {
            for (line, stands) in lines {
                *stands |= added.contains(line.as_str());
            }
        }
    }

    /// Returns how many lines are gone.
    pub fn gone(&self) -> usize {
        self.all().filter(|stands| !stands).count()
    }

    /// Whether nearly all that was written is gone.
    pub fn is_replaced(&self) -> bool {
        let all = self.all().count();
        all >= LINES_MIN && self.gone() * 5 >= all * GONE_OF_FIVE
    }

    /// Returns the files of which a line is gone.
    pub fn files(&self) -> Vec<String> {
        let gone = self.lines.iter().filter(|(_, lines)| lines.values().any(|stands| !stands));
        gone.map(|(file, _)| file.clone()).collect()
    }

    fn all(&self) -> impl Iterator<Item = bool> {
        self.lines.values().flat_map(|lines| lines.values().copied())
    }
}

/// Returns the distinctive lines that a change removed, and those that it added.
fn differing(change: &FileChange) -> (BTreeSet<&str>, BTreeSet<&str>) {
    let old = change.old.as_deref().map(telling).unwrap_or_default();
    let new = telling(&change.new);
    (old.difference(&new).copied().collect(), new.difference(&old).copied().collect())
}

fn telling(text: &str) -> BTreeSet<&str> {
    let letters = |line: &&str| line.chars().filter(|c| c.is_alphanumeric()).count();
    text.lines().map(str::trim).filter(|line| letters(line) >= LETTERS_MIN).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(file: &str, old: Option<&str>, new: &str) -> FileChange {
        FileChange {
            file: file.to_owned(),
            old: old.map(str::to_owned),
            new: new.to_owned(),
            everywhere: false,
        }
    }

    const LAMP: &str = "let lamp = Lamp::new();\nlamp.turn_slowly(10);\nlamp.colour(\"white\");\n\
        harbour.add(lamp, north);\n";

    fn wrote() -> Standing {
        let mut standing = Standing::default();
        standing.wrote(&change("a.rs", Some(""), LAMP));
        standing
    }

    #[test]
    fn what_an_edit_replaces_is_gone() {
        let mut standing = wrote();
        standing.changed(Some("a.rs"), &change("a.rs", Some(LAMP), "let buoy = Buoy::new();\n"));
        assert_eq!((standing.gone(), standing.is_replaced()), (4, true));
        assert_eq!(standing.files(), ["a.rs"]);
    }

    #[test]
    fn a_small_change_leaves_it_standing() {
        let mut standing = wrote();
        let old = "lamp.turn_slowly(10);";
        standing.changed(Some("a.rs"), &change("a.rs", Some(old), "lamp.turn_slowly(20);"));
        assert_eq!((standing.gone(), standing.is_replaced()), (1, false));
    }

    #[test]
    fn what_moves_to_another_file_is_not_gone() {
        let mut standing = wrote();
        standing.changed(Some("a.rs"), &change("a.rs", Some(LAMP), ""));
        standing.changed(None, &change("b.rs", None, LAMP));
        assert!(!standing.is_replaced());
    }

    #[test]
    fn a_file_that_is_written_anew_keeps_what_it_still_has() {
        let mut standing = wrote();
        standing.changed(Some("a.rs"), &change("a.rs", None, &format!("// harbour\n{LAMP}")));
        assert!(!standing.is_replaced());
        standing.changed(Some("a.rs"), &change("a.rs", None, "// nothing is left here\n"));
        assert!(standing.is_replaced());
    }

    #[test]
    fn what_the_turn_took_back_itself_was_not_written() {
        let mut standing = wrote();
        standing.wrote(&change("a.rs", Some(LAMP), ""));
        standing.changed(Some("a.rs"), &change("a.rs", None, ""));
        assert!(!standing.is_replaced());
    }
}
