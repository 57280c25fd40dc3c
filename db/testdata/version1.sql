-- A database as version 1 of the schema wrote it. Later versions must open it
-- and find everything; it is never edited.
-- 0x746f7063 is "topc": tells our files from those of other programs.
PRAGMA application_id = 1953460323;

-- The truth: one append-only log per tournament. Read front to back by Load,
-- so the rows lie in that order. Times are unix milliseconds everywhere.
CREATE TABLE events (
    tournament INTEGER NOT NULL,
    seq        INTEGER NOT NULL CHECK (seq > 0),
    batch      INTEGER NOT NULL,
    time       INTEGER NOT NULL,
    actor      INTEGER NOT NULL,
    cause      TEXT    NOT NULL,
    kind       TEXT    NOT NULL,
    version    INTEGER NOT NULL,
    data       TEXT    NOT NULL,
    hash       BLOB    NOT NULL, -- over the hash before it and this row, see chain.go
    PRIMARY KEY (tournament, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER events_in_order BEFORE INSERT ON events
WHEN NEW.seq <> 1 + coalesce((SELECT max(seq) FROM events WHERE tournament = NEW.tournament), 0)
BEGIN SELECT RAISE(ABORT, 'the events of a tournament are numbered 1, 2, 3 without gaps and are never replaced'); END;

CREATE TRIGGER events_no_update BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'an event is never changed: append one that corrects or retracts it'); END;

CREATE TRIGGER events_no_delete BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'an event is never deleted: append one that retracts it'); END;

-- Where each log ends: tells one that has lost its end from one that is whole.
CREATE TABLE logs (
    tournament INTEGER PRIMARY KEY,
    seq        INTEGER NOT NULL,
    hash       BLOB    NOT NULL
) STRICT;

-- Who the numbers in the events are. Blanked by /forget.
CREATE TABLE people (
    tournament INTEGER NOT NULL,
    no         INTEGER NOT NULL CHECK (no > 0),
    user       TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    PRIMARY KEY (tournament, no)
) STRICT, WITHOUT ROWID;
CREATE INDEX people_user ON people (user, tournament) WHERE user <> '';

CREATE TABLE texts (
    tournament INTEGER NOT NULL,
    no         INTEGER NOT NULL CHECK (no > 0),
    kind       TEXT    NOT NULL,
    person     INTEGER NOT NULL,
    body       TEXT    NOT NULL,
    PRIMARY KEY (tournament, no)
) STRICT, WITHOUT ROWID;

CREATE TABLE secrets (
    tournament INTEGER PRIMARY KEY,
    secret     BLOB NOT NULL
) STRICT;

