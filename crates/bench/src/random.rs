//! Random numbers that are the same in every run and on every machine.

/// `SplitMix64` (Steele, Lea and Flood, 2014).
#[derive(Debug, Clone)]
pub struct Random(u64);

const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

impl Random {
    /// Returns the generator for one item of one kind, independent of all others.
    pub fn of(kind: u64, item: u64) -> Self {
        let mut seeding = Self(kind.wrapping_mul(GAMMA) ^ item.rotate_left(32));
        Self(seeding.bits() ^ item)
    }

    /// Returns 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 (inclusive) to 1 (exclusive).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns an integer from `least` to `most`, both inclusive.
    pub fn between(&mut self, least: usize, most: usize) -> usize {
        least + (self.unit() * (most - least + 1) as f64) as usize
    }

    /// Returns a number with mean 0 and variance 1: the sum of four uniform numbers, which is close
    /// enough to a normal distribution for noise and needs no logarithm.
    pub fn noise(&mut self) -> f32 {
        let bits = self.bits();
        let sum: u64 = (0..4).map(|part| (bits >> (16 * part)) & 0xffff).sum();
        // Four numbers of variance 1/12 have a sum of variance 1/3.
        (sum as f32 / 65_536.0 - 2.0) * 3.0_f32.sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_has_mean_zero_and_variance_one() {
        let mut random = Random::of(1, 2);
        let sample: Vec<f64> = (0..100_000).map(|_| f64::from(random.noise())).collect();
        let mean = sample.iter().sum::<f64>() / 100_000.0;
        let variance = sample.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 100_000.0;
        assert!(mean.abs() < 0.02 && (variance - 1.0).abs() < 0.02, "{mean} {variance}");
    }

    #[test]
    fn items_are_independent_and_repeat() {
        assert_eq!(Random::of(1, 7).bits(), Random::of(1, 7).bits());
        assert_ne!(Random::of(1, 7).bits(), Random::of(1, 8).bits());
        assert_ne!(Random::of(1, 7).bits(), Random::of(2, 7).bits());
        let mut random = Random::of(3, 0);
        assert!((0..1_000).all(|_| (2..=4).contains(&random.between(2, 4))));
    }
}
