-- What version 2 of the schema wrote; it is never edited.
INSERT INTO records VALUES (1, 2, x'0102');
INSERT INTO holdings VALUES ('g', 'role', '1/1', 'r1');
UPDATE tournaments SET open_to_server = 1 WHERE log = 1;
