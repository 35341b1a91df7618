//! Taking transcripts in and embedding their chunks.

use std::collections::HashMap;

use mementor_core::api;
use napi_derive::napi;

use super::Js;

mirror! {
    // Result of one ingest step.
    IngestReport from api::IngestReport {
        done: bool,
        unchanged: bool,
        restarted: bool,
        bytes: i64,
        kept: i64,
        skipped: HashMap<String, i64>,
        problems: HashMap<String, i64>,
        turns: i64,
        agent_turns of subagent_turns: i64,
        changed: i64,
    }
}

mirror! {
    // Why semantic search is unavailable.
    Degraded from api::Degraded { code: String, message: String }
}

mirror! {
    // Result of one embedding step.
    EmbedReport from api::EmbedReport {
        embedded: i64,
        waiting: i64,
        degraded: Option<Degraded>,
    }
}

mirror! {
    // A transcript in the ledger.
    TranscriptRow from api::TranscriptRow {
        path: String,
        session: Option<String>,
        project: Option<String>,
        bytes: i64,
        modified_at_ms: i64,
        offset: i64,
        kept: i64,
        skipped: HashMap<String, i64>,
        problems: HashMap<String, i64>,
    }
}
