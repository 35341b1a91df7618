//! How a person hands over a plan: with the same words each time, which tell nothing of the plan.

use std::sync::LazyLock;

use regex::bytes::Regex;

use crate::ascii_regex::ascii_regex;

/// What follows is the title of the plan.
static HAND_OVER: LazyLock<Regex> = LazyLock::new(|| {
    ascii_regex(
        r"(?i)^\s*(?:please\s+)?(?:implement|execute|carry out)\s+(?:the|this)\s+(?:following\s+)?plan:\s+(?:#+\s*)?(?:plan:\s+)?",
    )
});

/// Returns a prompt without "Implement the following plan:" at its beginning, where more follows.
pub fn without_hand_over(prompt: &str) -> &str {
    let begin = HAND_OVER.find(prompt.as_bytes()).map_or(0, |found| found.end());
    let rest = &prompt[begin..];
    if rest.is_empty() { prompt } else { rest }
}
