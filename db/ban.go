package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"topcut/tournament/door"
	"topcut/tournament/journal"
	"topcut/tournament/stores"
)

const (
	selectBans    stmt = `SELECT user, name, author, reason, begun, until FROM bans WHERE guild = ? ORDER BY begun DESC, user`
	selectBan     stmt = `SELECT user, name, author, reason, begun, until FROM bans WHERE guild = ? AND user = ?`
	selectOwnBans stmt = `SELECT guild, begun, until FROM bans WHERE user = ? ORDER BY guild`
	// A ban that the same interaction brought before is not entered again.
	upsertBan stmt = `INSERT INTO bans (guild, user, name, author, reason, begun, until, cause) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET name = excluded.name, author = excluded.author, reason = excluded.reason,
			begun = excluded.begun, until = excluded.until, cause = excluded.cause WHERE cause <> excluded.cause`
	deleteBan    stmt = `DELETE FROM bans WHERE guild = ? AND user = ?`
	pruneBans    stmt = `DELETE FROM bans WHERE until > 0 AND until < ?`
	forgetBan    stmt = `UPDATE bans SET name = '', author = '', reason = '', cause = '' WHERE user = ?`
	forgetAuthor stmt = `UPDATE bans SET author = '' WHERE author = ?`
	banFailed         = "the ban list of server %s: %w"
)

func scanBan(row scanner) (b door.Ban, err error) {
	var begun, until int64
	err = row.Scan(&b.User, &b.Name, &b.By, &b.Reason, &begun, &until)
	b.Begin, b.End = fromMillis(begun), fromMillis(until)
	return b, err
}

// Bans returns the ban list of a server, the newest entry first.
func (r *Reader) Bans(ctx context.Context, guild string) (l door.List, err error) {
	err = r.pool.snapshot(ctx, func(q querier) (err error) {
		if l.Bans, err = collect(ctx, q, scanBan, selectBans, guild); err != nil {
			return err
		}
		var s stores.Server
		err = readServer(q.row(ctx, selectServer, guild), &s)
		l.Appeal = s.Appeal
		return err
	})
	if err != nil {
		err = fmt.Errorf(banFailed, guild, err)
	}
	return l, err
}

// Ban enters a ban that an interaction brought, in place of an earlier one of the
// account. It reports whether that changed the list: once for an interaction.
func (d *DB) Ban(ctx context.Context, guild string, b door.Ban, cause string) (changed bool, err error) {
	err = d.writer.write(ctx, func(t *tx) error {
		n, err := t.change(upsertBan, guild, b.User, b.Name, b.By, b.Reason, millis(b.Begin), millis(b.End), cause)
		changed = n > 0
		return err
	})
	if err != nil {
		err = fmt.Errorf(banFailed, guild, err)
	}
	return changed, err
}

// Unban takes an account off the list and returns its entry, or nil if there is none. The
// entry is overwritten in the file, and the journal is emptied.
func (d *DB) Unban(ctx context.Context, guild, user string) (ended *door.Ban, err error) {
	err = d.writer.write(ctx, func(t *tx) error {
		ended = nil
		b, err := scanBan(t.row(ctx, selectBan, guild, user))
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		ended = &b
		return t.exec(deleteBan, guild, user)
	})
	if err == nil && ended != nil {
		err = d.writer.writeAlone(ctx, func(t *tx) error { return t.emptyJournal(ctx) })
	}
	if err != nil {
		err = fmt.Errorf(banFailed, guild, err)
	}
	return ended, err
}

// forgetBans blanks what the ban lists say of a person but the account and the end, and
// the person as the author of entries.
func (t *tx) forgetBans(user string) error {
	if err := t.exec(forgetBan, user); err != nil {
		return err
	}
	return t.exec(forgetAuthor, user)
}

// pruneBans deletes the bans that have ended.
func (t *tx) pruneBans(now time.Time) error { return t.exec(pruneBans, millis(now)) }

// ownBans returns the bans of a person in all servers, as they may read them.
func ownBans(ctx context.Context, q querier, user string) ([]journal.PersonalBan, error) {
	return collect(ctx, q, func(row scanner) (b journal.PersonalBan, err error) {
		return b, row.Scan(&b.Guild, &b.Begin, &b.End)
	}, selectOwnBans, user)
}
