//! Key facts that a text must contain to answer a question: an OR of ANDs of regular expressions.

use std::collections::BTreeMap;
use std::path::Path;

use regex::{Regex, RegexBuilder};
use serde::Deserialize;

use crate::failure::{Failure, Result};
use crate::rows::Rows;

const FIELDS: &str = "`id` of a question and `any`, a list of lists of regular expressions";

#[derive(Deserialize)]
struct Row {
    id: String,
    any: Vec<Vec<String>>,
}

/// Key facts by question id.
pub type KeyFacts = BTreeMap<String, Facts>;

/// Key facts of a question: all patterns of one of the lists must match.
pub struct Facts(Vec<Vec<Regex>>);

impl Facts {
    /// Returns whether a text contains the key facts.
    pub fn hold_in(&self, text: &str) -> bool {
        self.0.iter().any(|all| all.iter().all(|one| one.is_match(text)))
    }
}

/// Reads the file.
pub fn read(path: &Path) -> Result<KeyFacts> {
    let rows: Rows<Row> = Rows::read(path, FIELDS)?;
    let facts = rows.rows.into_iter().map(|(line, row)| {
        let compile = |pattern: &String| {
            let built = RegexBuilder::new(pattern).case_insensitive(true).build();
            built.map_err(|error| {
                Failure::new(format!("{}, line {line}: {error}", path.display()))
                    .hinted(format!("each line is a JSON object with {FIELDS}"))
            })
        };
        let any = row.any.iter().map(|all| all.iter().map(compile).collect());
        Ok((row.id, Facts(any.collect::<Result<_>>()?)))
    });
    facts.collect()
}
