//! The agents on this machine: their transcripts, and the sessions that a person goes back into.

use std::path::Path;

use mementor_core::api::{
    self, AgentRow, FoundTranscript, Ledger, LedgerOptions, Machine, NotTranscript, Resumable,
    Surroundings, TranscriptPlace, TranscriptSearch,
};
use napi_derive::napi;

use crate::guard::{Failure, guarded};
use crate::memory::Memory;
use crate::row::{Given, Row, row, row_if_any};

fn machine(on: Given<Surroundings>) -> Machine {
    Machine::of(on.0)
}

/// Returns the agents that are known; the first is the default.
#[napi]
pub fn agents(on: Option<Given<Surroundings>>) -> Result<Row<Vec<AgentRow>>, Failure> {
    row(|| Ok(api::agents(on.as_ref().map(|on| &on.0))))
}

/// Returns transcripts on the disk, the one that changed last first.
#[napi]
pub fn transcripts(
    on: Given<Surroundings>,
    search: Given<TranscriptSearch>,
) -> Result<Row<Vec<FoundTranscript>>, Failure> {
    row(|| machine(on).transcripts(&search.0))
}

/// Returns what the path of each transcript tells: its agent, session and subagent.
#[napi]
pub fn transcript_places(
    on: Given<Surroundings>,
    paths: Vec<String>,
) -> Result<Row<Vec<TranscriptPlace>>, Failure> {
    row(|| {
        let machine = machine(on);
        Ok(paths.iter().map(|path| machine.place(Path::new(path))).collect())
    })
}

/// Returns what a file is that is no transcript of the agent; nothing if it is one, or cannot be
/// read.
#[napi]
pub fn not_transcript(path: String, agent: String) -> Result<Option<Row<NotTranscript>>, Failure> {
    row_if_any(|| Ok(api::not_transcript(api::source(&agent)?, Path::new(&path))))
}

/// Returns the command that leads back into each session: the agent's own where the agent would
/// find it, else `mementor resume`.
#[napi]
pub fn resume_commands(
    on: Given<Surroundings>,
    sessions: Given<Vec<Resumable>>,
) -> Result<Vec<String>, Failure> {
    guarded(|| Ok(machine(on).resume_commands(&sessions.0)))
}

/// What an agent tells the commands that it runs.
#[napi(object)]
pub struct RunningSession {
    /// The id of the session that this process runs in.
    pub session: Option<String>,
    /// The directory in which it was started.
    pub directory: Option<String>,
    /// Whether an agent runs this process, and not the person.
    pub is_agents: bool,
}

/// Returns the session that this process runs in, as far as an agent tells.
#[napi]
pub fn running_session(on: Given<Surroundings>) -> Result<RunningSession, Failure> {
    guarded(|| {
        let machine = machine(on);
        Ok(RunningSession {
            session: machine.running_session().map(str::to_owned),
            directory: machine.session_directory().map(str::to_owned),
            is_agents: machine.is_run_by_agent(),
        })
    })
}

/// Returns the error of a tool without the marks of any agent.
#[napi]
pub fn plain_error(error: String) -> Result<String, Failure> {
    guarded(|| Ok(api::plain_error(&error)))
}

/// Whether a file is one in which an agent keeps the output of a tool.
#[napi]
pub fn is_kept_output(path: String) -> Result<bool, Failure> {
    guarded(|| Ok(api::is_kept_output(&path)))
}

/// Returns the ledger: the transcripts on the disk compared with what was read of them. Without a
/// memory nothing was.
#[napi]
pub fn ledger(
    memory: Option<&Memory>,
    on: Given<Surroundings>,
    options: Given<LedgerOptions>,
) -> Result<Row<Ledger>, Failure> {
    row(|| {
        let machine = machine(on);
        match memory {
            Some(memory) => memory.inner.ledger(&machine, &options.0),
            None => api::ledger_of(Vec::new(), &machine, &options.0),
        }
    })
}
