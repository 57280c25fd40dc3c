package db

import (
	"context"
	"fmt"
	"time"

	"topcut/tournament/journal"
)

// The limit is a sum because SQLite compiles a statement anew for each value of a bare
// parameter there.
const selectDue stmt = `SELECT l.kind, l.id, l.guild, d.key, d.at FROM deadlines d JOIN logs l ON l.id = d.log WHERE d.at <= ? ORDER BY d.at, d.log, d.key LIMIT 0 + ?`

// DueDeadlines returns the deadlines at or before now, oldest first, at most limit.
func (r *Reader) DueDeadlines(ctx context.Context, now time.Time, limit int) ([]journal.DueDeadline, error) {
	due, err := collect(ctx, r.pool, func(row scanner) (d journal.DueDeadline, err error) {
		var at int64
		err = row.Scan(&d.Log.Kind, &d.Log.ID, &d.Guild, &d.Key, &at)
		d.At = fromMillis(at)
		return d, err
	}, selectDue, millis(now), limit)
	if err != nil {
		return nil, fmt.Errorf("look for deadlines: %w", err)
	}
	return due, nil
}

func scanDeadline(r scanner) (d journal.Deadline, err error) {
	var at int64
	err = r.Scan(&d.Key, &at)
	d.At = fromMillis(at)
	return d, err
}

const (
	writeAttempt stmt = `INSERT INTO attempts (log, work, key, n, kills, open, version) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
		ON CONFLICT (log, work) DO UPDATE SET key = ?3, n = ?4, kills = ?5, open = ?6, version = ?7`
	deleteAttempt  stmt = `DELETE FROM attempts WHERE log = ? AND work = ?`
	selectAttempts stmt = `SELECT a.log, l.guild, l.name, a.work, a.key, a.n, a.kills, a.open, a.version FROM attempts a JOIN logs l ON l.id = a.log`
)

// Attempt records some work on a log.
func (d *DB) Attempt(ctx context.Context, a journal.Attempt) error {
	return d.attempt(ctx, a.Log, writeAttempt, a.Log, a.Work, a.Key, a.Crashes, a.Kills, a.Open, a.Version)
}

// EndAttempt removes the record of some work on a log.
func (d *DB) EndAttempt(ctx context.Context, id journal.ID, work string) error {
	return d.attempt(ctx, id, deleteAttempt, id, work)
}

func (d *DB) attempt(ctx context.Context, id journal.ID, s stmt, args ...any) error {
	if err := d.writer.write(ctx, func(t *tx) error { return t.exec(s, args...) }); err != nil {
		return fmt.Errorf("record an attempt at some work on log %d: %w", id, err)
	}
	return nil
}

// Attempts returns the attempts that are recorded.
func (r *Reader) Attempts(ctx context.Context) ([]journal.Attempt, error) {
	all, err := collect(ctx, r.pool, func(row scanner) (a journal.Attempt, err error) {
		return a, row.Scan(&a.Log, &a.Guild, &a.Name, &a.Work, &a.Key, &a.Crashes, &a.Kills, &a.Open, &a.Version)
	}, selectAttempts)
	if err != nil {
		return nil, fmt.Errorf("look for attempts that did not end: %w", err)
	}
	return all, nil
}
