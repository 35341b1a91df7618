//! The full-text index: postings, document metadata and the full text of actions.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use rusqlite::{OptionalExtension as _, Transaction, params};

use super::items::ItemFacts;
use super::read::{Reader, Scope};
use crate::error::Result;
use crate::index::document::{self, Document};
use crate::index::postings::{self, Counts, block_of, item_at, place_of};
use crate::index::terms::Analyzer;
use crate::item::{Fields, Kind};

/// Names of the tables of one index, including the full-text table of actions.
pub(super) struct Tables {
    pub document: &'static str,
    pub posting: &'static str,
    pub action_fts: &'static str,
}

/// The index that searches use.
const LIVE: Tables = Tables { document: "document", posting: "posting", action_fts: "action_fts" };
/// The index that a rebuild fills.
const NEXT: Tables =
    Tables { document: "document_next", posting: "posting_next", action_fts: "action_fts_next" };

/// Indexes that a change updates while no rebuild is running.
pub(super) const TO_LIVE: &[Tables] = &[LIVE];
/// Indexes that a change updates while a rebuild is running.
pub(super) const TO_BOTH: &[Tables] = &[LIVE, NEXT];
/// Index that a rebuild writes.
pub(super) const TO_NEXT: &[Tables] = &[NEXT];

/// Index changes, buffered until the end of a transaction so that each block is written once.
#[derive(Default)]
pub(super) struct IndexChanges {
    analyzer: Analyzer,
    /// Unordered: a transaction has many terms, and comparing them is slow.
    postings: RefCell<HashMap<PostingRow, BTreeMap<i64, Option<Counts>>>>,
    documents: RefCell<DocumentChanges>,
    /// Items to erase completely, by block.
    erased: RefCell<BTreeMap<i64, BTreeSet<i64>>>,
}

type PostingChanges = Vec<(PostingRow, BTreeMap<i64, Option<Counts>>)>;
type DocumentChanges = BTreeMap<(i64, i64), BTreeMap<i64, Change>>;

/// Key of a posting row: project, term and block.
type PostingRow = (i64, String, i64);

/// Pending change to an item's document.
enum Change {
    Removed,
    Put(Document),
    /// The item's group may have changed.
    Moved,
}

/// Terms of an item's text.
struct Indexed {
    counts: Vec<(String, Counts)>,
    head_terms: u32,
    body_terms: u32,
}

impl IndexChanges {
    /// Queues the removal of an item's text from the index of a project.
    pub fn remove(&self, project: i64, item: i64, fields: Fields) {
        let mut postings = self.postings.borrow_mut();
        for (term, _) in self.indexed(fields).counts {
            postings.entry((project, term, block_of(item))).or_default().insert(item, None);
        }
        self.note(project, item, Change::Removed);
    }

    /// Queues the addition of an item's text to the index of its project.
    pub fn add(&self, id: i64, item: &ItemFacts, fields: Fields) {
        let project = item.project_id;
        let (counts, document) = self.of_item(id, item, fields);
        self.note(project, id, Change::Put(document));
        let mut postings = self.postings.borrow_mut();
        for (term, counts) in counts {
            postings.entry((project, term, block_of(id))).or_default().insert(id, Some(counts));
        }
    }

    /// Returns the index data of an item: its terms, and its document in a group of its own.
    pub fn of_item(
        &self,
        id: i64,
        item: &ItemFacts,
        fields: Fields,
    ) -> (Vec<(String, Counts)>, Document) {
        let indexed = self.indexed(fields);
        let document = Document {
            item: id,
            kind: item.kind,
            started_at_ms: item.started_at_ms,
            group: id as u32,
            head_terms: indexed.head_terms,
            body_terms: indexed.body_terms,
            secondary: item.secondary,
            asks: fields.asks(),
        };
        (indexed.counts, document)
    }

    /// Queues an update of an item's group.
    pub fn join_group(&self, project: i64, item: i64) {
        let mut documents = self.documents.borrow_mut();
        documents
            .entry((project, block_of(item)))
            .or_default()
            .entry(item)
            .or_insert(Change::Moved);
    }

    fn note(&self, project: i64, item: i64, change: Change) {
        let mut documents = self.documents.borrow_mut();
        documents.entry((project, block_of(item))).or_default().insert(item, change);
    }

    /// Queues the erasure of an item from the index of every project, whatever terms an earlier
    /// build derived from its text.
    pub fn erase(&self, item: i64) {
        self.erased.borrow_mut().entry(block_of(item)).or_default().insert(item);
    }

