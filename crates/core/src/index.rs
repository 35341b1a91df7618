//! Full text: terms of a text, postings, BM25. It knows items, and neither turns nor SQL.

mod bm25;
pub mod collection;
mod column;
pub mod document;
pub mod lexical;
pub mod postings;
pub mod sparse;
pub mod terms;
pub mod when;
