-- What version 6 of the schema wrote; it is never edited.
INSERT INTO attempts VALUES (1, 'time.1.0', 2);
