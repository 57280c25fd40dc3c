package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"topcut/tournament"
)

const (
	selectServer stmt = `SELECT data FROM servers WHERE guild = ?`
	upsertServer stmt = `INSERT INTO servers (guild, data) VALUES (?, ?) ON CONFLICT DO UPDATE SET data = excluded.data`
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
