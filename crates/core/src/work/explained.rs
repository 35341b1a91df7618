//! What the model said about an error: the sentences that say something, and that the person did
//! not reject.

use std::ops::Range;
use std::sync::LazyLock;

use regex::bytes::Regex;

use super::timeline::{Event, What};
use crate::ascii_regex::ascii_regex;
use crate::english::{BlockKind, all_sentences, blocks, says, shortened};

/// Maximum characters of what is shown.
const SAID_CHARS_MAX: usize = 320;
/// Minimum words of a sentence that explains something, and of one that names code.
const WORDS_MIN: usize = 4;
const CODE_WORDS_MIN: usize = 3;

/// Returns what the model said first between the error and its end, without what the person then
/// stopped or rejected. A later message is about the next step, unless it names a cause.
pub(super) fn said(between: &[Event]) -> Option<String> {
    let mut told = None;
    let mut is_first = true;
    for event in between {
        match &event.what {
            What::Said(text) if told.is_none() => {
                told = explanation(text).filter(|told| is_first || tells_a_cause(told));
                is_first = false;
            }
            What::Stopped => (told, is_first) = (None, true),
            What::Asked(prompt) if rejects(prompt) => (told, is_first) = (None, true),
            What::Said(_) | What::Asked(_) | What::Ran(_) | What::Changed(_) => {}
        }
    }
    told
}

fn tells_a_cause(text: &str) -> bool {
    static CAUSES: LazyLock<Regex> = LazyLock::new(|| {
        let causes = r"(?i)\b(?:(?:issue|problem|cause|bug|fix) (?:is|was)|because|due to|fixed by|needs|requires|expects|missing)\b";
        ascii_regex(causes)
    });
    CAUSES.is_match(text.as_bytes())
}

/// Returns what the model said last in a turn, when that explains something.
pub(super) fn concluded(events: &[Event], turn: usize) -> Option<String> {
    let mut last = events.iter().rev().filter(|event| event.turn == turn);
    last.find_map(|event| match &event.what {
        What::Said(text) => Some(text),
        _ => None,
    })
    .and_then(|text| explanation(text))
}

/// Whether a prompt takes back what the model was about to do.
fn rejects(prompt: &str) -> bool {
    static REJECTS: LazyLock<Regex> = LazyLock::new(|| {
        let rejects = r"(?i)^\s*(?:no\b|nope\b|stop\b|wait\b|don'?t\b|do not\b|not\b|revert\b|undo\b|instead\b|actually\b|rather\b|(?:could|can|should) (?:we|you) (?:also |maybe )?(?:just|rather|instead)\b|why not\b|(?:that|this)(?:'s| is) (?:not|wrong)\b)";
        ascii_regex(rejects)
    });
    REJECTS.is_match(prompt.as_bytes())
}

/// Returns the first sentences of an answer with content, as far as they are together in a
/// paragraph; `None` when it only announces, introduces, cheers, or says that all is well.
fn explanation(text: &str) -> Option<String> {
    let blocks = blocks(text).into_iter();
    let mut prose =
        blocks.filter(|block| matches!(block.kind, BlockKind::Paragraph | BlockKind::LeadIn));
    prose.find_map(|block| of_paragraph(&text[block.range]))
}

fn of_paragraph(text: &str) -> Option<String> {
    let explains =
        |sentence: &str| says(sentence) && !sentence.ends_with('?') && !only_reports(sentence);
    let mut told: Option<Range<usize>> = None;
    for sentence in all_sentences(text) {
        let is_telling = explains(&text[sentence.clone()]);
        let start = told.as_ref().map_or(sentence.start, |told| told.start);
        let fits = text[start..sentence.end].chars().count() <= SAID_CHARS_MAX;
        match told {
            None if !is_telling => {}
            Some(_) if !is_telling || !fits => break,
            _ => told = Some(start..sentence.end),
        }
    }
    told.map(|told| shortened(&text[told], SAID_CHARS_MAX))
}

/// Whether a sentence only says that something is done or understood, or what comes next.
fn only_reports(sentence: &str) -> bool {
    static REPORTS: LazyLock<Regex> = LazyLock::new(|| {
        let reports = r"(?i)^(?:now i (?:understand|see|know|have)\b[^:]*$|(?:now )?i (?:need|have|want) to\b|i (?:can )?see\b[^:]{0,40}$|(?:ok(?:ay)?|good|great|perfect|yes|right|now|next|first)[,!.]? (?:let me|i'?ll|i need|let's)\b|(?:all |the )?(?:[a-z]+ )?(?:tests?|lint(?:ing|er)?|build|checks?)(?: and [a-z]+)? (?:now )?(?:pass|succeed|work|fails? as expected)[a-z]*\b[^:]{0,20}$|here(?:'s| is| are)\b)";
        ascii_regex(reports)
    });
    let bare = sentence.trim_start_matches(['#', '*', ' ', '-']);
    let words = bare.split_whitespace().count();
    let words_min = if bare.contains('`') { CODE_WORDS_MIN } else { WORDS_MIN };
    sentence.starts_with('#') || REPORTS.is_match(bare.as_bytes()) || words < words_min
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(what: What) -> Event {
        Event { turn: 0, at_ms: 0, what }
    }

    fn answer(text: &str) -> Event {
        event(What::Said(text.to_owned()))
    }

    #[test]
    fn announcements_and_cheers_explain_nothing() {
        let text = "Fixed. Here's a summary:\n\nThe rope was too short. Let me run the tests.";
        assert_eq!(explanation(text).as_deref(), Some("The rope was too short."));
        let text = "Good idea. There are three ropes. We can list them and tie them below:\n\n- a";
        assert_eq!(explanation(text).as_deref(), Some("There are three ropes."));
        for text in [
            "Let me check what's needed:",
            "Now I understand the issue.",
            "All tests pass now.",
            "Linting passes. Let me run the tests to confirm:",
            "Good idea.",
            "There it is! I can see the pattern.",
            "Tests fail as expected.",
            "**Files**: `rope.go`",
        ] {
            assert_eq!(explanation(text), None, "{text}");
        }
    }

    #[test]
    fn what_the_person_stopped_or_rejected_is_not_told() {
        let plan = || answer("The rope is too short, so the check has to be switched off.");
        let better = || answer("The rope comes in two lengths; the longer one fits.");
        let asks = |text: &str| event(What::Asked(text.to_owned()));
        let told = |events: &[Event]| said(events);
        assert!(told(&[plan()]).is_some());
        assert_eq!(told(&[plan(), event(What::Stopped)]), None);
        assert_eq!(told(&[plan(), asks("no, keep the check")]), None);
        let then = told(&[plan(), event(What::Stopped), better()]);
        assert_eq!(then.as_deref(), Some("The rope comes in two lengths; the longer one fits."));
        assert!(told(&[plan(), asks("yes, do it")]).is_some());
        // A later message is about the next step.
        let look = || answer("Let me look at the rope first.");
        let step = || answer("The second deck uses another kind of rope.");
        let cause = || answer("The problem was the knot at the end of the rope.");
        assert_eq!(told(&[look(), step()]), None);
        assert!(told(&[look(), step(), cause()]).is_some());
    }
}
