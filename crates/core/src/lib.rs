//! Local memory for coding agents: transcripts in, turns found.
//!
//! A pure library: it does not print, read the environment or the clock, or know of Node.

#![forbid(unsafe_op_in_unsafe_fn)]

pub mod memory;

mod bm25;
pub mod browse;
pub mod chunk;
pub mod collection;
mod column;
mod derivation;
pub mod document;
pub mod embed;
pub mod entry;
mod error;
pub mod excerpt;
pub mod exchange;
pub mod exclude;
pub mod forget;
pub mod gate;
mod harmless;
pub mod hash;
pub mod ingest;
mod json;
pub mod lexical;
pub mod postings;
pub mod project;
pub mod rank;
mod rebuild;
pub mod recall;
mod regular_file;
pub mod restore;
mod scale;
pub mod scrub;
pub mod search;
pub mod secrets;
pub mod sparse;
pub mod store;
pub mod terms;
pub mod traces;
pub mod transcript;
pub mod turn;
pub mod used;
pub mod vector;
pub mod when;

pub use error::{Error, Result};
pub use memory::Memory;
