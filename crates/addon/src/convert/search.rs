//! Queries, and what lists and `show` print.

use mementor_core::api;
use napi_derive::napi;

use super::Js;
use super::capture::Degraded;

mirror! {
    // A piece of an excerpt.
    Piece from api::Piece { text: String, matched: bool }
}

mirror! {
    // A matching turn.
    Hit from api::Hit {
        turn: String,
        session: String,
        project: String,
        project_key: String,
        at_ms: i64,
        cwd: Option<String>,
        branch: Option<String>,
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
    }
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
        branch: Option<String>,
        cwd: Option<String>,
        prompt: String,
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
        agent of subagent: Option<String>,
        interrupted: bool,
        steps: Vec<Step>,
    }
}

/// The result of a query.
#[napi(object)]
pub struct Answer {
    pub hits: Vec<Hit>,
    pub searched: i64,
    pub semantic: bool,
    pub project: Option<String>,
    pub waiting: i64,
    pub degraded: Option<Degraded>,
}

impl From<api::Answer> for Answer {
    fn from(core: api::Answer) -> Self {
        Self {
            hits: core.found.hits.js(),
            searched: core.found.searched.js(),
            semantic: core.found.semantic,
            project: core.project,
            waiting: core.waiting.js(),
            degraded: core.degraded.js(),
        }
    }
}
