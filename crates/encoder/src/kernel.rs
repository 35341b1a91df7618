//! What an instruction set brings. Only the files in this folder are unsafe.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx_vnni;
#[cfg(test)]
mod every_float;
pub mod limits;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
#[cfg(test)]
mod tests;

use crate::file::Encoder;
use crate::forward::{Activations, Room};
use crate::lanes::{Lanes, Line};
use limits::{Limits, Peaks};

/// Sixteen columns of a matrix, Q · 4 rows: four rows of each column stand together.
pub type Panel<const Q: usize> = [[i8; 64]; Q];

/// The exact products of R rows and the columns of two panels.
pub type Products<const R: usize> = [[[i32; 16]; 2]; R];

/// An instruction set. A value proves that the processor has it.
pub trait Instructions: Copy {
    /// Sixteen floats in its registers.
    type Lanes: Lanes;

    /// The form in which activations are multiplied.
    type Step: Step;

    /// Whether products need the peaks of activations.
    const PEAKS: bool = false;

    /// By how much a step is lower than the quantised value.
    const LOWERED: i32 = 0;

    /// Number of rows that are multiplied at once, at most 12.
    const ROWS: usize;

    /// Number of queries whose attention is computed at once: 1 or 6.
    const QUERIES: usize;

    /// Number of lines of keys or values that are multiplied with them at once: 1 to 4. All sums,
    /// the lines and one number must fit into the registers.
    const LINES: usize;

    /// Sixteen times the same float.
    fn splat(self, x: f32) -> Self::Lanes;

    /// Sixteen floats.
    fn load(self, from: &Line) -> Self::Lanes;

    /// Sixteen bytes less `zero`, as floats.
    fn less_zero(self, from: &[u8; 16], zero: u8) -> Self::Lanes;

    /// `from − factor · sums` of each lane, in integers, then as floats.
    fn less_sums(self, from: &[i32; 16], factor: i32, sums: &[i32; 16]) -> Self::Lanes;

    /// Stores the lowest byte of each lane as a step.
    fn store_steps(self, lanes: Self::Lanes, to: &mut [Self::Step; 16]);

    /// Multiplies R rows with two panels, in exact integers. The peaks are those of the rows, if
    /// [`Self::PEAKS`]; else there are none.
    fn multiply<const R: usize, const Q: usize>(
        self,
        rows: &[[[Self::Step; 4]; Q]; R],
        peaks: &[Peaks<Q>],
        panels: &[Panel<Q>; 2],
        limits: &Limits<Q>,
        products: &mut Products<R>,
    );

    /// Runs [`forward`], compiled for these instructions.
    fn run(self, encoder: &Encoder, ids: &[u32], room: &mut Room) -> [Line; 24];
}

/// A form in which activations are multiplied, which has a buffer of its own.
pub trait Step: Copy + Default {
    /// Returns the buffer.
    fn buffer(activations: &mut Activations) -> &mut Vec<Self>;

    /// Returns what the buffer holds.
    fn held(activations: &Activations) -> &[Self];
}

/// Says which buffer holds a form of steps.
macro_rules! step {
    ($step:ty, $buffer:ident) => {
        impl Step for $step {
            #[inline(always)]
            fn buffer(activations: &mut Activations) -> &mut Vec<Self> {
                &mut activations.$buffer
            }

            #[inline(always)]
            fn held(activations: &Activations) -> &[Self] {
                &activations.$buffer
            }
        }
    };
}

step!(u8, bytes);
step!(i8, signed);

/// The instructions that compute a vector. All of them give the same bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kernel(Which);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Which {
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Avx512),
    #[cfg(target_arch = "x86_64")]
    AvxVnni(avx_vnni::AvxVnni),
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    #[cfg(target_arch = "aarch64")]
    Neon(neon::Neon),
    Portable(portable::Portable),
}

impl Kernel {
    /// Returns the fastest kernel of this processor.
    pub fn fastest() -> Self {
        Self::all().next().unwrap_or(Self(Which::Portable(portable::Portable)))
    }

    /// Returns all kernels that this processor supports, fastest first.
    pub fn all() -> impl Iterator<Item = Self> {
        let all = [
            #[cfg(target_arch = "x86_64")]
            avx512::Avx512::detect().map(Which::Avx512),
            #[cfg(target_arch = "x86_64")]
            avx_vnni::AvxVnni::detect().map(Which::AvxVnni),
            #[cfg(target_arch = "x86_64")]
            avx2::Avx2::detect().map(Which::Avx2),
            #[cfg(target_arch = "aarch64")]
            neon::Neon::detect().map(Which::Neon),
            Some(Which::Portable(portable::Portable)),
        ];
        all.into_iter().flatten().map(Self)
    }

    /// Returns the kernel's name.
    pub fn name(self) -> &'static str {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Which::Avx512(_) => "avx512-vnni",
            #[cfg(target_arch = "x86_64")]
            Which::AvxVnni(_) => "avx-vnni",
            #[cfg(target_arch = "x86_64")]
            Which::Avx2(_) => "avx2",
            #[cfg(target_arch = "aarch64")]
            Which::Neon(_) => "neon",
            Which::Portable(_) => "portable",
        }
    }

    pub(crate) fn run(self, encoder: &Encoder, ids: &[u32], room: &mut Room) -> [Line; 24] {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Which::Avx512(simd) => simd.run(encoder, ids, room),
            #[cfg(target_arch = "x86_64")]
            Which::AvxVnni(simd) => simd.run(encoder, ids, room),
            #[cfg(target_arch = "x86_64")]
            Which::Avx2(simd) => simd.run(encoder, ids, room),
            #[cfg(target_arch = "aarch64")]
            Which::Neon(simd) => simd.run(encoder, ids, room),
            Which::Portable(simd) => simd.run(encoder, ids, room),
        }
    }
}
