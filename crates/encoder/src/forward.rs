//! The pass through the model, for any instruction set.
//!
//! Activations are quantised to eight bits with a scale and a zero for each row, and multiplied
//! with weights of eight bits in exact integers. Everything else is done in floats.

mod attention;
mod product;
mod rows;

use crate::file::{Encoder, Pooling};
use crate::kernel::{Instructions, Step};
use crate::lanes::{Lanes, Line};
use product::{AddTo, Gelu, Split, product};

/// Width of the model.
pub const HIDDEN: usize = 384;
/// Width between the two matrices of a layer's second half.
pub const WIDE: usize = 1536;
/// Heads of the attention.
pub const HEADS: usize = 12;

/// Lines of a row.
pub const LINES: usize = HIDDEN / 16;
const LINES_WIDE: usize = WIDE / 16;
/// Lines of a head's part of a row.
const LINES_HEAD: usize = LINES / HEADS;
/// Fours of a row: what one multiplication reads of it.
pub const FOURS: usize = HIDDEN / 4;
pub const FOURS_WIDE: usize = WIDE / 4;
/// Pairs of panels that make one head's queries, keys and values: one each.
const PAIRS_HEAD: usize = 3 * LINES_HEAD / 2;

/// Quantised rows. Only one form of steps is used on a processor.
#[derive(Debug, Default)]
pub struct Activations {
    pub bytes: Vec<u8>,
    pub signed: Vec<i8>,
    /// A row's numbers are `(step − zero) · scale`.
    scales: Vec<f32>,
    zeros: Vec<i32>,
    /// The greater of each two steps, where an instruction set needs it.
    peaks: Vec<[u8; 2]>,
}

/// Where the numbers between two layers are: about a megabyte for a hundred tokens. It is kept
/// between runs, because getting memory from the system takes time.
#[derive(Debug, Default)]
pub struct Room {
    /// A row for each token.
    stream: Vec<[Line; LINES]>,
    /// What attention gives, a row for each token.
    context: Vec<[Line; LINES]>,
    wide: Vec<[Line; LINES_WIDE]>,
    activations: Activations,
    /// One head's queries, keys and values.
    heads: [Vec<[Line; LINES_HEAD]>; 3],
    attention: attention::Room,
}

impl Room {
    #[inline(always)]
    fn resize<I: Instructions>(&mut self, tokens: usize) {
        self.stream.resize(tokens, [[0.0; 16]; LINES]);
        self.context.resize(tokens, [[0.0; 16]; LINES]);
        self.wide.resize(tokens, [[0.0; 16]; LINES_WIDE]);
        for part in &mut self.heads {
            part.resize(tokens, [[0.0; 16]; LINES_HEAD]);
        }
        let Activations { scales, zeros, peaks, .. } = &mut self.activations;
        scales.resize(tokens, 0.0);
        zeros.resize(tokens, 0);
        if I::PEAKS {
            peaks.resize(tokens * FOURS_WIDE, [0; 2]);
        }
        I::Step::buffer(&mut self.activations).resize(tokens * WIDE, I::Step::default());
    }
}

/// Returns the vector of a text, which is not normalised.
#[inline(always)]
pub fn forward<I: Instructions>(
    simd: I,
    encoder: &Encoder,
    ids: &[u32],
    room: &mut Room,
) -> [Line; LINES] {
    room.resize::<I>(ids.len());
    let Room { stream, context, wide, activations, heads, attention } = room;
    for ((row, id), place) in stream.iter_mut().zip(ids).zip(encoder.places) {
        let word = encoder.words[*id as usize].as_chunks::<16>().0;
        for ((to, bytes), place) in row.iter_mut().zip(word).zip(place) {
            let word = simd.less_zero(bytes, encoder.word_zero);
            word.mul_add(simd.splat(encoder.word_scale), simd.load(place)).store(to);
        }
    }
    rows::norm(simd, stream, &encoder.norm, activations);
    let tokens = ids.len();
    for (at, layer) in encoder.layers.iter().enumerate() {
        // Of the last layer's rows only those that the vector is made of.
        let is_last = at + 1 == encoder.layers.len();
        let rows = if is_last && encoder.pooling == Pooling::Cls { 1 } else { tokens };
        for head in 0..HEADS {
            let pairs = head * PAIRS_HEAD..(head + 1) * PAIRS_HEAD;
            let into = Split(heads, head * 2 * PAIRS_HEAD);
            // Every row has keys and values.
            let rows_of = |pair| if pair % PAIRS_HEAD == 0 { rows } else { tokens };
            product(simd, activations, rows_of, &layer.queries_keys_values, pairs, into);
            let [queries, keys, values] = &*heads;
            let parts = attention::Parts { queries: &queries[..rows], keys, values };
            attention::attend(simd, parts, attention, |token, half, lanes: I::Lanes| {
                lanes.store(&mut context[token][head * LINES_HEAD + half]);
            });
        }
        let (stream, wide) = (&mut stream[..rows], &mut wide[..rows]);
        let all = |_| rows;
        rows::quantise(simd, &context[..rows], activations);
        product(simd, activations, all, &layer.out, 0..LINES / 2, AddTo(stream));
        rows::norm(simd, stream, &layer.norms[0], activations);
        product(simd, activations, all, &layer.up, 0..LINES_WIDE / 2, Gelu(wide));
        rows::quantise(simd, wide, activations);
        product(simd, activations, all, &layer.down, 0..LINES / 2, AddTo(stream));
        rows::norm(simd, stream, &layer.norms[1], activations);
    }
    if encoder.pooling == Pooling::Cls {
        return stream[0];
    }
    let mut sums = [[0.0; 16]; LINES];
    for row in &*stream {
        for (sum, line) in sums.iter_mut().zip(row) {
            simd.load(sum).add(simd.load(line)).store(sum);
        }
    }
    sums
}
