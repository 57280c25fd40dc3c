package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"topcut/tournament"
	"topcut/tournament/stores"
)

const (
	selectUpload  stmt = `SELECT guild, user, at, plan, body FROM uploads WHERE id = ?`
	insertUpload  stmt = `INSERT OR REPLACE INTO uploads (id, guild, user, at, plan, body) VALUES (?, ?, ?, ?, ?, ?)`
	updateUpload  stmt = `UPDATE uploads SET plan = ? WHERE id = ?`
	deleteUpload  stmt = `DELETE FROM uploads WHERE id = ?`
	pruneUploads  stmt = `DELETE FROM uploads WHERE at < ?`
	boundUploads  stmt = `DELETE FROM uploads WHERE id IN (SELECT id FROM uploads ORDER BY at DESC LIMIT -1 OFFSET ?)`
	forgetUploads stmt = `DELETE FROM uploads WHERE user = ?`
)

// uploadLife is how long a file, or a command in questions, waits for confirmation, and
// mostUploads how many files may wait at once; the oldest are dropped for new ones.
const (
	uploadLife  = time.Hour
	mostUploads = 64
)

// PutUpload stores a waiting file. It replaces the member's earlier one in that server.
func (d *DB) PutUpload(ctx context.Context, u stores.Upload) error {
	err := d.writer.write(ctx, func(t *tx) error {
		if err := t.exec(pruneUploads, millis(u.At.Add(-uploadLife))); err != nil {
			return err
		}
		if err := t.exec(insertUpload, u.ID, u.Guild, u.User, millis(u.At), string(u.Plan), u.Body); err != nil {
			return err
		}
		return t.exec(boundUploads, mostUploads)
	})
	if err != nil {
		return fmt.Errorf("keep a file until its preview is answered: %w", err)
	}
	return nil
}

// PlanUpload changes the choices for a waiting file.
func (d *DB) PlanUpload(ctx context.Context, id string, plan []byte) error {
	err := d.writer.write(ctx, func(t *tx) error { return t.exec(updateUpload, string(plan), id) })
	if err != nil {
		return fmt.Errorf("change what was chosen for a file: %w", err)
	}
	return nil
}

// DropUpload deletes a waiting file.
func (d *DB) DropUpload(ctx context.Context, id string) error {
	if err := d.writer.write(ctx, func(t *tx) error { return t.exec(deleteUpload, id) }); err != nil {
		return fmt.Errorf("delete a file that waits: %w", err)
	}
	return nil
}

// Upload returns a waiting file, or tournament.ErrNotFound, also if it has expired but is
// not deleted yet.
func (r *Reader) Upload(ctx context.Context, id string, now time.Time) (stores.Upload, error) {
	u := stores.Upload{ID: id}
	var at int64
	var plan string
	err := r.pool.row(ctx, selectUpload, id).Scan(&u.Guild, &u.User, &at, &plan, &u.Body)
	u.At, u.Plan = time.UnixMilli(at).UTC(), []byte(plan)
	switch {
	case errors.Is(err, sql.ErrNoRows), err == nil && u.At.Before(now.Add(-uploadLife)):
		return stores.Upload{}, tournament.ErrNotFound
	case err != nil:
		return stores.Upload{}, fmt.Errorf("read a file that waits: %w", err)
	}
	return u, nil
}
