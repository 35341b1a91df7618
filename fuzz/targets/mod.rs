//! What is fuzzed: each target takes any bytes and asserts what must hold for all of them.
//!
//! The fuzzer's binaries and the core's tests use the same functions, so that every input that was
//! kept is run wherever the tests are.
#![allow(dead_code, reason = "each binary uses a part of it")]

pub mod blobs;
pub mod damage;
pub mod import;
pub mod query;
pub mod secrets;
pub mod store;
pub mod transcript;
pub mod words;

/// A target: its name, which is that of its folder in the corpus too, and what it does.
pub type Target = (&'static str, fn(&[u8]));

/// All of them.
pub const ALL: [Target; 7] = [
    ("transcript", transcript::run),
    ("secrets", secrets::run),
    ("words", words::run),
    ("query", query::run),
    ("blobs", blobs::run),
    ("import", import::run),
    ("damage", damage::run),
];
