//! What the last real answer concluded, and what it left open.

use std::ops::Range;
use std::sync::LazyLock;

use regex::bytes::Regex;

use super::history::{History, Turn, What};
use super::line::{joined, short};
use crate::ascii_regex::ascii_regex;
use crate::conversation::turn::ActionKind;
use crate::english::{
    BlockKind, TextBlock, all_sentences, announces, blocks, flat, is_filler, is_item, item_text,
    sentences,
};

/// The message that ended a turn, or the part of one until a background task reported.
pub(super) struct Final<'h> {
    /// Its text, in Markdown.
    pub text: &'h str,
    /// When it was said, in milliseconds since the epoch.
    pub at_ms: i64,
    /// What came after it.
    pub since: Since,
    /// Whether what was concluded before it no longer holds: the work that it ends changed files.
    replaces: bool,
    /// Whether it only answers the report of a background task or of another agent.
    is_aside: bool,
}

/// What came after a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Since {
    /// Nothing, or only background tasks that reported without text.
    Nothing,
    /// Other messages.
    More,
    /// Work that changed files and stopped without a message.
    Changes,
}

/// Maximum characters of a conclusion.
const CONCLUSION_CHARS_MAX: usize = 280;
/// Minimum characters of a conclusion: "Done." and "Pushed." are no conclusions.
pub(super) const CONCLUSION_CHARS_MIN: usize = 30;
/// Maximum sentences of a conclusion.
const SENTENCES_MAX: usize = 2;
/// Number of messages that are read for a conclusion, from the last on.
const FINALS_MAX: usize = 8;

/// Returns the final messages of the turns, the last first.
pub(super) fn finals<'h>(history: &'h History<'h>) -> Vec<Final<'h>> {
    let mut found = Vec::new();
    let mut since = Since::Nothing;
    for turn in history.own().rev() {
        if turn.events.is_empty() {
            continue;
        }
        for Stretch { last, changed, is_aside } in stretches(turn).into_iter().rev() {
            let said = last.is_some();
            found.extend(last.map(|(text, at_ms)| Final {
                text,
                at_ms,
                since,
                replaces: changed,
                is_aside,
            }));
            since = match since {
                _ if !said && changed => Since::Changes,
                Since::Nothing if said || !is_aside => Since::More,
                since => since,
            };
        }
        if since == Since::Nothing {
            since = Since::More;
        }
    }
    found
}

/// A turn, or the part of one until a background task reported.
#[derive(Default)]
struct Stretch<'h> {
    /// The message that ended it, with its time. A message before a tool call ends nothing.
    last: Option<(&'h str, i64)>,
    /// Whether it changed files.
    changed: bool,
    /// Whether it only answers a background task.
    is_aside: bool,
}

fn stretches<'h>(turn: &'h Turn<'h>) -> Vec<Stretch<'h>> {
    let mut found = Vec::new();
    let mut stretch = Stretch::default();
    for event in &turn.events {
        match &event.what {
            What::Answered(text) => stretch.last = Some((text.as_str(), event.at_ms)),
            What::Called(call) => {
                let kind = &call.action.kind;
                stretch.last = None;
                stretch.changed |= *kind == ActionKind::Edit && !call.failed;
                stretch.is_aside &= !matches!(kind, ActionKind::Edit | ActionKind::Command);
            }
            What::Interrupted => stretch.last = None,
            What::Noted => {
                let next = Stretch { is_aside: true, ..Stretch::default() };
                found.push(std::mem::replace(&mut stretch, next));
            }
            What::Said { .. } | What::Compacted => {}
        }
    }
    found.push(stretch);
    found
}

/// What an answer concluded.
pub(super) struct Conclusion {
    /// One or two whole sentences.
    pub text: String,
    /// When it was said, in milliseconds since the epoch.
    pub at_ms: i64,
}

/// Returns what the last real answer concluded. A short one is replaced by the one before it,
/// as long as files were not changed since: then the text before no longer holds.
pub(super) fn conclusion(finals: &[Final]) -> Option<Conclusion> {
    let mut little = None;
    for each in finals.iter().filter(|each| !each.is_aside).take(FINALS_MAX) {
        if each.since == Since::Changes {
            break;
        }
        if let Some(text) = concluded(each.text) {
            let says_enough = text.chars().count() >= CONCLUSION_CHARS_MIN;
            let concluded = Conclusion { text, at_ms: each.at_ms };
            if says_enough {
                return Some(concluded);
            }
            little.get_or_insert(concluded);
        }
        if each.replaces {
            break;
        }
    }
    little
}