-- Read tables: follow from the log and the people, see Rebuild.
CREATE TABLE tournaments (
    id         INTEGER PRIMARY KEY,
    guild      TEXT    NOT NULL,
    channel    TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    ruleset    TEXT    NOT NULL,
    phase      INTEGER NOT NULL,
    over       INTEGER NOT NULL CHECK (over IN (0, 1)), -- finished or cancelled
    round      INTEGER NOT NULL,
    players    INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX tournaments_guild ON tournaments (guild);
CREATE INDEX tournaments_channel ON tournaments (guild, channel);
CREATE INDEX tournaments_running ON tournaments (id) WHERE over = 0;

CREATE TABLE players (
    tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    player     INTEGER NOT NULL,
    user       TEXT    NOT NULL,
    status     INTEGER NOT NULL,
    PRIMARY KEY (tournament, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE deadlines (
    tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    key        TEXT    NOT NULL,
    at         INTEGER NOT NULL,
    PRIMARY KEY (tournament, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX deadlines_at ON deadlines (at);

-- What is to be said in channels, and what became of it.
CREATE TABLE outbox (
    id         INTEGER PRIMARY KEY, -- rises: the order in which posts were asked for
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    key        TEXT    NOT NULL,
    kind       TEXT    NOT NULL,
    channel    TEXT    NOT NULL,
    parent     TEXT    NOT NULL,
    lane       TEXT    NOT NULL, -- new messages of one lane are sent in order: the channel, or tournament/parent
    round      INTEGER NOT NULL,
    match      INTEGER NOT NULL,
    page       INTEGER NOT NULL,
    seq        INTEGER NOT NULL,
    pings      INTEGER NOT NULL CHECK (pings IN (0, 1)),
    want       INTEGER NOT NULL CHECK (want > 0),
    shown      INTEGER NOT NULL DEFAULT 0,
    message    TEXT    NOT NULL DEFAULT '',
    place      TEXT    NOT NULL DEFAULT '',
    thread     TEXT    NOT NULL DEFAULT '',
    began      INTEGER NOT NULL DEFAULT 0, -- of a sending or an edit whose end is not known
    dead       TEXT    NOT NULL DEFAULT '',
    UNIQUE (tournament, key)
) STRICT;
CREATE INDEX outbox_pending ON outbox (id) WHERE dead = '' AND (want > shown OR began > 0);
CREATE INDEX outbox_unsent ON outbox (lane, id) WHERE dead = '' AND shown = 0;
CREATE INDEX outbox_dead ON outbox (id) WHERE dead <> '';

-- What interactions were answered, for a day.
CREATE TABLE answers (
    cause      TEXT    NOT NULL PRIMARY KEY,
    tournament INTEGER NOT NULL,
    body       BLOB    NOT NULL,
    at         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX answers_at ON answers (at);

-- Written when nobody writes, to find out whether the disk takes it.
CREATE TABLE pulse (
    n     INTEGER NOT NULL,
    heard INTEGER NOT NULL -- when people could be heard last
) STRICT;
INSERT INTO pulse VALUES (0, 0);

-- What belongs to servers rather than to one tournament.
CREATE TABLE servers (
    guild TEXT NOT NULL PRIMARY KEY,
    data  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE leagues (
    id    INTEGER PRIMARY KEY,
    guild TEXT    NOT NULL,
    opens INTEGER, -- when registration for the next event opens; NULL = nothing is scheduled
    data  TEXT    NOT NULL
) STRICT;
CREATE INDEX leagues_guild ON leagues (guild);
CREATE INDEX leagues_opens ON leagues (opens) WHERE opens IS NOT NULL;
PRAGMA user_version = 1;

INSERT INTO events VALUES (1, 1, 1, 1773489600000, 1, 'i1', 'announced', 1, '{"text":1}', x'3a08be8b81f71b3d5a5eb680baec0000bfb55bbc30f50024752545a4aebda4d8');
INSERT INTO events VALUES (1, 2, 2, 1773489601000, 0, '', 'opened', 1, '{}', x'25e03e20f5ca2b6fad28d9a8d5d0da244a9855133e455c738d72d254ef585598');
INSERT INTO logs VALUES (1, 2, x'25e03e20f5ca2b6fad28d9a8d5d0da244a9855133e455c738d72d254ef585598');
INSERT INTO people VALUES (1, 1, 'u1', 'Ann');
INSERT INTO texts VALUES (1, 1, 'announcement', 1, 'Welcome');
INSERT INTO secrets VALUES (1, x'00ff');
INSERT INTO tournaments VALUES (1, 'g', 'c', 'Friday', 'magic', 1, 0, 0, 1, 1773489600000);
INSERT INTO players VALUES (1, 1, 'u1', 1);
INSERT INTO deadlines VALUES (1, 'start', 1773490000000);
INSERT INTO outbox (tournament, key, kind, channel, parent, lane, round, match, page, seq, pings, want)
    VALUES (1, 'card', 'card', 'c', '', 'c', 0, 0, 0, 2, 0, 2);
INSERT INTO answers VALUES ('i1', 1, x'7b7d', 1773489600000);
INSERT INTO servers VALUES ('g', '{"guild":"g","organiser_role":"r","defaults":{"name":""}}');
INSERT INTO leagues VALUES (1, 'g', 1773480000000, '{"guild":"g","name":"Weekly","next_start":"2026-03-14T12:00:00Z"}');
