//! Whether tables and indexes are those of this build. What others put into the file is ignored.

use std::collections::BTreeMap;

use rusqlite::{Connection, ErrorCode};

use crate::error::{Error, Result};

/// Columns by their names, as their order means nothing.
const COLUMNS: &str = "
    SELECT group_concat(
             printf('%s %s %d %d %d', name, upper(type), \"notnull\", pk, hidden), ',' ORDER BY name)
    FROM pragma_table_xinfo(?1)";
const OPTIONS: &str =
    "SELECT printf('%d %d', wr, strict) FROM pragma_table_list(?1) WHERE schema = 'main'";
const INDEXES: &str = "
    SELECT i.name, printf('%d %s %d ', i.\"unique\", i.origin, i.partial)
             || group_concat(printf('%s %d %s %d', c.name, c.desc, c.coll, c.key), ',' ORDER BY c.seqno)
    FROM pragma_index_list(?1) AS i JOIN pragma_index_xinfo(i.name) AS c
    GROUP BY i.name";

/// Each table and index by its name, with what it is made of.
type Structure = BTreeMap<String, Option<String>>;

/// Returns what differs from the tables and indexes that some statements make, as `table meta`;
/// an empty list when nothing does.
pub fn differences(connection: &Connection, schema: &str) -> Result<Vec<String>> {
    let new = Connection::open_in_memory()?;
    new.execute_batch(schema)?;
    let tables = tables(&new, "'table', 'virtual'")?;
    let found = structure(connection, &tables)?;
    let expected = structure(&new, &tables)?;
    let differs = |(name, made): &(&String, &Option<String>)| found.get(*name) != Some(*made);
    let mut names: Vec<String> =
        expected.iter().filter(differs).map(|(name, _)| name.clone()).collect();
    // A table that is missing lacks its indexes too.
    names.sort_by_key(|name| !name.starts_with("table "));
    Ok(names)
}

/// Returns the tables that some statements make, without virtual ones.
pub fn plain_tables(schema: &str) -> Result<Vec<String>> {
    let new = Connection::open_in_memory()?;
    new.execute_batch(schema)?;
    tables(&new, "'table'")
}

/// What the full-text module makes for itself is its own business.
fn tables(connection: &Connection, types: &str) -> Result<Vec<String>> {
    let mut statement = connection.prepare(&format!(
        "SELECT name FROM pragma_table_list
         WHERE schema = 'main' AND type IN ({types}) AND name NOT LIKE 'sqlite_%'",
    ))?;
    let rows = statement.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn structure(connection: &Connection, tables: &[String]) -> Result<Structure> {
    let mut found = Structure::new();
    let mut columns = connection.prepare_cached(COLUMNS)?;
    let mut options = connection.prepare_cached(OPTIONS)?;
    let mut indexes = connection.prepare_cached(INDEXES)?;
    for table in tables {
        let columns: Option<String> = columns.query_row([table], |row| row.get(0)).or_else(none)?;
        let options: Option<String> = options.query_row([table], |row| row.get(0)).or_else(none)?;
        found.insert(
            format!("table {table}"),
            columns.zip(options).map(|(columns, options)| format!("{columns} {options}")),
        );
        let rows = indexes.query_map([table], |row| Ok((row.get(0)?, row.get(1)?)))?;
        for row in rows {
            let (name, made): (String, String) = row?;
            found.insert(format!("index {name}"), Some(made));
        }
    }
    Ok(found)
}

/// A table that is not there has no options, and one that its module cannot open no columns.
fn none(error: rusqlite::Error) -> Result<Option<String>> {
    match error.sqlite_error_code() {
        None if matches!(error, rusqlite::Error::QueryReturnedNoRows) => Ok(None),
        Some(ErrorCode::Unknown) => Ok(None),
        _ => Err(Error::from(error)),
    }
}
