//! Models, and the chunks that wait for a vector of one.

use rusqlite::{OptionalExtension as _, Row, params};

use crate::embed::VectorsKey;
use crate::error::Result;
use crate::item::Fields;
use crate::store::read::{Reader, Scope};
use crate::store::vectors::{OfModel, blocks_of};
use crate::store::write::Writer;

/// A chunk that waits for its vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// Id of the chunk.
    pub chunk: i64,
    /// Hash of its text, to notice a change meanwhile.
    pub hash: String,
    /// The text.
    pub text: String,
}

impl Writer<'_> {
    /// Returns the model with this key, stored when new, and its kin if that is stored.
    pub fn of_model(&mut self, name: &str, key: &VectorsKey) -> Result<OfModel> {
        let id = self.model_id(name, &key.own)?;
        let mut select = self.transaction.prepare_cached("SELECT id FROM model WHERE key = ?1")?;
        let kin = select.query_row([&key.kin], |row| row.get(0)).optional()?;
        Ok(OfModel { id, kin })
    }

    /// Forgets a model's kin once no vector of it is left.
    pub fn forget_kin(&mut self, key: &VectorsKey) -> Result<()> {
        self.flush_vectors()?;
        let kin = "SELECT id FROM model WHERE key = ?1
                   AND NOT EXISTS (SELECT 1 FROM embedding WHERE model_id = model.id)";
        for statement in [
            format!(
                "DELETE FROM vector_groups WHERE block_id IN (
                   SELECT id FROM vector_block WHERE model_id IN ({kin}))"
            ),
            format!("DELETE FROM vector_block WHERE model_id IN ({kin})"),
            format!("DELETE FROM waiting WHERE model_id IN ({kin})"),
            format!("DELETE FROM model WHERE id IN ({kin})"),
        ] {
            self.transaction.execute(&statement, [&key.kin])?;
        }
        Ok(())
    }

    /// Returns the id of the model with this key, stored when new.
    fn model_id(&mut self, name: &str, key: &str) -> Result<i64> {
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

    /// Returns the ids of the model with this key and of its kin: those that are stored.
    pub fn models(&self, key: &VectorsKey) -> Result<Vec<i64>> {
        let ids = [self.model(&key.own)?, self.model(&key.kin)?];
        Ok(ids.into_iter().flatten().collect())
    }

    /// Returns chunks without a vector of the model with this key, the newest first. Without a key
    /// no chunk has one.
    pub fn waiting(&self, limit: usize, model_key: Option<&str>) -> Result<Vec<Waiting>> {
        let model = self.known_model(model_key)?;
        let mut statement = self.transaction().prepare_cached(match model {
            Some(_) => {
                "SELECT start_byte, end_byte, head, body, chunk.id, chunk.hash
                 FROM waiting JOIN chunk ON chunk.id = waiting.chunk_id
                 JOIN item_text ON item_text.item_id = chunk.item_id
                 WHERE waiting.model_id = ?1 ORDER BY waiting.chunk_id DESC LIMIT ?2"
            }
            None => {
                "SELECT start_byte, end_byte, head, body, chunk.id, chunk.hash
                 FROM chunk JOIN item_text ON item_text.item_id = chunk.item_id
                 WHERE ?1 IS NULL ORDER BY chunk.id DESC LIMIT ?2"
            }
        })?;
        let rows = statement.query_map(params![model, limit as i64], read_waiting)?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns chunks without a vector of the model with this key and of its kin, the newest first.
    pub fn waiting_for_both(&self, limit: usize, key: &VectorsKey) -> Result<Vec<Waiting>> {
        let (Some(own), Some(kin)) = (self.model(&key.own)?, self.model(&key.kin)?) else {
            // Of a model that is not stored every chunk waits.
            let stored = self.model(&key.own)?.map_or(&key.kin, |_| &key.own);
            return self.waiting(limit, Some(stored));
        };
        let mut statement = self.transaction().prepare_cached(
            "SELECT start_byte, end_byte, head, body, chunk.id, chunk.hash
             FROM waiting JOIN chunk ON chunk.id = waiting.chunk_id
             JOIN item_text ON item_text.item_id = chunk.item_id
             WHERE waiting.model_id = ?1 AND EXISTS (
               SELECT 1 FROM waiting AS of_kin
               WHERE of_kin.model_id = ?2 AND of_kin.chunk_id = waiting.chunk_id)
             ORDER BY waiting.chunk_id DESC LIMIT ?3",
        )?;
        let rows = statement.query_map(params![own, kin, limit as i64], read_waiting)?;
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

    /// Returns how many chunks of a scope's projects have a vector neither of the model with this
    /// key nor of its kin.
    pub fn waiting_in(&self, scope: &Scope, key: Option<&VectorsKey>) -> Result<u64> {
        let own = key.map(|key| key.own.as_str());
        let waiting = match scope.projects {
            None => self.waiting_count(own)?,
            Some(_) => self.waiting_in_projects(scope, own)?,
        };
        // A chunk has a vector of one of them at most.
        let of_kin = key.map_or(Ok(None), |key| self.model(&key.kin))?;
        let of_kin = of_kin.map_or(Ok(0), |kin| self.vectors_in(scope, kin))?;
        Ok(waiting.saturating_sub(of_kin))
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
    /// the model with this key or of its kin: a chunk has a vector or waits. Counts blocks of
    /// vectors, not chunks.
    pub fn chunks_in(&self, scope: &Scope, key: Option<&VectorsKey>, waiting: u64) -> Result<u64> {
        let mut chunks = waiting;
        for model in key.map_or(Ok(Vec::new()), |key| self.models(key))? {
            chunks += self.vectors_in(scope, model)?;
        }
        Ok(chunks)
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

/// Reads a chunk: where it starts and ends, the texts of its item, its id and hash.
fn read_waiting(row: &Row) -> rusqlite::Result<Waiting> {
    let range = row.get::<_, i64>(0)? as usize..row.get::<_, i64>(1)? as usize;
    let fields = Fields { head: row.get_ref(2)?.as_str()?, body: row.get_ref(3)?.as_str()? };
    Ok(Waiting { text: fields.embedded(range), chunk: row.get(4)?, hash: row.get(5)? })
}
