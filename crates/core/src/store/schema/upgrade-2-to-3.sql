-- A transcript names its agent, whose source alone knows the form of the cursor: for JSON lines it
-- holds the offset, the fingerprint of the bytes before it, the time of the last entry and the
-- prompts that wait. The last two stood among the open turns.
CREATE TABLE transcript_3 (
  path TEXT PRIMARY KEY,
  agent TEXT NOT NULL,
  session TEXT,
  bytes INTEGER NOT NULL,
  modified_at_ns INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  project_id INTEGER REFERENCES project (id),
  kept INTEGER NOT NULL,
  skipped TEXT NOT NULL,
  problems TEXT NOT NULL,
  cursor TEXT NOT NULL,
  fold TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO transcript_3
SELECT path, 'claude-code', session, bytes, modified_at_ns, offset, project_id, kept, skipped,
  problems,
  json_object('offset', offset, 'fingerprint', fingerprint,
    'at_ms', ifnull(json_extract(state, '$.at_ms'), 0),
    'state', json(ifnull(json_extract(state, '$.queue'), '{}'))),
  json_remove(state, '$.queue', '$.at_ms')
FROM (SELECT *, iif(json_valid(fold), fold, '{}') AS state FROM transcript);
DROP TABLE transcript;
ALTER TABLE transcript_3 RENAME TO transcript;
-- What is searched belongs to an item, of which a turn is one kind.
CREATE TABLE item (
  id INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,
  project_id INTEGER NOT NULL REFERENCES project (id),
  started_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX item_beside_turns ON item (id) WHERE kind <> 0;
CREATE INDEX item_by_project ON item (project_id, kind) WHERE kind <> 0;
-- A column that refers to turns refers to items from now on, and two indexes change their names.
-- SQLite describes this way to change what leaves the rows as they are: to copy them would take long.
-- The statements below have the schema read again.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'REFERENCES turn (id)', 'REFERENCES item (id)')
WHERE type = 'table' AND name IN ('turn_text', 'chunk');
UPDATE sqlite_schema SET sql = replace(
  sql, 'id INTEGER PRIMARY KEY,', 'id INTEGER PRIMARY KEY REFERENCES item (id),')
WHERE type = 'table' AND name = 'turn';
UPDATE sqlite_schema SET name = 'chunk_by_item', sql = replace(sql, name, 'chunk_by_item')
WHERE type = 'index' AND name = 'chunk_by_turn';
UPDATE sqlite_schema SET name = 'turn_of_subagent', sql = replace(sql, name, 'turn_of_subagent')
WHERE type = 'index' AND name = 'turn_of_agent';
PRAGMA writable_schema = OFF;
ALTER TABLE turn_text RENAME TO item_text;
ALTER TABLE item_text RENAME COLUMN turn_id TO item_id;
ALTER TABLE item_text RENAME COLUMN prompt TO head;
ALTER TABLE item_text RENAME COLUMN answer TO body;
ALTER TABLE chunk RENAME COLUMN turn_id TO item_id;
ALTER TABLE document RENAME COLUMN turns TO items;
ALTER TABLE posting RENAME COLUMN turns TO items;
ALTER TABLE vector_block ADD COLUMN kind INTEGER NOT NULL DEFAULT 0;
-- What an agent calls is a subagent; the agent is the program that a person talks to.
ALTER TABLE turn RENAME COLUMN agent TO subagent;
ALTER TABLE turn ADD COLUMN agent TEXT NOT NULL DEFAULT 'claude-code';
ALTER TABLE session ADD COLUMN agent TEXT NOT NULL DEFAULT 'claude-code';
INSERT INTO item (id, kind, project_id, started_at_ms) SELECT id, 0, project_id, started_at_ms FROM turn;
