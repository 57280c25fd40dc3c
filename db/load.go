package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"topcut/tournament"
)

const (
	selectEvents stmt = `SELECT seq, batch, time, actor, cause, kind, version, data FROM events WHERE tournament = ? ORDER BY seq`
	selectPeople stmt = `SELECT no, user, name FROM people WHERE tournament = ? ORDER BY no`
	selectTexts  stmt = `SELECT no, kind, person, body FROM texts WHERE tournament = ? ORDER BY no`
	selectSecret stmt = `SELECT secret FROM secrets WHERE tournament = ?`
)

// Load returns a whole tournament as it was at one moment, or
// tournament.ErrNotFound. An event that this program does not know is refused
// as Envelope.Decode says.
func (r *Reader) Load(ctx context.Context, id tournament.ID) (*tournament.Stored, error) {
	var s *tournament.Stored
	err := r.pool.snapshot(ctx, func(q querier) (err error) {
		s, err = load(ctx, q, id)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("load tournament %d: %w", id, err)
	}
	return s, nil
}

func load(ctx context.Context, q querier, id tournament.ID) (*tournament.Stored, error) {
	log, err := collect(ctx, q, func(row scanner) (tournament.Envelope, error) { return scanEvent(row, id) }, selectEvents, id)
	if err != nil {
		return nil, err
	}
	if len(log) == 0 {
		return nil, tournament.ErrNotFound
	}
	s := &tournament.Stored{Log: log}
	if s.Book.People, err = collect(ctx, q, scanPerson, selectPeople, id); err != nil {
		return nil, err
	}
	if s.Book.Texts, err = collect(ctx, q, scanText, selectTexts, id); err != nil {
		return nil, err
	}
	for i, p := range s.Book.People {
		if p.No != i+1 {
			return nil, fmt.Errorf("person %d is missing", i+1)
		}
	}
	for i, x := range s.Book.Texts {
		if x.No != i+1 {
			return nil, fmt.Errorf("text %d is missing", i+1)
		}
	}
	err = q.row(ctx, selectSecret, id).Scan(&s.Book.Secret)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	return s, nil
}

func scanEvent(row scanner, id tournament.ID) (tournament.Envelope, error) {
	e := tournament.Envelope{Tournament: id}
	var at int64
	var data sql.RawBytes
	if err := row.Scan(&e.Seq, &e.Batch, &at, &e.Actor, &e.Cause, &e.Kind, &e.Version, &data); err != nil {
		return e, err
	}
	e.Time = fromMillis(at)
	return e, e.Decode(data)
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
