-- What version 4 of the schema wrote; it is never edited.
INSERT INTO outbox (log, key, kind, channel, parent, lane, round, match, page, seq, pings, want, dead)
    VALUES (1, 'late', 'card', 'c', '', 'c', 0, 0, 0, 2, 1, 2, 'obsolete');
