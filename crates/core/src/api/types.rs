//! The rows as types of TypeScript: `native/rows.d.ts` is made from the rows themselves, and
//! `native/header.d.ts`, with which the declarations of the addon begin, names them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use regex::Regex;
use ts_rs::{Config, TS, TypeVisitor};

use super::*;
use crate::recall::{NamedEvidence, NearNote};
use crate::store::NoteDocument;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../native");
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
        AgentRow,
        AskedFile,
        Change,
        ChangedNote,
        StartBlock,
        EmbedReport,
        Exported,
        FileNote,
        FilePiece,
        Filter,
        FirstNotes,
        Fixes,
        ForgetPlanning,
        FoundTranscript,
        HomeContents,
        PurgePlan,
        HomeReport,
        HomeTrouble,
        HookEvent,
        HookOptions,
        Imported,
        IngestReport,
        LabelledBelonging,
        LabelledProject,
        LastList,
        LessonRow,
        LessonsWanted,
        Ledger,
        LedgerOptions,
        ListedSessions,
        LockHolder,
        Muted,
        MuteChange,
        MuteChanged,
        NamedEvidence,
        NearNote<'static>,
        NewNote,
        NoteDocument<'static>,
        NotTranscript,
        NoteKind,
        NotesFolder,
        NotesListed,
        ProjectChange,
        ProjectMove,
        Proposal,
        Question,
        Recap,
        RecapWanted,
        RecordedPrompts,
        RecordedSession,
        RecordsWanted,
        Remembered,
        Removal,
        Reply,
        Restored,
        Resumable,
        SalvageStep,
        Scrubbing,
        SessionsWanted,
        Soundness,
        Start,
        Stats,
        Surroundings,
        TakenNote,
        TidiedHere,
        TimesShown,
        TopicFile,
        Touch,
        TranscriptPlace,
        TranscriptSearch,
        TranscriptsHere,
        TriedOut,
        TriedPrompt,
        Version,
        WaitingInbox,
        WayBack,
        Ways,
        WholeTurn,
        WorkerOptions,
        Within,
    ];
    let rows = types.values().fold(HEAD.to_owned(), |text, each| text + "\n" + &tidied(each));
    let names: Vec<&str> = types.keys().map(String::as_str).chain(["Row", "Given"]).collect();
    let names = names.join(", ");
    let header = format!(
        "import type {{ {names} }} from './rows.d.ts';\nexport type * from './rows.d.ts';\n"
    );
    let stale: Vec<&str> = [("rows.d.ts", rows), ("header.d.ts", header)]
        .into_iter()
        .filter_map(|(name, made)| {
            let path = Path::new(FOLDER).join(name);
            let is_made = fs::read_to_string(&path).is_ok_and(|written| written == made);
            if !is_made {
                fs::write(path, made).expect("a writable folder");
            }
            (!is_made).then_some(name)
        })
        .collect();
    assert!(stale.is_empty(), "{stale:?} in native are written anew: build the addon again");
}
