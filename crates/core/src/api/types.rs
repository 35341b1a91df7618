//! The rows as types of TypeScript: `native/rows.d.ts` is made from the rows themselves, and
//! `native/header.d.ts`, with which the declarations of the addon begin, names them.

use super::declarations::{Declared, declared, is_made, tidied};
use super::*;
use crate::recall::{NamedEvidence, NearNote};
use crate::store::NoteDocument;

const HEAD: &str = "\
/* Made from the rows of the core by a test, crates/core/src/api/types.rs. Do not edit it. */

/** What a call returns or takes as the core defines it. */
export type Row<T> = T;
export type Given<T> = T;
";

#[test]
fn the_types_of_the_shell_are_those_of_the_rows() {
    let types = declared![
        AgentRow,
        AskedFile,
        Begun,
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
        ImportedModel,
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
        Period,
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
        .filter_map(|(name, made)| (!is_made(name, &made)).then_some(name))
        .collect();
    assert!(stale.is_empty(), "{stale:?} in native are written anew: build the addon again");
}
