//! The record of a session, whoever wrote it.

use mementor_core::home::records::Held;
use mementor_core::home::records::line::{RecordLine, lines_of};

/// The record as text.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let lines = lines_of(&text);
    Held::after(&lines);
    let written: String = lines.iter().map(text_of).collect();
    let again = lines_of(&written);
    assert_eq!(again.iter().map(text_of).collect::<String>(), written, "it can be read again");
    assert_eq!(lines_of(&format!("{text}\n{{\"torn")), lines, "a torn line costs only itself");
}

fn text_of(line: &RecordLine) -> String {
    serde_json::to_string(line).expect("JSON") + "\n"
}
