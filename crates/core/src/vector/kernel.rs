//! The two inner loops, in the widest instructions this processor has.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
#[cfg(test)]
mod tests;

use super::block::{BLOCK, GROUP, OFFSETS, SIGNS, group_bytes};
use super::code::{FINE_BITS, FINE_MASK, QUARTERS};
use super::query::Tables;

/// What one step of a place's offset is worth: the dot product of residual and centre, which is
/// between -2 and 1/4 for vectors of length one.
pub(super) const OFFSET_MIN: f32 = -2.0;
pub(super) const OFFSET_STEP: f32 = 4.0 / u16::MAX as f32;

/// What one step of a place's factor is worth: |r|²/|r|₁ is about |r|/15 in 384 dimensions.
pub(super) const FACTOR_STEP: f32 = 0.5 / u16::MAX as f32;

/// Estimates of all places of a block.
#[derive(Debug, Clone)]
pub struct Scores {
    values: [f32; BLOCK],
    above: [u32; BLOCK / GROUP],
    groups: usize,
}

impl Default for Scores {
    fn default() -> Self {
        Self { values: [f32::NEG_INFINITY; BLOCK], above: [0; BLOCK / GROUP], groups: 0 }
    }
}

impl Scores {
    /// Returns the estimate of each place; minus infinity of one that is free.
    pub fn values(&self) -> &[f32] {
        &self.values[..self.groups * GROUP]
    }

    /// Returns for each group which places exceed the threshold, a bit each.
    pub fn above(&self) -> &[u32] {
        &self.above[..self.groups]
    }
}

/// A set of instructions that this processor has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kernel(Instructions);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Instructions {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "aarch64")]
    Neon,
}

impl Kernel {
    /// Returns the fastest.
    pub fn best() -> Self {
        Self::all().next().unwrap_or(Self(Instructions::Portable))
    }

    /// Returns all that this processor can run, the fastest first.
    pub fn all() -> impl Iterator<Item = Self> {
        let all = [
            #[cfg(target_arch = "x86_64")]
            (avx512::is_available(), Instructions::Avx512),
            #[cfg(target_arch = "x86_64")]
            (avx2::is_available(), Instructions::Avx2),
            #[cfg(target_arch = "aarch64")]
            (neon::is_available(), Instructions::Neon),
            (true, Instructions::Portable),
        ];
        all.into_iter().filter(|(available, _)| *available).map(|(_, which)| Self(which))
    }

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self.0 {
            Instructions::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => "avx512",
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon => "neon",
        }
    }

    /// Estimates every place of some groups, and notes which exceed a threshold. What is no whole
    /// group, and what is more than a block, is left out.
    pub fn scan(self, groups: &[u8], tables: &Tables, threshold: f32, scores: &mut Scores) {
        let groups = groups.chunks_exact(group_bytes(tables.bytes.len() / 4));
        scores.groups = groups.len().min(BLOCK / GROUP);
        let values = scores.values.as_chunks_mut::<GROUP>().0;
        for ((group, values), above) in groups.zip(values).zip(&mut scores.above) {
            let group = Group::of(group);
            *above = match self.0 {
                Instructions::Portable => portable::scan(&group, tables, threshold, values),
                #[cfg(target_arch = "x86_64")]
                Instructions::Avx2 => avx2::scan(&group, tables, threshold, values),
                #[cfg(target_arch = "x86_64")]
                Instructions::Avx512 => avx512::scan(&group, tables, threshold, values),
                #[cfg(target_arch = "aarch64")]
                Instructions::Neon => neon::scan(&group, tables, threshold, values),
            };
        }
    }

    /// Returns the dot products of a query's steps with a code's signed bytes and with its fine bits,
    /// as far as all reach; see [`Steps`].
    pub(super) fn dot(self, query: &[i16], coarse: &[u8], fine: &[u8]) -> [i32; 2] {
        let quarter = fine.len().min(coarse.len() / QUARTERS).min(query.len() / QUARTERS);
        let all = QUARTERS * quarter;
        let steps = Steps { query: &query[..all], coarse: &coarse[..all], fine: &fine[..quarter] };
        match self.0 {
            Instructions::Portable => portable::dot(&steps),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => avx2::dot(&steps),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => avx512::dot(&steps),
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon => neon::dot(&steps),
        }
    }
}

/// A query's steps and a code's.
struct Steps<'a> {
    query: &'a [i16],
    /// Signed bytes.
    coarse: &'a [u8],
    /// For each component of a quarter the bits of all four quarters.
    fine: &'a [u8],
}

impl Steps<'_> {
    /// Returns, of each quarter, the query's steps and the signed bytes; and how far its bits stand
    /// above the lowest of a fine byte.
    fn quarters(&self) -> impl Iterator<Item = (&[i16], &[u8], u32)> {
        let quarter = self.fine.len().max(1);
        let quarters = self.query.chunks_exact(quarter).zip(self.coarse.chunks_exact(quarter));
        let shifts = (0..QUARTERS).map(|number| (FINE_BITS * number) as u32);
        quarters.zip(shifts).map(|((query, coarse), shift)| (query, coarse, shift))
    }
}

/// The parts of a group that are scanned.
struct Group<'a> {
    /// 32 `u16`.
    factors: &'a [u8; 64],
    /// 32 `u16`.
    offsets: &'a [u8; 64],
    /// As many bytes as the tables.
    signs: &'a [u8],
}

impl<'a> Group<'a> {
    /// The group must be as long as its header at least.
    fn of(group: &'a [u8]) -> Self {
        let part = |at: usize| group[at..].first_chunk().unwrap_or(&[0; 64]);
        Self { factors: part(0), offsets: part(OFFSETS), signs: &group[SIGNS..] }
    }
}
