//! Local memory for coding agents: stores transcripts and finds turns in them.
//!
//! A pure library: it does not print, read the environment or the clock, or know of Node.
//! The modules are in layers; each uses only those before it in this list. The last one, `api`, is
//! the public surface.

#![forbid(unsafe_op_in_unsafe_fn)]

mod ascii_regex;
mod error;
pub mod hash;
mod invisible;
mod json;
mod path_spelling;
mod private_file;
mod real_path;
mod regular_file;
mod shell;
mod side_files;
pub mod surroundings;
mod system_error;
mod terminal;
mod weighed;
mod word_list;

mod english;

pub mod secrets;

pub mod home;

pub mod item;

pub mod conversation;
pub mod notes;
pub mod sources;

pub mod embed;
pub mod index;
pub mod vector;

pub mod excerpt;
pub mod signals;

pub mod policy;
pub mod project;
pub mod store;

pub mod work;

pub mod search;

pub mod recall;

pub mod digest;

pub mod marks;

pub mod lessons;

pub mod context;

pub mod capture;
pub mod record;

pub mod note_actions;
pub mod removal;
pub mod transfer;

pub mod memory;

pub mod hooks;
pub mod worker;

pub mod api;

pub use error::{Error, Result};
pub use memory::Memory;
