//! Folding: entries in file order become the parts of turns.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::clock::Clocks;
use crate::conversation::entry::{Block, Entry};
use crate::conversation::{MaskedEntries, ParsedEntry};

/// State that folding carries from one part of a transcript to the next: the unfinished turns.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct FoldState {
    /// The open turn of each agent; the key of the session's main agent is empty.
    pub open: BTreeMap<String, OpenTurn>,
    /// Turns of pending tool uses, by tool use id.
    pub asked: BTreeMap<String, String>,
    /// The clock of each agent, as its prompts show it.
    #[serde(default)]
    pub(super) clocks: Clocks,
    /// Ids of what was typed while the model worked, each with its turn, oldest first: it may turn out
    /// to be the prompt of a later turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steered: Vec<(String, String)>,
    /// Whether a prompt may have been lost, and only results of tools were read since.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lost: bool,
    /// Turns that must not be stored: their work went on in an excluded directory. A late line may
    /// still name any of them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    out: BTreeSet<String>,
}

impl FoldState {
    /// Returns the open turn of an agent; the key of the session's main agent is empty. `None` also
    /// for one that must not be stored.
    pub fn open_turn(&self, agent: &str) -> Option<&OpenTurn> {
        self.open.get(agent).filter(|turn| !self.out.contains(&turn.id))
    }
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
pub(super) const TURN_SPOKEN_BYTES_MAX: usize = 512 << 10;

impl OpenTurn {
    fn is_full(&self) -> bool {
        self.bytes >= TURN_BYTES_MAX || self.spoken_bytes >= TURN_SPOKEN_BYTES_MAX
    }

    fn of(id: &str) -> Self {
        Self { id: id.to_owned(), ..Self::default() }
    }

