package db

import (
	"context"
	"errors"
	"fmt"

	"topcut/tournament"
)

// Folder computes the read rows of a stored tournament; tournament.RowsOf is
// one.
type Folder func(id tournament.ID, s *tournament.Stored) (tournament.ReadRows, []tournament.Deadline, error)

// Rebuild computes the read rows of every tournament from its log and replaces
// those that differ. It returns how many tournaments there are. It is one
// transaction: other writes wait, and an error leaves everything as it was. The
// rows of tournaments that are damaged are left as they are; a *DamageError
// lists them after all others were done.
func (d *DB) Rebuild(ctx context.Context, fold Folder) (int, error) {
	var ids []tournament.ID
	damaged := &DamageError{Path: d.path}
	err := d.writer.write(ctx, func(t *tx) (err error) {
		if ids, err = collect(ctx, t, scanID, selectLogs); err != nil {
			return err
		}
		t.forgetKept() // what lies in the tables is what counts
		for _, id := range ids {
			err := t.rebuild(ctx, id, fold)
			if x, ok := errors.AsType[*Damage](err); ok {
				damaged.Logs = append(damaged.Logs, x)
				continue
			}
			if err != nil {
				return fmt.Errorf("tournament %d: %w", id, err)
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("rebuild the read tables: %w", err)
	}
	if len(damaged.Logs) > 0 {
		return len(ids), damaged
	}
	return len(ids), nil
}

func (t *tx) rebuild(ctx context.Context, id tournament.ID, fold Folder) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s, err := load(ctx, t, id)
	if err != nil {
		return err
	}
	read, deadlines, err := fold(id, s)
	if err != nil {
		return err
	}
	_, err = t.putRead(ctx, id, read.Row, read.Players, deadlines)
	return err
}
