//! Whether what is searched is what the texts of the turns give.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::ops::Range;

use rusqlite::Row;

use crate::error::Result;
use crate::index::document;
use crate::index::postings::{self, item_at};
use crate::item::{Fields, chunk};
use crate::store::derivation;
use crate::store::index::{IndexChanges, group_of};
use crate::store::items::item_facts;
use crate::store::read::Reader;
use crate::store::schema::facts;

/// For each project the sum of the hashes of all that its index holds: equal sums, equal indexes,
/// in whatever order it is read. Memory stays small however much is stored.
type Sums = BTreeMap<i64, u64>;

impl Reader<'_> {
    /// Returns what differs from what it is derived from. The index is left out while it waits for
    /// a rebuild: what an older build derived is expected to differ.
    pub(super) fn derived_problems(&self) -> Result<Vec<String>> {
        let mut problems = self.vector_problems()?;
        let derived = facts::number(self.transaction(), facts::DERIVATION)?;
        if derived != Some(derivation::VERSION) || self.rebuild_progress()?.is_some() {
            return Ok(problems);
        }
        problems.extend(self.item_problems()?);
        problems.extend(self.chunk_problems()?);
        let (postings, documents) = self.sums_of_texts()?;
        for (what, found, expected) in [
            ("index of words", self.sums_of_postings()?, postings),
            ("list of documents", self.sums_of_documents()?, documents),
        ] {
            let differ = found.keys().chain(expected.keys()).any(|project| {
                let sum = |sums: &Sums| sums.get(project).copied().unwrap_or_default();
                sum(&found) != sum(&expected)
            });
            if differ {
                problems.push(format!("the {what} differs from the texts it is made of"));
            }
        }
        problems.extend(self.action_problems()?);
        Ok(problems)
    }

    /// What the index of each project should hold: postings, and documents.
    fn sums_of_texts(&self) -> Result<(Sums, Sums)> {
        let index = IndexChanges::default();
        let (mut of_postings, mut of_documents) = (Sums::new(), Sums::new());
        let mut statement = self.transaction().prepare(
            "SELECT item.id, kind, item.project_id, item.started_at_ms, subagent IS NOT NULL,
                    head, body
             FROM item_text JOIN item ON item.id = item_id LEFT JOIN turn ON turn.id = item_id",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (id, item) = (row.get(0)?, item_facts(row, 1, row.get(4)?)?);
            let (counts, mut document) = index.of_item(id, &item, fields_of(row, 5)?);
            for (term, counts) in counts {
                add(&mut of_postings, item.project_id, &(of_term(term.as_bytes()), id, counts));
            }
            document.group = group_of(self.transaction(), &document)?;
            add(&mut of_documents, item.project_id, &document);
        }
        Ok((of_postings, of_documents))
    }

    fn sums_of_postings(&self) -> Result<Sums> {
        let mut sums = Sums::new();
        let mut statement =
            self.transaction().prepare("SELECT project_id, term, block, items FROM posting")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (project, block) = (row.get(0)?, row.get(2)?);
            let term = of_term(row.get_ref(1)?.as_bytes().unwrap_or_default());
            for (place, counts) in postings::decode(row.get_ref(3)?.as_blob().unwrap_or_default()) {
                add(&mut sums, project, &(term, item_at(block, place), counts));
            }
        }
        Ok(sums)
    }

    fn sums_of_documents(&self) -> Result<Sums> {
        let mut sums = Sums::new();
        let mut statement =
            self.transaction().prepare("SELECT project_id, block, items FROM document")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let bytes = row.get_ref(2)?.as_blob().unwrap_or_default();
            for document in document::decode(row.get(1)?, bytes) {
                add(&mut sums, row.get(0)?, &document);
            }
        }
        Ok(sums)
    }

    /// A turn and its item say the same; rows of an item that is gone belong to nothing.
    fn item_problems(&self) -> Result<Vec<String>> {
        let mut problems = Vec::new();
        for (what, sql) in [
            (
                "turns differ from their items",
                "SELECT count(*) FROM turn LEFT JOIN item ON item.id = turn.id
                 WHERE (kind, item.project_id, item.started_at_ms)
                       IS NOT (0, turn.project_id, turn.started_at_ms)",
            ),
            (
                "notes differ from their items",
                "SELECT count(*) FROM note LEFT JOIN item ON item.id = note.id
                 WHERE (kind, item.project_id) IS NOT (1, note.project_id)",
            ),
            (
                "items stand for no note",
                "SELECT count(*) FROM item WHERE kind = 1 AND id NOT IN (SELECT id FROM note)",
            ),
            (
                "items stand for no turn",
                "SELECT count(*) FROM item WHERE kind = 0 AND id NOT IN (SELECT id FROM turn)",
            ),
            (
                "rows belong to no item",
                "SELECT (SELECT count(*) FROM item_text WHERE item_id NOT IN (SELECT id FROM item))
                      + (SELECT count(*) FROM chunk WHERE item_id NOT IN (SELECT id FROM item))",
            ),
        ] {
            let count: i64 = self.transaction().query_row(sql, [], |row| row.get(0))?;
            if count > 0 {
                problems.push(format!("{count} {what}"));
            }
        }
        Ok(problems)
    }

    /// Chunks are known by the hash of their text; every item with text has some.
    fn chunk_problems(&self) -> Result<Vec<String>> {
        let mut statement = self.transaction().prepare(
            "SELECT start_byte, end_byte, hash, head, body
             FROM chunk LEFT JOIN item_text ON item_text.item_id = chunk.item_id",
        )?;
        let mut rows = statement.query([])?;
        let mut different = 0_u64;
        while let Some(row) = rows.next()? {
            let range: Range<i64> = row.get(0)?..row.get(1)?;
            let expected = hash_of(fields_of(row, 3)?, range.start as usize..range.end as usize);
            different += u64::from(expected.as_deref() != row.get_ref(2)?.as_str().ok());
        }
        let missing: i64 = self.transaction().query_row(
            "SELECT count(*) FROM item_text WHERE item_id NOT IN (SELECT item_id FROM chunk)",
            [],
            |row| row.get(0),
        )?;
        let told = [
            (different, "chunks differ from their texts"),
            (missing as u64, "items have no chunks"),
        ];
        Ok(told.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect())
    }

    /// Rows of what was done that belong to no turn.
    fn action_problems(&self) -> Result<Vec<String>> {
        let strays: i64 = self.transaction().query_row(
            "SELECT (SELECT count(*) FROM action_fts WHERE rowid NOT IN (SELECT turn_id FROM action))
                  + (SELECT count(*) FROM action WHERE turn_id NOT IN (SELECT id FROM turn))",
            [],
            |row| row.get(0),
        )?;
        let told = format!("{strays} rows of what was done belong to no turn");
        Ok(if strays > 0 { vec![told] } else { Vec::new() })
    }
}

fn fields_of<'r>(row: &'r Row, column: usize) -> Result<Fields<'r>> {
    let text =
        |at| Ok::<_, rusqlite::Error>(row.get_ref(at)?.as_str_or_null()?.unwrap_or_default());
    Ok(Fields { head: text(column)?, body: text(column + 1)? })
}

/// `None` where a range is none of the text.
fn hash_of(fields: Fields, range: Range<usize>) -> Option<String> {
    fields.passage().get(range.clone())?;
    Some(chunk::hash(fields, range))
}

fn add(sums: &mut Sums, project: i64, held: &impl Hash) {
    let mut hasher = DefaultHasher::new();
    held.hash(&mut hasher);
    let sum = sums.entry(project).or_default();
    *sum = sum.wrapping_add(hasher.finish());
}

fn of_term(term: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    term.hash(&mut hasher);
    hasher.finish()
}
