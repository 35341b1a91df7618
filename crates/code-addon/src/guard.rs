//! Errors of the index as JavaScript errors with a `code`, and answers as JSON.

use serde::Serialize;
use serde::de::DeserializeOwned;

pub use crate::caught::Failure;
use crate::caught::caught;

/// Runs one call. A panic becomes an error with the code `INTERNAL`.
pub fn guarded<T>(call: impl FnOnce() -> mementor_code::Result<T>) -> Result<T, Failure> {
    caught(|| call().map_err(|error| Failure::new(error.code().to_owned(), error.to_string())))
}

/// Runs one call, and returns its answer as JSON.
pub fn json<T: Serialize>(
    call: impl FnOnce() -> mementor_code::Result<T>,
) -> Result<String, Failure> {
    let answer = guarded(call)?;
    serde_json::to_string(&answer).map_err(|error| internal(&error.to_string()))
}

/// Reads options.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|error| internal(&error.to_string()))
}

/// Passes an error of the core on.
pub fn of_core<T>(result: mementor_core::api::Result<T>) -> Result<T, Failure> {
    result.map_err(|error| Failure::new(error.code().to_owned(), error.to_string()))
}

fn internal(text: &str) -> Failure {
    Failure::new("INTERNAL".to_owned(), text.to_owned())
}
