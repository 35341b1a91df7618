-- Facts about the database itself, one row each. How version 1 was derived is not known.
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
-- Repositories that were found to belong to a project, by their common git directory, and places
-- that a person gave to one. A row counts while the repository names the same remote.
CREATE TABLE repository (
  path TEXT PRIMARY KEY,
  remote TEXT, -- normalised URL of its origin
  project_id INTEGER NOT NULL REFERENCES project (id),
  by_person INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX repository_by_project ON repository (project_id);
-- Commits that repositories of a project stood at: who knows one is of the same history.
CREATE TABLE known_commit (
  id INTEGER PRIMARY KEY, -- orders them by when they were seen
  project_id INTEGER NOT NULL REFERENCES project (id),
  object TEXT NOT NULL, -- its id, in hexadecimal
  UNIQUE (project_id, object)
) STRICT;
INSERT INTO meta (key, value) VALUES ('derivation', '0'), ('log', '1');
-- Logs that failed their checksum, as they were found, after a log that can be read took the place
-- in `turn`.
CREATE TABLE damaged_log (
  turn TEXT NOT NULL, -- its uuid
  log BLOB NOT NULL,
  PRIMARY KEY (turn, log)
) STRICT, WITHOUT ROWID;
-- A chunk may have one vector of each model. A vector that its chunk does not name is a stray.
DELETE FROM embedding
WHERE slot IS NOT (SELECT chunk.slot FROM chunk WHERE chunk.id = embedding.chunk_id);
CREATE UNIQUE INDEX embedding_by_chunk ON embedding (chunk_id, model_id);
DROP INDEX chunk_waiting;
ALTER TABLE chunk DROP COLUMN slot;
-- Chunks without a vector of a model.
CREATE TABLE waiting (
  model_id INTEGER NOT NULL REFERENCES model (id),
  chunk_id INTEGER NOT NULL,
  PRIMARY KEY (model_id, chunk_id)
) STRICT, WITHOUT ROWID;
INSERT INTO waiting (model_id, chunk_id)
SELECT model.id, chunk.id FROM model JOIN chunk
WHERE NOT EXISTS (
  SELECT 1 FROM embedding WHERE embedding.chunk_id = chunk.id AND embedding.model_id = model.id);
