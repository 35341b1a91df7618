//! Errors of a measurement.

use std::fmt::{self, Display};

/// Result with this crate's [`Failure`].
pub type Result<T, E = Failure> = std::result::Result<T, E>;

/// An error message for people.
#[derive(Debug)]
pub struct Failure(String);

impl Failure {
    /// Creates a failure from a message.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// Creates a failure from what failed and the reason.
    pub fn of(what: impl Display, reason: impl Display) -> Self {
        Self(format!("{what}: {reason}"))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "error: {}", self.0)
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Self::of("SQLite failed", error)
    }
}

impl From<mementor_core::Error> for Failure {
    fn from(error: mementor_core::Error) -> Self {
        Self::of("the product failed", error)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::of("a file failed", error)
    }
}
