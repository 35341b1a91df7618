//! What happened to a turn: whether the person took it back or refused it, or later turns replaced
//! what it wrote or changed its files.
//!
//! Every mark rests on evidence in the log and names the turn that shows it; without evidence there
//! is none. docs/decisions/marks.md says how often they are right.

mod standing;

use crate::conversation::dialect::FileChange;
use crate::conversation::entry::{Block, Entry};
use crate::conversation::turn;
use crate::digest::refusal;
use crate::error::Result;
use crate::path_spelling::inside;
use crate::search::browse::WholeTurn;
use crate::search::{Hit, Mark, MarkKind};
use crate::sources;
use crate::store::{Reader, TurnPlace};
use standing::Standing;

/// Maximum number of files of a turn that are followed.
const FILES_MAX: usize = 12;
/// Maximum number of later turns that are looked at.
const LATER_MAX: usize = 40;
/// Maximum number of logs that are read for the marks of one turn, its own included.
const LOGS_MAX: usize = 8;
/// Maximum number of logs that are read for all turns that are shown at once.
const SHOWN_LOGS_MAX: usize = 16;
/// Maximum number of logs that are read for a turn that goes into a prompt.
const RECALL_LOGS_MAX: usize = 4;

/// Marks the hits of an answer. Only the logs of turns that were taken back are read for them: all
/// would double the time of a query.
pub fn mark(reader: &Reader, hits: &mut [Hit]) -> Result<()> {
    for hit in hits {
        hit.marks = marks(reader, &hit.turn, &mut 0)?;
    }
    Ok(())
}

/// Marks turns that are shown whole, within a budget of logs to read: the first turns come first.
pub fn mark_shown(reader: &Reader, turns: &mut [WholeTurn]) -> Result<()> {
    let mut logs = SHOWN_LOGS_MAX;
    for turn in turns {
        turn.marks = marks(reader, &turn.turn, &mut logs)?;
    }
    Ok(())
}

/// Returns the marks of a turn that goes into a prompt. A prompt waits: few logs are read.
pub fn for_recall(reader: &Reader, uuid: &str) -> Result<Vec<Mark>> {
    let mut logs = RECALL_LOGS_MAX;
    marks(reader, uuid, &mut logs)
}

/// Returns the marks of a turn, the most important first. `logs` is how many logs may be read, and
/// loses those that were.
pub fn marks(reader: &Reader, uuid: &str, logs: &mut usize) -> Result<Vec<Mark>> {
    let Some(own) = reader.turn_place(uuid)? else { return Ok(Vec::new()) };
    if own.is_taken_back {
        // What became of its files says no more: nothing of it holds.
        return Ok(vec![taken_back(reader, &own)?]);
    }
    let files = reader.changed_files(own.id)?;
    let later = later(reader, &own, &files)?;
    let mut found = Vec::new();
    found.extend(superseded(reader, &own, &later, logs)?);
    found.extend(refused(reader, &own)?);
    found.extend(changed_since(&later));
    Ok(found)
}

/// A later turn, and the files of the marked one that it changed, as both name them.
struct Later {
    turn: TurnPlace,
    files: Vec<(String, String)>,
}

/// Returns the later turns that changed files of a turn, oldest first.
fn later(reader: &Reader, own: &TurnPlace, files: &[String]) -> Result<Vec<Later>> {
    let files = &files[..files.len().min(FILES_MAX)];
    let names: Vec<&str> = files.iter().map(|file| inside(file, own.cwd.as_deref())).collect();
    let mut found = Vec::new();
    for turn in reader.later_turns_on(own, &names, LATER_MAX)? {
        let changed = reader.changed_files(turn.id)?;
        let same = |file: &String| {
            let same = changed.iter().find(|other| is_same(file, own, other, &turn))?;
            Some((file.clone(), same.clone()))
        };
        let files: Vec<_> = files.iter().filter_map(same).collect();
        if !files.is_empty() {
            found.push(Later { turn, files });
        }
    }
    Ok(found)
}

