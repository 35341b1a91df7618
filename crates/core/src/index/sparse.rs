//! Sparse list of values.

/// Positions per bitmap word.
const WORD: usize = u64::BITS as usize;

/// A list in which most positions are empty: a bitmap with one bit per position, and a dense array
/// of the values.
#[derive(Debug, Clone)]
pub struct Sparse<T> {
    held: Vec<u64>,
    /// Number of values before each bitmap word.
    before: Vec<u32>,
    values: Vec<T>,
}

impl<T> Default for Sparse<T> {
    fn default() -> Self {
        Self { held: Vec::new(), before: Vec::new(), values: Vec::new() }
    }
}

impl<T> Sparse<T> {
    /// Appends a value.
    ///
    /// # Panics
    ///
    /// If the position is not above the last one.
    pub fn push(&mut self, at: usize, value: T) {
        let word = at / WORD;
        if word >= self.held.len() {
            self.held.resize(word + 1, 0);
            self.before.resize(word + 1, self.values.len() as u32);
        }
        let bits = &mut self.held[word];
        assert!(word + 1 == self.before.len() && *bits >> (at % WORD) == 0, "positions ascend");
        *bits |= 1 << (at % WORD);
        self.values.push(value);
    }

    /// Returns the value at a position.
    pub fn get(&self, at: usize) -> Option<&T> {
        let bits = *self.held.get(at / WORD)?;
        let bit = 1 << (at % WORD);
        let place = self.before[at / WORD] + (bits & (bit - 1)).count_ones();
        (bits & bit != 0).then(|| &self.values[place as usize])
    }

    /// Iterates over the positions that have a value, in order.
    pub fn positions(&self) -> impl Iterator<Item = usize> + '_ {
        self.held.iter().enumerate().flat_map(|(word, &bits)| {
            let rest = std::iter::successors(Some(bits), |bits| Some(bits & (bits - 1)));
            let rest = rest.take(bits.count_ones() as usize);
            rest.map(move |bits| word * WORD + bits.trailing_zeros() as usize)
        })
    }

    /// Returns the values in the order of their positions.
    pub fn values(&self) -> &[T] {
        &self.values
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_position_holds_what_was_put_there(
            values in prop::collection::btree_map(0_usize..400, any::<u8>(), 0..90),
        ) {
            let mut sparse = Sparse::default();
            for (&at, &value) in &values {
                sparse.push(at, value);
            }
            prop_assert!((0..500).all(|at| sparse.get(at) == values.get(&at)));
            prop_assert!(sparse.positions().eq(values.keys().copied()));
            prop_assert!(sparse.values().iter().eq(values.values()));
        }
    }
}
