package db

import (
	"context"
	"fmt"
	"time"
)

// Stats are the figures for /metrics and /healthz.
type Stats struct {
	Schema       int
	Bytes        int64 // size of the file, without its journal
	Tournaments  int
	Running      int   // tournaments that are not over
	Players      int   // players in these tournaments
	Events       int64 // in all logs
	Deadlines    int
	NextDeadline time.Time // zero if there is none
	Answers      int
	// PostsWaiting includes edits that are repeated because their outcome is unknown. A log
	// whose posts have still to be looked at (Grown) counts as one.
	PostsWaiting int
	PostsWatched int            // deleted, to be searched for once more when all attempts are settled
	PostsDead    map[string]int // given up in unfinished and recent logs, by reason, without those that were journal.Obsolete
	Oldest       Oldest
}

// Oldest is the time of the oldest change that a post still has to show, by what has to be
// requested, including posts that wait for another attempt; zero if none waits. It is
// tournament time.
type Oldest struct {
	Message time.Time // a new message
	Edit    time.Time // an edit
	Thread  time.Time // a thread, for a new message in it
}

// Post is the earlier of Message and Edit.
func (o Oldest) Post() time.Time {
	if o.Edit.IsZero() || !o.Message.IsZero() && o.Message.Before(o.Edit) {
		return o.Message
	}
	return o.Edit
}

const (
	// grown counts the logs whose posts have still to be looked at.
	grown = `(SELECT count(*) FROM logs INDEXED BY logs_grown WHERE seq > looked AND kind <> 'unfinished')`
	// pending counts the waiting and the watched posts.
	pending = `(SELECT count(*) FROM outbox INDEXED BY outbox_pending
			WHERE dead = '' AND (want > shown OR began > 0) AND NOT (message = '' AND shown > 0)) + ` + grown + `,
		(SELECT count(*) FROM outbox INDEXED BY outbox_pending WHERE dead = '' AND began > 0 AND message = '' AND shown > 0)`
	selectPending stmt = `SELECT ` + pending
	selectWaiting stmt = `SELECT id, want, shown FROM outbox INDEXED BY outbox_pending
			WHERE dead = '' AND want > shown AND NOT (message = '' AND shown > 0)`
	selectSize  stmt = `SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`
	selectStats stmt = `SELECT
		(SELECT count(*) FROM tournaments),
		(SELECT coalesce(sum(seq), 0) FROM logs WHERE kind <> 'unfinished'),
		(SELECT count(*) FROM logs l INDEXED BY logs_running JOIN tournaments t ON t.log = l.id WHERE l.over = 0),
		(SELECT coalesce(sum(t.players), 0) FROM logs l INDEXED BY logs_running JOIN tournaments t ON t.log = l.id WHERE l.over = 0),
		(SELECT count(*) FROM deadlines),
		(SELECT coalesce(min(at), 0) FROM deadlines),
		(SELECT count(*) FROM answers),
		` + pending
	// unopened says that a new message is for a thread that is not open.
	unopened = `(o.shown = 0 AND o.parent <> '' AND o.channel = ''
			AND EXISTS (SELECT 1 FROM outbox p WHERE p.log = o.log AND p.key = o.parent AND p.thread = ''))`
	selectOldest stmt = `SELECT
		coalesce(min(iif(o.shown > 0 OR ` + unopened + `, NULL, e.time)), 0),
		coalesce(min(iif(o.shown > 0, e.time, NULL)), 0),
		coalesce(min(iif(` + unopened + `, e.time, NULL)), 0)
		FROM outbox o INDEXED BY outbox_due JOIN events e ON e.log = o.log AND e.seq = o.want WHERE o.due <> ''`
	selectDeaths stmt = `SELECT o.dead, count(*) FROM outbox o INDEXED BY outbox_given_up
		CROSS JOIN logs l ON l.id = o.log WHERE ` + lately + ` AND ` + givenUp + ` GROUP BY o.dead`
)

// Stats counts what is in the database without reading the logs: logs have no gaps, so
// the last number of each is its length.
func (r *Reader) Stats(ctx context.Context) (Stats, error) {
	var s Stats
	var next, message, edit, thread int64
	err := r.pool.snapshot(ctx, func(q querier) error {
		if err := q.row(ctx, selectVersion).Scan(&s.Schema); err != nil {
			return err
		}
		if err := q.row(ctx, selectSize).Scan(&s.Bytes); err != nil {
			return err
		}
		err := q.row(ctx, selectStats).Scan(&s.Tournaments, &s.Events, &s.Running, &s.Players, &s.Deadlines, &next, &s.Answers, &s.PostsWaiting, &s.PostsWatched)
		if err != nil {
			return err
		}
		if err := q.row(ctx, selectOldest).Scan(&message, &edit, &thread); err != nil {
			return err
		}
		s.PostsDead = map[string]int{}
		return each(ctx, q, func(row scanner) (d death, err error) { return d, row.Scan(&d.why, &d.posts) },
			func(d death) bool { s.PostsDead[d.why] = d.posts; return true }, selectDeaths, lossesSince())
	})
	if err != nil {
		return s, fmt.Errorf("count what is in the database: %w", err)
	}
	s.NextDeadline, s.Oldest = fromMillis(next), Oldest{fromMillis(message), fromMillis(edit), fromMillis(thread)}
	return s, nil
}

// PostsPending returns PostsWaiting and PostsWatched of Stats.
func (r *Reader) PostsPending(ctx context.Context) (waiting, watched int, err error) {
	if err = r.pool.row(ctx, selectPending).Scan(&waiting, &watched); err != nil {
		err = fmt.Errorf("count the posts that wait: %w", err)
	}
	return waiting, watched, err
}

// Waiting is a post that waits to be sent or edited.
type Waiting struct {
	Want  int64 // the event up to which it is to be shown
	Shown int64 // the one up to which it is
}

// WaitingPosts returns the posts that wait to be sent or edited, by row.
func (r *Reader) WaitingPosts(ctx context.Context) (map[int64]Waiting, error) {
	type post struct {
		id int64
		Waiting
	}
	out := map[int64]Waiting{}
	err := each(ctx, r.pool, func(row scanner) (p post, err error) { return p, row.Scan(&p.id, &p.Want, &p.Shown) },
		func(p post) bool { out[p.id] = p.Waiting; return true }, selectWaiting)
	if err != nil {
		return nil, fmt.Errorf("list the posts that wait: %w", err)
	}
	return out, nil
}

type death struct {
	why   string
	posts int
}
