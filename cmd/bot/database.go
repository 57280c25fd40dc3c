package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"topcut/db"
	"topcut/tournament"
)

// databaseFlags say which database a command works on.
type databaseFlags struct{ config, path *string }

func databaseFlag(fs *flag.FlagSet) databaseFlags {
	return databaseFlags{configFlag(fs), fs.String("database", "", "the database `FILE` (default: database.path of the configuration)")}
}

func (f databaseFlags) load(p *program) (config, error) {
	c, err := p.loadConfig(*f.config)
	if err == nil && *f.path != "" {
		c.Database.Path = *f.path
	}
	return c, err
}

// reader opens the database for reading, also beside a running bot.
func (f databaseFlags) reader(ctx context.Context, p *program) (*db.Reader, config, error) {
	c, err := f.load(p)
	if err != nil {
		return nil, c, err
	}
	if err := exists(c.Database.Path); err != nil {
		return nil, c, err
	}
	r, err := db.OpenReader(ctx, c.Database.Path)
	return r, c, err
}

// writer opens the database for writing, which a running bot forbids.
func (f databaseFlags) writer(ctx context.Context, p *program) (*db.DB, config, error) {
	c, err := f.load(p)
	if err != nil {
		return nil, c, err
	}
	if err := exists(c.Database.Path); err != nil {
		return nil, c, err
	}
	d, err := db.Open(ctx, db.Config{Path: c.Database.Path, BackupDir: c.Backup.Dir, Logger: p.logger(c)})
	return d, c, err
}

// rebuild computes what lists, autocomplete and the clock read from the logs, as
// this version understands them.
func (f databaseFlags) rebuild(ctx context.Context, p *program) error {
	d, _, err := f.writer(ctx, p)
	if err != nil {
		return err
	}
	_, err = d.Rebuild(ctx, tournament.ReadRows)
	return errors.Join(err, d.Close())
}

// exists keeps a command from making a new database where the name is wrong.
func exists(path string) error {
	if _, err := os.Stat(path); err != nil {
		return &db.OpenError{Path: path, Problem: db.NotWritable, Err: err}
	}
	return nil
}

// kept is how many backups made by themselves are kept.
const kept = 14

// backupPattern matches the names that backupName gives.
const backupPattern = "topcut-????????T??????Z*.db"

func backupName(now time.Time) string { return now.UTC().Format("topcut-20060102T150405Z.db") }

// backUp writes a checked copy of the database into a folder, which is made
// where it does not exist, and returns its name.
func backUp(ctx context.Context, r *db.Reader, dir string, now time.Time) (string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("the folder for backups cannot be made: %w", err)
	}
	to := filepath.Join(dir, backupName(now))
	return to, r.Backup(ctx, to)
}

// prune removes all but the newest backups of a folder.
func prune(dir string, keep int) error {
	old, err := filepath.Glob(filepath.Join(dir, backupPattern))
	if err != nil {
		return err
	}
	slices.Sort(old) // the names hold the date
	for _, name := range old[:max(0, len(old)-keep)] {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	return nil
}

func backupCommand() command {
	return command{
		name: "backup", args: "[FILE]", about: "copy the database, while the bot goes on",
		text: "Writes a complete, checked copy to FILE, or to a new file in backup.dir, and\nprints its name. It may run beside the bot.",
		setup: func(fs *flag.FlagSet) action {
			where := databaseFlag(fs)
			return func(ctx context.Context, p *program, args []string) error {
				if err := atMost(1, args); err != nil {
					return err
				}
				r, c, err := where.reader(ctx, p)
				if err != nil {
					return err
				}
				defer r.Close()
				var to string
				if len(args) == 1 {
					to = args[0]
					err = r.Backup(ctx, to)
				} else {
					to, err = backUp(ctx, r, c.Backup.Dir, time.Now())
				}
				if err != nil {
					return err
				}
				_, err = fmt.Fprintln(p.stdout, to)
				return err
			}
		},
	}
}

func restoreCommand() command {
	return command{
		name: "restore", args: "FILE", about: "put a backup in the place of the database",
		text: "Checks the backup first. The database that was there is kept beside it. Lists and\ndeadlines are computed anew from the logs. Stop the bot before: a database in use\nis left alone.",
		setup: func(fs *flag.FlagSet) action {
			where := databaseFlag(fs)
			return func(ctx context.Context, p *program, args []string) error {
				if len(args) != 1 {
					return usagef("name the backup to restore")
				}
				c, err := where.load(p)
				if err != nil {
					return err
				}
				found, err := db.Verify(ctx, args[0])
				if err != nil {
					return err
				}
				old, err := db.Restore(ctx, args[0], c.Database.Path, time.Now())
				if err != nil {
					return err
				}
				if err := where.rebuild(ctx, p); err != nil {
					return err
				}
				if _, err := fmt.Fprintf(p.stdout, "%s now holds %s with %s.\n", c.Database.Path,
					count(found.Tournaments, "tournament"), count(found.Events, "log entry", "log entries")); err != nil {
					return err
				}
				if old != "" {
					_, err = fmt.Fprintf(p.stdout, "The database that was there is kept as %s.\n", old)
				}
				return err
			}
		},
	}
}

func forgetCommand() command {
	return command{
		name: "forget", args: "USER", about: "blank a person in all finished events",
		text: "USER is a Discord id. Id, name, decks and texts of that person are blanked in\nevents that are over; standings and replays stay as they are. Backups made before\nstill hold them. Stop the bot before, or use /forget in Discord.",
		setup: func(fs *flag.FlagSet) action {
			where := databaseFlag(fs)
			return func(ctx context.Context, p *program, args []string) error {
				if len(args) != 1 {
					return usagef("name the Discord id of one person")
				}
				if _, err := strconv.ParseUint(args[0], 10, 64); err != nil {
					return usagef("a Discord id has digits only (in Discord: developer mode, then Copy User ID), not %q", args[0])
				}
				d, _, err := where.writer(ctx, p)
				if err != nil {
					return err
				}
				defer d.Close()
				n, err := d.Forget(ctx, args[0])
				if err != nil {
					return err
				}
				running, err := d.ByUser(ctx, "", args[0])
				if err != nil {
					return err
				}
				text := fmt.Sprintf("Blanked in %s.", count(n, "event"))
				open := 0
				for _, f := range running {
					if f.Phase < tournament.Finished {
						open++
					}
				}
				if open > 0 {
					text += fmt.Sprintf(" Still named in %s that are not over; run this again afterwards.", count(open, "event"))
				}
				_, err = fmt.Fprintln(p.stdout, text)
				return err
			}
		},
	}
}

// count writes a number with its noun; the plural is given where it is not the
// noun with an s.
func count(n int, one string, many ...string) string {
	word := one + "s"
	switch {
	case n == 1:
		word = one
	case len(many) > 0:
		word = many[0]
	}
	return fmt.Sprintf("%d %s", n, word)
}
