//! Sentences without content: announcements, cheers, agreement, lines that only introduce.

use crate::word_list::among;

/// Whether a sentence says something by itself: it is neither a lead-in nor chatter.
pub fn says(sentence: &str) -> bool {
    let bare = sentence.trim_end_matches(['*', '_', '`', ' ']);
    !bare.ends_with([':', '：']) && !is_chatter(sentence)
}

/// Openings of questions that only ask whether to go on.
const OFFERS: [&str; 5] = ["would you like", "do you want", "want me to", "should i", "shall i"];

/// Whether a sentence only announces a step, asks whether to go on, or has no content.
pub fn is_chatter(sentence: &str) -> bool {
    announces(sentence) || is_filler(sentence) || offers(sentence)
}

fn offers(sentence: &str) -> bool {
    let opening = opening(sentence);
    sentence.ends_with('?') && OFFERS.iter().any(|start| opens(&opening, start).is_some())
}

/// Returns the beginning of a sentence in small letters, without marks of an item.
fn opening(sentence: &str) -> String {
    let bare = sentence.trim_start_matches(['-', '*', ' ', '>', '#']);
    bare[..bare.floor_char_boundary(OPENING_BYTES_MAX)].to_ascii_lowercase()
}

/// Maximum bytes that are read of a sentence: an opening and what is before it.
const OPENING_BYTES_MAX: usize = 120;
/// Words before an announcement.
const LEADS: &str =
    "good great ok okay perfect now alright right excellent clean first next yes sure hmm";
/// Openings with which a model announces what it does next.
const STEPS: [&str; 8] =
    ["let me", "let's", "i'll", "i will", "i'm going to", "i need to", "now i", "let us"];

/// Whether a sentence only announces what the agent does next: "Good. Now let me look".
pub fn announces(sentence: &str) -> bool {
    let opening = opening(sentence);
    let mut rest = opening.as_str();
    loop {
        if STEPS.iter().any(|step| opens(rest, step).is_some()) {
            return true;
        }
        let word = rest.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        if !among(LEADS, word) {
            return false;
        }
        rest = rest[word.len()..].trim_start_matches([',', '.', '!', ':', '-', '—', ' ']);
    }
}

/// Minimum letters and digits of a sentence with content.
const LETTERS_MIN: usize = 4;
/// Whole sentences without content, without their end.
const FILLERS: &str = "done|pushed|committed|perfect|great|excellent|good|ok|okay|sure|yes|no|right\
    |got it|all done|fixed|clean|understood|absolutely|exactly|of course|no response requested\
    |summary|changes|the changes|changes made|the changes made|key changes|key points|the key changes\
    |summary of changes|summary of the changes|implementation complete|the implementation is complete\
    |the implementation is done|the fix is complete|everything is done|everything is in place|all set\
    |plan opened|both pushed|both committed|the changes are complete|found it|i found it|i found the bug\
    |i found the issue|i found the problem|found the bug|found the issue|i see the issue|i see the problem\
    |now i see|now i understand|i can see the current state";
/// No filler is longer, in bytes: most sentences are, and need no list.
const FILLER_BYTES_MAX: usize = 40;
/// Openings of sentences without content, and how many bytes may follow.
const OPENINGS: [(&str, usize); 20] = [
    ("you're right", 60),
    ("you're absolutely right", 60),
    ("you're completely right", 60),
    ("you're totally right", 60),
    ("good question", 40),
    ("good catch", 40),
    ("good point", 40),
    ("good idea", 40),
    ("great question", 40),
    ("great catch", 40),
    ("great point", 40),
    ("great idea", 40),
    ("that makes sense", 20),
    ("standing by", usize::MAX),
    ("i'm standing by", usize::MAX),
    ("waiting for", usize::MAX),
    ("i'm waiting for", usize::MAX),
    ("i'll wait", usize::MAX),
    ("i'll stand by", usize::MAX),
    ("idle", usize::MAX),
];

/// Whether a sentence has no content: "Done.", "You're right!", "Good question."
pub fn is_filler(sentence: &str) -> bool {
    let letters = || sentence.chars().filter(|c| c.is_alphanumeric());
    // "TZ." names something.
    let is_name = letters().all(char::is_uppercase) && letters().nth(1).is_some();
    if !is_name && letters().take(LETTERS_MIN).count() < LETTERS_MIN {
        return true;
    }
    let opening = opening(sentence);
    let whole = opening.trim_end_matches(['.', '!', ',', ':', '*', ' ']);
    let mut openings = OPENINGS.iter();
    let is_short = whole.len() <= FILLER_BYTES_MAX;
    is_short && FILLERS.split('|').any(|filler| filler == whole)
        || openings.any(|(start, most)| opens(&opening, start).is_some_and(|r| r.len() <= *most))
        || opens(&opening, "here").is_some() && sentence.ends_with(':')
}

/// Returns what follows an opening, when a text begins with these whole words.
fn opens<'t>(text: &'t str, opening: &str) -> Option<&'t str> {
    text.strip_prefix(opening).filter(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_filler_is_longer_than_its_bound() {
        assert!(FILLERS.split('|').all(|filler| filler.len() <= FILLER_BYTES_MAX));
    }

    #[test]
    fn what_only_announces_or_agrees_says_nothing() {
        for sentence in [
            "Let me look at the lamp.",
            "Good — now let me run the tests.",
            "Okay, first, I'll paint it.",
            "Now I need to add the switch",
        ] {
            assert!(announces(sentence) && !says(sentence), "{sentence}");
        }
        for sentence in [
            "Done.",
            "All done!",
            "The implementation is complete.",
            "I found the bug!",
            "You're absolutely right, I forgot the switch.",
            "Good question.",
            "Here are the changes:",
            "Summary of changes:",
            "I'll wait for the lamp.",
            "Done!",
            "**Good question.**",
            "👍",
            "OK.",
        ] {
            assert!(is_filler(sentence) && !says(sentence), "{sentence}");
        }
        for sentence in [
            "The lamp is done.",
            "TZ.",
            "Nowhere is it lit.",
            "Letting it rest helps.",
            "Good lamps turn once in ten seconds.",
            "Heretical as it is, it works.",
        ] {
            assert!(says(sentence), "{sentence}");
        }
    }
}
