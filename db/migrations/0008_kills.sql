-- From here on n is how often in a row the process crashed in the work, and kills how
-- often it was killed in it, which may have had other reasons. open is 1 from before the
-- work until after it; the next process counts how the process before ended and sets 0.
ALTER TABLE attempts ADD COLUMN kills INTEGER NOT NULL DEFAULT 0;
ALTER TABLE attempts ADD COLUMN open INTEGER NOT NULL DEFAULT 0;
