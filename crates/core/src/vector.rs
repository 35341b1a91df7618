//! Vectors as signed bytes with one scale each, and their dot product.

/// A vector of small integers: component i is `scale * code[i]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantised {
    /// What one step of the code is worth.
    pub scale: f32,
    /// One signed byte a dimension.
    pub code: Vec<i8>,
}

impl Quantised {
    /// Rounds a vector to 255 steps between plus and minus its largest component.
    pub fn of(vector: &[f32]) -> Self {
        let largest = vector.iter().fold(0.0_f32, |largest, x| largest.max(x.abs()));
        let scale = if largest > 0.0 { largest / 127.0 } else { 1.0 };
        Self { scale, code: vector.iter().map(|x| (x / scale).round() as i8).collect() }
    }

    /// Returns the code as the bytes that are stored.
    pub fn bytes(&self) -> Vec<u8> {
        self.code.iter().map(|&step| step.cast_unsigned()).collect()
    }

    /// Returns the dot product with a stored code; for unit vectors, their cosine similarity.
    /// Zero when the dimensions differ.
    pub fn dot(&self, scale: f32, bytes: &[u8]) -> f32 {
        if bytes.len() != self.code.len() {
            return 0.0;
        }
        // Written so that the compiler vectorises it: widening products into i32 sums.
        let pairs = self.code.iter().zip(bytes);
        let sum: i32 = pairs.map(|(&a, &b)| i32::from(a) * i32::from(b.cast_signed())).sum();
        sum as f32 * self.scale * scale
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_quantised_dot_product_is_close_to_the_exact_one(
            a in prop::collection::vec(-1.0_f32..1.0, 64),
            b in prop::collection::vec(-1.0_f32..1.0, 64),
        ) {
            let exact: f32 = a.iter().zip(&b).map(|(x, y)| x * y).sum();
            let stored = Quantised::of(&b);
            let found = Quantised::of(&a).dot(stored.scale, &stored.bytes());
            prop_assert!((exact - found).abs() < 0.4, "{exact} {found}");
        }
    }

    #[test]
    fn a_zero_vector_and_another_dimension_have_no_similarity() {
        let zero = Quantised::of(&[0.0; 4]);
        assert!(zero.dot(zero.scale, &zero.bytes()).abs() < f32::EPSILON);
        assert!(Quantised::of(&[1.0, 0.0]).dot(1.0, &[1]).abs() < f32::EPSILON);
    }
}
