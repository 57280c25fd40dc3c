-- Where a post is to be sent or edited as far as the rows say; '' = not now. So that
-- looking for due posts costs what is due, however many wait behind each other or were
-- posted or given up before. The triggers below keep it.
ALTER TABLE outbox ADD COLUMN due TEXT NOT NULL DEFAULT '';

-- New messages come before edits, so that the few of them are found behind many edits.
CREATE INDEX outbox_due ON outbox (due, shown > 0, id) WHERE due <> '';
-- Edits whose end is not known, by when they began.
CREATE INDEX outbox_unsettled ON outbox (began) WHERE dead = '' AND began > 0 AND shown > 0 AND want <= shown;
CREATE INDEX outbox_children ON outbox (log, parent) WHERE parent <> '';
CREATE INDEX outbox_kind ON outbox (kind, id) WHERE dead = '' AND shown = 0;

-- Of a series: what stands or will, what stands, and what was ever posted.
DROP INDEX outbox_series;
CREATE INDEX outbox_alive ON outbox (log, series, id) WHERE series <> '' AND (dead = '' OR message <> '');
CREATE INDEX outbox_standing ON outbox (log, series) WHERE series <> '' AND message <> '';
CREATE INDEX outbox_said ON outbox (log, series, seq) WHERE series <> '' AND shown > 0;

-- What was given up, without what had nothing to say any more (journal.Obsolete).
DROP INDEX outbox_dead;
CREATE INDEX outbox_given_up ON outbox (log) WHERE dead <> '' AND substr(dead, -8) <> 'obsolete';
CREATE INDEX logs_open ON logs (guild) WHERE over = 0;

-- An edit is due where its message stands. A new message is due if it is the oldest
-- unsent one of its lane and what it belongs to is there. A change of a row is looked
-- at for others too: which is the oldest of its lane now, or was before it was taken up
-- again, and what belongs to it.
CREATE TRIGGER outbox_changed AFTER UPDATE OF dead, want, shown, place, channel, parent, lane, thread ON outbox
BEGIN
    UPDATE outbox SET due = CASE
        WHEN dead <> '' OR want <= shown THEN ''
        WHEN shown > 0 THEN coalesce(nullif(place, ''), nullif(channel, ''),
            (SELECT nullif(p.thread, '') FROM outbox p WHERE p.log = outbox.log AND p.key = outbox.parent), lane)
        WHEN EXISTS (SELECT 1 FROM outbox e INDEXED BY outbox_unsent
            WHERE e.lane = outbox.lane AND e.dead = '' AND e.shown = 0 AND e.id < outbox.id) THEN ''
        WHEN parent = '' THEN channel
        WHEN channel = '' THEN coalesce((SELECT p.thread FROM outbox p WHERE p.log = outbox.log AND p.key = outbox.parent), '')
        WHEN EXISTS (SELECT 1 FROM outbox p WHERE p.log = outbox.log AND p.key = outbox.parent AND p.shown = 0 AND p.dead = '') THEN ''
        ELSE channel END
    WHERE id IN (
        SELECT NEW.id
        UNION ALL SELECT min(id) FROM outbox WHERE lane = OLD.lane AND dead = '' AND shown = 0
            AND (NEW.lane <> OLD.lane OR NEW.dead <> OLD.dead OR (NEW.shown > 0) <> (OLD.shown > 0))
        UNION ALL SELECT min(id) FROM outbox WHERE lane = NEW.lane AND dead = '' AND shown = 0 AND id > NEW.id
            AND (NEW.lane <> OLD.lane OR NEW.dead <> OLD.dead OR (NEW.shown > 0) <> (OLD.shown > 0))
        UNION ALL SELECT id FROM outbox WHERE log = NEW.log AND parent = NEW.key AND parent <> ''
            AND (NEW.thread <> OLD.thread OR NEW.dead <> OLD.dead OR (NEW.shown > 0) <> (OLD.shown > 0)));
END;

CREATE TRIGGER outbox_added AFTER INSERT ON outbox
BEGIN
    UPDATE outbox SET want = want WHERE id IN (
        SELECT NEW.id
        UNION ALL SELECT id FROM outbox WHERE log = NEW.log AND parent = NEW.key AND parent <> '');
END;

UPDATE outbox SET want = want;
