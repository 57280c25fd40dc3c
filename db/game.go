package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"topcut/tournament/journal"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/stores"
)

const (
	selectGames stmt = `SELECT id, version, name, author, at, removed FROM games AS g WHERE guild = ?1
		AND version = (SELECT max(version) FROM games AS h WHERE h.guild = ?1 AND h.id = g.id) ORDER BY id`
	selectVersions stmt = `SELECT id, version, name, author, at, removed FROM games WHERE guild = ? AND id = ? ORDER BY version DESC`
	selectGameFile stmt = `SELECT toml FROM games WHERE guild = ? AND id = ? AND version = ?`
	selectCause    stmt = `SELECT version FROM games WHERE guild = ? AND id = ? AND cause = ?`
	insertGame     stmt = `INSERT INTO games (guild, id, version, name, author, at, removed, cause, toml) VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?)`
	removeGame     stmt = `UPDATE games SET removed = ?4 WHERE guild = ?1 AND id = ?2 AND version = ?3`
	deleteVersions stmt = `DELETE FROM games WHERE guild = ? AND id = ? AND version <= ?`
	forgetGames    stmt = `UPDATE games SET author = '' WHERE author = ?`
	selectOwnGames stmt = `SELECT guild, id, version, name, at FROM games WHERE author = ? ORDER BY guild, id, version`
	gamesFailed         = "the games of server %s: %w"
)

// keptVersions is how many versions of a game are kept, the latest.
const keptVersions = 10

func scanGame(guild string) func(scanner) (stores.Game, error) {
	return func(row scanner) (stores.Game, error) {
		g := stores.Game{Guild: guild}
		var at int64
		err := row.Scan(&g.ID, &g.Version, &g.Name, &g.By, &at, &g.Removed)
		g.At = fromMillis(at)
		return g, err
	}
}

// Games returns the latest version of each game of a server by name, also of those that are
// removed, without their files.
func (r *Reader) Games(ctx context.Context, guild string) ([]stores.Game, error) {
	return gamesOf(ctx, r.pool, guild)
}

func gamesOf(ctx context.Context, q querier, guild string) ([]stores.Game, error) {
	out, err := collect(ctx, q, scanGame(guild), selectGames, guild)
	slices.SortStableFunc(out, func(a, b stores.Game) int { return strings.Compare(names.Key(a.Name), names.Key(b.Name)) })
	return out, gamesErr(guild, err)
}

// GameVersions returns the versions of a game that are kept, the latest first, without their
// files.
func (r *Reader) GameVersions(ctx context.Context, guild, id string) ([]stores.Game, error) {
	out, err := collect(ctx, r.pool, scanGame(guild), selectVersions, guild, id)
	return out, gamesErr(guild, err)
}

// GameFile returns the ruleset file of a version of a game, or ErrNotFound.
func (r *Reader) GameFile(ctx context.Context, guild, id string, version int) (data []byte, err error) {
	err = r.pool.row(ctx, selectGameFile, guild, id, version).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		err = journal.ErrNotFound
	}
	return data, gamesErr(guild, err)
}

// SaveGame stores a game as the version after g.Version, which is 0 for a new one, and
// returns that version. It refuses what was made of an earlier version than the latest, and
// more than stores.MaxGames. An interaction saves a game once.
func (d *DB) SaveGame(ctx context.Context, g stores.Game, cause string) (saved int, err error) {
	err = d.writer.write(ctx, func(t *tx) error {
		err := t.row(ctx, selectCause, g.Guild, g.ID, cause).Scan(&saved)
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		all, err := gamesOf(ctx, t, g.Guild)
		if err != nil {
			return err
		}
		var latest stores.Game
		if i := slices.IndexFunc(all, func(o stores.Game) bool { return o.ID == g.ID }); i >= 0 {
			latest = all[i]
		}
		if latest.Version != g.Version {
			return journal.Refuse(journal.Conflict, "own_game.changed", "game", notice.Text(latest.Name), "version", latest.Version)
		}
		if g.Version == 0 || latest.Removed {
			if err := roomForGame(all); err != nil {
				return err
			}
		}
		if g.Version == 0 {
			if err := t.dropRemoved(g.Guild, all); err != nil {
				return err
			}
		}
		saved = g.Version + 1
		if err := t.exec(insertGame, g.Guild, g.ID, saved, g.Name, g.By, millis(g.At), cause, g.TOML); err != nil {
			return err
		}
		return t.exec(deleteVersions, g.Guild, g.ID, saved-keptVersions)
	})
	return saved, gamesErr(g.Guild, err)
}

// RemoveGame takes a game off the lists of a server, or puts it back. It reports whether that
// changed anything.
func (d *DB) RemoveGame(ctx context.Context, guild, id string, removed bool) (changed bool, err error) {
	err = d.writer.write(ctx, func(t *tx) error {
		changed = false
		all, err := gamesOf(ctx, t, guild)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(all, func(g stores.Game) bool { return g.ID == id })
		if i < 0 || all[i].Removed == removed {
			return nil
		}
		if !removed {
			if err := roomForGame(all); err != nil {
				return err
			}
		}
		changed = true
		return t.exec(removeGame, guild, id, all[i].Version, removed)
	})
	return changed, gamesErr(guild, err)
}

// roomForGame returns a refusal if a server has as many games as it can.
func roomForGame(all []stores.Game) error {
	n := 0
	for i := range all {
		if !all[i].Removed {
			n++
		}
	}
	if n >= stores.MaxGames {
		return journal.Refuse(journal.BadInput, "own_game.full", "most", stores.MaxGames)
	}
	return nil
}

// dropRemoved deletes the game that is unchanged for longest of those that are removed, if a
// server has removed as many as it can have.
func (t *tx) dropRemoved(guild string, all []stores.Game) error {
	removed := slices.DeleteFunc(slices.Clone(all), func(g stores.Game) bool { return !g.Removed })
	if len(removed) < stores.MaxGames {
		return nil
	}
	oldest := slices.MinFunc(removed, func(a, b stores.Game) int { return a.At.Compare(b.At) })
	return t.exec(deleteVersions, guild, oldest.ID, oldest.Version)
}

func gamesErr(guild string, err error) error {
	if err == nil || journal.ClassOf(err) != "" || errors.Is(err, journal.ErrNotFound) {
		return err
	}
	return fmt.Errorf(gamesFailed, guild, err)
}

// ownGames returns the versions of games that a person has saved.
func ownGames(ctx context.Context, q querier, user string) ([]journal.PersonalGame, error) {
	return collect(ctx, q, func(row scanner) (g journal.PersonalGame, err error) {
		return g, row.Scan(&g.Guild, &g.ID, &g.Version, &g.Name, &g.At)
	}, selectOwnGames, user)
}
