package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/commands/post"
	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/table"
)

// databaseFlags are the flags that select the database of a command.
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

// reader opens the database for reading, which works beside a running bot.
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

// writer opens the database for writing, which fails beside a running bot.
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

// rebuild recomputes the rows derived from the logs as this version understands them.
func (f databaseFlags) rebuild(ctx context.Context, p *program) error {
	d, _, err := f.writer(ctx, p)
	if err != nil {
		return err
	}
	_, err = d.Rebuild(ctx)
	var damage *db.DamageError
	if errors.As(err, &damage) {
		err = nil // Verify reports it
	}
	return errors.Join(err, d.Close())
}

// exists returns an error if there is no file at path, so that a wrong name does not
// create a new database.
func exists(path string) error {
	_, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &db.OpenError{Path: path, Problem: db.Missing, Err: err}
	case err != nil:
		return &db.OpenError{Path: path, Problem: db.NotWritable, Err: err}
	}
	return nil
}

// kept is the number of automatic backups to keep.
const kept = 14

// backupPattern matches the names returned by backupName.
const backupPattern = "topcut-????????T??????Z*.db"

func backupName(now time.Time) string { return now.UTC().Format("topcut-20060102T150405Z.db") }

// backUp writes a checked copy of the database into a folder, which it creates if
// necessary, and returns the name of the copy. The error is a *db.DamageError if the copy
// was made but some of its logs are damaged.
func backUp(ctx context.Context, r *db.Reader, dir string, now time.Time) (string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("the folder for backups cannot be made: %w", err)
	}
	to := filepath.Join(dir, backupName(now))
	return to, r.Backup(ctx, to)
}

// mayFill returns an error if files cannot be created in a folder.
func mayFill(dir string) error {
	f, err := os.CreateTemp(dir, ".topcut-*")
	if err != nil {
		return fmt.Errorf("this user may not write to the folder %s: %w", dir, err)
	}
	f.Close()
	return os.Remove(f.Name())
}

// mayBackUp returns an error if backups cannot be written: to their folder or, if it does
// not exist, to the folder in which it will be created.
func mayBackUp(dir string) error {
	at, _ := standing(dir)
	return mayFill(at)
}

// prune removes all but the newest backups of a folder.
func prune(dir string, keep int) error {
	old, err := filepath.Glob(filepath.Join(dir, backupPattern))
	if err != nil {
		return err
	}
	slices.Sort(old) // the names contain the date
	for _, name := range old[:max(0, len(old)-keep)] {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	return nil
}

func backupCommand() subcommand {
	return subcommand{
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
				var damage *db.DamageError
				if err != nil && !errors.As(err, &damage) {
					return err
				}
				_, e := fmt.Fprintln(p.stdout, to)
				return errors.Join(err, e)
			}
		},
	}
}

