//! Restores a lost transcript from the stored turns.

use serde::Serialize;

use crate::conversation::turn;
use crate::error::{Error, Result};
use crate::sources;
use crate::store::Store;

/// A restored transcript.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Restored {
    /// Id of the session.
    pub session: String,
    /// The directory the session started in, which decides where the client looks for its
    /// transcript.
    pub directory: Option<String>,
    /// Path of the transcript when it was last ingested.
    pub transcript: Option<String>,
    /// Number of the session's own turns; those of its subagents were in separate files.
    pub turns: u64,
    /// Number of lines in the text.
    pub lines: u64,
    /// Number of stored entries that have no line in the transcript.
    pub left_out: u64,
    /// The transcript; each line ends with a newline.
    pub text: String,
}

/// Returns the transcript of the session with exactly this id; `None` when it has no turns.
pub fn restore(store: &Store, session: &str) -> Result<Option<Restored>> {
    let (logs, transcripts) = store
        .read(|reader| Ok((reader.session_logs(session)?, reader.session_transcripts(session)?)))?;
    if logs.is_empty() {
        return Ok(None);
    }
    let turns: Vec<_> = logs.into_iter().map(|(id, log)| (id, turn::decode(&log))).collect();
    let agent = transcripts.first().map_or(sources::DEFAULT, |(_, agent)| agent.as_str());
    let source = sources::named(agent)?;
    let written = source.reconstruct(session, &turns).ok_or_else(|| {
        Error::InvalidArgument(format!("no transcript of {agent} can be written"))
    })?;
    let is_named = |path: &str| source.session_of(path).as_deref() == Some(session);
    let transcript = transcripts.into_iter().map(|(path, _)| path).find(|path| is_named(path));
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
