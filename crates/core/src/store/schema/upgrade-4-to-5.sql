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
