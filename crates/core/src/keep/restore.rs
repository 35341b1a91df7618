//! A transcript made again from the stored turns, for one that has disappeared.

use serde::Serialize;

use crate::conversation::turn;
use crate::error::Result;
use crate::sources::claude_code;
use crate::store::Store;

/// A transcript as it would be written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Restored {
    /// The session.
    pub session: String,
    /// The directory it was started in, which decides where its client looks for it.
    pub directory: Option<String>,
    /// Where its transcript was when it was last read.
    pub transcript: Option<String>,
    /// Turns of the session's own; those of its subagents stood in files of their own.
    pub turns: u64,
    /// Lines of the text.
    pub lines: u64,
    /// Stored entries that no line was made of.
    pub left_out: u64,
    /// The transcript, each line with its newline.
    pub text: String,
}

/// Returns the transcript of a session that is known by its whole id; `None` when it has no turns.
pub fn restore(store: &Store, session: &str) -> Result<Option<Restored>> {
    let (logs, transcript) = store
        .read(|reader| Ok((reader.session_logs(session)?, reader.session_transcript(session)?)))?;
    if logs.is_empty() {
        return Ok(None);
    }
    let turns: Vec<_> = logs.into_iter().map(|(id, log)| (id, turn::decode(&log))).collect();
    let written = claude_code::written(session, &turns);
    let mut entries = turns.iter().flat_map(|(_, entries)| entries);
    Ok(Some(Restored {
        session: session.to_owned(),
        directory: entries.find_map(|entry| entry.cwd.clone()),
        transcript,
        turns: turns.len() as u64,
        lines: written.lines.len() as u64,
        left_out: written.left_out,
        text: written.lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect(),
    }))
}
