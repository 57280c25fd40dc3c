package db

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"topcut/tournament"
	"topcut/tournament/sorted"
	"topcut/tournament/stores"
)

// tournamentTables are the read tables of tournaments, for lists and autocomplete.
type tournamentTables struct{}

const (
	upsertTournament stmt = `INSERT INTO tournaments (log, channel, ruleset, phase, round, players, created_at, open_to_server)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET channel = excluded.channel, ruleset = excluded.ruleset, phase = excluded.phase,
		round = excluded.round, players = excluded.players, created_at = excluded.created_at, open_to_server = excluded.open_to_server`
	selectPlayers stmt = `SELECT user, player, status FROM players WHERE tournament = ?`
	upsertPlayer  stmt = `INSERT INTO players (tournament, player, user, status) VALUES (?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET user = excluded.user, status = excluded.status`
	deletePlayer stmt = `DELETE FROM players WHERE tournament = ? AND player = ?`
	deleteUser   stmt = `DELETE FROM players WHERE tournament = ? AND user = ?`
	upsertRecord stmt = `INSERT INTO records (log, seq, data) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET seq = excluded.seq, data = excluded.data`
	deleteRecord stmt = `DELETE FROM records WHERE log = ?`
)

func (tournamentTables) put(ctx context.Context, t *tx, id tournament.ID, before *tournament.ReadRows, now tournament.ReadRows) (err error) {
	if r := now.Row; before == nil || before.Row != r {
		t.listed(r.Guild)
		if err := t.exec(upsertTournament, id, r.Channel, r.Ruleset, int(r.Phase), r.Round, r.Players, millis(r.CreatedAt), r.OpenToServer); err != nil {
			return fmt.Errorf("read row: %w", err)
		}
	}
	var old []tournament.PlayerRow
	if before != nil {
		old = before.Players
	} else if old, err = collect(ctx, t, scanPlayerRow, selectPlayers, id); err != nil {
		return err
	}
	if err := t.putPlayers(id, old, now.Players); err != nil {
		return fmt.Errorf("players: %w", err)
	}
	if err := t.putRecord(id, now); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

// putRecord stores the record of a finished event, and deletes that of an event that is
// no longer finished.
func (t *tx) putRecord(id tournament.ID, now tournament.ReadRows) error {
	if now.Record == nil {
		if now.Row.Phase < tournament.Running {
			return nil
		}
		return t.exec(deleteRecord, id)
	}
	data, err := now.Record.MarshalBinary()
	if err != nil {
		return err
	}
	return t.exec(upsertRecord, id, now.Seq, data)
}

func (tournamentTables) forget(t *tx, id tournament.ID, user string) error {
	return t.exec(deleteUser, id, user)
}

func scanPlayerRow(row scanner) (p tournament.PlayerRow, err error) {
	return p, row.Scan(&p.User, &p.Player, &p.Status)
}

func (t *tx) putPlayers(id tournament.ID, old, rows []tournament.PlayerRow) error {
	if slices.Equal(old, rows) {
		return nil
	}
	was := make(map[int]tournament.PlayerRow, len(old))
	for _, p := range old {
		was[p.Player] = p
	}
	for _, p := range rows {
		if before, ok := was[p.Player]; !ok || before != p {
			if err := t.exec(upsertPlayer, id, p.Player, p.User, int(p.Status)); err != nil {
				return err
			}
		}
		delete(was, p.Player)
	}
	for player := range was {
		if err := t.exec(deletePlayer, id, player); err != nil {
			return err
		}
	}
	return nil
}

const foundColumns = `l.id, l.guild, t.channel, l.name, t.ruleset, t.phase, t.round, t.players, t.created_at, t.open_to_server`

const (
	selectByGuild stmt = `SELECT ` + foundColumns + ` FROM logs l JOIN tournaments t ON t.log = l.id WHERE l.guild = ? ORDER BY l.id DESC`
	selectByUser  stmt = `SELECT ` + foundColumns + ` FROM logs l JOIN tournaments t ON t.log = l.id
		WHERE l.id IN (SELECT p.log FROM people p WHERE p.user = ?1 AND p.user <> '') AND (?2 = '' OR l.guild = ?2)
		ORDER BY l.id DESC`
)

func scanFound(r scanner) (stores.Found, error) {
	var f stores.Found
	var created int64
	err := r.Scan(&f.ID, &f.Guild, &f.Channel, &f.Name, &f.Ruleset, &f.Phase, &f.Round, &f.Players, &created, &f.OpenToServer)
	f.CreatedAt = fromMillis(created)
	return f, err
}

func (r *Reader) find(ctx context.Context, q stmt, args ...any) ([]stores.Found, error) {
	found, err := collect(ctx, r.pool, scanFound, q, args...)
	if err != nil {
		return nil, fmt.Errorf("list tournaments: %w", err)
	}
	return found, nil
}

// ByGuild returns the tournaments of a server, newest first.
func (r *Reader) ByGuild(ctx context.Context, guild string) ([]stores.Found, error) {
	return r.find(ctx, selectByGuild, guild)
}

// lists keeps the tournaments of servers, which almost every interaction needs and few
// commits change.
type lists struct {
	mu      sync.Mutex
	kept    map[string][]stores.Found // by server
	changes int
}

// maxLists bounds how many lists are kept.
const maxLists = 256

// ByGuild is like Reader.ByGuild, but reads a list again only after it has changed.
func (d *DB) ByGuild(ctx context.Context, guild string) ([]stores.Found, error) {
	l := &d.writer.lists
	l.mu.Lock()
	found, ok := l.kept[guild]
	before := l.changes
	l.mu.Unlock()
	if ok {
		return slices.Clone(found), nil
	}
	found, err := d.Reader.ByGuild(ctx, guild)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.changes != before { // it may have been read before a commit that has returned
		return found, nil
	}
	if l.kept == nil || len(l.kept) >= maxLists {
		l.kept = map[string][]stores.Found{}
	}
	l.kept[guild] = slices.Clone(found)
	return found, nil
}

// changed forgets the lists of servers.
func (l *lists) changed(guilds []string) {
	if len(guilds) == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.changes++
	for _, guild := range guilds {
		delete(l.kept, guild)
	}
}

// ByUser returns the tournaments in which a user occurs as player or organiser, newest
// first; an empty guild means all servers.
func (r *Reader) ByUser(ctx context.Context, guild, user string) ([]stores.Found, error) {
	return r.find(ctx, selectByUser, user, guild)
}

const (
	selectEnds    stmt = `SELECT r.log, r.seq FROM logs l JOIN records r ON r.log = l.id WHERE l.guild = ?`
	selectRecords stmt = `SELECT r.log, r.seq, r.data, l.name FROM logs l JOIN records r ON r.log = l.id
		WHERE l.guild = ? AND l.id BETWEEN ? AND ? ORDER BY l.id`
	// All people of an event are returned as one text, since a row for each would cost more
	// than the rest of the query: numbers and lengths in bytes, then the data.
	selectIdentities stmt = `SELECT l.id, group_concat(p.no || ' ' || p.forgotten || ' ' || octet_length(p.user) || ' ' || octet_length(p.name) || ' ' || p.user || p.name, '')
		FROM logs l JOIN records r ON r.log = l.id JOIN people p ON p.log = l.id WHERE l.guild = ? AND l.id BETWEEN ? AND ? GROUP BY l.id ORDER BY l.id`
)

// Ends returns the last log number of the record of each finished event of a server. If
// the number changes, the record has changed.
func (r *Reader) Ends(ctx context.Context, guild string) (map[tournament.ID]int64, error) {
	type end struct {
		id  tournament.ID
		seq int64
	}
	list, err := collect(ctx, r.pool, func(row scanner) (e end, err error) { return e, row.Scan(&e.id, &e.seq) }, selectEnds, guild)
	if err != nil {
		return nil, fmt.Errorf("list records: %w", err)
	}
	out := make(map[tournament.ID]int64, len(list))
	for _, e := range list {
		out[e.id] = e.seq
	}
	return out, nil
}

// Recorded returns the records of a server's finished events with ids from one to
// another, with the people in them.
func (r *Reader) Recorded(ctx context.Context, guild string, from, to tournament.ID) (out []*stores.Recorded, err error) {
	err = r.pool.snapshot(ctx, func(q querier) (err error) {
		if out, err = collect(ctx, q, scanRecord, selectRecords, guild, from, to); err != nil {
			return err
		}
		rest := out
		var log tournament.ID
		return each(ctx, q, func(row scanner) (people string, err error) { return people, row.Scan(&log, &people) }, func(people string) bool {
			for len(rest) > 0 && rest[0].ID < log {
				rest = rest[1:]
			}
			if len(rest) > 0 && rest[0].ID == log {
				rest[0].People = identities(people)
			}
			return true
		}, selectIdentities, guild, from, to)
	})
	if err != nil {
		return nil, fmt.Errorf("records of events: %w", err)
	}
	return out, nil
}

// identities parses the people in a result of selectIdentities.
func identities(text string) []stores.Identity {
	var out []stores.Identity
	number := func() (n int) {
		for i := range len(text) {
			if text[i] == ' ' {
				text = text[i+1:]
				break
			}
			n = 10*n + int(text[i]-'0')
		}
		return n
	}
	for text != "" {
		var p stores.Identity
		p.No, p.Forgotten = number(), number()
		user, name := number(), number()
		p.User, p.Name, text = text[:user], text[user:user+name], text[user+name:]
		out = append(out, p)
	}
	sorted.Stable(out, func(a, b stores.Identity) int { return cmp.Compare(a.No, b.No) })
	return out
}

func scanRecord(row scanner) (*stores.Recorded, error) {
	out := &stores.Recorded{}
	var data []byte
	if err := row.Scan(&out.ID, &out.Seq, &data, &out.Name); err != nil {
		return nil, err
	}
	if err := out.UnmarshalBinary(data); err != nil {
		return nil, fmt.Errorf("tournament %d: %w", out.ID, err)
	}
	return out, nil
}
