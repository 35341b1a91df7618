-- What a rebuild has filled takes the place of what was there.
DROP TABLE document;
ALTER TABLE document_next RENAME TO document;
DROP TABLE posting;
ALTER TABLE posting_next RENAME TO posting;
DROP TABLE action_fts;
ALTER TABLE action_fts_next RENAME TO action_fts;
