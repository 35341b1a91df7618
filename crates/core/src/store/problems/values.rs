//! Values that are not as they were written: SQLite looks at neither text nor logs.

use std::collections::BTreeSet;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Statement};

use crate::conversation::turn;
use crate::error::Result;
use crate::store::read::Reader;
use crate::store::schema;
use crate::store::write::Writer;

/// A text that is no UTF-8.
struct DamagedText {
    table: String,
    column: String,
    bytes: Vec<u8>,
}

impl Reader<'_> {
    /// Returns which logs fail their checksum and which texts are no UTF-8.
    pub(super) fn value_problems(&self) -> Result<Vec<String>> {
        let mut problems = Vec::new();
        for turn in damaged_logs(self.transaction())? {
            problems.push(format!("the log of turn {turn} fails its checksum"));
        }
        problems.extend(self.note_problems()?);
        for DamagedText { table, column, .. } in damaged_texts(self.transaction())? {
            problems.push(format!("a text in {table}.{column} is no UTF-8"));
        }
        Ok(problems)
    }
}

impl Writer<'_> {
    /// Replaces what is no UTF-8 in texts.
    pub fn mend_texts(&mut self) -> Result<()> {
        for DamagedText { table, column, bytes } in damaged_texts(self.transaction)? {
            // Where the mended text is there already, the damaged one stays.
            let sql = format!(
                "UPDATE OR IGNORE \"{table}\" SET \"{column}\" = ?1
                 WHERE CAST(\"{column}\" AS BLOB) = ?2"
            );
            let mended = String::from_utf8_lossy(&bytes);
            self.transaction.execute(&sql, (mended, &bytes))?;
        }
        Ok(())
    }

    /// Has the transcripts that may hold what damaged logs held read again, and returns them.
    pub fn read_damaged_again(&mut self) -> Result<Vec<String>> {
        let mut transcripts = BTreeSet::new();
        for turn in damaged_logs(self.transaction)? {
            transcripts.extend(self.read_again(&turn)?);
        }
        Ok(transcripts.into_iter().collect())
    }
}

/// Returns the uuids of the turns whose log fails its checksum.
fn damaged_logs(connection: &Connection) -> Result<Vec<String>> {
    let mut statement = connection.prepare("SELECT uuid, log FROM turn")?;
    let mut rows = statement.query([])?;
    let mut damaged = Vec::new();
    while let Some(row) = rows.next()? {
        if !turn::is_whole(row.get_ref(1)?.as_blob().unwrap_or_default()) {
            let uuid = row.get_ref(0)?.as_bytes().unwrap_or_default();
            damaged.push(String::from_utf8_lossy(uuid).into_owned());
        }
    }
    Ok(damaged)
}

fn damaged_texts(connection: &Connection) -> Result<Vec<DamagedText>> {
    let mut damaged = Vec::new();
    for table in schema::tables()? {
        let mut statement = connection.prepare(&format!("SELECT * FROM \"{table}\""))?;
        let columns = column_names(&statement);
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            for (at, column) in columns.iter().enumerate() {
                if let ValueRef::Text(bytes) = row.get_ref(at)?
                    && std::str::from_utf8(bytes).is_err()
                {
                    let (table, column) = (table.clone(), column.clone());
                    damaged.push(DamagedText { table, column, bytes: bytes.to_vec() });
                }
            }
        }
    }
    Ok(damaged)
}

fn column_names(statement: &Statement) -> Vec<String> {
    statement.column_names().map(str::to_owned).collect()
}