/// Returns what a message concludes: its first sentences that say something.
pub(super) fn concluded(text: &str) -> Option<String> {
    let blocks = blocks(text);
    let mut found = Line::default();
    let mut at = 0;
    while let Some(block) = blocks.get(at) {
        let own = &text[block.range.clone()];
        let listed = items(text, &blocks[at..]);
        match block.kind {
            BlockKind::Paragraph => {
                sentences(own).into_iter().all(|range| found.take(&own[range]));
            }
            _ if !listed.is_empty() => found.take_list("", &listed),
            BlockKind::LeadIn if !is_filler(&flat(own)) && !announces(&flat(own)) => {
                found.take_list(own, &items(text, &blocks[at + 1..]));
            }
            _ => {}
        }
        at += listed.len().max(1);
        if found.text.chars().count() >= CONCLUSION_CHARS_MIN {
            break;
        }
    }
    // What restricts a conclusion is part of it.
    let kinds = [BlockKind::Paragraph, BlockKind::LeadIn];
    let next = blocks.get(at).filter(|block| kinds.contains(&block.kind));
    let next = next.map(|block| &text[block.range.clone()]);
    if let Some(range) = next.and_then(|own| sentences(own).into_iter().next()) {
        let sentence = &next.unwrap_or_default()[range];
        if restricts(sentence) {
            found.take(sentence.trim_end_matches(':'));
        }
    }
    Some(found.text).filter(|text| !text.is_empty())
}

/// Whether a sentence restricts the one before it.
fn restricts(sentence: &str) -> bool {
    const WORDS: [&str; 7] =
        ["But ", "However", "Except ", "Still, ", "The only ", "One caveat", "Unfortunately"];
    WORDS.iter().any(|word| sentence.trim_start().starts_with(word))
}

/// Returns the items at the beginning of the blocks, each by its first line. An item that introduces
/// others is one too.
fn items<'t>(text: &'t str, blocks: &[TextBlock]) -> Vec<&'t str> {
    let items = blocks.iter().take_while(|block| {
        let is_list = matches!(block.kind, BlockKind::Item | BlockKind::LeadIn);
        is_list && is_item(&text[block.range.clone()])
    });
    items.map(|block| item(text, &block.range)).collect()
}

/// Returns the first paragraph of an item, without its marker.
fn item<'t>(text: &'t str, range: &Range<usize>) -> &'t str {
    let text = text[range.clone()].split("\n\n").next().unwrap_or_default();
    item_text(text).unwrap_or(text)
}

/// A line of whole sentences.
#[derive(Default)]
struct Line {
    text: String,
    sentences: usize,
}

impl Line {
    fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Adds a sentence that says something and fits. Returns whether more may follow. What restricts
    /// the line and does not fit stands alone: without it the line would say the opposite.
    fn take(&mut self, sentence: &str) -> bool {
        let sentence = flat(sentence);
        let sentence = item_text(&sentence).unwrap_or(&sentence);
        if self.sentences >= SENTENCES_MAX && !restricts(sentence) {
            return false;
        }
        if all_sentences(sentence).into_iter().all(|range| is_filler(&sentence[range]))
            || sentence.ends_with(['?', '？'])
        {
            return self.is_empty();
        }
        if announces(sentence) {
            return self.is_empty();
        }
        let chars = sentence.chars().count();
        let used = self.text.chars().count();
        if used > 0 && used + 1 + chars > CONCLUSION_CHARS_MAX {
            if restricts(sentence) {
                self.text = short(sentence, CONCLUSION_CHARS_MAX);
            }
            return false;
        }
        let sentence = short(sentence, CONCLUSION_CHARS_MAX);
        self.text = joined(&self.text, &sentence);
        self.sentences += 1;
        self.sentences <= SENTENCES_MAX
    }

