-- A hash of what a message shows, or may show if the outcome of an edit is not known. After
-- a commit it is compared with what the message should show.
ALTER TABLE outbox ADD COLUMN hash BLOB NOT NULL DEFAULT x'';
CREATE INDEX outbox_living ON outbox (log, match, round) WHERE message <> '';

-- Up to which event the posts of a log were compared with it.
ALTER TABLE logs ADD COLUMN looked INTEGER NOT NULL DEFAULT 0;
UPDATE logs SET looked = seq WHERE over <> 0;
CREATE INDEX logs_grown ON logs (id) WHERE seq > looked;
