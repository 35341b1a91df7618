//! The memory as a JavaScript class: one guarded call for each function of the core.

use std::path::{Path, PathBuf};
use std::time::Duration;

use mementor_core::api::{
    self, Answer, Belonging, EmbedReport, Excluded, Exported, Imported, IngestReport, Injection,
    Masker, Membership, Order, Outcome, Probes, Project, Recall, Restored, Scrubbed, Selected,
    Sought, Stats, TranscriptRow, TurnCount, Twin,
};
use napi_derive::napi;

use crate::guard::{Failure, guarded};
use crate::options::{OpenOptions, PromptOptions, QueryOptions, SelectOptions, now, within};
use crate::row::{Given, Row, row, row_if_any};

/// Everything that is stored.
#[napi]
pub struct Memory {
    pub(crate) inner: api::Memory,
    moved_aside: Option<String>,
}

#[napi]
impl Memory {
    /// Opens the memory. Throws an error with a code.
    #[napi(factory)]
    pub fn open(options: OpenOptions) -> Result<Self, Failure> {
        guarded(|| {
            let now_ms = options.now_ms;
            let suspect = options.suspect.clone().unwrap_or_default();
            let (mut inner, aside) = api::Memory::open(options.try_into()?, now_ms)?;
            inner.suspect(&suspect);
            Ok(Self { inner, moved_aside: aside.map(|path| path.display().to_string()) })
        })
    }

    /// Where a damaged database was moved to, if one was found.
    #[napi(getter)]
    pub fn moved_aside(&self) -> Result<Option<String>, Failure> {
        guarded(|| Ok(self.moved_aside.clone()))
    }

