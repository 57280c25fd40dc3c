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

// postColumns tells a row without a channel of its own the thread of its parent.
const postColumns = `o.id, l.kind, l.id, o.key, o.kind,
	CASE WHEN o.channel <> '' THEN o.channel
		ELSE coalesce((SELECT t.thread FROM outbox t WHERE t.log = o.log AND t.key = o.parent), '') END,
	o.parent, o.round, o.match, o.page, o.seq, o.pings,
	o.want, o.shown, o.message, o.place, o.thread, o.began, o.dead, l.guild, o.series,
	o.series <> '' AND EXISTS (SELECT 1 FROM outbox n INDEXED BY outbox_series
		WHERE n.log = o.log AND n.series = o.series AND n.series <> '' AND n.id > o.id AND (n.dead = '' OR n.message <> '')),
	CASE WHEN o.series = '' THEN 0 ELSE coalesce((SELECT max(n.seq) FROM outbox n INDEXED BY outbox_series
		WHERE n.log = o.log AND n.series = o.series AND n.series <> '' AND n.shown > 0), 0) END`

const (
	// mayGo: a new message goes only if it is the oldest unsent one of its lane, and
	// if what it hangs on is there; an edit goes at any time.
	mayGo = `o.dead = '' AND o.want > o.shown AND (o.shown > 0 OR (
			NOT EXISTS (SELECT 1 FROM outbox e INDEXED BY outbox_unsent
				WHERE e.lane = o.lane AND e.dead = '' AND e.shown = 0 AND e.id < o.id)
			AND CASE WHEN o.parent = '' THEN TRUE
				WHEN o.channel = '' THEN EXISTS (SELECT 1 FROM outbox p WHERE p.log = o.log AND p.key = o.parent AND p.thread <> '')
				ELSE NOT EXISTS (SELECT 1 FROM outbox p WHERE p.log = o.log AND p.key = o.parent AND p.shown = 0 AND p.dead = '') END))`
	// unsettled: an edit whose end was not known for long enough. One that seems to
	// have begun in the future was begun before a step of the clock.
	unsettled           = `o.dead = '' AND o.began > 0 AND o.shown > 0 AND o.want <= o.shown AND o.began NOT BETWEEN ?1 AND ?2`
	selectDuePosts stmt = `SELECT ` + postColumns + ` FROM outbox o INDEXED BY outbox_pending CROSS JOIN logs l ON l.id = o.log
		WHERE o.dead = '' AND (o.want > o.shown OR o.began > 0) AND ((` + mayGo + `) OR (` + unsettled + `)) ORDER BY o.id`
	// selectGivenUp begins with the dead, and passes by those that are journal.Obsolete
	// before it looks at anything else: a panel asks with each drawing, and an event of
	// 400 has a thousand of them.
	selectGivenUp stmt = `SELECT ` + postColumns + ` FROM outbox o INDEXED BY outbox_dead
		CROSS JOIN logs l ON l.id = o.log WHERE o.dead <> '' AND o.dead NOT LIKE ?2 AND l.guild = ?1 AND l.over = 0`
	selectUnsent stmt = `SELECT ` + postColumns + ` FROM outbox o INDEXED BY outbox_pending CROSS JOIN logs l ON l.id = o.log
		WHERE o.dead = '' AND (o.want > o.shown OR o.began > 0) AND o.shown = 0 AND o.kind = ? ORDER BY o.id`
	selectPost stmt = `SELECT ` + postColumns + ` FROM outbox o JOIN logs l ON l.id = o.log WHERE o.log = ? AND o.key = ?`

	beginPost stmt = `UPDATE outbox SET began = ?2 WHERE id = ?1`
	// A row that moved to another channel meanwhile is not shown by what was posted in
	// the old one, which stays behind there.
	postedPost stmt = `UPDATE outbox SET place = ?2, message = ?3, shown = max(shown, ?4), began = ?5
		WHERE id = ?1 AND (message = ?3 OR message = '' AND channel IN ('', ?2))`
	postedBehind stmt = `INSERT INTO outbox (log, key, kind, channel, parent, lane, round, match, page, seq, pings, want, shown, message, place)
		SELECT log, key || '.left.' || ?3, ?4, ?2, parent, ?2, round, match, page, seq, 0, max(want, 2), 1, ?3, ?2 FROM outbox o
		WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM outbox l WHERE l.log = o.log AND l.message = ?3)`
	tookPost     stmt = `UPDATE outbox SET message = '', place = '', shown = want, began = ?2 WHERE id = ?1`
	touchPost    stmt = `UPDATE outbox SET id = id WHERE id = ?1`
	threadedPost stmt = `UPDATE outbox SET thread = ?2 WHERE id = ?1`
	killPost     stmt = `UPDATE outbox SET dead = ?2 WHERE id = ?1`
	revivePost   stmt = `UPDATE outbox SET dead = '' WHERE id = ?1`
	repostPost   stmt = `UPDATE outbox SET dead = '', message = '', place = '', shown = 0, began = 0 WHERE id = ?1`
	// renewSeries makes what stands as good as old.
	renewSeries stmt = `UPDATE outbox SET shown = 1 WHERE log = ? AND series = ? AND shown > 0 AND message <> '' AND dead = ''`
	// reviveChildren takes up what was given up for want of a thread.
	reviveChildren stmt = `UPDATE outbox SET dead = '' WHERE dead <> '' AND channel = '' AND shown = 0
		AND (log, parent) = (SELECT p.log, p.key FROM outbox p WHERE p.id = ?1)`
	// killChildren gives up what can no longer be said: posts for a thread that
	// will never be opened.
	killChildren stmt = `UPDATE outbox SET dead = 'the message it belongs to was given up: ' || ?2
		WHERE id IN (SELECT c.id FROM outbox p JOIN outbox c INDEXED BY outbox_unsent ON c.lane = p.log || '/' || p.key
			WHERE p.id = ?1 AND p.thread = '' AND c.channel = '' AND c.dead = '' AND c.shown = 0)`
)

