//! Questions from the side of the work: errors, commands, files, topics.

use super::{Memory, Within};
use crate::error::Result;
use crate::index::when::Now;
use crate::search::Answered;
use crate::store::Filter;
use crate::work::blame::{self, AskedFile, Touch};
use crate::work::fix::{self, Fixes};
use crate::work::how::{self, Ways};
use crate::work::recover::{self, Version};
use crate::work::topic::{self, OnTopic, TopicFile};

/// Number of turns on a topic whose files are counted.
const TOPIC_TURNS: usize = 12;
/// A turn that shares no word with the topic must be at least as near to it in meaning.
const TOPIC_SIMILARITY: f32 = 0.4;

impl Memory {
    /// Returns what ended an error before; see [`fix::fix`].
    pub fn fix(&self, within: &Within, error: &str) -> Result<Fixes> {
        fix::fix(&self.store, &self.scope(within)?.0, error)
    }

    /// Returns the commands that worked for something; see [`how::how`].
    pub fn how(&self, within: &Within, words: &str) -> Result<Ways> {
        how::how(&self.store, &self.scope(within)?.0, words)
    }

    /// Returns for each file the turns that changed it, for each piece of one those that made it what
    /// it is; see [`blame::blame`].
    pub fn blame(&self, within: &Within, asked: &[AskedFile]) -> Result<Vec<Vec<Touch>>> {
        let mut all = blame::blame(&self.store, &self.scope(within)?.0, asked)?;
        for touch in all.iter_mut().flatten() {
            touch.notes = touch.notes.drain(..).map(|row| self.flagged(row)).collect();
        }
        Ok(all)
    }

    /// Returns the versions of a file that agents made, the newest first.
    pub fn versions(&self, within: &Within, file: &str) -> Result<Vec<Version>> {
        recover::versions(&self.store, &self.scope(within)?.0, file)
    }

    /// Returns the files of the turns on a topic. Nothing for a topic that no turn is on.
    pub fn topic_files(
        &mut self,
        within: &Within,
        topic: &str,
        now: Now,
    ) -> Result<Vec<TopicFile>> {
        let answer = self.query(topic, within, Filter::default(), TOPIC_TURNS, now)?;
        if answer.found.answered == Some(Answered::NotHere) {
            return Ok(Vec::new());
        }
        let near = answer.found.hits.iter().filter(|hit| {
            hit.text_score.is_some() || hit.similarity.is_some_and(|near| near >= TOPIC_SIMILARITY)
        });
        let turns: Vec<OnTopic> = near
            .enumerate()
            .map(|(rank, hit)| OnTopic {
                turn: hit.turn.clone(),
                at_ms: hit.at_ms,
                cwd: hit.cwd.clone(),
                score: 1.0 / (2.0 + rank as f64),
            })
            .collect();
        self.store.read(|reader| topic::files(reader, &turns))
    }
}
