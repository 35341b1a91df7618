//! Converts errors of the core to JavaScript errors with a `code`.

use mementor_core::api;

pub use crate::caught::Failure;
use crate::caught::caught;

/// Runs one call of the core. A panic becomes an error with the code `INTERNAL`.
pub fn guarded<T>(call: impl FnOnce() -> api::Result<T>) -> Result<T, Failure> {
    caught(|| call().map_err(|error| Failure::new(error.code().to_owned(), error.to_string())))
}
