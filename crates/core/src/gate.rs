//! Whether a prompt deserves a memory. Silence is the normal case.

use crate::store::fts;

/// Words of the workflow itself: prompts made of these ask for work, not for the past.
const WORKFLOW_WORDS: &[&str] = &[
    "add",
    "again",
    "branch",
    "build",
    "change",
    "changes",
    "check",
    "clean",
    "code",
    "commit",
    "continue",
    "create",
    "debug",
    "delete",
    "deploy",
    "draft",
    "everything",
    "file",
    "files",
    "fine",
    "first",
    "fix",
    "format",
    "go",
    "good",
    "great",
    "hello",
    "help",
    "hi",
    "implement",
    "install",
    "issue",
    "lint",
    "log",
    "look",
    "main",
    "merge",
    "next",
    "ok",
    "okay",
    "open",
    "pr",
    "proceed",
    "pull",
    "push",
    "rebase",
    "refactor",
    "remove",
    "request",
    "review",
    "run",
    "show",
    "start",
    "status",
    "step",
    "stop",
    "sure",
    "test",
    "tests",
    "thank",
    "thanks",
    "thx",
    "try",
    "update",
    "wait",
    "work",
    "write",
    "yes",
    "yep",
];

/// Fewer words than this say too little to be searched by.
const CONTENT_TERMS_MIN: usize = 2;

/// Returns the words of a prompt that carry its meaning; none when it deserves no search: too
/// short, a slash command, or nothing a person typed.
pub fn content_terms(prompt: &str) -> Vec<String> {
    let prompt = prompt.trim_start();
    if prompt.starts_with(['/', '!', '#']) || prompt.starts_with('<') {
        return Vec::new();
    }
    let mut terms = fts::terms(prompt);
    terms.retain(|term| !WORKFLOW_WORDS.contains(&term.as_str()) && weight(term) > 0);
    let total: usize = terms.iter().map(|term| weight(term)).sum();
    if total < CONTENT_TERMS_MIN { Vec::new() } else { terms }
}

/// Scripts without spaces make one term of a sentence: two of their characters are a word.
fn weight(term: &str) -> usize {
    let wide = term.chars().filter(|&c| c >= '\u{2E80}').count();
    let short = term.chars().count() < 2 && wide == 0;
    if short { 0 } else { (wide / 2).max(1) }
}

/// What speaks for a turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evidence {
    /// Cosine similarity of its closest chunk; `None` without vectors.
    pub similarity: Option<f32>,
    /// Share of the prompt's terms it holds, each by its rarity; 0 to 1.
    pub coverage: f64,
    /// How many of them.
    pub matched: usize,
}

impl Evidence {
    /// Whether the turn may be brought back unasked.
    ///
    /// A plain floor, set by eye on prompts with and without an answer in their project: meaning
    /// counts in full, shared rare words a third. One shared word alone, or none, wants a turn
    /// that is close indeed. Without vectors nearly all rare words must be there.
    pub fn suffices(&self) -> bool {
        match self.similarity {
            Some(similarity) => {
                let evidence = f64::from(similarity) + COVERAGE_WEIGHT * self.coverage;
                evidence >= EVIDENCE_MIN
                    && (self.matched >= 2 || similarity >= SIMILARITY_ALONE_MIN)
            }
            None => self.coverage >= 0.75 && self.matched >= 3,
        }
    }
}

const COVERAGE_WEIGHT: f64 = 0.3;
const EVIDENCE_MIN: f64 = 0.68;
const SIMILARITY_ALONE_MIN: f32 = 0.6;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trivial_prompts_are_dismissed() {
        for prompt in [
            "",
            "ok",
            "yes please",
            "commit this, then push + a draft PR",
            "run the tests again",
            "/compact keep",
            "<task-notification>retry queue done</task-notification>",
            "!ls -l x",
            "continue",
            "thanks, looks good",
            "fix it",
        ] {
            assert!(content_terms(prompt).is_empty(), "{prompt:?}: {:?}", content_terms(prompt));
        }
    }

    #[test]
    fn prompts_with_a_subject_are_searched() {
        assert_eq!(content_terms("why did the retry queue stall?"), ["retry", "queue", "stall"]);
        assert_eq!(content_terms("数据库端口是什么"), ["数据库端口是什么"]);
    }

    #[test]
    fn the_floor_wants_meaning_or_meaning_and_words() {
        let evidence = |similarity, coverage, matched| Evidence { similarity, coverage, matched };
        assert!(evidence(Some(0.7), 0.0, 0).suffices());
        assert!(!evidence(Some(0.55), 0.3, 3).suffices());
        assert!(evidence(Some(0.55), 0.5, 2).suffices());
        assert!(!evidence(Some(0.55), 0.5, 1).suffices());
        assert!(!evidence(Some(0.2), 1.0, 4).suffices());
        assert!(!evidence(None, 0.7, 3).suffices());
    }
}
