package db

import (
	"context"
	"errors"
	"fmt"

	"topcut/tournament/journal"
)

// Rebuild recomputes the rows derived from each log and replaces those that differ: its
// row in the table of logs, deadlines, and the tables of its kind. It returns the number
// of logs. It is one transaction: other writes wait, and on an error nothing is changed.
// The rows of damaged logs are left as they are; after all others are done, a
// *DamageError lists the damaged ones.
func (d *DB) Rebuild(ctx context.Context) (int, error) {
	var all []journal.Ref
	damaged := &DamageError{Path: d.path}
	err := d.writer.write(ctx, func(t *tx) (err error) {
		if all, err = collect(ctx, t, scanRef, selectLogs); err != nil {
			return err
		}
		t.forgetKept() // only the tables count
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
