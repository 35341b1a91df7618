//! The memory as a JavaScript class: one guarded call for each function of the core.

use std::path::{Path, PathBuf};

use mementor_core::api::{
    self, Access, EmbedReport, Error, Exported, ForgetPlan, Imported, IngestReport,
    LabelledBelonging, LabelledProject, Machine, ProjectChange, ProjectMove, Question, Removal,
    Reply, SalvageOf, SalvageStep, Scrubbing, Stats, Surroundings, TranscriptsHere, TriedOut,
    TriedPrompt, Voucher, WayBack, Within,
};
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

    /// Takes in what is new in a transcript, up to a bound; call it until `done`. `agent` names the
    /// coding agent whose transcript it is; without one it is Claude Code's. `told` is the directory
    /// that the agent told it began in; it counts if the transcript names none.
    #[napi]
    pub fn ingest(
        &mut self,
        path: String,
        project: Option<String>,
        agent: Option<String>,
        told: Option<String>,
    ) -> Result<Row<IngestReport>, Failure> {
        row(|| {
            let agent = agent.as_deref().unwrap_or(api::DEFAULT_AGENT);
            let (path, told) = (Path::new(&path), told.as_deref());
            self.writing()?.ingest_of(agent, path, project.as_deref(), told)
        })
    }

    /// Prepares what the next session of a project gets, and embeds some of the chunks that wait; call
    /// it as long as there is more.
    #[napi]
    pub fn make_ready(&mut self) -> Result<Row<EmbedReport>, Failure> {
        row(|| self.writing()?.make_ready())
    }

    /// Answers a person's query.
    #[napi]
    pub fn query(&mut self, question: Given<Question>) -> Result<Row<Reply>, Failure> {
        row(|| self.inner.ask(question.0))
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

    /// Derives some turns again and returns the id of the last one; nothing when no rebuild is in
    /// progress any more.
    #[napi]
    pub fn rebuild(&mut self) -> Result<Option<i64>, Failure> {
        guarded(|| self.writing()?.rebuild())
    }

    /// Schedules transcripts that may contain the content of damaged logs for another ingest, and
    /// returns their paths.
    #[napi]
    pub fn mend(&mut self) -> Result<Vec<String>, Failure> {
        guarded(|| self.writing()?.mend())
    }

    /// Returns what a selection would remove, and what to know before. Changes nothing.
    #[napi]
    pub fn plan_forget(&self, options: SelectOptions) -> Result<Row<ForgetPlan>, Failure> {
        row(|| {
            let within = options.within();
            self.inner.plan_forget(options.into(), within.as_ref())
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

    /// Finishes a removal that was stopped. A command that `is_brief` leaves what just failed, and
    /// backups, to others. Returns why removed bytes are still there.
    #[napi]
    pub fn finish_removal(
        &mut self,
        now_ms: i64,
        is_brief: bool,
    ) -> Result<Option<String>, Failure> {
        guarded(|| self.writing()?.finish_removal_first(now_ms, is_brief))
    }

    /// Masks everything again with the current rules, one step a call, until there is a report.
    /// `files` are those of the agents, in which the masked texts are looked for.
    #[napi]
    pub fn scrub(&mut self, files: Vec<String>, now_ms: i64) -> Result<Row<Scrubbing>, Failure> {
        let files: Vec<PathBuf> = files.into_iter().map(PathBuf::from).collect();
        row(|| Ok(self.writing()?.scrub_all(&files, now_ms)?.clone()))
    }

    /// Saves the turns of damaged copies, one bounded step a call, until `done`: of those that this
    /// build has not tried yet, or of `all`. `delete_saved` deletes those of which the memory then
    /// has everything.
    #[napi]
    pub fn salvage(&mut self, all: bool, delete_saved: bool) -> Result<Row<SalvageStep>, Failure> {
        let of = match (all, delete_saved) {
            (_, true) => SalvageOf::AllAndDelete,
            (true, false) => SalvageOf::All,
            (false, false) => SalvageOf::Waiting,
        };
        row(|| self.writing()?.salvage(of))
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

    /// Returns how many stored entries a newer version wrote. Reads every log.
    #[napi]
    pub fn unread_entries(&self) -> Result<i64, Failure> {
        guarded(|| Ok(self.inner.unread_entries()? as i64))
    }

    /// Imports lines of an export; `is_own` says that the person vouches for them.
    #[napi]
    pub fn import(
        &mut self,
        lines: Vec<String>,
        is_own: bool,
        now_ms: i64,
    ) -> Result<Row<Imported>, Failure> {
        row(|| self.writing()?.import(&lines, voucher(is_own), now_ms))
    }

    /// Imports some turns of another database, as far as it can be read; call it until the result
    /// has the findings.
    #[napi]
    pub fn import_database(
        &mut self,
        path: String,
        is_own: bool,
        now_ms: i64,
    ) -> Result<Row<Imported>, Failure> {
        row(|| self.writing()?.import_database(Path::new(&path), voucher(is_own), now_ms))
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

    /// Returns the counts of what is stored.
    #[napi]
    pub fn stats(&self) -> Result<Row<Stats>, Failure> {
        row(|| self.inner.stats())
    }

    /// Returns the problems of the database; empty when there are none.
    #[napi]
    pub fn integrity_problems(&self) -> Result<Vec<String>, Failure> {
        guarded(|| self.inner.integrity_problems())
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

fn voucher(is_own: bool) -> Voucher {
    if is_own { Voucher::Person } else { Voucher::Nobody }
}
