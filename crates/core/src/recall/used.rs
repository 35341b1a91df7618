//! Measures whether recalled turns and notes were used: whether their rare words recur in the
//! answer.
//!
//! A weak sign. A model finds such words in the code too, and can use a fact without its words. It
//! suits a report over many prompts; nothing is decided by it.

use std::collections::{BTreeSet, HashSet};

use serde::{Deserialize, Serialize};

use crate::conversation::entry::{Block, Entry};
use crate::error::Result;
use crate::index::postings::{decode, item_at};
use crate::index::terms::{Analyzer, Word, is_stop_word, is_unspaced};
use crate::store::{Reader, Scope, SessionPrompt, Store};

/// A prompt that turns or notes were injected into, as its session's record reports it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Injection {
    /// The session in which the prompt was typed.
    pub session: String,
    /// The typed text, or its beginning; empty if it was not recorded.
    pub prompt: String,
    /// When its hook ran, in milliseconds since the epoch.
    pub at_ms: i64,
    /// Uuids of the recalled turns.
    pub turns: Vec<String>,
    /// Uuids of the recalled notes.
    pub notes: Vec<String>,
    /// When the session last reported a complete answer, in milliseconds since the epoch.
    pub stopped_ms: Option<i64>,
}

/// How much of the recalled turns and notes recurs in the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecallUse {
    /// Uuid of the turn that answers the prompt.
    pub turn: String,
    /// Number of rare words in the recalled turns and notes that neither an earlier turn of the session nor
    /// the prompt contains. A pair of CJK characters counts as a word.
    pub brought: u64,
    /// Number of these words in the answer, or in the arguments of its tool calls.
    pub used: u64,
}

/// Maximum time from a prompt to its hook. The transcript records when the prompt is sent; other
/// hooks may delay ours.
const SENT_BEFORE_MS: i64 = 60_000;
/// Maximum time from a hook to a prompt whose words were not recorded: only its time identifies it.
const SENT_AFTER_MS: i64 = 60_000;

/// Maximum share of the project's turns, those of other sessions, that contain a rare word.
const RARE_SHARE: f64 = 0.01;
/// In a small project, a word in this many turns is rare too.
const RARE_TURNS: usize = 3;
/// Minimum characters of a word. Shorter ones, such as `ok` and `v2`, say little.
const WORD_CHARS_MIN: usize = 3;
/// Maximum bytes read of a text, from its beginning.
const TEXT_BYTES_MAX: usize = 64 << 10;

/// Returns how much of an injection was used; `None` while the answer is incomplete, and where
/// usage cannot be determined: the prompt opened no turn, or a recalled turn or note is no longer
/// stored.
pub fn used(store: &Store, injection: &Injection) -> Result<Option<RecallUse>> {
    store.read(|reader| {
        let prompts = reader.session_prompts(&injection.session)?;
        let Some(at) = answering(&prompts, injection) else { return Ok(None) };
        let Some(injected) = texts_of(reader, injection)? else { return Ok(None) };
        let Some(log) = reader.turn_log(&prompts[at].uuid)? else { return Ok(None) };
        let answered = answer(&log.entries.unwrap_or_default());
        if answered.is_empty() {
            return Ok(None);
        }
        let mut said = vec![prompts[at].prompt.clone()];
        for earlier in &prompts[..at] {
            said.extend(reader.said_and_done(earlier.id)?);
        }
        let rarity = Rarity::of(reader, log.project_id, &injection.session)?;
        let brought = rarity.rare(new_words(&injected, &said))?;
        let used = came_back(&brought, &answered);
        Ok(Some(RecallUse { turn: prompts[at].uuid.clone(), brought: brought.len() as u64, used }))
    })
}

