//! The full-text index: which turns hold a term, and how long each turn is.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use rusqlite::{OptionalExtension as _, Transaction, params};

use super::read::Reader;
use crate::document::{self, Document};
use crate::error::Result;
use crate::postings::{self, Counts, block_of, place_of};
use crate::terms::Analyzer;
use crate::turn::TurnText;

/// Changes of the index that wait for the end of a transaction: each block is then written once.
#[derive(Default)]
pub(super) struct IndexChanges {
    analyzer: Analyzer,
    /// Not in order: a transaction has many terms, and comparing them takes long.
    postings: RefCell<HashMap<Place, BTreeMap<i64, Option<Counts>>>>,
    documents: RefCell<BTreeMap<(i64, i64), BTreeMap<i64, Change>>>,
}

/// Project, term, and block.
type Place = (i64, String, i64);

/// What became of a turn.
enum Change {
    Removed,
    Put(Document),
    /// It may be of another session now.
    Moved,
}

/// What a turn's text is in the index.
struct Indexed {
    counts: Vec<(String, Counts)>,
    prompt_terms: u32,
    answer_terms: u32,
}

impl IndexChanges {
    /// Notes that a turn's text leaves the index of a project.
    pub fn remove(&self, project: i64, turn: i64, text: &TurnText) {
        let mut postings = self.postings.borrow_mut();
        for (term, _) in self.indexed(text).counts {
            postings.entry((project, term, block_of(turn))).or_default().insert(turn, None);
        }
        self.note(project, turn, Change::Removed);
    }

    /// Notes that a turn's text joins the index of a project.
    pub fn add(
        &self,
        project: i64,
        turn: i64,
        text: &TurnText,
        (started_at_ms, of_agent): (i64, bool),
    ) {
        let indexed = self.indexed(text);
        let document = Document {
            turn,
            started_at_ms,
            session: 0,
            prompt_terms: indexed.prompt_terms,
            answer_terms: indexed.answer_terms,
            of_agent,
            asks: text.answer.is_empty() && text.prompt.trim_end().ends_with(['?', '？', '؟']),
        };
        self.note(project, turn, Change::Put(document));
        let mut postings = self.postings.borrow_mut();
        for (term, counts) in indexed.counts {
            postings.entry((project, term, block_of(turn))).or_default().insert(turn, Some(counts));
        }
    }

    /// Notes that a turn joined a session.
    pub fn join_session(&self, project: i64, turn: i64) {
        let mut documents = self.documents.borrow_mut();
        documents
            .entry((project, block_of(turn)))
            .or_default()
            .entry(turn)
            .or_insert(Change::Moved);
    }

    fn note(&self, project: i64, turn: i64, change: Change) {
        let mut documents = self.documents.borrow_mut();
        documents.entry((project, block_of(turn))).or_default().insert(turn, change);
    }

    /// Writes what waits.
    pub fn flush(&self, transaction: &Transaction) -> Result<()> {
        self.flush_documents(transaction)?;
        self.flush_postings(transaction)
    }

    fn flush_documents(&self, transaction: &Transaction) -> Result<()> {
        let mut select = transaction
            .prepare_cached("SELECT turns FROM document WHERE project_id = ?1 AND block = ?2")?;
        let mut put = transaction.prepare_cached(
            "INSERT OR REPLACE INTO document (project_id, block, count, turns)
             VALUES (?1, ?2, ?3, ?4)",
        )?;
        let mut delete = transaction
            .prepare_cached("DELETE FROM document WHERE project_id = ?1 AND block = ?2")?;
        let mut session = transaction.prepare_cached(
            "SELECT session.id FROM session_turn JOIN session ON session.id = session_id
             WHERE turn_id = ?1 ORDER BY session.uuid LIMIT 1",
        )?;
        for ((project, block), changes) in self.documents.take() {
            let stored: Option<Vec<u8>> =
                select.query_row([project, block], |row| row.get(0)).optional()?;
            let stored = stored.unwrap_or_default();
            let known = document::decode(block, &stored);
            let mut turns: document::Block =
                known.map(|document| (place_of(document.turn), document)).collect();
            for (turn, change) in changes {
                match change {
                    Change::Removed => drop(turns.remove(&place_of(turn))),
                    Change::Put(document) => drop(turns.insert(place_of(turn), document)),
                    Change::Moved => {}
                }
                if let Some(document) = turns.get_mut(&place_of(turn)) {
                    let found = session.query_row([turn], |row| row.get(0)).optional()?;
                    document.session = found.unwrap_or_default();
                }
            }
            if turns.is_empty() {
                delete.execute([project, block])?;
                continue;
            }
            let count = turns.len() as i64;
            let turns = document::encode(&turns);
            if turns != stored {
                put.execute(params![project, block, count, turns])?;
            }
        }
        Ok(())
    }

