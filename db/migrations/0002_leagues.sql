-- A league is a log of its own now, of kind season.
DROP TABLE leagues;

-- What leagues, profiles and ratings need of events that are over: follows from the
-- log, see Rebuild. seq is the last line that the record was made of.
CREATE TABLE records (
    log  INTEGER PRIMARY KEY REFERENCES tournaments (log) ON DELETE CASCADE,
    seq  INTEGER NOT NULL,
    data BLOB    NOT NULL
) STRICT;

-- Whether members know of a tournament whose channel they cannot view.
ALTER TABLE tournaments ADD COLUMN open_to_server INTEGER NOT NULL DEFAULT 0;

-- Who was one person of several events before they were forgotten: numbers without a
-- name, so that everybody else's ratings and records stay as they are.
ALTER TABLE people ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0;
CREATE INDEX people_forgotten ON people (forgotten) WHERE forgotten > 0;

-- What the bot keeps in servers beside its messages: roles that it has given, events in
-- the list of a server. Truth about Discord.
CREATE TABLE holdings (
    guild TEXT NOT NULL,
    kind  TEXT NOT NULL,
    key   TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (guild, kind, key)
) STRICT, WITHOUT ROWID;
