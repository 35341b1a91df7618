//! Compact vectors with fast search: every similarity is estimated from one bit per dimension, and
//! the best few are computed exactly from ten bits per dimension.
//!
//! A vector is first rotated ([`rotate`]), so that no component dominates and its signs say much
//! about it. [`encode`] rounds it to ten bits per component, which are stored as a database row.
//! [`VectorBlock`]s are derived from the rows: the signs of a vector's difference from the centre of its
//! model's vectors, 32 vectors side by side, in the layout of the `FastScan` lookups (André et al.,
//! VLDB 2015), with two factors that make the estimate unbiased (as in `RaBitQ`, Gao and Long,
//! SIGMOD 2024).
//!
//! Everything here is pure. Any bytes are accepted as a row or a block: damage causes a wrong
//! similarity, never a panic.

mod block;
mod candidates;
mod code;
mod items;
pub mod kernel;
mod layout;
mod query;
mod rotation;
mod tables;

pub use block::VectorBlock;
pub use candidates::{Candidates, VectorCandidate};
pub use code::{Code, centre_of, encode};
pub use items::BestOfItems;
pub use layout::{BLOCK, GROUP, group_bytes};
pub use query::VectorQuery;
pub use rotation::{padded, rotate};
pub use tables::Tables;

#[cfg(test)]
pub(crate) mod samples;
