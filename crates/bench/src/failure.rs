//! Why a measurement cannot be made.

use std::fmt::{self, Display};

/// The result of everything that can fail.
pub type Result<T, E = Failure> = std::result::Result<T, E>;

/// A message for a person.
#[derive(Debug)]
pub struct Failure(String);

impl Failure {
    /// Makes a failure.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// Makes a failure of something that has a reason.
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
