//! Properties of every restored transcript.

use std::collections::HashSet;

use serde_json::Value;

/// Asserts what the model's API and the client require of a conversation: it starts with a user
/// line, each line follows the one before, and each tool use is answered immediately and only
/// there.
pub fn check_conversation(text: &str) {
    let lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let spoken = lines.iter().filter(|line| line["type"] == "user" || line["type"] == "assistant");
    let (mut parent, mut uuids) = (None, HashSet::new());
    let mut asked: Vec<&str> = Vec::new();
    let mut message = &Value::Null;
    for (at, line) in spoken.enumerate() {
        assert!(at > 0 || line["type"] == "user", "begins with {line}");
        assert!(at == 0 || line["parentUuid"].as_str() == parent, "does not follow: {line}");
        parent = line["uuid"].as_str();
        assert!(uuids.insert(parent.expect("a uuid")), "stands twice: {line}");
        assert!(line["timestamp"].as_str().expect("a time").ends_with('Z'));
        let content = line["message"]["content"].as_array().map_or(&[][..], Vec::as_slice);
        if line["type"] == "assistant" {
            assert!(
                asked.is_empty() || line["message"]["id"] == *message,
                "{asked:?} is not answered before {line}"
            );
            message = &line["message"]["id"];
            let uses = content.iter().filter(|block| block["type"] == "tool_use");
            asked.extend(uses.map(|block| block["id"].as_str().expect("an id")));
            continue;
        }
        for block in content.iter().filter(|block| block["type"] == "tool_result") {
            let id = block["tool_use_id"].as_str().expect("an id");
            let place = asked.iter().position(|known| *known == id);
            asked.remove(place.unwrap_or_else(|| panic!("nobody asked for {line}")));
        }
        let answers = content.iter().any(|block| block["type"] == "tool_result");
        assert!(asked.is_empty() || answers, "{asked:?} is not answered before {line}");
    }
    assert!(asked.is_empty(), "{asked:?} is never answered");
}

/// Removes the positions in a file from a dump's rows: a restored file has other positions.
pub fn without_positions(rows: Vec<String>) -> Vec<String> {
    let without = |row: String| {
        if row.starts_with("session ") {
            return row.rsplit_once(' ').expect("three columns").0.to_owned();
        }
        let mut parts = row.split("position: ");
        let first = parts.next().unwrap_or_default().to_owned();
        let digits = |part: &str| part.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned();
        std::iter::once(first).chain(parts.map(digits)).collect::<Vec<_>>().join("position: _")
    };
    rows.into_iter().map(without).collect()
}
