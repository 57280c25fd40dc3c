package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"topcut/tournament"
	"topcut/tournament/stores"
)

const (
	selectQuestion  stmt = `SELECT guild, user, at, act FROM questions WHERE id = ?`
	insertQuestion  stmt = `INSERT OR REPLACE INTO questions (id, guild, user, at, act) VALUES (?, ?, ?, ?, ?)`
	pruneQuestions  stmt = `DELETE FROM questions WHERE at < ?`
	boundQuestions  stmt = `DELETE FROM questions WHERE user = ?1 AND guild = ?2 AND at < (SELECT at FROM questions WHERE user = ?1 AND guild = ?2 ORDER BY at DESC LIMIT 1 OFFSET ?3)`
	forgetQuestions stmt = `DELETE FROM questions WHERE user = ?`
)

// mostQuestions is how many commands of a member in a server may wait; the oldest are
// dropped for new ones.
const mostQuestions = 8

// PutQuestion stores a command that waits to be agreed to.
func (d *DB) PutQuestion(ctx context.Context, q stores.Question) error {
	err := d.writer.write(ctx, func(t *tx) error {
		if err := t.exec(insertQuestion, q.ID, q.Guild, q.User, millis(q.At), string(q.Act)); err != nil {
			return err
		}
		return t.exec(boundQuestions, q.User, q.Guild, mostQuestions-1)
	})
	if err != nil {
		return fmt.Errorf("keep a command until it is agreed to: %w", err)
	}
	return nil
}

// Question returns a command that waits, or tournament.ErrNotFound, also if it has expired
// but is not deleted yet.
func (r *Reader) Question(ctx context.Context, id string, now time.Time) (stores.Question, error) {
	q := stores.Question{ID: id}
	var at int64
	var act string
	err := r.pool.row(ctx, selectQuestion, id).Scan(&q.Guild, &q.User, &at, &act)
	q.At, q.Act = time.UnixMilli(at).UTC(), []byte(act)
	switch {
	case errors.Is(err, sql.ErrNoRows), err == nil && q.At.Before(now.Add(-uploadLife)):
		return stores.Question{}, tournament.ErrNotFound
	case err != nil:
		return stores.Question{}, fmt.Errorf("read a command that waits: %w", err)
	}
	return q, nil
}
