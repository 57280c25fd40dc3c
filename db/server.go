package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"topcut/tournament"
)

const (
	selectServer     stmt = `SELECT data FROM servers WHERE guild = ?`
	upsertServer     stmt = `INSERT INTO servers (guild, data) VALUES (?, ?) ON CONFLICT DO UPDATE SET data = excluded.data`
	selectLeagues    stmt = `SELECT id, data FROM leagues WHERE guild = ? ORDER BY id DESC`
	selectDueLeagues stmt = `SELECT id, data FROM leagues INDEXED BY leagues_opens
		WHERE opens IS NOT NULL AND opens <= ? ORDER BY opens, id`
	selectLeague stmt = `SELECT id, data FROM leagues WHERE id = ?`
	insertLeague stmt = `INSERT INTO leagues (id, guild, opens, data) VALUES (NULL, ?, ?, ?) RETURNING id`
	updateLeague stmt = `UPDATE leagues SET opens = ?2, data = ?3 WHERE id = ?1`
)

// Server returns the settings of a server; the zero settings with Guild set
// where nothing was set.
func (r *Reader) Server(ctx context.Context, guild string) (tournament.Server, error) {
	s := tournament.Server{Guild: guild}
	var data []byte
	err := r.pool.row(ctx, selectServer, guild).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if err != nil {
		return s, fmt.Errorf("settings of server %s: %w", guild, err)
	}
	return s, nil
}

// PutServer stores the settings of a server.
func (d *DB) PutServer(ctx context.Context, s tournament.Server) error {
	data, err := json.Marshal(s)
	if err == nil {
		err = d.writer.write(ctx, func(t *tx) error { return t.exec(upsertServer, s.Guild, string(data)) })
	}
	if err != nil {
		return fmt.Errorf("store the settings of server %s: %w", s.Guild, err)
	}
	return nil
}

// Leagues returns the leagues of a server, newest first, ended ones too.
func (r *Reader) Leagues(ctx context.Context, guild string) ([]tournament.League, error) {
	return r.leagues(ctx, selectLeagues, guild)
}

// DueLeagues returns leagues whose registration opens at or before now, in the
// order in which they open.
func (r *Reader) DueLeagues(ctx context.Context, now time.Time) ([]tournament.League, error) {
	return r.leagues(ctx, selectDueLeagues, millis(now))
}

func (r *Reader) leagues(ctx context.Context, q stmt, arg any) ([]tournament.League, error) {
	found, err := collect(ctx, r.pool, scanLeague, q, arg)
	if err != nil {
		return nil, fmt.Errorf("list leagues: %w", err)
	}
	return found, nil
}

func scanLeague(r scanner) (l tournament.League, err error) {
	var id int64
	var data []byte
	if err := r.Scan(&id, &data); err != nil {
		return l, err
	}
	if err := json.Unmarshal(data, &l); err != nil {
		return l, fmt.Errorf("league %d: %w", id, err)
	}
	l.ID = id
	return l, nil
}

// AddLeague stores a new league and returns its id.
func (d *DB) AddLeague(ctx context.Context, l tournament.League) (id int64, err error) {
	opens, data, err := encodeLeague(l)
	if err == nil {
		err = d.writer.write(ctx, func(t *tx) error { return t.row(ctx, insertLeague, l.Guild, opens, data).Scan(&id) })
	}
	if err != nil {
		return 0, fmt.Errorf("store league %q: %w", l.Name, err)
	}
	return id, nil
}

// EndLeague ends a league, or returns tournament.ErrNotFound.
func (d *DB) EndLeague(ctx context.Context, id int64) error {
	return d.changeLeague(ctx, id, func(l *tournament.League) { l.Ended = true })
}

// LeagueOpened puts the next start of a league on the calendar, after the event
// that starts at start was seen to; without a next one the league ends. Where
// start is not what the league waits for, or it has ended, nothing changes.
func (d *DB) LeagueOpened(ctx context.Context, id int64, start, next time.Time) error {
	return d.changeLeague(ctx, id, func(l *tournament.League) {
		if !l.Ended && l.NextStart.Equal(start) {
			l.NextStart, l.Ended = next, next.IsZero()
		}
	})
}

// changeLeague reads a league and writes it back with a change, as one write.
func (d *DB) changeLeague(ctx context.Context, id int64, change func(*tournament.League)) error {
	err := d.writer.write(ctx, func(t *tx) error {
		l, err := scanLeague(t.row(ctx, selectLeague, id))
		if errors.Is(err, sql.ErrNoRows) {
			return tournament.ErrNotFound
		}
		if err != nil {
			return err
		}
		change(&l)
		opens, data, err := encodeLeague(l)
		if err != nil {
			return err
		}
		return t.exec(updateLeague, id, opens, data)
	})
	if err != nil {
		return fmt.Errorf("league %d: %w", id, err)
	}
	return nil
}

// encodeLeague returns when registration for the next event opens, nil for never,
// and the stored form.
func encodeLeague(l tournament.League) (opens any, data string, err error) {
	if !l.Ended && !l.NextStart.IsZero() {
		opens = millis(l.NextStart.Add(-time.Duration(l.OpenHours) * time.Hour))
	}
	b, err := json.Marshal(l)
	return opens, string(b), err
}
