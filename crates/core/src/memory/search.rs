//! Searching, listing, and what a prompt gets.

use std::path::Path;

use super::{Answer, Memory, Sought, Within};
use crate::context;
use crate::embed::Degraded;
use crate::error::Result;
use crate::index::when::Now;
use crate::item::{Kind, Kinds};
use crate::marks;
use crate::project;
use crate::recall::used::{self, Injection, RecallUse};
use crate::recall::{self, Corpus, Prompt, Recall, Weighed};
use crate::search::{self, Corrected, Found, Order, Query, QueryVector, RankedTurn};
use crate::store::{Filter, Reader, Scope};

impl Memory {
    /// Answers a user's query with at most `limit` turns.
    pub fn query(
        &mut self,
        text: &str,
        within: &Within,
        filter: Filter,
        limit: usize,
        now: Now,
    ) -> Result<Answer> {
        self.search(text, within, Sought { filter, turns: true, notes: None }, limit, now)
    }

    /// Answers a user's query with at most `limit` turns and notes, in one ranking.
    pub fn search(
        &mut self,
        text: &str,
        within: &Within,
        sought: Sought,
        limit: usize,
        now: Now,
    ) -> Result<Answer> {
        let (scope, project) = self.scope_of(within, &sought)?;
        let Sought { filter, notes, .. } = sought;
        let model = &mut self.model;
        let mut lexicon = |word: &str| model.has_word(word);
        let correct = |reader: &Reader| search::corrected(reader, text, &scope, &mut lexicon);
        let Corrected { text, corrections, offers } = self.store.read(correct)?;
        let query = Query { text, scope, filter, notes, limit, suspect: self.suspect.clone() };
        let (vector, degraded) = match QueryVector::of(&mut self.model, &query.text) {
            Ok(vector) => (vector, None),
            Err(degraded) => (None, Some(degraded)),
        };
        let with_waiting = |vector: QueryVector| {
            self.store.read(|reader| vector.with_waiting(reader, &mut self.model))
        };
        let vector = vector.map(with_waiting).transpose()?;
        let found = search::query(&self.store, vector.as_ref(), &query, now, &mut self.model)?;
        let found = Found { corrected: corrections, offered: offers, ..found };
        self.answered(found, &query.scope, project, degraded)
    }

    /// Lists at most `limit` turns and notes that pass a filter, by time.
    pub fn list(
        &self,
        within: &Within,
        sought: Sought,
        limit: usize,
        order: Order,
    ) -> Result<Answer> {
        let (scope, project) = self.scope_of(within, &sought)?;
        let Sought { filter, notes, .. } = sought;
        let suspect = self.suspect.clone();
        let query = Query { text: String::new(), scope, filter, notes, limit, suspect };
        let found = search::list(&self.store, &query, order)?;
        self.answered(found, &query.scope, project, None)
    }

    fn answered(
        &self,
        found: Found,
        scope: &Scope,
        project: Option<String>,
        degraded: Option<Degraded>,
    ) -> Result<Answer> {
        let key = self.vectors_key();
        self.store.read(|reader| {
            let mut found = found;
            marks::mark(reader, &mut found.hits)?;
            let waiting = reader.waiting_in(scope, key)?;
            let chunks = reader.chunks_in(scope, key, waiting)?;
            Ok(Answer { found, project, waiting, chunks, degraded })
        })
    }

    /// Returns the turns worth recalling for a prompt given in `directory`.
    pub fn recall(&mut self, prompt: &Prompt, directory: &Path) -> Result<Recall> {
        let (scope, notes) = self.scopes(&Within::Directory(directory.to_owned()))?;
        let branch = || project::branch(directory);
        let (store, model) = (&self.store, &mut self.model);
        let suspect = &self.suspect;
        let corpus = Corpus { store, model, scope: &scope, notes: &notes, suspect };
        let started = |reader: &Reader| context::started(reader, &scope);
        recall::recall(corpus, prompt, branch, marks::for_recall, started)
    }

    /// Returns the scope of turns, and that of notes.
    fn scopes(&self, within: &Within) -> Result<(Scope, Scope)> {
        let (scope, _) = self.scope(within)?;
        let notes = self.with_everywhere(scope.clone(), within)?;
        Ok((scope, Scope { kinds: Kinds::of(&[Kind::NOTE]), ..notes }))
    }

    /// Returns what would have been recalled for a prompt when only turns that began before
    /// `before_ms`, in milliseconds since the epoch, were stored.
    pub fn replay(&mut self, prompt: &Prompt, within: &Within, before_ms: i64) -> Result<Recall> {
        let (scope, notes) = self.scopes(within)?;
        let before_ms = Some(before_ms);
        let (scope, notes) = (Scope { before_ms, ..scope }, Scope { before_ms, ..notes });
        let (store, model) = (&self.store, &mut self.model);
        let suspect = &self.suspect;
        let corpus = Corpus { store, model, scope: &scope, notes: &notes, suspect };
        // What came later must not be known.
        let started = |reader: &Reader| context::started(reader, &scope);
        recall::recall(corpus, prompt, || None, |_, _| Ok(Vec::new()), started)
    }

    /// Returns how much of what was recalled for a prompt reappeared in its answer; see
    /// [`used::used`].
    pub fn used(&self, injection: &Injection) -> Result<Option<RecallUse>> {
        used::used(&self.store, injection)
    }

    /// Ranks at most `limit` turns for a query, with the features that decided the order.
    pub fn rank(
        &mut self,
        text: &str,
        within: &Within,
        limit: usize,
        now: Now,
    ) -> Result<Vec<RankedTurn>> {
        let (scope, _) = self.scope(within)?;
        let filter = Filter::default();
        let suspect = self.suspect.clone();
        let query = Query { text: text.to_owned(), scope, filter, notes: None, limit, suspect };
        let vector = QueryVector::of(&mut self.model, text).ok().flatten();
        search::ranking(&self.store, vector.as_ref(), &query, now)
    }

    /// Returns the gate's verdict on a prompt, and the best turns whether or not they pass.
    pub fn weigh(&mut self, text: &str, within: &Within, now: Now) -> Result<Weighed> {
        let (scope, notes) = self.scopes(within)?;
        let (store, model) = (&self.store, &mut self.model);
        let suspect = &self.suspect;
        let corpus = Corpus { store, model, scope: &scope, notes: &notes, suspect };
        recall::weighed(corpus, &Prompt { text: text.to_owned(), now, ..Prompt::default() })
    }
}
