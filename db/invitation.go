package db

import (
	"context"
	"fmt"
	"slices"

	"topcut/tournament/door"
	"topcut/tournament/journal"
	"topcut/tournament/names"
)

const (
	selectInvitations   stmt = `SELECT user, name FROM invitations WHERE log = ? ORDER BY name, user`
	selectInvited       stmt = `SELECT count(*) FROM invitations WHERE log = ? AND user = ?`
	insertInvitation    stmt = `INSERT OR IGNORE INTO invitations (log, user, alias, name) VALUES (?, ?, ?, ?)`
	countInvitations    stmt = `SELECT count(*) FROM invitations WHERE log = ?`
	useInvitation       stmt = `UPDATE OR REPLACE invitations SET user = ?3, alias = '' WHERE log = ?1 AND alias = ?2 AND user = ''`
	selectAlias         stmt = `SELECT count(*) FROM invitations WHERE log = ? AND alias = ? AND user = ''`
	deleteInvitation    stmt = `DELETE FROM invitations WHERE log = ? AND user = ? AND alias = ?`
	forgetInvitations   stmt = `DELETE FROM invitations WHERE user = ?`
	selectOwnInvitation stmt = `SELECT l.kind, l.guild, i.log, i.name FROM invitations i JOIN logs l ON l.id = i.log WHERE i.user = ? ORDER BY i.log`
	invitationsFailed        = "the invitation list of %d: %w"
)

func scanInvitation(row scanner) (i door.Invitation, err error) { return i, row.Scan(&i.User, &i.Name) }

// Invitations returns the invitation list of an event or league, by name.
func (r *Reader) Invitations(ctx context.Context, log journal.ID) (out []door.Invitation, err error) {
	out, err = collect(ctx, r.pool, scanInvitation, selectInvitations, log)
	if err != nil {
		err = fmt.Errorf(invitationsFailed, log, err)
	}
	return out, err
}

// Invite puts accounts and names on an invitation list, all or, where the list would be too
// long, none of them. What is on it stays as it is.
func (d *DB) Invite(ctx context.Context, log journal.ID, in []door.Invitation) error {
	err := d.writer.write(ctx, func(t *tx) error {
		for _, i := range in {
			if err := t.exec(insertInvitation, log, i.User, alias(i), i.Name); err != nil {
				return err
			}
		}
		var n int
		if err := t.row(ctx, countInvitations, log).Scan(&n); err != nil {
			return err
		}
		if n > door.MaxInvited {
			return journal.Refuse(journal.BadInput, "gate.many_invited", "most", door.MaxInvited, "got", n)
		}
		return nil
	})
	return listFailed(log, err)
}

// Uninvite takes accounts and names off an invitation list, also accounts by the name under
// which they are on it. The entries are overwritten in the file, and the journal is emptied.
func (d *DB) Uninvite(ctx context.Context, log journal.ID, off []door.Invitation) error {
	err := d.writer.write(ctx, func(t *tx) error {
		for _, i := range off {
			if err := t.exec(deleteInvitation, log, i.User, alias(i)); err != nil {
				return err
			}
			if i.User != "" {
				continue
			}
			on, err := collect(ctx, t, scanInvitation, selectInvitations, log)
			if err != nil {
				return err
			}
			for _, o := range on {
				if o.User != "" && names.Key(o.Name) == alias(i) {
					if err := t.exec(deleteInvitation, log, o.User, alias(o)); err != nil {
						return err
					}
				}
			}
		}
		return nil
	})
	if err == nil {
		err = d.writer.writeAlone(ctx, func(t *tx) error { return t.emptyJournal(ctx) })
	}
	return listFailed(log, err)
}

func alias(i door.Invitation) string {
	if i.User != "" {
		return ""
	}
	return names.Key(i.Name)
}

// Invited reports whether an account, or a guest (user ""), is on one of the lists. A name
// on a list belongs to the account of that user name that first uses it.
func (d *DB) Invited(ctx context.Context, user, name string, logs ...journal.ID) (bool, error) {
	for _, log := range slices.Compact(logs) {
		var on, called int
		err := d.pool.row(ctx, selectInvited, log, user).Scan(&on)
		if err == nil && name != "" {
			err = d.pool.row(ctx, selectAlias, log, names.Key(name)).Scan(&called)
		}
		switch {
		case err != nil:
			return false, listFailed(log, err)
		case user != "" && on > 0, user == "" && called > 0:
			return true, nil
		case called > 0:
			used := int64(0)
			err := d.writer.write(ctx, func(t *tx) (err error) {
				used, err = t.change(useInvitation, log, names.Key(name), user)
				return err
			})
			if err != nil || used > 0 {
				return used > 0, listFailed(log, err)
			}
		}
	}
	return false, nil
}

func listFailed(log journal.ID, err error) error {
	if err == nil || journal.ClassOf(err) != "" {
		return err
	}
	return fmt.Errorf(invitationsFailed, log, err)
}

// ownInvitations returns the invitations of a person.
func ownInvitations(ctx context.Context, q querier, user string) ([]journal.PersonalInvitation, error) {
	return collect(ctx, q, func(row scanner) (i journal.PersonalInvitation, err error) {
		return i, row.Scan(&i.Kind, &i.Guild, &i.Log, &i.Name)
	}, selectOwnInvitation, user)
}