    /// Writes the buffered changes to each of these indexes.
    pub fn flush(&self, transaction: &Transaction, indexes: &[Tables]) -> Result<()> {
        let erased = self.erased.take();
        let documents = self.documents.take();
        let mut postings: PostingChanges = self.postings.take().into_iter().collect();
        // In the order of the rows.
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

    fn indexed(&self, fields: Fields) -> Indexed {
        let head = self.analyzer.counts(fields.head);
        let body = self.analyzer.counts(fields.body);
        let (head_terms, body_terms) = (head.values().sum(), body.values().sum());
        let head = head.into_iter().map(|(term, count)| (term, (count, 0)));
        let mut counts: HashMap<String, (u32, u32)> = head.collect();
        for (term, count) in body {
            counts.entry(term).or_default().1 = count;
        }
        let counts = counts.into_iter();
        let counts = counts.map(|(term, (head, body))| (term, Counts::new(head, body)));
        Indexed { counts: counts.collect(), head_terms, body_terms }
    }
}

fn put_documents(
    transaction: &Transaction,
    Tables { document, .. }: &Tables,
    all_changes: &DocumentChanges,
) -> Result<()> {
    let mut select = transaction.prepare_cached(&format!(
        "SELECT items FROM {document} WHERE project_id = ?1 AND block = ?2"
    ))?;
    for (&(project, block), changes) in all_changes {
        let stored: Option<Vec<u8>> =
            select.query_row([project, block], |row| row.get(0)).optional()?;
        let stored = stored.unwrap_or_default();
        let mut items = documents_of(block, &stored);
        for (item, change) in changes {
            match change {
                Change::Removed => drop(items.remove(&place_of(*item))),
                Change::Put(document) => drop(items.insert(place_of(*item), *document)),
                Change::Moved => {}
            }
            if let Some(document) = items.get_mut(&place_of(*item)) {
                document.group = group_of(transaction, document)?;
            }
        }
        let encoded = document::encode(&items);
        if items.is_empty() || encoded != stored {
            write_documents(transaction, document, (project, block), (items.len(), &encoded))?;
        }
    }
    Ok(())
}

/// Returns the group of an item. A turn's group is its session, the first by UUID if it has
/// several, or 0 before it has one. Any other item is its own group.
pub(super) fn group_of(transaction: &Transaction, document: &Document) -> Result<u32> {
    if document.kind != Kind::TURN {
        return Ok(document.item as u32);
    }
    let mut statement = transaction.prepare_cached(
        "SELECT session.id FROM session_turn JOIN session ON session.id = session_id
         WHERE turn_id = ?1 ORDER BY session.uuid LIMIT 1",
    )?;
    let session = statement.query_row([document.item], |row| row.get(0)).optional()?;
    Ok(session.unwrap_or_default())
}

fn documents_of(block: i64, stored: &[u8]) -> document::DocumentBlock {
    document::decode(block, stored).map(|document| (place_of(document.item), document)).collect()
}

fn write_documents(
    transaction: &Transaction,
    table: &str,
    (project, block): (i64, i64),
    (count, items): (usize, &[u8]),
) -> Result<()> {
    if count == 0 {
        transaction
            .prepare_cached(&format!("DELETE FROM {table} WHERE project_id = ?1 AND block = ?2"))?
            .execute([project, block])?;
        return Ok(());
    }
    transaction
        .prepare_cached(&format!(
            "INSERT OR REPLACE INTO {table} (project_id, block, count, items)
             VALUES (?1, ?2, ?3, ?4)"
        ))?
        .execute(params![project, block, count as i64, items])?;
    Ok(())
}

fn put_postings(
    transaction: &Transaction,
    Tables { posting, .. }: &Tables,
    all_changes: &PostingChanges,
) -> Result<()> {
    let mut select = transaction.prepare_cached(&format!(
        "SELECT items FROM {posting} WHERE project_id = ?1 AND term = ?2 AND block = ?3"
    ))?;
    let mut put = transaction.prepare_cached(&put_posting(posting))?;
    let mut delete = transaction.prepare_cached(&delete_posting(posting))?;
    for ((project, term, block), changes) in all_changes {
        let stored: Option<Vec<u8>> =
            select.query_row(params![project, term, block], |row| row.get(0)).optional()?;
        let stored = stored.unwrap_or_default();
        let mut items: postings::PostingBlock = postings::decode(&stored).collect();
        for (item, counts) in changes {
            match counts {
                Some(counts) => items.insert(place_of(*item), *counts),
                None => items.remove(&place_of(*item)),
            };
        }
        if items.is_empty() {
            delete.execute(params![project, term, block])?;
            continue;
        }
        let items = postings::encode(&items);
        if items != stored {
            put.execute(params![project, term, block, items])?;
        }
    }
    Ok(())
}

fn put_posting(table: &str) -> String {
    format!(
        "INSERT OR REPLACE INTO {table} (project_id, term, block, items) VALUES (?1, ?2, ?3, ?4)"
    )
}

fn delete_posting(table: &str) -> String {
    format!("DELETE FROM {table} WHERE project_id = ?1 AND term = ?2 AND block = ?3")
}

/// Scans every row, because an item may be listed under any project.
fn erase_documents(
    transaction: &Transaction,
    Tables { document, .. }: &Tables,
    erased: &BTreeMap<i64, BTreeSet<i64>>,
) -> Result<()> {
    let mut changed = Vec::new();
    let mut statement =
        transaction.prepare_cached(&format!("SELECT project_id, block, items FROM {document}"))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let block: i64 = row.get(1)?;
        let Some(gone) = erased.get(&block) else { continue };
        let mut items = documents_of(block, row.get_ref(2)?.as_blob().unwrap_or_default());
        let before = items.len();
        items.retain(|_, document| !gone.contains(&document.item));
        if items.len() < before {
            changed.push((row.get(0)?, block, items));
        }
    }
    for (project, block, items) in &changed {
        let encoded = document::encode(items);
        write_documents(transaction, document, (*project, *block), (items.len(), &encoded))?;
    }
    Ok(())
}