func restoreCommand() subcommand {
	return subcommand{
		name: "restore", args: "[FILE]", about: "put a backup in the place of the database",
		text: "Checks the backup first, every log in it too. The database that was there is kept\nbeside it. Lists and deadlines are computed anew from the logs. Stop the bot\nbefore: a database in use is left alone. With --as-is and no FILE, the database that\nlies there is checked and taken, though it has less than was written to it or is\nanother one: such as what another program has put back.",
		setup: func(fs *flag.FlagSet) action {
			where := databaseFlag(fs)
			damaged := fs.Bool("damaged", false, "restore a backup of which some events are damaged: they stay set apart")
			asIs := fs.Bool("as-is", false, "take the database that lies there, whatever was written before")
			return func(ctx context.Context, p *program, args []string) error {
				if (len(args) == 0) != *asIs || len(args) > 1 {
					return usagef("name the backup to restore, or take what is there with --as-is")
				}
				c, err := where.load(p)
				if err != nil {
					return err
				}
				if *asIs {
					return where.takeAsIs(ctx, p, c, *damaged)
				}
				found, err := db.Verify(ctx, args[0])
				var damage *db.DamageError
				switch {
				case errors.As(err, &damage) && *damaged:
					fmt.Fprintln(p.stderr, "topcut: "+faultText(err))
				case errors.As(err, &damage):
					return errors.New(faultText(err) + "; take an older backup, or restore this one with --damaged")
				case err != nil:
					return err
				}
				old, err := db.Restore(ctx, db.Restoring{Backup: args[0], Path: c.Database.Path, Damaged: *damaged, Now: time.Now()})
				if err != nil {
					return err
				}
				if err := where.rebuild(ctx, p); err != nil {
					return err
				}
				if _, err := fmt.Fprintf(p.stdout, "%s now holds %s with %s.\n", c.Database.Path,
					held(found), count(found.Events, "log entry", "log entries")); err != nil {
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

// takeAsIs accepts the database file as it is, so that the bot starts with it.
func (f databaseFlags) takeAsIs(ctx context.Context, p *program, c config, damaged bool) error {
	if err := exists(c.Database.Path); err != nil {
		return err
	}
	found, err := db.Accept(ctx, c.Database.Path, damaged)
	var damage *db.DamageError
	if errors.As(err, &damage) && damaged {
		fmt.Fprintln(p.stderr, "topcut: "+faultText(err))
	} else if err != nil {
		return err
	}
	if err := f.rebuild(ctx, p); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "%s is taken as it is: %s with %s.\n", c.Database.Path, held(found), count(found.Events, "log entry", "log entries"))
	return err
}

func verifyCommand() subcommand {
	return subcommand{
		name: "verify", args: "[FILE]", about: "check a whole database or backup, every log in it",
		text: "Reads all of FILE, or of the database, also beside a running bot, and changes\nnothing: SQLite's own checks, and the chain of hashes through every log. Names the\nevents that are not what was committed; then the exit code is 1.",
		setup: func(fs *flag.FlagSet) action {
			where := databaseFlag(fs)
			out := outputFlags(fs)
			return func(ctx context.Context, p *program, args []string) error {
				if err := errors.Join(atMost(1, args), out.check()); err != nil {
					return err
				}
				c, err := where.load(p)
				if err != nil {
					return err
				}
				path := c.Database.Path
				if len(args) == 1 {
					path = args[0]
				}
				found, err := db.Verify(ctx, path)
				var damage *db.DamageError
				if err != nil && !errors.As(err, &damage) && len(found.Damaged) == 0 {
					return err
				}
				return errors.Join(err, out.write(p.stdout, verifiedSheet(found), verified(found)))
			}
		},
	}
}

// verifiedFile is the output of `verify --json`.
type verifiedFile struct {
	Schema  int            `json:"schema"`
	Logs    map[string]int `json:"logs"` // by kind
	Events  int            `json:"events"`
	Entries int            `json:"entries"` // in all logs
	Damaged []damagedFile  `json:"damaged"`
}

// damagedFile is a damaged log of a file.
type damagedFile struct {
	Kind  string `json:"kind"`
	Event int64  `json:"event"`
	Entry int64  `json:"entry"` // first missing or changed entry; 0 if the log is intact but its other data is not
	Found string `json:"found"`
}

func verified(c db.Contents) verifiedFile {
	out := verifiedFile{Schema: c.Schema, Logs: c.Logs, Events: c.Logs[tournament.Log.Name], Entries: c.Events, Damaged: []damagedFile{}}
	for _, d := range c.Damaged {
		out.Damaged = append(out.Damaged, damagedFile{Kind: d.Kind, Event: int64(d.Log), Entry: d.Seq, Found: damageText(d)})
	}
	return out
}

func verifiedSheet(c db.Contents) *table.Table {
	s := &table.Table{Above: []string{fmt.Sprintf("%s with %s.", held(c), count(c.Events, "log entry", "log entries"))}}
	if len(c.Damaged) == 0 {
		s.Above[0] += " All are what was committed."
		return s
	}
	s.Columns = []table.Column{{Title: "Event", Key: "event", Kind: table.Number}, {Title: "From entry", Key: "entry", Kind: table.Number}, {Title: "Found", Key: "found"}}
	for _, d := range c.Damaged {
		s.Add(strconv.FormatInt(int64(d.Log), 10), strconv.FormatInt(d.Seq, 10), damageText(d))
	}
	return s
}

// held describes how many logs of each kind a file contains.
func held(c db.Contents) string {
	parts := []string{count(c.Logs[tournament.Log.Name], "event")}
	for _, kind := range slices.Sorted(maps.Keys(c.Logs)) {
		if kind != tournament.Log.Name {
			parts = append(parts, count(c.Logs[kind], kind))
		}
	}
	return strings.Join(parts, ", ")
}

func forgetCommand() subcommand {
	return subcommand{
		name: "forget", args: "USER", about: "blank a person in all finished events",
		text: "USER is a Discord id. Id, name, tag, decks and texts of that person are blanked in\nevents that are over; standings and replays stay as they are. Backups made before\nstill hold them. Events that nobody ends can be ended with topcut cancel. Stop the\nbot before, or use /privacy forget in Discord.",
		setup: func(fs *flag.FlagSet) action {
			where := databaseFlag(fs)
			return func(ctx context.Context, p *program, args []string) error {
				if err := onePerson(args); err != nil {
					return err
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
				var open []string
				for _, f := range running {
					if f.Phase < tournament.Finished {
						open = append(open, strconv.FormatInt(int64(f.ID), 10))
					}
				}
				if len(open) > 0 {
					text += fmt.Sprintf(" Still named in %s that are not over (%s); run this again afterwards, or end what nobody ends any more with topcut cancel.",
						count(len(open), "event"), strings.Join(open, ", "))
				}
				left, err := d.Personal(ctx, args[0])
				if err != nil {
					return err
				}
				if n := len(left.Bans); n > 0 {
					text += fmt.Sprintf(" Id and end stay of %s until it is over.", count(n, "ban"))
				}
				_, err = fmt.Fprintln(p.stdout, text)
				return err
			}
		},
	}
}

// onePerson returns an error unless the only argument is the id of a Discord user.
func onePerson(args []string) error {
	if len(args) != 1 {
		return usagef("name the Discord id of one person")
	}
	if _, err := strconv.ParseUint(args[0], 10, 64); err != nil {
		return usagef("a Discord id has digits only (in Discord: developer mode, then Copy User ID), not %q", args[0])
	}
	return nil
}

func mydataCommand() subcommand {
	return subcommand{
		name: "mydata", args: "USER", about: "print what is stored about a person, as JSON",
		text: "USER is a Discord id. Prints, for every event, name, texts by and about that\nperson and the entries of the log that they caused. It may run beside the bot.",
		setup: func(fs *flag.FlagSet) action {
			where := databaseFlag(fs)
			return func(ctx context.Context, p *program, args []string) error {
				if err := onePerson(args); err != nil {
					return err
				}
				r, _, err := where.reader(ctx, p)
				if err != nil {
					return err
				}
				defer r.Close()
				found, err := r.Personal(ctx, args[0])
				if err != nil {
					return err
				}
				return writeJSON(p.stdout, found)
			}
		},
	}
}

func cancelCommand() subcommand {
	return subcommand{
		name: "cancel", args: "EVENT", about: "cancel an event that nobody ends",
		text: "EVENT is the number of an event that goes on, such as one in a server that the bot\nhas left (topcut export --guild lists them). Its posts are changed the next time\nthe bot runs, where it still can. Stop the bot before, or cancel it in Discord.",
		setup: func(fs *flag.FlagSet) action {
			where := databaseFlag(fs)
			reason := fs.String("reason", "", "why, for those who read it: `TEXT`")
			return func(ctx context.Context, p *program, args []string) error {
				if len(args) != 1 {
					return usagef("name the number of one event")
				}
				id, err := strconv.ParseInt(args[0], 10, 64)
				if err != nil {
					return usagef("the number of an event has digits only, not %q", args[0])
				}
				d, _, err := where.writer(ctx, p)
				if err != nil {
					return err
				}
				defer d.Close()
				director := command.NewDirector(command.Config{Store: db.StoreOf(d, tournament.Log), Posts: post.Plan, Now: time.Now})
				if _, err := director.Do(ctx, tournament.ID(id), command.Request{Cause: "topcut cancel", Command: &command.Cancel{Reason: *reason}}); err != nil {
					return err
				}
				_, err = fmt.Fprintf(p.stdout, "Event %d is cancelled.\n", id)
				return err
			}
		},
	}
}

// count formats a number with its noun. many is the plural if it is not formed with s.
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
