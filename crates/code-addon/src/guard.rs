//! Errors and panics of the index as JavaScript errors with a `code`, and answers as JSON.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A JavaScript error with one of our codes.
pub type Failure = napi::Error<String>;

/// Runs one call. A panic, which would abort Node, becomes an error with the code `INTERNAL`.
pub fn guarded<T>(call: impl FnOnce() -> mementor_code::Result<T>) -> Result<T, Failure> {
    // The default hook would print a backtrace to the host's stderr.
    static QUIET: Once = Once::new();
    QUIET.call_once(|| std::panic::set_hook(Box::new(|_| {})));
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(Failure::new(error.code().to_owned(), error.to_string())),
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
            Err(internal(&text.unwrap_or_else(|| "panicked".to_owned())))
        }
    }
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
