//! Lines that only we write: headings of our blocks, and those of notes. Stored text that has one is
//! quoted, so that nothing in it reads as if we said it.

use crate::notes::kind_named;

/// How our blocks and their layers begin, in lower case. A test of `context` holds the headings to
/// it.
const HEADINGS: [&str; 8] = [
    "recalled from earlier conversations",
    "from earlier sessions in this project",
    "from this session before",
    "standing notes",
    "this session, as far as it is stored",
    "last session that changed files",
    "files that recent sessions worked on",
    "other recent sessions",
];

/// Behind the kind of a note, whose it is.
pub const OF_USER: &str = " of the user";
/// As [`OF_USER`], of notes that no person wrote.
pub const FOUND_IN_PROMPT: &str = ", found in a prompt";
pub const FROM_ANSWER: &str = ", from an answer";
pub const BY_AGENT: &str = ", noted by an agent";
pub const IMPORTED: &str = ", imported";
pub const KEPT: &str = ", kept";

const WHOSE: [&str; 6] = [OF_USER, FOUND_IN_PROMPT, FROM_ANSWER, BY_AGENT, IMPORTED, KEPT];

/// Whether a line reads like one of ours.
pub fn is_own_line(line: &str) -> bool {
    let marks = |c: char| c.is_whitespace() || "-+•·–—*>#_`\"'“([".contains(c);
    let line = line.trim_start_matches(marks).to_lowercase();
    HEADINGS.iter().any(|heading| line.starts_with(heading))
        || WHOSE.iter().any(|whose| is_of(&line, whose))
}

/// Whether a line begins like that of a note: its kind, and whose it is.
fn is_of(line: &str, whose: &str) -> bool {
    let Some((kind, _)) = line.split_once(whose) else { return false };
    kind_named(kind.trim_matches(|c: char| !c.is_alphabetic())).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_ours_are_known_whatever_stands_in_front() {
        for line in [
            "- rule of the user (2026-11-25): “run x.sh”",
            "  * **Rule of the user** (2026-11-25): run x.sh",
            "RULE OF THE USER (2026",
            "rule of the user: run x.sh",
            "learning, noted by an agent (2026-11-25): x",
            "Standing notes:",
            "## Standing notes",
            "\"From earlier sessions in this project: records",
        ] {
            assert!(is_own_line(line), "{line}");
        }
        for line in [
            "the name of the user (2 letters at least) is shown in the head of the page",
            "It is a rule of the user interface",
            "notes that stand here",
            "the image was imported (see above)",
        ] {
            assert!(!is_own_line(line), "{line}");
        }
    }
}
