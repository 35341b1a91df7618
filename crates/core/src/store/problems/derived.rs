//! Whether what is searched is what the texts of the turns give.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::ops::Range;

use rusqlite::{OptionalExtension as _, Row};

use crate::conversation::chunk;
use crate::conversation::turn::TurnText;
use crate::error::Result;
use crate::index::document;
use crate::index::postings::{self, turn_at};
use crate::store::derivation;
use crate::store::index::IndexChanges;
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
        let mut session = self.transaction().prepare_cached(FIRST_SESSION)?;
        let mut statement = self.transaction().prepare(
            "SELECT turn.id, project_id, started_at_ms, agent IS NOT NULL, prompt, answer
             FROM turn_text JOIN turn ON turn.id = turn_id",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (turn, project, text) = (row.get(0)?, row.get(1)?, text_of(row, 4)?);
            let (counts, mut document) =
                index.of_turn(turn, &text, (row.get(2)?, row.get::<_, bool>(3)?));
            for (term, counts) in counts {
                add(&mut of_postings, project, &(of_term(term.as_bytes()), turn, counts));
            }
            let first = session.query_row([turn], |row| row.get(0)).optional()?;
            document.session = first.unwrap_or_default();
            add(&mut of_documents, project, &document);
        }
        Ok((of_postings, of_documents))
    }

    fn sums_of_postings(&self) -> Result<Sums> {
        let mut sums = Sums::new();
        let mut statement =
            self.transaction().prepare("SELECT project_id, term, block, turns FROM posting")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (project, block) = (row.get(0)?, row.get(2)?);
            let term = of_term(row.get_ref(1)?.as_bytes().unwrap_or_default());
            for (place, counts) in postings::decode(row.get_ref(3)?.as_blob().unwrap_or_default()) {
                add(&mut sums, project, &(term, turn_at(block, place), counts));
            }
        }
        Ok(sums)
    }

    fn sums_of_documents(&self) -> Result<Sums> {
        let mut sums = Sums::new();
        let mut statement =
            self.transaction().prepare("SELECT project_id, block, turns FROM document")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let bytes = row.get_ref(2)?.as_blob().unwrap_or_default();
            for document in document::decode(row.get(1)?, bytes) {
                add(&mut sums, row.get(0)?, &document);
            }
        }
        Ok(sums)
    }

    /// Chunks are known by the hash of their text; every turn with text has some.
    fn chunk_problems(&self) -> Result<Vec<String>> {
        let mut statement = self.transaction().prepare(
            "SELECT start_byte, end_byte, hash, prompt, answer
             FROM chunk LEFT JOIN turn_text ON turn_text.turn_id = chunk.turn_id",
        )?;
        let mut rows = statement.query([])?;
        let mut different = 0_u64;
        while let Some(row) = rows.next()? {
            let range: Range<i64> = row.get(0)?..row.get(1)?;
            let text = text_of(row, 3)?;
            let expected = hash_of(&text, range.start as usize..range.end as usize);
            different += u64::from(expected.as_deref() != row.get_ref(2)?.as_str().ok());
        }
        let missing: i64 = self.transaction().query_row(
            "SELECT count(*) FROM turn_text WHERE turn_id NOT IN (SELECT turn_id FROM chunk)",
            [],
            |row| row.get(0),
        )?;
        let told = [
            (different, "chunks differ from their texts"),
            (missing as u64, "turns have no chunks"),
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

/// Of several sessions the first by its uuid.
const FIRST_SESSION: &str = "
    SELECT session.id FROM session_turn JOIN session ON session.id = session_id
    WHERE turn_id = ?1 ORDER BY session.uuid LIMIT 1";

fn text_of(row: &Row, column: usize) -> rusqlite::Result<TurnText> {
    let text = |at| row.get::<_, Option<String>>(at).map(Option::unwrap_or_default);
    Ok(TurnText { prompt: text(column)?, answer: text(column + 1)? })
}

/// `None` where a range is none of the text.
fn hash_of(text: &TurnText, range: Range<usize>) -> Option<String> {
    text.passage().get(range.clone())?;
    Some(chunk::hash(text, range))
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
