-- Which database this is, as the counter beside it has it; empty in a copy. Each
-- transaction counts n up, so that a file with less than was written to it is found.
ALTER TABLE pulse ADD COLUMN id BLOB NOT NULL DEFAULT x'';
