package db

import (
	"context"
	"fmt"
	"time"

	"topcut/tournament"
)

const foundColumns = `t.id, t.guild, t.channel, t.name, t.ruleset, t.phase, t.round, t.players, t.created_at`

const (
	selectByGuild stmt = `SELECT ` + foundColumns + ` FROM tournaments t WHERE t.guild = ? ORDER BY t.id DESC`
	selectByUser  stmt = `SELECT ` + foundColumns + ` FROM tournaments t
		WHERE t.id IN (SELECT p.tournament FROM people p WHERE p.user = ?1 AND p.user <> '') AND (?2 = '' OR t.guild = ?2)
		ORDER BY t.id DESC`
	selectDue stmt = `SELECT tournament, key, at FROM deadlines WHERE at <= ? ORDER BY at, tournament, key LIMIT ?`
)

func scanFound(r scanner) (tournament.Found, error) {
	var f tournament.Found
	var created int64
	err := r.Scan(&f.ID, &f.Guild, &f.Channel, &f.Name, &f.Ruleset, &f.Phase, &f.Round, &f.Players, &created)
	f.CreatedAt = fromMillis(created)
	return f, err
}

func (r *Reader) find(ctx context.Context, q stmt, args ...any) ([]tournament.Found, error) {
	found, err := collect(ctx, r.pool, scanFound, q, args...)
	if err != nil {
		return nil, fmt.Errorf("list tournaments: %w", err)
	}
	return found, nil
}

// ByGuild returns the tournaments of a server, newest first.
func (r *Reader) ByGuild(ctx context.Context, guild string) ([]tournament.Found, error) {
	return r.find(ctx, selectByGuild, guild)
}

// ByUser returns the tournaments in which a user is known, as player or
// organiser, newest first; guild may be empty for all servers.
func (r *Reader) ByUser(ctx context.Context, guild, user string) ([]tournament.Found, error) {
	return r.find(ctx, selectByUser, user, guild)
}

func scanID(r scanner) (id tournament.ID, err error) { return id, r.Scan(&id) }

// DueDeadlines returns deadlines at or before now, oldest first, at most limit.
func (r *Reader) DueDeadlines(ctx context.Context, now time.Time, limit int) ([]tournament.DueDeadline, error) {
	due, err := collect(ctx, r.pool, func(row scanner) (d tournament.DueDeadline, err error) {
		var at int64
		err = row.Scan(&d.Tournament, &d.Key, &at)
		d.At = fromMillis(at)
		return d, err
	}, selectDue, millis(now), limit)
	if err != nil {
		return nil, fmt.Errorf("look for deadlines: %w", err)
	}
	return due, nil
}
