package db

import (
	"context"
	"fmt"

	"topcut/tournament/journal"
)

const (
	selectGrown stmt = `SELECT kind, id, seq, looked FROM logs INDEXED BY logs_grown WHERE seq > looked AND kind <> 'unfinished'`
	lookAgain   stmt = `UPDATE logs INDEXED BY logs_running SET looked = 0 WHERE over = 0`
	markLooked  stmt = `UPDATE logs SET looked = max(looked, ?2) WHERE id = ?1`
	// wantShown revives a row whose edit was refused: another one may succeed.
	wantShown stmt = `UPDATE outbox SET want = ?2, dead = '' WHERE id = ?1 AND want < ?2`

	// Where the posts of a log that stand are found: those about no match, those about one
	// match, and those about any match.
	livingLists   = ` FROM outbox o INDEXED BY outbox_living CROSS JOIN logs l ON l.id = o.log WHERE o.message <> '' AND o.log = ?1 AND o.match = 0 AND (o.round = 0 OR o.round >= ?2)`
	livingMatch   = ` FROM outbox o INDEXED BY outbox_living CROSS JOIN logs l ON l.id = o.log WHERE o.message <> '' AND o.log = ?1 AND o.match = ?3 AND o.round = ?2`
	livingMatches = ` FROM outbox o INDEXED BY outbox_living CROSS JOIN logs l ON l.id = o.log WHERE o.message <> '' AND o.log = ?1 AND o.match > 0 AND o.round >= ?2`

	selectLivingLists   stmt = `SELECT ` + postColumns + livingLists
	selectLivingMatch   stmt = `SELECT ` + postColumns + livingMatch
	selectLivingMatches stmt = `SELECT ` + postColumns + livingMatches
	selectShownLists    stmt = `SELECT o.id, o.hash` + livingLists
	selectShownMatch    stmt = `SELECT o.id, o.hash` + livingMatch
	selectShownMatches  stmt = `SELECT o.id, o.hash` + livingMatches
)

// living are the statements that read posts that stand.
type living struct{ lists, match, matches stmt }

// within reads the posts of a log that a change reaches.
func within[T any](ctx context.Context, q querier, scan func(scanner) (T, error), by living, id journal.ID, r journal.Reach) ([]T, error) {
	all, err := collect(ctx, q, scan, by.lists, id, r.Lists)
	if err != nil {
		return nil, err
	}
	if r.AllMatches {
		more, err := collect(ctx, q, scan, by.matches, id, r.Matches)
		return append(all, more...), err
	}
	for _, at := range r.Places {
		more, err := collect(ctx, q, scan, by.match, id, at.Round, at.Match)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

// Grown returns the logs that have grown since their posts were looked at.
func (r *Reader) Grown(ctx context.Context) ([]journal.Growth, error) {
	all, err := collect(ctx, r.pool, func(r scanner) (g journal.Growth, err error) {
		return g, r.Scan(&g.Log.Kind, &g.Log.ID, &g.Seq, &g.Looked)
	}, selectGrown)
	if err != nil {
		return nil, fmt.Errorf("look for logs that have grown: %w", err)
	}
	return all, nil
}

// Living returns the posts of a log that stand and that a change reaches.
func (r *Reader) Living(ctx context.Context, id journal.ID, reach journal.Reach) (all []journal.OutboxRow, err error) {
	err = r.pool.snapshot(ctx, func(q querier) error {
		all, err = within(ctx, q, scanPost, living{selectLivingLists, selectLivingMatch, selectLivingMatches}, id, reach)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look for the posts of log %d that stand: %w", id, err)
	}
	return all, nil
}

// Looked records that the posts of a log that a change reaches should show what hashes
// says, by row, as of seq. Those that show something else are due for an edit; so are those
// that hashes does not have, which were posted meanwhile.
func (d *DB) Looked(ctx context.Context, id journal.ID, seq int64, reach journal.Reach, hashes map[int64]string) error {
	type shown struct {
		row  int64
		hash string
	}
	err := d.writer.write(ctx, func(t *tx) error {
		stand, err := within(ctx, t, func(r scanner) (o shown, err error) { return o, r.Scan(&o.row, &o.hash) },
			living{selectShownLists, selectShownMatch, selectShownMatches}, id, reach)
		if err != nil {
			return err
		}
		for _, o := range stand {
			if should, known := hashes[o.row]; known && should == o.hash {
				continue
			}
			if err := t.exec(wantShown, o.row, seq); err != nil {
				return err
			}
		}
		return t.exec(markLooked, id, seq)
	})
	if err != nil {
		return fmt.Errorf("look at the posts of log %d: %w", id, err)
	}
	return nil
}

// LookAgain makes all logs that are not over count as grown.
func (d *DB) LookAgain(ctx context.Context) error {
	err := d.writer.write(ctx, func(t *tx) error { return t.exec(lookAgain) })
	if err != nil {
		return fmt.Errorf("look at all posts: %w", err)
	}
	return nil
}
