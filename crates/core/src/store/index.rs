//! The full-text index: which turns hold a term, and how long each turn is.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use rusqlite::{OptionalExtension as _, Transaction, params};

use super::read::Reader;
use crate::conversation::turn::TurnText;
use crate::error::Result;
use crate::index::document::{self, Document};
use crate::index::postings::{self, Counts, block_of, place_of, turn_at};
use crate::index::terms::Analyzer;

/// The tables of an index, and the full text of what was done.
pub(super) struct Tables {
    pub document: &'static str,
    pub posting: &'static str,
    pub action_fts: &'static str,
}

/// What is searched.
const LIVE: Tables = Tables { document: "document", posting: "posting", action_fts: "action_fts" };
/// What a rebuild fills.
const NEXT: Tables =
    Tables { document: "document_next", posting: "posting_next", action_fts: "action_fts_next" };

/// Where a change goes while nothing is rebuilt.
pub(super) const TO_LIVE: &[Tables] = &[LIVE];
/// Where a change goes while a rebuild is under way.
pub(super) const TO_BOTH: &[Tables] = &[LIVE, NEXT];
/// Where a rebuild writes.
pub(super) const TO_NEXT: &[Tables] = &[NEXT];

/// Changes of the index that wait for the end of a transaction: each block is then written once.
#[derive(Default)]
pub(super) struct IndexChanges {
    analyzer: Analyzer,
    /// Not in order: a transaction has many terms, and comparing them takes long.
    postings: RefCell<HashMap<Place, BTreeMap<i64, Option<Counts>>>>,
    documents: RefCell<DocumentChanges>,
    /// Turns of which nothing may stay, by block.
    erased: RefCell<BTreeMap<i64, BTreeSet<i64>>>,
}

