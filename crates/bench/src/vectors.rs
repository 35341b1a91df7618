//! The vectors that are stored and searched: synthetic ones, or those of real texts from files.

use std::path::Path;

use serde_json::{Value, json};

use crate::failure::{Failure, Result};
use crate::options::Options;
use crate::product;
use crate::synthetic::{DIMENSIONS, Synthetic, bytes};

/// Source of the vectors.
pub enum Vectors {
    /// Synthetic vectors, any number of them.
    Invented(Synthetic),
    /// Vectors of real texts.
    Real {
        /// The stored vectors, one after another.
        stored: Vec<f32>,
        /// The query vectors, which are not stored.
        asked: Vec<f32>,
    },
}

impl Vectors {
    /// Loads the files that [`embed`] wrote to `--vectors`; without that option, uses synthetic
    /// vectors.
    pub fn of(options: &Options) -> Result<Self> {
        match options.get("vectors") {
            Some(folder) => Ok(Self::Real {
                stored: read(&Path::new(folder).join(STORED))?,
                asked: read(&Path::new(folder).join(ASKED))?,
            }),
            None => Ok(Self::Invented(Synthetic::new())),
        }
    }

    /// Returns a stored vector.
    pub fn stored(&self, index: u64) -> Vec<f32> {
        match self {
            Self::Invented(synthetic) => synthetic.stored(index),
            Self::Real { stored, .. } => at(stored, index as usize),
        }
    }

    /// Returns a query vector. Real ones are reused from the first after the last.
    pub fn asked(&self, index: u64) -> Vec<f32> {
        match self {
            Self::Invented(synthetic) => synthetic.asked(index),
            Self::Real { asked, .. } => at(asked, index as usize % (asked.len() / DIMENSIONS)),
        }
    }
}

fn at(vectors: &[f32], index: usize) -> Vec<f32> {
    vectors[index * DIMENSIONS..][..DIMENSIONS].to_vec()
}

const STORED: &str = "stored.f32";
const ASKED: &str = "asked.f32";
/// Every n-th text also gives a query: the start of its first line, about as long as a prompt.
const ASKED_EVERY: usize = 50;
const ASKED_BYTES_MAX: usize = 100;
const BATCH: usize = 16;

/// Embeds the queued chunks of the memory at `--home`, and writes their vectors and queries to the
/// folder `--vectors`. Returns `{ stored, asked }`.
pub fn embed(options: &Options) -> Result<Value> {
    let models = options.path("models")?;
    let folder = options.path("vectors")?;
    let wanted = options.number("chunks")? as usize;
    let texts = product::waiting_texts(&options.path("home")?, wanted)?;
    let asked: Vec<String> = texts.iter().step_by(ASKED_EVERY).map(|text| query(text)).collect();
    std::fs::create_dir_all(&folder)?;
    for (name, texts) in [(STORED, &texts), (ASKED, &asked)] {
        let mut file = Vec::with_capacity(texts.len() * DIMENSIONS * 4);
        for vector in product::embedded(&models, texts, BATCH)? {
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

fn read(path: &Path) -> Result<Vec<f32>> {
    let bytes = std::fs::read(path).map_err(|error| Failure::of(path.display(), error))?;
    let numbers =
        bytes.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
    Ok(numbers.collect())
}
