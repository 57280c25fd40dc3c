package db

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"

	sqlite3 "modernc.org/sqlite/lib"

	"topcut/tournament/journal"
)

// chain follows the hashes of a log. The hash of an event covers the hash of the event
// before it, the columns of its envelope and its stored bytes. If a bit changes on disk,
// the chain breaks at the event it belongs to, which SQLite's own checks do not detect.
// The chain is not a signature: anyone who can write to the file can also compute hashes.
//
// The hash stored with an event is only a witness. A wrong one is outvoted if a later
// one, or that of the end of the log, agrees with the events.
//
// A chain begins with the hash of the kind of its log, so that a log cannot be taken for
// one of another kind.
type chain struct {
	log     journal.ID
	kind    string
	listed  bool  // the table of logs lists it under this kind
	seq     int64 // of the last event
	hash    [sha256.Size]byte
	suspect int64 // first event not yet confirmed by a hash; 0 for none
	text    []byte
}

func newChain(log journal.ID, kind string) *chain {
	return &chain{log: log, kind: kind, hash: sha256.Sum256([]byte(kind))}
}

// columns are the columns of an event besides its log, data and hash.
type columns struct {
	seq, batch, time int64
	actor, version   int
	cause, kind      string
}

func columnsOf[E any](e *journal.Envelope[E]) columns {
	return columns{seq: e.Seq, batch: e.Batch, time: millis(e.Time), actor: e.Actor, version: e.Version, cause: e.Cause, kind: e.Kind}
}

// next returns the hash that e, stored as data, would have as the next event of the
// chain.
func (c *chain) next(e columns, data []byte) [sha256.Size]byte {
	b := append(c.text[:0], c.hash[:]...)
	for _, n := range [...]int64{int64(c.log), e.seq, e.batch, e.time, int64(e.actor), int64(e.version)} {
		b = binary.BigEndian.AppendUint64(b, uint64(n))
	}
	for _, s := range [...]string{e.cause, e.kind} {
		b = binary.BigEndian.AppendUint64(b, uint64(len(s)))
		b = append(b, s...)
	}
	c.text = append(b, data...)
	return sha256.Sum256(c.text)
}

// add makes e the last event of the chain.
func (c *chain) add(e columns, data []byte) {
	c.hash, c.seq = c.next(e, data), e.seq
}

// follow adds e as read, with its stored hash.
func (c *chain) follow(e columns, data, hash []byte) error {
	if e.seq != c.seq+1 {
		return c.damage(c.seq+1, nil)
	}
	c.add(e, data)
	switch {
	case bytes.Equal(hash, c.hash[:]):
		c.suspect = 0
	case c.suspect == 0:
		c.suspect = e.seq
	}
	return nil
}

// damage returns a Damage of event seq, or of an earlier suspect one.
func (c *chain) damage(seq int64, err error) error {
	if c.suspect > 0 {
		seq = c.suspect
	}
	return &Damage{Kind: c.kind, Log: c.log, Seq: seq, Err: err}
}

const (
	selectHead stmt = `SELECT seq, hash, kind FROM logs WHERE id = ?`
	selectKind stmt = `SELECT kind FROM logs WHERE id = ?`
	selectLast stmt = `SELECT e.seq, e.hash, l.kind, l.hash FROM events e LEFT JOIN logs l ON l.id = e.log
		WHERE e.log = ? ORDER BY e.seq DESC LIMIT 1`
	selectLogs    stmt = `SELECT kind, id FROM logs WHERE kind <> 'unfinished' UNION SELECT '', log FROM events WHERE log NOT IN (SELECT id FROM logs) ORDER BY id`
	selectRunning stmt = `SELECT kind, id FROM logs INDEXED BY logs_running WHERE over = 0 AND kind <> 'unfinished' ORDER BY id`
)

// last returns the chain of a log up to its end. It reads the log only if its witnesses
// disagree.
func (k *kind[E, R]) last(ctx context.Context, q querier, log journal.ID) (*chain, error) {
	c := newChain(log, k.Name)
	var beside, head []byte
	var name sql.NullString
	err := q.row(ctx, selectLast, log).Scan(&c.seq, &beside, &name, &head)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return c, nil
	case err != nil:
		return nil, err
	case name.String != k.Name || !bytes.Equal(beside, head):
		_, c, err = k.loadLog(ctx, q, log)
		c.listed = name.String == k.Name
		return c, err
	}
	c.listed = true
	copy(c.hash[:], beside)
	return c, nil
}

// isOthers reports whether a log is of another kind.
func (k *kind[E, R]) isOthers(ctx context.Context, q querier, log journal.ID) bool {
	var name string
	err := q.row(ctx, selectKind, log).Scan(&name)
	return err == nil && name != k.Name && isKind(name)
}

