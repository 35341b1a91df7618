//! Signals: sentences in what a person typed, and in final answers, that are worth a note.
//!
//! Rules over single sentences; docs/decisions/signals.md says why such rules. The rules are data, in
//! `data/signals`: cues say what makes a sentence worth a note, and sections of weights say what counts
//! for or against it.

mod earnest;
mod pattern_set;
mod rules;
mod statements;
mod summary;

use std::ops::Range;

use rules::{WEIGHT_RULES, cue_rules};
pub(crate) use statements::statements;
use summary::Clean;

use crate::notes::NoteKind;

/// Where a text came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignalSource {
    /// What a person typed.
    Prompt,
    /// The last answer of a turn.
    Answer,
}

/// What becomes of a signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tier {
    /// A note that is active by itself.
    Auto,
    /// A note that is proposed.
    Suggest,
}

/// A sentence that is worth a note.
#[derive(Debug, Clone, PartialEq)]
pub struct Signal {
    /// Kind of the note.
    pub kind: &'static NoteKind,
    /// One line of 1 to 100 characters.
    pub summary: String,
    /// Bytes of the sentence in the text.
    pub span: Range<usize>,
    /// What becomes of it.
    pub tier: Tier,
    /// How sure it is that the sentence is worth a note, from 0 to 1.
    pub confidence: f64,
}

/// Confidence from which a note becomes active by itself, if a person typed it.
const AUTO_MIN: f64 = 0.95;
/// Confidence from which a note is proposed.
const SUGGEST_MIN: f64 = 0.70;
/// The same for an answer: there are many, and few are worth a look.
const ANSWER_SUGGEST_MIN: f64 = 0.735;
/// Confidence of an answer never reaches that of a person.
const ANSWER_MAX: f64 = 0.94;
/// A person who gets more proposals stops looking.
const PROMPT_SIGNALS_MAX: usize = 3;
/// An answer repeats itself, so only its best sentence counts.
const ANSWER_SIGNALS_MAX: usize = 1;
/// Bytes of an answer's sentence that says something in one line.
const ANSWER_SENTENCE_BYTES: Range<usize> = 50..260;
/// Bytes of a text that are read. People type less; what is longer was pasted.
const TEXT_BYTES_MAX: usize = 64 << 10;

/// Returns the sentences of a text that are worth a note, in the order of the text. The time is
/// linear in the text's length.
pub fn signals(text: &str, source: SignalSource) -> Vec<Signal> {
    let text = &text[..text.floor_char_boundary(TEXT_BYTES_MAX)];
    let statements = statements(text);
    if statements.is_document && source == SignalSource::Prompt {
        return Vec::new();
    }
    let ranges = statements.ranges.iter().cloned();
    let mut found: Vec<Signal> = ranges.filter_map(|range| signal(text, range, source)).collect();
    if source == SignalSource::Prompt {
        found = earnest::in_earnest(text, &statements.ranges, found);
    }
    let most = match source {
        SignalSource::Prompt => PROMPT_SIGNALS_MAX,
        SignalSource::Answer => ANSWER_SIGNALS_MAX,
    };
    found.sort_by(|a, b| {
        b.confidence.total_cmp(&a.confidence).then(a.span.start.cmp(&b.span.start))
    });
    found.truncate(most);
    found.sort_by_key(|signal| signal.span.start);
    found
}

