-- Facts about the database itself, one row each.
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
-- The truth: who said what, where and when.
CREATE TABLE project (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL
) STRICT;
-- Directories seen, so that one that is gone keeps its project.
CREATE TABLE directory (
  path TEXT PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project (id)
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
CREATE TABLE session (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  agent TEXT NOT NULL DEFAULT 'claude-code' -- the coding agent that wrote it
) STRICT;
-- What is searched: each turn is an item, and whatever else has text to be found. Here stands what
-- search asks of each, and all else in the table of its kind. An item's id is its row's id there.
CREATE TABLE item (
  id INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL, -- 0 for a turn, 1 for a note
  project_id INTEGER NOT NULL REFERENCES project (id),
  started_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX item_beside_turns ON item (id) WHERE kind <> 0;
CREATE TABLE turn (
  id INTEGER PRIMARY KEY REFERENCES item (id),
  uuid TEXT NOT NULL UNIQUE,
  project_id INTEGER NOT NULL REFERENCES project (id),
  started_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER NOT NULL,
  cwd TEXT,
  branch TEXT,
  subagent TEXT, -- whose turn it is; NULL for the session's own agent
  interrupted INTEGER NOT NULL,
  clock_ms INTEGER NOT NULL DEFAULT 0, -- what was added to the times of its entries
  taken_back_in TEXT, -- ids of the sessions in which a person went back to before it
  log BLOB NOT NULL, -- the turn's entries as JSON lines, compressed with zstd
  agent TEXT NOT NULL DEFAULT 'claude-code' -- the coding agent that wrote it
) STRICT;
CREATE INDEX turn_by_project ON turn (project_id, started_at_ms);
CREATE INDEX turn_of_subagent ON turn (id) WHERE subagent IS NOT NULL;
CREATE INDEX turn_taken_back ON turn (id) WHERE taken_back_in IS NOT NULL;
CREATE INDEX turn_of_wrong_clock ON turn (started_at_ms - clock_ms) WHERE clock_ms <> 0;
-- A fork copies turns into another session; a session holds many turns.
CREATE TABLE session_turn (
  session_id INTEGER NOT NULL REFERENCES session (id),
  turn_id INTEGER NOT NULL REFERENCES turn (id),
  position INTEGER NOT NULL, -- byte offset in the session's transcript
  PRIMARY KEY (session_id, turn_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX session_turn_by_turn ON session_turn (turn_id);
-- The ledger: how far each transcript was read, what became of its lines, and the turn that is
-- still open there. A row outlives its file.
CREATE TABLE transcript (
  path TEXT PRIMARY KEY,
  agent TEXT NOT NULL, -- name of the coding agent whose transcript it is
  session TEXT, -- uuid of the session it is named after, else of the one its lines name
  bytes INTEGER NOT NULL, -- its size when it was last read to its end
  modified_at_ns INTEGER NOT NULL,
  offset INTEGER NOT NULL, -- how many bytes of it are read
  project_id INTEGER REFERENCES project (id),
  kept INTEGER NOT NULL, -- lines that became entries
  skipped TEXT NOT NULL, -- lines that are no memory: counts by reason, as JSON
  problems TEXT NOT NULL, -- lines that could not be read: counts by reason, as JSON
  cursor TEXT NOT NULL, -- where reading goes on: only the agent's source knows the form
  fold TEXT NOT NULL -- the turns that are open there, as JSON
) STRICT, WITHOUT ROWID;
-- What holds: decisions, rules and the like. A note is the fold of its statements.
CREATE TABLE note (
  id INTEGER PRIMARY KEY REFERENCES item (id),
  uuid TEXT NOT NULL UNIQUE,
  project_id INTEGER NOT NULL REFERENCES project (id),
  log BLOB NOT NULL, -- the note's statements as JSON lines, compressed with zstd
  facts TEXT NOT NULL -- derived from the log: the note without its body, as JSON
) STRICT;
CREATE INDEX note_by_project ON note (project_id);
-- Turns and notes that a person made us forget: no transcript and no import brings them back.
CREATE TABLE forgotten (
  turn TEXT PRIMARY KEY -- its uuid
) STRICT, WITHOUT ROWID;
-- Logs that failed their checksum, as they were found, after a log that can be read took the place
-- in `turn`.
CREATE TABLE damaged_log (
  turn TEXT NOT NULL, -- its uuid
  log BLOB NOT NULL,
  PRIMARY KEY (turn, log)
) STRICT, WITHOUT ROWID;

-- Derived from the log.
CREATE TABLE action (
  turn_id INTEGER NOT NULL REFERENCES turn (id),
  ordinal INTEGER NOT NULL,
  tool TEXT NOT NULL,
  kind TEXT NOT NULL,
  target TEXT NOT NULL,
  exit_status INTEGER,
  error TEXT,
  PRIMARY KEY (turn_id, ordinal)
) STRICT, WITHOUT ROWID;
-- What the sessions of a project did, prepared for the start of the next one: derived, and gone with
-- every change of what it is made from.
CREATE TABLE past (
  project_id INTEGER PRIMARY KEY REFERENCES project (id),
  made_by TEXT NOT NULL, -- the version of the rules
  work BLOB NOT NULL -- as JSON
) STRICT;
CREATE TRIGGER past_after_new_turn AFTER INSERT ON turn BEGIN
  DELETE FROM past WHERE project_id = new.project_id;
END;
CREATE TRIGGER past_after_changed_turn AFTER UPDATE ON turn BEGIN
  DELETE FROM past WHERE project_id IN (old.project_id, new.project_id);
END;
CREATE TRIGGER past_after_removed_turn AFTER DELETE ON turn BEGIN
  DELETE FROM past WHERE project_id = old.project_id;
END;
-- The session may have turns of other projects too.
CREATE TRIGGER past_after_new_place AFTER INSERT ON session_turn BEGIN
  DELETE FROM past WHERE project_id IN (
    SELECT turn.project_id FROM session_turn JOIN turn ON turn.id = session_turn.turn_id
    WHERE session_turn.session_id = new.session_id);
END;
CREATE TRIGGER past_after_removed_place AFTER DELETE ON session_turn BEGIN
  DELETE FROM past WHERE project_id = (SELECT project_id FROM turn WHERE id = old.turn_id);
END;
CREATE TABLE item_text (
  item_id INTEGER PRIMARY KEY REFERENCES item (id),
  head TEXT NOT NULL, -- what it is about: a turn's prompt
  body TEXT NOT NULL -- the rest: a turn's answer
) STRICT;
-- What ranking needs of every item with text, in blocks of 1,024 ids.
CREATE TABLE document (
  project_id INTEGER NOT NULL,
  block INTEGER NOT NULL,
  count INTEGER NOT NULL,
  items BLOB NOT NULL, -- group, time, lengths, and kind with flags of each, a column each
  PRIMARY KEY (project_id, block)
) STRICT, WITHOUT ROWID;
-- Which items of a project hold a term, in blocks of 1,024 ids.
CREATE TABLE posting (
  project_id INTEGER NOT NULL,
  term TEXT NOT NULL,
  block INTEGER NOT NULL,
  items BLOB NOT NULL, -- distance and counts of each
  PRIMARY KEY (project_id, term, block)
) STRICT, WITHOUT ROWID;
-- What was done, apart from what was said: in one index actions would drown the prose.
CREATE VIRTUAL TABLE action_fts USING fts5 (
  files, commands, errors,
  content = '', contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TABLE chunk (
  id INTEGER PRIMARY KEY,
  item_id INTEGER NOT NULL REFERENCES item (id),
  ordinal INTEGER NOT NULL,
  start_byte INTEGER NOT NULL, -- in the item's passage
  end_byte INTEGER NOT NULL,
  hash TEXT NOT NULL -- of what is embedded: an unchanged chunk keeps its vectors
) STRICT;
CREATE INDEX chunk_by_item ON chunk (item_id);
CREATE TABLE model (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  key TEXT NOT NULL UNIQUE, -- stands for all that decides its vectors
  centre BLOB -- mean of its first thousand vectors, rotated, as little-endian floats
) STRICT;
-- Slots of one project are neighbours: a search reads its own project and no more. A code holds a
-- step's worth as a little-endian float, and ten bits for each dimension. A chunk has at most one
-- vector of each model.
CREATE TABLE embedding (
  slot INTEGER PRIMARY KEY, -- project << 32 | number
  chunk_id INTEGER NOT NULL,
  model_id INTEGER NOT NULL REFERENCES model (id),
  code BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX embedding_by_chunk ON embedding (chunk_id, model_id);
-- Chunks without a vector of a model.
CREATE TABLE waiting (
  model_id INTEGER NOT NULL REFERENCES model (id),
  chunk_id INTEGER NOT NULL,
  PRIMARY KEY (model_id, chunk_id)
) STRICT, WITHOUT ROWID;

-- Derived from the vectors: 1,024 slots in a block, all of one project, one model and one kind of
-- item. What is read by every search stands apart from what changes with every vector.
CREATE TABLE vector_block (
  id INTEGER PRIMARY KEY, -- slot >> 10
  model_id INTEGER NOT NULL REFERENCES model (id),
  taken INTEGER NOT NULL,
  kind INTEGER NOT NULL DEFAULT 0 -- of the items
) STRICT;
CREATE TABLE vector_groups (
  block_id INTEGER PRIMARY KEY REFERENCES vector_block (id),
  groups BLOB NOT NULL -- signs, factors and items of 32 slots each
) STRICT;
