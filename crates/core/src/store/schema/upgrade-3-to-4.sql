-- Notes, as items of a second kind.
CREATE TABLE note (
  id INTEGER PRIMARY KEY REFERENCES item (id),
  uuid TEXT NOT NULL UNIQUE,
  project_id INTEGER NOT NULL REFERENCES project (id),
  log BLOB NOT NULL,
  facts TEXT NOT NULL
) STRICT;
CREATE INDEX note_by_project ON note (project_id);
-- Its rows have the form of rows of session_turn, which are recognised by their form in a damaged file.
DROP INDEX item_by_project;
