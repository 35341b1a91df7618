//! Questions from the side of the work.

use mementor_core::api::{Fixes, Place, TopicFile, Touch, Version, Ways};
use napi_derive::napi;

use crate::guard::Failure;
use crate::memory::Memory;
use crate::options::{WorkOptions, now};
use crate::row::{Row, row};

#[napi]
impl Memory {
    /// Returns what ended an error before.
    #[napi]
    pub fn fix(&self, error: String, place: WorkOptions) -> Result<Row<Fixes>, Failure> {
        row(|| self.inner.fix(&place.within(), &error))
    }

    /// Returns the commands that worked for something.
    #[napi]
    pub fn how(&self, words: String, place: WorkOptions) -> Result<Row<Ways>, Failure> {
        row(|| self.inner.how(&place.within(), &words))
    }

    /// Returns the turns whose commands printed the hash of a commit, the oldest first.
    #[napi]
    pub fn printed(&self, hash: String, place: WorkOptions) -> Result<Row<Vec<Place>>, Failure> {
        row(|| self.inner.printed(&place.within(), &hash))
    }

    /// Returns the turns that changed a file, the newest first; with a line, those that wrote it.
    #[napi]
    pub fn blame(
        &self,
        file: String,
        line: Option<String>,
        place: WorkOptions,
    ) -> Result<Row<Vec<Touch>>, Failure> {
        row(|| self.inner.blame(&place.within(), &file, line.as_deref()))
    }

    /// Returns the versions of a file that agents made, the newest first.
    #[napi]
    pub fn versions(&self, file: String, place: WorkOptions) -> Result<Row<Vec<Version>>, Failure> {
        row(|| self.inner.versions(&place.within(), &file))
    }

    /// Returns the files of the turns on a topic. `nowMs` and `utcOffsetMin` are the reference of
    /// "last week".
    #[napi]
    pub fn topic_files(
        &mut self,
        topic: String,
        place: WorkOptions,
        now_ms: i64,
        utc_offset_min: i32,
    ) -> Result<Row<Vec<TopicFile>>, Failure> {
        let now = now(now_ms, utc_offset_min);
        row(|| self.inner.topic_files(&place.within(), &topic, now))
    }
}
