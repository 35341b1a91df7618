//! The two inner loops of vector search, using the widest instructions of this processor.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
#[cfg(test)]
mod tests;

use super::layout::{
    BLOCK, FINE_BITS, FINE_MASK, GROUP, OFFSET_STEP, OFFSETS, QUARTERS, SIGNS, group_bytes,
};
use super::tables::Tables;

/// Similarity estimates of all places of a block.
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
    /// Returns the estimate of each place; minus infinity for a free place.
    pub fn values(&self) -> &[f32] {
        &self.values[..self.groups * GROUP]
    }

    /// Returns for each group a bitmask of the places above the threshold.
    pub fn above(&self) -> &[u32] {
        &self.above[..self.groups]
    }
}

/// An instruction set that this processor supports.
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
    /// Returns the fastest kernel.
    pub fn best() -> Self {
        Self::all().next().unwrap_or(Self(Instructions::Portable))
    }

    /// Returns all kernels that this processor supports, fastest first.
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

    /// Returns the kernel's name.
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

    /// Estimates every place of some groups, and records which are above a threshold. Ignores an
    /// incomplete group and anything beyond the size of a block.
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

    /// Returns the dot products of a query's steps with a code's signed bytes and with its fine
    /// bits, over the length that all of them cover; see [`Steps`].
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

/// Steps of a query, and the two parts of a code's steps.
struct Steps<'a> {
    query: &'a [i16],
    /// High part: one signed byte per component.
    coarse: &'a [u8],
    /// Low part: each byte packs the fine bits of one component from each of the four quarters.
    fine: &'a [u8],
}

impl Steps<'_> {
    /// Returns for each quarter the query's steps, the signed bytes, and the position of the
    /// quarter's bits in a fine byte.
    fn quarters(&self) -> impl Iterator<Item = (&[i16], &[u8], u32)> {
        let quarter = self.fine.len().max(1);
        let quarters = self.query.chunks_exact(quarter).zip(self.coarse.chunks_exact(quarter));
        let shifts = (0..QUARTERS).map(|number| (FINE_BITS * number) as u32);
        quarters.zip(shifts).map(|((query, coarse), shift)| (query, coarse, shift))
    }
}

/// Parts of a group that are scanned.
struct Group<'a> {
    /// 32 little-endian `u16`.
    factors: &'a [u8; 64],
    /// 32 little-endian `u16`.
    offsets: &'a [u8; 64],
    /// As many bytes as the tables have.
    signs: &'a [u8],
}

impl<'a> Group<'a> {
    /// Splits a group into its parts. It must be at least as long as its header.
    fn of(group: &'a [u8]) -> Self {
        let part = |at: usize| group[at..].first_chunk().unwrap_or(&[0; 64]);
        Self { factors: part(0), offsets: part(OFFSETS), signs: &group[SIGNS..] }
    }
}
