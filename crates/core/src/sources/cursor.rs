//! How far a transcript is read. Only its source knows the form.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A place in a transcript, as a text that is stored and only its source reads. The empty one is
/// the beginning.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cursor(String);

impl Cursor {
    /// Takes what [`Cursor::as_str`] returned.
    pub fn stored(text: String) -> Self {
        Self(text)
    }

    /// Writes a position.
    pub fn of(position: &impl Serialize) -> Self {
        // Positions are made of strings, numbers and entries: all of them can be written.
        Self(serde_json::to_string(position).unwrap_or_default())
    }

    /// Reads a position; one of another form counts as the beginning.
    pub fn position<T: DeserializeOwned + Default>(&self) -> T {
        serde_json::from_str(&self.0).unwrap_or_default()
    }

    /// Returns what is stored.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
