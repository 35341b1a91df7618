//! Reads hand-made JSONL files. Errors name the line and field.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use crate::failure::{Failure, Result};

/// The rows of a JSONL file.
pub struct Rows<T> {
    /// Path of the file.
    pub path: PathBuf,
    /// Each row with its line number, from 1.
    pub rows: Vec<(usize, T)>,
}

impl<T: DeserializeOwned> Rows<T> {
    /// Reads a file; `fields` describes the required fields for the hint.
    pub fn read(path: &Path, fields: &str) -> Result<Self> {
        Self::parse(&read(path)?, path, fields)
    }

    fn parse(text: &str, path: &Path, fields: &str) -> Result<Self> {
        let failed = |place: String| {
            let hint = format!("each line is a JSON object with {fields}");
            Failure::new(format!("{}{place}", path.display())).hinted(hint)
        };
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let rows = lines.map(|(at, line)| {
            let number = at + 1;
            let row = serde_json::from_str(line).map_err(|error| {
                failed(format!(", line {number}: {}", without_line(&error.to_string())))
            })?;
            Ok((number, row))
        });
        let rows = rows.collect::<Result<Vec<_>>>()?;
        if rows.is_empty() {
            return Err(failed(" holds nothing".to_owned()));
        }
        Ok(Self { path: path.to_owned(), rows })
    }
}

/// Reads a whole file.
pub fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|error| {
        let message = format!("cannot read {}: {error}", path.display());
        Failure::new(message).hinted("check the path, and that it is text in UTF-8")
    })
}

/// Removes the line from serde's error: each line is parsed alone, so it is always line 1.
fn without_line(reason: &str) -> String {
    match reason.split_once(" at line 1 column ") {
        Some((reason, column)) => format!("{reason} (column {column})"),
        None => reason.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct Query {
        query: String,
    }

    fn parsed(text: &str) -> Result<Rows<Query>> {
        Rows::parse(text, Path::new("f"), "`query`")
    }

    #[test]
    fn a_bad_line_is_named_with_its_field() {
        let rows = parsed("{\"query\":\"a\"}\n\n{\"query\":\"b\"}\n").unwrap().rows;
        assert_eq!((rows[1].0, rows[1].1.query.as_str()), (3, "b"));
        let failure = parsed("{\"query\":\"a\"}\n{\"quarry\":\"b\"}\n").err().unwrap().to_string();
        assert!(failure.starts_with("error: f, line 2: missing field `query`"), "{failure}");
        assert!(failure.contains("hint: "), "{failure}");
        assert!(parsed("\n").is_err());
    }
}
