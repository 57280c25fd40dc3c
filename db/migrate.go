package db

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"topcut/tournament/notice"
	"topcut/tournament/numbered"
)

// migrationFiles contain one schema change each, named by the version they lead to. A
// landed file is never edited: migrations/frozen has the SHA-256 of each, and the
// fingerprint of the resulting schema.
//
//go:embed migrations
var migrationFiles embed.FS

// migration leads from the previous schema version to its own.
type migration struct {
	name   string
	sql    string
	schema string // fingerprint of the resulting schema; "" if not checked
}

// embeddedMigrations returns the embedded migrations, version 1 first.
func embeddedMigrations() []migration {
	files, err := fs.Sub(migrationFiles, "migrations")
	if err == nil {
		var steps []migration
		if steps, err = readMigrations(files); err == nil {
			return steps
		}
	}
	panic(fmt.Sprintf("db: embedded migrations: %v", err)) // a build error
}

// readMigrations reads the files 0001_name.sql, 0002_name.sql and so on.
func readMigrations(files fs.FS) ([]migration, error) {
	names, err := fs.Glob(files, "*.sql") // sorted
	if err != nil {
		return nil, err
	}
	steps := make([]migration, 0, len(names))
	for i, name := range names {
		number, _, _ := strings.Cut(name, "_")
		if v, err := strconv.Atoi(number); err != nil || v != i+1 {
			return nil, fmt.Errorf("migration %d: %s", i+1, name)
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		steps = append(steps, migration{name: name, sql: string(text)})
	}
	frozen, err := readFrozen(files)
	if err != nil {
		return nil, err
	}
	for i := range steps {
		steps[i].schema = frozen[steps[i].name].schema
	}
	return steps, nil
}

// frozen holds what must not change about a migration.
type frozen struct{ file, schema string }

// readFrozen parses the file frozen, which has lines "name SHA-256 fingerprint".
func readFrozen(files fs.FS) (map[string]frozen, error) {
	text, err := fs.ReadFile(files, "frozen")
	if err != nil {
		return nil, err
	}
	all := map[string]frozen{}
	for line := range strings.Lines(string(text)) {
		part := strings.Fields(line)
		if len(part) != 3 || all[part[0]] != (frozen{}) {
			return nil, fmt.Errorf("frozen: %q", line)
		}
		all[part[0]] = frozen{part[1], part[2]}
	}
	return all, nil
}

// selectSchema leaves out the tables of SQLite and Litestream themselves.
const selectSchema stmt = `SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema
	WHERE substr(name, 1, 7) <> 'sqlite_' AND substr(name, 1, 12) <> '_litestream_' ORDER BY type, name`

// notSchema matches what is irrelevant in SQL: comments and white space.
var notSchema = regexp.MustCompile(`(--[^\n]*|\s)+`)

// fingerprint returns a hash of the SQL of all tables, indices and triggers.
func fingerprint(ctx context.Context, db interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
},
) (string, error) {
	rows, err := db.QueryContext(ctx, string(selectSchema))
	if err != nil {
		return "", err
	}
	defer rows.Close()
	h := sha256.New()
	for rows.Next() {
		var object []byte
		if err := rows.Scan(&object); err != nil {
			return "", err
		}
		h.Write(bytes.TrimSpace(notSchema.ReplaceAll(object, []byte(" "))))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), rows.Err()
}

// checkSchema returns an error if the schema of an open file is not that of its version.
// Such a file could be opened but then accept no commit.
func checkSchema(ctx context.Context, db *sql.DB, path string, version int, steps []migration) error {
	want := numbered.Get(steps, version).schema
	if want == "" {
		return nil
	}
	got, err := fingerprint(ctx, db)
	if err == nil && got != want {
		err = &OpenError{Path: path, Problem: OtherSchema, Err: &SchemaError{version, len(steps)}}
	}
	return err
}

// applicationID is in the header of every Topcut database.
const applicationID = 0x746f7063

const (
	selectVersion     stmt = `PRAGMA user_version`
	selectApplication stmt = `PRAGMA application_id`
	countTables       stmt = `SELECT count(*) FROM sqlite_schema`
	vacuumInto        stmt = `VACUUM INTO ?`
)

