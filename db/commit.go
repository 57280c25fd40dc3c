package db

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topcut/tournament/journal"
)

// encode returns the stored forms of the events of c. It returns an error if c is
// invalid.
func encode[E, R any](c *journal.Commit[E, R]) ([]string, error) {
	if c.Expect == 0 && len(c.Events) == 0 {
		return nil, fmt.Errorf("log %d: empty", c.Log)
	}
	out := make([]string, len(c.Events))
	for i := range c.Events {
		e := &c.Events[i]
		if e.Log != c.Log || e.Seq != c.Expect+int64(i)+1 || e.Kind == "" {
			return nil, fmt.Errorf("log %d, event %d: %q after %d", e.Log, e.Seq, e.Kind, c.Expect+int64(i))
		}
		data, err := e.Encode()
		if err != nil {
			return nil, fmt.Errorf("event %d (%s): %w", e.Seq, e.Kind, err)
		}
		out[i] = string(data)
	}
	for i := range c.Posts {
		p := &c.Posts[i]
		if p.Key == "" && p.Leaves == "" || p.Channel == "" && p.Parent == "" {
			return nil, fmt.Errorf("post %q (%s): incomplete", p.Key, p.Kind)
		}
	}
	return out, nil
}

const (
	insertLog    stmt = `INSERT INTO logs (id, kind, seq, hash) VALUES (?, ?, 0, x'') ON CONFLICT DO NOTHING`
	insertAnswer stmt = `INSERT INTO answers (cause, log, body, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`
	insertEvent  stmt = `INSERT INTO events (log, seq, batch, time, actor, cause, kind, version, data, hash)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	updateEnd    stmt = `UPDATE logs SET kind = ?2, seq = ?3, hash = ?4 WHERE id = ?1`
	upsertPerson stmt = `INSERT INTO people (log, no, user, name) VALUES (?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET user = excluded.user, name = excluded.name`
	upsertText stmt = `INSERT INTO texts (log, no, kind, person, body) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET kind = excluded.kind, person = excluded.person, body = excluded.body`
	insertSecret stmt = `INSERT INTO secrets (log, secret) VALUES (?, ?) ON CONFLICT DO UPDATE SET secret = excluded.secret`
)

func (k *kind[E, R]) commit(ctx context.Context, t *tx, c *journal.Commit[E, R], data []string) error {
	end, err := k.last(ctx, t, c.Log)
	if err != nil {
		return err
	}
	if !end.listed {
		delete(t.kept, c.Log) // what was known about it may be lost too
		if err := t.exec(insertLog, c.Log, k.Name); err != nil {
			return err
		}
	}
	if err := t.putAnswer(c.Log, c.Answer); err != nil {
		return err
	}
	if end.seq != c.Expect {
		return fmt.Errorf("%w: at %d, not %d", journal.ErrConflict, end.seq, c.Expect)
	}
	if err := appendEvents(t, end, c.Events, data); err != nil {
		return err
	}
	if err := t.putBook(c.Log, c.People, c.Texts, c.Secret); err != nil {
		return err
	}
	return k.putBeside(ctx, t, c, end.seq)
}

// putAnswer stores the answer to an interaction, if it is not nil. It returns
// errAnswered if the interaction has one.
func (t *tx) putAnswer(log journal.ID, a *journal.Answer) error {
	if a == nil {
		return nil
	}
	n, err := t.change(insertAnswer, a.Cause, log, nonNil(a.Body), millis(a.At))
	if err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	if n == 0 {
		return errAnswered
	}
	return nil
}

// putBeside writes what c changes beside the log and its book. seq is the end of the log.
func (k *kind[E, R]) putBeside(ctx context.Context, t *tx, c *journal.Commit[E, R], seq int64) error {
	next := t.kept[c.Log]
	if c.Read != nil {
		var err error
		if next, err = k.put(ctx, t, c.Log, *c.Read, c.Deadlines); err != nil {
			return err
		}
	}
	for i := range c.Posts {
		if err := t.putPost(c.Log, &c.Posts[i], seq); err != nil {
			return fmt.Errorf("post %q: %w", c.Posts[i].Key, err)
		}
	}
	t.keep(c.Log, next)
	return nil
}

// rowsAtOnce is how many events one statement inserts if there are many: an import has
// tens of thousands.
const rowsAtOnce = 64

var insertEvents = stmt(string(insertEvent) + strings.Repeat(", (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rowsAtOnce-1))

// appendEvents adds events at the end of a log's chain.
func appendEvents[E any](t *tx, end *chain, events []journal.Envelope[E], data []string) error {
	if len(events) == 0 && end.listed {
		return nil
	}
	for len(events) > 0 {
		n, q := 1, insertEvent
		if len(events) >= rowsAtOnce {
			n, q = rowsAtOnce, insertEvents
		}
		var args []any
		for i := range events[:n] {
			e := columnsOf(&events[i])
			end.add(e, []byte(data[i]))
			args = append(args, end.log, e.seq, e.batch, e.time, e.actor, e.cause, e.kind, e.version, data[i], bytes.Clone(end.hash[:]))
		}
		if err := t.exec(q, args...); err != nil {
			return eventError(events[0].Seq, err)
		}
		events, data = events[n:], data[n:]
	}
	return t.exec(updateEnd, end.log, end.kind, end.seq, end.hash[:])
}

// eventError says from which event on nothing was added.
func eventError(seq int64, err error) error {
	if isConstraint(err) {
		return fmt.Errorf("%w: event %d: %w", journal.ErrConflict, seq, err)
	}
	return fmt.Errorf("event %d: %w", seq, err)
}

func (t *tx) putBook(log journal.ID, people []journal.Person, texts []journal.Text, secret []byte) error {
	for _, p := range people {
		if err := t.exec(upsertPerson, log, p.No, p.User, p.Name); err != nil {
			return fmt.Errorf("person %d: %w", p.No, err)
		}
	}
	for _, x := range texts {
		if err := t.exec(upsertText, log, x.No, string(x.Kind), x.Person, x.Body); err != nil {
			return fmt.Errorf("text %d: %w", x.No, err)
		}
	}
	if secret != nil {
		if err := t.exec(insertSecret, log, secret); err != nil {
			return fmt.Errorf("secret: %w", err)
		}
	}
	return nil
}

// kept are the rows and deadlines of a log as last written, so that the next commit
// writes only what changed without reading the rest.
type kept struct {
	rows      any // of its kind; nil if unknown
	deadlines []journal.Deadline
}

// maxKept bounds how many logs are remembered.
const maxKept = 64

// keep remembers what a job has written. It is called last in a job: a job that fails
// keeps nothing.
func (t *tx) keep(id journal.ID, k kept) {
	if t.kept == nil || len(t.kept) >= maxKept {
		t.kept = map[journal.ID]kept{}
	}
	t.kept[id] = k
}

func (t *tx) forgetKept() { t.kept = nil }

const (
	updateHeading   stmt = `UPDATE logs SET guild = ?2, name = ?3, over = ?4 WHERE id = ?1`
	selectDeadlines stmt = `SELECT key, at FROM deadlines WHERE log = ?`
	upsertDeadline  stmt = `INSERT INTO deadlines (log, key, at) VALUES (?, ?, ?)
		ON CONFLICT DO UPDATE SET at = excluded.at`
	deleteDeadline stmt = `DELETE FROM deadlines WHERE log = ? AND key = ?`
)

// put replaces the rows and deadlines of a log, and returns what to keep of it.
func (k *kind[E, R]) put(ctx context.Context, t *tx, id journal.ID, rows R, deadlines []journal.Deadline) (_ kept, err error) {
	old := t.kept[id]
	var before *R
	if r, ok := old.rows.(R); ok {
		before = &r
	} else if old.deadlines, err = collect(ctx, t, scanDeadline, selectDeadlines, id); err != nil {
		return kept{}, err
	}
	if h := rows.Heading(); before == nil || (*before).Heading() != h {
		t.listed(h.Guild)
		if err := t.exec(updateHeading, id, h.Guild, h.Name, h.Over); err != nil {
			return kept{}, fmt.Errorf("heading: %w", err)
		}
	}
	if k.own != nil {
		if err := k.own.put(ctx, t, id, before, rows); err != nil {
			return kept{}, err
		}
	}
	if err := t.putDeadlines(id, old.deadlines, deadlines); err != nil {
		return kept{}, fmt.Errorf("deadlines: %w", err)
	}
	return kept{rows: rows, deadlines: slices.Clone(deadlines)}, nil
}

func (t *tx) putDeadlines(id journal.ID, old, rows []journal.Deadline) error {
	was := make(map[string]int64, len(old))
	for _, d := range old {
		was[d.Key] = millis(d.At)
	}
	for _, d := range rows {
		if before, ok := was[d.Key]; !ok || before != millis(d.At) {
			if err := t.exec(upsertDeadline, id, d.Key, millis(d.At)); err != nil {
				return err
			}
		}
		delete(was, d.Key)
	}
	for key := range was {
		if err := t.exec(deleteDeadline, id, key); err != nil {
			return err
		}
	}
	return nil
}

// insertPost adds a post, or requests an edit of the post with the same key. A post for
// the thread of a message that was given up is given up at once. A post whose edit was
// refused is retried: the next edit may succeed.
const insertPost stmt = `INSERT INTO outbox (log, key, kind, channel, parent, lane, round, match, page, seq, pings, want, series, dead)
	VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, coalesce((SELECT 'the message it belongs to was given up: ' || p.dead
		FROM outbox p WHERE ?4 = '' AND p.log = ?1 AND p.key = ?5 AND p.dead <> '' AND p.thread = ''), ''))
	ON CONFLICT (log, key) DO UPDATE SET want = max(want, excluded.want),
		seq = CASE WHEN message = '' THEN excluded.seq ELSE seq END,
		dead = CASE WHEN message = '' THEN excluded.dead ELSE '' END`

// raiseSeries makes the messages of a series due after a new post: the others are then
// deleted. A post that waits to be sent takes over from the
// newest post what to show when it is posted. Deleted posts stay deleted.
const raiseSeries stmt = `UPDATE outbox SET want = ?3 WHERE dead = '' AND want < ?3 AND (message <> '' OR shown = 0) AND id IN (
	SELECT id FROM outbox INDEXED BY outbox_standing WHERE log = ?1 AND series = ?2 AND series <> '' AND message <> ''
	UNION ALL SELECT max(id) FROM outbox INDEXED BY outbox_alive
		WHERE log = ?1 AND series = ?2 AND series <> '' AND (dead = '' OR message <> ''))`

const (
	// moveWaiting moves posts that were never posted. An attempt that may have begun in the
	// old channel starts again: the old channel is no longer searched.
	moveWaiting stmt = `UPDATE outbox SET channel = ?3, lane = ?3, began = 0 WHERE log = ?1 AND channel = ?2 AND message = ''`
	// leaveBehind keeps the message of a post that is posted again elsewhere.
	leaveBehind stmt = `INSERT INTO outbox (log, key, kind, channel, parent, lane, round, match, page, seq, pings, want, shown, message, place)
		SELECT log, key || '.left.' || ?4, ?5, channel, parent, lane, round, match, page, seq, 0, ?4, 1, message, place
		FROM outbox WHERE log = ?1 AND key = ?2 AND message <> '' AND (channel = ?3 OR channel = '')`
	postAgain stmt = `UPDATE outbox SET dead = '', message = '', place = '', thread = '', shown = 0, began = 0, want = ?5,
		channel = CASE channel WHEN '' THEN '' ELSE ?4 END, lane = CASE channel WHEN '' THEN lane ELSE ?4 END
		WHERE log = ?1 AND key = ?2 AND message <> '' AND (channel = ?3 OR channel = '')`
	// comeBack adopts the message that was left behind in the previous channel.
	comeBack stmt = `UPDATE outbox SET (message, place, shown) = (SELECT l.message, l.place, 1 FROM outbox l
			WHERE l.log = ?1 AND l.key GLOB ?2 || '.left.*' AND l.channel = ?3 AND l.dead = '')
		WHERE log = ?1 AND key = ?2 AND message = '' AND EXISTS (SELECT 1 FROM outbox l
			WHERE l.log = ?1 AND l.key GLOB ?2 || '.left.*' AND l.channel = ?3 AND l.dead = '')`
	dropLeft stmt = `DELETE FROM outbox WHERE log = ?1 AND key GLOB ?2 || '.left.*' AND channel = ?3`
)

// move carries out a Post that leaves a channel.
func (t *tx) move(id journal.ID, p *journal.Post, want int64) error {
	if p.Key == "" {
		return t.exec(moveWaiting, id, p.Leaves, p.Channel)
	}
	if err := t.exec(leaveBehind, id, p.Key, p.Leaves, want, string(journal.LeftBehind)); err != nil {
		return err
	}
	if err := t.exec(postAgain, id, p.Key, p.Leaves, p.Channel, want); err != nil {
		return err
	}
	if err := t.exec(comeBack, id, p.Key, p.Channel); err != nil {
		return err
	}
	return t.exec(dropLeft, id, p.Key, p.Channel)
}

func (t *tx) putPost(id journal.ID, p *journal.Post, last int64) error {
	want := max(p.Seq, last, 1) // show the state after the whole commit
	if p.Leaves != "" {
		return t.move(id, p, want)
	}
	lane := p.Channel
	if lane == "" {
		lane = strconv.FormatInt(int64(id), 10) + "/" + p.Parent
	}
	err := t.exec(insertPost, id, p.Key, string(p.Kind), p.Channel, p.Parent, lane, p.Round, p.Match, p.Page, p.Seq, p.Pings, want, p.Series)
	if err != nil || p.Series == "" {
		return err
	}
	return t.exec(raiseSeries, id, p.Series, want)
}

// nonNil makes an empty answer distinct from no answer.
func nonNil(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
