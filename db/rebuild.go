package db

import (
	"context"
	"fmt"

	"topcut/tournament"
)

// Folder computes the read rows of a stored tournament; tournament.ReadRows is
// one.
type Folder func(id tournament.ID, s *tournament.Stored) (tournament.Row, []tournament.PlayerRow, []tournament.Deadline, error)

const selectLogs stmt = `SELECT DISTINCT tournament FROM events ORDER BY tournament`

// Rebuild computes the read rows of every tournament from its log and replaces
// those that differ. It returns how many tournaments there are. It is one
// transaction: other writes wait, and an error leaves everything as it was.
func (d *DB) Rebuild(ctx context.Context, fold Folder) (int, error) {
	var ids []tournament.ID
	err := d.writer.write(ctx, func(t *tx) (err error) {
		if ids, err = collect(ctx, t, scanID, selectLogs); err != nil {
			return err
		}
		t.forgetKept() // what lies in the tables is what counts
		for _, id := range ids {
			if err := t.rebuild(ctx, id, fold); err != nil {
				return fmt.Errorf("tournament %d: %w", id, err)
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("rebuild the read tables: %w", err)
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
	row, players, deadlines, err := fold(id, s)
	if err != nil {
		return err
	}
	_, err = t.putRead(ctx, id, s.Log[len(s.Log)-1].Seq, row, players, deadlines)
	return err
}
