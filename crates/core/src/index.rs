//! Full-text search: terms, postings and BM25. Depends on items only, not on turns or SQL.

pub mod bm25;
pub mod collection;
mod column;
pub mod document;
pub mod lexical;
pub mod period;
pub mod postings;
#[cfg(test)]
mod samples;
pub mod sparse;
pub mod spelling;
pub mod terms;
pub mod when;