    /// Takes a list with what introduces it, as many whole items as fit.
    fn take_list(&mut self, lead_in: &str, items: &[&str]) {
        let mut line = joined(&self.text, &flat(lead_in));
        let mut shown = 0;
        for item in items {
            let item = flat(item);
            let item = item.trim_end_matches(['.', ';']);
            let joint = match () {
                () if line.is_empty() => "",
                () if shown == 0 || line.ends_with(':') => " ",
                () => "; ",
            };
            let chars = line.chars().count() + joint.len() + item.chars().count();
            if chars + MORE.chars().count() > CONCLUSION_CHARS_MAX {
                break;
            }
            line = [line.as_str(), joint, item].concat();
            shown += 1;
        }
        if shown == 0 {
            return;
        }
        let line = line.trim_end_matches(':').to_owned();
        self.text = if shown < items.len() { line + MORE } else { line };
        self.sentences = SENTENCES_MAX;
    }
}

/// Replaces the items of a list that do not fit.
const MORE: &str = "; …";

/// Returns the last sentence of a message that announces what the agent does next; `None` when it
/// announces nothing.
pub(super) fn announced(message: &str) -> Option<String> {
    let last = blocks(message).pop()?;
    let own = &message[last.range];
    let mut told = sentences(own).into_iter().rev().map(|range| flat(&own[range]));
    told.find(|sentence| announces(sentence) && !sentence.ends_with('?'))
        .map(|sentence| short(sentence.trim_end_matches(':'), OPEN_CHARS_MAX))
}

/// Maximum characters of what an answer left open.
const OPEN_CHARS_MAX: usize = 200;
/// Maximum number of next steps.
const STEPS_MAX: usize = 6;

/// Returns the question with which the session ended; `None` when it asked for nothing in particular.
pub(super) fn question(finals: &[Final]) -> Option<String> {
    let last = finals.first().filter(|last| last.since == Since::Nothing && !last.is_aside)?;
    asked_back(last.text)
}

/// Returns the question with which an answer ends; `None` when it asks for nothing in particular.
pub(super) fn asked_back(answer: &str) -> Option<String> {
    static POLITE: LazyLock<Regex> = LazyLock::new(|| {
        let polite = r"(?i)\b(?:anything else|what else|what would you like|how (?:can|may) i help|does (?:that|this) (?:help|make sense)|what should (?:i|we) (?:do|work on)|ready for|what do you think|what'?s next|ready to (?:implement|proceed|start|continue)|how would you like)\b";
        ascii_regex(polite)
    });
    let block = blocks(answer).pop().filter(|block| block.kind == BlockKind::Paragraph)?;
    let paragraph = &answer[block.range];
    let sentence = flat(&paragraph[sentences(paragraph).pop()?]);
    let asks = sentence.ends_with(['?', '？']) && !POLITE.is_match(sentence.as_bytes());
    (asks && sentence.split(' ').count() > 2).then(|| short(&sentence, OPEN_CHARS_MAX))
}

