//! The coding agents whose conversations are read. Only a source knows its agent's formats.

pub mod claude_code;
pub mod json_lines;
mod tally;

pub use tally::Tally;
