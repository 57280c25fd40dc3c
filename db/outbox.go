package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"topcut/tournament/journal"
)

// postColumns gives a row without its own channel the thread of its parent, or the message
// on which that is to be opened.
const postColumns = `o.id, l.kind, l.id, o.key, o.kind,
	CASE WHEN o.channel <> '' THEN o.channel
		ELSE coalesce((SELECT t.thread FROM outbox t WHERE t.log = o.log AND t.key = o.parent), '') END,
	CASE WHEN o.channel <> '' OR o.parent = '' THEN ''
		ELSE coalesce((SELECT t.message FROM outbox t WHERE t.log = o.log AND t.key = o.parent AND t.thread = ''), '') END,
	o.parent, o.round, o.match, o.page, o.seq, o.pings,
	o.want, o.shown, o.hash, o.message, o.place, o.thread, o.began, o.dead, o.again, l.guild, o.series,
	o.series <> '' AND EXISTS (SELECT 1 FROM outbox n INDEXED BY outbox_alive
		WHERE n.log = o.log AND n.series = o.series AND n.series <> '' AND n.id > o.id AND (n.dead = '' OR n.message <> '')),
	CASE WHEN o.series = '' THEN 0 ELSE coalesce((SELECT max(n.seq) FROM outbox n INDEXED BY outbox_said
		WHERE n.log = o.log AND n.series = o.series AND n.series <> '' AND n.shown > 0), 0) END`

