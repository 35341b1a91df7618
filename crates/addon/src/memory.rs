//! The memory as a JavaScript class: one guarded call for each function of the core.

use std::path::Path;

use mementor_core::api::{
    self, Access, Begun, EmbedReport, Error, Exported, ForgetPlanning, Imported, IngestReport,
    LabelledBelonging, LabelledProject, Machine, ProjectChange, ProjectMove, Question, Removal,
    Reply, SalvageOf, SalvageStep, Scrubbing, Soundness, Stats, Surroundings, TranscriptsHere,
    TriedOut, TriedPrompt, Voucher, WayBack, Within,
};
use napi::Either;
use napi::bindgen_prelude::Function;
use napi_derive::napi;

use crate::guard::{Failure, guarded};
use crate::lock::HeldLock;
use crate::options::{OpenOptions, SelectOptions};
use crate::row::{Given, Row, row};

/// Everything that is stored.
#[napi]
pub struct Memory {
    pub(crate) inner: api::Memory,
    moved_aside: Option<String>,
    /// The lock with which it was opened for writing; none for a reader.
    held: Option<HeldLock>,
}

impl Memory {
    /// Opens the memory; for writing with the lock.
    pub fn opened(
        options: OpenOptions,
        access: Access,
        held: Option<HeldLock>,
    ) -> api::Result<Self> {
        let now_ms = options.now_ms;
        let suspect = options.suspect.clone().unwrap_or_default();
        let (mut inner, aside) = api::Memory::open(options.with(access)?, now_ms)?;
        inner.suspect(&suspect);
        let moved_aside = aside.map(|path| path.display().to_string());
        Ok(Self { inner, moved_aside, held })
    }

    /// Whether it was opened with the ingest lock.
    pub fn is_for_writing(&self) -> bool {
        self.held.is_some()
    }

    /// Returns the memory for writing, which requires the ingest lock.
    pub fn writing(&mut self) -> api::Result<&mut api::Memory> {
        if self.held.as_ref().is_some_and(|held| held.borrow().is_some()) {
            return Ok(&mut self.inner);
        }
        let message = "the memory is not open for writing, or the lock was released".to_owned();
        Err(Error::InvalidArgument(message))
    }
}

#[napi]
impl Memory {
    /// Opens the memory for reading. Throws an error with a code.
    #[napi(factory)]
    pub fn open(options: OpenOptions) -> Result<Self, Failure> {
        guarded(|| {
            let access = options.reading();
            Self::opened(options, access, None)
        })
    }

    /// Where a damaged database was moved to, if one was found.
    #[napi(getter)]
    pub fn moved_aside(&self) -> Result<Option<String>, Failure> {
        guarded(|| Ok(self.moved_aside.clone()))
    }

    /// Takes in what is new in a transcript, up to a bound; call it until `done`. It is read as that of
    /// `agent`; without one, of the agent whose files it is among.
    #[napi]
    pub fn ingest(
        &mut self,
        path: String,
        on: Given<Surroundings>,
        project: Option<String>,
        agent: Option<String>,
    ) -> Result<Row<IngestReport>, Failure> {
        row(|| {
            let path = Path::new(&path);
            let agent = agent.unwrap_or_else(|| Machine::of(on.0).owner(path).name().to_owned());
            self.writing()?.ingest_of(&agent, path, project.as_deref(), None)
        })
    }

    /// Derives some turns again where a rebuild is in progress, prepares what the next session of a
    /// project gets, and embeds some of the chunks that wait; call it as long as there is more.
    #[napi]
    pub fn make_ready(&mut self) -> Result<Row<EmbedReport>, Failure> {
        row(|| self.writing()?.make_ready())
    }

    /// Answers a person's query. `offsetAt` is as for `hook`.
    #[napi]
    pub fn query(
        &mut self,
        question: Given<Question>,
        offset_at: Function<f64, i32>,
    ) -> Result<Row<Reply>, Failure> {
        let offset_min = |at_ms: i64| offset_at.call(at_ms as f64).unwrap_or_default();
        row(|| self.inner.ask(question.0, offset_min))
    }

    /// Searches for a prompt as its hook would. Nothing is recorded.
    #[napi]
    pub fn try_prompt(&mut self, prompt: Given<TriedPrompt>) -> Result<Row<TriedOut>, Failure> {
        row(|| self.inner.try_prompt(&prompt.0))
    }

    /// Starts to derive everything from the log again. Returns how many vectors of models other
    /// than the chosen one were dropped, if that was requested.
    #[napi]
    pub fn begin_rebuild(&mut self, drop_other_models: bool) -> Result<i64, Failure> {
        guarded(|| Ok(self.writing()?.begin_rebuild(drop_other_models)? as i64))
    }

    /// Returns what a selection would remove, and what to know before, one step a call, until there
    /// is a plan. Changes nothing.
    #[napi]
    pub fn plan_forget(
        &mut self,
        options: SelectOptions,
        on: Given<Surroundings>,
    ) -> Result<Row<ForgetPlanning>, Failure> {
        row(|| {
            let within = options.within();
            self.inner.plan_forget(options.into(), within.as_ref(), &Machine::of(on.0))
        })
    }

