-- Logs whose deadline is being fired, or was when the process ended: n is how often in a
-- row. Written before and removed after, so that what crashes the process is found.
CREATE TABLE attempts (
    log INTEGER NOT NULL PRIMARY KEY REFERENCES logs (id),
    key TEXT    NOT NULL,
    n   INTEGER NOT NULL
) STRICT;
