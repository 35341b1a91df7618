//! What a person, an agent and time do with notes: write, find, change, move, take back, age.

pub mod change;
pub mod files;
pub mod proposals;
pub mod tidy;
pub mod undo;
pub mod waiting;
