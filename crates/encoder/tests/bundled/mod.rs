//! The bundled model, packed for these tests.
#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use mementor_encoder::Pooling;
use mementor_encoder::pack::pack;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/all-MiniLM-L6-v2-dynamic-int8")
}

pub static ONNX: LazyLock<Vec<u8>> =
    LazyLock::new(|| std::fs::read(folder().join("model.onnx")).expect("it is bundled"));

pub static TOKENIZER: LazyLock<String> = LazyLock::new(|| {
    std::fs::read_to_string(folder().join("tokenizer.json")).expect("it is bundled")
});

/// Packed with all 512 places of the model, more than the manifest's window.
pub static PACKED: LazyLock<Vec<u8>> =
    LazyLock::new(|| pack(&ONNX, &TOKENIZER, 512, Pooling::Mean).expect("MiniLM"));

/// Bytes of a layer in a packed file.
const LAYER: usize = {
    const fn matrix(k: usize, n: usize) -> usize {
        k * n + k * n / 16 + 3 * 4 * n
    }
    let matrices = [matrix(384, 1152), matrix(384, 384), matrix(384, 1536), matrix(1536, 384)];
    let norms = 4 * 4 * 384;
    matrices[0] + matrices[1] + matrices[2] + matrices[3] + norms
};

/// The packed model, which takes the first token's vector instead of the mean.
pub static PACKED_CLS: LazyLock<Vec<u8>> =
    LazyLock::new(|| pack(&ONNX, &TOKENIZER, 512, Pooling::Cls).expect("MiniLM"));

/// A packed model with some of its layers, the last one included.
pub fn layers(packed: &[u8], count: usize) -> Vec<u8> {
    let before = 64 + 4 * 384 * 512 + 2 * 4 * 384;
    let mut file = packed.to_vec();
    file.drain(before..before + (6 - count) * LAYER);
    file[8] = count as u8;
    file
}

/// The packed model with one layer alone.
pub fn one_layer() -> Vec<u8> {
    layers(&PACKED, 1)
}

/// Ids of a text of this length that means nothing.
pub fn ids(length: usize) -> Vec<u32> {
    let mut state = length as u32;
    let next = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % 30_522
    };
    (0..length).map(next).collect()
}

/// Ids of texts, and their vectors in single precision; see `reference/make.py`.
pub fn reference(pooling: Pooling) -> Vec<(Vec<u32>, Vec<f32>)> {
    let ids = include_str!("../reference/ids.txt").lines();
    let ids = ids.map(|line| line.split(' ').map(|id| id.parse().expect("an id")).collect());
    let vectors: &[u8] = match pooling {
        Pooling::Mean => include_bytes!("../reference/vectors.bin"),
        Pooling::Cls => include_bytes!("../reference/vectors-cls.bin"),
    };
    let vectors = vectors.as_chunks::<768>().0.iter().map(|bytes| {
        let numbers = bytes.as_chunks().0.iter();
        numbers.map(|bytes| f32::from(i16::from_le_bytes(*bytes)) / 32_767.0).collect()
    });
    ids.zip(vectors).collect()
}