/// Returns the index of the session's prompt that the injection belongs to, once its answer is
/// complete.
fn answering(prompts: &[SessionPrompt], injection: &Injection) -> Option<usize> {
    let Injection { prompt, at_ms, stopped_ms, .. } = injection;
    let distance = |sent: &SessionPrompt| sent.started_at_ms - at_ms;
    let is_it = |sent: &SessionPrompt| {
        let after_max = if prompt.is_empty() { SENT_AFTER_MS } else { i64::MAX };
        (-SENT_BEFORE_MS..=after_max).contains(&distance(sent))
            && sent.prompt.trim_start().starts_with(prompt.trim())
    };
    let found = prompts.iter().enumerate().filter(|(_, sent)| is_it(sent));
    let (at, sent) = found.min_by_key(|(_, sent)| distance(sent).abs())?;
    let stopped = stopped_ms.is_some_and(|stopped_ms| sent.started_at_ms <= stopped_ms);
    (stopped || at + 1 < prompts.len()).then_some(at)
}

/// Returns the prompts and answers of the recalled turns, and the summaries of the recalled notes:
/// a note was injected as one line. `None` when one of them is not stored.
fn texts_of(reader: &Reader, injection: &Injection) -> Result<Option<Vec<String>>> {
    let mut texts = Vec::new();
    for uuid in &injection.turns {
        let Some(id) = reader.turn_id(uuid)? else { return Ok(None) };
        let text = reader.turn(id)?.text;
        texts.extend([text.prompt, text.answer]);
    }
    for uuid in &injection.notes {
        let Some(id) = reader.note_id(uuid)? else { return Ok(None) };
        let Some(row) = reader.note(id)? else { return Ok(None) };
        texts.push(row.note.summary);
    }
    Ok(Some(texts))
}

/// Returns the model's answers and the arguments of its tool calls, with the argument names.
fn answer(entries: &[Entry]) -> Vec<String> {
    let mut texts = Vec::new();
    for block in entries.iter().flat_map(|entry| &entry.blocks) {
        if let Block::Answer { .. } | Block::Reported { .. } | Block::ToolUse { .. } = block {
            block.each_text(&mut |text| texts.push(text.to_owned()));
        }
    }
    texts
}

/// Returns the words of `texts` that do not occur in `said`.
fn new_words(texts: &[String], said: &[String]) -> BTreeSet<String> {
    let analyzer = Analyzer::default();
    let words = said.iter().flat_map(|text| analyzer.words(beginning(text)));
    let said: HashSet<String> = words.flat_map(|word| word.terms).collect();
    let mut words = words_of(&analyzer, texts);
    words.retain(|word| !said.contains(word));
    words
}

/// Counts the words of `brought` that occur in the answer.
fn came_back(brought: &BTreeSet<String>, answered: &[String]) -> u64 {
    words_of(&Analyzer::default(), answered).intersection(brought).count() as u64
}

/// Returns the distinct content words of some texts, as index terms.
fn words_of(analyzer: &Analyzer, texts: &[String]) -> BTreeSet<String> {
    let words = texts.iter().flat_map(|text| analyzer.words(beginning(text)));
    words.filter(|word| !is_stop_word(&word.folded)).flat_map(names).collect()
}

/// Returns the terms that a word is compared by: its stem, an identifier's normalised spelling, or
/// pairs of CJK characters.
fn names(word: Word) -> Vec<String> {
    if word.text.chars().next().is_some_and(is_unspaced) {
        return word.terms;
    }
    let first = word.terms.into_iter().next();
    first.into_iter().filter(|name| name.chars().count() >= WORD_CHARS_MIN).collect()
}

fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(TEXT_BYTES_MAX)]
}

/// Rarity of words among a project's turns of other sessions.
struct Rarity<'a> {
    reader: &'a Reader<'a>,
    project: i64,
    own: HashSet<i64>,
    turns_max: usize,
}

impl<'a> Rarity<'a> {
    fn of(reader: &'a Reader<'a>, project: i64, session: &str) -> Result<Self> {
        let mut own = reader.session_turns(session, i64::MIN)?;
        let scope = Scope { projects: Some(vec![project]), ..Scope::default() };
        let turns = reader.searchable(&scope)? as usize;
        let others = turns.saturating_sub(own.len());
        let turns_max = RARE_TURNS.max((others as f64 * RARE_SHARE) as usize);
        // Only turns count: a note may hold the same words.
        own.extend(reader.note_items(project)?);
        Ok(Self { reader, project, own, turns_max })
    }

