//! Adds generated turns to an engine's database and reports the cost and the size.

use std::path::{Path, PathBuf};

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::author::Author;
use crate::clock::{Cost, milliseconds};
use crate::failure::{Failure, Result};
use crate::options::Options;
#[cfg(all(unix, not(target_env = "musl")))]
use crate::peers::sqlite_vec;
use crate::peers::{fts5, sqlite_vector};
use crate::product;
use crate::vectors::Vectors;

/// Returns `{ wallMs, cpuMs, bytes, wordBytes, vectorBytes }`; the cost includes generating the
/// text.
pub fn grow(options: &Options) -> Result<Value> {
    let engine = options.text("engine")?;
    let dir = options.path("dir")?;
    let models = options.path("models")?;
    let turns = options.number("from")?..options.number("to")?;
    let projects = options.number_or("projects", 1)?;
    std::fs::create_dir_all(&dir)?;
    let (cost, done) = Cost::of(|| match engine {
        "product" => product::grow(&dir, &models, &Vectors::of(options)?, turns, projects),
        #[cfg(all(unix, not(target_env = "musl")))]
        "sqlite-vec" => sqlite_vec::grow(&dir, &Vectors::of(options)?, turns, projects),
        "sqlite-vector" => {
            let extension = options.path("extension")?;
            sqlite_vector::grow(&dir, &extension, &Vectors::of(options)?, turns, projects)
        }
        "fts5-porter" => fts5::grow(&dir, "porter", &Author::new(&models)?, turns),
        "fts5-unicode61" => fts5::grow(&dir, "unicode61", &Author::new(&models)?, turns),
        other => Err(unknown(other)),
    });
    done?;
    let database = database(&dir, engine)?;
    let bytes = std::fs::metadata(&database)?.len();
    let (mut word_bytes, mut vector_bytes) = (None, None);
    if engine == "product" {
        word_bytes = Some(table_bytes(&database, product::WORD_TABLES)?);
        vector_bytes = Some(table_bytes(&database, product::VECTOR_TABLES)?);
    }
    Ok(json!({
        "wallMs": milliseconds(cost.wall),
        "cpuMs": milliseconds(cost.cpu),
        "bytes": bytes,
        "wordBytes": word_bytes,
        "vectorBytes": vector_bytes,
    }))
}

/// Returns the path of an engine's database.
fn database(dir: &Path, engine: &str) -> Result<PathBuf> {
    match engine {
        "product" => Ok(product::database(&product::home(dir))),
        #[cfg(all(unix, not(target_env = "musl")))]
        "sqlite-vec" => Ok(sqlite_vec::database(dir)),
        "sqlite-vector" => Ok(sqlite_vector::database(dir)),
        "fts5-porter" => Ok(fts5::database(dir, "porter")),
        "fts5-unicode61" => Ok(fts5::database(dir, "unicode61")),
        other => Err(unknown(other)),
    }
}

/// Returns the error for an unknown engine.
pub fn unknown(engine: &str) -> Failure {
    Failure::new(format!("no engine `{engine}`"))
}

/// Returns the size in bytes of the pages of some tables and their indexes.
fn table_bytes(database: &Path, tables: &[&str]) -> Result<i64> {
    let connection = Connection::open(database)?;
    let mut total = 0;
    for table in tables {
        total += connection.query_row(
            "SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE aggregate = TRUE AND name IN
               (SELECT name FROM sqlite_schema WHERE tbl_name = ?1)",
            [table],
            |row| row.get::<_, i64>(0),
        )?;
    }
    Ok(total)
}
