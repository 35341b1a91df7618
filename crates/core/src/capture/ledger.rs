//! The capture ledger: the transcripts on the disk compared with what was read of them.

use std::collections::{BTreeMap, HashMap};
use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::sources::machine::TranscriptSearch;
use crate::sources::{FoundTranscript, Machine, NEWER_SESSIONS, Stamp, json_lines};
use crate::store::TranscriptRow;

/// How far a transcript was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ReadState {
    /// To its end.
    Complete,
    /// In part.
    Behind,
    /// Never.
    Unread,
    /// It cannot be read.
    Unreadable,
    /// It was read, and is no longer on the disk.
    Gone,
}

/// Counts of lines by reason.
pub type Reasons = BTreeMap<String, u64>;

/// A transcript that is on the disk or was ever read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Tracked {
    /// Its real path.
    pub path: String,
    /// Name of the agent that it belongs to.
    pub agent: &'static str,
    /// How far it was read.
    pub state: ReadState,
    /// Whether it is among those that its agent keeps.
    pub is_kept: bool,
    /// The subagent whose transcript it is; `None` for a session's own.
    pub subagent: Option<String>,
    /// The session, as far as it was read.
    pub session: Option<String>,
    /// Name of its turns' project.
    pub project: Option<String>,
    /// Number of its turns that are stored; `None` unless it was asked for.
    pub turns: Option<u64>,
    /// Size on the disk; `None` if it is gone.
    pub bytes: Option<u64>,
    /// Bytes read, up to the end of a complete line.
    pub read: u64,
    /// Bytes not read yet.
    pub waiting: u64,
    /// Modification time, in milliseconds since the epoch.
    pub modified_at_ms: i64,
    /// Lines that became entries of a turn.
    pub kept: u64,
    /// Lines that are irrelevant to the memory.
    pub skipped: Reasons,
    /// Lines that could not be parsed.
    pub problems: Reasons,
    /// Sessions that a newer client keeps in a form that is not known.
    pub newer: u64,
}

/// What of the ledger is asked for.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct LedgerOptions {
    /// Whether each transcript, and not the sums alone.
    pub rows: Option<bool>,
    /// Whether the number of stored turns of each.
    pub turns: Option<bool>,
}

/// The ledger.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Ledger {
    /// Its sums.
    pub summary: LedgerSummary,
    /// The transcripts, the one that changed last first.
    pub transcripts: Vec<Tracked>,
}

/// Number of transcripts in each state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StateCounts {
    /// Read to their end.
    pub complete: u64,
    /// Read in part.
    pub behind: u64,
    /// Never read.
    pub unread: u64,
    /// Not readable.
    pub unreadable: u64,
    /// Read, and no longer on the disk.
    pub gone: u64,
}

/// The sums of a ledger.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LedgerSummary {
    /// Number of transcripts.
    pub known: u64,
    /// Number of them in each state.
    pub states: StateCounts,
    /// Unread bytes of transcripts that were read in part.
    pub waiting: u64,
    /// When the one of these that changed first did so, in milliseconds since the epoch.
    pub waiting_since_ms: Option<i64>,
    /// Bytes of transcripts that were never read.
    pub unread: u64,
    /// Lines that became entries of a turn.
    pub kept: u64,
    /// Lines that are irrelevant to the memory.
    pub skipped: Reasons,
    /// Lines that could not be parsed.
    pub problems: Reasons,
    /// Sessions that newer clients keep in a form that is not known.
    pub newer: u64,
}

/// Compares the transcripts that the agents of a machine keep with the ledger's rows.
///
/// # Errors
/// None of its own.
pub fn compared(
    rows: Vec<TranscriptRow>,
    machine: &Machine,
    options: &LedgerOptions,
) -> Result<Ledger> {
    let on_disk = machine.transcripts(&TranscriptSearch::default())?;
    let transcripts = tracked(on_disk, rows, machine);
    let summary = LedgerSummary::of(&transcripts);
    let transcripts = if options.rows == Some(true) { transcripts } else { Vec::new() };
    Ok(Ledger { summary, transcripts })
}

/// Compares the transcripts on the disk with the ledger's rows, the one that changed last first. A
/// file from elsewhere that gave nothing is none.
fn tracked(
    on_disk: Vec<FoundTranscript>,
    rows: Vec<TranscriptRow>,
    machine: &Machine,
) -> Vec<Tracked> {
    let mut unseen: HashMap<String, TranscriptRow> =
        rows.into_iter().map(|row| (row.path.clone(), row)).collect();
    let mut all: Vec<Tracked> = Vec::with_capacity(on_disk.len());
    for found in on_disk {
        let row = unseen.remove(&found.path);
        all.push(each(Some(&found), row, true, machine));
    }
    // These were read from another place, or are gone.
    for row in unseen.into_values().filter(|row| !is_no_transcript(row)) {
        all.push(each(found_at(&row.path).as_ref(), Some(row), false, machine));
    }
    all.sort_by(|a, b| b.modified_at_ms.cmp(&a.modified_at_ms).then_with(|| a.path.cmp(&b.path)));
    all
}

