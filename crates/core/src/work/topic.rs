//! `files`: the files that work on a topic was about.

use std::collections::HashMap;

use serde::Serialize;

use crate::conversation::turn::ActionKind;
use crate::error::Result;
use crate::path_spelling::inside;
use crate::project::outside_worktree;
use crate::store::Reader;

/// Maximum number of files returned.
const FILES_MAX: usize = 15;
/// Weight of a file that was only read.
const READ: f64 = 0.4;

/// A file that turns on a topic changed or read.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TopicFile {
    /// Its path, as the agent wrote it in the best of its turns.
    pub file: String,
    /// Number of the turns that changed it.
    pub changed: u64,
    /// Number of the turns that only read it.
    pub read: u64,
    /// The best of these turns, by its uuid.
    pub turn: String,
    /// How much the file belongs to the topic; comparable within one answer only.
    pub score: f64,
    /// When that turn began, in milliseconds since the epoch.
    pub at_ms: i64,
}

/// A turn on the topic.
#[derive(Debug, Clone, PartialEq)]
pub struct OnTopic {
    /// Uuid of the turn.
    pub turn: String,
    /// When it began, in milliseconds since the epoch.
    pub at_ms: i64,
    /// The directory that it began in.
    pub cwd: Option<String>,
    /// How well it fits the topic, more than 0.
    pub score: f64,
}

/// Returns the files of turns on a topic, those that belong to it most first. `turns` come the best
/// first. A file is the same one in each worktree of its project.
pub fn files(reader: &Reader, turns: &[OnTopic]) -> Result<Vec<TopicFile>> {
    let mut found: HashMap<String, TopicFile> = HashMap::new();
    for turn in turns {
        let Some(id) = reader.turn_id(&turn.turn)? else { continue };
        let mut touched: HashMap<String, (String, bool)> = HashMap::new();
        for action in reader.turn_actions(id)? {
            let changed = action.kind == ActionKind::Edit && action.error.is_none();
            if changed || action.kind == ActionKind::Read {
                let path = outside_worktree(inside(&action.target, turn.cwd.as_deref())).to_owned();
                touched.entry(path).or_insert((action.target, false)).1 |= changed;
            }
        }
        // A turn that went through many files says less about each.
        let share = turn.score / (1.0 + touched.len() as f64).ln().max(1.0);
        for (path, (file, changed)) in touched.into_iter().filter(|(path, _)| !path.is_empty()) {
            let one = found.entry(path).or_insert_with(|| TopicFile {
                file,
                changed: 0,
                read: 0,
                turn: turn.turn.clone(),
                at_ms: turn.at_ms,
                score: 0.0,
            });
            one.changed += u64::from(changed);
            one.read += u64::from(!changed);
            one.score += share * if changed { 1.0 } else { READ };
        }
    }
    let mut files: Vec<TopicFile> = found.into_values().collect();
    files.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.file.cmp(&b.file)));
    files.truncate(FILES_MAX);
    Ok(files)
}
