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
use super::wordpiece::WordPiece;
use crate::error::Result;

/// A packed model in a mapped file, and where its threads compute.
pub(super) struct OwnEncoder {
    encoder: Encoder<'static>,
    kernel: Kernel,
    tokenizer: Arc<WordPiece>,
    window: usize,
    rooms: Vec<Mutex<Room>>,
    path: PathBuf,
}

/// Maps a packed model. Returns it with its tokenizer.
pub(super) fn load(
    path: &Path,
    spec: &ModelSpec,
    threads: usize,
) -> Result<(OwnEncoder, Arc<Tokenizer>)> {
    let failed = |reason: &str| unusable(path, reason.to_owned());
    let read = Packed::read(mapped(path)?).map_err(|error| failed(&error.to_string()))?;
    let Packed { encoder, vocabulary, tokenizer } = read;
    let window = spec.window;
    let is_as_described = encoder.window() >= window
        && encoder.pooling() == spec.pooling.of_encoder()
        && spec.dimensions == mementor_encoder::DIMENSIONS;
    if !is_as_described {
        return Err(failed("it is of another shape than the model's description says"));
    }
    let tokenizer = WordPiece::with_vocabulary(tokenizer, vocabulary);
    let tokenizer = Arc::new(tokenizer.ok_or_else(|| failed("its tokenizer is not BERT's"))?);
    let rooms = std::iter::repeat_with(Mutex::default).take(threads.max(1)).collect();
    let (kernel, path) = (Kernel::fastest(), path.to_owned());
    let counts = Arc::new(Tokenizer::of_words(tokenizer.clone()));
    Ok((OwnEncoder { encoder, kernel, tokenizer, window, rooms, path }, counts))
}

impl Engine for OwnEncoder {
    fn run(&self, texts: &[String]) -> Result<Vec<Vec<f32>>> {
        each_text(texts, &self.rooms, |text, room| {
            let ids = self.tokenizer.encode(text, self.window);
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
