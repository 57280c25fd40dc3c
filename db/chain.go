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
	"slices"
	"strings"
	"sync"

	sqlite3 "modernc.org/sqlite/lib"

	"topcut/tournament"
)

// chain follows the hashes of a log: that of an event is taken over the hash of
// the event before it, the columns of its envelope and its stored bytes. A bit
// that changes on the disk breaks the chain at the event it belongs to, which
// SQLite's own checks do not see. It is no signature: who can write to the file
// can also compute hashes.
//
// The hash beside an event is only a witness. One that is wrong is outvoted where
// a later one, or that of the end of the log, agrees with what the events say.
type chain struct {
	log     tournament.ID
	seq     int64 // of the last event
	hash    [sha256.Size]byte
	suspect int64 // first event that no hash has vouched for yet; 0 = none
	text    []byte
}

// next returns the hash of e, stored as data, as the next event of the chain.
func (c *chain) next(e *tournament.Envelope, data []byte) [sha256.Size]byte {
	b := append(c.text[:0], c.hash[:]...)
	for _, n := range [...]int64{int64(c.log), e.Seq, e.Batch, millis(e.Time), int64(e.Actor), int64(e.Version)} {
		b = binary.BigEndian.AppendUint64(b, uint64(n))
	}
	for _, s := range [...]string{e.Cause, e.Kind} {
		b = binary.BigEndian.AppendUint64(b, uint64(len(s)))
		b = append(b, s...)
	}
	c.text = append(b, data...)
	return sha256.Sum256(c.text)
}

// add makes e the last event of the chain.
func (c *chain) add(e *tournament.Envelope, data []byte) {
	c.hash, c.seq = c.next(e, data), e.Seq
}

// follow adds e as it was read with the hash beside it.
func (c *chain) follow(e *tournament.Envelope, data, hash []byte) error {
	if e.Seq != c.seq+1 {
		return c.damage(c.seq+1, nil)
	}
	c.add(e, data)
	switch {
	case bytes.Equal(hash, c.hash[:]):
		c.suspect = 0
	case c.suspect == 0:
		c.suspect = e.Seq
	}
	return nil
}

// damage is that of event seq, or of an earlier one that is suspect.
func (c *chain) damage(seq int64, err error) error {
	if c.suspect > 0 {
		seq = c.suspect
	}
	return &Damage{Log: c.log, Seq: seq, Err: err}
}

const (
	selectHead stmt = `SELECT seq, hash FROM logs WHERE tournament = ?`
	selectLast stmt = `SELECT e.seq, e.hash, l.hash FROM events e LEFT JOIN logs l ON l.tournament = e.tournament
		WHERE e.tournament = ? ORDER BY e.seq DESC LIMIT 1`
	upsertHead stmt = `INSERT INTO logs (tournament, seq, hash) VALUES (?, ?, ?)
		ON CONFLICT DO UPDATE SET seq = excluded.seq, hash = excluded.hash`
	selectLogs    stmt = `SELECT tournament FROM logs UNION SELECT tournament FROM events`
	selectRunning stmt = `SELECT id FROM tournaments INDEXED BY tournaments_running WHERE over = 0 ORDER BY id`
)

// last returns the chain of a log as far as it goes. Only where its two witnesses
// disagree is the log read for it.
func last(ctx context.Context, q querier, log tournament.ID) (*chain, error) {
	c := &chain{log: log}
	var beside, head []byte
	err := q.row(ctx, selectLast, log).Scan(&c.seq, &beside, &head)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return c, nil
	case err != nil:
		return nil, err
	case !bytes.Equal(beside, head):
		_, c, err = loadLog(ctx, q, log)
		return c, err
	}
	copy(c.hash[:], beside)
	return c, nil
}