// checkEnd compares the end of the chain with the recorded end of the log. If the number
// or the hash agrees, nothing is missing. It returns journal.ErrNotFound for an unfinished
// log.
func (c *chain) checkEnd(ctx context.Context, q querier) error {
	var seq int64
	var hash []byte
	var kind string
	err := q.row(ctx, selectHead, c.log).Scan(&seq, &hash, &kind)
	switch {
	case errors.Is(err, sql.ErrNoRows), err != nil && isDamage(err): // unknown; the events confirm themselves
		seq = c.seq
	case err != nil:
		return err
	case kind == unfinished:
		return journal.ErrNotFound
	case bytes.Equal(hash, c.hash[:]):
		return nil
	}
	if seq != c.seq || c.suspect > 0 {
		return c.damage(c.seq+1, nil)
	}
	return nil
}

// Damage is the error of a log that differs from what was committed. It is also a
// refusal, with a text for users.
type Damage struct {
	Kind string // of the log
	Log  journal.ID
	Seq  int64 // first event that is missing or changed; 0 if the log is intact but other rows are not
	Err  error // what was found instead; may be nil
}

func (d *Damage) Error() string {
	text := fmt.Sprintf("damage: %s %d, entry %d", d.Kind, d.Log, d.Seq)
	if d.Err != nil {
		text += ": " + d.Err.Error()
	}
	return text
}

// Unwrap returns the refusal for users and the cause.
func (d *Damage) Unwrap() []error {
	return []error{journal.Refuse(journal.Corrupt, "store.damaged", "log", int64(d.Log), "entry", d.Seq), d.Err}
}

// DamageError lists the damaged logs of a file; all other logs are intact.
type DamageError struct {
	Path string
	Logs []*Damage
}

func (e *DamageError) Error() string {
	names := make([]string, len(e.Logs))
	for i, d := range e.Logs {
		names[i] = d.Error()
	}
	return fmt.Sprintf("%s: %s", e.Path, strings.Join(names, ", "))
}

// isDamage reports whether reading failed because of the content of the file, rather than
// because the file could not be read at the moment.
func isDamage(err error) bool {
	switch code(err) & 0xff {
	case 0: // not from SQLite: a value does not fit its column
		return !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG:
		return true
	}
	return false
}

// damagedLogs are the logs that were found damaged. Nothing more is committed to them.
type damagedLogs struct {
	log  *slog.Logger // nil = not logged
	mu   sync.Mutex
	logs map[journal.ID]*Damage
}

// note remembers err if it is a Damage.
func (a *damagedLogs) note(err error) {
	var d *Damage
	if !errors.As(err, &d) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.logs == nil {
		a.logs = map[journal.ID]*Damage{}
	}
	if a.logs[d.Log] == nil {
		a.logs[d.Log] = d
		if a.log != nil {
			a.log.Error("damaged log", "kind", d.Kind, "log", d.Log, "entry", d.Seq, "found", d.Err)
		}
	}
}

// of returns why a log is set apart, or nil if it is not.
func (a *damagedLogs) of(id journal.ID) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if d := a.logs[id]; d != nil {
		return d
	}
	return nil
}

// Which selects the logs to check.
type Which int

// The values of Which.
const (
	RunningLogs Which = iota // not over
	AllLogs
)

// CheckLogs reads logs one after the other, with everything that belongs to them, as Load
// does, and sets the damaged ones apart. It returns a *DamageError that lists them,
// including logs that this version of topcut does not understand. Any other error means
// that not all logs could be checked.
func (r *Reader) CheckLogs(ctx context.Context, which Which) error {
	q := selectRunning
	if which == AllLogs {
		q = selectLogs
	}
	all, err := collect(ctx, r.pool, scanRef, q)
	if err != nil {
		return fmt.Errorf("list the logs: %w", err)
	}
	found := &DamageError{Path: r.path}
	for _, log := range all {
		err := r.pool.snapshot(ctx, func(q querier) error { return kindNamed(ctx, q, log.Kind, log.ID).check(ctx, q, log.ID) })
		r.apart.note(err)
		var d *Damage
		switch {
		case err == nil:
		case errors.As(err, &d):
			found.Logs = append(found.Logs, d)
		case journal.ClassOf(err) == journal.Unsupported:
			found.Logs = append(found.Logs, &Damage{Kind: log.Kind, Log: log.ID, Err: err})
		default:
			return err
		}
	}
	if len(found.Logs) > 0 {
		return found
	}
	return nil
}

func scanRef(r scanner) (log journal.Ref, err error) { return log, r.Scan(&log.Kind, &log.ID) }
