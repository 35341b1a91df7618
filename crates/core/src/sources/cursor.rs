//! Read position in a transcript. Only its source knows the format.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Serialized position in a transcript; opaque to everything but its source. The empty string is
/// the beginning.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cursor(String);

impl Cursor {
    /// Restores a cursor from the text that [`Cursor::as_str`] returned.
    pub fn stored(text: String) -> Self {
        Self(text)
    }

    /// Serializes a position.
    pub fn of(position: &impl Serialize) -> Self {
        // Cannot fail: positions consist of strings, numbers and entries.
        Self(serde_json::to_string(position).unwrap_or_default())
    }

    /// Deserializes the position. Text in another format counts as the beginning.
    pub fn position<T: DeserializeOwned + Default>(&self) -> T {
        serde_json::from_str(&self.0).unwrap_or_default()
    }

    /// Returns the text to store.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
