package db

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
)

// driverName is the registered name of modernc.org/sqlite.
const driverName = "sqlite"

// dsn returns the name of a database with the settings of every connection. busy_timeout
// comes first because it applies to the settings after it.
func dsn(path string, params ...string) string {
	p := filepath.ToSlash(path)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p // a Windows drive
	}
	p = strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(p)
	return "file:" + p + "?_pragma=busy_timeout(5000)&_dqs=0&_defensive=1&" + strings.Join(params, "&")
}

// writerDSN returns the name for the writing connection. secure_delete is for /privacy forget:
// blanked data is overwritten in the file. temp_store keeps in memory what SQLite needs to
// undo one statement, which is no part of the file.
func writerDSN(path string) string {
	return dsn(path, "_txlock=immediate", "_pragma=journal_mode(WAL)", "_pragma=synchronous(FULL)", "_pragma=foreign_keys(1)",
		"_pragma=journal_size_limit(16777216)", "_pragma=secure_delete(1)", "_pragma=temp_store(MEMORY)")
}

func readerDSN(path string) string { return dsn(path, "mode=ro") }

// Reader is an open read-only database. It is safe for concurrent use, also while a bot
// writes to the same file.
type Reader struct {
	path  string
	pool  *pool
	apart damagedLogs
}

// OpenReader opens an existing database for reading, without a lock. Every error is an
// *OpenError; a schema older than this program's is refused.
func OpenReader(ctx context.Context, path string) (*Reader, error) {
	file, err := resolve(path)
	if err != nil {
		return nil, openError(path, err)
	}
	if err := checkMarks(file); err != nil {
		return nil, err
	}
	steps := embeddedMigrations()
	if err := checkBeside(ctx, file, steps); err != nil {
		return nil, openError(file, err)
	}
	version, err := inspect(ctx, file, steps)
	if err != nil {
		return nil, openError(file, err)
	}
	if version < len(steps) {
		return nil, &OpenError{Path: file, Problem: OlderSchema, Err: &SchemaError{version, len(steps)}}
	}
	r, err := newReader(file, 1)
	if err != nil {
		return nil, openError(file, err)
	}
	return r, nil
}

func newReader(path string, size int) (*Reader, error) {
	db, err := sql.Open(driverName, readerDSN(path))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	return &Reader{path: path, pool: &pool{db: db, stmts: statements{db: db}}}, nil
}

// Close closes the file.
func (r *Reader) Close() error {
	r.pool.stmts.close()
	return r.pool.db.Close()
}

// pool runs statements on any free read-only connection.
type pool struct {
	db    *sql.DB
	stmts statements
}

func (p *pool) query(ctx context.Context, q stmt, args ...any) (*sql.Rows, error) {
	s, err := p.stmts.get(ctx, q)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

func (p *pool) row(ctx context.Context, q stmt, args ...any) row {
	s, err := p.stmts.get(ctx, q)
	if err != nil {
		return row{err: err}
	}
	return row{r: s.QueryRowContext(ctx, args...)}
}

// snapshot calls f with a querier whose statements all see the same state.
func (p *pool) snapshot(ctx context.Context, f func(querier) error) error {
	var fresh []stmt
	err := func() error {
		tx, err := p.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
		if err != nil {
			return err
		}
		defer tx.Rollback()
		return f(snapshot{tx, &p.stmts, &fresh})
	}()
	for _, q := range fresh {
		if _, failed := p.stmts.get(ctx, q); failed != nil {
			break // the next snapshot runs it as text too
		}
	}
	return err
}

// snapshot is a read transaction. A statement that is not prepared yet runs as text and
// is prepared afterwards: preparing needs a second connection, and all of them may be in
// transactions that want the same.
type snapshot struct {
	tx    *sql.Tx
	stmts *statements
	fresh *[]stmt
}

func (s snapshot) query(ctx context.Context, q stmt, args ...any) (*sql.Rows, error) {
	if p := s.prepared(ctx, q); p != nil {
		return p.QueryContext(ctx, args...)
	}
	return s.tx.QueryContext(ctx, string(q), args...)
}

func (s snapshot) row(ctx context.Context, q stmt, args ...any) row {
	if p := s.prepared(ctx, q); p != nil {
		return row{r: p.QueryRowContext(ctx, args...)}
	}
	return row{r: s.tx.QueryRowContext(ctx, string(q), args...)}
}

// prepared returns the statement for the connection of the transaction, or nil if it is
// not prepared yet.
func (s snapshot) prepared(ctx context.Context, q stmt) *sql.Stmt {
	if p := s.stmts.ready(q); p != nil {
		return s.tx.StmtContext(ctx, p)
	}
	*s.fresh = append(*s.fresh, q)
	return nil
}
