package db

import (
	"context"
	"fmt"

	"topcut/tournament"
)

const (
	selectOverOf stmt = `SELECT t.id FROM tournaments t
		WHERE t.over = 1 AND t.id IN (SELECT p.tournament FROM people p WHERE p.user = ?1 AND p.user <> '') ORDER BY t.id`
	// A person is also the guest whose seat they took: that guest bore their name.
	numbersOf = `(SELECT no FROM people WHERE tournament = ?1 AND user = ?2
		UNION ALL SELECT json_extract(data, '$.guest') FROM events WHERE tournament = ?1 AND kind = 'seat_claimed'
			AND json_extract(data, '$.person') IN (SELECT no FROM people WHERE tournament = ?1 AND user = ?2))`
	blankTexts  stmt = `UPDATE texts SET body = '' WHERE tournament = ?1 AND body <> '' AND person IN ` + numbersOf
	deleteUser  stmt = `DELETE FROM players WHERE tournament = ? AND user = ?`
	blankPerson stmt = `UPDATE people SET user = '', name = 'Player ' || no WHERE tournament = ?1 AND no IN ` + numbersOf
	checkpoint  stmt = `PRAGMA wal_checkpoint(TRUNCATE)`
)

// Forget blanks a person in all tournaments that are finished or cancelled:
// Discord id, name (now "Player" and the person's number), decks and every
// other text. The log is not touched, since it holds numbers only. It returns
// how many tournaments were touched.
//
// What was blanked is overwritten in the file and the journal is emptied. It is
// still in backups made before, and for up to a day in stored answers.
func (d *DB) Forget(ctx context.Context, user string) (int, error) {
	var touched []tournament.ID
	err := d.writer.write(ctx, func(t *tx) (err error) {
		if touched, err = collect(ctx, t, scanID, selectOverOf, user); err != nil {
			return err
		}
		for _, id := range touched {
			for _, q := range [...]struct {
				stmt stmt
				args []any
			}{{blankTexts, []any{id, user}}, {deleteUser, []any{id, user}}, {blankPerson, []any{id, user}}} {
				if err := t.exec(q.stmt, q.args...); err != nil {
					return err
				}
			}
		}
		t.forgetKept()
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("forget a person: %w", err)
	}
	if len(touched) > 0 {
		err = d.writer.writeAlone(ctx, func(t *tx) error { return t.exec(checkpoint) })
	}
	if err != nil {
		return len(touched), fmt.Errorf("empty the journal after forgetting a person: %w", err)
	}
	return len(touched), nil
}