// inspect returns the schema version of a file, 0 for an empty one, without changing it.
// It returns an error if the file is not Topcut's, is newer than steps, or has another
// schema than they produce.
func inspect(ctx context.Context, path string, steps []migration) (version int, err error) {
	db, err := sql.Open(driverName, readerDSN(path))
	if err != nil {
		return 0, err
	}
	defer db.Close()
	var application, tables int
	for _, q := range [...]struct {
		stmt stmt
		dest *int
	}{{selectVersion, &version}, {selectApplication, &application}, {countTables, &tables}} {
		if err := db.QueryRowContext(ctx, string(q.stmt)).Scan(q.dest); err != nil {
			return 0, err
		}
	}
	switch {
	case application == 0 && version == 0 && tables == 0:
		return 0, nil
	case application != applicationID:
		return 0, &OpenError{Path: path, Problem: NotTopcut, Err: notice.Err("store.foreign")}
	case version > len(steps):
		return 0, &OpenError{Path: path, Problem: NewerSchema, Err: &SchemaError{version, len(steps)}}
	case version < 1:
		return 0, &OpenError{Path: path, Problem: OtherSchema, Err: &SchemaError{version, len(steps)}}
	}
	return version, checkSchema(ctx, db, path, version, steps)
}

// migrator brings one database up to date.
type migrator struct {
	conn  *sql.Conn
	path  string
	cfg   Config
	steps []migration
}

// run carries out the missing steps in one transaction with the new version number, after
// copying an existing database. It reports whether there were any for an existing one.
func (m *migrator) run(ctx context.Context) (migrated bool, err error) {
	var version int
	if err := m.conn.QueryRowContext(ctx, string(selectVersion)).Scan(&version); err != nil {
		return false, err
	}
	if version == len(m.steps) {
		return false, nil
	}
	if version > 0 {
		copied, err := m.copyAside(ctx, version)
		if err != nil {
			return false, fmt.Errorf("copy the database before changing its schema: %w", err)
		}
		m.cfg.Logger.Info("database copied", "copy", copied, "from", version, "to", len(m.steps))
	}
	if err := m.step(ctx, version); err != nil {
		return false, err
	}
	m.cfg.Logger.Info("database schema", "version", len(m.steps))
	return version > 0, nil
}

func (m *migrator) copyAside(ctx context.Context, version int) (string, error) {
	name := strings.TrimSuffix(filepath.Base(m.path), filepath.Ext(m.path))
	stamp := m.cfg.Now().UTC().Format("20060102T150405Z")
	to := filepath.Join(m.cfg.BackupDir, fmt.Sprintf("%s-%s-v%d.db", name, stamp, version))
	if err := os.MkdirAll(m.cfg.BackupDir, 0o700); err != nil {
		return "", err
	}
	err := copyInto(ctx, m.conn, to, m.steps)
	if damage, ok := errors.AsType[*DamageError](err); ok {
		m.cfg.Logger.Error("damage copied", "error", damage)
		err = nil
	}
	return to, err
}

// step brings the schema from a version to the latest.
func (m *migrator) step(ctx context.Context, version int) error {
	tx, err := m.conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, step := range m.steps[version:] {
		if _, err := tx.ExecContext(ctx, step.sql); err != nil {
			return fmt.Errorf("migration %s: %w", step.name, err)
		}
	}
	if _, err := tx.ExecContext(ctx, "PRAGMA user_version = "+strconv.Itoa(len(m.steps))); err != nil {
		return err
	}
	return tx.Commit()
}

// execer is the part of a connection or pool that copyInto needs.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// copyInto writes a copy of the open database to a new file. The file appears under its
// name only when it is complete, checked and on disk. A *DamageError means that it is,
// but that some logs in it are damaged.
func copyInto(ctx context.Context, from execer, to string, steps []migration) (err error) {
	if _, err := os.Lstat(to); err == nil {
		return existsError(to)
	}
	f, err := os.CreateTemp(filepath.Dir(to), ".topcut-*.part") // new and readable only by its owner
	if err != nil {
		return err
	}
	part := f.Name()
	defer func() {
		f.Close()
		os.Remove(part) // already gone on success
	}()
	if _, err := from.ExecContext(ctx, string(vacuumInto), part); err != nil {
		return err
	}
	if _, err := setID(ctx, part, []byte{}, steps); err != nil {
		return fmt.Errorf("the copy is not sound: %w", err)
	}
	_, err = verify(ctx, part, steps)
	damage, damaged := errors.AsType[*DamageError](err)
	if err != nil && !damaged {
		return fmt.Errorf("the copy is not sound: %w", err)
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := claim(to); err != nil {
		return err
	}
	if err := os.Rename(part, to); err != nil {
		return err
	}
	if err := syncDir(filepath.Dir(to)); err != nil {
		return err
	}
	if damaged {
		damage.Path = to
		return damage
	}
	return nil
}

// claim creates an empty file to be replaced by a rename. It fails if the name exists,
// even as a dangling link: a rename alone would replace it.
func claim(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if os.IsExist(err) {
		return existsError(path)
	}
	if err != nil {
		return err
	}
	return f.Close()
}

func existsError(path string) error {
	return fmt.Errorf("%s: %w", path, fs.ErrExist)
}

// syncDir makes a new name in a folder survive a power cut. Windows cannot sync folders;
// there the rename must do.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	_ = d.Sync()
	return nil
}
