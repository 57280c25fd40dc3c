package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
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

// writer owns the only connection that writes. It writes in the order in which jobs
// arrive; those that arrive while a transaction is being written to disk share the next
// one.
type writer struct {
	pool *sql.DB
	conn *sql.Conn
	tx   *tx

	identity  *identity
	lists     lists
	count     *tally
	uncounted error // why the counter does not include the last transaction
	disk      disk
	nextBound int64 // journal size at which to empty it next

	mu      sync.Mutex
	line    []job         // not yet taken by the loop
	closed  bool          // nothing more is taken
	wake    chan struct{} // holds a token if the line or closed has changed
	stopped chan struct{}
}

func newWriter(pool *sql.DB, conn *sql.Conn, id *identity, count *tally, cfg Config) *writer {
	w := &writer{
		pool: pool, conn: conn, identity: id, count: count, disk: disk{log: cfg.Logger, now: cfg.Now},
		tx:   &tx{conn: conn, stmts: statements{db: conn}},
		wake: make(chan struct{}, 1), stopped: make(chan struct{}),
	}
	go w.loop()
	return w
}

// write runs f in a transaction. When it returns, the transaction is either safely on
// disk or not done at all. If ctx is done before the write has begun, it does not begin;
// after that it is completed.
func (w *writer) write(ctx context.Context, f func(*tx) error) error {
	return w.writeInLine(ctx, nil, f)
}

// writeInLine is like write. It calls inLine once f has its place: writes that are given
// to the writer afterwards run after it.
func (w *writer) writeInLine(ctx context.Context, inLine func(), f func(*tx) error) error {
	return w.send(job{ctx: ctx, do: f, done: make(chan error, 1)}, inLine)
}

// writeAlone calls f outside a transaction, for what SQLite allows only there.
func (w *writer) writeAlone(ctx context.Context, f func(*tx) error) error {
	return w.send(job{ctx: ctx, do: f, alone: true, done: make(chan error, 1)}, nil)
}

func (w *writer) send(j job, inLine func()) error {
	w.mu.Lock()
	if w.closed {
		w.mu.Unlock()
		return errClosed
	}
	w.line = append(w.line, j)
	w.mu.Unlock()
	w.alert()
	if inLine != nil {
		inLine()
	}
	select {
	case err := <-j.done:
		return err
	case <-j.ctx.Done():
		if w.withdraw(j) {
			return j.ctx.Err()
		}
		return <-j.done
	}
}

// alert wakes the loop.
func (w *writer) alert() {
	select {
	case w.wake <- struct{}{}:
	default: // it has not yet seen the last change
	}
}

// withdraw takes a job out of the line. It reports whether it was still there.
func (w *writer) withdraw(j job) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := len(w.line)
	w.line = slices.DeleteFunc(w.line, func(other job) bool { return other.done == j.done })
	return len(w.line) < n
}

func (w *writer) loop() {
	defer close(w.stopped)
	for range w.wake {
		for batch := w.gather(); len(batch) > 0; batch = w.gather() {
			w.run(batch)
		}
		if w.refuse() {
			return
		}
	}
}

// gather takes the jobs at the head of the line. After close it takes none.
func (w *writer) gather() []job {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := min(len(w.line), maxBatch)
	if w.closed || n == 0 {
		return nil
	}
	batch := slices.Clone(w.line[:n])
	w.line = slices.Delete(w.line, 0, n)
	return batch
}

// refuse replies to the jobs that wait when the writer is closed. It reports whether it
// is.
func (w *writer) refuse() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		for _, j := range w.line {
			j.done <- errClosed
		}
		w.line = nil
	}
	return w.closed
}

// run runs a batch in order; a job with alone set splits it.
func (w *writer) run(batch []job) {
	start := 0
	for i, j := range batch {
		if !j.alone {
			continue
		}
		w.runTogether(batch[start:i])
		err := diskError(j.do(w.tx))
		w.relist()
		j.done <- err
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
	w.relist()
	for i, j := range batch {
		j.done <- diskError(results[i])
	}
	if err == nil {
		w.boundJournal()
	}
}

// relist forgets the lists that may have changed. It is called before a caller returns,
// who may read them.
func (w *writer) relist() {
	w.lists.changed(w.tx.guilds)
	w.tx.guilds = nil
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
	if w.uncounted = w.count.put(n, w.identity.fileSize()); w.uncounted != nil {
		w.uncounted = fmt.Errorf("disk: the counter beside the database: %w", w.uncounted)
	}
	return nil
}

func (w *writer) close() error {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.alert()
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
	conn   *sql.Conn
	stmts  statements
	kept   map[journal.ID]kept
	guilds []string // servers whose lists may have changed
}

// listed records that the list of a server changes.
func (t *tx) listed(guild string) { t.guilds = append(t.guilds, guild) }

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
