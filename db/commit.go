package db

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"topcut/tournament"
)

// Commit writes c in one transaction. It returns a tournament.ErrConflict and
// writes nothing where the log does not end at c.Expect, and ErrAnswered, which
// is one too, where the interaction of c.Answer was answered before.
//
// Read row, players and deadlines are replaced together; a c without them
// leaves all three alone.
func (d *DB) Commit(ctx context.Context, c *tournament.Commit) error {
	data, err := encode(c)
	if err == nil {
		err = d.apart.of(c.Log)
	}
	if err != nil {
		return fmt.Errorf("commit to tournament %d: %w", c.Log, err)
	}
	err = d.writer.write(ctx, func(t *tx) error { return t.commit(ctx, c, data) })
	if err != nil {
		return fmt.Errorf("commit to tournament %d: %w", c.Log, err)
	}
	return nil
}

// encode returns the stored forms of the events of c and refuses a c that no
// caller may ask for.
func encode(c *tournament.Commit) ([]string, error) {
	out := make([]string, len(c.Events))
	for i := range c.Events {
		e := &c.Events[i]
		if e.Log != c.Log || e.Seq != c.Expect+int64(i)+1 || e.Kind == "" {
			return nil, fmt.Errorf("tournament %d, event %d: %q after %d", e.Log, e.Seq, e.Kind, c.Expect+int64(i))
		}
		data, err := e.Encode()
		if err != nil {
			return nil, fmt.Errorf("event %d (%s): %w", e.Seq, e.Kind, err)
		}
		out[i] = string(data)
	}
	for i := range c.Posts {
		p := &c.Posts[i]
		if p.Key == "" && p.Leaves == "" || !p.Edit && p.Channel == "" && p.Parent == "" {
			return nil, fmt.Errorf("post %q (%s): incomplete", p.Key, p.Kind)
		}
	}
	return out, nil
}

