//! Runs one kind of model: a BERT encoder of the shape of `MiniLM`, with matrices of eight bits.
//!
//! [`pack`] lays the weights of an ONNX file and a vocabulary out in one file, which is mapped and
//! used as it is: nothing is parsed, packed or optimised when a process starts.
//!
//! All instruction sets give the same bits: products are exact integers, and every step in floats
//! is one IEEE operation, in one order of sixteen lanes. Only the files in `kernel` know an
//! instruction set, and only they are unsafe.
#![allow(
    clippy::inline_always,
    reason = "code is compiled for the instructions of the function that it is inlined into"
)]

mod file;
mod forward;
mod functions;
mod kernel;
mod lanes;
pub mod pack;
mod protobuf;
pub mod vocabulary;

pub use file::{Encoder, Packed, Pooling, Unusable};
pub use forward::Room;
pub use kernel::Kernel;

/// Names the arithmetic: it changes whenever a bit of any vector does.
pub const ARITHMETIC: &str = "encoder 1";

/// Length of a vector.
pub const DIMENSIONS: usize = forward::HIDDEN;

impl Encoder<'_> {
    /// Returns the vector of a text, as the model's [`Pooling`] says: [`DIMENSIONS`] numbers of any
    /// length. The ids are of one text, with its special tokens.
    ///
    /// # Errors
    /// When there is no token, there are more than [`Encoder::window`], or an id is none of the
    /// model's.
    pub fn vector(
        &self,
        kernel: Kernel,
        ids: &[u32],
        room: &mut Room,
    ) -> Result<Vec<f32>, Unusable> {
        if ids.is_empty() || ids.len() > self.window() {
            return Err(Unusable("the text has no token, or too many"));
        }
        if ids.iter().any(|id| *id as usize >= self.words.len()) {
            return Err(Unusable("a token is none of the model's"));
        }
        Ok(kernel.run(self, ids, room).as_flattened().to_vec())
    }
}
