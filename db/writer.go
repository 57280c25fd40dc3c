package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"topcut/tournament/journal"
)

// maxBatch bounds how many writes share one transaction, and so how long the first of
// them waits for the last.
const maxBatch = 64

// job is one write. It runs in its own savepoint: if it fails, only its own changes are
// undone.
type job struct {
	ctx   context.Context
	do    func(*tx) error
	alone bool // outside any transaction
	done  chan error
}

// writer owns the only connection that writes. Jobs that arrive while a transaction is
// being written to disk share the next one.
type writer struct {
	pool *sql.DB
	conn *sql.Conn
	tx   *tx

	identity  *identity
	count     *tally
	uncounted error // why the counter does not include the last transaction
	disk      disk
	nextBound int64 // journal size at which to empty it next

	jobs    chan job // unbuffered: a job has either been taken by the loop or still belongs to its caller
	closing chan struct{}
	stopped chan struct{}
	once    sync.Once
}

func newWriter(pool *sql.DB, conn *sql.Conn, id *identity, count *tally, cfg Config) *writer {
	w := &writer{
		pool: pool, conn: conn, identity: id, count: count, disk: disk{log: cfg.Logger, now: cfg.Now},
		tx:   &tx{conn: conn, stmts: statements{db: conn}},
		jobs: make(chan job), closing: make(chan struct{}), stopped: make(chan struct{}),
	}
	go w.loop()
	return w
}

// write runs f in a transaction. When it returns, the transaction is either safely on
// disk or not done at all. If ctx is done before the write has begun, it does not begin;
// after that it is completed.
func (w *writer) write(ctx context.Context, f func(*tx) error) error {
	return w.send(job{ctx: ctx, do: f, done: make(chan error, 1)})
}

// writeAlone calls f outside a transaction, for what SQLite allows only there.
func (w *writer) writeAlone(ctx context.Context, f func(*tx) error) error {
	return w.send(job{ctx: ctx, do: f, alone: true, done: make(chan error, 1)})
}

func (w *writer) send(j job) error {
	select {
	case w.jobs <- j:
		return <-j.done
	case <-j.ctx.Done():
		return j.ctx.Err()
	case <-w.closing:
		return errClosed
	}
}

func (w *writer) loop() {
	defer close(w.stopped)
	for {
		select {
		case j := <-w.jobs:
			w.run(w.gather(j))
		case <-w.closing:
			return
		}
	}
}

// gather collects the jobs that are waiting.
func (w *writer) gather(first job) []job {
	batch := []job{first}
	for len(batch) < maxBatch {
		select {
		case j := <-w.jobs:
			batch = append(batch, j)
		default:
			return batch
		}
	}
	return batch
}

// run runs a batch in order; a job with alone set splits it.
func (w *writer) run(batch []job) {
	start := 0
	for i, j := range batch {
		if !j.alone {
			continue
		}
		w.runTogether(batch[start:i])
		j.done <- diskError(j.do(w.tx))
		start = i + 1
	}
	w.runTogether(batch[start:])
}

// runTogether runs jobs in one transaction and replies to them when it is on disk.
func (w *writer) runTogether(batch []job) {
	if len(batch) == 0 {
		return
	}
	results := make([]error, len(batch))
	err := diskError(w.transaction(batch, results))
	if _, lost := errors.AsType[*LostError](err); !lost {
		w.disk.note(errors.Join(err, w.uncounted))
	}
	if err != nil {
		// Nothing of the batch was written, and a conflict found by a job may have been with
		// another job of the batch.
		w.tx.forgetKept()
		for i := range results {
			results[i] = err
		}
	}
	for i, j := range batch {
		j.done <- diskError(results[i])
	}
	if err == nil {
		w.boundJournal()
	}
}

func (w *writer) transaction(batch []job, results []error) (err error) {
	if err := w.identity.check(); err != nil {
		return err
	}
	if err := w.tx.exec(begin); err != nil {
		return fmt.Errorf("begin a transaction: %w", err)
	}
	defer func() {
		if err != nil {
			// This fails if SQLite has rolled back already.
			_ = w.tx.exec(rollback)
		}
	}()
	for i, j := range batch {
		if results[i], err = w.tx.inSavepoint(j); err != nil {
			return err
		}
	}
	n := w.count.n + 1
	if err := w.tx.exec(writePulse, n); err != nil {
		return fmt.Errorf("count a transaction: %w", err)
	}
	if err := w.tx.exec(commit); err != nil {
		return fmt.Errorf("commit a transaction: %w", err)
	}
	// The transaction is in the file that was opened, but that file may no longer be at its
	// path.
	if err := w.identity.check(); err != nil {
		return err
	}
	w.uncounted = w.count.put(n, w.identity.fileSize())
	return nil
}

func (w *writer) close() error {
	w.once.Do(func() { close(w.closing) })
	<-w.stopped
	w.tx.stmts.close()
	return errors.Join(w.conn.Close(), w.pool.Close())
}

const (
	begin      stmt = `BEGIN IMMEDIATE`
	commit     stmt = `COMMIT`
	rollback   stmt = `ROLLBACK`
	savepoint  stmt = `SAVEPOINT job`
	rollbackTo stmt = `ROLLBACK TO job`
	release    stmt = `RELEASE job`
)

// tx is a transaction of the writer. Its statements do not use a caller's context: a
// write that has begun is completed.
type tx struct {
	conn  *sql.Conn
	stmts statements
	kept  map[journal.ID]kept
}

// inSavepoint runs one job. failed is its own error, broken that of the whole
// transaction.
func (t *tx) inSavepoint(j job) (failed, broken error) {
	if err := j.ctx.Err(); err != nil {
		return err, nil
	}
	if err := t.exec(savepoint); err != nil {
		return nil, fmt.Errorf("begin a savepoint: %w", err)
	}
	if failed = j.do(t); failed != nil {
		if err := t.exec(rollbackTo); err != nil {
			return failed, fmt.Errorf("undo a failed write: %w", errors.Join(failed, err))
		}
	}
	if err := t.exec(release); err != nil {
		return failed, fmt.Errorf("end a savepoint: %w", err)
	}
	return failed, nil
}

func (t *tx) exec(q stmt, args ...any) error {
	_, err := t.change(q, args...)
	return err
}

// change runs a statement and returns the number of changed rows.
func (t *tx) change(q stmt, args ...any) (int64, error) {
	s, err := t.stmts.get(context.Background(), q)
	if err != nil {
		return 0, err
	}
	res, err := s.ExecContext(context.Background(), args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

func (t *tx) query(_ context.Context, q stmt, args ...any) (*sql.Rows, error) {
	s, err := t.stmts.get(context.Background(), q)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(context.Background(), args...)
}

func (t *tx) row(_ context.Context, q stmt, args ...any) row {
	s, err := t.stmts.get(context.Background(), q)
	if err != nil {
		return row{err: err}
	}
	return row{r: s.QueryRowContext(context.Background(), args...)}
}
