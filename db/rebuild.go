package db

import (
	"context"
	"errors"
	"fmt"

	"topcut/tournament/journal"
)

// Rebuild computes what follows from each log and replaces what differs: its row in
// the table of logs, deadlines, the tables of its kind. It returns how many logs
// there are. It is one transaction: other writes wait, and an error leaves
// everything as it was. What belongs to logs that are damaged is left as it is; a
// *DamageError lists them after all others were done.
func (d *DB) Rebuild(ctx context.Context) (int, error) {
	var all []journal.Ref
	damaged := &DamageError{Path: d.path}
	err := d.writer.write(ctx, func(t *tx) (err error) {
		if all, err = collect(ctx, t, scanRef, selectLogs); err != nil {
			return err
		}
		t.forgetKept() // what lies in the tables is what counts
		for _, log := range all {
			if err := ctx.Err(); err != nil {
				return err
			}
			err := kindNamed(ctx, t, log.Kind, log.ID).rebuild(ctx, t, log.ID)
			if x, ok := errors.AsType[*Damage](err); ok {
				damaged.Logs = append(damaged.Logs, x)
				continue
			}
			if err != nil {
				return fmt.Errorf("%s %d: %w", log.Kind, log.ID, err)
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("rebuild the read tables: %w", err)
	}
	if len(damaged.Logs) > 0 {
		return len(all), damaged
	}
	return len(all), nil
}

func (k *kind[E, R]) rebuild(ctx context.Context, t *tx, id journal.ID) error {
	s, err := k.load(ctx, t, id)
	if err != nil {
		return err
	}
	rows, deadlines, err := k.Read(id, s)
	if err != nil {
		return err
	}
	_, err = k.put(ctx, t, id, rows, deadlines)
	return err
}
