//! Answers to questions from the side of the work.

use mementor_core::api;
use napi_derive::napi;

use super::Js;

mirror! {
    // Where something was done.
    Place from api::Place {
        turn: String,
        session: String,
        project: String,
        agent: String,
        at_ms: i64,
        branch: Option<String>,
        cwd: Option<String>,
        prompt: String,
    }
}

mirror! {
    // A change of a file, without the lines that stayed.
    Changed from api::Changed { file: String, removed: String, added: String }
}

mirror! {
    // What ended an error.
    Solution from api::Ended {
        likeness: f64,
        ending: String,
        error: String,
        command: Option<String>,
        met: Place,
        times: i64,
        changes: Vec<Changed>,
        more_changes: i64,
        commands: Vec<String>,
        passed: Option<String>,
        ended: Place,
        said: Option<String>,
    }
}

mirror! {
    // What is known of an error.
    Fixes from api::Fixes {
        ended: Vec<Solution>,
        is_named: bool,
        sessions: i64,
        open: Option<Place>,
        read: i64,
        left_out: i64,
    }
}

mirror! {
    // A command that worked.
    Worked from api::Worked {
        command: String,
        purpose: Option<String>,
        times: i64,
        failed: i64,
        last: Place,
        covered: f64,
    }
}

mirror! {
    // The commands that worked for something.
    Ways from api::Ways { commands: Vec<Worked>, read: i64, left_out: i64 }
}

mirror! {
    // A turn that changed a file.
    Touch from api::Touch { place: Place, changes: Vec<Changed> }
}

mirror! {
    // A file after a change.
    Version from api::Version {
        place: Place,
        file: String,
        replaced: Option<String>,
        with: String,
        content: Option<String>,
    }
}

mirror! {
    // A file that turns on a topic changed or read.
    TopicFile from api::TopicFile {
        file: String,
        changed: i64,
        read: i64,
        turn: String,
        at_ms: i64,
        score: f64,
    }
}
