//! The full-text index: which turns hold a term, and how long each turn is.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{OptionalExtension as _, Transaction, params};

use super::read::Reader;
use crate::error::Result;
use crate::postings::{self, Block, Counts};
use crate::terms::Analyzer;
use crate::turn::TurnText;

/// A turn as ranking sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Id of the turn.
    pub turn: i64,
    /// Id of its session, of several the first by uuid; 0 before it has one.
    pub session: i64,
    /// When it began, in milliseconds since the epoch.
    pub started_at_ms: i64,
    /// Terms in the prompt.
    pub prompt_terms: u32,
    /// Terms in the answer.
    pub answer_terms: u32,
    /// Whether it is a subagent's.
    pub of_agent: bool,
    /// Whether it asks and holds no answer.
    pub asks: bool,
}

/// Changes of the index that wait for the end of a transaction: each term is then written once.
#[derive(Default)]
pub(super) struct IndexChanges {
    analyzer: Analyzer,
    pending: RefCell<BTreeMap<Place, BTreeMap<i64, Option<Counts>>>>,
}

/// Project, term, and block.
type Place = (i64, String, i64);

/// What a turn's text is in the index.
struct Indexed {
    counts: BTreeMap<String, Counts>,
    prompt_terms: u32,
    answer_terms: u32,
}

impl IndexChanges {
    /// Notes that a turn's text leaves the index of a project.
    pub fn remove(&self, project: i64, turn: i64, text: &TurnText) {
        let mut pending = self.pending.borrow_mut();
        for term in self.indexed(text).counts.into_keys() {
            let key = (project, term, postings::block_of(turn));
            pending.entry(key).or_default().insert(turn, None);
        }
    }

    /// Notes that a turn's text joins the index of a project.
    pub fn add(
        &self,
        transaction: &Transaction,
        project: i64,
        turn: i64,
        text: &TurnText,
        (started_at_ms, of_agent): (i64, bool),
    ) -> Result<()> {
        let indexed = self.indexed(text);
        let asks = text.answer.is_empty() && text.prompt.trim_end().ends_with(['?', '？', '؟']);
        transaction
            .prepare_cached(
                "INSERT INTO document
                   (project_id, turn_id, session_id, started_at_ms, prompt_terms, answer_terms,
                    of_agent, asks)
                 VALUES (?1, ?2, (SELECT session_id FROM session_turn JOIN session ON session.id = session_id
                          WHERE turn_id = ?2 ORDER BY session.uuid LIMIT 1),
                         ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                project,
                turn,
                started_at_ms,
                indexed.prompt_terms,
                indexed.answer_terms,
                of_agent,
                asks
            ])?;
        let mut pending = self.pending.borrow_mut();
        for (term, counts) in indexed.counts {
            let key = (project, term, postings::block_of(turn));
            pending.entry(key).or_default().insert(turn, Some(counts));
        }
        Ok(())
    }

    /// Writes what waits.
    pub fn flush(&self, transaction: &Transaction) -> Result<()> {
        let mut select = transaction.prepare_cached(
            "SELECT turns FROM posting WHERE project_id = ?1 AND term = ?2 AND block = ?3",
        )?;
        let mut put = transaction.prepare_cached(
            "INSERT OR REPLACE INTO posting (project_id, term, block, turns)
             VALUES (?1, ?2, ?3, ?4)",
        )?;
        let mut delete = transaction.prepare_cached(
            "DELETE FROM posting WHERE project_id = ?1 AND term = ?2 AND block = ?3",
        )?;
        for ((project, term, block), changes) in self.pending.take() {
            let stored: Option<Vec<u8>> =
                select.query_row(params![project, term, block], |row| row.get(0)).optional()?;
            let stored = stored.unwrap_or_default();
            let mut turns: Block = postings::decode(block, &stored).collect();
            for (turn, counts) in changes {
                match counts {
                    Some(counts) => turns.insert(turn, counts),
                    None => turns.remove(&turn),
                };
            }
            if turns.is_empty() {
                delete.execute(params![project, term, block])?;
                continue;
            }
            let turns = postings::encode(block, &turns);
            if turns != stored {
                put.execute(params![project, term, block, turns])?;
            }
        }
        Ok(())
    }

    fn indexed(&self, text: &TurnText) -> Indexed {
        let prompt = self.analyzer.counts(&text.prompt);
        let answer = self.analyzer.counts(&text.answer);
        let terms: BTreeSet<&String> = prompt.keys().chain(answer.keys()).collect();
        let of = |counts: &BTreeMap<String, u32>, term| counts.get(term).copied().unwrap_or(0);
        let counts = terms
            .into_iter()
            .map(|term| (term.clone(), Counts::new(of(&prompt, term), of(&answer, term))));
        Indexed {
            counts: counts.collect(),
            prompt_terms: prompt.values().sum(),
            answer_terms: answer.values().sum(),
        }
    }
}

impl Reader<'_> {
    /// Returns the turns of a project that have text, in the order of their ids.
    pub fn documents(&self, project: i64) -> Result<Vec<Document>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT turn_id, session_id, started_at_ms, prompt_terms, answer_terms, of_agent, asks
             FROM document WHERE project_id = ?1",
        )?;
        let rows = statement.query_map([project], |row| {
            Ok(Document {
                turn: row.get(0)?,
                session: row.get::<_, Option<i64>>(1)?.unwrap_or_default(),
                started_at_ms: row.get(2)?,
                prompt_terms: row.get(3)?,
                answer_terms: row.get(4)?,
                of_agent: row.get(5)?,
                asks: row.get(6)?,
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the turns of a project that hold a term, in the order of their ids.
    pub fn postings(&self, project: i64, term: &str) -> Result<Vec<(i64, Counts)>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT block, turns FROM posting WHERE project_id = ?1 AND term = ?2 ORDER BY block",
        )?;
        let mut rows = statement.query(params![project, term])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let bytes = row.get_ref(1)?.as_blob().unwrap_or_default();
            found.extend(postings::decode(row.get(0)?, bytes));
        }
        Ok(found)
    }
}
