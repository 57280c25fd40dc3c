-- What version 8 of the schema wrote; it is never edited.
INSERT INTO attempts (log, work, key, n, version, kills, open) VALUES (1, 'presses', '/report', 1, '1.0.0', 4, 1);
