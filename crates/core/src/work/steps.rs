//! What was done to files, step by step, and the contents that follow from it. Pure.

use super::is_same_file;
use super::moved_files::{Renamed, before};
use super::recover::after;
use crate::conversation::dialect::FileChange;

/// One thing that was done to files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Done {
    /// A text was changed.
    Changed(FileChange),
    /// A file or a folder got another name.
    Renamed(Renamed),
}

/// One thing that was done, and in which turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileStep {
    /// Index of its turn in a list of them.
    pub turn: usize,
    /// When it was done, in milliseconds since the epoch.
    pub at_ms: i64,
    /// Directory that its turn worked in.
    pub folder: Option<String>,
    /// What was done.
    pub done: Done,
}

/// Returns the content of a file before a step, where its last complete writing and all edits since
/// are known.
pub fn content_before(steps: &[FileStep], at: usize, file: &str) -> Option<String> {
    let mut changes: Vec<&FileChange> = Vec::new();
    let mut earlier: Option<String> = None;
    for step in steps[..at].iter().rev() {
        match &step.done {
            Done::Renamed(renamed) => {
                let name = before(earlier.as_deref().unwrap_or(file), renamed);
                earlier = name.or(earlier);
            }
            Done::Changed(change) => {
                let is_it = match &earlier {
                    Some(name) => is_same_file(&change.file, name),
                    None => change.file == *file,
                };
                if !is_it {
                    continue;
                }
                changes.push(change);
                if change.old.as_deref().is_none_or(str::is_empty) {
                    let oldest_first = changes.iter().rev();
                    return oldest_first.fold(None, |content, change| after(content, change));
                }
            }
        }
    }
    None
}
