//! The crate sqlite-vec: exact search in single precision. Uses L2 distance, which orders unit
//! vectors like the cosine and has sqlite-vec's fastest code.

use std::ops::Range;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ffi};

use super::{Nearest, connect};
use crate::failure::{Failure, Result};
use crate::product::project_of;
use crate::synthetic::{DIMENSIONS, bytes};
use crate::vectors::Vectors;

const BATCH: usize = 4_096;

/// An open database.
pub struct SqliteVec {
    connection: Connection,
    sql: &'static str,
}

/// Returns the path of its database.
pub fn database(dir: &Path) -> PathBuf {
    dir.join("sqlite-vec.db")
}

/// Stores vectors. Several projects become partitions, which is sqlite-vec's own way to search one
/// of them.
pub fn grow(dir: &Path, vectors: &Vectors, indices: Range<u64>, projects: u64) -> Result<()> {
    let mut connection = open(dir)?;
    let partition = if projects > 1 { "project INTEGER PARTITION KEY, " } else { "" };
    connection.execute_batch(&format!(
        "CREATE VIRTUAL TABLE IF NOT EXISTS vectors
         USING vec0 ({partition}embedding FLOAT[{DIMENSIONS}])"
    ))?;
    let indices: Vec<u64> = indices.collect();
    for batch in indices.chunks(BATCH) {
        let transaction = connection.transaction()?;
        for &index in batch {
            let vector = bytes(&vectors.stored(index));
            if projects > 1 {
                let project = project_of(index, projects) as i64;
                transaction
                    .prepare_cached(
                        "INSERT INTO vectors (rowid, project, embedding) VALUES (?1, ?2, ?3)",
                    )?
                    .execute((index as i64, project, vector))?;
            } else {
                transaction
                    .prepare_cached("INSERT INTO vectors (rowid, embedding) VALUES (?1, ?2)")?
                    .execute((index as i64, vector))?;
            }
        }
        transaction.commit()?;
    }
    Ok(())
}

impl SqliteVec {
    /// Opens the database for searching all of it, or only the first of several projects.
    pub fn open(dir: &Path, projects: u64) -> Result<Self> {
        let sql = if projects > 1 {
            "SELECT rowid FROM vectors WHERE embedding MATCH ?1 AND k = ?2 AND project = 0"
        } else {
            "SELECT rowid FROM vectors WHERE embedding MATCH ?1 AND k = ?2"
        };
        Ok(Self { connection: open(dir)?, sql })
    }
}

impl Nearest for SqliteVec {
    fn nearest(&self, query: &[f32], k: usize) -> Result<Vec<u64>> {
        let mut statement = self.connection.prepare_cached(self.sql)?;
        let rows = statement.query_map((bytes(query), k as i64), |row| row.get::<_, i64>(0))?;
        Ok(rows.map(|row| row.map(|index| index as u64)).collect::<rusqlite::Result<_>>()?)
    }
}

fn open(dir: &Path) -> Result<Connection> {
    let connection = connect(&database(dir))?;
    // SAFETY: the crate's function has the signature of an SQLite extension entry point; its
    // binding omits the parameters. It is linked into the same SQLite, so it needs no API routines
    // passed to it.
    #[expect(unsafe_code, reason = "an extension in C has no other entry")]
    let status = unsafe {
        type Entry = unsafe extern "C" fn(
            *mut ffi::sqlite3,
            *mut *mut std::ffi::c_char,
            *const ffi::sqlite3_api_routines,
        ) -> std::ffi::c_int;
        let entry: Entry =
            std::mem::transmute::<*const (), Entry>(sqlite_vec::sqlite3_vec_init as *const ());
        entry(connection.handle(), std::ptr::null_mut(), std::ptr::null())
    };
    if status != ffi::SQLITE_OK {
        return Err(Failure::of("sqlite-vec does not start", status));
    }
    Ok(connection)
}
