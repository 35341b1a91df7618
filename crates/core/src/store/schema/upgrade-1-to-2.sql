-- Facts about the database itself, one row each.
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
