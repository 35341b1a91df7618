//! The tool calls that still wait for their results.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::conversation::ParsedEntry;
use crate::conversation::entry::{Block, Entry};

/// Maximum number of calls. Folding remembers no more either.
const CALLS_MAX: usize = 256;

/// The ids of calls without a result.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Unanswered(BTreeSet<String>);

impl Unanswered {
    /// Whether one of the calls has its result in these entries.
    pub fn has_result(&self, entries: &[ParsedEntry]) -> bool {
        let mut blocks = entries.iter().flat_map(|parsed| &parsed.entry.blocks);
        blocks.any(|block| matches!(block, Block::ToolResult { id, .. } if self.0.contains(id)))
    }

    /// Takes over the calls and results of an entry.
    pub fn follow(&mut self, entry: &Entry) {
        for block in &entry.blocks {
            if let Block::ToolUse { id, .. } = block
                && self.0.len() < CALLS_MAX
            {
                self.0.insert(id.clone());
            }
        }
        for block in &entry.blocks {
            if let Block::ToolResult { id, .. } = block {
                self.0.remove(id);
            }
        }
    }
}
