//! Which weights a product of bytes may read at once, where sums of two products have 16 bits.
//!
//! `vpmaddubsw` multiplies activations of 0 to 255 with weights, adds two products and saturates
//! the sum. For two weights whose sum is above 128 or below −128 that may lose bits. Such weights,
//! 1.6 % of the bundled model's pairs, are read twice: once without the odd ones, and once without
//! the even ones. So every sum fits, and all sums are exact.

use super::Panel;

/// The greatest sum of two weights, either sign: 255 · 128 fits into 16 bits, 255 · 129 does not.
const SUM_MAX: i16 = 128;

/// What is kept of each four weights: all of them, the even ones or the odd ones.
const ALL: u32 = 0xffff_ffff;
const EVEN: u32 = 0x00ff_00ff;
const ODD: u32 = 0xff00_ff00;

/// The weights of eight columns, four rows of each: what one register of AVX2 holds.
pub type Half = [i8; 32];

/// A pass over the weights of one [`Half`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pass {
    /// Which four rows.
    pub quad: u32,
    /// The bits that are kept of each four weights.
    pub kept: u32,
}

/// The passes over a pair of panels.
#[derive(Debug, Default)]
pub struct Passes([Vec<Pass>; 4]);

impl Passes {
    /// Finds the passes over two panels.
    #[inline(always)]
    pub fn find<const Q: usize>(&mut self, panels: &[Panel<Q>; 2]) {
        for (number, passes) in self.0.iter_mut().enumerate() {
            passes.resize(2 * Q, Pass::default());
            let mut count = 0;
            for (quad, weights) in panels[number / 2].iter().enumerate() {
                let quad = quad as u32;
                let fits = fits(&weights.as_chunks().0[number % 2]);
                // Always writes two passes, and counts one or two: a processor cannot predict a
                // branch here.
                passes[count] = Pass { quad, kept: if fits { ALL } else { EVEN } };
                passes[count + 1] = Pass { quad, kept: ODD };
                count += 2 - usize::from(fits);
            }
            passes.truncate(count);
        }
    }

    /// Returns the passes over a half of a panel.
    #[inline(always)]
    pub fn of(&self, panel: usize, half: usize) -> &[Pass] {
        &self.0[2 * panel + half]
    }
}

/// Whether all sums of two products fit.
#[inline(always)]
fn fits(weights: &Half) -> bool {
    let mut most = 0;
    for [even, odd] in weights.as_chunks::<2>().0 {
        most = most.max((i16::from(*even) + i16::from(*odd)).abs());
    }
    most <= SUM_MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sum_of_two_products_is_lost() {
        for even in i8::MIN..=i8::MAX {
            for odd in i8::MIN..=i8::MAX {
                let mut weights = [0; 32];
                (weights[14], weights[15]) = (even, odd);
                let [even, odd] = [even, odd].map(i32::from);
                let sums = [(0, 255), (255, 0), (255, 255)].map(|(a, b)| a * even + b * odd);
                let fit = sums.iter().all(|sum| i16::try_from(*sum).is_ok());
                assert_eq!(fits(&weights), fit, "{even} and {odd}");
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_read_in_two_passes() {
        let mut panels = [[[0; 64]; 3]; 2];
        panels[1][1][32..34].fill(100);
        let mut passes = Passes::default();
        passes.find(&panels);
        let whole = [0, 1, 2].map(|quad| Pass { quad, kept: ALL });
        assert_eq!([passes.of(0, 0), passes.of(0, 1), passes.of(1, 0)], [&whole; 3]);
        let parted = [(0, ALL), (1, EVEN), (1, ODD), (2, ALL)];
        let parted = parted.map(|(quad, kept)| Pass { quad, kept });
        assert_eq!(passes.of(1, 1), parted);
    }
}
