//! The sets of questions; each module converts its own format to [`crate::question::Question`].

pub mod coding;
pub mod keyfacts;
pub mod locomo;
pub mod notes;
pub mod questions;
pub mod replay;
pub mod signals;
pub mod trivial;
pub mod work;
