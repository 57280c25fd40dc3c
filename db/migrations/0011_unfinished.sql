-- A log of the kind 'unfinished' is being written in pieces (pieces.go): nothing reads it,
-- and the next start removes it if its writing was cut off. Only its events can be
-- deleted.
CREATE INDEX logs_unfinished ON logs (id) WHERE kind = 'unfinished';

DROP TRIGGER events_no_delete;
CREATE TRIGGER events_no_delete BEFORE DELETE ON events
WHEN NOT EXISTS (SELECT 1 FROM logs WHERE id = OLD.log AND kind = 'unfinished')
BEGIN SELECT RAISE(ABORT, 'an event is never deleted: append one that retracts it'); END;

CREATE TRIGGER logs_finished BEFORE UPDATE OF id, kind ON logs
WHEN NEW.kind = 'unfinished' AND (OLD.kind <> 'unfinished' OR NEW.id <> OLD.id)
BEGIN SELECT RAISE(ABORT, 'a finished log never becomes unfinished'); END;
