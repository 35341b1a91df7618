//! Texts that are both read from transcripts and written into them.

use crate::conversation::entry::Block;

/// Beginning of the id of a prompt that was noted as an operation on the queue only.
pub(super) const QUEUED: &str = "queue-";

/// How the line begins that says that a person stopped the model.
pub(super) const INTERRUPTED: &str = "[Request interrupted by user";

/// What the model was told besides prompts: part of the conversation, and not searchable.
pub(super) const NOTES: &[(&str, &str)] = &[
    ("<task-notification", "task-notification"),
    ("<teammate-message", "teammate-message"),
    ("<local-command-std", "local-command"),
    ("<bash-", "bash"),
    ("<user-memory-input", "memory-input"),
];

const OMISSION_END: &str = " bytes was not kept]";
/// What can be left out.
const OMITTED: [&str; 3] = ["image", "document", "unknown"];

pub(super) fn omission(kind: &str, bytes: u64) -> String {
    format!("[{kind} of {bytes}{OMISSION_END}")
}

/// Reads what stands for an attachment that is not stored.
pub(super) fn omitted(text: &str) -> Option<Block> {
    let (kind, bytes) = text.strip_prefix('[')?.strip_suffix(OMISSION_END)?.split_once(" of ")?;
    let kind = OMITTED.into_iter().find(|known| *known == kind)?;
    Some(Block::Omitted { kind: kind.to_owned(), bytes: bytes.parse().ok()? })
}
