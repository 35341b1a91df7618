//! `SQLite`'s own full-text search, as a contentless index: a store has the texts anyway, so only
//! the index takes disk space.

use std::ops::Range;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::connect;
use crate::author::Author;
use crate::failure::Result;

/// Maximum number of documents per transaction, the same as the product's.
const BATCH: usize = 4_096;

/// An open index.
pub struct Fts5 {
    connection: Connection,
}

/// Returns the path of the index with this tokenizer.
pub fn database(dir: &Path, tokenizer: &str) -> PathBuf {
    dir.join(format!("fts5-{tokenizer}.db"))
}

/// Indexes the texts of some turns.
pub fn grow(dir: &Path, tokenizer: &str, author: &Author, turns: Range<u64>) -> Result<()> {
    let mut connection = connect(&database(dir, tokenizer))?;
    let tokenize = if tokenizer == "porter" { "porter unicode61" } else { tokenizer };
    connection.execute_batch(&format!(
        "CREATE VIRTUAL TABLE IF NOT EXISTS turns
         USING fts5 (text, content = '', tokenize = '{tokenize}')"
    ))?;
    let turns: Vec<u64> = turns.collect();
    for batch in turns.chunks(BATCH) {
        let transaction = connection.transaction()?;
        for &turn in batch {
            let written = author.turn(turn);
            transaction
                .prepare_cached("INSERT INTO turns (rowid, text) VALUES (?1, ?2)")?
                .execute((turn as i64, format!("{}\n\n{}", written.prompt, written.answer)))?;
        }
        transaction.commit()?;
    }
    Ok(())
}

impl Fts5 {
    /// Opens an index.
    pub fn open(dir: &Path, tokenizer: &str) -> Result<Self> {
        Ok(Self { connection: connect(&database(dir, tokenizer))? })
    }

    /// Returns the number of documents among the ten best by `bm25()` that contain one of the
    /// words.
    pub fn search(&self, text: &str) -> Result<usize> {
        let mut statement = self.connection.prepare_cached(
            "SELECT rowid, bm25(turns) FROM turns WHERE turns MATCH ?1 ORDER BY rank LIMIT 10",
        )?;
        let rows = statement.query_map([any_of(text)], |row| row.get::<_, i64>(0))?;
        Ok(rows.collect::<rusqlite::Result<Vec<_>>>()?.len())
    }

    /// Returns the number of documents that contain one of the words.
    pub fn matching(&self, text: &str) -> Result<u64> {
        let sql = "SELECT count(*) FROM turns WHERE turns MATCH ?1";
        let count: i64 =
            self.connection.prepare_cached(sql)?.query_row([any_of(text)], |row| row.get(0))?;
        Ok(count as u64)
    }
}

fn any_of(text: &str) -> String {
    let words = text.split([' ', '.']).filter(|word| !word.is_empty());
    words.map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" OR ")
}
