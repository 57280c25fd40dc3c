package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"topcut/tournament/stores"
)

const (
	selectServer      stmt = `SELECT data FROM servers WHERE guild = ?`
	selectChatServers stmt = `SELECT guild FROM servers WHERE data ->> '$.chat_results' ORDER BY guild`
	upsertServer      stmt = `INSERT INTO servers (guild, data) VALUES (?, ?) ON CONFLICT DO UPDATE SET data = excluded.data`
)

// Server returns the settings of a server. If none were set, only Guild is set.
func (r *Reader) Server(ctx context.Context, guild string) (stores.Server, error) {
	s := stores.Server{Guild: guild}
	if err := readServer(r.pool.row(ctx, selectServer, guild), &s); err != nil {
		return s, fmt.Errorf(serverFailed, guild, err)
	}
	return s, nil
}

// ReadingChat returns the servers in which results are read from messages.
func (r *Reader) ReadingChat(ctx context.Context) ([]string, error) {
	guilds, err := collect(ctx, r.pool, func(row scanner) (guild string, err error) { return guild, row.Scan(&guild) }, selectChatServers)
	if err != nil {
		return nil, fmt.Errorf("servers that read results from messages: %w", err)
	}
	return guilds, nil
}

const serverFailed = "settings of server %s: %w"

// readServer reads the settings of a server, which stay as they are if none were set.
func readServer(row scanner, s *stores.Server) error {
	var data []byte
	switch err := row.Scan(&data); {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return err
	}
	return json.Unmarshal(data, s)
}

// ChangeServer changes the settings of a server in one transaction and returns them.
func (d *DB) ChangeServer(ctx context.Context, guild string, change func(s *stores.Server)) (s stores.Server, err error) {
	err = d.writer.write(ctx, func(t *tx) error {
		s = stores.Server{Guild: guild}
		if err := readServer(t.row(ctx, selectServer, guild), &s); err != nil {
			return err
		}
		change(&s)
		data, err := json.Marshal(s)
		if err != nil {
			return err
		}
		return t.exec(upsertServer, guild, string(data))
	})
	if err != nil {
		err = fmt.Errorf(serverFailed, guild, err)
	}
	return s, err
}

const (
	selectHoldings stmt = `SELECT guild, kind, key, value FROM holdings WHERE guild = ? ORDER BY kind, key`
	upsertHolding  stmt = `INSERT INTO holdings (guild, kind, key, value) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`
	deleteHolding  stmt = `DELETE FROM holdings WHERE guild = ? AND kind = ? AND key = ?`
)

// Held returns the bot's holdings in a server.
func (r *Reader) Held(ctx context.Context, guild string) ([]stores.Holding, error) {
	out, err := collect(ctx, r.pool, func(row scanner) (h stores.Holding, err error) {
		return h, row.Scan(&h.Guild, &h.Kind, &h.Key, &h.Value)
	}, selectHoldings, guild)
	if err != nil {
		return nil, fmt.Errorf("what is held in server %s: %w", guild, err)
	}
	return out, nil
}

// Hold records a holding of the bot in a server.
func (d *DB) Hold(ctx context.Context, h stores.Holding) error {
	return d.writer.write(ctx, func(t *tx) error { return t.exec(upsertHolding, h.Guild, h.Kind, h.Key, h.Value) })
}

// Drop removes the records of holdings and overwrites them.
func (d *DB) Drop(ctx context.Context, hs ...stores.Holding) error {
	err := d.writer.write(ctx, func(t *tx) error {
		for _, h := range hs {
			if err := t.exec(deleteHolding, h.Guild, h.Kind, h.Key); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = d.writer.writeAlone(ctx, func(t *tx) error { return t.emptyJournal(ctx) })
	}
	return err
}
