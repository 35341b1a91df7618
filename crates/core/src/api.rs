//! The public surface: everything that a program which embeds the memory may use.
//!
//! The addon uses this module alone; `tests/tidy.rs` checks it. The other modules are visible to
//! this repository's tests, benchmarks and evaluation, and may change at any time.

#[cfg(test)]
mod declarations;
#[cfg(test)]
mod types;

pub use crate::capture::belonging::{Belonging, MembershipReason};
pub use crate::capture::here::TranscriptsHere;
pub use crate::capture::ingest::IngestReport;
pub use crate::capture::ledger::{
    Ledger, LedgerOptions, LedgerSummary, ReadState, StateCounts, Tracked, compared as ledger_of,
};
pub use crate::capture::recognition::{NotTranscript, NotTranscriptKind, not_transcript};
pub use crate::context::{Layer, LayerName, StartBlock};
pub use crate::digest::{
    CommandKind, CommandOutcome, CommandRuns, DeadEnd, DeadEndKind, Decision, Delivery,
    DeliveryKind, Digest, DigestPart, DigestRequest, ErrorEnd, FileUse, Gist, Line as DigestLine,
    LinedDigest, MetError, Open, OpenKind, SessionNote,
};
pub use crate::embed::engines::Call as EnginesCall;
pub use crate::embed::{Degraded, Engines, ImportedModel, ModelSpec, Models};
pub use crate::error::{Error, Result};
pub use crate::excerpt::Piece;
pub use crate::home::contents::{HomeContents, LinkedFile, OwnFile};
pub use crate::home::damaged::{DamagedCopy, LostMemory, SavedOutcome};
pub use crate::home::lock::{IngestLock, LockHolder};
pub use crate::home::muted::{MuteChange, MuteChanged, Muted};
pub use crate::home::report::HomeReport;
pub use crate::home::state::{BackupList, LastList, PendingBackup};
pub use crate::home::trouble::{HomeTrouble, OthersFile};
pub use crate::home::{Home, TimesShown, WarmClient};
pub use crate::hooks::{
    Deadline, HookEvent, HookHost, HookLimits, HookOptions, HookSettings, KeepingOut, KeptMemory,
    LeftOut, RecordedPrompts, RecordedSession, RecordsWanted, SettingList, TriedOut, TriedPrompt,
    answer_prompt, recorded_prompts, records, run as run_hook, worker_environment,
};
pub use crate::index::bm25::{Bm25, Scorer, rarity};
pub use crate::index::period::{Period, period_named};
pub use crate::index::terms::{Analyzed, Analyzer, is_stop_word};
pub use crate::index::when::Now;
pub use crate::lessons::{LessonRow, LessonsWanted};
pub use crate::memory::{
    Begun, EmbedReport, FirstNotes, LabelledBelonging, ListedSession, ListedSessions, Memory,
    NotesListed, Options, ProjectChange, ProjectMove, Question, Recap, RecapSession, RecapWanted,
    Reply, SalvageOf, SalvageStep, SavedCopy, SessionsWanted, Soundness, Start, TidiedHere, Within,
};
pub use crate::note_actions::change::Change;
pub use crate::note_actions::files::{FileNote, NotesFolder, TakenNote};
pub use crate::note_actions::find::{ChangedNote, WholeNote};
pub use crate::note_actions::proposals::Proposal;
pub use crate::note_actions::remember::{NewNote, Remembered};
pub use crate::note_actions::tidy::Tidied;
pub use crate::notes::ageing::TidiedStep as TidyStep;
pub use crate::notes::{Author, KINDS, Move, NoteKind, NoteScope, Origin, State, kind_named};
pub use crate::policy::exclude::{Excluded, check_glob};
pub use crate::private_file::{
    make as make_private_file, make_folder as make_private_folder, remove as remove_file,
};
pub use crate::project::Project;
pub use crate::project::labels::LabelledProject;
pub use crate::recall::gate::{Dismissal, Evidence};
pub use crate::recall::harmless::harmless_whole;
pub use crate::recall::used::{Injection, RecallUse};
pub use crate::recall::{Candidate, Nearness, NoteCandidate, Prompt, Recall, Verdict, dismissal};
pub use crate::removal::backups::CleanedBackups;
pub use crate::removal::elsewhere::ForgetPlanning;
pub use crate::removal::forget::{Because, Selected, Selection, Twin};
pub use crate::removal::on_disk::ForgottenOnDisk;
pub use crate::removal::plan::PhraseMatch;
pub use crate::removal::proof::{Proof, Unchecked};
pub use crate::removal::purge::{PurgePlan, home_contents, plan_purge, purge};
pub use crate::removal::scrub::{ScrubReport, Scrubbing, VisibleNames};
pub use crate::removal::steps::{Removal, RemovalStep};
pub use crate::search::browse::{Step, StepKind, WholeTurn};
pub use crate::search::meant::BranchesMeant;
pub use crate::search::{
    Answered, Correction, Hit, Mark, MarkKind, Matched, MatchedCommand, NoteHit, Order,
};
pub use crate::secrets::{Masker, check_pattern};
pub use crate::side_files::{SIDES, with_ending};
pub use crate::sources::machine::{
    AgentRow, AgentVariable, Resumable, TranscriptPlace, TranscriptSearch, agents, is_kept_output,
    plain_error, resume_command,
};
pub use crate::sources::{FoundTranscript, Machine, named as source};
pub use crate::store::intake::Voucher;
pub use crate::store::{
    Access, Branches, Filter, Findings, NoteFilter, NoteRow, ProjectCount, SCHEMA_VERSION,
    SessionRow, Stats, TurnCount, sqlite_version,
};
pub use crate::surroundings::Surroundings;
pub use crate::transfer::exchange::{Exported, Imported};
pub use crate::transfer::restore::Restored;
pub use crate::transfer::way_back::WayBack;
pub use crate::work::blame::{AskedFile, FilePiece, Touch};
pub use crate::work::fix::{Fixes, Solution};
pub use crate::work::how::{UsedOption, UsedOptions, Ways, Worked};
pub use crate::work::recover::Version;
pub use crate::work::topic::TopicFile;
pub use crate::work::{Changed, Place};
pub use crate::worker::{WaitingInbox, WorkerHost, WorkerOptions, waiting_in, work};
