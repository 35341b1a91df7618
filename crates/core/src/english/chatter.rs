//! Sentences without content: announcements, cheers, reports that nothing broke.

use super::sentences::all_sentences;

/// Whether a sentence says something by itself: it is neither a lead-in nor chatter.
pub fn says(sentence: &str) -> bool {
    let bare = sentence.trim_end_matches(['*', '_', '`', ' ']);
    !bare.ends_with([':', '：']) && !is_chatter(sentence)
}

/// Whether the first sentence of a text has no content: so a model's next message begins.
pub fn opens_with_chatter(text: &str) -> bool {
    all_sentences(text).first().is_some_and(|range| is_chatter(&text[range.clone()]))
}

/// Openings with which a model announces its next step, in English, the language it thinks in.
const ANNOUNCEMENTS: [&str; 13] = [
    "let me ",
    "now let me ",
    "let's ",
    "first, let me ",
    "i'll ",
    "i will ",
    "now i'll ",
    "i'm going to ",
    "now let's ",
    "next, i'll ",
    "next, let me ",
    "let me know",
    "now i need to ",
];
/// Openings of a model's cheers.
const CHEERS: [&str; 10] = [
    "perfect",
    "great",
    "good",
    "excellent",
    "done",
    "you're right",
    "sure",
    "okay",
    "i see",
    "got it",
];
/// Maximum characters of a cheer. A longer one says something.
const CHEER_CHARS_MAX: usize = 24;
/// Endings with which a model reports that nothing broke.
const PASSED: [&str; 5] = ["pass", "passes", "passed", "passing", "pass now"];
/// Maximum characters of such a report. A longer one says what passes, and why.
const PASSED_CHARS_MAX: usize = 60;

/// Whether a sentence only announces a step, cheers, reports success, or asks whether to continue.
pub fn is_chatter(sentence: &str) -> bool {
    let text = sentence.trim_start_matches(['-', '*', ' ', '>', '#']);
    let begins = |list: &[&str]| {
        list.iter().any(|start| {
            text.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start))
        })
    };
    let offers = ["would you like", "do you want", "want me to", "should i ", "shall i "];
    let bare = text.trim_end_matches(['.', '!', '*', ' ']);
    let passed = bare.chars().count() <= PASSED_CHARS_MAX
        && PASSED.iter().any(|end| {
            bare.strip_suffix(end).is_some_and(|before| before.ends_with(char::is_whitespace))
        });
    passed
        || begins(&ANNOUNCEMENTS)
        || (text.chars().count() <= CHEER_CHARS_MAX && begins(&CHEERS))
        || (text.ends_with('?') && begins(&offers))
}
