//! What is taken out of the memory: forgotten, masked again, and proved to be gone.

pub mod backups;
mod beside;
pub mod elsewhere;
pub mod forget;
pub mod on_disk;
mod phrase;
pub mod plan;
pub mod proof;
pub mod purge;
pub mod scrub;
pub mod steps;
