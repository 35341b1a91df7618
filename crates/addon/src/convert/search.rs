//! Queries, and what lists and `show` print.

use mementor_core::api;
use napi_derive::napi;

use super::Js;
use super::capture::Degraded;
use crate::notes::NoteHit;

mirror! {
    // A piece of an excerpt.
    Piece from api::Piece { text: String, matched: bool }
}

mirror! {
    // A matching turn.
    Hit from api::Hit {
        rank: u32,
        turn: String,
        session: String,
        project: String,
        project_key: String,
        at_ms: i64,
        cwd: Option<String>,
        branch: Option<String>,
        coding_agent: String,
        agent of subagent: Option<String>,
        files: Vec<String>,
        prompt: String,
        passage: String,
        prompt_excerpt: Vec<Piece>,
        excerpt: Vec<Piece>,
        score: f64,
        action_score: Option<f64>,
        text_score: Option<f64>,
        similarity: Option<f64>,
        matched: Option<Matched>,
        suspect: Vec<String>,
        marks: Vec<Mark>,
    }
}

mirror! {
    // What became of a turn: superseded, refused or changed-since.
    Mark from api::Mark {
        kind: String,
        turn: String,
        at_ms: i64,
        files: Vec<String>,
        said: Option<String>,
    }
}

mirror! {
    // The actions that a filter asked for; a list is empty when the filter did not ask for it.
    Matched from api::Matched {
        errors: Vec<String>,
        commands: Vec<MatchedCommand>,
        files: Vec<String>,
    }
}

mirror! {
    // A command that a filter asked for.
    MatchedCommand from api::MatchedCommand { command: String, exit_code: Option<i32> }
}

mirror! {
    // A word of a query, and the spelling that was searched instead.
    Correction from api::Correction { from: String, to: String }
}

mirror! {
    // A session in a list.
    SessionRow from api::SessionRow {
        session: String,
        project: String,
        project_key: String,
        started_at_ms: i64,
        ended_at_ms: i64,
        turns: i64,
        shared_turns: i64,
        shared_with: Option<String>,
        branch: Option<String>,
        cwd: Option<String>,
        prompt: String,
        coding_agent: String,
    }
}

mirror! {
    // One step of a turn: something said or done.
    Step from api::Step {
        kind: String,
        text: String,
        label: Option<String>,
        exit_status: Option<i32>,
        error: Option<String>,
        result: Option<String>,
    }
}

mirror! {
    // A turn with everything stored about it.
    WholeTurn from api::WholeTurn {
        turn: String,
        sessions: Vec<String>,
        project: String,
        project_key: String,
        started_at_ms: i64,
        ended_at_ms: i64,
        cwd: Option<String>,
        branch: Option<String>,
        coding_agent: String,
        agent of subagent: Option<String>,
        interrupted: bool,
        tags: Vec<String>,
        suspect: Vec<String>,
        marks: Vec<Mark>,
        steps: Vec<Step>,
    }
}

/// The result of a query.
#[napi(object)]
pub struct Answer {
    pub hits: Vec<Hit>,
    pub notes: Vec<NoteHit>,
    pub searched: i64,
    pub searched_notes: i64,
    pub semantic: bool,
    /// Words that were searched with another spelling.
    pub corrected: Vec<Correction>,
    /// Whether the hits are only the nearest turns, and none holds what was asked for.
    pub nearest: bool,
    /// Words that no searched turn holds; empty unless `nearest`.
    pub missing: Vec<String>,
    /// Number of turns that pass the filters; only without words.
    pub listed: Option<i64>,
    pub project: Option<String>,
    /// Number of chunks in the searched projects that wait for their vector.
    pub waiting: i64,
    /// Number of chunks in the searched projects.
    pub chunks: i64,
    pub degraded: Option<Degraded>,
}

impl From<api::Answer> for Answer {
    fn from(core: api::Answer) -> Self {
        Self {
            hits: core.found.hits.js(),
            notes: core.found.notes.into_iter().map(Into::into).collect(),
            searched_notes: core.found.searched_notes.js(),
            searched: core.found.searched.js(),
            semantic: core.found.semantic,
            corrected: core.found.corrected.js(),
            nearest: core.found.nearest,
            missing: core.found.missing,
            listed: core.found.listed.js(),
            project: core.project,
            waiting: core.waiting.js(),
            chunks: core.chunks.js(),
            degraded: core.degraded.js(),
        }
    }
}

/// Some days in local time, as `2026-02-10`.
#[napi(object)]
pub struct Period {
    /// The first day.
    pub since: String,
    /// The day after the last.
    pub until: String,
}

impl From<api::Period> for Period {
    fn from(core: api::Period) -> Self {
        Self { since: core.since.to_string(), until: core.until.to_string() }
    }
}
