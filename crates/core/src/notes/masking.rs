//! Masking of statements: everything in them that a person, a model or another tool may have
//! written.

use std::borrow::Cow;

use serde_json::Value;

use super::statement::{Says, Statement};
use crate::json;
use crate::secrets::{Masker, OnMasked};

/// Keys whose values are Mementor's own words; a secret in another place is masked.
const OWN: [&str; 5] = ["id", "by", "says", "state", "to"];

/// Masks a statement. Calls `told` with each changed text, before and after. Changes nothing in a
/// masked statement.
pub fn mask(statement: &mut Statement, masker: &Masker, told: OnMasked) {
    let before = statement.to_json();
    let Some(mut value) = json::value(&before) else {
        if let Cow::Owned(masked) = masker.mask_spoken(&before) {
            told(&before, &masked);
            *statement = Statement::from_json(&masked.replace('\n', " "));
        }
        return;
    };
    let mut changed = false;
    mask_value(&mut value, masker, &mut |one, other| {
        changed = true;
        told(one, other);
    });
    if changed {
        let id = statement.id.clone();
        *statement = Statement::from_json(&value.to_string());
        // A statement whose own id cannot be read is known by its text; it stays the same one.
        if statement.says == Says::Unknown && value["id"].as_str().is_none() {
            statement.id = id;
        }
    }
}

/// Keys of values that stay known when a note is forgotten: its kind, places and other notes.
const SHARED: [&str; 9] =
    ["kind", "scope", "cwd", "branch", "supersedes", "relates_to", "other", "turn", "session"];

/// Returns the texts of a statement that are its own: what a person, a model or another tool wrote.
pub fn texts(statement: &Statement) -> Vec<String> {
    let json = statement.to_json();
    let mut found = Vec::new();
    match json::value(&json) {
        Some(value) => collect(&value, &mut found),
        None => found.push(json),
    }
    found
}

fn collect(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Value::Object(fields) => {
            let is_own = |key: &str| !OWN.contains(&key) && !SHARED.contains(&key);
            let others = fields.iter().filter(|(key, _)| is_own(key));
            others.for_each(|(_, value)| collect(value, found));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn mask_value(value: &mut Value, masker: &Masker, told: OnMasked) {
    match value {
        Value::String(text) => {
            if let Cow::Owned(masked) = masker.mask_spoken(text) {
                told(text, &masked);
                *text = masked;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| mask_value(item, masker, told)),
        Value::Object(fields) => {
            let own = |key: &str| OWN.contains(&key);
            fields
                .iter_mut()
                .filter(|(key, _)| !own(key))
                .for_each(|(_, value)| mask_value(value, masker, told));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notes::{Author, Written};

    fn masked(statement: &Statement) -> Statement {
        let mut masked = statement.clone();
        mask(&mut masked, &Masker::default(), &mut |_, _| {});
        masked
    }

    #[test]
    fn every_text_of_a_statement_is_masked_once_and_its_id_stays() {
        let token = ["ghp_", "0123456789abcdefghijABCDEFGHIJ012345"].concat();
        let written = Written {
            kind: "rule".into(),
            summary: format!("Use {token}"),
            body: "a <private>b</private> c".into(),
            tags: vec![token.clone()],
            files: vec![format!("/srv/{token}/a")],
            branch: Some(token.clone()),
            ..Written::default()
        };
        let says = Says::Written(Box::new(written));
        let statement = Statement::new("n", 1, Author::Person, says);
        let once = masked(&statement);
        let json = once.to_json();
        assert!(!json.contains("ghp_") && !json.contains("b</"), "{json}");
        assert_eq!((once.id.as_str(), &masked(&once)), (statement.id.as_str(), &once));
        let newer = format!(r#"{{"id":"s","at":1,"says":"sung","of":["{token}"]}}"#);
        let newer = masked(&Statement::from_json(&newer));
        assert!(!newer.to_json().contains("ghp_") && newer.id == "s");
    }

    #[test]
    fn what_holds_no_secret_stays_byte_for_byte() {
        let json = r#"{ "id":"s", "at":1, "says":"sung", "n":1.50 }"#;
        assert_eq!(masked(&Statement::from_json(json)).to_json(), json);
    }
}
