//! Folding: entries in file order become the parts of turns.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::conversation::entry::{Block, Entry};
use crate::conversation::{MaskedEntries, ParsedEntry};

/// State that folding carries from one part of a transcript to the next: the unfinished turns.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct FoldState {
    /// The open turn of each agent; the key of the session's main agent is empty.
    pub open: BTreeMap<String, OpenTurn>,
    /// Turns of pending tool uses, by tool use id.
    pub asked: BTreeMap<String, String>,
    /// Those of these turns that must not be stored: their work went on in an excluded directory.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    out: BTreeSet<String>,
}

impl FoldState {
    /// Returns the open turn of an agent; the key of the session's main agent is empty. `None` also
    /// for one that must not be stored.
    pub fn open_turn(&self, agent: &str) -> Option<&OpenTurn> {
        self.open.get(agent).filter(|turn| !self.out.contains(&turn.id))
    }

    /// Forgets which turns were left out, as far as nothing more can come of them.
    fn forget_closed(&mut self) {
        let Self { open, asked, out } = self;
        out.retain(|id| {
            open.values().any(|turn| turn.id == *id) || asked.values().any(|turn| turn == id)
        });
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

/// Groups entries into turns, in file order; each prompt opens a turn. Work before any prompt forms
/// a turn without a prompt, and so does the rest of a full turn. A subagent's entries are grouped
/// separately from the session's.
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
        let goes_out = parsed.worked_in().is_some_and(is_excluded);
        let open = state.open.entry(entry.subagent.clone().unwrap_or_default());
        let open = open.or_insert_with(|| OpenTurn::of(&entry.id));
        // Decided by earlier entries in the file only, so that it does not depend on where reading
        // stopped.
        if entry.is_prompt() {
            *open = OpenTurn::of(&entry.id);
        } else if open.is_full() {
            let rest = open.continued_by(&entry.id);
            if state.out.contains(&open.id) {
                state.out.insert(rest.id.clone());
            }
            *open = rest;
        }
        open.bytes += entry.bytes();
        open.spoken_bytes += entry.spoken_bytes();
        // A prompt may come between a tool use and its result: the result joins the turn of the
        // tool use.
        let id = asker(entry, &mut state.asked).unwrap_or_else(|| open.id.clone());
        let continues = open.continues.clone().filter(|_| id == open.id);
        ask(entry, &id, &mut state.asked);
        if goes_out {
            state.out.insert(id.clone());
        }
        if state.out.contains(&id) {
            out.insert(id);
            left_out += 1;
            continue;
        }
        match parts.last_mut() {
            Some(part) if part.id == id && part.session == parsed.session => {
                part.entries.push(parsed);
            }
            _ => {
                parts.push(TurnPart {
                    id,
                    session: parsed.session.clone(),
                    position: entry.position,
                    continues,
                    entries: parsed.into(),
                });
            }
        }
    }
    parts.retain(|part| {
        let stays = !out.contains(&part.id);
        left_out += if stays { 0 } else { part.entries.len() as u64 };
        stays
    });
    state.forget_closed();
    Folded { parts, out, left_out }
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
