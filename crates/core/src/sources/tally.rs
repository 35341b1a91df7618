//! Counts of a transcript's lines by outcome.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::json_lines::{Fate, Problem};

/// The problem that counts sessions which a newer client keeps in a form that is not known: what is
/// lost is not a line.
pub const NEWER_SESSIONS: &str = "session-of-a-newer-client";

/// Line counts. Every complete line is counted in exactly one of the three.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tally {
    /// Lines that became entries.
    pub kept: u64,
    /// Lines of known kinds that are not stored, by reason.
    pub skipped: BTreeMap<String, u64>,
    /// Lines that could not be parsed, by reason.
    pub problems: BTreeMap<String, u64>,
}

impl Tally {
    /// Counts a record.
    pub(super) fn count(&mut self, fate: Result<Fate, Problem>) {
        match fate {
            Ok(Fate::Kept) => self.kept += 1,
            Ok(Fate::Skipped(reason)) => *self.skipped.entry(reason).or_default() += 1,
            Err(problem) => *self.problems.entry(problem.name().to_owned()).or_default() += 1,
        }
    }

    /// Adds the counts of another part of the same transcript.
    pub fn add(&mut self, other: &Self) {
        self.kept += other.kept;
        for (sum, part) in
            [(&mut self.skipped, &other.skipped), (&mut self.problems, &other.problems)]
        {
            for (reason, count) in part {
                *sum.entry(reason.clone()).or_default() += count;
            }
        }
    }

    /// Counts kept records as skipped for a reason.
    pub fn leave_out(&mut self, records: u64, reason: &str) {
        self.kept = self.kept.saturating_sub(records);
        *self.skipped.entry(reason.to_owned()).or_default() += records;
    }

    /// Takes back counts of records that are read again.
    pub fn take_back(&mut self, counted: &Self) {
        self.kept = self.kept.saturating_sub(counted.kept);
        for (sum, part) in
            [(&mut self.skipped, &counted.skipped), (&mut self.problems, &counted.problems)]
        {
            for (reason, count) in part {
                let left = sum.remove(reason).unwrap_or_default().saturating_sub(*count);
                if left > 0 {
                    sum.insert(reason.clone(), left);
                }
            }
        }
    }
}
