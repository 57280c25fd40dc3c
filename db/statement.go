package db

import (
	"context"
	"database/sql"
	"sync"
)

// stmt is the text of a statement. Only constants of this type are ever run, so a test
// can find and try them all.
type stmt string

// statements prepares each statement once per pool or connection.
type statements struct {
	db interface {
		PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
	}
	mu   sync.RWMutex
	done map[stmt]*sql.Stmt
}

// ready returns a prepared statement, or nil if it is not prepared yet.
func (s *statements) ready(q stmt) *sql.Stmt {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.done[q]
}

// get returns a statement and prepares it if necessary. While it waits for a connection
// it does not block prepared statements, because a caller that holds the connections may
// need them.
func (s *statements) get(ctx context.Context, q stmt) (*sql.Stmt, error) {
	if p := s.ready(q); p != nil {
		return p, nil
	}
	p, err := s.db.PrepareContext(ctx, string(q))
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	first := s.done[q]
	if first == nil {
		if s.done == nil {
			s.done = map[stmt]*sql.Stmt{}
		}
		s.done[q] = p
	}
	s.mu.Unlock()
	if first != nil {
		_ = p.Close() // another goroutine was faster
		return first, nil
	}
	return p, nil
}

func (s *statements) close() {
	for _, p := range s.done {
		p.Close()
	}
}

// scanner is a *sql.Row or *sql.Rows.
type scanner interface{ Scan(dest ...any) error }

// row is the result of a query for one row.
type row struct {
	r   *sql.Row
	err error
}

func (r row) Scan(dest ...any) error {
	if r.err != nil {
		return r.err
	}
	return r.r.Scan(dest...)
}

// querier runs statements: the pool of readers, a read transaction, or the writer's
// transaction.
type querier interface {
	query(ctx context.Context, q stmt, args ...any) (*sql.Rows, error)
	row(ctx context.Context, q stmt, args ...any) row
}

// collect returns all rows of a query.
func collect[T any](ctx context.Context, db querier, scan func(scanner) (T, error), q stmt, args ...any) ([]T, error) {
	var out []T
	err := each(ctx, db, scan, func(v T) bool { out = append(out, v); return true }, q, args...)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// each reads the rows of a query until take returns false.
func each[T any](ctx context.Context, db querier, scan func(scanner) (T, error), take func(T) bool, q stmt, args ...any) error {
	rows, err := db.query(ctx, q, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return err
		}
		if !take(v) {
			return nil
		}
	}
	return rows.Err()
}
