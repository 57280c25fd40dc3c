package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"topcut/tournament/journal"
)

const (
	selectEvents stmt = `SELECT seq, batch, time, actor, cause, kind, version, data, hash FROM events WHERE log = ? ORDER BY seq`
	// selectFacts leaves the hashes out: an unreadable hash must not hide the events.
	selectFacts  stmt = `SELECT seq, batch, time, actor, cause, kind, version, data, x'' FROM events WHERE log = ? ORDER BY seq`
	selectLater  stmt = `SELECT seq, batch, time, actor, cause, kind, version, data, hash FROM events WHERE log = ? AND seq > ? ORDER BY seq`
	selectHash   stmt = `SELECT hash FROM events WHERE log = ? AND seq = ?`
	selectPeople stmt = `SELECT no, user, name FROM people WHERE log = ? ORDER BY no`
	selectTexts  stmt = `SELECT no, kind, person, body FROM texts WHERE log = ? ORDER BY no`
	selectSecret stmt = `SELECT secret FROM secrets WHERE log = ?`
)

func (k *kind[E, R]) load(ctx context.Context, q querier, id journal.ID) (*journal.Stored[E], error) {
	log, _, err := k.loadLog(ctx, q, id)
	if err != nil {
		return nil, err
	}
	s := &journal.Stored[E]{Log: log}
	if err := loadBook(ctx, q, id, &s.Book); err != nil {
		if isDamage(err) {
			err = &Damage{Kind: k.Name, Log: id, Err: err}
		}
		return nil, err
	}
	return s, nil
}

// loadLog reads a log along its chain. It returns journal.ErrNotFound for a log of
// another kind.
func (k *kind[E, R]) loadLog(ctx context.Context, q querier, id journal.ID) ([]journal.Envelope[E], *chain, error) {
	log, c, err := k.readLog(ctx, q, id, selectEvents)
	if code(err)&0xff == sqlite3.SQLITE_CORRUPT {
		if log, c, err := k.readLog(ctx, q, id, selectFacts); err == nil {
			return log, c, nil
		}
	}
	switch {
	case err == nil && len(log) == 0, errors.Is(err, journal.ErrNotFound):
		return nil, c, journal.ErrNotFound
	case err == nil:
		return log, c, nil
	case k.isOthers(ctx, q, id):
		return nil, c, journal.ErrNotFound
	case isDecided(err) || !isDamage(err):
		return log, c, err
	}
	return nil, c, c.damage(c.seq+1, err)
}

func (k *kind[E, R]) readLog(ctx context.Context, q querier, id journal.ID, events stmt) ([]journal.Envelope[E], *chain, error) {
	c := newChain(id, k.Name)
	log, err := collect(ctx, q, func(row scanner) (journal.Envelope[E], error) { return scanEvent(row, c, k.Events) }, events, id)
	if err == nil {
		err = c.checkEnd(ctx, q)
	}
	return log, c, err
}

// extend reads what a log has beyond its known beginning.
func (k *kind[E, R]) extend(ctx context.Context, q querier, id journal.ID, known []journal.Envelope[E]) ([]journal.Envelope[E], error) {
	c, last := newChain(id, k.Name), int64(len(known))
	var hash []byte
	if err := q.row(ctx, selectHash, id, last).Scan(&hash); err != nil {
		return nil, err
	}
	c.seq = last
	copy(c.hash[:], hash)
	log := known
	err := each(ctx, q, func(row scanner) (journal.Envelope[E], error) { return scanEvent(row, c, k.Events) },
		func(e journal.Envelope[E]) bool { log = append(log, e); return true }, selectLater, id, last)
	if err == nil {
		err = c.checkEnd(ctx, q)
	}
	return log, err
}

// isDecided reports whether err already says what is wrong with a log.
func isDecided(err error) bool {
	var d *Damage
	return errors.As(err, &d) || journal.ClassOf(err) != ""
}

func loadBook(ctx context.Context, q querier, id journal.ID, book *journal.Book) (err error) {
	if book.People, err = collect(ctx, q, scanPerson, selectPeople, id); err != nil {
		return err
	}
	if book.Texts, err = collect(ctx, q, scanText, selectTexts, id); err != nil {
		return err
	}
	for i, p := range book.People {
		if p.No != i+1 {
			return fmt.Errorf("person %d: missing", i+1)
		}
	}
	for i, x := range book.Texts {
		if x.No != i+1 {
			return fmt.Errorf("text %d: missing", i+1)
		}
	}
	err = q.row(ctx, selectSecret, id).Scan(&book.Secret)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return err
}

func scanEvent[E any](row scanner, c *chain, kinds *journal.Kinds[E]) (e journal.Envelope[E], err error) {
	var at columns
	var data, hash sql.RawBytes
	if err := row.Scan(&at.seq, &at.batch, &at.time, &at.actor, &at.cause, &at.kind, &at.version, &data, &hash); err != nil {
		return e, err
	}
	if err := c.follow(at, data, hash); err != nil {
		return e, err
	}
	e = journal.Envelope[E]{
		Log: c.log, Seq: at.seq, Batch: at.batch, Time: fromMillis(at.time), Actor: at.actor, Cause: at.cause, Kind: at.kind, Version: at.version,
	}
	if err = kinds.Decode(&e, data); err != nil && c.suspect > 0 {
		err = c.damage(at.seq, nil)
	}
	return e, err
}

func scanPerson(row scanner) (p journal.Person, err error) {
	return p, row.Scan(&p.No, &p.User, &p.Name)
}

func scanText(row scanner) (x journal.Text, err error) {
	return x, row.Scan(&x.No, &x.Kind, &x.Person, &x.Body)
}

const (
	selectAnswer  stmt = `SELECT body FROM answers WHERE cause = ?`
	deleteAnswers stmt = `DELETE FROM answers WHERE cause IN (SELECT cause FROM answers WHERE at < ? ORDER BY at LIMIT ?)`
)

// Answer returns the stored answer to an interaction, or nil if it is new. An empty
// answer is not nil.
func (r *Reader) Answer(ctx context.Context, cause string) ([]byte, error) {
	var body []byte
	err := r.pool.row(ctx, selectAnswer, cause).Scan(&body)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look up the answer to an interaction: %w", err)
	}
	return nonNil(body), nil
}

// answerLife is how long an answer is kept. Discord gives up an interaction after 15
// minutes.
const answerLife = 24 * time.Hour

// answersAtOnce bounds the rows of one deletion, and so how long other writes wait.
const answersAtOnce = 1000

// PruneAnswers deletes the answers older than answerLife and returns their number. It
// also deletes expired uploads and bans.
func (d *DB) PruneAnswers(ctx context.Context, now time.Time) (int, error) {
	before := now.Add(-answerLife)
	err := d.writer.write(ctx, func(t *tx) error {
		if err := t.pruneBans(now); err != nil {
			return err
		}
		if err := t.exec(pruneUploads, millis(now.Add(-uploadLife))); err != nil {
			return err
		}
		return t.exec(pruneQuestions, millis(now.Add(-uploadLife)))
	})
	if err != nil {
		return 0, fmt.Errorf("delete files without an answer and bans that have ended: %w", err)
	}
	for total := 0; ; {
		var n int64
		err := d.writer.write(ctx, func(t *tx) (err error) {
			n, err = t.change(deleteAnswers, millis(before), answersAtOnce)
			return err
		})
		if err != nil {
			return total, fmt.Errorf("delete old answers: %w", err)
		}
		if total += int(n); n < answersAtOnce {
			return total, nil
		}
	}
}