    /// Removes turns and notes for good, one step a call, until `next` is `done`. One who stopped
    /// it before anything was changed leaves all as it is; later, that only leaves the backups to
    /// later, and the proof.
    #[napi]
    pub fn remove_turns(
        &mut self,
        turns: Vec<String>,
        now_ms: i64,
        stopped: bool,
    ) -> Result<Row<Removal>, Failure> {
        row(|| Ok(self.writing()?.remove_turns(&turns, now_ms, stopped)?.clone()))
    }

    /// Masks everything again with the current rules, one step a call, until there is a report.
    /// The masked texts are looked for in the agents' own files too.
    #[napi]
    pub fn scrub(
        &mut self,
        on: Given<Surroundings>,
        now_ms: i64,
    ) -> Result<Row<Scrubbing>, Failure> {
        row(|| Ok(self.writing()?.scrub_all(&Machine::of(on.0), now_ms)?.clone()))
    }

    /// Saves the turns of damaged copies, one bounded step a call, until `done`: of those that this
    /// build has not tried yet, or of `all`; then the transcripts of logs that are damaged here are
    /// read again too. `delete_saved` deletes those of which the memory then has everything.
    #[napi]
    pub fn salvage(
        &mut self,
        on: Given<Surroundings>,
        all: bool,
        delete_saved: bool,
    ) -> Result<Row<SalvageStep>, Failure> {
        let of = match (all, delete_saved) {
            (_, true) => SalvageOf::AllAndDelete,
            (true, false) => SalvageOf::All,
            (false, false) => SalvageOf::Waiting,
        };
        row(|| self.writing()?.salvage(of, &Machine::of(on.0)))
    }

    /// Notes the current counts beside the database: a later damage is compared with them, and the
    /// status line shows one.
    #[napi]
    pub fn note_counts(&mut self) -> Result<(), Failure> {
        guarded(|| self.writing()?.note_counts())
    }

    /// Copies the whole database to a file that must not exist yet.
    #[napi]
    pub fn backup(&self, path: String) -> Result<(), Failure> {
        guarded(|| self.inner.backup(Path::new(&path)))
    }

    /// Returns some lines of an export; without `after`, the first ones.
    #[napi]
    pub fn export(
        &self,
        within: Given<Within>,
        after: Option<i64>,
    ) -> Result<Row<Exported>, Failure> {
        row(|| self.inner.export(&within.0, after))
    }

    /// Imports lines of an export, or some turns of the database with a path, as far as it can be
    /// read: call that until the result has the findings. `is_own` says that the person vouches for
    /// what is imported.
    #[napi]
    pub fn import(
        &mut self,
        from: Either<Vec<String>, String>,
        is_own: bool,
        now_ms: i64,
    ) -> Result<Row<Imported>, Failure> {
        let voucher = if is_own { Voucher::Person } else { Voucher::Nobody };
        row(|| match from {
            Either::A(lines) => self.writing()?.import(&lines, voucher, now_ms),
            Either::B(path) => self.writing()?.import_database(Path::new(&path), voucher, now_ms),
        })
    }

    /// Returns which project a directory belongs to, and why.
    #[napi]
    pub fn belonging(&self, directory: String) -> Result<Row<LabelledBelonging>, Failure> {
        row(|| self.inner.labelled_belonging(Path::new(&directory)))
    }

    /// Changes which project a directory belongs to, one step a call, until all is `done`. A dry run
    /// returns what would be done, and changes nothing.
    #[napi]
    pub fn change_project(
        &mut self,
        change: Given<ProjectChange>,
        dry_run: bool,
    ) -> Result<Row<ProjectMove>, Failure> {
        row(|| {
            if dry_run {
                return self.inner.plan_project(&change.0);
            }
            self.writing()?.change_project(&change.0)
        })
    }

    /// Returns all projects with turns. Names may repeat, keys are unique.
    #[napi]
    pub fn projects(&self) -> Result<Row<Vec<LabelledProject>>, Failure> {
        row(|| self.inner.labelled_projects())
    }

    /// Returns the counts of what is stored; on request also when turns began.
    #[napi]
    pub fn stats(&self, begun: Option<Given<Begun>>) -> Result<Row<Stats>, Failure> {
        row(|| begun.map_or_else(|| self.inner.stats(), |begun| self.inner.stats_since(&begun.0)))
    }

    /// Returns whether the database is sound. Reads everything.
    #[napi]
    pub fn soundness(&self) -> Result<Row<Soundness>, Failure> {
        row(|| self.inner.soundness())
    }

    /// Returns the transcripts of the project of the working directory, of one agent or all.
    #[napi]
    pub fn transcripts_here(
        &self,
        on: Given<Surroundings>,
        agent: Option<String>,
    ) -> Result<Row<TranscriptsHere>, Failure> {
        row(|| self.inner.transcripts_here(&Machine::of(on.0), agent.as_deref()))
    }

    /// Returns the way back into a session, with its transcript as far as it can be restored.
    #[napi]
    pub fn way_back(
        &self,
        session: String,
        on: Given<Surroundings>,
    ) -> Result<Row<WayBack>, Failure> {
        row(|| self.inner.way_back(&session, &Machine::of(on.0)))
    }
}