const (
	insertAnswer stmt = `INSERT INTO answers (cause, tournament, body, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`
	insertEvent  stmt = `INSERT INTO events (tournament, seq, batch, time, actor, cause, kind, version, data, hash)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	upsertPerson stmt = `INSERT INTO people (tournament, no, user, name) VALUES (?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET user = excluded.user, name = excluded.name`
	upsertText stmt = `INSERT INTO texts (tournament, no, kind, person, body) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET kind = excluded.kind, person = excluded.person, body = excluded.body`
	insertSecret stmt = `INSERT INTO secrets (tournament, secret) VALUES (?, ?)`
)

func (t *tx) commit(ctx context.Context, c *tournament.Commit, data []string) error {
	if a := c.Answer; a != nil {
		n, err := t.change(insertAnswer, a.Cause, c.Log, nonNil(a.Body), millis(a.At))
		if err != nil {
			return fmt.Errorf("answer: %w", err)
		}
		if n == 0 {
			return ErrAnswered
		}
	}
	end, err := last(ctx, t, c.Log)
	if err != nil {
		return err
	}
	if end.seq != c.Expect {
		return fmt.Errorf("%w: at %d, not %d", tournament.ErrConflict, end.seq, c.Expect)
	}
	if err := t.append(end, c.Events, data); err != nil {
		return err
	}
	if err := t.putBook(c); err != nil {
		return err
	}
	next := t.kept[c.Log]
	if c.Read != nil {
		var err error
		if next, err = t.putRead(ctx, c.Log, c.Read.Row, c.Read.Players, c.Deadlines); err != nil {
			return err
		}
	}
	for i := range c.Posts {
		if err := t.putPost(c.Log, &c.Posts[i], end.seq); err != nil {
			return fmt.Errorf("post %q: %w", c.Posts[i].Key, err)
		}
	}
	t.keep(c.Log, next)
	return nil
}

// append adds events to a log after the end of its chain.
func (t *tx) append(end *chain, events []tournament.Envelope, data []string) error {
	for i := range events {
		e := &events[i]
		end.add(e, []byte(data[i]))
		err := t.exec(insertEvent, e.Log, e.Seq, e.Batch, millis(e.Time), e.Actor, e.Cause, e.Kind, e.Version, data[i], end.hash[:])
		if isConstraint(err) {
			return fmt.Errorf("%w: event %d: %w", tournament.ErrConflict, e.Seq, err)
		}
		if err != nil {
			return fmt.Errorf("event %d: %w", e.Seq, err)
		}
	}
	if len(events) == 0 {
		return nil
	}
	return t.exec(upsertHead, end.log, end.seq, end.hash[:])
}

func (t *tx) putBook(c *tournament.Commit) error {
	for _, p := range c.People {
		if err := t.exec(upsertPerson, c.Log, p.No, p.User, p.Name); err != nil {
			return fmt.Errorf("person %d: %w", p.No, err)
		}
	}
	for _, x := range c.Texts {
		if err := t.exec(upsertText, c.Log, x.No, string(x.Kind), x.Person, x.Body); err != nil {
			return fmt.Errorf("text %d: %w", x.No, err)
		}
	}
	if c.Secret != nil {
		if err := t.exec(insertSecret, c.Log, c.Secret); err != nil {
			return fmt.Errorf("secret: %w", err)
		}
	}
	return nil
}

const upsertTournament stmt = `INSERT INTO tournaments
	(id, guild, channel, name, ruleset, phase, over, round, players, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
	ON CONFLICT DO UPDATE SET guild = excluded.guild, channel = excluded.channel, name = excluded.name,
	ruleset = excluded.ruleset, phase = excluded.phase, over = excluded.over, round = excluded.round,
	players = excluded.players, created_at = excluded.created_at`

// kept are the players and deadlines of a tournament as they were last
// written, so that the next commit writes only what changed, without reading
// the rest.
type kept struct {
	known     bool
	players   []tournament.PlayerRow
	deadlines []tournament.Deadline
}

// maxKept bounds how many tournaments are remembered.
const maxKept = 64

// keep remembers what a job has written. It is the last thing a job does: a
// job that fails has kept nothing.
func (t *tx) keep(id tournament.ID, k kept) {
	if t.kept == nil || len(t.kept) >= maxKept {
		t.kept = map[tournament.ID]kept{}
	}
	t.kept[id] = k
}

func (t *tx) forgetKept() { t.kept = nil }

// putRead replaces the read rows of a tournament and returns what is to be
// kept of them.
func (t *tx) putRead(ctx context.Context, id tournament.ID, r tournament.Row, players []tournament.PlayerRow, deadlines []tournament.Deadline) (kept, error) {
	err := t.exec(upsertTournament, id, r.Guild, r.Channel, r.Name, r.Ruleset, int(r.Phase), r.Phase >= tournament.Finished, r.Round, r.Players, millis(r.CreatedAt))
	if err != nil {
		return kept{}, fmt.Errorf("read row: %w", err)
	}
	old := t.kept[id]
	if !old.known {
		if old, err = t.readKept(ctx, id); err != nil {
			return kept{}, err
		}
	}
	if err := t.putPlayers(id, old.players, players); err != nil {
		return kept{}, fmt.Errorf("players: %w", err)
	}
	if err := t.putDeadlines(id, old.deadlines, deadlines); err != nil {
		return kept{}, fmt.Errorf("deadlines: %w", err)
	}
	return kept{known: true, players: slices.Clone(players), deadlines: slices.Clone(deadlines)}, nil
}

const (
	selectPlayers   stmt = `SELECT user, player, status FROM players WHERE tournament = ?`
	selectDeadlines stmt = `SELECT key, at FROM deadlines WHERE tournament = ?`
	upsertPlayer    stmt = `INSERT INTO players (tournament, player, user, status) VALUES (?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET user = excluded.user, status = excluded.status`
	deletePlayer   stmt = `DELETE FROM players WHERE tournament = ? AND player = ?`
	upsertDeadline stmt = `INSERT INTO deadlines (tournament, key, at) VALUES (?, ?, ?)
		ON CONFLICT DO UPDATE SET at = excluded.at`
	deleteDeadline stmt = `DELETE FROM deadlines WHERE tournament = ? AND key = ?`
)

func (t *tx) readKept(ctx context.Context, id tournament.ID) (kept, error) {
	players, err := collect(ctx, t, scanPlayerRow, selectPlayers, id)
	if err != nil {
		return kept{}, err
	}
	deadlines, err := collect(ctx, t, scanDeadline, selectDeadlines, id)
	return kept{known: true, players: players, deadlines: deadlines}, err
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

func (t *tx) putDeadlines(id tournament.ID, old, rows []tournament.Deadline) error {
	was := make(map[string]int64, len(old))
	for _, d := range old {
		was[d.Key] = millis(d.At)
	}
	for _, d := range rows {
		if before, ok := was[d.Key]; !ok || before != millis(d.At) {
			if err := t.exec(upsertDeadline, id, d.Key, millis(d.At)); err != nil {
				return err
			}
		}
		delete(was, d.Key)
	}
	for key := range was {
		if err := t.exec(deleteDeadline, id, key); err != nil {
			return err
		}
	}
	return nil
}

// insertPost adds a post, or asks for an edit of the one that has its key. A
// post that needs the thread of a message that was given up is born dead; one
// whose edit was refused is taken up again: the next edit may pass.
const insertPost stmt = `INSERT INTO outbox (tournament, key, kind, channel, parent, lane, round, match, page, seq, pings, want, dead)
	VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, coalesce((SELECT 'the message it belongs to was given up: ' || p.dead
		FROM outbox p WHERE ?4 = '' AND p.tournament = ?1 AND p.key = ?5 AND p.dead <> '' AND p.thread = ''), ''))
	ON CONFLICT (tournament, key) DO UPDATE SET want = max(want, excluded.want),
		seq = CASE WHEN message = '' THEN excluded.seq ELSE seq END,
		dead = CASE WHEN message = '' THEN excluded.dead ELSE '' END`

const raiseWant stmt = `UPDATE outbox SET want = ?3, dead = CASE WHEN message = '' THEN dead ELSE '' END
	WHERE tournament = ?1 AND key = ?2 AND want < ?3`

const (
	// moveWaiting takes along what was never posted. What may have been begun in the
	// old channel is begun anew: nobody looks there any more.
	moveWaiting stmt = `UPDATE outbox SET channel = ?3, lane = ?3, began = 0 WHERE tournament = ?1 AND channel = ?2 AND message = ''`
	// leaveBehind keeps the message of a post that is posted again elsewhere.
	leaveBehind stmt = `INSERT INTO outbox (tournament, key, kind, channel, parent, lane, round, match, page, seq, pings, want, shown, message, place)
		SELECT tournament, key || '.left.' || ?4, ?5, channel, parent, lane, round, match, page, seq, 0, ?4, 1, message, place
		FROM outbox WHERE tournament = ?1 AND key = ?2 AND message <> '' AND (channel = ?3 OR channel = '')`
	postAgain stmt = `UPDATE outbox SET dead = '', message = '', place = '', thread = '', shown = 0, began = 0, want = ?5,
		channel = CASE channel WHEN '' THEN '' ELSE ?4 END, lane = CASE channel WHEN '' THEN lane ELSE ?4 END
		WHERE tournament = ?1 AND key = ?2 AND message <> '' AND (channel = ?3 OR channel = '')`
	// comeBack takes up the message that was left behind in the channel before.
	comeBack stmt = `UPDATE outbox SET (message, place, shown) = (SELECT l.message, l.place, 1 FROM outbox l
			WHERE l.tournament = ?1 AND l.key GLOB ?2 || '.left.*' AND l.channel = ?3 AND l.dead = '')
		WHERE tournament = ?1 AND key = ?2 AND message = '' AND EXISTS (SELECT 1 FROM outbox l
			WHERE l.tournament = ?1 AND l.key GLOB ?2 || '.left.*' AND l.channel = ?3 AND l.dead = '')`
	dropLeft stmt = `DELETE FROM outbox WHERE tournament = ?1 AND key GLOB ?2 || '.left.*' AND channel = ?3`
)

// move carries out a Post that leaves a channel.
func (t *tx) move(id tournament.ID, p *tournament.Post, want int64) error {
	if p.Key == "" {
		return t.exec(moveWaiting, id, p.Leaves, p.Channel)
	}
	if err := t.exec(leaveBehind, id, p.Key, p.Leaves, want, string(tournament.LeftBehind)); err != nil {
		return err
	}
	if err := t.exec(postAgain, id, p.Key, p.Leaves, p.Channel, want); err != nil {
		return err
	}
	if err := t.exec(comeBack, id, p.Key, p.Channel); err != nil {
		return err
	}
	return t.exec(dropLeft, id, p.Key, p.Channel)
}

func (t *tx) putPost(id tournament.ID, p *tournament.Post, last int64) error {
	want := max(p.Seq, last, 1) // what the whole commit makes of the event
	if p.Leaves != "" {
		return t.move(id, p, want)
	}
	if p.Edit {
		return t.exec(raiseWant, id, p.Key, want)
	}
	lane := p.Channel
	if lane == "" {
		lane = strconv.FormatInt(int64(id), 10) + "/" + p.Parent
	}
	return t.exec(insertPost, id, p.Key, string(p.Kind), p.Channel, p.Parent, lane, p.Round, p.Match, p.Page, p.Seq, p.Pings, want)
}

// nonNil makes an empty body one that can be told from no answer.
func nonNil(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
