-- Files and pastes that wait for the answer to the preview of their import: one of a
-- member, for an hour.
CREATE TABLE uploads (
    id    TEXT    NOT NULL PRIMARY KEY, -- the interaction that brought it
    guild TEXT    NOT NULL,
    user  TEXT    NOT NULL,
    at    INTEGER NOT NULL,
    plan  TEXT    NOT NULL,
    body  BLOB    NOT NULL
) STRICT;
CREATE UNIQUE INDEX uploads_of ON uploads (user, guild);
CREATE INDEX uploads_at ON uploads (at);
