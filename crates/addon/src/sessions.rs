//! The calls about turns and sessions.

use mementor_core::api::{
    LinedDigest as Digest, ListedSessions, Recap, RecapWanted, SessionsWanted, Start, StartBlock,
    WholeTurn,
};
use napi::bindgen_prelude::Function;
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

    /// Returns sessions, the one that was active last first.
    #[napi]
    pub fn sessions(&self, wanted: Given<SessionsWanted>) -> Result<Row<ListedSessions>, Failure> {
        row(|| self.inner.listed_sessions(&wanted.0))
    }

    /// Sums up the sessions since a time, by day and project. `offsetAt` is as for `hook`.
    #[napi]
    pub fn recap(
        &self,
        wanted: Given<RecapWanted>,
        offset_at: Function<f64, i32>,
    ) -> Result<Row<Recap>, Failure> {
        let offset_min = |at_ms: i64| offset_at.call(at_ms as f64).unwrap_or_default();
        row(|| self.inner.recap(&wanted.0, offset_min))
    }

    /// Returns what a session is told when it starts.
    #[napi]
    pub fn context(&self, start: Given<Start>) -> Result<Row<StartBlock>, Failure> {
        row(|| self.inner.context(&start.0))
    }

    /// Returns the digest of a session, if any of its turns is stored.
    #[napi]
    pub fn digest(&self, session: String) -> Result<Option<Row<Digest>>, Failure> {
        row_if_any(|| self.inner.lined_digest(&session))
    }

    /// Returns the session whose id, or one of whose turns' ids, begins so.
    #[napi]
    pub fn session_meant(&self, beginning: String) -> Result<Option<String>, Failure> {
        guarded(|| self.inner.session_meant(&beginning))
    }
}
