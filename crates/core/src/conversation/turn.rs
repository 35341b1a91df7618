//! Turns: a prompt and the work until the next prompt.

mod action;
mod log;

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ParsedEntry;
use super::dialect::Dialect;
use super::entry::{Block, Entry};
use crate::item::Fields;
pub use action::{Action, ActionKind, actions};
pub use log::{LOG_VERSION, compressed, decode, encode, is_whole, json_lines, read};

/// State that folding carries from one part of a transcript to the next: the unfinished turns.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct FoldState {
    /// The open turn of each agent; the key of the session's main agent is empty.
    pub open: BTreeMap<String, OpenTurn>,
    /// Turns of pending tool uses, by tool use id.
    pub asked: BTreeMap<String, String>,
}

/// An unfinished turn, with its size so far.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct OpenTurn {
    /// Id of the turn.
    pub id: String,
    /// Approximate size of its entries in bytes.
    #[serde(default)]
    pub bytes: usize,
    /// Bytes of prompts and answers in it.
    #[serde(default)]
    pub spoken_bytes: usize,
    /// The turn that this one continues, by its prompt's UUID; `None` for a turn that a prompt
    /// opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub continues: Option<String>,
}

/// Limits beyond which a turn continues in another one. Each indexing step reads, merges and writes
/// the affected turns as a whole, which must stay fast. Real turns are far below both limits.
const TURN_BYTES_MAX: usize = 4 << 20;
const TURN_SPOKEN_BYTES_MAX: usize = 512 << 10;

impl OpenTurn {
    fn is_full(&self) -> bool {
        self.bytes >= TURN_BYTES_MAX || self.spoken_bytes >= TURN_SPOKEN_BYTES_MAX
    }

    fn of(id: &str) -> Self {
        Self { id: id.to_owned(), ..Self::default() }
    }

    /// Returns the continuation of this turn, for when it is full.
    fn continued_by(&self, id: &str) -> Self {
        let first = self.continues.as_ref().unwrap_or(&self.id);
        Self { continues: Some(first.clone()), ..Self::of(id) }
    }
}

/// Whether a turn is long enough that another one may continue it. Half the limit suffices: the
/// stored form of a turn may be a little shorter than its transcript.
pub fn may_be_continued(entries: &[Entry]) -> bool {
    let sum = |bytes: fn(&Entry) -> usize| entries.iter().map(bytes).sum::<usize>();
    sum(Entry::bytes) >= TURN_BYTES_MAX / 2 || sum(Entry::spoken_bytes) >= TURN_SPOKEN_BYTES_MAX / 2
}

/// The entries that one part of a file adds to one turn.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnPart {
    /// UUID of the turn's prompt, or of its first entry when it has no prompt.
    pub id: String,
    /// Session of the entries.
    pub session: Option<String>,
    /// File position where the turn, or this part of it, begins. Orders the turns of a session.
    pub position: u64,
    /// The turn that this one continues, when it is the rest of an oversized turn.
    pub continues: Option<String>,
    /// Entries in file order.
    pub entries: Vec<Entry>,
}

/// Groups entries into turns, in file order; each prompt opens a turn. Work before any prompt forms
/// a turn without a prompt, and so does the rest of a full turn. A subagent's entries are grouped
/// separately from the session's.
pub fn fold(parsed: Vec<ParsedEntry>, state: &mut FoldState) -> Vec<TurnPart> {
    let mut parts: Vec<TurnPart> = Vec::new();
    for ParsedEntry { session, entry, .. } in parsed {
        let open = state.open.entry(entry.subagent.clone().unwrap_or_default());
        let open = open.or_insert_with(|| OpenTurn::of(&entry.id));
        // Decided by earlier entries in the file only, so that it does not depend on where reading
        // stopped.
        if entry.is_prompt() {
            *open = OpenTurn::of(&entry.id);
        } else if open.is_full() {
            *open = open.continued_by(&entry.id);
        }
        open.bytes += entry.bytes();
        open.spoken_bytes += entry.spoken_bytes();
        // A prompt may come between a tool use and its result: the result joins the turn of the
        // tool use.
        let id = asker(&entry, &mut state.asked).unwrap_or_else(|| open.id.clone());
        let continues = open.continues.clone().filter(|_| id == open.id);
        ask(&entry, &id, &mut state.asked);
        match parts.last_mut() {
            Some(part) if part.id == id && part.session == session => part.entries.push(entry),
            _ => {
                parts.push(TurnPart {
                    id,
                    session,
                    position: entry.position,
                    continues,
                    entries: vec![entry],
                });
            }
        }
    }
    parts
}

