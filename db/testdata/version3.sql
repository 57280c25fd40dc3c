-- What version 3 of the schema wrote; it is never edited.
INSERT INTO uploads VALUES ('i9', 'g', 'u1', 1773489600000, '{}', x'504b');
INSERT INTO outbox (log, key, kind, channel, parent, lane, round, match, page, seq, pings, want, shown, message, place)
    VALUES (1, 'list', 'list', 'c', '', 'c', 0, 0, 0, 1, 0, 2, 1, 'm1', 'c');
