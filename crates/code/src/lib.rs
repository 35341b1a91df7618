//! The code that conversations are about: which files a project has, the symbols in them, full text
//! over them, and who calls whom.
//!
//! A library of its own: it knows no turn, no agent and no Node, and of the core only the analyser
//! of words, the scores of full text and masking. It does not print, and reads neither the
//! environment nor the clock. Each module uses only those before it in this list.

mod error;
mod quick;
mod syntax;

mod language;
mod walk;

mod symbol;

mod meant;

mod tree_hash;

mod parse;

mod sections;

mod chunk;
mod postings;

mod read;

mod store;

mod update;

mod asked;
mod search;

mod packages;

mod modules;
mod project;

mod imported;
mod members;

mod resolve;

mod graph;

#[cfg(test)]
#[path = "../../core/src/api/declarations.rs"]
mod declarations;
#[cfg(test)]
mod types;

pub use asked::{CodeAnswered, CodeQuestion, Mode};
pub use error::{Error, Result};
pub use graph::{Direction, Edge, Graph, Node};
pub use language::{LANGUAGES, Language, language_of};
pub use parse::parse;
pub use read::{Content, FileRead, NamedSymbols, read, symbols_named};
pub use resolve::How;
pub use search::{CodeHit, Searched};
pub use store::{CodeStore, Counts, VERSION};
pub use symbol::{Call, Import, Kind, Parsed, Symbol};
pub use update::{Progress, Report, Scope, Update, UpdateOptions};
pub use walk::{LeftOut, Reason, Walked, walk};