/// Whether two turns mean the same file: one path, or the same path in two checkouts, neither of
/// which lies in the other.
fn is_same(file: &str, of: &TurnPlace, other: &str, of_other: &TurnPlace) -> bool {
    if file == other {
        return true;
    }
    let (Some(here), Some(there)) = (of.cwd.as_deref(), of_other.cwd.as_deref()) else {
        return false;
    };
    let (own, its) = (inside(file, Some(here)), inside(other, Some(there)));
    let are_relative = !own.starts_with('/') && !its.starts_with('/');
    are_relative && own == its && !here.starts_with(there) && !there.starts_with(here)
}

fn changed_since(later: &[Later]) -> Option<Mark> {
    let last = later.last()?;
    let mut files: Vec<String> = Vec::new();
    for (file, _) in later.iter().flat_map(|later| &later.files) {
        if !files.contains(file) {
            files.push(file.clone());
        }
    }
    Some(of(MarkKind::ChangedSince, &last.turn, files))
}

fn of(kind: MarkKind, shown_by: &TurnPlace, files: Vec<String>) -> Mark {
    let TurnPlace { uuid, started_at_ms, .. } = shown_by;
    Mark { kind, turn: uuid.clone(), at_ms: *started_at_ms, files, said: None }
}

/// Returns the mark of a turn that was taken back. The last turn with which a session went on shows
/// it.
fn taken_back(reader: &Reader, own: &TurnPlace) -> Result<Mark> {
    let entries = turn::decode_read_only(&reader.stored_turn(own.id)?.log);
    let shown_by = entries.iter().rev().find_map(|entry| {
        let by = entry.blocks.iter().find_map(|block| match block {
            Block::TakenBack { by, .. } => by.clone(),
            _ => None,
        });
        Some((by?, entry.at_ms))
    });
    let mark = of(MarkKind::TakenBack, own, Vec::new());
    Ok(match shown_by {
        Some((turn, at_ms)) => Mark { turn, at_ms, ..mark },
        None => mark,
    })
}

/// Returns a mark when the next prompt of the session refuses what the turn did.
fn refused(reader: &Reader, own: &TurnPlace) -> Result<Option<Mark>> {
    if !own.is_own {
        return Ok(None);
    }
    let Some((next, prompt)) = reader.next_prompt(own)? else { return Ok(None) };
    let mark = |said| Mark { said: Some(said), ..of(MarkKind::Refused, &next, Vec::new()) };
    Ok(refusal(&prompt).map(mark))
}

/// Returns a mark when nearly nothing is left of what the turn wrote. `None` when too many
/// turns would have to be read to know.
fn superseded(
    reader: &Reader,
    own: &TurnPlace,
    later: &[Later],
    logs: &mut usize,
) -> Result<Option<Mark>> {
    let needed = later.len() + 1;
    if later.is_empty() || later.len() == LATER_MAX || needed > LOGS_MAX.min(*logs) {
        return Ok(None);
    }
    *logs -= needed;
    let mut standing = Standing::default();
    for change in changes(reader, own.id)? {
        standing.wrote(&change);
    }
    let mut replaced_by = None;
    for later in later {
        let before = standing.gone();
        for change in changes(reader, later.turn.id)? {
            let file = later.files.iter().find(|(_, named)| *named == change.file);
            standing.changed(file.map(|(file, _)| file.as_str()), &change);
        }
        if standing.gone() > before {
            replaced_by = Some(&later.turn);
        }
    }
    let Some(by) = replaced_by.filter(|_| standing.is_replaced()) else { return Ok(None) };
    Ok(Some(of(MarkKind::Superseded, by, standing.files())))
}

/// Returns the changes that a turn made to files, in order.
fn changes(reader: &Reader, turn: i64) -> Result<Vec<FileChange>> {
    let stored = reader.stored_turn(turn)?;
    let entries: Vec<Entry> = turn::decode_read_only(&stored.log);
    let results = turn::results(&entries);
    let dialect = sources::dialect(&stored.agent);
    let blocks = entries.iter().flat_map(|entry| &entry.blocks);
    let calls = blocks.filter_map(|block| turn::call(block, &results));
    let done = calls.filter(|call| !call.failed && call.result.is_some());
    Ok(done.flat_map(|call| (dialect.detail)(&call).changes).collect())
}
