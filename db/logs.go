package db

import (
	"context"
	"fmt"

	"topcut/tournament/journal"
)

// Logs are the logs of one kind in a database opened for reading.
type Logs[E any, R journal.Rows] struct {
	*Reader
	kind *kind[E, R]
}

// LogsOf returns the logs of a kind, which must be in the table of kinds.
func LogsOf[E any, R journal.Rows](r *Reader, k *journal.LogKind[E, R]) *Logs[E, R] {
	return &Logs[E, R]{r, rowOf(k)}
}

// Load returns a snapshot of a whole log, or journal.ErrNotFound. For an event that this
// program does not know it returns the error of journal.Kinds.Decode, and for a damaged
// one a *Damage.
func (l *Logs[E, R]) Load(ctx context.Context, id journal.ID) (*journal.Stored[E], error) {
	var s *journal.Stored[E]
	err := l.pool.snapshot(ctx, func(q querier) (err error) {
		s, err = l.kind.load(ctx, q, id)
		return err
	})
	if err != nil {
		l.apart.note(err)
		return nil, fmt.Errorf("load %s %d: %w", l.kind.Name, id, err)
	}
	return s, nil
}

// Extend returns a log as it is now, and reads only what has been written since it was
// loaded as known, which may be nil. It appends to the log of known, which therefore
// can be extended once.
func (l *Logs[E, R]) Extend(ctx context.Context, id journal.ID, known *journal.Stored[E]) (*journal.Stored[E], error) {
	if known == nil {
		return l.Load(ctx, id)
	}
	s := &journal.Stored[E]{}
	err := l.pool.snapshot(ctx, func(q querier) (err error) {
		if s.Log, err = l.kind.extend(ctx, q, id, known.Log); err != nil {
			return err
		}
		return loadBook(ctx, q, id, &s.Book)
	})
	if err != nil {
		return l.Load(ctx, id) // the whole log says what is wrong
	}
	return s, nil
}

// Store keeps the logs of one kind; it is a journal.Store. Logs of all kinds share the
// same tables, and an interaction is answered once across all of them.
type Store[E any, R journal.Rows] struct {
	*DB
	logs *Logs[E, R]
}

// StoreOf returns the store of a kind of log, which must be in the table of kinds.
func StoreOf[E any, R journal.Rows](d *DB, k *journal.LogKind[E, R]) *Store[E, R] {
	return &Store[E, R]{d, LogsOf(d.Reader, k)}
}

// Load returns a whole log, see Logs.
func (s *Store[E, R]) Load(ctx context.Context, id journal.ID) (*journal.Stored[E], error) {
	return s.logs.Load(ctx, id)
}

// Commit writes c in one transaction, or a new log with many events in several, of which
// the last one makes it visible. If the log does not end at c.Expect, it writes nothing
// and returns a journal.ErrConflict. If the interaction of c.Answer was answered before,
// it returns errAnswered, which is also a journal.ErrConflict.
//
// Rows and deadlines are replaced together; a c without rows changes neither.
func (s *Store[E, R]) Commit(ctx context.Context, c *journal.Commit[E, R]) error {
	data, err := encode(c)
	if err == nil {
		err = s.apart.of(c.Log)
	}
	switch {
	case err != nil:
	case tooLarge(c):
		err = s.commitInPieces(ctx, c, data)
	default:
		err = s.writer.writeInLine(ctx, c.InLine, func(t *tx) error { return s.logs.kind.commit(ctx, t, c, data) })
	}
	if err != nil {
		return fmt.Errorf("commit to %s %d: %w", s.logs.kind.Name, c.Log, err)
	}
	return nil
}

// selectListed lists logs of a kind, newest first.
const selectListed stmt = `SELECT id, name, over FROM logs WHERE guild = ? AND kind = ? ORDER BY id DESC`

// Listed returns the logs of a kind in a server, newest first.
func (r *Reader) Listed(ctx context.Context, kind, guild string) ([]journal.Listed, error) {
	out, err := collect(ctx, r.pool, func(row scanner) (l journal.Listed, err error) {
		l.Guild = guild
		return l, row.Scan(&l.ID, &l.Name, &l.Over)
	}, selectListed, guild, kind)
	if err != nil {
		return nil, fmt.Errorf("list logs: %w", err)
	}
	return out, nil
}

const selectKnown stmt = `SELECT DISTINCT p.log FROM people p JOIN logs l ON l.id = p.log WHERE p.user = ? AND p.user <> '' AND l.kind = ? ORDER BY p.log`

// Known returns the logs of a kind in which a user occurs.
func (r *Reader) Known(ctx context.Context, kind, user string) ([]journal.ID, error) {
	out, err := collect(ctx, r.pool, func(row scanner) (id journal.ID, err error) { return id, row.Scan(&id) }, selectKnown, user, kind)
	if err != nil {
		return nil, fmt.Errorf("look for a person: %w", err)
	}
	return out, nil
}
