//! The extension sqlite-vector, quantised to bytes: a shared library loaded into the same `SQLite`.

use std::ffi::CString;
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
pub struct SqliteVector {
    connection: Connection,
    sql: &'static str,
}

/// Where searches read the quantised vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// From the database, in each search.
    Stored,
    /// From memory, after loading them once.
    Preloaded,
}

/// Returns the path of its database.
pub fn database(dir: &Path) -> PathBuf {
    dir.join("sqlite-vector.db")
}

/// Stores vectors and quantises all of them: it cannot add vectors incrementally.
pub fn grow(
    dir: &Path,
    extension: &Path,
    vectors: &Vectors,
    indices: Range<u64>,
    projects: u64,
) -> Result<()> {
    let mut connection = connect(&database(dir))?;
    connection.execute_batch(
        "CREATE TABLE IF NOT EXISTS vectors
         (id INTEGER PRIMARY KEY, project INTEGER NOT NULL, embedding BLOB NOT NULL)",
    )?;
    let indices: Vec<u64> = indices.collect();
    for batch in indices.chunks(BATCH) {
        let transaction = connection.transaction()?;
        for &index in batch {
            let row =
                (index as i64, project_of(index, projects) as i64, bytes(&vectors.stored(index)));
            transaction
                .prepare_cached("INSERT INTO vectors (id, project, embedding) VALUES (?1, ?2, ?3)")?
                .execute(row)?;
        }
        transaction.commit()?;
    }
    start(&connection, extension)?;
    call(&connection, "SELECT vector_quantize('vectors', 'embedding', 'qtype=INT8')")
}

impl SqliteVector {
    /// Opens the database for searching all of it, or only the first of several projects. It cannot
    /// search one project only, so it ranks all vectors and the others are filtered out.
    pub fn open(dir: &Path, extension: &Path, reading: Reading, projects: u64) -> Result<Self> {
        let connection = connect(&database(dir))?;
        start(&connection, extension)?;
        if reading == Reading::Preloaded {
            call(&connection, "SELECT vector_quantize_preload('vectors', 'embedding')")?;
        }
        let sql = if projects > 1 {
            "SELECT vectors.id FROM vector_quantize_scan('vectors', 'embedding', ?1) AS near
             JOIN vectors ON vectors.id = near.id
             WHERE vectors.project = 0 ORDER BY near.distance LIMIT ?2"
        } else {
            "SELECT id FROM vector_quantize_scan('vectors', 'embedding', ?1, ?2)"
        };
        Ok(Self { connection, sql })
    }
}

impl Nearest for SqliteVector {
    fn nearest(&self, query: &[f32], k: usize) -> Result<Vec<u64>> {
        let mut statement = self.connection.prepare_cached(self.sql)?;
        let rows = statement.query_map((bytes(query), k as i64), |row| row.get::<_, i64>(0))?;
        Ok(rows.map(|row| row.map(|index| index as u64)).collect::<rusqlite::Result<_>>()?)
    }
}

/// Loads the extension and registers the table; both are needed for each connection.
fn start(connection: &Connection, extension: &Path) -> Result<()> {
    let path = CString::new(extension.to_string_lossy().into_owned())
        .map_err(|error| Failure::of("the extension's path", error))?;
    // SAFETY: the handle is open; the path is NUL-terminated and outlives the calls.
    #[expect(unsafe_code, reason = "rusqlite's own call is behind a feature that the core lacks")]
    let status = unsafe {
        let handle = connection.handle();
        ffi::sqlite3_enable_load_extension(handle, 1);
        ffi::sqlite3_load_extension(
            handle,
            path.as_ptr(),
            c"sqlite3_vector_init".as_ptr(),
            std::ptr::null_mut(),
        )
    };
    if status != ffi::SQLITE_OK {
        return Err(Failure::of("sqlite-vector does not start", status));
    }
    let options = format!("type=FLOAT32,dimension={DIMENSIONS}");
    call(connection, &format!("SELECT vector_init('vectors', 'embedding', '{options}')"))
}

fn call(connection: &Connection, sql: &str) -> Result<()> {
    Ok(connection.query_row(sql, [], |_| Ok(()))?)
}
