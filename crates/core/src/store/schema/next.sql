-- The tables that a rebuild fills while searches go on with the present ones. At its end they take
-- their place.
DROP TABLE IF EXISTS document_next;
CREATE TABLE document_next (
  project_id INTEGER NOT NULL,
  block INTEGER NOT NULL,
  count INTEGER NOT NULL,
  items BLOB NOT NULL,
  PRIMARY KEY (project_id, block)
) STRICT, WITHOUT ROWID;
DROP TABLE IF EXISTS posting_next;
CREATE TABLE posting_next (
  project_id INTEGER NOT NULL,
  term TEXT NOT NULL,
  block INTEGER NOT NULL,
  items BLOB NOT NULL,
  PRIMARY KEY (project_id, term, block)
) STRICT, WITHOUT ROWID;
DROP TABLE IF EXISTS action_fts_next;
CREATE VIRTUAL TABLE action_fts_next USING fts5 (
  files, commands, errors,
  content = '', contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2'
);
