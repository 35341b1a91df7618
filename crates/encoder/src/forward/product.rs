//! Rows times a matrix.

use std::ops::Range;

use super::{Activations, LINES, LINES_HEAD, LINES_WIDE};
use crate::file::Matrix;
use crate::functions::gelu;
use crate::kernel::limits::{Limits, Peaks};
use crate::kernel::{Instructions, Panel, Products, Step};
use crate::lanes::{Lanes, Line};

/// The most rows that any instruction set multiplies at once.
const ROWS_MAX: usize = 12;

/// Takes the product: sixteen numbers of one row.
pub trait Target {
    fn put<I: Instructions>(&mut self, simd: I, row: usize, line: usize, product: I::Lanes);
}

/// Stores a head's queries, keys and values; the head begins at this line of the product.
pub struct Split<'a>(pub &'a mut [Vec<[Line; LINES_HEAD]>; 3], pub usize);

impl Target for Split<'_> {
    #[inline(always)]
    fn put<I: Instructions>(&mut self, _: I, row: usize, line: usize, product: I::Lanes) {
        let line = line - self.1;
        product.store(&mut self.0[line / LINES_HEAD][row][line % LINES_HEAD]);
    }
}

/// Adds to what is there.
pub struct AddTo<'a>(pub &'a mut [[Line; LINES]]);

impl Target for AddTo<'_> {
    #[inline(always)]
    fn put<I: Instructions>(&mut self, simd: I, row: usize, line: usize, product: I::Lanes) {
        let to = &mut self.0[row][line];
        product.add(simd.load(to)).store(to);
    }
}

/// Stores what the activation function makes of it.
pub struct Gelu<'a>(pub &'a mut [[Line; LINES_WIDE]]);

impl Target for Gelu<'_> {
    #[inline(always)]
    fn put<I: Instructions>(&mut self, simd: I, row: usize, line: usize, product: I::Lanes) {
        gelu(simd, product).store(&mut self.0[row][line]);
    }
}

/// Multiplies the first rows, as many as `rows_of` says of a pair, with some pairs of panels. Panels
/// are taken one after the other and rows within, so that a panel stays in the cache for all rows.
#[inline(always)]
pub fn product<I: Instructions, const Q: usize>(
    simd: I,
    activations: &Activations,
    rows_of: impl Fn(usize) -> usize,
    matrix: &Matrix<Q>,
    pairs: Range<usize>,
    mut into: impl Target,
) {
    let rows = I::Step::held(activations).as_chunks::<4>().0.as_chunks::<Q>().0;
    let peaks = activations.peaks.as_chunks::<Q>().0;
    let mut products = [[[0; 16]; 2]; ROWS_MAX];
    for pair in pairs {
        let tokens = rows_of(pair);
        let rows = &rows[..tokens];
        let (panels, limits) = (&matrix.pairs[pair], &matrix.limits[pair]);
        // Blocks of about the same size, instead of full ones and a small rest.
        let blocks = tokens.div_ceil(I::ROWS);
        let mut first = 0;
        for block in 0..blocks {
            let count = tokens / blocks + usize::from(block < tokens % blocks);
            let these = first..first + count;
            let peaks = if I::PEAKS { &peaks[these.clone()] } else { &[] };
            multiply_block(simd, &rows[these], peaks, panels, limits, &mut products);
            for half in 0..2 {
                let line = 2 * pair + half;
                let (scales, bias) =
                    (simd.load(&matrix.scales[line]), simd.load(&matrix.bias[line]));
                let sums = &matrix.sums[line];
                for (at, products) in products[..count].iter().enumerate() {
                    let row = first + at;
                    let scale = simd.splat(activations.scales[row]).mul(scales);
                    let product = simd.less_sums(&products[half], activations.zeros[row], sums);
                    into.put(simd, row, line, product.mul_add(scale, bias));
                }
            }
            first += count;
        }
    }
}

/// Multiplies at most [`Instructions::ROWS`] rows.
#[inline(always)]
fn multiply_block<I: Instructions, const Q: usize>(
    simd: I,
    rows: &[[[I::Step; 4]; Q]],
    peaks: &[Peaks<Q>],
    panels: &[Panel<Q>; 2],
    limits: &Limits<Q>,
    products: &mut Products<ROWS_MAX>,
) {
    macro_rules! of_any_length {
        ($($length:literal)*) => {
            match rows.len() {
                $($length if $length <= I::ROWS => {
                    if let (Some(rows), Some(products)) =
                        (rows.first_chunk::<$length>(), products.first_chunk_mut::<$length>())
                    {
                        simd.multiply(rows, peaks, panels, limits, products);
                    }
                })*
                _ => unreachable!("blocks have no more rows"),
            }
        };
    }
    of_any_length!(1 2 3 4 5 6 7 8 9 10 11 12);
}
