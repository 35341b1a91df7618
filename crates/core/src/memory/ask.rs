//! A query with everything that its answer has to say: what was meant by its words, its filters and
//! its place.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Answer, Memory, NoteConditions, Sought, Within};
use crate::error::Result;
use crate::index::period::period;
use crate::index::terms::Analyzed;
use crate::index::when::{Now, midnight_ms};
use crate::project::labels::labels;
use crate::search::meant::{BranchesMeant, branches_meant, session_meant};
use crate::search::{self, Answered, Order, Query};
use crate::store::{Filter, Scope};
use crate::work::known::{KnownWord, known_words};

/// A query as a person asks it.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Question {
    /// Any text; empty to list what passes the filter.
    pub text: String,
    /// Where to search. A session that only other projects have is searched there.
    pub within: Within,
    /// Conditions on turns. `session` may also be the beginning of a turn's id.
    pub filter: Filter,
    /// Whether turns are searched.
    pub turns: bool,
    /// Conditions on notes; without any no note is searched.
    pub notes: Option<NoteConditions>,
    /// Maximum number of turns and notes.
    pub limit: usize,
    /// The time, in milliseconds since the epoch.
    pub now_ms: i64,
}

/// The answer to a query.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reply {
    /// What was found.
    #[serde(flatten)]
    pub answer: Answer,
    /// Label of the project that was searched; `None` for all projects.
    pub label: Option<String>,
    /// Labels of the stored projects by their keys.
    pub labels: BTreeMap<String, String>,
    /// The session that the filter meant, or the beginning of several.
    pub session: Option<String>,
    /// Whether all projects were searched.
    pub everything: bool,
    /// The days that a query without any other subject named: their turns are listed.
    pub as_date: Option<AsDate>,
    /// The filters that no stored turn of any project passes.
    pub unknown: Vec<UnknownFilter>,
    /// The branches that may be meant, where the one that was given is unknown.
    pub branches: Option<BranchesMeant>,
    /// What words of the query name.
    pub known: Vec<KnownWord>,
    /// Where nothing was found: the words, all of them or one, that a command has which ran here.
    pub ran: Option<String>,
}

/// When some days begin and end here.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AsDate {
    /// Where they begin, in milliseconds since the epoch.
    pub since_ms: i64,
    /// Where they end; not part of them.
    pub until_ms: i64,
}

/// A filter with a value that nothing stored has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum UnknownFilter {
    /// No such session.
    Session,
    /// No such branch.
    Branch,
}

/// A day is read from its morning on; of a longer time, the last turns come first.
const LONGEST_DAY_MS: i64 = 25 * 60 * 60 * 1_000;

/// So many words are looked for in commands; shorter ones are in too many.
const RAN_MAX: usize = 6;
const RAN_CHARS_MIN: usize = 4;

impl Memory {
    /// Answers a query. `offset_min` returns how far local time is ahead of UTC at a time, in
    /// minutes.
    ///
    /// # Errors
    /// [`crate::Error::IdAmbiguous`] for a session, [`crate::Error::NoteKindUnknown`].
    pub fn ask(&mut self, question: Question, offset_min: impl Fn(i64) -> i32) -> Result<Reply> {
        let Question { text, mut within, mut filter, turns, notes, limit, now_ms } = question;
        let now = Now::ahead(now_ms, offset_min(now_ms));
        if let Some(session) = &filter.session {
            filter.session = Some(self.sessions_meant(session)?);
            if self.is_elsewhere(&within, &filter)? {
                within = Within::Everything;
            }
        }
        let as_date = as_date(&text, &filter, now, offset_min);
        let spanned = match as_date {
            Some(AsDate { since_ms, until_ms, .. }) => {
                Filter { since_ms: Some(since_ms), until_ms: Some(until_ms), ..filter.clone() }
            }
            None => filter.clone(),
        };
        let notes = notes.map(|notes| notes.with(spanned.clone(), &within)).transpose()?;
        let sought = Sought { filter: spanned, turns, notes };
        let mut answer = if as_date.is_some() || text.trim().is_empty() {
            let is_day =
                as_date.is_some_and(|days| days.until_ms - days.since_ms <= LONGEST_DAY_MS);
            let order = if is_day { Order::OldestFirst } else { Order::NewestFirst };
            self.list(&within, sought, limit, order)?
        } else {
            self.search(&text, &within, sought, limit, now)?
        };
        let scope = self.scope(&within)?.0;
        let known = match as_date {
            Some(_) => Vec::new(),
            None => known_words(&self.store, &scope, &text, &answer.found.missing)?,
        };
        let found = &mut answer.found;
        // What is nearest to no word at all, or to an id alone, is nearest to nothing.
        let is_id_alone = !known.is_empty() && text.split_whitespace().count() == 1;
        let is_nothing = match found.answered {
            Some(answered) => answered == Answered::NotHere && is_id_alone,
            None => as_date.is_none() && !text.trim().is_empty(),
        };
        if is_nothing {
            found.hits.clear();
            found.notes.clear();
        }
        let unknown = if found.hits.is_empty() { self.unknown_in(&filter)? } else { Vec::new() };
        let branches = match &filter.branch {
            Some(branch) if unknown.contains(&UnknownFilter::Branch) => {
                self.branches_meant(branch, &within)?
            }
            _ => None,
        };
        let labels: BTreeMap<String, String> = labels(&self.projects()?).into_iter().collect();
        let label = match &within {
            Within::Directory(directory) => Some(self.labelled_belonging(directory)?.label),
            _ => answer.project.clone(),
        };
        let everything = matches!(within, Within::Everything);
        let is_empty = answer.found.hits.is_empty() && answer.found.notes.is_empty();
        // The words of a day, or words that say nothing alone, are in many commands.
        let has_subject = answer.found.answered.is_some();
        let ran =
            if turns && is_empty && has_subject { self.ran(&text, &filter, &scope)? } else { None };
        let session = filter.session;
        let reply = Reply {
            answer,
            label,
            labels,
            session,
            everything,
            as_date,
            unknown,
            branches,
            known,
            ran,
        };
        Ok(reply)
    }

