//! The packed file: how it is laid out, and reading it where it lies.
//!
//! Numbers are little-endian; sections begin at multiples of 64 bytes, in this order:
//!
//! | section | content |
//! | --- | --- |
//! | header | 16 × u32, see [`Header`] |
//! | places | f32\[places\]\[384\]: what is added to the word at a place |
//! | norm | f32\[384\] twice: gain, bias |
//! | layers | queries, keys and values; out; norm; up; down; norm |
//! | words | u8\[words\]\[384\]: the words' vectors, `(byte − zero) · scale` |
//! | vocabulary | slots, pieces, text: see [`Vocabulary`] |
//! | tokenizer | the rest of `tokenizer.json`, as text |
//!
//! A matrix of K × N is `i8[N/16][K/4][16][4]`, then u8\[N/8\]\[K/2\] of limits (see
//! `kernel/limits.rs`), f32\[N\] of scales, f32\[N\] of biases and i32\[N\] of each column's sum. The
//! columns of queries, keys and values stand head by head.

use std::fmt;

use zerocopy::{FromBytes, Immutable, KnownLayout};

use crate::forward::{FOURS, FOURS_WIDE, HIDDEN, LINES, WIDE};
use crate::kernel::Panel;
use crate::kernel::limits::Limits;
use crate::lanes::Line;
use crate::vocabulary::Vocabulary;

/// The first four bytes of a packed file.
pub const MAGIC: u32 = u32::from_le_bytes(*b"menc");

/// Version of the layout.
pub const LAYOUT: u32 = 3;

/// Where sections begin.
pub const ALIGNMENT: usize = 64;

/// The most layers of a model.
pub const LAYERS_MAX: u32 = 64;

/// Why a file cannot be used, or a text not be run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unusable(pub(crate) &'static str);

impl fmt::Display for Unusable {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(self.0)
    }
}

impl std::error::Error for Unusable {}

/// How the vector of a text is made of those of its tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Pooling {
    /// Their sum, whose direction is that of their mean.
    #[default]
    Mean,
    /// The first one.
    Cls,
}

/// The first 64 bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Header {
    pub layers: u32,
    /// Number of words with a vector.
    pub words: u32,
    /// Number of places, which is the longest text in tokens.
    pub places: u32,
    pub word_zero: u32,
    /// The bits of a float.
    pub word_scale: u32,
    /// Sizes of the vocabulary's sections.
    pub slots: u32,
    pub pieces: u32,
    pub text_bytes: u32,
    /// Length of the longest piece in bytes.
    pub longest: u32,
    pub tokenizer_bytes: u32,
    /// A number in the file: 0 for the mean, 1 for the first token.
    pub pooling: Pooling,
}

impl Header {
    pub fn write(self) -> [u32; 16] {
        let Self { layers, words, places, word_zero, word_scale, .. } = self;
        let Self { slots, pieces, text_bytes, longest, tokenizer_bytes, pooling, .. } = self;
        let model = [MAGIC, LAYOUT, layers, words, places, 0, word_zero, word_scale];
        let pooling = u32::from(pooling == Pooling::Cls);
        let text = [slots, pieces, text_bytes, longest, tokenizer_bytes, pooling, 0, 0];
        std::array::from_fn(|at| if at < 8 { model[at] } else { text[at - 8] })
    }

    fn read(numbers: &[u32]) -> Result<Self, Unusable> {
        let &[magic, layout, layers, words, places, _, word_zero, word_scale, ref text @ ..] =
            numbers
        else {
            return Err(CUT_OFF);
        };
        let &[slots, pieces, text_bytes, longest, tokenizer_bytes, pooling, ..] = text else {
            return Err(CUT_OFF);
        };
        if (magic, layout) != (MAGIC, LAYOUT) {
            return Err(Unusable("it is no packed model of this version"));
        }
        if layers > LAYERS_MAX {
            return Err(Unusable("its header names too many layers"));
        }
        let pooling = match pooling {
            0 => Pooling::Mean,
            1 => Pooling::Cls,
            _ => return Err(Unusable("its header names an unknown pooling")),
        };
        let model =
            Self { layers, words, places, word_zero, word_scale, pooling, ..Self::default() };
        Ok(Self { slots, pieces, text_bytes, longest, tokenizer_bytes, ..model })
    }
}

const CUT_OFF: Unusable = Unusable("it is shorter than its header says");

/// A model in a packed file, which is only borrowed.
pub struct Encoder<'a> {
    pub(crate) words: &'a [[u8; HIDDEN]],
    pub(crate) word_zero: u8,
    pub(crate) word_scale: f32,
    pub(crate) places: &'a [[Line; LINES]],
    pub(crate) norm: Norm<'a>,
    pub(crate) layers: Vec<Layer<'a>>,
    pub(crate) pooling: Pooling,
}

