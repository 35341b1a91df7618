//! What a person, an agent and time do with notes: write, find, change, move, take back, age.

pub mod change;
mod file_note;
pub mod files;
pub mod find;
pub mod proposals;
pub mod remember;
pub mod tidy;
mod undo;
pub mod waiting;
