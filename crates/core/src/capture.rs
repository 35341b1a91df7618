//! How a conversation becomes a memory: transcripts into the store, and what must stay out.

pub mod answer;
pub mod belonging;
pub mod derive;
pub mod exclude;
pub mod ingest;
mod origin;
pub mod path_key;
pub mod policy;
pub(crate) mod rebuild;
mod write;
