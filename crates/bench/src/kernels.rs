//! The product's own encoder alone, with each instruction set of this processor.

use std::path::Path;

use mementor_encoder::{Encoder, Kernel, Packed, Room};

use crate::failure::{Failure, Result};

/// The encoder with one instruction set.
pub struct Alone<'a> {
    /// The name of the instruction set, such as `avx2`.
    pub name: &'static str,
    encoder: &'a Encoder<'a>,
    kernel: Kernel,
    room: Room,
}

impl Alone<'_> {
    /// Computes the vector of a text, and discards it.
    pub fn run(&mut self, ids: &[u32]) -> Result<()> {
        let vector = self.encoder.vector(self.kernel, ids, &mut self.room);
        vector.map(drop).map_err(|error| Failure::of("the encoder", error))
    }
}

/// The two files of a packed model, in memory.
pub struct Files {
    packed: Vec<u8>,
    weights: Vec<u8>,
}

impl Files {
    /// Reads the weights, and the packed file beside them.
    pub fn load(weights: &Path) -> Result<Self> {
        let read =
            |path: &Path| std::fs::read(path).map_err(|error| Failure::of(path.display(), error));
        Ok(Self { packed: read(&weights.with_file_name("encoder.bin"))?, weights: read(weights)? })
    }

    /// Returns the model in these files.
    pub fn encoder(&self) -> Result<Encoder<'_>> {
        let packed = Packed::read(&self.packed, &self.weights);
        packed.map(|packed| packed.encoder).map_err(|error| Failure::of("the encoder", error))
    }
}

/// Returns the encoder with each instruction set, but for plain code, which is not used.
pub fn all<'a>(encoder: &'a Encoder<'a>) -> Vec<Alone<'a>> {
    let kernels = Kernel::all().filter(|kernel| kernel.name() != "portable");
    let alone =
        |kernel: Kernel| Alone { name: kernel.name(), encoder, kernel, room: Room::default() };
    kernels.map(alone).collect()
}
