package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"topcut/tournament"
	"topcut/tournament/journal"
)

const (
	selectCalendar   stmt = `SELECT data FROM calendars WHERE guild = ? AND user = ?`
	selectCalendars  stmt = `SELECT user, data FROM calendars WHERE guild = ? ORDER BY user`
	selectOwnDates   stmt = `SELECT guild, data FROM calendars WHERE user = ? ORDER BY guild`
	upsertCalendar   stmt = `INSERT INTO calendars (guild, user, data) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET data = excluded.data`
	forgetCalendars  stmt = `DELETE FROM calendars WHERE user = ?`
	calendarFailedOf      = "the calendar of a member of server %s: %w"
)

// forgetDirect drops the direct messages to a member, whose channel tells who it is.
const forgetDirect stmt = `DELETE FROM outbox WHERE log IN (SELECT log FROM people WHERE user = ?1 AND user <> '') AND kind = ?2
	AND channel IN (SELECT data ->> '$.direct.channel' FROM calendars WHERE user = ?1)`

// Calendar returns what a member has said of themselves in a server.
func (r *Reader) Calendar(ctx context.Context, guild, user string) (c tournament.Calendar, err error) {
	if err = readCalendar(ctx, r.pool, guild, user, &c); err != nil {
		err = fmt.Errorf(calendarFailedOf, guild, err)
	}
	return c, err
}

func readCalendar(ctx context.Context, q querier, guild, user string, c *tournament.Calendar) error {
	var data []byte
	err := q.row(ctx, selectCalendar, guild, user).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(data, c)
	}
	return err
}

// Calendars returns what the members of a server have said of themselves, by user.
func (r *Reader) Calendars(ctx context.Context, guild string) (map[string]tournament.Calendar, error) {
	out := map[string]tournament.Calendar{}
	_, err := collect(ctx, r.pool, func(row scanner) (user string, err error) {
		var data []byte
		if err = row.Scan(&user, &data); err != nil {
			return user, err
		}
		var c tournament.Calendar
		err = json.Unmarshal(data, &c)
		out[user] = c
		return user, err
	}, selectCalendars, guild)
	if err != nil {
		return nil, fmt.Errorf("calendars of members of server %s: %w", guild, err)
	}
	return out, nil
}

// ChangeCalendar changes what a member has said of themselves in a server, in one
// transaction, and returns it.
func (d *DB) ChangeCalendar(ctx context.Context, guild, user string, change func(c *tournament.Calendar)) (c tournament.Calendar, err error) {
	err = d.writer.write(ctx, func(t *tx) (err error) {
		c, err = t.changeCalendar(ctx, guild, user, change)
		return err
	})
	if err != nil {
		err = fmt.Errorf(calendarFailedOf, guild, err)
	}
	return c, err
}

func (t *tx) changeCalendar(ctx context.Context, guild, user string, change func(c *tournament.Calendar)) (c tournament.Calendar, err error) {
	if err := readCalendar(ctx, t, guild, user, &c); err != nil {
		return c, err
	}
	change(&c)
	data, err := json.Marshal(c)
	if err != nil {
		return c, err
	}
	return c, t.exec(upsertCalendar, guild, user, string(data))
}

// RefuseDirect gives up a direct message that Discord did not take, and sends the member no
// more. The first time, it adds a post that says so.
func (d *DB) RefuseDirect(ctx context.Context, user string, row *journal.OutboxRow, instead journal.Post) error {
	err := d.writer.write(ctx, func(t *tx) error {
		news := false
		_, err := t.changeCalendar(ctx, row.Guild, user, func(c *tournament.Calendar) {
			if news = c.Direct.On() && c.Direct.Channel == row.Channel; news {
				c.Direct = &tournament.Direct{Channel: row.Channel, Refused: true}
			}
		})
		if err == nil && news {
			err = t.putPost(row.Log.ID, &instead, 0)
		}
		if err != nil {
			return err
		}
		return changeOne(t, row.ID, killPost, journal.Obsolete)
	})
	return postError(row.ID, err)
}
