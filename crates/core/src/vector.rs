//! Vectors in little space, found fast: an estimate of every similarity from one bit a dimension,
//! an exact one of the best few from ten bits a dimension.
//!
//! A vector is rotated first ([`rotate`]), so that no component stands out and its signs say much
//! about it. [`encode`] rounds it to ten bits a component, which are kept as a row of the database. From the rows
//! [`Block`]s are derived: the signs of what distinguishes a vector from the centre of its model's
//! vectors, 32 vectors side by side, as the lookups of `FastScan` (André et al., VLDB 2015) want
//! them, with two factors that make an unbiased estimate of them (as `RaBitQ`, Gao and Long, SIGMOD
//! 2024).
//!
//! Everything here is pure. Any bytes are taken for a row or a block: damage makes a wrong
//! similarity, never a panic.

mod block;
mod candidates;
mod code;
mod items;
pub mod kernel;
mod query;
mod rotation;

pub use block::{BLOCK, Block, GROUP, group_bytes};
pub use candidates::{Candidate, Candidates};
pub use code::{Code, centre_of, encode};
pub use items::BestOfItems;
pub use query::{Query, Tables};
pub use rotation::{padded, rotate};

#[cfg(test)]
pub(crate) mod samples;
