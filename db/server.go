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
	insertLeague stmt = `INSERT INTO leagues (id, guild, opens, data) VALUES (NULL, ?, ?, ?) RETURNING id`
	upsertLeague stmt = `INSERT INTO leagues (id, guild, opens, data) VALUES (?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET guild = excluded.guild, opens = excluded.opens, data = excluded.data`
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

// PutLeague stores a league; ID 0 gets a new id, which is returned.
func (d *DB) PutLeague(ctx context.Context, l tournament.League) (int64, error) {
	data, err := json.Marshal(l)
	if err != nil {
		return 0, fmt.Errorf("store league %q: %w", l.Name, err)
	}
	var opens any
	if !l.Ended && !l.NextStart.IsZero() {
		opens = millis(l.NextStart.Add(-time.Duration(l.OpenHours) * time.Hour))
	}
	id := l.ID
	err = d.writer.write(ctx, func(t *tx) error {
		if l.ID == 0 {
			return t.row(ctx, insertLeague, l.Guild, opens, string(data)).Scan(&id)
		}
		return t.exec(upsertLeague, l.ID, l.Guild, opens, string(data))
	})
	if err != nil {
		return 0, fmt.Errorf("store league %q: %w", l.Name, err)
	}
	return id, nil
}
