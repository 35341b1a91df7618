//! Forgetting, scrubbing, restoring, and moving memory between machines.

use mementor_core::api;
use napi_derive::napi;

use super::Js;

mirror! {
    // A turn selected for removal.
    Selected from api::Selected {
        turn: String,
        is_note: bool,
        sessions: Vec<String>,
        project: String,
        project_key: String,
        agent of subagent: Option<String>,
        at_ms: i64,
        prompt: String,
        because: String,
    }
}

mirror! {
    // A turn that stays, and the turn to be removed whose answer it holds too.
    Twin from api::Twin { turn: String, of: String }
}

mirror! {
    // Text that occurs only in the given turns. Never print or store it.
    Probes from api::Probes {
        turns: Vec<String>,
        pieces: Vec<String>,
        terms: Vec<String>,
        actions: Vec<String>,
        without: u32,
    }
}

impl From<Probes> for api::Probes {
    fn from(probes: Probes) -> Self {
        Self {
            turns: probes.turns,
            pieces: probes.pieces,
            terms: probes.terms,
            actions: probes.actions,
            without: probes.without as usize,
        }
    }
}

mirror! {
    // A file that could not be searched completely.
    Unchecked from api::Unchecked { path: String, reason: String }
}

mirror! {
    // What was searched for removed text, and the result.
    Proof from api::Proof {
        pieces: u32,
        terms: u32,
        without: u32,
        files: u32,
        databases: u32,
        found: Vec<String>,
        unchecked: Vec<Unchecked>,
    }
}

mirror! {
    // Result of one step of masking again. Never print `removed`.
    Scrubbed from api::Scrubbed {
        turns: i64,
        agent_turns of subagent_turns: i64,
        changed: i64,
        notes: i64,
        notes_changed: i64,
        removed: Vec<String>,
        next: Option<i64>,
    }
}

mirror! {
    // A file that contains some of the texts, and their indices.
    Trace from api::Trace {
        path: String,
        texts: Vec<u32>,
    }
}

mirror! {
    // One part of an export; `next` is missing at the end.
    Exported from api::Exported {
        lines: Vec<String>,
        damaged: i64,
        unread: i64,
        next: Option<i64>,
    }
}

mirror! {
    // Result of an import.
    Imported from api::Imported {
        turns: i64,
        agent_turns of subagent_turns: i64,
        changed: i64,
        unchanged: i64,
        notes: i64,
        notes_unchanged: i64,
        unreadable: i64,
        findings: Option<Findings>,
    }
}

mirror! {
    // Summary of an imported database.
    Findings from api::Findings {
        is_sound: bool,
        found: i64,
        named: i64,
        notes: i64,
        notes_named: i64,
        left_out: i64,
        last_ms: i64,
        transcripts: Vec<String>,
    }
}

mirror! {
    // Number of turns that began up to a time, and the start of the last of them.
    TurnCount from api::TurnCount { turns: i64, last_ms: i64 }
}

mirror! {
    // A restored transcript.
    Restored from api::Restored {
        session: String,
        directory: Option<String>,
        transcript: Option<String>,
        turns: i64,
        lines: i64,
        left_out: i64,
        text: String,
    }
}