    /// Returns the sessions whose id starts with `prefix`; only the exact match if there is one.
    pub fn sessions_named(&self, prefix: &str) -> Result<Vec<String>> {
        self.store.read(|reader| reader.sessions_named(prefix))
    }

    /// Returns the session that the beginning of an id means; see [`session_meant`].
    pub fn session_meant(&self, beginning: &str) -> Result<Option<String>> {
        self.store.read(|reader| session_meant(reader, beginning))
    }

    /// Returns the branches that may be meant by a name that no session has; see [`branches_meant`].
    pub fn branches_meant(&self, name: &str, within: &Within) -> Result<Option<BranchesMeant>> {
        let mut known: Vec<String> = Vec::new();
        for session in self.sessions(within, usize::MAX)? {
            known.extend(session.branch.filter(|branch| !known.contains(branch)));
        }
        Ok(branches_meant(name, &known))
    }

    /// The beginnings of several sessions select all of them. The id of a turn selects its session.
    fn sessions_meant(&self, beginning: &str) -> Result<String> {
        self.store.read(|reader| {
            if !reader.sessions_named(beginning)?.is_empty() {
                return Ok(beginning.to_owned());
            }
            Ok(session_meant(reader, beginning)?.unwrap_or_else(|| beginning.to_owned()))
        })
    }

    /// Whether the named session is one of other projects only: who names it wants no other place.
    fn is_elsewhere(&self, within: &Within, filter: &Filter) -> Result<bool> {
        let Within::Directory(_) = within else { return Ok(false) };
        let session = Filter { session: filter.session.clone(), ..Filter::default() };
        let here = self.scope(within)?.0;
        Ok(!self.has_turn(&session, here)? && self.has_turn(&session, Scope::default())?)
    }

    /// Returns which of these filters alone, in all projects, finds nothing.
    fn unknown_in(&self, filter: &Filter) -> Result<Vec<UnknownFilter>> {
        let session = filter.session.clone().map(|session| {
            (UnknownFilter::Session, Filter { session: Some(session), ..Filter::default() })
        });
        let branch = filter.branch.clone().map(|branch| {
            (UnknownFilter::Branch, Filter { branch: Some(branch), ..Filter::default() })
        });
        let mut unknown = Vec::new();
        for (name, filter) in session.into_iter().chain(branch) {
            if !self.has_turn(&filter, Scope::default())? {
                unknown.push(name);
            }
        }
        Ok(unknown)
    }

    /// Returns the words of a query, the whole of them or one, that a command has which ran in a turn
    /// of a scope.
    fn ran(&self, text: &str, filter: &Filter, scope: &Scope) -> Result<Option<String>> {
        let whole = text.trim();
        if whole.is_empty() || filter.command.is_some() {
            return Ok(None);
        }
        let long = |word: &&str| word.encode_utf16().count() >= RAN_CHARS_MIN && *word != whole;
        let mut words: Vec<&str> = vec![whole];
        for word in whole.split_whitespace().filter(long) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        for words in words.into_iter().take(RAN_MAX) {
            let ran = Filter { command: Some(words.to_owned()), ..filter.clone() };
            if self.has_turn(&ran, scope.clone())? {
                return Ok(Some(words.to_owned()));
            }
        }
        Ok(None)
    }

    /// Whether any stored turn of a scope passes a filter.
    fn has_turn(&self, filter: &Filter, scope: Scope) -> Result<bool> {
        let (text, filter) = (String::new(), filter.clone());
        let query = Query { text, scope, filter, notes: None, limit: 1, suspect: Vec::new() };
        Ok(!search::list(&self.store, &query, Order::NewestFirst)?.hits.is_empty())
    }
}

/// Returns the days that a query consists of. With a filter on time, the query is no date.
fn as_date(
    text: &str,
    filter: &Filter,
    now: Now,
    offset_min: impl Fn(i64) -> i32,
) -> Option<AsDate> {
    if text.trim().is_empty() || filter.since_ms.is_some() || filter.until_ms.is_some() {
        return None;
    }
    let named = period(&Analyzed::of(text), now)?;
    let begins = |day| midnight_ms(day, &offset_min);
    Some(AsDate { since_ms: begins(named.since), until_ms: begins(named.until) })
}
