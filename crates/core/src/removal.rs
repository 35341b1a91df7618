//! What is taken out of the memory: forgotten, masked again, and proved to be gone.

pub mod forget;
pub mod proof;
pub mod scrub;
