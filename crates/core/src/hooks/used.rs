//! How far answers used what was added to their prompts. Only counts are recorded, so that what is
//! forgotten later leaves no words behind.

use crate::error::{Error, Result};
use crate::home::Home;
use crate::home::records::SessionRecord;
use crate::home::records::line::{PromptLine, RecordLine, UsedLine};
use crate::memory::Memory;
use crate::recall::used::Injection;

/// An answer that is not complete by then is not waited for.
const WAITED_MS_MAX: i64 = 24 * 60 * 60 * 1_000;

impl Memory {
    /// Records it for the prompts of a session whose answers are complete by now. Call it under the
    /// ingest lock, when the transcript was taken in. `stopped_ms` is when the session reported that
    /// its last answer was complete.
    pub fn note_used(
        &self,
        home: &Home,
        session: &str,
        stopped_ms: Option<i64>,
        now_ms: i64,
    ) -> Result<()> {
        let Some(path) = home.record(session) else { return Ok(()) };
        let failed = |source| Error::FileUnreadable { path: path.clone(), source };
        let (mut record, lines) = SessionRecord::read_added(path.clone()).map_err(failed)?;
        for prompt in lines.iter().filter_map(|line| waits(line, &lines, now_ms - WAITED_MS_MAX)) {
            let injection = Injection {
                session: session.to_owned(),
                prompt: prompt.prompt.clone(),
                at_ms: prompt.at_ms,
                turns: prompt.injected.clone(),
                notes: prompt.notes.clone(),
                stopped_ms,
            };
            let Some(used) = self.used(&injection)? else { continue };
            let line = UsedLine {
                at_ms: now_ms,
                prompt_at_ms: prompt.at_ms,
                turn: used.turn,
                brought: used.brought as i64,
                used: used.used as i64,
            };
            record.append(&RecordLine::Used(line)).map_err(failed)?;
        }
        Ok(())
    }
}

/// Returns the prompt of a line to which something was added and whose answer was not looked at.
fn waits<'l>(line: &'l RecordLine, lines: &[RecordLine], since_ms: i64) -> Option<&'l PromptLine> {
    let RecordLine::Prompt(prompt) = line else { return None };
    let waits = prompt.is_added_to() && prompt.at_ms > since_ms && prompt.used(lines).is_none();
    waits.then_some(prompt)
}
