-- What version 5 of the schema wrote; it is never edited.
UPDATE pulse SET n = 12, heard = 1773489600000;