// checkEnd compares the end of the chain with where the log was last known to
// end. Where the number or the hash agrees, nothing is missing.
func (c *chain) checkEnd(ctx context.Context, q querier) error {
	var seq int64
	var hash []byte
	err := q.row(ctx, selectHead, c.log).Scan(&seq, &hash)
	switch {
	case errors.Is(err, sql.ErrNoRows): // nobody knows; the events vouch for themselves
		seq = c.seq
	case err != nil:
		return err
	case bytes.Equal(hash, c.hash[:]):
		return nil
	}
	if seq != c.seq || c.suspect > 0 {
		return c.damage(c.seq+1, nil)
	}
	return nil
}

// Damage says that a tournament in the file is not what was committed. It is a
// refusal too: what people are told who ask for that tournament.
type Damage struct {
	Log tournament.ID
	Seq int64 // first event that is missing or changed; 0 = the log holds, other rows do not
	Err error // what was found instead; may be nil
}

func (d *Damage) Error() string {
	text := fmt.Sprintf("damage: event %d, entry %d", d.Log, d.Seq)
	if d.Err != nil {
		text += ": " + d.Err.Error()
	}
	return text
}

// Unwrap returns what people are told and what was found.
func (d *Damage) Unwrap() []error {
	return []error{tournament.Refuse(tournament.Corrupt, "store.damaged", "event", int64(d.Log), "entry", d.Seq), d.Err}
}

// DamageError lists the tournaments of a file that are not what was committed;
// all others are whole.
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

// isDamage reports whether reading failed because of what is in the file, rather
// than because it could not be read at the moment.
func isDamage(err error) bool {
	switch code(err) & 0xff {
	case 0: // not of SQLite: a value that is not what its column holds
		return !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG:
		return true
	}
	return false
}

// apart are the tournaments that were found damaged. Nothing is committed to
// them any more.
type apart struct {
	log  *slog.Logger // nil = nobody hears of it
	mu   sync.Mutex
	logs map[tournament.ID]*Damage
}

// note remembers err where it is a Damage.
func (a *apart) note(err error) {
	var d *Damage
	if !errors.As(err, &d) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.logs == nil {
		a.logs = map[tournament.ID]*Damage{}
	}
	if a.logs[d.Log] == nil {
		a.logs[d.Log] = d
		if a.log != nil {
			a.log.Error("damaged event", "tournament", d.Log, "entry", d.Seq, "found", d.Err)
		}
	}
}

// of returns why a tournament is set apart, nil where it is not.
func (a *apart) of(id tournament.ID) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if d := a.logs[id]; d != nil {
		return d
	}
	return nil
}

// Damaged returns the tournaments that were found damaged since the file was
// opened, oldest first.
func (r *Reader) Damaged() []*Damage {
	r.apart.mu.Lock()
	defer r.apart.mu.Unlock()
	out := make([]*Damage, 0, len(r.apart.logs))
	for _, d := range r.apart.logs {
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b *Damage) int { return int(a.Log - b.Log) })
	return out
}

// Logs says which logs are to be checked.
type Logs int

// Logs to be checked.
const (
	RunningLogs Logs = iota // of tournaments that are not over
	AllLogs
)

// CheckLogs reads logs and what belongs to them as Load does, one after the
// other, and sets apart those that are not what was committed. It returns a
// *DamageError that lists them, also those that this version of topcut does not
// understand; any other error means that not all could be looked at.
func (r *Reader) CheckLogs(ctx context.Context, which Logs) error {
	q := selectRunning
	if which == AllLogs {
		q = selectLogs
	}
	ids, err := collect(ctx, r.pool, scanID, q)
	if err != nil {
		return fmt.Errorf("list the logs: %w", err)
	}
	found := &DamageError{Path: r.path}
	for _, id := range ids {
		_, err := r.Load(ctx, id)
		var d *Damage
		switch {
		case err == nil:
		case errors.As(err, &d):
			found.Logs = append(found.Logs, d)
		case tournament.ClassOf(err) == tournament.Unsupported:
			found.Logs = append(found.Logs, &Damage{Log: id, Err: err})
		default:
			return err
		}
	}
	if len(found.Logs) > 0 {
		return found
	}
	return nil
}
