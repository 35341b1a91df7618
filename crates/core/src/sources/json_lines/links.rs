//! Links between the lines of a transcript: each names the line that it follows. They tell which
//! prompt a line answers, where two terminals write to one file, and which turns a person took back,
//! by going on from a line before them.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::conversation::ParsedEntry;
use crate::conversation::entry::{Block, Entry, TAKEN_BACK};

/// The link of a line: its own id and that of the line it follows, as keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    own: u64,
    follows: Option<u64>,
}

impl Link {
    /// Returns the link of a line with this id. A line that follows none in particular follows the
    /// one before it.
    pub fn of(own: &str, follows: Option<&str>) -> Self {
        Self { own: key(own), follows: follows.map(key) }
    }
}

/// Returns a hash of an id, short enough to keep one for every line.
fn key(id: &str) -> u64 {
    // FNV-1a: an id says nothing that must be hidden, and two alike only misplace a line.
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let all = id.bytes().fold(0xcbf2_9ce4_8422_2325, hash);
    (all ^ (all >> 48)) & KEY
}

/// Bits of a key.
const KEY: u64 = (1 << 48) - 1;
/// Hexadecimal digits of a key.
const KEY_DIGITS: usize = 12;

/// Number of lines, and of turns, whose ids are remembered. A line that follows an older one counts
/// as following the one before it.
const LINES_MAX: usize = 8_192;
const TURNS_MAX: usize = 1_024;

/// The lines that were read, as far as they are remembered.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Links {
    turns: Vec<Turn>,
    /// Number of the first of these turns.
    #[serde(skip_serializing_if = "is_none")]
    first: usize,
}

/// A prompt, with the lines that follow it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Turn {
    /// Id of the prompt; empty for what stands before the first one.
    id: String,
    at_ms: i64,
    /// The line that the prompt follows: the number of its turn, and its number there.
    #[serde(skip_serializing_if = "Option::is_none")]
    follows: Option<(usize, usize)>,
    #[serde(skip_serializing_if = "Standing::is_usual")]
    standing: Standing,
    /// Whether it is a command to the client that nothing came of: some clients go on from before it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_aside: bool,
    /// Keys of its lines, in hexadecimal.
    lines: String,
    /// Keys of lines that were written after the next prompt and say nothing, such as what a client
    /// notes before it asks again: each with the number of the line that it follows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    late: Vec<(u64, usize)>,
}

/// Whether the conversation went on without a turn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Standing {
    /// As far as is known it is part of it.
    #[default]
    Usual,
    /// The person went on from a line before it.
    TakenBack,
    /// They did, and it went on all the same: in another terminal.
    Both,
}

impl Standing {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_usual(&self) -> bool {
        *self == Self::Usual
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_none(number: &usize) -> bool {
    *number == 0
}

impl Links {
    /// Takes a line over. Its entries, those of `read` from `from` on, learn which prompt they
    /// answer; what the line says of other turns is added to them. Where a prompt may have been lost
    /// before it and nothing tells which, it and what follows it answer none that is known.
    pub fn take(&mut self, link: Link, read: &mut Vec<ParsedEntry>, from: usize, is_lost: bool) {
        if self.turns.is_empty() {
            self.turns.push(Turn::default());
        }
        let found = link.follows.and_then(|key| self.place_of(key));
        let is_own = |parsed: &&mut ParsedEntry| parsed.entry.subagent.is_none();
        let mut own: Vec<&mut ParsedEntry> = read[from..].iter_mut().filter(is_own).collect();
        let said = if let Some(prompt) = own.iter().rfind(|parsed| parsed.entry.is_prompt()) {
            self.ask(prompt, found, link.own)
        } else {
            if is_lost && found.is_none() {
                self.turns.push(Turn::default());
            }
            self.answer(&mut own, found, link.own)
        };
        read.extend(said);
        self.forget();
    }

    /// Takes over a line in place of the prompt of a turn, which is lost: what follows the line
    /// belongs to that turn.
    pub fn lose(&mut self, link: Link, id: String) {
        let mut turn = Turn { id, ..Turn::default() };
        turn.push(link.own);
        self.turns.push(turn);
        self.forget();
    }

    /// Takes over a prompt, and returns what it says of other turns.
    fn ask(
        &mut self,
        prompt: &ParsedEntry,
        found: Option<(usize, usize)>,
        own: u64,
    ) -> Vec<ParsedEntry> {
        let Entry { id, at_ms, .. } = prompt.entry.clone();
        if self.turns.iter().any(|turn| turn.id == id) {
            // The same line once more.
            return Vec::new();
        }
        let went_on = found.map_or_else(Vec::new, |(turn, _)| self.go_on(turn));
        let left = found.map_or_else(Vec::new, |place| self.go_back(place, at_ms));
        let follows = found.or_else(|| self.last_place());
        let is_aside = prompt.entry.blocks.iter().all(is_command);
        let mut turn = Turn { id, at_ms, follows, is_aside, ..Turn::default() };
        turn.push(own);
        self.turns.push(turn);
        let verdicts = went_on.iter().map(|id| verdict(prompt, id, false));
        verdicts.chain(left.iter().map(|id| verdict(prompt, id, true))).collect()
    }

