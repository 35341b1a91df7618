//! Models, and the chunks that wait for a vector of one.

use rusqlite::{OptionalExtension as _, Row, params};

use crate::error::Result;
use crate::item::Fields;
use crate::store::read::{Reader, Scope};
use crate::store::vectors::blocks_of;
use crate::store::write::Writer;

/// A chunk that waits for its vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// Id of the chunk.
    pub chunk: i64,
    /// Id of its item.
    pub item: i64,
    /// Hash of its text, to notice a change meanwhile.
    pub hash: String,
    /// The text.
    pub text: String,
}

impl Writer<'_> {
    /// Returns the id of the model with this key, stored when new.
    pub fn model_id(&mut self, name: &str, key: &str) -> Result<i64> {
        let added = self
            .transaction
            .prepare_cached("INSERT INTO model (name, key) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?
            .execute([name, key])?;
        let mut select = self.transaction.prepare_cached("SELECT id FROM model WHERE key = ?1")?;
        let id = select.query_row([key], |row| row.get(0))?;
        if added > 0 {
            // Of a new model every chunk waits.
            self.transaction.execute(
                "INSERT INTO waiting (model_id, chunk_id) SELECT ?1, id FROM chunk",
                [id],
            )?;
        }
        Ok(id)
    }
}

impl Reader<'_> {
    /// Returns the id of the model with this key, if any vector was made with it.
    pub fn model(&self, key: &str) -> Result<Option<i64>> {
        let mut statement =
            self.transaction().prepare_cached("SELECT id FROM model WHERE key = ?1")?;
        Ok(statement.query_row([key], |row| row.get(0)).optional()?)
    }

    /// Returns chunks without a vector of the model with this key, the newest first. Without a key
    /// no chunk has one.
    pub fn waiting(&self, limit: usize, model_key: Option<&str>) -> Result<Vec<Waiting>> {
        let model = self.known_model(model_key)?;
        let mut statement = self.transaction().prepare_cached(match model {
            Some(_) => {
                "SELECT start_byte, end_byte, head, body, chunk.id, chunk.hash,
                        chunk.item_id
                 FROM waiting JOIN chunk ON chunk.id = waiting.chunk_id
                 JOIN item_text ON item_text.item_id = chunk.item_id
                 WHERE waiting.model_id = ?1 ORDER BY waiting.chunk_id DESC LIMIT ?2"
            }
            None => {
                "SELECT start_byte, end_byte, head, body, chunk.id, chunk.hash,
                        chunk.item_id
                 FROM chunk JOIN item_text ON item_text.item_id = chunk.item_id
                 WHERE ?1 IS NULL ORDER BY chunk.id DESC LIMIT ?2"
            }
        })?;
        let rows = statement.query_map(params![model, limit as i64], read_waiting)?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns how many chunks have no vector of the model with this key.
    pub fn waiting_count(&self, model_key: Option<&str>) -> Result<u64> {
        let count = match self.known_model(model_key)? {
            Some(id) => self
                .transaction()
                .prepare_cached("SELECT count(*) FROM waiting WHERE model_id = ?1")?
                .query_row([id], |row| row.get::<_, i64>(0)),
            None => self
                .transaction()
                .prepare_cached("SELECT count(*) FROM chunk")?
                .query_row([], |row| row.get::<_, i64>(0)),
        };
        Ok(count? as u64)
    }

    /// Returns how many chunks of a scope's projects have no vector of the model with this key.
    pub fn waiting_in(&self, scope: &Scope, model_key: Option<&str>) -> Result<u64> {
        match scope.projects {
            None => self.waiting_count(model_key),
            Some(_) => self.waiting_in_projects(scope, model_key),
        }
    }

    fn waiting_in_projects(&self, scope: &Scope, model_key: Option<&str>) -> Result<u64> {
        let model = self.known_model(model_key)?;
        let mut statement = self.transaction().prepare_cached(match model {
            Some(_) => {
                "SELECT count(*) FROM waiting JOIN chunk ON chunk.id = waiting.chunk_id
                 JOIN item ON item.id = chunk.item_id
                 WHERE waiting.model_id = ?1 AND item.project_id = ?2"
            }
            None => {
                "SELECT count(*) FROM chunk JOIN item ON item.id = chunk.item_id
                 WHERE ?1 IS NULL AND item.project_id = ?2"
            }
        })?;
        let mut count = 0;
        for project in self.scope_projects(scope)? {
            count += statement.query_row(params![model, project], |row| row.get::<_, i64>(0))?;
        }
        Ok(count as u64)
    }

    /// Returns how many chunks a scope's projects have, given how many of them wait for a vector of
    /// the model with this key: a chunk has a vector or waits. Counts blocks of vectors, not chunks.
    pub fn chunks_in(&self, scope: &Scope, key: Option<&str>, waiting: u64) -> Result<u64> {
        let vectors = match self.known_model(key)? {
            Some(model) => self.vectors_in(scope, model)?,
            None => 0,
        };
        Ok(waiting + vectors)
    }

    /// Returns how many vectors of a model a scope's projects have.
    fn vectors_in(&self, scope: &Scope, model: i64) -> Result<u64> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT coalesce(sum(taken), 0) FROM vector_block
             WHERE id >= ?1 AND id < ?2 AND model_id = ?3",
        )?;
        let mut embedded = 0;
        for project in self.scope_projects(scope)? {
            let [first, end] = blocks_of(project);
            embedded += statement.query_row([first, end, model], |row| row.get::<_, i64>(0))?;
        }
        Ok(embedded.max(0) as u64)
    }

    fn known_model(&self, key: Option<&str>) -> Result<Option<i64>> {
        key.map_or(Ok(None), |key| self.model(key))
    }
}

/// Reads a chunk: where it starts and ends, the texts of its item, its id and hash, its item.
fn read_waiting(row: &Row) -> rusqlite::Result<Waiting> {
    let range = row.get::<_, i64>(0)? as usize..row.get::<_, i64>(1)? as usize;
    let fields = Fields { head: row.get_ref(2)?.as_str()?, body: row.get_ref(3)?.as_str()? };
    let text = fields.embedded(range);
    Ok(Waiting { text, chunk: row.get(4)?, hash: row.get(5)?, item: row.get(6)? })
}
