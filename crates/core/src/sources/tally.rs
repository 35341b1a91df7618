//! What became of the lines of a transcript, counted.

use std::collections::BTreeMap;

/// Counts of lines. Every whole line is in exactly one of the three.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Lines that became entries of a turn.
    pub kept: u64,
    /// Known lines that are not memory, by reason.
    pub skipped: BTreeMap<String, u64>,
    /// Lines that could not be read, by reason.
    pub problems: BTreeMap<String, u64>,
}

impl Tally {
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
}
