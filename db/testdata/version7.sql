-- What version 7 of the schema wrote; it is never edited.
INSERT INTO attempts VALUES (1, 'posts', 'card', 2, '1.0.0');
