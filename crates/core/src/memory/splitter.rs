//! Splits texts into chunks that fit the chosen model's window.

use std::cell::RefCell;
use std::ops::Range;

use crate::embed::{CountedText, LazyEmbedder};
use crate::item::chunk::{self, Splitter};

/// Splits passages to the model's window, or without a model to an estimated number of tokens. The
/// first text loads the model, so nothing is loaded when nothing is new.
pub(super) struct WindowSplitter<'a> {
    model: RefCell<&'a mut LazyEmbedder>,
}

impl<'a> WindowSplitter<'a> {
    /// Creates a splitter. Without a model, sizes are estimated, and the text is found by its words
    /// only.
    pub fn of(model: &'a mut LazyEmbedder) -> Self {
        Self { model: RefCell::new(model) }
    }
}

impl Splitter for WindowSplitter<'_> {
    fn split(&self, passage: &str) -> Vec<Range<usize>> {
        match self.model.borrow_mut().get() {
            Ok(embedder) => {
                let window = embedder.spec().window.min(chunk::CHUNK_TOKENS_MAX);
                let tokens_max = window - chunk::SPECIAL_TOKENS;
                let text = chunk::beginning(passage);
                chunk::split(text, tokens_max, CountedText::of(text, embedder.tokenizer()))
            }
            Err(_) => chunk::split_estimated(passage),
        }
    }
}
