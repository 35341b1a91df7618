//! Tool calls to which a client gives no ids.

use crate::conversation::entry::{Block, Entry};

/// Gives the calls of an entry, and the results that follow them, ids of their own.
pub(super) fn name_calls(entry: &mut Entry) {
    let mut last = String::new();
    for (number, block) in entry.blocks.iter_mut().enumerate() {
        match block {
            Block::ToolUse { id, .. } if id.is_empty() => {
                last = format!("{}-{number}", entry.id);
                id.clone_from(&last);
            }
            Block::ToolResult { id, .. } if id.is_empty() => id.clone_from(&last),
            _ => {}
        }
    }
}
