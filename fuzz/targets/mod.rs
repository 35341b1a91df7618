//! The fuzz targets: each takes arbitrary bytes and asserts what must hold for all of them.
//!
//! The fuzzer's binaries and the core's tests use the same functions, so that every input in the
//! corpus is also run by the tests.
#![allow(dead_code, reason = "each binary uses a part of it")]

pub mod blobs;
pub mod damage;
pub mod hook_input;
pub mod import;
pub mod packed;
pub mod query;
pub mod recalls;
pub mod secrets;
pub mod store;
pub mod transcript;
pub mod words;

/// A target: its name, which is also its corpus folder, and its function.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const ALL: [Target; 10] = [
    ("transcript", transcript::run),
    ("secrets", secrets::run),
    ("words", words::run),
    ("query", query::run),
    ("blobs", blobs::run),
    ("import", import::run),
    ("damage", damage::run),
    ("packed", packed::run),
    ("hook_input", hook_input::run),
    ("recalls", recalls::run),
];
