package db

import (
	"context"
	"fmt"
	"time"

	"topcut/tournament/journal"
)

const selectDue stmt = `SELECT l.kind, l.id, d.key, d.at FROM deadlines d JOIN logs l ON l.id = d.log WHERE d.at <= ? ORDER BY d.at, d.log, d.key LIMIT ?`

// DueDeadlines returns deadlines at or before now, oldest first, at most limit.
func (r *Reader) DueDeadlines(ctx context.Context, now time.Time, limit int) ([]journal.DueDeadline, error) {
	due, err := collect(ctx, r.pool, func(row scanner) (d journal.DueDeadline, err error) {
		var at int64
		err = row.Scan(&d.Log.Kind, &d.Log.ID, &d.Key, &at)
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
