-- 0x746f7063 is "topc": tells our files from those of other programs.
PRAGMA application_id = 1953460323;

-- Which logs there are, of which kind (kinds.go), and where each ends: tells one
-- that has lost its end from one that is whole. Server, name and over follow from
-- the log, see Rebuild. Times are unix milliseconds everywhere.
CREATE TABLE logs (
    id    INTEGER PRIMARY KEY,
    kind  TEXT    NOT NULL,
    seq   INTEGER NOT NULL,
    hash  BLOB    NOT NULL,
    guild TEXT    NOT NULL DEFAULT '',
    name  TEXT    NOT NULL DEFAULT '',
    over  INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1)) -- nothing more is to be expected
) STRICT;
CREATE INDEX logs_guild ON logs (guild);
CREATE INDEX logs_running ON logs (id) WHERE over = 0;

-- The truth: append-only logs. Read front to back by Load, so the rows lie in that
-- order.
CREATE TABLE events (
    log     INTEGER NOT NULL REFERENCES logs (id),
    seq     INTEGER NOT NULL CHECK (seq > 0),
    batch   INTEGER NOT NULL,
    time    INTEGER NOT NULL,
    actor   INTEGER NOT NULL,
    cause   TEXT    NOT NULL,
    kind    TEXT    NOT NULL,
    version INTEGER NOT NULL,
    data    TEXT    NOT NULL,
    hash    BLOB    NOT NULL, -- over the hash before it and this row, see chain.go
    PRIMARY KEY (log, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER events_in_order BEFORE INSERT ON events
WHEN NEW.seq <> 1 + coalesce((SELECT max(seq) FROM events WHERE log = NEW.log), 0)
BEGIN SELECT RAISE(ABORT, 'the events of a log are numbered 1, 2, 3 without gaps and are never replaced'); END;

CREATE TRIGGER events_no_update BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'an event is never changed: append one that corrects or retracts it'); END;

CREATE TRIGGER events_no_delete BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'an event is never deleted: append one that retracts it'); END;

-- Who the numbers in the events are. Blanked by /forget.
CREATE TABLE people (
    log  INTEGER NOT NULL REFERENCES logs (id),
    no   INTEGER NOT NULL CHECK (no > 0),
    user TEXT    NOT NULL,
    name TEXT    NOT NULL,
    PRIMARY KEY (log, no)
) STRICT, WITHOUT ROWID;
CREATE INDEX people_user ON people (user, log) WHERE user <> '';

CREATE TABLE texts (
    log    INTEGER NOT NULL REFERENCES logs (id),
    no     INTEGER NOT NULL CHECK (no > 0),
    kind   TEXT    NOT NULL,
    person INTEGER NOT NULL,
    body   TEXT    NOT NULL,
    PRIMARY KEY (log, no)
) STRICT, WITHOUT ROWID;

CREATE TABLE secrets (
    log    INTEGER PRIMARY KEY REFERENCES logs (id),
    secret BLOB NOT NULL
) STRICT;

-- What the clock waits for: follows from the log, see Rebuild.
CREATE TABLE deadlines (
    log INTEGER NOT NULL REFERENCES logs (id),
    key TEXT    NOT NULL,
    at  INTEGER NOT NULL,
    PRIMARY KEY (log, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX deadlines_at ON deadlines (at);

-- What lists and autocomplete need of tournaments beside their row in logs: follows
-- from log and people, see Rebuild.
CREATE TABLE tournaments (
    log        INTEGER PRIMARY KEY REFERENCES logs (id),
    channel    TEXT    NOT NULL,
    ruleset    TEXT    NOT NULL,
    phase      INTEGER NOT NULL,
    round      INTEGER NOT NULL,
    players    INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE players (
    tournament INTEGER NOT NULL REFERENCES tournaments (log) ON DELETE CASCADE,
    player     INTEGER NOT NULL,
    user       TEXT    NOT NULL,
    status     INTEGER NOT NULL,
    PRIMARY KEY (tournament, player)
) STRICT, WITHOUT ROWID;

-- What is to be said in channels, and what became of it.
CREATE TABLE outbox (
    id      INTEGER PRIMARY KEY, -- rises: the order in which posts were asked for
    log     INTEGER NOT NULL REFERENCES logs (id),
    key     TEXT    NOT NULL,
    kind    TEXT    NOT NULL,
    channel TEXT    NOT NULL,
    parent  TEXT    NOT NULL,
    series  TEXT    NOT NULL DEFAULT '', -- of posts that replace each other
    lane    TEXT    NOT NULL, -- new messages of one lane are sent in order: the channel, or log/parent
    round   INTEGER NOT NULL,
    match   INTEGER NOT NULL,
    page    INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    pings   INTEGER NOT NULL CHECK (pings IN (0, 1)),
    want    INTEGER NOT NULL CHECK (want > 0),
    shown   INTEGER NOT NULL DEFAULT 0,
    message TEXT    NOT NULL DEFAULT '',
    place   TEXT    NOT NULL DEFAULT '',
    thread  TEXT    NOT NULL DEFAULT '',
    began   INTEGER NOT NULL DEFAULT 0, -- of a sending or an edit whose end is not known
    dead    TEXT    NOT NULL DEFAULT '',
    UNIQUE (log, key)
) STRICT;
CREATE INDEX outbox_pending ON outbox (id) WHERE dead = '' AND (want > shown OR began > 0);
CREATE INDEX outbox_unsent ON outbox (lane, id) WHERE dead = '' AND shown = 0;
CREATE INDEX outbox_series ON outbox (log, series, id) WHERE series <> '';
CREATE INDEX outbox_dead ON outbox (id) WHERE dead <> '';

-- What interactions were answered, for a day.
CREATE TABLE answers (
    cause TEXT    NOT NULL PRIMARY KEY,
    log   INTEGER NOT NULL REFERENCES logs (id),
    body  BLOB    NOT NULL,
    at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX answers_at ON answers (at);

-- Written when nobody writes, to find out whether the disk takes it.
CREATE TABLE pulse (
    n     INTEGER NOT NULL,
    heard INTEGER NOT NULL -- when people could be heard last
) STRICT;
INSERT INTO pulse VALUES (0, 0);

-- What belongs to servers rather than to one log.
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