    /// Returns the turn that an entry belongs to by its links, if it is another one.
    fn other(&self, parsed: &ParsedEntry) -> Option<String> {
        let prompt = parsed.answers.as_ref().filter(|_| !parsed.entry.is_prompt())?;
        let is_here = *prompt == self.id || self.continues.as_ref() == Some(prompt);
        (!is_here || parsed.entry.is_verdict()).then(|| prompt.clone())
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
    pub entries: MaskedEntries,
}

impl TurnPart {
    /// Returns its sessions: the one that its entries name, and the one that its transcript is named
    /// after. Some clients leave the parent's name in the entries that a fork copies.
    pub fn sessions<'s>(&'s self, own: Option<&'s str>) -> Vec<&'s str> {
        let mut sessions: Vec<&str> = self.session.as_deref().into_iter().chain(own).collect();
        sessions.dedup();
        sessions
    }
}

/// What folding makes of entries.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Folded {
    /// The parts of turns, in file order.
    pub parts: Vec<TurnPart>,
    /// Turns that are left out, because their work went on in an excluded directory. Earlier parts
    /// of them may be stored.
    pub out: BTreeSet<String>,
    /// Number of entries that are left out with them.
    pub left_out: u64,
}

/// Groups entries into turns, in file order; each prompt opens a turn. An entry whose links name the
/// prompt that it answers joins that turn; any other the turn that was opened last. Work before any
/// prompt forms a turn without a prompt, and so does the rest of a full turn. A subagent's entries
/// are grouped separately from the session's. Where a prompt may have been lost, what follows
/// joins no turn before it, except what is linked and the result of a call.
///
/// `is_excluded` is asked for the directory of each entry. A turn whose work went on in an excluded
/// one is left out, all of it; the next prompt that is typed elsewhere opens one that is not.
pub fn fold(
    parsed: Vec<ParsedEntry>,
    state: &mut FoldState,
    is_excluded: &dyn Fn(&str) -> bool,
) -> Folded {
    let mut parts: Vec<TurnPart> = Vec::new();
    let mut out = BTreeSet::new();
    let mut left_out = 0;
    for parsed in parsed {
        let entry = &parsed.entry;
        // A prompt may come between a tool use and its result: the result joins the turn of the
        // tool use.
        let asker = asker(entry, &mut state.asked);
        if entry.is_withdrawn() {
            let part = withdrawal(parsed, &mut state.steered);
            parts.extend(part.filter(|part| !state.out.contains(&part.id)));
            continue;
        }
        state.lost |= parsed.follows_loss;
        if state.lost
            && !entry.is_verdict()
            && !entry.is_label()
            && (asker.is_some() || !is_result(entry))
        {
            state.lost = false;
            if asker.is_none() {
                state.open.clear();
            }
        }
        let goes_out = parsed.worked_in().is_some_and(is_excluded);
        // A label is of the turn that it comes in, and opens none.
        if entry.is_label() && !state.open.contains_key("") {
            continue;
        }
        let open = state.open.entry(entry.subagent.clone().unwrap_or_default());
        let open = open.or_insert_with(|| OpenTurn::of(&entry.id));
        let linked = open.other(&parsed);
        // Decided by earlier entries in the file only, so that it does not depend on where reading
        // stopped.
        if entry.is_prompt() {
            *open = OpenTurn::of(&entry.id);
        } else if open.is_full() && linked.is_none() && !entry.is_label() {
            let rest = open.continued_by(&entry.id);
            if state.out.contains(&open.id) {
                state.out.insert(rest.id.clone());
            }
            *open = rest;
        }
        if linked.is_none() {
            open.bytes += entry.bytes();
            open.spoken_bytes += entry.spoken_bytes();
        }
        let id = asker.or(linked).unwrap_or_else(|| open.id.clone());
        let continues = open.continues.clone().filter(|_| id == open.id);
        ask(entry, &id, &mut state.asked);
        steer(entry, &id, &mut state.steered);
        if goes_out {
            state.out.insert(id.clone());
        }
        if state.out.contains(&id) {
            out.insert(id);
            left_out += 1;
            continue;
        }
        if entry.is_verdict() && open.continues.as_ref() == Some(&id) {
            put(&mut parts, open.id.clone(), open.continues.clone(), parsed.clone());
        }
        put(&mut parts, id, continues, parsed);
    }
    parts.retain(|part| {
        let stays = !out.contains(&part.id);
        left_out += if stays { 0 } else { part.entries.len() as u64 };
        stays
    });
    Folded { parts, out, left_out }
}

fn put(parts: &mut Vec<TurnPart>, id: String, continues: Option<String>, parsed: ParsedEntry) {
    match parts.last_mut() {
        Some(part) if part.id == id && part.session == parsed.session => part.entries.push(parsed),
        _ => parts.push(TurnPart {
            id,
            session: parsed.session.clone(),
            position: parsed.entry.position,
            continues,
            entries: parsed.into(),
        }),
    }
}

/// Whether an entry only has results of tools, which no turn begins with.
fn is_result(entry: &Entry) -> bool {
    entry.blocks.iter().all(|block| matches!(block, Block::ToolResult { .. }))
}

/// Maximum number of remembered steering entries.
const STEERED_MAX: usize = 64;

/// Remembers the turn of an entry that a later line may repeat.
fn steer(entry: &Entry, turn: &str, steered: &mut Vec<(String, String)>) {
    let is_steering = |block: &Block| matches!(block, Block::Steer { .. } | Block::Note { .. });
    if entry.blocks.iter().any(is_steering) {
        steered.push((entry.id.clone(), turn.to_owned()));
        steered.drain(..steered.len().saturating_sub(STEERED_MAX));
    }
}

/// Returns the part that replaces an entry in its turn, if its turn is known.
fn withdrawal(parsed: ParsedEntry, steered: &mut Vec<(String, String)>) -> Option<TurnPart> {
    let at = steered.iter().position(|(id, _)| *id == parsed.entry.id)?;
    let (_, turn) = steered.remove(at);
    Some(TurnPart {
        id: turn,
        session: parsed.session.clone(),
        position: parsed.entry.position,
        continues: None,
        entries: parsed.into(),
    })
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
