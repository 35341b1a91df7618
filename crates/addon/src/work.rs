//! Questions from the side of the work.

use mementor_core::api::{
    AskedFile, Fixes, LessonRow, LessonsWanted, Now, TopicFile, Touch, Version, Ways, Within,
};
use napi_derive::napi;

use crate::guard::Failure;
use crate::memory::Memory;
use crate::row::{Given, Row, row};

#[napi]
impl Memory {
    /// Returns what ended an error before.
    #[napi]
    pub fn fix(&self, error: String, place: Given<Within>) -> Result<Row<Fixes>, Failure> {
        row(|| self.inner.fix(&place.0, &error))
    }

    /// Returns the commands that worked for something.
    #[napi]
    pub fn how(&self, words: String, place: Given<Within>) -> Result<Row<Ways>, Failure> {
        row(|| self.inner.how(&place.0, &words))
    }

    /// Returns the lessons from failures that came again.
    #[napi]
    pub fn lessons(
        &self,
        wanted: Given<LessonsWanted>,
        place: Given<Within>,
    ) -> Result<Row<Vec<LessonRow>>, Failure> {
        row(|| self.inner.lessons(&place.0, &wanted.0))
    }

    /// Returns for each file the turns that changed it, and for each piece of one those that made it
    /// what it is, the newest first.
    #[napi]
    pub fn blame(
        &self,
        asked: Given<Vec<AskedFile>>,
        place: Given<Within>,
    ) -> Result<Row<Vec<Vec<Touch>>>, Failure> {
        row(|| self.inner.blame(&place.0, &asked.0))
    }

    /// Returns the versions of a file that agents made, the newest first.
    #[napi]
    pub fn versions(
        &self,
        file: String,
        place: Given<Within>,
    ) -> Result<Row<Vec<Version>>, Failure> {
        row(|| self.inner.versions(&place.0, &file))
    }

    /// Returns the files of the turns on a topic. `nowMs` and `utcOffsetMin` are the reference of
    /// "last week".
    #[napi]
    pub fn topic_files(
        &mut self,
        topic: String,
        place: Given<Within>,
        now_ms: i64,
        utc_offset_min: i32,
    ) -> Result<Row<Vec<TopicFile>>, Failure> {
        let now = Now::ahead(now_ms, utc_offset_min);
        row(|| self.inner.topic_files(&place.0, &topic, now))
    }
}
