//! Prompts that deserve no memory in any project, in several languages: "yes", "run the tests".

use std::collections::BTreeSet;
use std::path::Path;

use serde::Deserialize;

use crate::failure::{Failure, Result};
use crate::question::Undeserving;
use crate::rows::{self, Rows};

/// Name of this kind of prompts.
pub const NAME: &str = "trivial";

const FIELDS: &str = "`prompt`";

#[derive(Deserialize)]
struct Row {
    prompt: String,
}

/// Reads the prompts, one per line, as plain text or JSONL.
pub fn read(path: &Path) -> Result<Vec<String>> {
    let text = rows::read(path)?;
    if text.trim_start().starts_with('{') {
        let rows: Rows<Row> = Rows::read(path, FIELDS)?;
        return Ok(rows.rows.into_iter().map(|(_, row)| row.prompt).collect());
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let prompts: Vec<String> = lines.map(str::to_owned).collect();
    if prompts.is_empty() {
        let hint = "one prompt a line, or JSONL with `prompt` and `lang`";
        return Err(Failure::new(format!("{} holds nothing", path.display())).hinted(hint));
    }
    Ok(prompts)
}

/// Returns each prompt for each project.
pub fn asked_in(prompts: &[String], projects: &BTreeSet<&str>) -> Vec<Undeserving> {
    let pairs = projects.iter().flat_map(|project| {
        prompts
            .iter()
            .map(|text| Undeserving { project: (*project).to_owned(), text: text.clone() })
    });
    pairs.collect()
}