    fn flush_postings(&self, transaction: &Transaction) -> Result<()> {
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
        let mut postings: Vec<_> = self.postings.take().into_iter().collect();
        // As the rows stand.
        postings.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        for ((project, term, block), changes) in postings {
            let stored: Option<Vec<u8>> =
                select.query_row(params![project, term, block], |row| row.get(0)).optional()?;
            let stored = stored.unwrap_or_default();
            let mut turns: postings::Block = postings::decode(&stored).collect();
            for (turn, counts) in changes {
                match counts {
                    Some(counts) => turns.insert(place_of(turn), counts),
                    None => turns.remove(&place_of(turn)),
                };
            }
            if turns.is_empty() {
                delete.execute(params![project, term, block])?;
                continue;
            }
            let turns = postings::encode(&turns);
            if turns != stored {
                put.execute(params![project, term, block, turns])?;
            }
        }
        Ok(())
    }

    fn indexed(&self, text: &TurnText) -> Indexed {
        let prompt = self.analyzer.counts(&text.prompt);
        let answer = self.analyzer.counts(&text.answer);
        let (prompt_terms, answer_terms) = (prompt.values().sum(), answer.values().sum());
        let mut counts: BTreeMap<String, (u32, u32)> = BTreeMap::new();
        for (term, count) in prompt {
            counts.entry(term).or_default().0 = count;
        }
        for (term, count) in answer {
            counts.entry(term).or_default().1 = count;
        }
        let counts = counts.into_iter();
        let counts = counts.map(|(term, (prompt, answer))| (term, Counts::new(prompt, answer)));
        Indexed { counts: counts.collect(), prompt_terms, answer_terms }
    }
}

impl Reader<'_> {
    /// Adds the turns of a project that have text, in the order of their ids.
    pub fn documents(&self, project: i64, found: &mut Vec<Document>) -> Result<()> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT block, turns FROM document WHERE project_id = ?1 ORDER BY block",
        )?;
        let mut rows = statement.query([project])?;
        while let Some(row) = rows.next()? {
            let bytes = row.get_ref(1)?.as_blob().unwrap_or_default();
            found.extend(document::decode(row.get(0)?, bytes));
        }
        Ok(())
    }

    /// Returns how many turns of some projects have text.
    pub fn searchable_turns(&self, projects: &[i64]) -> Result<u64> {
        let mut statement = self
            .transaction()
            .prepare_cached("SELECT ifnull(sum(count), 0) FROM document WHERE project_id = ?1")?;
        let mut turns = 0;
        for project in projects {
            turns += statement.query_row([project], |row| row.get::<_, i64>(0))? as u64;
        }
        Ok(turns)
    }

    /// Visits the blocks of turns of a project that hold a term, in order; see
    /// [`postings::decode`].
    pub fn each_posting_block(
        &self,
        project: i64,
        term: &str,
        mut visit: impl FnMut(i64, &[u8]),
    ) -> Result<()> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT block, turns FROM posting WHERE project_id = ?1 AND term = ?2 ORDER BY block",
        )?;
        let mut rows = statement.query(params![project, term])?;
        while let Some(row) = rows.next()? {
            visit(row.get(0)?, row.get_ref(1)?.as_blob().unwrap_or_default());
        }
        Ok(())
    }
}