/// Maximum number of pending tool uses. Beyond it, results join the turn they appear in.
const ASKED_MAX: usize = 256;

/// Returns the turn that called the tools whose results an entry holds.
fn asker(entry: &Entry, asked: &mut BTreeMap<String, String>) -> Option<String> {
    let results = entry.blocks.iter().filter_map(|block| match block {
        Block::ToolResult { id, .. } => asked.remove(id),
        _ => None,
    });
    results.last()
}

/// Records a turn as waiting for the results of an entry's tool uses, except those whose result is
/// in the entry itself.
fn ask(entry: &Entry, turn: &str, asked: &mut BTreeMap<String, String>) {
    let answers =
        |block: &Block, tool: &str| matches!(block, Block::ToolResult { id, .. } if id == tool);
    for block in &entry.blocks {
        if let Block::ToolUse { id, .. } = block
            && asked.len() < ASKED_MAX
            && !entry.blocks.iter().any(|block| answers(block, id))
        {
            asked.insert(id.clone(), turn.to_owned());
        }
    }
}

/// Merges two sets of entries of one turn. The result does not depend on order or repetition.
/// Entries are matched by id, and of two copies the one with the higher revision wins. Of two
/// different copies with equal revision, the one that sorts first wins. An entry from a newer
/// version, which may hold more, wins over all others and stays unchanged.
pub fn merge(stored: Vec<Entry>, added: Vec<Entry>) -> Vec<Entry> {
    let mut by_id: BTreeMap<String, Entry> = BTreeMap::new();
    for entry in stored.into_iter().chain(added) {
        match by_id.get_mut(&entry.id) {
            Some(known) => *known = canonical(known, entry),
            None => {
                by_id.insert(entry.id.clone(), entry);
            }
        }
    }
    let mut entries: Vec<Entry> = by_id.into_values().collect();
    entries.sort_by(|a, b| order(a).cmp(&order(b)));
    drop_reported(&mut entries);
    entries
}

/// Sort key: prompts first, then by time; entries of the same millisecond stay in file order.
fn order(entry: &Entry) -> (bool, i64, u64, &str) {
    (!entry.is_prompt(), entry.at_ms, entry.position, &entry.id)
}

fn canonical(known: &Entry, other: Entry) -> Entry {
    match known.revision.cmp(&other.revision) {
        Ordering::Less => return other,
        Ordering::Greater => return known.clone(),
        Ordering::Equal => {}
    }
    match (&known.raw, &other.raw) {
        (None, None) => {}
        (Some(first), Some(second)) if second < first => return other,
        (None, Some(_)) => return other,
        (Some(_), _) => return known.clone(),
    }
    let position = known.position.min(other.position);
    let text = |entry: &Entry| {
        let entry = Entry { position: 0, ..entry.clone() };
        serde_json::to_string(&entry).unwrap_or_default()
    };
    let first = if text(known) <= text(&other) { known.clone() } else { other };
    Entry { position, ..first }
}

/// Drops an answer reported by the Stop hook once the transcript contains it.
fn drop_reported(entries: &mut Vec<Entry>) {
    let answers: Vec<String> = texts(entries, |block| match block {
        Block::Answer { text } => Some(text.trim().to_owned()),
        _ => None,
    });
    entries.retain(|entry| {
        !entry.blocks.iter().any(|block| match block {
            Block::Reported { text } => answers.iter().any(|answer| answer == text.trim()),
            _ => false,
        })
    });
}

/// Returns the number of entries written by a newer version, which are kept unchanged.
pub fn unread(entries: &[Entry]) -> u64 {
    entries.iter().filter(|entry| entry.raw.is_some()).count() as u64
}

/// The searchable text of a turn.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TurnText {
    /// What the person typed.
    pub prompt: String,
    /// The model's answers, without tool calls.
    pub answer: String,
}

