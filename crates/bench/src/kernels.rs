//! The product's own encoder alone, with each instruction set of this processor.

use std::path::Path;

use mementor_encoder::{Encoder, Kernel, Packed, Room};

use crate::failure::{Failure, Result};

/// The two files of a packed model, in memory.
pub struct Files {
    packed: Vec<u8>,
    weights: Vec<u8>,
}

impl Files {
    /// Reads both files.
    pub fn load(packed: &Path, weights: &Path) -> Result<Self> {
        let read =
            |path: &Path| std::fs::read(path).map_err(|error| Failure::of(path.display(), error));
        Ok(Self { packed: read(packed)?, weights: read(weights)? })
    }

    /// Returns the model in these files.
    pub fn encoder(&self) -> Result<Encoder<'_>> {
        let packed = Packed::read(&self.packed, &self.weights).map_err(failed)?;
        Ok(packed.encoder)
    }
}

/// The encoder with one instruction set.
pub struct Alone<'a> {
    encoder: &'a Encoder<'a>,
    kernel: Kernel,
    room: Room,
}

impl<'a> Alone<'a> {
    /// Returns the encoder with each instruction set, fastest first, but for plain code, which is
    /// not used.
    pub fn all(encoder: &'a Encoder<'a>) -> impl Iterator<Item = Self> {
        let kernels = Kernel::all().filter(|kernel| kernel.name() != "portable");
        kernels.map(move |kernel| Self { encoder, kernel, room: Room::default() })
    }

    /// Returns the name in a table, such as `encoder-avx2`.
    pub fn name(&self) -> String {
        format!("encoder-{}", self.kernel.name())
    }

    /// Computes the vector of a text, and discards it.
    pub fn run(&mut self, ids: &[u32]) -> Result<()> {
        self.encoder.vector(self.kernel, ids, &mut self.room).map(drop).map_err(failed)
    }
}

fn failed(reason: impl std::fmt::Display) -> Failure {
    Failure::of("the encoder", reason)
}