/// Scans every row, because an item may be listed under any term.
fn erase_postings(
    transaction: &Transaction,
    Tables { posting, .. }: &Tables,
    erased: &BTreeMap<i64, BTreeSet<i64>>,
) -> Result<()> {
    let mut changed: Vec<(i64, Vec<u8>, i64, postings::PostingBlock)> = Vec::new();
    let mut statement = transaction.prepare_cached(&format!(
        "SELECT project_id, CAST(term AS BLOB), block, items FROM {posting}"
    ))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let block: i64 = row.get(2)?;
        let Some(gone) = erased.get(&block) else { continue };
        let stored = row.get_ref(3)?.as_blob().unwrap_or_default();
        let mut items: postings::PostingBlock = postings::decode(stored).collect();
        let before = items.len();
        items.retain(|place, _| !gone.contains(&item_at(block, *place)));
        if items.len() < before {
            changed.push((row.get(0)?, row.get(1)?, block, items));
        }
    }
    let term = "CAST(?2 AS TEXT)";
    let mut put = transaction.prepare_cached(&put_posting(posting).replace("?2", term))?;
    let mut delete = transaction.prepare_cached(&delete_posting(posting).replace("?2", term))?;
    for (project, term, block, items) in changed {
        if items.is_empty() {
            delete.execute(params![project, term, block])?;
        } else {
            put.execute(params![project, term, block, postings::encode(&items)])?;
        }
    }
    Ok(())
}

impl Reader<'_> {
    /// Appends the items with text of a project that are of the scope's kinds, in the order of
    /// their ids.
    pub fn documents(&self, project: i64, scope: &Scope, found: &mut Vec<Document>) -> Result<()> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT block, items FROM document WHERE project_id = ?1 ORDER BY block",
        )?;
        let mut rows = statement.query([project])?;
        while let Some(row) = rows.next()? {
            let bytes = row.get_ref(1)?.as_blob().unwrap_or_default();
            let documents = document::decode(row.get(0)?, bytes);
            found.extend(documents.filter(|document| scope.kinds.holds(document.kind)));
        }
        Ok(())
    }

    /// Visits the posting blocks of a term in a project, in order; see [`postings::decode`].
    pub fn each_posting_block(
        &self,
        project: i64,
        term: &str,
        mut visit: impl FnMut(i64, &[u8]),
    ) -> Result<()> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT block, items FROM posting WHERE project_id = ?1 AND term = ?2 ORDER BY block",
        )?;
        let mut rows = statement.query(params![project, term])?;
        while let Some(row) = rows.next()? {
            visit(row.get(0)?, row.get_ref(1)?.as_blob().unwrap_or_default());
        }
        Ok(())
    }

    /// Returns about how many items of a project hold a term, from the size of its postings: they
    /// are not read.
    pub fn items_with_term(&self, project: i64, term: &str) -> Result<usize> {
        const POSTING_BYTES: i64 = 2;
        let mut statement = self.transaction().prepare_cached(
            "SELECT ifnull(sum(length(items)), 0) FROM posting WHERE project_id = ?1 AND term = ?2",
        )?;
        let bytes: i64 = statement.query_row(params![project, term], |row| row.get(0))?;
        Ok((bytes.max(0) / POSTING_BYTES) as usize)
    }
}
