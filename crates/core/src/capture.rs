//! Capture: reads transcripts into the store, and decides which project they belong to.

pub mod answer;
pub mod belonging;
pub mod here;
pub mod ingest;
pub mod ledger;
pub mod membership;
pub mod missed;
mod origin;
pub mod path_key;
pub mod recognition;
pub mod transcript;
pub mod typed;