/// Returns the items below "next steps", "remaining" and the like in the last answer, and its sentences
/// that say that something was not done.
pub(super) fn next_steps(finals: &[Final]) -> Vec<String> {
    static HEADS: LazyLock<Regex> = LazyLock::new(|| {
        let heads = r"(?i)^[#*\s]*(?:(?:suggested |recommended |possible |immediate )?next steps?|(?:what'?s |what is |what )?(?:still )?(?:remaining|remains|left)\b(?: (?:work|tasks?|items?|issues?|to do|todos?))?|still (?:open|to do|missing|needed)|to ?-?do\b|open (?:questions|items|issues)|follow-?ups?|not (?:yet )?(?:done|implemented|tested|covered)|outstanding|pending)[^.]{0,40}$";
        ascii_regex(heads)
    });
    static UNDONE: LazyLock<Regex> = LazyLock::new(|| {
        let undone = r"(?i)\b(?:(?:was|were|is|are|has|have)(?: not|n't) (?:yet )?(?:been )?(?:run|tested|verified|pushed|committed|implemented|done|covered|deployed|finished|migrated)|still (?:needs?|remains?|fails?|failing|open|missing|to be done)|remains to be|not yet (?:done|implemented|tested|pushed|committed|run)|(?:left|remaining) to (?:do|implement|fix|test))\b";
        ascii_regex(undone)
    });
    let last = finals.iter().find(|each| !each.is_aside);
    let Some(last) = last.filter(|last| last.since == Since::Nothing) else { return Vec::new() };
    let mut found: Vec<String> = Vec::new();
    let mut below = false;
    for block in blocks(last.text) {
        let own = &last.text[block.range.clone()];
        match block.kind {
            BlockKind::Heading | BlockKind::LeadIn => {
                below = HEADS.is_match(own.trim_end_matches([':', '*']).as_bytes());
            }
            BlockKind::Item if below => {
                found.push(short(item(last.text, &block.range), OPEN_CHARS_MAX));
            }
            BlockKind::Paragraph => {
                let told = sentences(own).into_iter().map(|range| flat(&own[range]));
                let undone =
                    told.filter(|text| UNDONE.is_match(text.as_bytes()) && !text.ends_with('?'));
                found.extend(undone.map(|text| short(&text, OPEN_CHARS_MAX)));
            }
            _ => {}
        }
    }
    // A checked item is done.
    found.retain(|text| !text.starts_with(['✓', '✔', '✅', '~']));
    found.truncate(STEPS_MAX);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last(text: &str) -> [Final<'_>; 1] {
        [Final { text, at_ms: 0, since: Since::Nothing, replaces: false, is_aside: false }]
    }

    #[test]
    fn the_first_sentences_that_say_something_conclude() {
        let text = "Done.\n\n## Summary\n\nThe lamp now turns once in ten seconds. The test covers it. More.";
        let expected = "The lamp now turns once in ten seconds. The test covers it.";
        assert_eq!(concluded(text).as_deref(), Some(expected));
        assert_eq!(
            concluded("Let me look.\n\nThe port is taken.").as_deref(),
            Some("The port is taken.")
        );
        assert_eq!(concluded("Shall I go on?"), None);
    }

    #[test]
    fn what_restricts_a_conclusion_is_part_of_it() {
        let text = "The lamp is on. The hall is lit. But the switch still sticks. More.";
        let expected = "The lamp is on. The hall is lit. But the switch still sticks.";
        assert_eq!(concluded(text).as_deref(), Some(expected));
        let apart = "The lamp now turns once in ten seconds.\n\nHowever, the switch sticks. More.";
        let expected = "The lamp now turns once in ten seconds. However, the switch sticks.";
        assert_eq!(concluded(apart).as_deref(), Some(expected));
    }

    #[test]
    fn what_restricts_a_conclusion_stands_alone_where_both_do_not_fit() {
        let long = format!("The lamp now turns {}.", "and turns ".repeat(24));
        let but = "But the switch sticks: it is the old one.";
        for between in [" ", "\n\n"] {
            let text = format!("{long}{between}{but} More.");
            assert_eq!(concluded(&text).as_deref(), Some(but));
        }
        let lead_in = format!("{long}\n\nBut the switch sticks:\n\n- the old one\n");
        assert_eq!(concluded(&lead_in).as_deref(), Some("But the switch sticks"));
        let asks = format!("{long}\n\nBut does the switch stick?");
        assert_eq!(concluded(&asks).as_deref(), Some(&*long));
    }

    #[test]
    fn a_list_is_told_with_what_introduces_it() {
        let text = "All three comments are resolved:\n\n- **lamp**: brighter.\n- switch: silent\n";
        let expected = "All three comments are resolved: lamp: brighter; switch: silent";
        assert_eq!(concluded(text).as_deref(), Some(expected));
    }

    #[test]
    fn the_last_question_stays_open() {
        let text = "It is fixed.\n\nWant me to add a test for the lamp?";
        assert_eq!(question(&last(text)).as_deref(), Some("Want me to add a test for the lamp?"));
        assert_eq!(question(&last("Fixed. What would you like to do next?")), None);
    }

    #[test]
    fn next_steps_stay_open() {
        let text = "Done.\n\n**Next steps:**\n1. Add the switch\n2. Paint it\n\n## Notes\n- none\n\nThe \
            export was not tested.";
        let expected = ["Add the switch", "Paint it", "The export was not tested."];
        assert_eq!(next_steps(&last(text)), expected);
    }
}
