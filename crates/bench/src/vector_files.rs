//! Writes the vectors of real texts to files, for measurements that read them.

use serde_json::{Value, json};

use crate::failure::Result;
use crate::options::Options;
use crate::synthetic::{DIMENSIONS, bytes};
use crate::vectors::{ASKED, STORED};
use crate::{models, product};

/// One text in so many also gives a query: the beginning of its first line, about what a prompt is.
const ASKED_EVERY: usize = 50;
const ASKED_BYTES_MAX: usize = 100;
const BATCH: usize = 16;

/// Embeds the chunks that wait in the memory at `--home`, and writes what they are stored as and
/// queries to the folder `--vectors`. Returns `{ stored, asked }`.
pub fn embed(options: &Options) -> Result<Value> {
    let models = options.path("models")?;
    let folder = options.path("vectors")?;
    let wanted = options.number("chunks")? as usize;
    let texts = product::waiting_texts(&options.path("home")?, wanted)?;
    let asked: Vec<String> = texts.iter().step_by(ASKED_EVERY).map(|text| query(text)).collect();
    std::fs::create_dir_all(&folder)?;
    for (name, texts) in [(STORED, &texts), (ASKED, &asked)] {
        let mut file = Vec::with_capacity(texts.len() * DIMENSIONS * 4);
        for vector in models::embedded(&models, texts, BATCH)? {
            file.extend(bytes(&vector));
        }
        std::fs::write(folder.join(name), file)?;
    }
    Ok(json!({ "stored": texts.len(), "asked": asked.len() }))
}

fn query(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line[..line.floor_char_boundary(ASKED_BYTES_MAX)].to_owned()
}
