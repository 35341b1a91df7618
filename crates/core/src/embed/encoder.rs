//! Inference with our own encoder. The only file that uses it to run a model.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use mementor_encoder::{Encoder, Kernel, Packed, Room};

use super::Engine;
use super::manifest::ModelSpec;
use super::mapped::mapped;
use super::models::unusable;
use super::sharing::each_text;
use super::tokens::Tokenizer;
use crate::error::Result;

/// A packed model in mapped files, and where its threads compute.
pub(super) struct OwnEncoder {
    encoder: Encoder<'static>,
    kernel: Kernel,
    tokenizer: Arc<Tokenizer>,
    rooms: Vec<Mutex<Room>>,
    path: PathBuf,
}

/// Maps a packed model and the weights that it was made from. Returns it with its tokenizer.
pub(super) fn load(
    packed: &Path,
    weights: &Path,
    spec: &ModelSpec,
    kernel: Kernel,
    threads: usize,
) -> Result<(OwnEncoder, Arc<Tokenizer>)> {
    let failed = |reason: &str| unusable(packed, reason.to_owned());
    let read = Packed::read(mapped(packed)?, mapped(weights)?);
    let read = read.map_err(|error| failed(&error.to_string()))?;
    let Packed { encoder, vocabulary, tokenizer } = read;
    let is_as_described = encoder.window() >= spec.window
        && encoder.pooling() == spec.pooling.of_encoder()
        && spec.dimensions == mementor_encoder::DIMENSIONS;
    if !is_as_described {
        return Err(failed("it is of another shape than the model's description says"));
    }
    let tokenizer = Tokenizer::of_packed(tokenizer, vocabulary, spec.window);
    let tokenizer = Arc::new(tokenizer.ok_or_else(|| failed("its tokenizer is not BERT's"))?);
    let rooms = std::iter::repeat_with(Mutex::default).take(threads.max(1)).collect();
    let path = packed.to_owned();
    Ok((OwnEncoder { encoder, kernel, tokenizer: tokenizer.clone(), rooms, path }, tokenizer))
}

impl Engine for OwnEncoder {
    fn run(&self, texts: &[String]) -> Result<Vec<Vec<f32>>> {
        each_text(texts, &self.rooms, |text, room| {
            let ids = self.tokenizer.ids(text)?;
            let mut room = room.lock().unwrap_or_else(PoisonError::into_inner);
            let vector = self.encoder.vector(self.kernel, &ids, &mut room);
            let vector = vector.map_err(|error| unusable(&self.path, error.to_string()))?;
            if vector.iter().all(|number| number.is_finite()) {
                return Ok(vector);
            }
            Err(unusable(&self.path, "its weights are damaged".to_owned()))
        })
    }
}
