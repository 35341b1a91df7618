//! The product's own encoder alone, with each instruction set of this processor.

use std::path::Path;

use mementor_encoder::{Encoder, Kernel, Packed, Room};

use crate::failure::{Failure, Result};

/// Reads a packed model into memory.
pub fn file(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| Failure::of(path.display(), error))
}

/// Returns the model in a packed file.
pub fn encoder(file: &[u8]) -> Result<Encoder<'_>> {
    Ok(Packed::read(file).map_err(failed)?.encoder)
}

/// The encoder with one instruction set.
pub struct Alone<'a> {
    encoder: &'a Encoder<'a>,
    kernel: Kernel,
    room: Room,
}

impl<'a> Alone<'a> {
    /// Returns the encoder with each instruction set, fastest first, but for plain code, which
    /// takes many times as long.
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
