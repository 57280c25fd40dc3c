-- A post for the thread of a message that has none yet is due on that message: the thread is
-- opened for it. So a thread that may not be opened for minutes holds up no other post.
DROP TRIGGER outbox_changed;
CREATE TRIGGER outbox_changed AFTER UPDATE OF dead, want, shown, place, channel, parent, lane, thread ON outbox
BEGIN
    UPDATE outbox SET due = CASE
        WHEN dead <> '' OR want <= shown THEN ''
        WHEN shown > 0 THEN coalesce(nullif(place, ''), nullif(channel, ''),
            (SELECT nullif(p.thread, '') FROM outbox p WHERE p.log = outbox.log AND p.key = outbox.parent), lane)
        WHEN EXISTS (SELECT 1 FROM outbox e INDEXED BY outbox_unsent
            WHERE e.lane = outbox.lane AND e.dead = '' AND e.shown = 0 AND e.id < outbox.id) THEN ''
        WHEN parent = '' THEN channel
        WHEN channel = '' THEN coalesce((SELECT coalesce(nullif(p.thread, ''), iif(p.dead = '' AND p.shown > 0, p.message, ''))
            FROM outbox p WHERE p.log = outbox.log AND p.key = outbox.parent), '')
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

UPDATE outbox SET want = want WHERE dead = '' AND shown = 0 AND channel = '';
