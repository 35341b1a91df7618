//! Text markers that are both parsed from transcripts and written into them.

use crate::conversation::entry::Block;

/// Id prefix of a prompt that was recorded only as a queue operation.
pub(super) const QUEUED: &str = "queue-";

/// Prefix of the line that records that a person interrupted the model.
pub(super) const INTERRUPTED: &str = "[Request interrupted by user";

/// Text of a restored transcript in place of a prompt that is lost: what follows answers none before
/// it.
pub(super) const PROMPT_LOST: &str = "[A prompt was lost here.]";

/// Kind of a note about a command that the client ran.
pub(super) const COMMAND: &str = "local-command";

/// Messages to the model that are not prompts, as prefix and kind. They are part of the
/// conversation but not searchable.
pub(super) const NOTES: &[(&str, &str)] = &[
    ("<task-notification", "task-notification"),
    ("<agent-notification", "task-notification"),
    ("<teammate-message", "teammate-message"),
    ("<local-command-std", COMMAND),
    ("<bash-", "bash"),
    ("<user-memory-input", "memory-input"),
];

const OMISSION_END: &str = " bytes was not kept]";
/// Kinds of content that can be omitted.
const OMITTED: [&str; 3] = ["image", "document", "unknown"];

pub(super) fn omission(kind: &str, bytes: u64) -> String {
    format!("[{kind} of {bytes}{OMISSION_END}")
}

/// Parses the placeholder of an attachment that is not stored.
pub(super) fn omitted(text: &str) -> Option<Block> {
    let (kind, bytes) = text.strip_prefix('[')?.strip_suffix(OMISSION_END)?.split_once(" of ")?;
    let kind = OMITTED.into_iter().find(|known| *known == kind)?;
    Some(Block::Omitted { kind: kind.to_owned(), bytes: bytes.parse().ok()? })
}