func scanPost(r scanner) (journal.OutboxRow, error) {
	var o journal.OutboxRow
	var began int64
	err := r.Scan(&o.ID, &o.Log.Kind, &o.Log.ID, &o.Key, &o.Kind, &o.Channel, &o.Parent, &o.Round, &o.Match, &o.Page, &o.Seq, &o.Pings,
		&o.Want, &o.Shown, &o.Message, &o.Place, &o.Thread, &began, &o.Dead, &o.Guild, &o.Series, &o.Newer, &o.Said)
	o.Edit = o.Shown > 0
	o.Began = fromMillis(began)
	return o, err
}

// DuePosts returns posts to be sent now, oldest first, at most limit; those for
// which not returns true are left out and do not count. Of the new messages of a
// channel or thread only the oldest is among them, so that they appear in the
// order they were asked for; one that is left out holds up those behind it, one
// that is dead does not. A post with a parent waits until the parent is posted
// (or dead) and, where it has no channel of its own, until the parent has a
// thread, which is then its Channel. Edits depend on nothing; of those of one
// channel or thread the oldest journal.EditsDue are among them. An edit whose
// end is not known is due again once it began at or before settled. Edit is set
// where the row was posted before.
func (r *Reader) DuePosts(ctx context.Context, now, settled time.Time, limit int, not func(*journal.OutboxRow) bool) ([]journal.OutboxRow, error) {
	var due []journal.OutboxRow
	edits := map[string]int{}
	err := each(ctx, r.pool, scanPost, func(o journal.OutboxRow) bool {
		if not != nil && not(&o) {
			return true
		}
		if o.Edit {
			if edits[o.Place]++; edits[o.Place] > journal.EditsDue {
				return true
			}
		}
		due = append(due, o)
		return len(due) < limit
	}, selectDuePosts, millis(settled)+1, millis(now))
	if err != nil {
		return nil, fmt.Errorf("look for posts to send: %w", err)
	}
	return due, nil
}

// GivenUp returns the posts that were given up in the logs of a server that are
// not over, newest first, without those that were Obsolete.
func (r *Reader) GivenUp(ctx context.Context, guild string) ([]journal.OutboxRow, error) {
	dead, err := collect(ctx, r.pool, scanPost, selectGivenUp, guild, "%"+journal.Obsolete)
	if err != nil {
		return nil, fmt.Errorf("look for posts that were given up: %w", err)
	}
	slices.SortFunc(dead, func(a, b journal.OutboxRow) int { return cmp.Compare(b.ID, a.ID) })
	return dead, nil
}

// Unsent returns the posts of a kind that were never posted and are not given up,
// oldest first.
func (r *Reader) Unsent(ctx context.Context, kind journal.PostKind) ([]journal.OutboxRow, error) {
	rows, err := collect(ctx, r.pool, scanPost, selectUnsent, string(kind))
	if err != nil {
		return nil, fmt.Errorf("look for posts that wait: %w", err)
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

// BeginPost records that a sending or an edit begins. Began stays until its end
// is recorded: what it was to show may or may not be in its channel, or come
// there yet.
func (d *DB) BeginPost(ctx context.Context, id int64, now time.Time) error {
	return d.changePost(ctx, id, beginPost, millis(now))
}

// Posted records the message that now shows seq; the row is due again where more
// is wanted by now. unclear is when an earlier edit began whose end is not known
// and which may come to be seen after all; zero = there is none.
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

// TookPost records that the message was taken away. What it was to show counts as
// shown; as an edit whose end is not known it is due once more.
func (d *DB) TookPost(ctx context.Context, id int64, now time.Time) error {
	return d.changePost(ctx, id, tookPost, millis(now))
}

// Threaded records the thread that was opened on a posted message, and takes up
// what was given up for want of it.
func (d *DB) Threaded(ctx context.Context, id int64, thread string) error {
	err := d.writer.write(ctx, func(t *tx) error {
		if err := changeOne(t, id, threadedPost, thread); err != nil {
			return err
		}
		return t.exec(reviveChildren, id)
	})
	return postError(id, err)
}

// RevivePost takes a row up again that was given up: with its message, or anew,
// as one that was never posted.
func (d *DB) RevivePost(ctx context.Context, id int64, anew bool) error {
	if anew {
		return d.changePost(ctx, id, repostPost)
	}
	return d.changePost(ctx, id, revivePost)
}

// RenewSeries makes what stands of a series due to be edited, and reports whether
// anything stands.
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

// KillPost gives the row up, and with it the posts for a thread on it that was
// not opened. Empty reasons are told as "unknown".
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

func (d *DB) changePost(ctx context.Context, id int64, q stmt, args ...any) error {
	err := d.writer.write(ctx, func(t *tx) error { return changeOne(t, id, q, args...) })
	return postError(id, err)
}

// changeOne changes one row of the outbox; no such row is ErrNotFound.
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
