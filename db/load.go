package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"topcut/tournament"
)

const (
	selectEvents stmt = `SELECT seq, batch, time, actor, cause, kind, version, data, hash FROM events WHERE tournament = ? ORDER BY seq`
	// selectFacts leaves the hashes out: one that cannot be read must not hide the
	// events.
	selectFacts  stmt = `SELECT seq, batch, time, actor, cause, kind, version, data, x'' FROM events WHERE tournament = ? ORDER BY seq`
	selectPeople stmt = `SELECT no, user, name FROM people WHERE tournament = ? ORDER BY no`
	selectTexts  stmt = `SELECT no, kind, person, body FROM texts WHERE tournament = ? ORDER BY no`
	selectSecret stmt = `SELECT secret FROM secrets WHERE tournament = ?`
)

// Load returns a whole tournament as it was at one moment, or
// tournament.ErrNotFound. An event that this program does not know is refused
// as Envelope.Decode says, and one that is not what was committed is a *Damage.
func (r *Reader) Load(ctx context.Context, id tournament.ID) (*tournament.Stored, error) {
	var s *tournament.Stored
	err := r.pool.snapshot(ctx, func(q querier) (err error) {
		s, err = load(ctx, q, id)
		return err
	})
	if err != nil {
		r.apart.note(err)
		return nil, fmt.Errorf("load tournament %d: %w", id, err)
	}
	return s, nil
}

func load(ctx context.Context, q querier, id tournament.ID) (*tournament.Stored, error) {
	log, _, err := loadLog(ctx, q, id)
	if err != nil {
		return nil, err
	}
	s := &tournament.Stored{Log: log}
	if err := loadBook(ctx, q, id, &s.Book); err != nil {
		if isDamage(err) {
			err = &Damage{Log: id, Err: err}
		}
		return nil, err
	}
	return s, nil
}

// loadLog reads a log along its chain.
func loadLog(ctx context.Context, q querier, id tournament.ID) ([]tournament.Envelope, *chain, error) {
	log, c, err := readLog(ctx, q, id, selectEvents)
	if code(err)&0xff == sqlite3.SQLITE_CORRUPT {
		if log, c, err := readLog(ctx, q, id, selectFacts); err == nil {
			return log, c, nil
		}
	}
	switch {
	case err == nil && len(log) == 0:
		return nil, c, tournament.ErrNotFound
	case err == nil, isDecided(err) || !isDamage(err):
		return log, c, err
	}
	return nil, c, c.damage(c.seq+1, err)
}

func readLog(ctx context.Context, q querier, id tournament.ID, events stmt) ([]tournament.Envelope, *chain, error) {
	c := &chain{log: id}
	log, err := collect(ctx, q, func(row scanner) (tournament.Envelope, error) { return scanEvent(row, c) }, events, id)
	if err == nil {
		err = c.checkEnd(ctx, q)
	}
	return log, c, err
}

// isDecided reports whether err says already what is wrong with a log.
func isDecided(err error) bool {
	var d *Damage
	return errors.As(err, &d) || tournament.ClassOf(err) != ""
}

func loadBook(ctx context.Context, q querier, id tournament.ID, book *tournament.Book) (err error) {
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

func scanEvent(row scanner, c *chain) (tournament.Envelope, error) {
	e := tournament.Envelope{Log: c.log}
	var at int64
	var data, hash sql.RawBytes
	if err := row.Scan(&e.Seq, &e.Batch, &at, &e.Actor, &e.Cause, &e.Kind, &e.Version, &data, &hash); err != nil {
		return e, err
	}
	e.Time = fromMillis(at)
	if err := c.follow(&e, data, hash); err != nil {
		return e, err
	}
	err := tournament.Decode(&e, data)
	if err != nil && c.suspect > 0 {
		return e, c.damage(e.Seq, nil)
	}
	return e, err
}

func scanPerson(row scanner) (p tournament.Person, err error) {
	return p, row.Scan(&p.No, &p.User, &p.Name)
}

func scanText(row scanner) (x tournament.Text, err error) {
	return x, row.Scan(&x.No, &x.Kind, &x.Person, &x.Body)
}

func scanPlayerRow(row scanner) (p tournament.PlayerRow, err error) {
	return p, row.Scan(&p.User, &p.Player, &p.Status)
}

func scanDeadline(row scanner) (d tournament.Deadline, err error) {
	var at int64
	err = row.Scan(&d.Key, &at)
	d.At = fromMillis(at)
	return d, err
}

const (
	selectAnswer  stmt = `SELECT body FROM answers WHERE cause = ?`
	deleteAnswers stmt = `DELETE FROM answers WHERE cause IN (SELECT cause FROM answers WHERE at < ? ORDER BY at LIMIT ?)`
)

// Answer returns what an interaction was answered, nil where it is new. An
// empty answer is not nil.
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

// AnswerLife is how long an answer is kept. Discord gives up an interaction
// after 15 minutes.
const AnswerLife = 24 * time.Hour

// answersAtOnce bounds how long one deletion keeps other writes waiting.
const answersAtOnce = 1000

// PruneAnswers deletes the answers older than AnswerLife and returns how many.
func (d *DB) PruneAnswers(ctx context.Context, now time.Time) (int, error) {
	before := now.Add(-AnswerLife)
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
