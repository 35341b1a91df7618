//! Turns and notes that leave or enter the memory: export, import, and sessions written as
//! transcripts again.

pub mod exchange;
pub mod restore;
pub mod way_back;