    /// Replaces the mask patterns and exclusion globs from now on.
    #[napi]
    pub fn keep_out(&mut self, mask: Vec<String>, exclude: Vec<String>) -> Result<(), Failure> {
        guarded(|| {
            self.inner.keep_out(Masker::new(&mask)?, Excluded::new(&exclude)?);
            Ok(())
        })
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
            self.inner.ingest_of(agent, path, project.as_deref(), told)
        })
    }

    /// Returns whether the turn that a hook reported this answer of, or a later one, contains it.
    #[napi]
    pub fn holds_answer(&self, path: String, answer: String, at_ms: i64) -> Result<bool, Failure> {
        guarded(|| self.inner.holds_answer(Path::new(&path), &answer, at_ms))
    }

    /// Adds an answer that the transcript does not contain to its open turn, if there is one that
    /// was open at that time.
    #[napi]
    pub fn report_answer(
        &mut self,
        path: String,
        answer: String,
        at_ms: i64,
    ) -> Result<bool, Failure> {
        guarded(|| self.inner.report_answer(Path::new(&path), &answer, at_ms))
    }

    /// Embeds some of the queued chunks; call it until none is left.
    #[napi]
    pub fn embed_waiting(&mut self) -> Result<Row<EmbedReport>, Failure> {
        row(|| self.inner.embed_waiting())
    }

    /// Answers a user's query.
    #[napi]
    pub fn query(&mut self, options: QueryOptions) -> Result<Row<Answer>, Failure> {
        row(|| {
            let within = within(options.directory, options.project, options.everything);
            let filter = options.filter.map(|Given(filter)| filter).unwrap_or_default();
            let limit = options.limit as usize;
            let notes = options.notes.map(|notes| notes.with(filter.clone(), &within));
            let notes = notes.transpose()?;
            let sought = Sought { filter, turns: options.turns.unwrap_or(true), notes };
            if options.text.trim().is_empty() {
                let order = match options.oldest_first {
                    Some(true) => Order::OldestFirst,
                    _ => Order::NewestFirst,
                };
                return self.inner.list(&within, sought, limit, order);
            }
            let now = now(options.now_ms, options.utc_offset_min);
            self.inner.search(&options.text, &within, sought, limit, now)
        })
    }

    /// Returns the turns worth recalling for a prompt; usually none.
    #[napi]
    pub fn recall(&mut self, prompt: PromptOptions) -> Result<Row<Recall>, Failure> {
        row(|| {
            let directory = PathBuf::from(&prompt.directory);
            self.inner.recall(&prompt.into(), &directory)
        })
    }

    /// Returns how much of what was recalled for a prompt reappeared in its answer; nothing while
    /// the answer is incomplete, or when it cannot be determined.
    #[napi]
    pub fn used(&self, injection: Given<Injection>) -> Result<Option<Row<Outcome>>, Failure> {
        row_if_any(|| self.inner.used(&injection.0))
    }

    /// Starts to derive everything from the log again. Returns how many vectors of models other
    /// than the chosen one were dropped, if that was requested.
    #[napi]
    pub fn begin_rebuild(&mut self, drop_other_models: bool) -> Result<i64, Failure> {
        guarded(|| Ok(self.inner.begin_rebuild(drop_other_models)? as i64))
    }

    /// Derives some turns again and returns the id of the last one; nothing when no rebuild is in
    /// progress any more.
    #[napi]
    pub fn rebuild(&mut self) -> Result<Option<i64>, Failure> {
        guarded(|| self.inner.rebuild())
    }

    /// Returns the id of the last turn derived by the rebuild in progress, if there is one.
    #[napi]
    pub fn rebuild_progress(&self) -> Result<Option<i64>, Failure> {
        guarded(|| self.inner.rebuild_progress())
    }

    /// Schedules transcripts that may contain the content of damaged logs for another ingest, and
    /// returns their paths.
    #[napi]
    pub fn mend(&mut self) -> Result<Vec<String>, Failure> {
        guarded(|| self.inner.mend())
    }

    /// Returns the turns selected for removal, oldest first.
    #[napi]
    pub fn select(&self, options: SelectOptions) -> Result<Row<Vec<Selected>>, Failure> {
        row(|| {
            let within = options.within();
            self.inner.select(options.into(), within.as_ref())
        })
    }

    /// Returns how many turns and notes of other projects match the selection as well.
    #[napi]
    pub fn select_beside(&self, options: SelectOptions) -> Result<i64, Failure> {
        guarded(|| {
            let Some(within) = options.within() else { return Ok(0) };
            Ok(self.inner.select_beside(options.into(), &within)? as i64)
        })
    }

    /// Returns the turns that stay and hold the same answer as one of these turns.
    #[napi]
    pub fn twins(&self, turns: Vec<String>) -> Result<Row<Vec<Twin>>, Failure> {
        row(|| self.inner.twins(&turns))
    }

    /// Removes turns for good. Returns how many were stored. Call `compact` afterwards.
    #[napi]
    pub fn forget(&mut self, turns: Vec<String>) -> Result<i64, Failure> {
        guarded(|| Ok(self.inner.forget(&turns)? as i64))
    }

    /// Returns the texts to search for as proof that turns are gone. Call it before they are
    /// removed.
    #[napi]
    pub fn probes(&self, turns: Vec<String>) -> Result<Row<Probes>, Failure> {
        row(|| self.inner.probes(&turns))
    }

    /// Returns whether the database still contains removed bytes, until `compact` has run.
    #[napi]
    pub fn holds_removed_bytes(&self) -> Result<bool, Failure> {
        guarded(|| self.inner.holds_removed_bytes())
    }

    /// Masks some turns again. `after` is 0 at first, then `next` of the last call. Call `compact`
    /// at the end.
    #[napi]
    pub fn scrub(&mut self, after: i64) -> Result<Row<Scrubbed>, Failure> {
        row(|| self.inner.scrub(after))
    }

    /// Masks a whole backup again. Returns the masked texts, which must never be printed.
    #[napi]
    pub fn scrub_backup(&mut self, path: String, busy_ms: u32) -> Result<Vec<String>, Failure> {
        let busy = Duration::from_millis(busy_ms.into());
        guarded(|| self.inner.scrub_backup(Path::new(&path), busy))
    }

    /// Rewrites the database without any removed bytes.
    #[napi]
    pub fn compact(&mut self) -> Result<(), Failure> {
        guarded(|| self.inner.compact())
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
        directory: String,
        project: Option<String>,
        everything: bool,
        after: Option<i64>,
    ) -> Result<Row<Exported>, Failure> {
        row(|| self.inner.export(&within(directory, project, everything), after))
    }

    /// Returns how many stored entries a newer version wrote. Reads every log.
    #[napi]
    pub fn unread_entries(&self) -> Result<i64, Failure> {
        guarded(|| Ok(self.inner.unread_entries()? as i64))
    }

    /// Imports lines of an export.
    #[napi]
    pub fn import(&mut self, lines: Vec<String>) -> Result<Row<Imported>, Failure> {
        row(|| self.inner.import(&lines))
    }

    /// Imports some turns of another database, as far as it can be read; call it until the result
    /// has the findings.
    #[napi]
    pub fn import_database(&mut self, path: String) -> Result<Row<Imported>, Failure> {
        row(|| self.inner.import_database(Path::new(&path)))
    }

    /// Counts the turns that began up to a time in milliseconds since the epoch; all turns without
    /// a time.
    #[napi]
    pub fn turns_begun_until(&self, ms: Option<i64>) -> Result<Row<TurnCount>, Failure> {
        row(|| self.inner.turns_begun_until(ms.unwrap_or(i64::MAX)))
    }

    /// Returns which project a directory belongs to, and why.
    #[napi]
    pub fn belonging(&self, directory: String) -> Result<Row<Belonging>, Failure> {
        row(|| self.inner.belonging(Path::new(&directory)))
    }

    /// Returns the effect of a directory joining a project; without a name, the project of its
    /// remote.
    #[napi]
    pub fn plan_join(
        &self,
        directory: String,
        project: Option<String>,
    ) -> Result<Row<Membership>, Failure> {
        row(|| self.inner.plan_join(Path::new(&directory), project.as_deref()))
    }

    /// Assigns a directory to a project from now on. Call `moveTurns` afterwards for its turns.
    #[napi]
    pub fn join(&mut self, directory: String, to: Given<Project>) -> Result<(), Failure> {
        guarded(|| self.inner.join(Path::new(&directory), &to.0))
    }

    /// Returns the effect of a directory leaving its shared project.
    #[napi]
    pub fn plan_leave(&self, directory: String) -> Result<Row<Membership>, Failure> {
        row(|| self.inner.plan_leave(Path::new(&directory)))
    }

    /// Makes a directory a project of its own. Call `moveTurns` afterwards for its turns.
    #[napi]
    pub fn leave(&mut self, directory: String) -> Result<(), Failure> {
        guarded(|| self.inner.leave(Path::new(&directory)))
    }

    /// Moves turns to another project. Returns how many moved.
    #[napi]
    pub fn move_turns(&mut self, turns: Vec<String>, to: Given<Project>) -> Result<i64, Failure> {
        guarded(|| Ok(self.inner.move_turns(&turns, &to.0)? as i64))
    }

    /// Returns all projects with turns. Names may repeat, keys are unique.
    #[napi]
    pub fn projects(&self) -> Result<Row<Vec<Project>>, Failure> {
        row(|| self.inner.projects())
    }

    /// Returns the counts of what is stored.
    #[napi]
    pub fn stats(&self) -> Result<Row<Stats>, Failure> {
        row(|| self.inner.stats())
    }

    /// Counts the notes that wait for a person's decision.
    #[napi]
    pub fn proposed(&self) -> Result<i64, Failure> {
        guarded(|| Ok(self.inner.proposed()? as i64))
    }

    /// Returns the problems of the database; empty when there are none.
    #[napi]
    pub fn integrity_problems(&self) -> Result<Vec<String>, Failure> {
        guarded(|| self.inner.integrity_problems())
    }

    /// Returns the ledger: every transcript ever ingested, by path.
    #[napi]
    pub fn transcripts(&self) -> Result<Row<Vec<TranscriptRow>>, Failure> {
        row(|| self.inner.transcripts())
    }

    /// Returns a session's transcript, restored from its turns, if it has any.
    #[napi]
    pub fn restore(&self, session: String) -> Result<Option<Row<Restored>>, Failure> {
        row_if_any(|| self.inner.restore(&session))
    }

    /// Returns how far a transcript was ingested, in bytes.
    #[napi]
    pub fn transcript_offset(&self, path: String) -> Result<Option<i64>, Failure> {
        guarded(|| {
            let offset = self.inner.transcript_offset(Path::new(&path))?;
            Ok(offset.map(|offset| offset as i64))
        })
    }
}