pub struct Layer<'a> {
    pub queries_keys_values: Matrix<'a, FOURS>,
    pub out: Matrix<'a, FOURS>,
    pub up: Matrix<'a, FOURS>,
    pub down: Matrix<'a, FOURS_WIDE>,
    pub norms: [Norm<'a>; 2],
}

pub struct Norm<'a> {
    pub gain: &'a [Line],
    pub bias: &'a [Line],
}

/// A matrix with Q · 4 rows.
pub struct Matrix<'a, const Q: usize> {
    pub pairs: &'a [[Panel<Q>; 2]],
    pub limits: &'a [Limits<Q>],
    pub scales: &'a [Line],
    pub bias: &'a [Line],
    pub sums: &'a [[i32; 16]],
}

/// A packed file that was read: the model, and what its tokenizer needs.
pub struct Packed<'a> {
    /// The model.
    pub encoder: Encoder<'a>,
    /// The vocabulary.
    pub vocabulary: Vocabulary<'a>,
    /// `tokenizer.json` without its vocabulary.
    pub tokenizer: &'a str,
}

impl<'a> Packed<'a> {
    /// Reads a packed file where it lies. It must begin at a multiple of four bytes.
    ///
    /// # Errors
    /// When the file is none, or is damaged where that shows.
    pub fn read(file: &'a [u8]) -> Result<Self, Unusable> {
        if cfg!(target_endian = "big") {
            return Err(Unusable("its numbers are little-endian"));
        }
        let mut sections = Sections { rest: file };
        let header = Header::read(sections.take(16)?)?;
        let encoder = Encoder {
            word_zero: header.word_zero as u8,
            word_scale: f32::from_bits(header.word_scale),
            places: sections.take(header.places as usize)?,
            norm: sections.norm()?,
            layers: (0..header.layers).map(|_| sections.layer()).collect::<Result<_, _>>()?,
            words: sections.take(header.words as usize)?,
            pooling: header.pooling,
        };
        let slots = sections.take(header.slots as usize)?;
        let pieces = sections.take(header.pieces as usize)?;
        let text = sections.take(header.text_bytes as usize)?;
        let vocabulary = Vocabulary::read(slots, pieces, text, header.longest as usize)?;
        let tokenizer = sections.take(header.tokenizer_bytes as usize)?;
        let tokenizer = str::from_utf8(tokenizer);
        let tokenizer = tokenizer.map_err(|_| Unusable("its tokenizer is no text"))?;
        if !sections.rest.is_empty() {
            return Err(Unusable("it is longer than its header says"));
        }
        Ok(Self { encoder, vocabulary, tokenizer })
    }
}

impl Encoder<'_> {
    /// Returns the greatest number of tokens that a text may have.
    pub fn window(&self) -> usize {
        self.places.len()
    }

    /// Returns how the vector of a text is made of those of its tokens.
    pub fn pooling(&self) -> Pooling {
        self.pooling
    }
}

struct Sections<'a> {
    rest: &'a [u8],
}

impl<'a> Sections<'a> {
    /// Takes the next section, with this many elements.
    fn take<T: FromBytes + Immutable + KnownLayout>(
        &mut self,
        count: usize,
    ) -> Result<&'a [T], Unusable> {
        let bytes = count.checked_mul(size_of::<T>()).ok_or(CUT_OFF)?;
        let padded = bytes.checked_next_multiple_of(ALIGNMENT).ok_or(CUT_OFF)?;
        let (section, rest) = self.rest.split_at_checked(padded).ok_or(CUT_OFF)?;
        self.rest = rest;
        let read = <[T]>::ref_from_bytes_with_elems(&section[..bytes], count);
        read.map_err(|_| Unusable("it does not begin at a multiple of four bytes"))
    }

    fn norm(&mut self) -> Result<Norm<'a>, Unusable> {
        Ok(Norm { gain: self.take(LINES)?, bias: self.take(LINES)? })
    }

    fn matrix<const Q: usize>(&mut self, columns: usize) -> Result<Matrix<'a, Q>, Unusable> {
        Ok(Matrix {
            pairs: self.take(columns / 32)?,
            limits: self.take(columns / 32)?,
            scales: self.take(columns / 16)?,
            bias: self.take(columns / 16)?,
            sums: self.take(columns / 16)?,
        })
    }

    fn layer(&mut self) -> Result<Layer<'a>, Unusable> {
        let queries_keys_values = self.matrix(3 * HIDDEN)?;
        let out = self.matrix(HIDDEN)?;
        let first = self.norm()?;
        let up = self.matrix(WIDE)?;
        let down = self.matrix(HIDDEN)?;
        Ok(Layer { queries_keys_values, out, up, down, norms: [first, self.norm()?] })
    }
}
