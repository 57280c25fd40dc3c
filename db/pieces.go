package db

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"topcut/tournament/journal"
)

// A log that begins with many events, such as an imported one, is written in pieces, each
// in a transaction of its own, since all other writes wait for a transaction. Until the
// last one the log is of the kind unfinished: nothing reads it. What a process leaves
// unfinished is removed when the file is opened next.
const unfinished = "unfinished"

// rowsOfPiece is how many events, people or texts of a log are written or removed in one
// transaction.
const rowsOfPiece = 256

const (
	// beginLog fails if there is such a log.
	beginLog         stmt = `INSERT INTO logs (id, kind, seq, hash) VALUES (?, 'unfinished', 0, x'')`
	finishLog        stmt = `UPDATE logs SET kind = ? WHERE id = ?`
	selectUnfinished stmt = `SELECT kind, id FROM logs INDEXED BY logs_unfinished WHERE kind = 'unfinished'`
	// dropEvents removes events from the end, so that what is left has no gap.
	dropEvents stmt = `DELETE FROM events WHERE log = ?1 AND seq > (SELECT max(seq) FROM events WHERE log = ?1) - ?2`
	dropPeople stmt = `DELETE FROM people WHERE log = ?1 AND no > (SELECT max(no) FROM people WHERE log = ?1) - ?2`
	dropTexts  stmt = `DELETE FROM texts WHERE log = ?1 AND no > (SELECT max(no) FROM texts WHERE log = ?1) - ?2`
	dropLog    stmt = `DELETE FROM logs WHERE id = ? AND kind = 'unfinished'`
)

// tooLarge reports whether c begins a log with too many events for one transaction.
func tooLarge[E, R any](c *journal.Commit[E, R]) bool {
	return c.Expect == 0 && len(c.Events) > rowsOfPiece
}

// commitInPieces writes a new log. Others see all of it or nothing.
func (s *Store[E, R]) commitInPieces(ctx context.Context, c *journal.Commit[E, R], data []string) error {
	for i, write := range s.logs.kind.pieces(ctx, c, data) {
		err := s.writer.write(ctx, write)
		if err == nil {
			continue
		}
		if i > 0 {
			if left := s.discard(context.WithoutCancel(ctx), c.Log); left != nil {
				err = errors.Join(err, fmt.Errorf("discard: %w", left)) // by the next start
			}
		}
		return err
	}
	return nil
}

// pieces returns the transactions that write a new log. The last one has all that is not
// in the log or its book, and gives the log its kind.
func (k *kind[E, R]) pieces(ctx context.Context, c *journal.Commit[E, R], data []string) []func(*tx) error {
	end := newChain(c.Log, k.Name)
	end.kind = unfinished
	all := []func(*tx) error{func(t *tx) error {
		delete(t.kept, c.Log)
		if err := t.exec(beginLog, c.Log); err != nil {
			return eventError(1, err)
		}
		return nil
	}}
	for from := 0; from < len(c.Events); from += rowsOfPiece {
		to := min(from+rowsOfPiece, len(c.Events))
		all = append(all, func(t *tx) error { return appendEvents(t, end, c.Events[from:to], data[from:to]) })
	}
	for people := range slices.Chunk(c.People, rowsOfPiece) {
		all = append(all, func(t *tx) error { return t.putBook(c.Log, people, nil, nil) })
	}
	for texts := range slices.Chunk(c.Texts, rowsOfPiece) {
		all = append(all, func(t *tx) error { return t.putBook(c.Log, nil, texts, nil) })
	}
	return append(all, func(t *tx) error {
		if err := t.putAnswer(c.Log, c.Answer); err != nil {
			return err
		}
		if err := t.exec(finishLog, k.Name, c.Log); err != nil {
			return err
		}
		if err := t.putBook(c.Log, nil, nil, c.Secret); err != nil {
			return err
		}
		return k.putBeside(ctx, t, c, end.seq)
	})
}

// removeUnfinished removes the logs whose writing was cut off, and returns them. It must
// not run concurrently with commits.
func (d *DB) removeUnfinished(ctx context.Context) ([]journal.Ref, error) {
	all, err := collect(ctx, d.pool, scanRef, selectUnfinished)
	if err != nil {
		return nil, err
	}
	for i, log := range all {
		if err := d.discard(ctx, log.ID); err != nil {
			return all[:i], err
		}
	}
	return all, nil
}

// discard removes an unfinished log, in pieces. If it is cut off, the rest is unfinished
// too.
func (d *DB) discard(ctx context.Context, id journal.ID) error {
	for _, drop := range []stmt{dropEvents, dropPeople, dropTexts} {
		for n := int64(1); n > 0; {
			err := d.writer.write(ctx, func(t *tx) (err error) {
				n, err = t.change(drop, id, rowsOfPiece)
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return d.writer.write(ctx, func(t *tx) error { return t.exec(dropLog, id) })
}
