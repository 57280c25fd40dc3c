-- What version 9 of the schema wrote; it is never edited.
UPDATE outbox SET again = 1;