    /// Returns the rare words among `words`.
    fn rare(&self, words: BTreeSet<String>) -> Result<BTreeSet<String>> {
        let mut rare = BTreeSet::new();
        for word in words {
            if self.holding(&word)? <= self.turns_max {
                rare.insert(word);
            }
        }
        Ok(rare)
    }

    fn holding(&self, word: &str) -> Result<usize> {
        let mut turns = 0;
        self.reader.each_posting_block(self.project, word, |block, bytes| {
            let found = decode(bytes).map(|(place, _)| item_at(block, place));
            turns += found.filter(|turn| !self.own.contains(turn)).count();
        })?;
        Ok(turns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    fn sent(uuid: &str, started_at_ms: i64, prompt: &str) -> SessionPrompt {
        SessionPrompt {
            id: started_at_ms,
            uuid: uuid.into(),
            project_id: 1,
            started_at_ms,
            prompt: prompt.into(),
        }
    }

    fn injection(prompt: &str, at_ms: i64, stopped_ms: Option<i64>) -> Injection {
        Injection { prompt: prompt.into(), at_ms, stopped_ms, ..Injection::default() }
    }

    #[test]
    fn words_that_were_said_before_are_not_brought() {
        let said = texts(&["Why does the retryQueue stall?"]);
        let brought = new_words(&texts(&["The retry_queue waits for pgbouncer on ok."]), &said);
        assert_eq!(brought.into_iter().collect::<Vec<_>>(), ["pgbouncer", "wait"]);
    }

    #[test]
    fn a_word_that_comes_back_counts_once_and_in_any_spelling() {
        let brought = new_words(&texts(&["visibility_timeout, pgbouncer, the port 6543"]), &[]);
        let count = |answered: &[&str]| came_back(&brought, &texts(answered));
        assert_eq!(count(&["Raise the visibilityTimeout. VisibilityTimeout!"]), 1);
        assert_eq!(count(&["/etc/pgbouncer.ini", "psql -p 6543"]), 2);
        assert_eq!(count(&["Raise the timeout."]), 0);
        assert_eq!(count(&[]), 0);
    }

    #[test]
    fn arguments_of_calls_count_and_what_tools_gave_back_does_not() {
        let call = |id: &str, input| Block::ToolUse { id: id.into(), name: "Bash".into(), input };
        let block = |block| Entry { blocks: vec![block], ..Entry::default() };
        let result = Block::ToolResult { id: "1".into(), text: "result".into(), failed: false };
        let entries = [
            block(Block::Prompt { text: "prompt".into(), command: false }),
            block(call("1", serde_json::json!({ "command": "ls" }))),
            block(result),
            block(Block::Answer { text: "answer".into() }),
        ];
        assert_eq!(answer(&entries), ["command", "ls", "answer"]);
    }

    #[test]
    fn a_prompt_is_found_by_its_words_and_its_time() {
        let prompts = [
            sent("a", 1_000, "which port is it?"),
            sent("b", 90_000, "which port is it?"),
            sent("c", 400_000, "thanks"),
        ];
        let found = |prompt: &str, at_ms| answering(&prompts, &injection(prompt, at_ms, None));
        assert_eq!(found("which port", 2_000), Some(0));
        assert_eq!(found("which port", 89_000), Some(1));
        // Typed ahead while the model worked.
        assert_eq!(found("which port", -900_000), Some(0));
        assert_eq!(found("which host", 2_000), None);
        // Its words were not recorded.
        assert_eq!(found("", 2_000), Some(0));
        assert_eq!(found("", -900_000), None);
        assert_eq!(found("", 200_000), None);
    }

    #[test]
    fn an_answer_is_complete_once_the_session_stopped_or_went_on() {
        let prompts = [sent("a", 1_000, "one"), sent("b", 5_000, "two")];
        let found =
            |prompt: &str, at_ms, stopped| answering(&prompts, &injection(prompt, at_ms, stopped));
        assert_eq!(found("one", 1_000, None), Some(0));
        assert_eq!(found("two", 5_000, None), None);
        assert_eq!(found("two", 5_000, Some(4_000)), None);
        assert_eq!(found("two", 5_000, Some(9_000)), Some(1));
    }
}
