//! Random rotation of vectors. It is the same for every vector of one length, on every machine, and
//! must never change, because rotated vectors are stored.

/// Number of components that a kernel processes per step.
const STEP: usize = 64;

const ROUNDS: usize = 3;

/// Returns the length of a rotated vector: the next multiple of 64.
pub fn padded(dimensions: usize) -> usize {
    dimensions.next_multiple_of(STEP)
}

/// Pads a vector with zeros to a multiple of 64 and rotates it. Dot products are preserved.
///
/// Each of the three rounds applies random signs, a Walsh–Hadamard transform of parts whose length
/// is a power of two, and a permutation that mixes the parts.
pub fn rotate(vector: &[f32]) -> Vec<f32> {
    let length = padded(vector.len());
    let mut rotated = vector.to_vec();
    rotated.resize(length, 0.0);
    if length == 0 {
        return rotated;
    }
    let part = 1 << length.trailing_zeros();
    let mut scratch = vec![0.0; length];
    let mut random = Random::default();
    for _ in 0..ROUNDS {
        flip_signs(&mut rotated, &mut random);
        for part in rotated.chunks_exact_mut(part) {
            walsh_hadamard(part);
        }
        permute(&rotated, part, &mut scratch);
        std::mem::swap(&mut rotated, &mut scratch);
    }
    rotated
}

fn flip_signs(vector: &mut [f32], random: &mut Random) {
    for word in vector.chunks_exact_mut(64) {
        let bits = random.next();
        for (at, x) in word.iter_mut().enumerate() {
            let sign = (bits >> at) as u32 & 1;
            *x = f32::from_bits(x.to_bits() ^ sign << 31);
        }
    }
}

/// Transforms in place, normalised. The length must be a power of two and at least four.
fn walsh_hadamard(part: &mut [f32]) {
    for [a, b, c, d] in part.as_chunks_mut().0 {
        let (sum, difference) = ([*a + *b, *c + *d], [*a - *b, *c - *d]);
        (*a, *c) = (sum[0] + sum[1], sum[0] - sum[1]);
        (*b, *d) = (difference[0] + difference[1], difference[0] - difference[1]);
    }
    let mut half = 4;
    while half < part.len() {
        for pair in part.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
    let norm = 1.0 / (part.len() as f32).sqrt();
    for x in part {
        *x *= norm;
    }
}

/// Distributes the components of each part over all parts.
fn permute(from: &[f32], part: usize, to: &mut [f32]) {
    let parts = from.len() / part;
    for (number, part) in from.chunks_exact(part).enumerate() {
        for (to, x) in to.iter_mut().skip(number).step_by(parts).zip(part) {
            *to = *x;
        }
    }
}

/// Marsaglia's xorshift64.
struct Random(u64);

impl Default for Random {
    fn default() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }
}

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::vector::samples::dot;

    proptest! {
        #[test]
        fn dot_products_stay_whatever_the_length(
            (a, b) in (0..1100_usize).prop_flat_map(|length| {
                let vector = || prop::collection::vec(-1.0_f32..1.0, length);
                (vector(), vector())
            }),
        ) {
            let (x, y) = (rotate(&a), rotate(&b));
            prop_assert_eq!(x.len() % 64, 0);
            prop_assert!((dot(&a, &b) - dot(&x, &y)).abs() < 1e-3);
        }
    }

    #[test]
    fn a_spike_is_spread_over_all_components() {
        for length in [37, 384, 512, 768, 1024] {
            let mut spike = vec![0.0; length];
            spike[length / 3] = 1.0;
            let largest = rotate(&spike).into_iter().fold(0.0_f32, |max, x| max.max(x.abs()));
            assert!(largest < 5.0 / (padded(length) as f32).sqrt(), "{length}: {largest}");
        }
    }

    #[test]
    fn it_is_what_it_was_when_vectors_were_stored() {
        let ramp: Vec<f32> = (0..384).map(|x| x as f32 / 384.0).collect();
        let rotated = rotate(&ramp);
        let sum: f32 = rotated.iter().enumerate().map(|(at, x)| at as f32 * x).sum();
        insta::assert_debug_snapshot!((&rotated[..4], sum));
    }
}
