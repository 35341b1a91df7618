//! The prompts in a transcript that the memory may not have read yet: during the first turn of a
//! session, only the transcript has its prompt.

use std::io;
use std::path::Path;

use crate::conversation::entry::Block;
use crate::secrets::Masker;
use crate::sources::{Cursor, Limits, Part, Source};

/// The first prompts are at the beginning; a fork begins with the turns of its parent.
const READ_BYTES_MAX: u64 = 8 << 20;

/// A prompt that a person typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedPrompt {
    /// When, in milliseconds since the epoch.
    pub at_ms: i64,
    /// The words, masked.
    pub text: String,
}

/// Returns the prompts at the beginning of a transcript; none where prompts have no times.
///
/// # Errors
/// Any I/O error from reading the transcript.
pub fn typed_prompts(
    source: &dyn Source,
    path: &Path,
    masker: &Masker,
) -> io::Result<Vec<TypedPrompt>> {
    if !source.facts().dialect.has_precise_times {
        return Ok(Vec::new());
    }
    let limits = Limits { bytes: READ_BYTES_MAX, spoken_bytes: usize::MAX };
    let batch = source.read(&Part { path, from: &Cursor::default(), limits, masker })?;
    let own = batch.entries.into_iter().map(|parsed| parsed.entry);
    let prompts = own.filter(|entry| entry.subagent.is_none()).flat_map(|entry| {
        let at_ms = entry.at_ms;
        entry.blocks.into_iter().filter_map(move |block| match block {
            Block::Prompt { text, .. } => Some(TypedPrompt { at_ms, text }),
            _ => None,
        })
    });
    Ok(prompts.collect())
}
