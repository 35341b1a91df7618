//! Turns: a prompt and the work until the next prompt.

mod action;
mod beginning;
mod clock;
mod facts;
mod fold;
mod label;
mod log;
mod merge;
mod opening;
mod said;
#[cfg(test)]
mod tests;
mod text;

pub use action::{Action, ActionKind, Results, actions, call, label_actions, results, tags};
pub use beginning::{Beginnings, is_beginning};
pub use clock::set_right;
pub use facts::{EVERYWHERE, TurnFacts, facts, worked_in};
pub use fold::{FoldState, Folded, OpenTurn, TurnPart, fold, may_be_continued};
pub use label::labels;
pub use log::{
    LOG_VERSION, compressed, decode, decode_read_only, encode, is_whole, json_lines, read,
};
pub use merge::{merge, unread};
pub use opening::{Opening, fingerprint_at, is_fingerprint, reported_id};
pub use said::{Said, said};
pub(crate) use text::searchable;
pub use text::{Spoken, TurnText, spoken, text};