const (
	// selectDuePlaces goes from place to place, so its cost depends on the number of places,
	// not of posts. It returns the places with due posts and the oldest one of each.
	selectDuePlaces stmt = `WITH RECURSIVE places (place) AS (
		SELECT min(due) FROM outbox INDEXED BY outbox_due WHERE due <> ''
		UNION ALL SELECT (SELECT min(o.due) FROM outbox o INDEXED BY outbox_due WHERE o.due <> '' AND o.due > places.place)
			FROM places WHERE places.place IS NOT NULL)
		SELECT place, min(coalesce((SELECT min(id) FROM outbox INDEXED BY outbox_due WHERE due = place AND due <> '' AND (shown > 0) = 0), 9223372036854775807),
				coalesce((SELECT min(id) FROM outbox INDEXED BY outbox_due WHERE due = place AND due <> '' AND (shown > 0) = 1), 9223372036854775807))
			FROM places WHERE place IS NOT NULL`
	// selectDueAt returns what is due in a place: new messages (0) or edits (1).
	selectDueAt stmt = `SELECT ` + postColumns + ` FROM outbox o INDEXED BY outbox_due CROSS JOIN logs l ON l.id = o.log
		WHERE o.due = ?1 AND o.due <> '' AND (o.shown > 0) = ?2 ORDER BY o.id`
	// selectUnsettled returns edits whose outcome has been unknown for long enough;
	// selectAhead returns those that seem to have begun in the future, before the clock was
	// set back.
	selectUnsettled stmt = `SELECT ` + postColumns + ` FROM outbox o INDEXED BY outbox_unsettled CROSS JOIN logs l ON l.id = o.log
		WHERE o.dead = '' AND o.began > 0 AND o.shown > 0 AND o.want <= o.shown AND o.began < ?`
	selectAhead stmt = `SELECT ` + postColumns + ` FROM outbox o INDEXED BY outbox_unsettled CROSS JOIN logs l ON l.id = o.log
		WHERE o.dead = '' AND o.began > 0 AND o.shown > 0 AND o.want <= o.shown AND o.began > ?`
	// givenUp is worded like its index.
	givenUp = `o.dead <> '' AND substr(o.dead, -8) <> 'obsolete'`
	// lately selects logs that are not over or ended after ?1.
	lately             = `(l.over = 0 OR EXISTS (SELECT 1 FROM events e WHERE e.log = l.id AND e.seq = l.seq AND e.time >= ?1))`
	selectGivenUp stmt = `SELECT ` + postColumns + ` FROM logs l INDEXED BY logs_guild
		CROSS JOIN outbox o INDEXED BY outbox_given_up ON o.log = l.id WHERE l.guild = ?2 AND ` + lately + ` AND ` + givenUp
	selectUnsent stmt = `SELECT ` + postColumns + ` FROM outbox o INDEXED BY outbox_kind CROSS JOIN logs l ON l.id = o.log
		WHERE o.dead = '' AND o.shown = 0 AND o.kind = ? ORDER BY o.id`
	selectPostAs stmt = `SELECT ` + postColumns + ` FROM outbox o INDEXED BY outbox_message CROSS JOIN logs l ON l.id = o.log
		WHERE o.message = ? AND o.message <> '' AND o.dead = ''`
	selectStanding stmt = `SELECT ` + postColumns + ` FROM logs l INDEXED BY logs_running CROSS JOIN outbox o ON o.log = l.id
		WHERE l.over = 0 AND o.message <> '' AND o.dead = ''`
	selectPost stmt = `SELECT ` + postColumns + ` FROM outbox o JOIN logs l ON l.id = o.log WHERE o.log = ? AND o.key = ?`

	beginPost stmt = `UPDATE outbox SET began = ?2, hash = CASE WHEN ?3 = x'' THEN hash ELSE ?3 END WHERE id = ?1`
	// The old message of a row that has moved to another channel does not count as shown; it
	// stays behind there. A post of a series must show what the newest post of the series
	// wants by now, for example to be deleted. A post that shows an older state than its log
	// was looked at with must show that one.
	postedPost stmt = `UPDATE outbox SET place = ?2, message = ?3, shown = max(shown, ?4), began = ?5,
		want = max(want, (SELECT CASE WHEN g.looked > ?4 THEN g.looked ELSE 0 END FROM logs g WHERE g.id = outbox.log), CASE series WHEN '' THEN 0 ELSE coalesce((SELECT n.want FROM outbox n INDEXED BY outbox_alive
			WHERE n.log = outbox.log AND n.series = outbox.series AND n.series <> '' AND (n.dead = '' OR n.message <> '')
			ORDER BY n.id DESC LIMIT 1), 0) END)
		WHERE id = ?1 AND (message = ?3 OR message = '' AND channel IN ('', ?2))`
	postedBehind stmt = `INSERT INTO outbox (log, key, kind, channel, parent, lane, round, match, page, seq, pings, want, shown, message, place)
		SELECT log, key || '.left.' || ?3, ?4, ?2, parent, ?2, round, match, page, seq, 0, max(want, 2), 1, ?3, ?2 FROM outbox o
		WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM outbox l WHERE l.log = o.log AND l.message = ?3)`
	tookPost     stmt = `UPDATE outbox SET message = '', place = '', shown = want, began = ?2 WHERE id = ?1`
	touchPost    stmt = `UPDATE outbox SET id = id WHERE id = ?1`
	threadedPost stmt = `UPDATE outbox SET thread = ?2 WHERE id = ?1`
	// unthreadPost takes the thread from a card: the posts for it open another.
	unthreadPost stmt = `UPDATE outbox SET thread = '', again = again + 1 WHERE id = ?1`
	// unthreadChildren posts again what stood in the thread.
	unthreadChildren stmt = `UPDATE outbox INDEXED BY outbox_children SET dead = '', message = '', place = '', shown = 0, began = 0, again = again + 1
		WHERE message <> '' AND channel = '' AND parent <> '' AND (log, parent) = (SELECT p.log, p.key FROM outbox p WHERE p.id = ?1)`
	killPost   stmt = `UPDATE outbox SET dead = ?2 WHERE id = ?1`
	revivePost stmt = `UPDATE outbox SET dead = '' WHERE id = ?1`
	repostPost stmt = `UPDATE outbox SET dead = '', message = '', place = '', shown = 0, began = 0, again = again + 1 WHERE id = ?1`
	// renewSeries marks the messages of a series as outdated.
	renewSeries stmt = `UPDATE outbox INDEXED BY outbox_standing SET shown = 1
		WHERE log = ? AND series = ? AND series <> '' AND message <> '' AND shown > 0 AND dead = ''`
	// detachPost lets a post for a thread go to a channel instead.
	detachPost stmt = `UPDATE outbox SET channel = ?2, lane = ?2, parent = '' WHERE id = ?1 AND shown = 0`
	// selectDueIds returns what is due in a place.
	selectDueIDs stmt = `SELECT id FROM outbox INDEXED BY outbox_due WHERE due = ? AND due <> ''`
	// supersedePosts gives up the waiting posts of a series except its newest.
	supersedePosts stmt = `UPDATE outbox SET dead = ?3 WHERE dead = '' AND shown = 0 AND began = 0 AND seq < ?2 AND id IN (
		SELECT n.id FROM outbox o JOIN outbox n INDEXED BY outbox_alive
			ON n.log = o.log AND n.series = o.series AND n.series <> '' AND (n.dead = '' OR n.message <> '')
		WHERE o.id = ?1 AND n.id < (SELECT max(m.id) FROM outbox m INDEXED BY outbox_alive
			WHERE m.log = o.log AND m.series = o.series AND m.series <> '' AND (m.dead = '' OR m.message <> '')))`
	// reviveChildren retries what was given up for lack of a thread.
	reviveChildren stmt = `UPDATE outbox INDEXED BY outbox_children SET dead = '' WHERE dead <> '' AND channel = '' AND shown = 0
		AND parent <> '' AND (log, parent) = (SELECT p.log, p.key FROM outbox p WHERE p.id = ?1)`
	// killChildren gives up the posts for a thread that will never be opened.
	killChildren stmt = `UPDATE outbox SET dead = 'the message it belongs to was given up: ' || ?2
		WHERE id IN (SELECT c.id FROM outbox p JOIN outbox c INDEXED BY outbox_unsent ON c.lane = p.log || '/' || p.key
			WHERE p.id = ?1 AND p.thread = '' AND c.channel = '' AND c.dead = '' AND c.shown = 0)`
)

