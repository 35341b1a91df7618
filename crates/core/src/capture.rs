//! Capture: reads transcripts into the store, and decides which project they belong to.

pub mod answer;
pub mod belonging;
pub mod ingest;
pub mod membership;
mod origin;
pub mod path_key;
pub mod transcript;
