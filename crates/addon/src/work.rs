//! Questions from the side of the work.

use napi_derive::napi;

use crate::convert::{Fixes, Place, TopicFile, Touch, Version, Ways};
use crate::guard::{Failure, guarded};
use crate::memory::Memory;
use crate::options::{WorkOptions, now};

#[napi]
impl Memory {
    /// Returns what ended an error before.
    #[napi]
    pub fn fix(&self, error: String, place: WorkOptions) -> Result<Fixes, Failure> {
        guarded(|| Ok(self.inner.fix(&place.within(), &error)?.into()))
    }

    /// Returns the commands that worked for something.
    #[napi]
    pub fn how(&self, words: String, place: WorkOptions) -> Result<Ways, Failure> {
        guarded(|| Ok(self.inner.how(&place.within(), &words)?.into()))
    }

    /// Returns the turns whose commands printed the hash of a commit, the oldest first.
    #[napi]
    pub fn printed(&self, hash: String, place: WorkOptions) -> Result<Vec<Place>, Failure> {
        let found = || self.inner.printed(&place.within(), &hash);
        guarded(|| Ok(found()?.into_iter().map(Into::into).collect()))
    }

    /// Returns the turns that changed a file, the newest first; with a line, those that wrote it.
    #[napi]
    pub fn blame(
        &self,
        file: String,
        line: Option<String>,
        place: WorkOptions,
    ) -> Result<Vec<Touch>, Failure> {
        let found = || self.inner.blame(&place.within(), &file, line.as_deref());
        guarded(|| Ok(found()?.into_iter().map(Into::into).collect()))
    }

    /// Returns the versions of a file that agents made, the newest first.
    #[napi]
    pub fn versions(&self, file: String, place: WorkOptions) -> Result<Vec<Version>, Failure> {
        let found = || self.inner.versions(&place.within(), &file);
        guarded(|| Ok(found()?.into_iter().map(Into::into).collect()))
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
    ) -> Result<Vec<TopicFile>, Failure> {
        let now = now(now_ms, utc_offset_min);
        let mut found = || self.inner.topic_files(&place.within(), &topic, now);
        guarded(|| Ok(found()?.into_iter().map(Into::into).collect()))
    }
}
