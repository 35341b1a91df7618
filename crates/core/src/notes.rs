//! Notes: typed statements that last, such as decisions and rules.
//!
//! A note is the fold of its statements, as a turn is the union of its entries. Statements have an
//! id, a time and an author, and are only ever added. Their order and repetition do not matter, so
//! merging the notes of two machines is a union.

pub mod ageing;
mod authorship;
pub mod contradiction;
pub mod draft;
mod folding;
mod kinds;
mod line;
mod log;
mod marker;
mod masking;
mod note;
mod own_words;
mod state;
mod statement;
mod undo;

pub use authorship::is_persons;
pub use folding::{Life, fold, fold_with_life};
pub use kinds::{KINDS, NoteKind, kind_named};
pub use log::{encode, merge, read};
pub use marker::{Marked, marked, unmarked};
pub use masking::{mask, texts};
pub use note::{Note, is_same_text, key};
pub use own_words::{OwnLine, own_lines};
pub use state::{Move, State};
pub use statement::{Author, Edit, NoteScope, Origin, Says, Statement, Written};
pub use undo::{Undo, undone};
