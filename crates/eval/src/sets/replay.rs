//! Human judgements of prompts in real sessions: whether each needs the past, and which turns help.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::failure::Result;
use crate::rows::Rows;

/// Name of the set.
pub const NAME: &str = "replay";
/// Prompts that need something from an earlier session.
pub const NEEDY: &str = "needy";
/// Prompts that need nothing.
pub const NEEDLESS: &str = "need no";

const FIELDS: &str = "`turn` (the uuid of the prompt), `need` (yes, maybe or no), and where they are \
    known `injected` and `good`: lists of `turn` with `help` (0, 1 or 2)";

/// Whether a prompt needs something from earlier sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Need {
    /// It does.
    Yes,
    /// It may.
    Maybe,
    /// Its session, or a look at the code, has everything it needs.
    No,
}

#[derive(Deserialize)]
struct Row {
    turn: String,
    need: Need,
    #[serde(default)]
    injected: Vec<Help>,
    #[serde(default)]
    good: Vec<Help>,
}

#[derive(Deserialize)]
struct Help {
    turn: String,
    /// 2: changes the answer; 1: background; 0: noise.
    help: u8,
}

/// The judgement of one prompt.
#[derive(Debug, Clone)]
pub struct Judgement {
    /// Whether it needs the past.
    pub need: Need,
    /// How much each judged turn helps, from 0 to 2.
    pub help: HashMap<String, u8>,
}

impl Judgement {
    /// Returns whether it needs something that an earlier session contains.
    pub fn is_needy(&self) -> bool {
        self.need != Need::No && self.help.values().any(|help| *help > 0)
    }

    /// Returns how much the best of some turns helps; unjudged turns count as 0.
    pub fn help_of<'a>(&self, turns: impl Iterator<Item = &'a String>) -> u8 {
        turns.filter_map(|turn| self.help.get(turn)).copied().max().unwrap_or(0)
    }
}

/// Judgements by the UUID of the prompt.
pub type Judgements = HashMap<String, Judgement>;

/// Reads the files.
pub fn read(paths: &[PathBuf]) -> Result<Judgements> {
    let mut judgements = Judgements::new();
    for path in paths {
        judgements.extend(read_one(path)?);
    }
    Ok(judgements)
}

fn read_one(path: &Path) -> Result<impl Iterator<Item = (String, Judgement)>> {
    let rows: Rows<Row> = Rows::read(path, FIELDS)?;
    Ok(rows.rows.into_iter().map(|(_, row)| {
        let mut help: HashMap<String, u8> = HashMap::new();
        for judged in row.good.into_iter().chain(row.injected) {
            let best = help.entry(judged.turn).or_default();
            *best = judged.help.max(*best);
        }
        (row.turn, Judgement { need: row.need, help })
    }))
}
