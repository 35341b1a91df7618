//! The sets of questions, each from its own form into [`crate::question::Question`].

pub mod coding;
pub mod keyfacts;
pub mod locomo;
pub mod questions;
pub mod replay;
pub mod trivial;
pub mod work;
