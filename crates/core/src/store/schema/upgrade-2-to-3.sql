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
