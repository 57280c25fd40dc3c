package db

import (
	"context"
	"errors"
	"fmt"

	"topcut/tournament/journal"
)

const (
	selectOverOf stmt = `SELECT l.kind, l.id FROM logs l
		WHERE l.over = 1 AND l.id IN (SELECT p.log FROM people p WHERE p.user = ?1 AND p.user <> '') ORDER BY l.id`
	blankText   stmt = `UPDATE texts SET body = '' WHERE log = ? AND no = ?`
	blankPerson stmt = `UPDATE people SET user = '', name = ? WHERE log = ? AND no = ?`
	// markForgotten keeps the entries of one person in several logs linked, without a name.
	selectForgotten stmt = `SELECT coalesce(max(forgotten), 0) + 1 FROM people INDEXED BY people_forgotten WHERE forgotten > 0`
	markForgotten   stmt = `UPDATE people SET forgotten = ?3 WHERE log = ?1 AND user = ?2`
	deleteAnswersOf stmt = `DELETE FROM answers WHERE log = ?`
	checkpoint      stmt = `PRAGMA wal_checkpoint(TRUNCATE)`
)

// Forget blanks a person in all finished logs: Discord id, name and all their texts
// (journal.LogKind.Traces), the answers of those logs, all calendars of the person and
// what the outbox has of direct messages.
// Of a ban, id and end stay until it is over; invitations go, and games that the person has
// described stay without the author.
// The events are not changed, since they hold only numbers. It returns the number of
// changed logs.
//
// The blanked data is overwritten in the file and the journal is emptied. It is still in
// earlier backups.
func (d *DB) Forget(ctx context.Context, user string) (int, error) {
	if user == "" {
		return 0, nil
	}
	var touched []journal.Ref
	err := d.writer.write(ctx, func(t *tx) (err error) {
		if touched, err = collect(ctx, t, scanRef, selectOverOf, user); err != nil {
			return err
		}
		if err := t.exec(forgetDirect, user, string(journal.DirectMessage)); err != nil {
			return err
		}
		var number int
		if err := t.row(ctx, selectForgotten).Scan(&number); err != nil {
			return err
		}
		for _, log := range touched {
			if err := t.exec(markForgotten, log.ID, user, number); err != nil {
				return err
			}
			if err := kindNamed(ctx, t, log.Kind, log.ID).forget(ctx, t, log.ID, user); err != nil {
				return fmt.Errorf("%s %d: %w", log.Kind, log.ID, err)
			}
		}
		t.forgetKept()
		if err := t.exec(forgetCalendars, user); err != nil {
			return err
		}
		if err := t.forgetBans(user); err != nil {
			return err
		}
		if err := t.exec(forgetInvitations, user); err != nil {
			return err
		}
		if err := t.exec(forgetGames, user); err != nil {
			return err
		}
		if err := t.exec(forgetUploads, user); err != nil {
			return err
		}
		return t.exec(forgetQuestions, user)
	})
	if err == nil {
		err = d.writer.writeAlone(ctx, func(t *tx) error { return t.emptyJournal(ctx) })
	}
	if err != nil {
		return len(touched), fmt.Errorf("forget a person: %w", err)
	}
	return len(touched), nil
}

// forget blanks a person in one log. For a damaged log it cannot determine all their
// texts; that log is no longer read.
func (k *kind[E, R]) forget(ctx context.Context, t *tx, id journal.ID, user string) error {
	s, err := k.load(ctx, t, id)
	var damage *Damage
	if errors.As(err, &damage) {
		s = &journal.Stored[E]{}
		err = loadBook(ctx, t, id, &s.Book)
	}
	if err != nil {
		return err
	}
	people, texts := k.Traces(s.Log, &s.Book, user)
	if k.own != nil {
		if err := k.own.forget(t, id, user); err != nil {
			return err
		}
	}
	return t.blank(id, people, texts)
}

// blank overwrites people and texts of a log, and the answers given in it.
func (t *tx) blank(log journal.ID, people, texts []int) error {
	for _, no := range texts {
		if err := t.exec(blankText, log, no); err != nil {
			return err
		}
	}
	for _, no := range people {
		if err := t.exec(blankPerson, journal.ForgottenName(no), log, no); err != nil {
			return err
		}
	}
	return t.exec(deleteAnswersOf, log)
}

// emptyJournal writes the journal back and overwrites it. The content stays while a
// reader is still using it.
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
	selectNumbers stmt = `SELECT l.kind, l.id, l.guild, l.name, l.over, p.no, p.name FROM people p JOIN logs l ON l.id = p.log
		WHERE p.user = ? AND p.user <> '' AND l.kind <> 'unfinished' ORDER BY p.log, p.no`
	selectTextsOf stmt = `SELECT no, kind, person, body FROM texts WHERE log = ? AND person = ? AND body <> '' ORDER BY no`
	selectActs    stmt = `SELECT seq, time, kind, data FROM events WHERE log = ? AND actor = ? ORDER BY seq`
)

// Personal returns a snapshot of what is stored about the person with a Discord id.
func (r *Reader) Personal(ctx context.Context, user string) (*journal.Personal, error) {
	p := &journal.Personal{User: user, Logs: []journal.PersonalLog{}}
	err := r.pool.snapshot(ctx, func(q querier) error {
		found, err := collect(ctx, q, func(row scanner) (l journal.PersonalLog, err error) {
			return l, row.Scan(&l.Kind, &l.Log, &l.Guild, &l.Title, &l.Over, &l.Number, &l.Name)
		}, selectNumbers, user)
		if err != nil {
			return err
		}
		p.Logs = append(p.Logs, found...)
		for i := range p.Logs {
			if err := readPersonal(ctx, q, &p.Logs[i]); err != nil {
				return err
			}
		}
		p.Calendars, err = collect(ctx, q, func(row scanner) (c journal.PersonalCalendar, err error) {
			return c, row.Scan(&c.Guild, (*[]byte)(&c.Data))
		}, selectOwnDates, user)
		if err != nil {
			return err
		}
		if p.Bans, err = ownBans(ctx, q, user); err != nil {
			return err
		}
		if p.Invitations, err = ownInvitations(ctx, q, user); err != nil {
			return err
		}
		p.Games, err = ownGames(ctx, q, user)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("collect what is stored about a person: %w", err)
	}
	return p, nil
}

func readPersonal(ctx context.Context, q querier, l *journal.PersonalLog) (err error) {
	texts, err := collect(ctx, q, scanText, selectTextsOf, l.Log, l.Number)
	if err != nil {
		return err
	}
	l.Texts = []journal.PersonalText{}
	for _, t := range texts {
		l.Texts = append(l.Texts, journal.PersonalText{Kind: string(t.Kind), Body: t.Body})
	}
	l.Acts, err = collect(ctx, q, func(row scanner) (a journal.PersonalAct, err error) {
		return a, row.Scan(&a.Entry, &a.Time, &a.Kind, (*[]byte)(&a.Data))
	}, selectActs, l.Log, l.Number)
	return err
}
