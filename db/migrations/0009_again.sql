-- How often a post was posted again after its message was deleted.
ALTER TABLE outbox ADD COLUMN again INTEGER NOT NULL DEFAULT 0;
-- Which post a deleted message was.
CREATE INDEX outbox_message ON outbox (message) WHERE message <> '';
