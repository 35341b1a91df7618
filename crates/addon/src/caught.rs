//! Runs a call whose panic becomes an error: it would abort Node. Each addon compiles this file.

use std::panic::{AssertUnwindSafe, Location, catch_unwind};
use std::sync::{Mutex, Once};

/// A JavaScript error with one of our codes.
pub type Failure = napi::Error<String>;

/// Runs a call. A panic becomes an error with the code `INTERNAL`.
pub fn caught<T>(call: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    // The default hook would print a backtrace to the host's stderr; the error carries the message.
    static QUIET: Once = Once::new();
    QUIET.call_once(|| std::panic::set_hook(Box::new(|panic| note(panic.location()))));
    catch_unwind(AssertUnwindSafe(call))
        .unwrap_or_else(|panic| Err(Failure::new("INTERNAL".to_owned(), reason(panic.as_ref()))))
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
