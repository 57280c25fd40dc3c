package db

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"topcut/tournament"
	"topcut/tournament/journal"
)

const (
	selectOverOf stmt = `SELECT t.id FROM tournaments t
		WHERE t.over = 1 AND t.id IN (SELECT p.tournament FROM people p WHERE p.user = ?1 AND p.user <> '') ORDER BY t.id`
	blankText   stmt = `UPDATE texts SET body = '' WHERE tournament = ? AND no = ?`
	deleteUser  stmt = `DELETE FROM players WHERE tournament = ? AND user = ?`
	blankPerson stmt = `UPDATE people SET user = '', name = ? WHERE tournament = ? AND no = ?`
	// blankCreator is for leagues that have ended; one that goes on acts for its
	// creator.
	blankCreator    stmt = `UPDATE leagues SET data = json_set(data, '$.creator', '') WHERE data ->> '$.creator' = ? AND data ->> '$.ended'`
	deleteAnswersOf stmt = `DELETE FROM answers WHERE tournament = ?`
	checkpoint      stmt = `PRAGMA wal_checkpoint(TRUNCATE)`
)

// Forget blanks a person in all tournaments that are finished or cancelled:
// Discord id, name, tag, decks and every other text (tournament.Traces), the
// answers of those tournaments, and leagues of theirs that have ended. The log is
// not touched, since it holds numbers only. It returns how many tournaments were
// touched.
//
// What was blanked is overwritten in the file and the journal is emptied. It is
// still in backups made before.
func (d *DB) Forget(ctx context.Context, user string) (int, error) {
	if user == "" {
		return 0, nil
	}
	var touched []tournament.ID
	err := d.writer.write(ctx, func(t *tx) (err error) {
		if touched, err = collect(ctx, t, scanID, selectOverOf, user); err != nil {
			return err
		}
		for _, id := range touched {
			if err := t.forget(ctx, id, user); err != nil {
				return fmt.Errorf("tournament %d: %w", id, err)
			}
		}
		t.forgetKept()
		return t.exec(blankCreator, user)
	})
	if err == nil {
		err = d.writer.writeAlone(ctx, func(t *tx) error { return t.emptyJournal(ctx) })
	}
	if err != nil {
		return len(touched), fmt.Errorf("forget a person: %w", err)
	}
	return len(touched), nil
}

// forget blanks a person in one tournament. One that is damaged cannot tell whose
// the tags are; nobody reads them any more.
func (t *tx) forget(ctx context.Context, id tournament.ID, user string) error {
	s, err := load(ctx, t, id)
	var damage *Damage
	if errors.As(err, &damage) {
		s = &tournament.Stored{}
		err = loadBook(ctx, t, id, &s.Book)
	}
	if err != nil {
		return err
	}
	people, texts := tournament.Traces(s.Log, &s.Book, user)
	for _, no := range texts {
		if err := t.exec(blankText, id, no); err != nil {
			return err
		}
	}
	for _, no := range people {
		if err := t.exec(blankPerson, journal.ForgottenName(no), id, no); err != nil {
			return err
		}
	}
	if err := t.exec(deleteUser, id, user); err != nil {
		return err
	}
	return t.exec(deleteAnswersOf, id)
}

// emptyJournal writes the journal back and overwrites it. While somebody still
// reads what it held it stays.
func (t *tx) emptyJournal(ctx context.Context) error {
	var busy, pages, done int
	if err := t.row(ctx, checkpoint).Scan(&busy, &pages, &done); err != nil {
		return err
	}
	if busy != 0 {
		return fmt.Errorf("empty the journal: %w", context.DeadlineExceeded)
	}
	return nil
}

const (
	selectNumbers stmt = `SELECT tournament, no, name FROM people WHERE user = ? AND user <> '' ORDER BY tournament, no`
	selectTitle   stmt = `SELECT guild, name FROM tournaments WHERE id = ?`
	selectTextsOf stmt = `SELECT no, kind, person, body FROM texts WHERE tournament = ? AND person = ? AND body <> '' ORDER BY no`
	selectActs    stmt = `SELECT seq, time, kind, data FROM events WHERE tournament = ? AND actor = ? ORDER BY seq`
	selectOwned   stmt = `SELECT id, data FROM leagues WHERE data ->> '$.creator' = ? ORDER BY id`
)

// Personal is what is stored about a person.
type Personal struct {
	User    string           `json:"user"` // Discord id
	Events  []PersonalEvent  `json:"events"`
	Leagues []PersonalLeague `json:"leagues"` // that they created
}

// PersonalEvent is what one tournament knows of a person.
type PersonalEvent struct {
	Event  int64          `json:"event"`
	Guild  string         `json:"guild"`
	Title  string         `json:"title"`
	Number int            `json:"number"` // which they are in the log
	Name   string         `json:"name"`
	Texts  []PersonalText `json:"texts"` // that are by or about them
	Acts   []PersonalAct  `json:"acts"`  // entries of the log that they caused
}

// PersonalText is something written by or about a person.
type PersonalText struct {
	Kind string `json:"kind"`
	Body string `json:"body"`
}

// PersonalAct is an entry of the log.
type PersonalAct struct {
	Entry int64           `json:"entry"`
	Time  int64           `json:"time"` // unix milliseconds
	Kind  string          `json:"kind"`
	Data  json.RawMessage `json:"data"`
}

// PersonalLeague is a league that a person created.
type PersonalLeague struct {
	ID    int64  `json:"id"`
	Guild string `json:"guild"`
	Name  string `json:"name"`
}

// Personal returns what is stored about the person behind a Discord id, as it is
// at one moment.
func (r *Reader) Personal(ctx context.Context, user string) (*Personal, error) {
	p := &Personal{User: user, Events: []PersonalEvent{}, Leagues: []PersonalLeague{}}
	err := r.pool.snapshot(ctx, func(q querier) error {
		found, err := collect(ctx, q, func(row scanner) (e PersonalEvent, err error) {
			return e, row.Scan(&e.Event, &e.Number, &e.Name)
		}, selectNumbers, user)
		if err != nil {
			return err
		}
		p.Events = append(p.Events, found...)
		for i := range p.Events {
			if err := p.Events[i].read(ctx, q); err != nil {
				return err
			}
		}
		owned, err := collect(ctx, q, scanLeague, selectOwned, user)
		for _, l := range owned {
			p.Leagues = append(p.Leagues, PersonalLeague{ID: l.ID, Guild: l.Guild, Name: l.Name})
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("collect what is stored about a person: %w", err)
	}
	return p, nil
}

func (e *PersonalEvent) read(ctx context.Context, q querier) (err error) {
	if err := q.row(ctx, selectTitle, e.Event).Scan(&e.Guild, &e.Title); err != nil {
		return err
	}
	texts, err := collect(ctx, q, scanText, selectTextsOf, e.Event, e.Number)
	if err != nil {
		return err
	}
	e.Texts = []PersonalText{}
	for _, t := range texts {
		e.Texts = append(e.Texts, PersonalText{Kind: string(t.Kind), Body: t.Body})
	}
	e.Acts, err = collect(ctx, q, func(row scanner) (a PersonalAct, err error) {
		return a, row.Scan(&a.Entry, &a.Time, &a.Kind, (*[]byte)(&a.Data))
	}, selectActs, e.Event, e.Number)
	return err
}