    /// Takes over a line that is no prompt. Its entries learn what they answer; returns what they
    /// say of other turns.
    fn answer(
        &mut self,
        entries: &mut [&mut ParsedEntry],
        found: Option<(usize, usize)>,
        own: u64,
    ) -> Vec<ParsedEntry> {
        let newest = self.first + self.turns.len() - 1;
        let (number, line) = found.unwrap_or((newest, 0));
        let speaks = |parsed: &&mut ParsedEntry| parsed.entry.blocks.iter().any(is_said);
        let saying = entries.iter().rfind(|parsed| speaks(parsed)).map(|parsed| (*parsed).clone());
        let turn = &mut self.turns[number - self.first];
        turn.is_aside &= saying.is_none();
        if number == newest || saying.is_some() {
            turn.push(own);
        } else {
            turn.late.push((own, line));
        }
        if found.is_some() && !turn.id.is_empty() {
            for parsed in entries {
                parsed.answers = Some(turn.id.clone());
            }
        }
        let Some(saying) = saying.filter(|_| found.is_some()) else { return Vec::new() };
        self.go_on(number).iter().map(|id| verdict(&saying, id, false)).collect()
    }

    /// Returns the number of the turn that a line with this key belongs to, and the line's number
    /// there.
    fn place_of(&self, key: u64) -> Option<(usize, usize)> {
        let digits = format!("{key:012x}");
        let in_turn = |turn: &Turn| {
            let mut lines = turn.lines.as_bytes().chunks_exact(KEY_DIGITS);
            let late = || turn.late.iter().rfind(|(own, _)| *own == key).map(|(_, line)| *line);
            lines.rposition(|line| line == digits.as_bytes()).or_else(late)
        };
        let numbered = self.turns.iter().enumerate().rev();
        let mut found = numbered.filter_map(|(at, turn)| Some((at + self.first, in_turn(turn)?)));
        found.next()
    }

    fn last_place(&self) -> Option<(usize, usize)> {
        let lines = self.turns.last()?.lines.len() / KEY_DIGITS;
        Some((self.first + self.turns.len() - 1, lines.saturating_sub(1)))
    }

    /// A prompt follows a line. Those that followed it, or a later line of its turn, are taken back
    /// with all that came of them. A copy, which has the time of its prompt, takes nothing back.
    /// Returns the ids of the turns that were not known to be.
    fn go_back(&mut self, (turn, line): (usize, usize), at_ms: i64) -> Vec<String> {
        let mut taken: Vec<usize> = Vec::new();
        let mut told = Vec::new();
        for (number, of) in (self.first..).zip(&mut self.turns) {
            let Some((before, at)) = of.follows else { continue };
            let is_left = if before == turn { at >= line } else { taken.contains(&before) };
            if !is_left || of.at_ms == at_ms || of.standing == Standing::Both {
                continue;
            }
            taken.push(number);
            if of.standing == Standing::Usual && !of.is_aside {
                of.standing = Standing::TakenBack;
                told.push(of.id.clone());
            }
        }
        told
    }

    /// A turn goes on: neither it nor what it came of is taken back. Returns the ids of the turns of
    /// which that was thought.
    fn go_on(&mut self, turn: usize) -> Vec<String> {
        let mut told = Vec::new();
        let mut next = Some(turn);
        while let Some(at) = next.and_then(|number| number.checked_sub(self.first)) {
            let of = &mut self.turns[at];
            if of.standing != Standing::TakenBack {
                break;
            }
            of.standing = Standing::Both;
            told.push(of.id.clone());
            next = of.follows.map(|(before, _)| before);
        }
        told
    }

    /// Forgets the oldest turns beyond the limits.
    fn forget(&mut self) {
        let lines = |turn: &Turn| turn.lines.len() / KEY_DIGITS + turn.late.len();
        let mut all: usize = self.turns.iter().map(lines).sum();
        while self.turns.len() > 1 && (all > LINES_MAX || self.turns.len() > TURNS_MAX) {
            all -= lines(&self.turns.remove(0));
            self.first += 1;
        }
    }
}

impl Turn {
    fn push(&mut self, key: u64) {
        let _ = write!(self.lines, "{key:012x}");
    }
}

fn is_command(block: &Block) -> bool {
    !matches!(block, Block::Prompt { command: false, .. } | Block::Steer { .. })
}

/// Whether a block shows that its branch of a conversation goes on: results may come late.
fn is_said(block: &Block) -> bool {
    matches!(block, Block::Answer { .. } | Block::ToolUse { .. })
}

/// Returns an entry that says whether a turn is taken back, as an entry of the transcript shows. The
/// last one counts.
pub(in crate::sources) fn verdict(
    shown_by: &ParsedEntry,
    turn: &str,
    is_taken_back: bool,
) -> ParsedEntry {
    let mut parsed = shown_by.without_blocks();
    let session = parsed.session.clone().unwrap_or_default();
    let by = Some(parsed.entry.id.clone()).filter(|_| shown_by.entry.is_prompt());
    let taken_back = Block::TakenBack { session: session.clone(), by };
    parsed.entry = Entry {
        id: format!("{TAKEN_BACK}{session}"),
        at_ms: parsed.entry.at_ms,
        position: parsed.entry.position,
        revision: parsed.entry.position + 1,
        blocks: if is_taken_back { vec![taken_back] } else { Vec::new() },
        ..Entry::default()
    };
    parsed.answers = Some(turn.to_owned());
    parsed
}
