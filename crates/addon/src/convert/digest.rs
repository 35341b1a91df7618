//! Digests of sessions.

use mementor_core::api;
use napi_derive::napi;

use super::Js;

mirror! {
    // What a list shows of a session: what was asked, and how it ended.
    Gist from api::Gist { asked: Option<String>, ended: Option<String> }
}

mirror! {
    // A request of the person.
    DigestRequest from api::Request {
        turn: String,
        at_ms: i64,
        text: String,
        is_clear: bool,
        edits: i64,
    }
}

mirror! {
    // A file, and how often it was used.
    FileUse from api::FileUse { path: String, times: i64, at_ms: i64 }
}

mirror! {
    // A command that mattered, all of its runs together.
    CommandRuns from api::CommandRuns {
        command: String,
        kind: String,
        runs: i64,
        failed: i64,
        outcome: String,
        at_ms: i64,
    }
}

mirror! {
    // Something that was delivered.
    Delivery from api::Delivery {
        kind: String,
        text: String,
        hash: Option<String>,
        at_ms: i64,
    }
}

mirror! {
    // The end of an error.
    ErrorEnd from api::ErrorEnded { at_ms: i64, changed: Vec<String> }
}

mirror! {
    // A command that failed.
    MetError from api::MetError {
        command: String,
        error: Option<String>,
        failures: i64,
        at_ms: i64,
        ended: Option<ErrorEnd>,
    }
}

mirror! {
    // An approach that was not kept.
    DeadEnd from api::DeadEnd { kind: String, text: String, at_ms: i64 }
}

mirror! {
    // Something that was decided.
    Decision from api::Decision { question: String, text: String, at_ms: i64 }
}

mirror! {
    // A note that comes from a session.
    SessionNote from api::SessionNote { note: String, kind: String, summary: String }
}

mirror! {
    // Something that stayed open.
    OpenItem from api::Open { kind: String, text: String }
}

/// A line of a digest.
#[napi(object)]
pub struct DigestLine {
    /// The part that it is of, such as `asked` or `dead end`.
    pub part: String,
    pub text: String,
}

/// A session summed up.
#[napi(object)]
pub struct Digest {
    pub started_at_ms: i64,
    pub ended_at_ms: i64,
    pub turns: i64,
    pub subagent_turns: i64,
    pub compactions: i64,
    pub asked: Vec<DigestRequest>,
    pub changed: Vec<FileUse>,
    pub read: Vec<FileUse>,
    pub commands: Vec<CommandRuns>,
    pub delivered: Vec<Delivery>,
    pub errors: Vec<MetError>,
    pub dead_ends: Vec<DeadEnd>,
    pub decisions: Vec<Decision>,
    pub notes: Vec<SessionNote>,
    /// UUIDs of those of the notes that newer ones replaced.
    pub superseded: Vec<String>,
    pub concluded: Option<String>,
    /// UUID of the turn of the request that this concludes.
    pub concluded_request: Option<String>,
    pub open: Vec<OpenItem>,
    /// The same as lines of text within the budget that was asked for.
    pub lines: Vec<DigestLine>,
}

impl Digest {
    /// Converts a digest, with its lines within a number of characters.
    pub fn of(digest: api::Digest, chars_max: usize) -> Self {
        let lines = api::digest_lines(&digest, chars_max)
            .into_iter()
            .map(|line| DigestLine { part: line.part.label().to_owned(), text: line.text });
        let lines = lines.collect();
        Self {
            started_at_ms: digest.started_at_ms,
            ended_at_ms: digest.ended_at_ms,
            turns: digest.turns.js(),
            subagent_turns: digest.subagent_turns.js(),
            compactions: digest.compactions.js(),
            asked: digest.asked.js(),
            changed: digest.changed.js(),
            read: digest.read.js(),
            commands: digest.commands.js(),
            delivered: digest.delivered.js(),
            errors: digest.errors.js(),
            dead_ends: digest.dead_ends.js(),
            decisions: digest.decisions.js(),
            notes: digest.notes.js(),
            superseded: digest.superseded,
            concluded: digest.concluded,
            concluded_request: digest.concluded_request,
            open: digest.open.js(),
            lines,
        }
    }
}