impl TurnText {
    /// Returns the text as the fields of an item.
    pub fn fields(&self) -> Fields<'_> {
        Fields { head: &self.prompt, body: &self.answer }
    }

    /// Returns the text that is chunked and embedded: prompt and answer joined.
    pub fn passage(&self) -> String {
        self.fields().passage()
    }

    /// Whether there is no text to search.
    pub fn is_empty(&self) -> bool {
        self.fields().is_empty()
    }
}

/// Returns the searchable text of a turn: prompts and answers, without tool output or elements that
/// the agent injected. A slash command that led to no work is excluded.
pub fn text(entries: &[Entry], dialect: &dyn Dialect) -> TurnText {
    if entries.iter().any(|entry| entry.subagent.is_some() && is_greeting(entry, dialect)) {
        return TurnText::default();
    }
    let injected = dialect.injected();
    let searchable = |text: &str| searchable(text, injected);
    let worked = entries.iter().flat_map(|entry| &entry.blocks).any(|block| {
        matches!(block, Block::Answer { .. } | Block::ToolUse { .. } | Block::Reported { .. })
    });
    let prompts = texts(entries, |block| match block {
        Block::Prompt { text, command } if !command || worked => Some(searchable(text)),
        Block::Steer { text } => Some(searchable(text)),
        _ => None,
    });
    let answers = texts(entries, |block| match block {
        Block::Answer { text } | Block::Reported { text } => Some(searchable(text)),
        _ => None,
    });
    TurnText { prompt: searched(&prompts), answer: searched(&answers) }
}

/// Limit on searchable text, above what anyone says at once. Longer pasted text is stored, but only
/// this much is searched.
const TEXT_BYTES_MAX: usize = 1 << 20;

fn searched(texts: &[String]) -> String {
    let mut text = texts.join("\n\n");
    text.truncate(text.floor_char_boundary(TEXT_BYTES_MAX));
    text
}

fn is_greeting(entry: &Entry, dialect: &dyn Dialect) -> bool {
    entry.blocks.iter().any(|block| match block {
        Block::Prompt { text, .. } => dialect.is_greeting(text.trim()),
        _ => false,
    })
}

fn texts(entries: &[Entry], pick: impl Fn(&Block) -> Option<String>) -> Vec<String> {
    let found = entries.iter().flat_map(|entry| &entry.blocks).filter_map(pick);
    found.filter(|text| !text.trim().is_empty()).collect()
}

/// The element that Mementor itself injects into a conversation.
const OWN_ELEMENT: &str = "mementor";

/// Removes injected elements and control characters from a text.
fn searchable(text: &str, injected: &[&str]) -> String {
    let mut text = text.to_owned();
    for name in injected.iter().chain([&OWN_ELEMENT]) {
        text = without_element(text, name);
    }
    // Control characters would reach a terminal, and U+0001 and U+0002 mark matches.
    text.retain(|c| !c.is_control() || matches!(c, '\n' | '\t'));
    text.trim().to_owned()
}

/// Removes every `<name …>…</name>`. An unclosed one stays, as it may be a person's words.
fn without_element(text: String, name: &str) -> String {
    let (open, close) = (format!("<{name}"), format!("</{name}>"));
    if !text.contains(&close) {
        return text;
    }
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(start) = rest.find(&open) {
        let after = &rest[start + open.len()..];
        // Without a closing tag after this point, no later opening tag has one either.
        let Some(length) = after.find(&close) else { break };
        if after.starts_with(['>', ' ', '\n']) {
            kept.push_str(&rest[..start]);
            rest = &after[length + close.len()..];
        } else {
            kept.push_str(&rest[..start + open.len()]);
            rest = after;
        }
    }
    kept.push_str(rest);
    kept
}

/// Facts about a turn, derived from its entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TurnFacts {
    /// Time of the first entry, in milliseconds since the epoch.
    pub started_at_ms: i64,
    /// Time of the last entry.
    pub ended_at_ms: i64,
    /// Directory of the first entry that names one.
    pub cwd: Option<String>,
    /// Branch of the first entry that names one.
    pub branch: Option<String>,
    /// The subagent that worked in the turn.
    pub subagent: Option<String>,
    /// Whether a person interrupted it.
    pub interrupted: bool,
}

