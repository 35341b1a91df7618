//! How a conversation becomes a memory: transcripts into the store, and what must stay out.

pub mod belonging;
pub mod exclude;
pub mod ingest;
pub(crate) mod rebuild;
