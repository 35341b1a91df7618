//! The rows as types of TypeScript: `native/rows.d.ts` is made from the rows themselves.

use std::collections::BTreeMap;
use std::fs;

use regex::Regex;
use ts_rs::{Config, TS, TypeVisitor};

use super::*;
use crate::recall::{NamedEvidence, NearNote};
use crate::store::NoteDocument;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../native/rows.d.ts");
const HEAD: &str = "\
/* Made from the rows of the core by a test, crates/core/src/api/types.rs. Do not edit it. */

/** What a call returns or takes as the core defines it. */
export type Row<T> = T;
export type Given<T> = T;
";

/// Declarations by their names.
struct Declared {
    config: Config,
    types: BTreeMap<String, String>,
}

impl TypeVisitor for Declared {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // What TypeScript has itself has no place of its own.
        if T::output_path().is_none() || self.types.contains_key(&T::ident(&self.config)) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let text = format!("{docs}export {}\n", T::decl(&self.config));
        self.types.insert(T::ident(&self.config), text);
        T::visit_dependencies(self);
    }
}

macro_rules! declared {
    ($($row:ty),* $(,)?) => {{
        let config = Config::new().with_large_int("number");
        let mut declared = Declared { config, types: BTreeMap::new() };
        $(declared.visit::<$row>();)*
        declared.types
    }};
}

/// Puts a short comment on one line, and leaves out blanks at the ends of lines.
fn tidied(declaration: &str) -> String {
    let short = Regex::new(r"/\*\*\n \* (.*)\n \*/").expect("a valid expression");
    let lines = declaration.lines().map(|line| line.trim_end().to_owned() + "\n");
    short.replace_all(&lines.collect::<String>(), "/** $1 */").into_owned()
}

#[test]
fn the_types_of_the_shell_are_those_of_the_rows() {
    let types = declared![
        Answer,
        Belonging,
        Block,
        Dismissal,
        EmbedReport,
        Exported,
        Filter,
        Fixes,
        Gist,
        Imported,
        IngestReport,
        Injection,
        LinedDigest,
        Membership,
        NamedEvidence,
        NearNote<'static>,
        NoteDocument<'static>,
        NoteKind,
        Outcome,
        Period,
        Planned,
        Probes,
        Proof,
        Proposal,
        Recall,
        Restored,
        Scrubbed,
        Selected,
        SessionRow,
        Start,
        Stats,
        TakenIn,
        TopicFile,
        Touch,
        Trace,
        TranscriptRow,
        TurnCount,
        Twin,
        Upkeep,
        Version,
        Ways,
        WholeTurn,
    ];
    let made = types.values().fold(HEAD.to_owned(), |text, each| text + "\n" + &tidied(each));
    let written = fs::read_to_string(PATH).unwrap_or_default();
    if written != made {
        fs::write(PATH, made).expect("a writable folder");
        panic!("native/rows.d.ts was out of date and is written anew: build the addon again");
    }
}
