//! Projects and counts.

use mementor_core::api;
use napi_derive::napi;

use super::Js;

mirror! {
    // Counts of one project.
    ProjectCount from api::ProjectCount {
        name: String,
        key: String,
        sessions: i64,
        turns: i64,
        agent_turns of subagent_turns: i64,
        last_at_ms: i64,
    }
}

mirror! {
    // Counts of the whole store.
    Stats from api::Stats {
        sessions: i64,
        turns: i64,
        agent_turns of subagent_turns: i64,
        actions: i64,
        chunks: i64,
        waiting: i64,
        other_vectors: i64,
        notes: i64,
        proposed: i64,
        transcripts: i64,
        projects: Vec<ProjectCount>,
    }
}

mirror! {
    // A project: its identity and its name.
    Project from api::Project {
        key: String,
        name: String,
    }
}

impl From<Project> for api::Project {
    fn from(Project { key, name }: Project) -> Self {
        Self { key, name }
    }
}

/// The project a directory belongs to, and why.
#[napi(object)]
pub struct Belonging {
    /// The project.
    pub project: Project,
    /// The project without the remote's claim: the repository's git directory, or the directory.
    pub own: Project,
    /// `alone`, `first`, `known`, `proven`, `joined`, `left` or `unproven`.
    pub standing: String,
    /// The project that the remote claims, when the directory does not belong to it.
    pub rival: Option<Project>,
    /// The git directory that a `.git` file or link here points to but that does not point back.
    pub unlinked: Option<String>,
}

impl From<api::Belonging> for Belonging {
    fn from(core: api::Belonging) -> Self {
        Self {
            project: core.project.into(),
            own: core.place.own.into(),
            standing: core.standing.name().to_owned(),
            rival: core.rival.map(Into::into),
            unlinked: core.place.unlinked.map(Js::js),
        }
    }
}

/// The effect of a directory joining or leaving a project.
#[napi(object)]
pub struct Membership {
    /// Current project of the directory's turns, if any was ever stored.
    pub from: Option<Project>,
    /// New project of the directory and those turns.
    pub to: Project,
    /// UUIDs of the turns that move.
    pub turns: Vec<String>,
    /// UUIDs of the notes that move along.
    pub notes: Vec<String>,
}

impl From<api::Membership> for Membership {
    fn from(core: api::Membership) -> Self {
        let from = core.from.map(Into::into);
        Self { from, to: core.to.into(), turns: core.turns, notes: core.notes }
    }
}