type PostingChanges = Vec<(Place, BTreeMap<i64, Option<Counts>>)>;
type DocumentChanges = BTreeMap<(i64, i64), BTreeMap<i64, Change>>;

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
    pub fn add(&self, project: i64, turn: i64, text: &TurnText, facts: (i64, bool)) {
        let (counts, document) = self.of_turn(turn, text, facts);
        self.note(project, turn, Change::Put(document));
        let mut postings = self.postings.borrow_mut();
        for (term, counts) in counts {
            postings.entry((project, term, block_of(turn))).or_default().insert(turn, Some(counts));
        }
    }

    /// Returns what the index holds of a turn: its terms, and its document without a session.
    pub fn of_turn(
        &self,
        turn: i64,
        text: &TurnText,
        (started_at_ms, of_agent): (i64, bool),
    ) -> (Vec<(String, Counts)>, Document) {
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
        (indexed.counts, document)
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

    /// Notes that nothing of a turn may stay in the index of any project, whatever terms an earlier
    /// build made of its text.
    pub fn erase(&self, turn: i64) {
        self.erased.borrow_mut().entry(block_of(turn)).or_default().insert(turn);
    }

    /// Writes what waits into each of some indexes.
    pub fn flush(&self, transaction: &Transaction, indexes: &[Tables]) -> Result<()> {
        let erased = self.erased.take();
        let documents = self.documents.take();
        let mut postings: PostingChanges = self.postings.take().into_iter().collect();
        // As the rows stand.
        postings.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        for tables in indexes {
            if !erased.is_empty() {
                erase_documents(transaction, tables, &erased)?;
                erase_postings(transaction, tables, &erased)?;
            }
            put_documents(transaction, tables, &documents)?;
            put_postings(transaction, tables, &postings)?;
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

fn put_documents(
    transaction: &Transaction,
    Tables { document, .. }: &Tables,
    all_changes: &DocumentChanges,
) -> Result<()> {
    let mut select = transaction.prepare_cached(&format!(
        "SELECT turns FROM {document} WHERE project_id = ?1 AND block = ?2"
    ))?;
    let mut session = transaction.prepare_cached(
        "SELECT session.id FROM session_turn JOIN session ON session.id = session_id
         WHERE turn_id = ?1 ORDER BY session.uuid LIMIT 1",
    )?;
    for (&(project, block), changes) in all_changes {
        let stored: Option<Vec<u8>> =
            select.query_row([project, block], |row| row.get(0)).optional()?;
        let stored = stored.unwrap_or_default();
        let mut turns = documents_of(block, &stored);
        for (turn, change) in changes {
            match change {
                Change::Removed => drop(turns.remove(&place_of(*turn))),
                Change::Put(document) => drop(turns.insert(place_of(*turn), *document)),
                Change::Moved => {}
            }
            if let Some(document) = turns.get_mut(&place_of(*turn)) {
                let found = session.query_row([turn], |row| row.get(0)).optional()?;
                document.session = found.unwrap_or_default();
            }
        }
        let encoded = document::encode(&turns);
        if turns.is_empty() || encoded != stored {
            write_documents(transaction, document, (project, block), (turns.len(), &encoded))?;
        }
    }
    Ok(())
}

fn documents_of(block: i64, stored: &[u8]) -> document::Block {
    document::decode(block, stored).map(|document| (place_of(document.turn), document)).collect()
}

fn write_documents(
    transaction: &Transaction,
    table: &str,
    (project, block): (i64, i64),
    (count, turns): (usize, &[u8]),
) -> Result<()> {
    if count == 0 {
        transaction
            .prepare_cached(&format!("DELETE FROM {table} WHERE project_id = ?1 AND block = ?2"))?
            .execute([project, block])?;
        return Ok(());
    }
    transaction
        .prepare_cached(&format!(
            "INSERT OR REPLACE INTO {table} (project_id, block, count, turns)
             VALUES (?1, ?2, ?3, ?4)"
        ))?
        .execute(params![project, block, count as i64, turns])?;
    Ok(())
}

fn put_postings(
    transaction: &Transaction,
    Tables { posting, .. }: &Tables,
    all_changes: &PostingChanges,
) -> Result<()> {
    let mut select = transaction.prepare_cached(&format!(
        "SELECT turns FROM {posting} WHERE project_id = ?1 AND term = ?2 AND block = ?3"
    ))?;
    let mut put = transaction.prepare_cached(&put_posting(posting))?;
    let mut delete = transaction.prepare_cached(&delete_posting(posting))?;
    for ((project, term, block), changes) in all_changes {
        let stored: Option<Vec<u8>> =
            select.query_row(params![project, term, block], |row| row.get(0)).optional()?;
        let stored = stored.unwrap_or_default();
        let mut turns: postings::Block = postings::decode(&stored).collect();
        for (turn, counts) in changes {
            match counts {
                Some(counts) => turns.insert(place_of(*turn), *counts),
                None => turns.remove(&place_of(*turn)),
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

fn put_posting(table: &str) -> String {
    format!(
        "INSERT OR REPLACE INTO {table} (project_id, term, block, turns) VALUES (?1, ?2, ?3, ?4)"
    )
}

fn delete_posting(table: &str) -> String {
    format!("DELETE FROM {table} WHERE project_id = ?1 AND term = ?2 AND block = ?3")
}

/// Reads every row, as a turn may stand under any project.
fn erase_documents(
    transaction: &Transaction,
    Tables { document, .. }: &Tables,
    erased: &BTreeMap<i64, BTreeSet<i64>>,
) -> Result<()> {
    let mut changed = Vec::new();
    let mut statement =
        transaction.prepare_cached(&format!("SELECT project_id, block, turns FROM {document}"))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let block: i64 = row.get(1)?;
        let Some(gone) = erased.get(&block) else { continue };
        let mut turns = documents_of(block, row.get_ref(2)?.as_blob().unwrap_or_default());
        let before = turns.len();
        turns.retain(|_, document| !gone.contains(&document.turn));
        if turns.len() < before {
            changed.push((row.get(0)?, block, turns));
        }
    }
    for (project, block, turns) in &changed {
        let encoded = document::encode(turns);
        write_documents(transaction, document, (*project, *block), (turns.len(), &encoded))?;
    }
    Ok(())
}

/// Reads every row, as a turn may stand under any term.
fn erase_postings(
    transaction: &Transaction,
    Tables { posting, .. }: &Tables,
    erased: &BTreeMap<i64, BTreeSet<i64>>,
) -> Result<()> {
    let mut changed: Vec<(i64, Vec<u8>, i64, postings::Block)> = Vec::new();
    let mut statement = transaction.prepare_cached(&format!(
        "SELECT project_id, CAST(term AS BLOB), block, turns FROM {posting}"
    ))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let block: i64 = row.get(2)?;
        let Some(gone) = erased.get(&block) else { continue };
        let stored = row.get_ref(3)?.as_blob().unwrap_or_default();
        let mut turns: postings::Block = postings::decode(stored).collect();
        let before = turns.len();
        turns.retain(|place, _| !gone.contains(&turn_at(block, *place)));
        if turns.len() < before {
            changed.push((row.get(0)?, row.get(1)?, block, turns));
        }
    }
    let term = "CAST(?2 AS TEXT)";
    let mut put = transaction.prepare_cached(&put_posting(posting).replace("?2", term))?;
    let mut delete = transaction.prepare_cached(&delete_posting(posting).replace("?2", term))?;
    for (project, term, block, turns) in changed {
        if turns.is_empty() {
            delete.execute(params![project, term, block])?;
        } else {
            put.execute(params![project, term, block, postings::encode(&turns)])?;
        }
    }
    Ok(())
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
