//! Fields of a line, each parsed only when it is needed. A field of the wrong type counts as absent.

use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::value::RawValue;

use crate::json;

/// Parses one string field of an object without building the others.
pub(in crate::sources) fn field(raw: Option<&RawValue>, name: &str) -> Option<String> {
    let text = raw?.get();
    let of = |text: &str| {
        let fields: HashMap<Cow<str>, &RawValue> = serde_json::from_str(text).ok()?;
        Some(string(fields.get(name).copied()).map(Cow::into_owned))
    };
    of(text).or_else(|| of(&json::readable(text)))?
}

/// Returns the text of a string.
pub(in crate::sources) fn string<'a>(raw: Option<&'a RawValue>) -> Option<Cow<'a, str>> {
    let text = raw?.get();
    match serde_json::from_str::<&'a str>(text) {
        Ok(text) => Some(Cow::Borrowed(text)),
        // A string with escapes must be owned.
        Err(_) => json::read(text).map(Cow::Owned),
    }
}

/// Whether a field is `true`.
pub(in crate::sources) fn truth(raw: Option<&RawValue>) -> bool {
    raw.is_some_and(|raw| raw.get() == "true")
}
