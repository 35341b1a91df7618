//! What was done, asked from the side of the work: of an error, a command, a file or a topic.
//!
//! The answers come from the logs of turns, which hold every tool call with the head and the tail
//! of its result. Each answer names the turn that it comes from, and is empty rather than a guess.

pub mod blame;
mod command_words;
mod end;
mod error_query;
mod explained;
pub mod fix;
pub mod how;
pub mod known;
mod line_match;
pub mod met;
mod moved_files;
mod origin;
mod outcome;
mod pasted;
pub mod printed;
pub mod recover;
mod selected_tests;
mod shell;
mod sign;
mod started;
mod steps;
mod timeline;
pub mod topic;
mod trace;

use serde::Serialize;

use crate::conversation::dialect::FileChange;
use crate::english::shortened;
pub(crate) use command_words::{option_names, without_messages, word_weight};
pub(crate) use end::{arguments, asks_for_help, file_name, missing_program, shares, suspects};
pub(crate) use outcome::{is_known, is_silent, passed};
pub(crate) use shell::{
    Simple, is_plumbing, key, prints, program_of, simple_commands, tells_how_it_ended,
};
pub(crate) use sign::{has_sign, is_diagnosis};
pub use started::{StartedCommand, united};
pub(crate) use timeline::{Event, Run, What, events};
pub use timeline::{Place, TURNS_MAX};

/// A change of a file, without the lines that stayed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Changed {
    /// Path of the file, as the agent wrote it.
    pub file: String,
    /// The lines that went; empty when the whole file was written.
    pub removed: String,
    /// The lines that came.
    pub added: String,
}

impl Changed {
    /// Cuts each of the two texts to a number of characters.
    fn of(change: &FileChange, chars_max: usize) -> Self {
        let (removed, added) = match &change.old {
            Some(old) => differing(old, &change.new),
            None => (String::new(), change.new.clone()),
        };
        Self {
            file: change.file.clone(),
            removed: shortened(removed.trim_end(), chars_max),
            added: shortened(added.trim_end(), chars_max),
        }
    }
}

/// Returns the two texts without the lines that they begin and end with in common.
fn differing(old: &str, new: &str) -> (String, String) {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let tails = old[head..].iter().rev().zip(new[head..].iter().rev());
    let tail = tails.take_while(|(a, b)| a == b).count();
    (old[head..old.len() - tail].join("\n"), new[head..new.len() - tail].join("\n"))
}

/// Whether two paths can name the same file: one ends with the other, folder by folder.
fn is_same_file(a: &str, b: &str) -> bool {
    let parts = |path: &str| -> Vec<String> {
        let parts = path.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".");
        parts.map(str::to_owned).collect()
    };
    let (a, b) = (parts(a), parts(b));
    !a.is_empty() && !b.is_empty() && (a.ends_with(&b) || b.ends_with(&a))
}