func scanPost(r scanner) (journal.OutboxRow, error) {
	var o journal.OutboxRow
	var began int64
	err := r.Scan(&o.ID, &o.Log.Kind, &o.Log.ID, &o.Key, &o.Kind, &o.Channel, &o.Opens, &o.Parent, &o.Round, &o.Match, &o.Page, &o.Seq, &o.Pings,
		&o.Want, &o.Shown, &o.Hash, &o.Message, &o.Place, &o.Thread, &began, &o.Dead, &o.Again, &o.Guild, &o.Series, &o.Newer, &o.Said)
	o.Began = fromMillis(began)
	return o, err
}

// DuePosts returns the posts to send now, oldest first, at most limit, without those in
// skip, which do not count. Of the new messages of a channel or thread it contains only
// the oldest, so that they appear in the order of their requests. A skipped message holds
// up those behind it; one that was given up does not. A post with a parent waits until
// the parent is posted or given up; if it has no channel of its own, its Channel is the
// thread of the parent, or empty until that is opened. Edits depend on nothing; for each
// channel or thread the oldest journal.EditsDue of them are returned. An edit with an
// unknown outcome is due again if it began at or before settled.
func (r *Reader) DuePosts(ctx context.Context, now, settled time.Time, limit int, skip journal.Skip) ([]journal.OutboxRow, error) {
	var due []journal.OutboxRow
	err := r.pool.snapshot(ctx, func(q querier) error {
		places, err := duePlaces(ctx, q, now, settled)
		if err != nil {
			return err
		}
		for _, p := range places {
			if len(due) >= limit {
				break
			}
			if skip.Place != nil && skip.Place(p.place) {
				continue
			}
			rows, err := p.due(ctx, q, skip.Row)
			if err != nil {
				return err
			}
			due = append(due, rows...)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look for posts to send: %w", err)
	}
	slices.SortStableFunc(due, byID)
	return due[:min(limit, len(due))], nil
}

func byID(a, b journal.OutboxRow) int { return cmp.Compare(a.ID, b.ID) }

// duePlace is a channel or thread with due posts.
type duePlace struct {
	place     string
	first     int64               // id of the oldest row
	unsettled []journal.OutboxRow // edits to repeat
}

// duePlaces returns the places with due posts, that of the oldest row first.
func duePlaces(ctx context.Context, q querier, now, settled time.Time) ([]*duePlace, error) {
	places, err := collect(ctx, q, func(r scanner) (*duePlace, error) {
		p := &duePlace{}
		return p, r.Scan(&p.place, &p.first)
	}, selectDuePlaces)
	if err != nil {
		return nil, err
	}
	again, err := collect(ctx, q, scanPost, selectUnsettled, millis(settled)+1)
	if err != nil {
		return nil, err
	}
	ahead, err := collect(ctx, q, scanPost, selectAhead, millis(now))
	if err != nil {
		return nil, err
	}
	known := map[string]*duePlace{}
	for _, p := range places {
		known[p.place] = p
	}
	for _, o := range append(again, ahead...) {
		at := cmp.Or(o.Place, o.Channel, o.Opens)
		p := known[at]
		if p == nil {
			p = &duePlace{place: at, first: o.ID}
			known[at], places = p, append(places, p)
		}
		p.first, p.unsettled = min(p.first, o.ID), append(p.unsettled, o)
	}
	slices.SortFunc(places, func(a, b *duePlace) int { return cmp.Compare(a.first, b.first) })
	return places, nil
}

// due returns what is due in the place, without the rows for which not returns true.
func (p *duePlace) due(ctx context.Context, q querier, not func(*journal.OutboxRow) bool) ([]journal.OutboxRow, error) {
	due, err := collect(ctx, q, scanPost, selectDueAt, p.place, 0)
	if err != nil {
		return nil, err
	}
	left := func(o journal.OutboxRow) bool { return not != nil && not(&o) }
	due = slices.DeleteFunc(due, left)
	edits := slices.DeleteFunc(p.unsettled, left)
	found := 0
	err = each(ctx, q, scanPost, func(o journal.OutboxRow) bool {
		if !left(o) {
			edits = append(edits, o)
			found++
		}
		return found < journal.EditsDue
	}, selectDueAt, p.place, 1)
	slices.SortStableFunc(edits, byID)
	return append(due, edits[:min(journal.EditsDue, len(edits))]...), err
}

// lossesKept is how long after the end of a log its lost posts are reported.
const lossesKept = 14 * 24 * time.Hour

// lossesSince returns the earliest end of a log whose lost posts are reported.
func lossesSince() int64 { return millis(time.Now().Add(-lossesKept)) }

// GivenUp returns the given-up posts of a server's logs that are not over or ended less
// than lossesKept ago, newest first, without those that were Obsolete.
func (r *Reader) GivenUp(ctx context.Context, guild string) ([]journal.OutboxRow, error) {
	dead, err := collect(ctx, r.pool, scanPost, selectGivenUp, lossesSince(), guild)
	if err != nil {
		return nil, fmt.Errorf("look for posts that were given up: %w", err)
	}
	slices.SortStableFunc(dead, func(a, b journal.OutboxRow) int { return cmp.Compare(b.ID, a.ID) })
	return dead, nil
}

// Unsent returns the posts of a kind that were never posted nor given up, oldest first.
func (r *Reader) Unsent(ctx context.Context, kind journal.PostKind) ([]journal.OutboxRow, error) {
	rows, err := collect(ctx, r.pool, scanPost, selectUnsent, string(kind))
	if err != nil {
		return nil, fmt.Errorf("look for posts that wait: %w", err)
	}
	return rows, nil
}

// PostsAs returns the posts that stand as some messages, without those given up.
func (r *Reader) PostsAs(ctx context.Context, messages []string) (all []journal.OutboxRow, err error) {
	for _, m := range messages {
		rows, err := collect(ctx, r.pool, scanPost, selectPostAs, m)
		if err != nil {
			return nil, fmt.Errorf("look for the post that is message %s: %w", m, err)
		}
		all = append(all, rows...)
	}
	return all, nil
}

// StandingPosts returns the posts that stand in channels, of the logs that are not over.
func (r *Reader) StandingPosts(ctx context.Context) ([]journal.OutboxRow, error) {
	rows, err := collect(ctx, r.pool, scanPost, selectStanding)
	if err != nil {
		return nil, fmt.Errorf("look for posts that stand: %w", err)
	}
	return rows, nil
}

// Post returns one row by its key, or journal.ErrNotFound.
func (r *Reader) Post(ctx context.Context, id journal.ID, key string) (journal.OutboxRow, error) {
	o, err := scanPost(r.pool.row(ctx, selectPost, id, key))
	if errors.Is(err, sql.ErrNoRows) {
		err = journal.ErrNotFound
	}
	if err != nil {
		return o, fmt.Errorf("post %q of log %d: %w", key, id, err)
	}
	return o, nil
}

// BeginPost records that posting or editing begins, and the hash of what the message then
// shows; empty = as recorded before. Began stays set until the outcome is recorded: until then
// the message may or may not be in its channel, or may still appear there.
func (d *DB) BeginPost(ctx context.Context, id int64, now time.Time, hash string) error {
	return d.changePost(ctx, id, beginPost, millis(now), []byte(hash))
}

// Posted records the message that now shows seq. The row is due again if a later state is
// wanted by now. unclear is the start of an earlier edit with an unknown outcome, which
// may still take effect; zero if there is none.
func (d *DB) Posted(ctx context.Context, id int64, place, message string, seq int64, unclear time.Time) error {
	err := d.writer.write(ctx, func(t *tx) error {
		n, err := t.change(postedPost, id, place, message, seq, millis(unclear))
		if err != nil || n > 0 {
			return err
		}
		if err := changeOne(t, id, touchPost); err != nil {
			return err // there is no such row
		}
		return t.exec(postedBehind, id, place, message, string(journal.LeftBehind))
	})
	return postError(id, err)
}

// TookPost records that the message was deleted. The row counts as up to date; as with an
// edit of unknown outcome, it is due once more.
func (d *DB) TookPost(ctx context.Context, id int64, now time.Time) error {
	return d.changePost(ctx, id, tookPost, millis(now))
}

// Threaded records the thread opened on a posted message, and retries what was given up
// for lack of it.
func (d *DB) Threaded(ctx context.Context, id int64, thread string) error {
	err := d.writer.write(ctx, func(t *tx) error {
		if err := changeOne(t, id, threadedPost, thread); err != nil {
			return err
		}
		return t.exec(reviveChildren, id)
	})
	return postError(id, err)
}

// Unthread records that the thread on a posted message was deleted: what stood in it is to
// be posted in another.
func (d *DB) Unthread(ctx context.Context, id int64) error {
	err := d.writer.write(ctx, func(t *tx) error {
		if err := t.exec(unthreadChildren, id); err != nil {
			return err
		}
		return changeOne(t, id, unthreadPost)
	})
	return postError(id, err)
}

// Detach lets a post that waits for a thread go to a channel instead.
func (d *DB) Detach(ctx context.Context, id int64, channel string) error {
	return d.changePost(ctx, id, detachPost, channel)
}

// DueAt returns the rows that are due in a channel or thread.
func (r *Reader) DueAt(ctx context.Context, place string) ([]int64, error) {
	ids, err := collect(ctx, r.pool, func(r scanner) (id int64, err error) { return id, r.Scan(&id) }, selectDueIDs, place)
	if err != nil {
		return nil, fmt.Errorf("look for posts that are due in %s: %w", place, err)
	}
	return ids, nil
}

// RevivePost retries a row that was given up: with its message or, if anew, with a new
// one in place of the one that was deleted.
func (d *DB) RevivePost(ctx context.Context, id int64, anew bool) error {
	if anew {
		return d.changePost(ctx, id, repostPost)
	}
	return d.changePost(ctx, id, revivePost)
}

// RenewSeries makes the messages of a series due for an edit, and reports whether there
// are any.
func (d *DB) RenewSeries(ctx context.Context, id journal.ID, series string) (stands bool, err error) {
	err = d.writer.write(ctx, func(t *tx) error {
		n, err := t.change(renewSeries, id, series)
		stands = n > 0
		return err
	})
	if err != nil {
		return false, fmt.Errorf("renew %q of log %d: %w", series, id, err)
	}
	return stands, nil
}

// KillPost gives up the row and the posts for a thread on it that was not opened. An
// empty reason is stored as "unknown".
func (d *DB) KillPost(ctx context.Context, id int64, why string) error {
	if why == "" {
		why = "unknown"
	}
	err := d.writer.write(ctx, func(t *tx) error {
		if err := changeOne(t, id, killPost, why); err != nil {
			return err
		}
		return t.exec(killChildren, id, why)
	})
	return postError(id, err)
}

// Supersede gives up the waiting posts of the row's series that are for a seq below
// before and were never begun, except the newest post.
func (d *DB) Supersede(ctx context.Context, id, before int64) error {
	err := d.writer.write(ctx, func(t *tx) error { return t.exec(supersedePosts, id, before, journal.Obsolete) })
	return postError(id, err)
}

// AddPosts adds posts that no event of the log caused by itself, each once by its key.
func (d *DB) AddPosts(ctx context.Context, log journal.ID, posts []journal.Post) error {
	err := d.writer.write(ctx, func(t *tx) error {
		for i := range posts {
			if err := t.putPost(log, &posts[i], 0); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("posts of log %d: %w", log, err)
	}
	return nil
}

func (d *DB) changePost(ctx context.Context, id int64, q stmt, args ...any) error {
	err := d.writer.write(ctx, func(t *tx) error { return changeOne(t, id, q, args...) })
	return postError(id, err)
}

// changeOne changes one row of the outbox; it returns ErrNotFound if there is no such
// row.
func changeOne(t *tx, id int64, q stmt, args ...any) error {
	n, err := t.change(q, append([]any{id}, args...)...)
	if err == nil && n == 0 {
		err = journal.ErrNotFound
	}
	return err
}

func postError(id int64, err error) error {
	if err != nil {
		return fmt.Errorf("outbox row %d: %w", id, err)
	}
	return nil
}
