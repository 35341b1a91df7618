//! Capture: reads transcripts into the store, and keeps out what must not be stored.

pub mod answer;
pub mod belonging;
pub mod derive;
mod detecting;
pub mod exclude;
pub(crate) mod forgotten;
pub mod ingest;
pub mod membership;
mod note_changes;
pub(crate) mod noting;
mod origin;
pub mod path_key;
pub mod policy;
pub(crate) mod rebuild;
pub mod transcript;
pub(crate) mod uniting;
mod write;
