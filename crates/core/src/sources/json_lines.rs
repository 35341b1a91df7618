//! Files of JSON lines.

mod reader;

pub use reader::{LINE_BYTES_MAX, LineReader, RawLine};
