-- What is being done with a log, or was when the process ended: n is how often in a row,
-- counted for each kind of work, and by which version of the program. Written before and
-- removed after, so that what crashes the process is found.
ALTER TABLE attempts RENAME TO attempts_before;
CREATE TABLE attempts (
    log     INTEGER NOT NULL REFERENCES logs (id),
    work    TEXT    NOT NULL,
    key     TEXT    NOT NULL,
    n       INTEGER NOT NULL,
    version TEXT    NOT NULL,
    PRIMARY KEY (log, work)
) STRICT, WITHOUT ROWID;
INSERT INTO attempts SELECT log, 'deadlines', key, n, '' FROM attempts_before;
DROP TABLE attempts_before;