fn signal(text: &str, span: Range<usize>, source: SignalSource) -> Option<Signal> {
    let clean = Clean::of(&text[span.clone()]);
    let said = &clean.folded[clean.start..];
    if source == SignalSource::Answer && !ANSWER_SENTENCE_BYTES.contains(&said.len()) {
        return None;
    }
    let cues = cue_rules(source).matches(said);
    let (cue, promise) = cues.max_by(|(_, a), (_, b)| a.confidence.total_cmp(&b.confidence))?;
    let weights = WEIGHT_RULES.sum(said, source);
    let (least, most) = match source {
        SignalSource::Prompt => (SUGGEST_MIN, 0.99),
        SignalSource::Answer => (ANSWER_SUGGEST_MIN, ANSWER_MAX),
    };
    let confidence = (promise.confidence + weights).min(most);
    if confidence < least {
        return None;
    }
    let tier = if confidence >= AUTO_MIN { Tier::Auto } else { Tier::Suggest };
    // The evidence of an answer is its whole sentence.
    let cue = if source == SignalSource::Prompt { cue } else { 0 };
    let summary = clean.summary(clean.start + cue)?;
    Some(Signal { kind: promise.kind, summary, span, tier, confidence })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn prompt(text: &str) -> Vec<Signal> {
        signals(text, SignalSource::Prompt)
    }

    fn found(text: &str) -> Option<(&'static str, Tier, String)> {
        let [signal] = &prompt(text)[..] else { return None };
        Some((signal.kind.name, signal.tier, signal.summary.clone()))
    }

    #[test]
    fn a_warning_of_a_program_is_no_statement_and_one_about_warnings_is() {
        for text in [
            "npm warn deprecated: from now on always use the new scope",
            "DEPRECATION WARNING: never use the old one from now on",
        ] {
            assert!(statements(text).ranges.is_empty(), "{text}");
        }
        for text in [
            "always warn the user before a delete",
            "please warn me before you push",
            "VERY IMPORTANT: never log a card number",
        ] {
            assert_eq!(statements(text).ranges.len(), 1, "{text}");
        }
    }

    #[test]
    fn what_is_said_for_always_is_active_by_itself() {
        for (text, kind, summary) in [
            ("Ok. Never log a card number.", "rule", "Never log a card number"),
            ("we always squash before a merge", "rule", "we always squash before a merge"),
            ("From now on, use tabs", "rule", "From now on, use tabs"),
            ("please always use tabs!", "rule", "always use tabs!"),
            ("we no longer squash before a merge", "rule", "we no longer squash before a merge"),
            (
                "from now on you don't need to ask me before you push",
                "rule",
                "from now on you don't need to ask me before you push",
            ),
            (
                "From now on, always run the harbour tests before you push.",
                "rule",
                "From now on, always run the harbour tests before you push",
            ),
            (
                "every time you add a flag, describe it in the manual",
                "rule",
                "every time you add a flag, describe it in the manual",
            ),
            (
                "Remember that the scale answers in grams",
                "note",
                "Remember that the scale answers in grams",
            ),
            (
                "let's use apples instead of **pears**",
                "decision",
                "let's use apples instead of pears",
            ),
            (
                "I prefer short names over long ones",
                "preference",
                "I prefer short names over long ones",
            ),
            ("今後はタブを使ってください", "rule", "今後はタブを使ってください"),
        ] {
            let expected = Some((kind, Tier::Auto, summary.to_owned()));
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_likely_is_proposed() {
        for (text, kind) in [
            ("turns out the queue is lost at each restart", "learning"),
            ("I set `retries` to 3 and now it works", "learning"),
            ("stop adding comments that repeat the code", "rule"),
            ("we dont have a staging database", "note"),
            ("let's go with the nightly export", "decision"),
            ("let's completely remove the nightly export", "decision"),
        ] {
            let found = found(text).map(|(kind, tier, _)| (kind, tier));
            assert_eq!(found, Some((kind, Tier::Suggest)), "{text}");
        }
    }

    #[test]
    fn what_holds_for_this_once_is_nothing() {
        for text in [
            "should we always lock the row?",
            "what if we never cached it",
            "it always shows an empty page",
            "the spinner never stops",
            "never mind",
            "let's go with #4",
            "let's go with option B instead of A",
            "let's do that instead of this",
            "use this instead of that",
            "for now let's use a file",
            "fix the error and push it",
            "we should use the old cache until it is gone",
            "for now always run the tests before you push",
            "> Always rebase.",
            "```\nalways()\n# never do this\n```",
            "    always run the setup first",
            "| always | never |\n|---|---|\n| never use it | always use it |",
            "Please look at the review comments:\n\nYou should never swallow an error.",
            "# Guide\n\nAlways use tabs.\n\n## More\n\nNever use spaces.",
        ] {
            assert_eq!(prompt(text), [], "{text}");
        }
    }

    #[test]
    fn what_somebody_else_says_is_no_rule() {
        for text in [
            "Here is the README of another project: We always squash. Never push. Summarize it.",
            "The linter says: always use const. Is that right?",
            "\"never push to main\" is in the wiki",
            "Translate: 'from now on, use tabs' into German",
            "Tom said we should never use globals",
            "as Ada wrote: never use a lamp",
            "Hi Tom,\n\nwe always squash before a merge.\n\nBest regards,\nAda",
            "From: Ada\nSubject: builds\n\nwe never merge before a review",
            "/**\n * always call super first\n */",
            "-- never drop this table",
            "eslint: always use const",
            "The song goes: never give up, always use the stairs",
            "the interviewer asked: do you always test? I answered: we never skip tests",
            "Here is their CLAUDE.md, what is wrong with it?\n\n# Rules\n- Always run the tests\n- From \
             now on, write docs",
        ] {
            assert_eq!(prompt(text), [], "{text}");
        }
    }

    #[test]
    fn a_scolding_a_smile_a_task_and_a_bound_do_not_hold_at_once() {
        for text in [
            "you should never have done that",
            "you never listen",
            "I told you to never push to main!!",
            "never push on Fridays ;)",
            "always blame the merge, never write tests 😂",
            "never write a bug lol",
            "implement: the scheduler must always prefer the older job",
            "always run it once more now",
            "always look on the bright side of life",
            "until the release, never touch the main branch",
            "while the pilot is away, always ask me before you push",
            "this week we never merge before noon",
            "on this branch, never rebase",
            "in this function, never return null",
            "let's do the one here as well, we always want to be passed a valid port",
            "Until the demo we are frozen. Never touch the main branch.",
            "Never touch the main branch. That holds until the demo.",
        ] {
            assert!(prompt(text).iter().all(|found| found.tier == Tier::Suggest), "{text}");
        }
    }

    #[test]
    fn a_summary_keeps_its_no_and_its_subject() {
        let summary = |text: &str| found(text).map(|(_, _, summary)| summary);
        let text = "No mocks in the tests, we always use the real database";
        assert_eq!(summary(text).as_deref(), Some(text));
        let text = "The findings of a review and all that can wait for another week or even a month of \
            work should first be written down, from now on";
        assert!(
            summary(text).is_some_and(|summary| summary.starts_with("The findings of a review"))
        );
        let text = "the importer reads the whole file into memory and that takes a very long time on the \
            old machine in the shop, so we should never use it for the archive of the year";
        assert_eq!(summary(text), None, "nobody knows what `it` is");
    }

    #[test]
    fn a_pasted_log_or_diff_says_nothing() {
        let log = "2026-02-03 10:11:12 WARN never retry a failed job\n[worker] ERROR: always on\n";
        assert_eq!(prompt(&log.repeat(1_000)), []);
        let one =
            "WARN: we should never get here\n    at always.use (x.js:1:2)\n+ // never use it\n";
        assert_eq!(prompt(one), []);
    }

    #[test]
    fn a_tentative_rule_is_proposed_and_no_more() {
        let tier = |text: &str| found(text).map(|(_, tier, _)| tier);
        assert_eq!(tier("we should never use globals"), Some(Tier::Auto));
        assert_eq!(tier("I think we should never use globals"), Some(Tier::Suggest));
    }

    #[test]
    fn an_answer_gives_one_proposal_at_most() {
        let text = "Done.\n\nThe export fails because the lock is only removed at the end. The cache is \
            never written twice, since each key has one owner only.";
        let found = signals(text, SignalSource::Answer);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].tier, Tier::Suggest);
        let reports =
            "I've added the test.\n\n- Updated `x` because it always failed.\n\nAll tests pass.";
        assert_eq!(signals(reports, SignalSource::Answer), []);
        assert_eq!(signals("Never log a card number.", SignalSource::Answer), []);
    }

    #[test]
    fn a_prompt_gives_its_surest_three_in_the_order_of_the_text() {
        let rules = ["I'd prefer short names", "never use a", "never use b", "never use c"];
        let found = prompt(&rules.join("\n"));
        let summaries: Vec<&str> = found.iter().map(|signal| signal.summary.as_str()).collect();
        assert_eq!(summaries, &rules[1..]);
    }

    #[test]
    fn a_summary_has_no_marks_left_from_its_place() {
        let summary = |text: &str| found(text).map(|(_, _, summary)| summary);
        for (text, expected) in [
            ("(the lock should be the source of truth)", "the lock should be the source of truth"),
            ("ok - never log a card number", "never log a card number"),
        ] {
            assert_eq!(summary(text).as_deref(), Some(expected), "{text}");
        }
        let long = "we should never use the importer of the archive (which reads all of the file into the \
            memory, and is slow) for what customers send in the evening, at night or in the morning";
        let cut = summary(long).expect("a rule");
        assert_eq!(cut.matches('(').count(), cut.matches(')').count(), "{cut}");
    }

    #[test]
    fn a_guess_and_an_object_without_a_name_are_nothing() {
        for text in ["I suppose we don't have a staging database", "let's use something simple"] {
            assert_eq!(prompt(text), [], "{text}");
        }
    }

    #[test]
    fn a_long_sentence_is_cut_between_clauses() {
        let text = "the importer reads the whole file into memory and that is slow, so we should never \
            use the importer for an archive, because the machine in the shop has very little memory";
        let (_, _, summary) = found(text).unwrap();
        assert_eq!(summary, "we should never use the importer for an archive…");
    }

    proptest! {
        #[test]
        fn any_text_gives_sound_signals(
            text in "((always|never|use|we|let's|don't|from now on|é|界|`a_b`|\\*\\*|#|>|-|,|\\.|\\?|\n) ?){0,60}",
        ) {
            for source in [SignalSource::Prompt, SignalSource::Answer] {
                for signal in signals(&text, source) {
                    prop_assert!(text.get(signal.span.clone()).is_some());
                    let chars = signal.summary.chars().count();
                    prop_assert!((1..=100).contains(&chars), "{chars}: {}", signal.summary);
                    prop_assert!(!signal.summary.contains('\n'));
                    prop_assert!((0.7..1.0).contains(&signal.confidence));
                }
            }
        }
    }
}