/// Earlier versions kept the name of any file that was given to `ingest`, such as a README.
fn is_no_transcript(row: &TranscriptRow) -> bool {
    row.kept == 0 && row.skipped.keys().all(|reason| reason == "blank")
}

/// Returns the file that a path leads into, such as a database; any other path itself.
fn holding_file(path: &Path) -> &Path {
    path.parent().filter(|above| above.is_file()).unwrap_or(path)
}

/// Returns what is at the path of a transcript; a file that cannot be looked at may still exist.
fn found_at(path: &str) -> Option<FoundTranscript> {
    let stamp = match std::fs::metadata(holding_file(Path::new(path))) {
        Ok(file) => Stamp::of(&file),
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        Err(_) => Stamp::default(),
    };
    FoundTranscript::at(Path::new(path), stamp)
}

fn each(
    found: Option<&FoundTranscript>,
    row: Option<TranscriptRow>,
    is_kept: bool,
    machine: &Machine,
) -> Tracked {
    let path = found.map(|found| found.path.clone());
    let path = path.or_else(|| row.as_ref().map(|row| row.path.clone())).unwrap_or_default();
    let source = machine.owner(Path::new(&path));
    let state = found.map_or(ReadState::Gone, |found| state_of(found, row.as_ref()));
    let read = row.as_ref().map_or(0, |row| row.offset);
    let bytes = found.map(|found| found.bytes);
    let changed_ms = found.map(|found| found.modified_at_ms);
    let modified_at_ms = changed_ms.or_else(|| row.as_ref().map(|row| row.modified_at_ms));
    let waits = !matches!(state, ReadState::Complete | ReadState::Gone);
    let waiting = if waits { bytes.unwrap_or_default().saturating_sub(read) } else { 0 };
    let (session, project, kept, skipped, mut problems) = row
        .map_or_else(Default::default, |row| {
            (row.session, row.project, row.kept, row.skipped, row.problems)
        });
    Tracked {
        newer: problems.remove(NEWER_SESSIONS).unwrap_or_default(),
        agent: source.name(),
        subagent: source.subagent_at(Path::new(&path)),
        modified_at_ms: modified_at_ms.unwrap_or_default(),
        turns: None,
        path,
        state,
        is_kept,
        session,
        project,
        bytes,
        read,
        waiting,
        kept,
        skipped,
        problems,
    }
}

fn state_of(found: &FoundTranscript, row: Option<&TranscriptRow>) -> ReadState {
    let path = Path::new(&found.path);
    // A part of a database is read at each end of a turn; the size of the file is not its size.
    if row.is_some() && holding_file(path) != path {
        return ReadState::Complete;
    }
    let offset = row.map(|row| row.offset);
    // A truncated last line is never read, which loses nothing.
    let unread = json_lines::has_line_after(path, offset.filter(|offset| *offset < found.bytes));
    match (unread, offset) {
        (Err(_), _) => ReadState::Unreadable,
        (Ok(_), None) => ReadState::Unread,
        (Ok(true), Some(_)) => ReadState::Behind,
        (Ok(false), Some(_)) => ReadState::Complete,
    }
}

impl LedgerSummary {
    /// Sums up transcripts.
    pub fn of(transcripts: &[Tracked]) -> Self {
        let mut sums = Self { known: transcripts.len() as u64, ..Self::default() };
        for each in transcripts {
            let count = match each.state {
                ReadState::Complete => &mut sums.states.complete,
                ReadState::Behind => &mut sums.states.behind,
                ReadState::Unread => &mut sums.states.unread,
                ReadState::Unreadable => &mut sums.states.unreadable,
                ReadState::Gone => &mut sums.states.gone,
            };
            *count += 1;
            match each.state {
                ReadState::Behind => {
                    sums.waiting += each.waiting;
                    let since = sums.waiting_since_ms.unwrap_or(i64::MAX);
                    sums.waiting_since_ms = Some(since.min(each.modified_at_ms));
                }
                ReadState::Unread => sums.unread += each.waiting,
                _ => {}
            }
            sums.kept += each.kept;
            sums.newer += each.newer;
            for (sum, part) in
                [(&mut sums.skipped, &each.skipped), (&mut sums.problems, &each.problems)]
            {
                for (reason, count) in part {
                    *sum.entry(reason.clone()).or_default() += count;
                }
            }
        }
        sums
    }
}