/// Returns the facts of a turn, given its entries in order.
pub fn facts(entries: &[Entry]) -> TurnFacts {
    let placed = entries.iter().filter(|entry| !entry.is_opaque());
    let times = || placed.clone().map(|entry| entry.at_ms);
    TurnFacts {
        started_at_ms: times().min().unwrap_or_default(),
        ended_at_ms: times().max().unwrap_or_default(),
        cwd: entries.iter().find_map(|entry| entry.cwd.clone()),
        branch: entries.iter().find_map(|entry| entry.branch.clone()),
        subagent: entries.iter().find_map(|entry| entry.subagent.clone()),
        interrupted: entries.iter().any(|entry| entry.blocks.contains(&Block::Interrupted)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conversation::dialect::Unknown;
    use crate::secrets::Masker;

    fn entry(id: &str, at_ms: i64, block: Block) -> Entry {
        Entry {
            id: id.into(),
            at_ms,
            position: at_ms as u64,
            blocks: vec![block],
            ..Entry::default()
        }
    }

    fn prompt(id: &str, at_ms: i64, text: &str) -> Entry {
        entry(id, at_ms, Block::Prompt { text: text.into(), command: false })
    }

    fn answer(id: &str, at_ms: i64, text: &str) -> Entry {
        entry(id, at_ms, Block::Answer { text: text.into() })
    }

    fn parsed(entries: Vec<Entry>) -> Vec<ParsedEntry> {
        let masker = Masker::default();
        let parsed = |entry| ParsedEntry::masked(Some("s".into()), entry, &masker);
        entries.into_iter().map(parsed).collect()
    }

    fn text(entries: &[Entry]) -> TurnText {
        super::text(entries, &Unknown)
    }

    #[test]
    fn each_prompt_opens_a_turn_and_the_state_carries_it_over() {
        let mut state = FoldState::default();
        let first = fold(parsed(vec![prompt("p1", 1, "one"), answer("a1", 2, "1")]), &mut state);
        let second =
            fold(parsed(vec![answer("a2", 3, "more"), prompt("p2", 4, "two")]), &mut state);
        let ids = |parts: &[TurnPart]| parts.iter().map(|p| p.id.clone()).collect::<Vec<_>>();
        assert_eq!(ids(&first), ["p1"]);
        assert_eq!(ids(&second), ["p1", "p2"]);
        assert_eq!(state.open[""].id, "p2");
    }

    #[test]
    fn a_turn_without_end_goes_on_in_others_wherever_reading_stops() {
        let text = "x".repeat(TURN_SPOKEN_BYTES_MAX / 4);
        let lines = || {
            let answers = (0..12).map(|at| answer(&format!("a{at}"), at, &text));
            parsed(std::iter::once(prompt("p", 0, "go on")).chain(answers).collect())
        };
        let ids = |parts: &[TurnPart]| parts.iter().map(|p| p.id.clone()).collect::<Vec<_>>();
        let mut state = FoldState::default();
        let whole = fold(lines(), &mut state);
        assert_eq!(ids(&whole), ["p", "a4", "a8"]);
        for cut in 0..13 {
            let (mut first, mut again) = (lines(), FoldState::default());
            let second = first.split_off(cut);
            let mut parts = ids(&fold(first, &mut again));
            parts.extend(ids(&fold(second, &mut again)));
            parts.dedup();
            assert_eq!((parts, again), (ids(&whole), state.clone()), "cut at {cut}");
        }
    }

    #[test]
    fn what_is_searched_of_a_text_is_bounded() {
        let pasted = text(&[prompt("p", 1, &"é".repeat(TEXT_BYTES_MAX))]);
        assert_eq!(pasted.prompt.len(), TEXT_BYTES_MAX);
    }

    #[test]
    fn a_result_joins_the_turn_that_asked_for_it() {
        let id = || "t".to_owned();
        let call = Block::ToolUse { id: id(), name: "run".into(), input: serde_json::json!({}) };
        let result = Block::ToolResult { id: id(), text: "ok".into(), failed: false };
        let lines = vec![
            prompt("p", 1, "go"),
            entry("u", 2, call),
            prompt("steer", 3, "faster"),
            entry("r", 4, result),
            answer("a", 5, "done"),
        ];
        let mut state = FoldState::default();
        let parts = fold(parsed(lines), &mut state);
        let ids: Vec<_> = parts.iter().map(|part| (part.id.as_str(), part.entries.len())).collect();
        assert_eq!(ids, [("p", 2), ("steer", 1), ("p", 1), ("steer", 1)]);
        assert!(state.asked.is_empty());
    }

    #[test]
    fn a_subagent_works_beside_the_turn_that_called_it() {
        let of_agent = |entry: Entry| Entry { subagent: Some("a1".into()), ..entry };
        let lines = vec![
            prompt("p", 1, "ask"),
            of_agent(prompt("q", 2, "task")),
            of_agent(answer("r", 3, "report")),
            answer("a", 4, "done"),
        ];
        let parts = fold(parsed(lines), &mut FoldState::default());
        let ids: Vec<_> = parts.iter().map(|part| (part.id.as_str(), part.entries.len())).collect();
        assert_eq!(ids, [("p", 1), ("q", 2), ("p", 1)]);
    }

    #[test]
    fn merging_is_the_same_in_any_order_and_any_number_of_times() {
        let one = vec![prompt("p", 1, "q"), answer("a", 2, "x")];
        let two = vec![answer("b", 3, "y"), answer("a", 2, "x changed")];
        let forward = merge(one.clone(), two.clone());
        assert_eq!(forward, merge(two.clone(), one.clone()));
        assert_eq!(forward, merge(forward.clone(), one));
        assert_eq!(forward.len(), 3);
    }

    #[test]
    fn what_a_newer_version_wrote_survives_every_merge_in_any_order() {
        let newer = |pos: u32, more: &str| {
            let block = r#"{"type":"answer","text":"x"}"#;
            let json = format!(r#"{{"id":"a","at":2,"pos":{pos},{more}"blocks":[{block}]}}"#);
            Entry::from_json(&json)
        };
        let copies = [
            vec![prompt("p", 1, "q"), answer("a", 2, "x")],
            vec![newer(9, r#""source":"hook","#)],
            vec![newer(4, r#""source":"hook","#), answer("b", 3, "y")],
            vec![Entry::from_json("of tomorrow"), Entry { position: 0, ..answer("a", 2, "x") }],
        ];
        let united = |order: &[usize]| {
            let entries = |at: &usize| copies[*at].clone();
            order.iter().map(entries).fold(Vec::new(), merge)
        };
        let expected = united(&[0, 1, 2, 3]);
        assert_eq!(expected.len(), 4, "{expected:?}");
        assert!(expected.contains(&copies[2][0]), "{expected:?}");
        assert_eq!(
            (unread(&expected), text(&expected).answer.as_str()),
            (
                2, "x

y"
            )
        );
        assert_eq!(facts(&expected).started_at_ms, 1, "what has no time counts for none");
        for order in [[3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 0, 1], [0, 2, 1, 3]] {
            assert_eq!(united(&order), expected, "{order:?}");
            assert_eq!(merge(united(&order), expected.clone()), expected);
        }
    }

    #[test]
    fn a_later_revision_replaces_an_earlier_one_in_any_order() {
        let revised = |revision, text| Entry { revision, ..answer("a", 2, text) };
        let copies = [revised(3, "whole"), revised(0, "half"), revised(2, "zealous")];
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let entries = order.iter().map(|at: &usize| vec![copies[*at].clone()]);
            assert_eq!(entries.fold(Vec::new(), merge), [copies[0].clone()], "{order:?}");
        }
    }

    #[test]
    fn a_reported_answer_goes_when_the_transcript_has_it() {
        let reported = entry("r", 9, Block::Reported { text: "done ".into() });
        let waiting = merge(vec![prompt("p", 1, "q")], vec![reported]);
        assert_eq!(text(&waiting).answer, "done");
        let merged = merge(waiting, vec![answer("a", 2, "done")]);
        assert_eq!(merged.len(), 2, "{merged:?}");
    }

    #[test]
    fn injected_elements_are_not_searchable() {
        let own = "a<mementor-x>kept</mementor-x> <mementor nonce=\"1\">past</mementor>b\u{1}";
        assert_eq!(searchable(own, &[]), "a<mementor-x>kept</mementor-x> b");
        assert_eq!(searchable("<note>x</note> y", &["note"]), "y");
        assert_eq!(searchable("<note>x", &["note"]), "<note>x");
    }

    #[test]
    fn a_command_without_work_is_not_searchable() {
        let command = entry("c", 1, Block::Prompt { text: "/clear".into(), command: true });
        assert!(text(std::slice::from_ref(&command)).is_empty());
        assert_eq!(text(&[command, answer("a", 2, "ok")]).prompt, "/clear");
    }
}
