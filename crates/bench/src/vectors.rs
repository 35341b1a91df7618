//! The vectors that are stored and searched: synthetic ones, or those of real texts from files.

use std::path::Path;

use crate::failure::{Failure, Result};
use crate::options::Options;
use crate::synthetic::{DIMENSIONS, Synthetic};

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
    /// Reads the files that `vector_files` wrote to `--vectors`; invents them without that option.
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

/// The file of stored vectors, in the folder `--vectors`.
pub const STORED: &str = "stored.f32";
/// The file of queries beside it.
pub const ASKED: &str = "asked.f32";

fn read(path: &Path) -> Result<Vec<f32>> {
    let bytes = std::fs::read(path).map_err(|error| Failure::of(path.display(), error))?;
    let numbers =
        bytes.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
    Ok(numbers.collect())
}
