//! Converts errors and panics of the core to JavaScript errors with a `code`.

use std::panic::{AssertUnwindSafe, Location, catch_unwind};
use std::sync::{Mutex, Once};

use mementor_core::api;

/// A JavaScript error with one of our codes.
pub type Failure = napi::Error<String>;

/// Runs one call of the core. A panic, which would abort Node, becomes an error with the code
/// `INTERNAL`.
pub fn guarded<T>(call: impl FnOnce() -> api::Result<T>) -> Result<T, Failure> {
    // The default hook would print a backtrace to the host's stderr; the error carries the message.
    static QUIET: Once = Once::new();
    QUIET.call_once(|| std::panic::set_hook(Box::new(|panic| note(panic.location()))));
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(Failure::new(error.code().to_owned(), error.to_string())),
        Err(panic) => Err(Failure::new("INTERNAL".to_owned(), reason(panic.as_ref()))),
    }
}

/// Location of the last panic in any thread; the caught panic does not contain it.
static PLACE: Mutex<Option<String>> = Mutex::new(None);

fn note(place: Option<&Location>) {
    if let Ok(mut last) = PLACE.lock() {
        *last = place.map(ToString::to_string);
    }
}

fn reason(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    let text = text.unwrap_or_else(|| "panicked".to_owned());
    match PLACE.lock().ok().and_then(|mut place| place.take()) {
        Some(place) => format!("{text} (at {place})"),
        None => text,
    }
}
