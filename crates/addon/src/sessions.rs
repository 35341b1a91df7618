//! The calls about turns and sessions.

use mementor_core::api::{
    BranchesMeant, Gist, LinedDigest as Digest, SessionRow, Start, StartBlock, WholeTurn, Within,
};
use napi_derive::napi;

use crate::guard::{Failure, guarded};
use crate::memory::Memory;
use crate::row::{Given, Row, row, row_if_any};

#[napi]
impl Memory {
    /// Returns the turns whose UUID or session id starts with `prefix`.
    #[napi]
    pub fn show(&self, prefix: String) -> Result<Row<Vec<WholeTurn>>, Failure> {
        row(|| self.inner.show(&prefix))
    }

    /// Returns the sessions, most recently active first; at most `limit` where there is one.
    #[napi]
    pub fn sessions(
        &self,
        within: Given<Within>,
        limit: Option<u32>,
    ) -> Result<Row<Vec<SessionRow>>, Failure> {
        let limit = limit.map_or(usize::MAX, |limit| limit as usize);
        row(|| self.inner.sessions(&within.0, limit))
    }

    /// Returns what was asked in each of these sessions, and how it ended.
    #[napi]
    pub fn gists(&self, sessions: Vec<String>) -> Result<Row<Vec<Gist>>, Failure> {
        row(|| self.inner.gists(&sessions))
    }

    /// Returns what a session is told when it starts.
    #[napi]
    pub fn context(&self, start: Given<Start>) -> Result<Row<StartBlock>, Failure> {
        row(|| self.inner.context(&start.0))
    }

    /// Returns the digest of a session, with its lines in at most `chars_max` characters, if any of
    /// its turns is stored.
    #[napi]
    pub fn digest(&self, session: String, chars_max: u32) -> Result<Option<Row<Digest>>, Failure> {
        row_if_any(|| {
            let digest = self.inner.digest(&session)?;
            Ok(digest.map(|digest| Digest::of(digest, chars_max as usize)))
        })
    }

    /// Returns when each turn of a project began, in milliseconds since the epoch, oldest first:
    /// those that began at or after `since_ms`, without those of subagents.
    #[napi]
    pub fn turn_starts(&self, within: Given<Within>, since_ms: i64) -> Result<Vec<i64>, Failure> {
        guarded(|| self.inner.turn_starts(&within.0, since_ms))
    }

    /// Returns the session whose id, or one of whose turns' ids, begins so.
    #[napi]
    pub fn session_meant(&self, beginning: String) -> Result<Option<String>, Failure> {
        guarded(|| self.inner.session_meant(&beginning))
    }

    /// Returns the branches that may be meant by a name, unless a session has it.
    #[napi]
    pub fn branches_meant(
        &self,
        name: String,
        within: Given<Within>,
    ) -> Result<Option<Row<BranchesMeant>>, Failure> {
        row_if_any(|| self.inner.branches_meant(&name, &within.0))
    }
}
