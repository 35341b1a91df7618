//! Lessons from the failures of sessions, in the order of time.

use std::collections::BTreeMap;

use super::Lesson;
use super::error_line::Class;
use super::failure::{Failure, SessionCalls};
use super::remedy::{Remedy, Way};

/// A lesson is known when its shape failed, and its remedy worked, in so many sessions.
const SESSIONS_MIN: usize = 2;
/// A path that is not there is none before it was missed in so many.
const MISSED_MIN: usize = 3;
/// What was done to it twice worked in half of the sessions that found a way.
const SHARE: usize = 2;
/// So many successes of the same thing unchanged, each in a later session, withdraw a lesson.
const WITHDRAWN_BY: usize = 2;
/// It is told when it failed in so many of so many last sessions.
const TOLD_MIN: usize = 3;
const RECENT_SESSIONS: usize = 10;
/// What is told is no longer tried. It expires so many sessions after its last failure.
const EXPIRY_SESSIONS: usize = 20;

/// The failures of a shape, each session's once.
#[derive(Default)]
struct History<'w> {
    failed: Vec<(usize, &'w SessionCalls, &'w Failure)>,
    /// Number of sessions since the last failure in which the same thing passed unchanged.
    passed: usize,
    /// Whether it was to be told once.
    is_told: bool,
}

/// Returns the lessons of sessions, the oldest first; those that are told at a start come first, the
/// most important ones before the others.
pub fn learnt(sessions: &[SessionCalls]) -> Vec<Lesson> {
    let mut shapes: BTreeMap<&str, History> = BTreeMap::new();
    for (at, worked) in sessions.iter().enumerate() {
        for history in shapes.values_mut() {
            history.pass(worked);
        }
        for failure in &worked.failures {
            let history = shapes.entry(&failure.shape).or_default();
            history.failed.push((at, worked, failure));
            history.passed = 0;
            history.is_told |= history.recent(at + 1) >= TOLD_MIN;
        }
    }
    let mut lessons: Vec<Lesson> =
        shapes.values().filter_map(|history| history.lesson(sessions.len())).collect();
    let weight = |lesson: &Lesson| lesson.sessions.len() * (1 + lesson.calls);
    lessons.sort_by_key(|lesson| std::cmp::Reverse((lesson.is_told, weight(lesson))));
    lessons
}

impl History<'_> {
    /// Counts a later session in which the same thing passed, unless it also failed there.
    fn pass(&mut self, worked: &SessionCalls) {
        let Some((_, _, last)) = self.failed.last() else { return };
        let fails = worked.failures.iter().any(|failure| failure.shape == last.shape);
        if !fails && worked.passed.iter().any(|passed| last.is_unchanged(passed)) {
            self.passed += 1;
            if self.passed == WITHDRAWN_BY {
                *self = Self::default();
            }
        }
    }

    /// Returns in how many of the last sessions before `now` it failed.
    fn recent(&self, now: usize) -> usize {
        let is_recent = |at: usize| now - at <= RECENT_SESSIONS;
        self.failed.iter().filter(|(at, ..)| is_recent(*at)).count()
    }

    fn lesson(&self, now: usize) -> Option<Lesson> {
        let (last_at, _, last) = self.failed.last()?;
        let ways: Vec<_> =
            self.failed.iter().filter_map(|(_, _, failure)| failure.way.as_ref()).collect();
        let mut counts: BTreeMap<&Remedy, usize> = BTreeMap::new();
        for remedy in ways.iter().filter_map(|way| way.remedy.as_ref()) {
            *counts.entry(remedy).or_default() += 1;
        }
        let best = counts.into_iter().max_by_key(|(_, count)| *count);
        let best = best.filter(|(_, count)| *count >= SESSIONS_MIN && count * SHARE >= ways.len());
        // What another program did shows no way for this one.
        let is_other = |way: &&&Way| matches!(way.remedy, Some(Remedy::Use(_)));
        let is_without = ways.iter().filter(|way| !is_other(way)).count() == 0;
        let never_worked = match last.class {
            Class::Lack => last.lacks_program && self.failed.len() >= SESSIONS_MIN,
            Class::Missing => self.failed.len() >= MISSED_MIN,
            Class::Usage | Class::Access | Class::State => false,
        };
        if self.failed.len() < SESSIONS_MIN || (best.is_none() && !(never_worked && is_without)) {
            return None;
        }
        let remedy = best.map(|(remedy, _)| remedy.clone());
        let is_this = |failure: &Failure| {
            failure.way.as_ref().is_some_and(|way| way.remedy.is_some() && way.remedy == remedy)
        };
        let of_remedy = self.failed.iter().filter(|(_, _, failure)| is_this(failure));
        let mut calls: Vec<usize> =
            of_remedy.filter_map(|(_, _, failure)| Some(failure.way.as_ref()?.calls)).collect();
        calls.sort_unstable();
        let is_expired = now - last_at > EXPIRY_SESSIONS;
        Some(Lesson {
            id: last.shape.clone(),
            command: last.key.clone(),
            is_whole: last.key == last.command,
            error: last.masked.clone(),
            lacks_program: last.lacks_program,
            phrase: last.told(),
            found: ways.len(),
            solved: best.map_or(0, |(_, count)| count),
            remedy,
            calls: calls.get(calls.len() / 2).copied().unwrap_or_default(),
            said: self.failed.iter().rev().find_map(|(_, _, failure)| failure.said.clone()),
            last_ms: last.at_ms,
            is_told: (self.recent(now) >= TOLD_MIN || self.is_told) && !is_expired,
            sessions: self
                .failed
                .iter()
                .rev()
                .map(|(_, worked, _)| worked.session.clone())
                .collect(),
        })
    }
}
