//! Sixteen floats at a time. Every operation is one IEEE operation on each lane, and sums have one
//! order, so all instruction sets give the same bits.

/// Sixteen floats in memory.
pub type Line = [f32; 16];

/// 1.5 · 2^23. A float that is added to it is rounded to a whole number, which then is in the low
/// bits.
pub const ROUNDING: f32 = 12_582_912.0;

/// Sixteen floats in registers. A value exists only where the processor has the instructions.
pub trait Lanes: Copy {
    fn store(self, to: &mut Line);
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    /// The lesser of each pair; `other` where they are equal.
    fn min(self, other: Self) -> Self;
    /// The greater of each pair; `other` where they are equal.
    fn max(self, other: Self) -> Self;
    /// `self * factor + addend`, rounded once.
    fn mul_add(self, factor: Self, addend: Self) -> Self;
    /// Adds the low bits of `by` to the exponent: multiplies by a power of two.
    fn scale_by_power(self, by: Self) -> Self;

    /// The sum of the lanes: lane n with n + 8, then with n + 4, n + 2 and n + 1.
    #[inline(always)]
    fn sum(self) -> f32 {
        folded(self, |a, b| a + b)
    }

    /// The least lane.
    #[inline(always)]
    fn least(self) -> f32 {
        folded(self, lesser)
    }

    /// The greatest lane.
    #[inline(always)]
    fn greatest(self) -> f32 {
        folded(self, greater)
    }
}

#[inline(always)]
fn folded(lanes: impl Lanes, join: impl Fn(f32, f32) -> f32) -> f32 {
    let mut line = [0.0; 16];
    lanes.store(&mut line);
    for half in [8, 4, 2, 1] {
        for at in 0..half {
            line[at] = join(line[at], line[at + half]);
        }
    }
    line[0]
}

/// Returns the lesser float as the x86 instruction does: `b` unless `a` is less.
#[inline(always)]
pub fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// Returns the greater float as the x86 instruction does: `b` unless `a` is greater.
#[inline(always)]
pub fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}
