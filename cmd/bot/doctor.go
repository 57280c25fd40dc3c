package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/robfig/cron/v3"

	"topcut/commands"
	"topcut/commands/discord"
	"topcut/commands/wire"
	"topcut/db"
	"topcut/tournament/table"
)

func doctorCommand() subcommand {
	return subcommand{
		name: "doctor", about: "look for what would keep the bot from working here",
		text: "Checks token, intents, clock, servers, database, disk, backups and permissions,\na line for each, and changes nothing. It may run beside the bot. What would keep the\nbot from starting gives the exit code of `serve`, anything else that is wrong 1; a\nwarning gives none. What is missing in a single channel says\n/doctor in Discord.",
		setup: func(fs *flag.FlagSet) action {
			name := configFlag(fs)
			out := outputFlags(fs)
			return func(ctx context.Context, p *program, args []string) error {
				if err := errors.Join(atMost(0, args), out.check()); err != nil {
					return err
				}
				c, err := p.loadConfig(*name)
				if err != nil {
					return err
				}
				ctx, cancel := context.WithTimeout(ctx, time.Minute)
				defer cancel()
				e := &examination{cfg: c, now: time.Now()}
				path, _ := p.configPath(*name)
				for _, text := range c.warnings(path) {
					e.note("configuration", warning, "%s", text)
				}
				e.running(ctx)
				e.admissions(ctx, p)
				e.program()
				e.discord(ctx, p)
				e.database(ctx)
				if c.Backup.Cron != "" || e.older {
					e.backupFolder(c.Backup.Dir)
				}
				e.backups()
				return e.write(p, out)
			}
		},
	}
}

// finding is one line of `doctor`.
type finding struct {
	Check   string `json:"check"`
	State   state  `json:"state"`
	Finding string `json:"finding"`
}

// state is how serious a finding is.
type state string

const (
	fine    state = "ok"
	warning state = "warning"
	wrong   state = "WRONG"
)

// examination is one run of `doctor`.
type examination struct {
	cfg   config
	now   time.Time
	found []finding
	// refused is the exit code of the first finding that keeps the bot from starting,
	// which is the one that serve ends with; 0 = none does.
	refused int
	older   bool // the next start copies the database and changes its schema
}

func (e *examination) note(check string, s state, format string, args ...any) {
	e.found = append(e.found, finding{check, s, oneLine(fmt.Sprintf(format, args...))})
}

// write prints the findings and returns an error if one of them is wrong.
func (e *examination) write(p *program, out output) error {
	s := &table.Table{Columns: []table.Column{{Title: "Check", Key: "check"}, {Title: "State", Key: "state"}, {Title: "Finding", Key: "finding"}}}
	bad := 0
	for _, f := range e.found {
		s.Add(f.Check, string(f.State), f.Finding)
		if f.State == wrong {
			bad++
		}
	}
	if err := out.write(p.stdout, s, e.found); err != nil {
		return err
	}
	if bad > 0 {
		text := fmt.Sprintf("%s of %d; the lines with %s say what to do", count(bad, "check fails", "checks fail"), len(e.found), wrong)
		return &codedError{text, cmp.Or(e.refused, codeFailed)}
	}
	return nil
}

// program checks the program and its configuration.
func (e *examination) program() {
	parts := []string{"topcut " + version(), runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == "modernc.org/sqlite" || m.Path == "github.com/bwmarrin/discordgo" {
				parts = append(parts, m.Path[strings.LastIndexByte(m.Path, '/')+1:]+" "+m.Version)
			}
		}
	}
	e.note("versions", fine, "%s", strings.Join(parts, ", "))
	if !e.has("environment") {
		e.note("environment", fine, "every TOPCUT_ variable is a setting")
	}
	lib, err := library(e.cfg.Rulesets.Dir)
	if err != nil {
		return // reported by admissions
	}
	if rows, failed := checkRulesets(lib); failed > 0 {
		e.note("rulesets", wrong, "%d of %d do not hold; `topcut check` says why", failed, len(rows))
	} else {
		e.note("rulesets", fine, "%d, and all their worked examples hold", len(rows))
	}
}

// Discord's clock decides how old an interaction is, and it must be answered within three
// seconds. Deadlines follow this machine's clock.
const (
	clockTolerance = 5 * time.Second
	clockWrong     = time.Minute
)

// sessionsFew is the number of remaining gateway sessions of the day below which doctor
// warns: Discord resets the token of a bot that uses them up.
const sessionsFew = 100

// discordLimit is how long Discord may take over all that is asked.
const discordLimit = 5 * time.Second

// discord checks the token and what Discord says about the bot.
func (e *examination) discord(ctx context.Context, p *program) {
	if e.has("token") {
		return
	}
	client, err := p.client(e.cfg, discord.Hooks{})
	if err != nil {
		e.note("token", wrong, "%v", err)
		return
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(ctx, discordLimit)
	defer cancel()
	a, err := client.Account(ctx)
	switch {
	case errors.Is(err, discord.ErrTokenRefused):
		e.refuse("token", discord.ErrTokenRefused)
		return
	case errors.Is(err, context.DeadlineExceeded):
		e.note("token", wrong, "Discord has not answered within %s", discordLimit)
		return
	case err != nil:
		e.note("token", wrong, "Discord cannot be asked: %v", err)
		return
	}
	e.note("token", fine, "Discord knows the bot as %s, application %s", a.Bot.Name, a.Application.ID)
	if len(a.Privileged) > 0 {
		e.note("intents", warning, "none of the privileged ones is needed; switch off in the Developer Portal, under Bot: %s", strings.Join(a.Privileged, ", "))
	} else {
		e.note("intents", fine, "no privileged one is needed, none is on")
	}
	if a.SessionsLeft < sessionsFew {
		e.note("sessions", warning, "only %d of %d gateway sessions are left for the next %s; something starts the bot again and again", a.SessionsLeft, a.SessionsTotal, a.SessionsAgain.Round(time.Minute))
	} else {
		e.note("sessions", fine, "%d of %d gateway sessions are left", a.SessionsLeft, a.SessionsTotal)
	}
	e.clock(a.Ahead)
	e.servers(a)
	if err := e.cfg.foreign(serverIDs(a.Servers)); err != nil {
		e.refuse("servers", err)
		return
	}
	e.registered(ctx, client)
	e.strays(ctx, client, serverIDs(a.Servers))
}

// clock compares this machine's clock with Discord's.
func (e *examination) clock(ahead time.Duration) {
	which := "behind"
	if ahead < 0 {
		which = "ahead of"
	}
	switch off := ahead.Abs().Round(time.Second); {
	case off >= clockWrong:
		e.note("clock", wrong, "this machine is %s %s Discord: rounds end at wrong times; let it follow a time server (NTP)", off, which)
	case off > clockTolerance:
		e.note("clock", warning, "this machine is %s %s Discord; let it follow a time server (NTP)", off, which)
	default:
		e.note("clock", fine, "as Discord's")
	}
}

// servers checks the bot's permissions in its servers.
func (e *examination) servers(a discord.Account) {
	if len(a.Servers) == 0 {
		e.note("servers", warning, "the bot is in no server; `topcut invite` prints the link that invites it")
		return
	}
	lacking := 0
	for _, s := range a.Servers {
		missing := invited &^ s.Permissions
		if s.Permissions&wire.Administrator == 0 && missing != 0 {
			lacking++
			e.note("servers", warning, "%s (%s): the bot's role lacks %s", s.Name, s.ID, strings.Join(missing.Names(), ", "))
		}
	}
	if lacking == 0 {
		e.note("servers", fine, "%s, every permission in each", count(len(a.Servers), "server"))
	}
}

// registered compares the slash commands with those registered in Discord.
func (e *examination) registered(ctx context.Context, client *discord.Client) {
	table, err := commands.Definitions()
	if err != nil {
		e.note("commands", wrong, "%v", err)
		return
	}
	ours := table.Commands()
	theirs, err := client.Commands(ctx, e.cfg.Discord.Guild)
	if err != nil {
		e.note("commands", wrong, "Discord cannot be asked for them: %v", err)
		return
	}
	differs, err := difference(theirs, ours)
	switch {
	case err != nil:
		e.note("commands", wrong, "%v", err)
	case len(differs) == 0:
		e.note("commands", fine, "all %d are registered as they should be", len(ours))
	case e.cfg.Discord.Register == "manual":
		e.note("commands", warning, "%d differ from what is registered; `topcut commands sync` registers them", len(differs))
	default:
		e.note("commands", fine, "%d are registered at the next start", len(differs))
	}
}

// strays looks for slash commands that an earlier discord.guild has left.
func (e *examination) strays(ctx context.Context, client *discord.Client, servers []string) {
	found, err := strays(ctx, client, e.cfg.Discord.Guild, servers)
	if err != nil {
		e.note("commands", warning, "Discord cannot be asked for those of an earlier discord.guild: %v", err)
	}
	for _, s := range found {
		what := "the next start removes them"
		if e.cfg.Discord.Register == "manual" {
			what = "`topcut commands clear` removes them"
		}
		e.note("commands", warning, "%d are registered %s too, of an earlier discord.guild, and seen twice; %s", s.commands, s, what)
	}
}

// running asks the running bot itself, if possible, and reports whether it answers.
func (e *examination) running(ctx context.Context) {
	h, err := askHealth(ctx, e.cfg)
	switch {
	case errors.Is(err, errNoListener):
		e.note("bot", fine, "whether it runs is not asked: http.listen is empty")
	case err != nil:
		e.note("bot", warning, "%v", err)
	case h.Status != "ok":
		e.note("bot", wrong, "it runs and is %s: %s", h.Status, h.body)
	case h.Version != version():
		e.note("bot", warning, "the running one is %s, this one %s; start it again", h.Version, version())
	default:
		e.note("bot", fine, "it runs and is well")
	}
	if text := h.Gateway.text(); text != "" {
		s := fine
		if !h.Gateway.Connected {
			s = warning
		}
		e.note("bot: gateway", s, "%s", text)
	}
	for _, work := range slices.Sorted(maps.Keys(h.Work)) {
		w := h.Work[work]
		s := fine
		switch {
		case w.failing(e.now):
			s = wrong
		case !w.FailingSince.IsZero():
			s = warning
		}
		e.note("bot: "+work, s, "%s", w.text())
	}
}

// database checks the file, its folder and its disk.
func (e *examination) database(ctx context.Context) {
	path := e.cfg.Database.Path
	dir := filepath.Dir(path)
	size := int64(0)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.note("database", fine, "%s does not exist; the first start makes it", path)
	case err != nil:
		if !e.has("database") {
			e.note("database", wrong, "%s", faultText(err))
		}
	default:
		size = info.Size()
		if !e.has("database") {
			e.file(ctx, path, info)
		}
	}
	if err := e.folder("folder", dir); err != nil && e.refused == 0 {
		e.refused = exitCode(&db.OpenError{Path: path, Problem: db.NotWritable, Err: err})
	}
	e.disk("disk", dir, size)
	if text := onShare(path, networkOf(dir)); text != "" {
		e.note("disk", warning, "%s", text)
	}
}

// onShare returns the warning about a database on a network disk of a kind; "" if kind is
// empty.
func onShare(path, kind string) string {
	if kind == "" {
		return ""
	}
	return fmt.Sprintf("%s is on a network disk (%s), where locks fail and writes that were confirmed can be lost; keep database.path on a disk of this machine and put backup.dir there", path, kind)
}

// file checks an existing database.
func (e *examination) file(ctx context.Context, path string, info fs.FileInfo) {
	stats, err := readStats(ctx, path)
	var open *db.OpenError
	if errors.As(err, &open) && open.Problem == db.OlderSchema {
		e.older = true
		e.note("database", warning, "%s is of an older version; the next start copies it and brings it up to date", path)
		return
	}
	if err != nil {
		e.note("database", wrong, "%s", faultText(err))
		return
	}
	e.note("database", fine, "%s holds %s, %d of them not over", path, count(stats.Tournaments, "event"), stats.Running)
	if dead := deaths(stats); dead > 0 {
		e.note("posts", warning, "%s; the bot says in the server which and why", count(dead, "post was given up", "posts were given up"))
	}
	if mode := info.Mode().Perm(); runtime.GOOS != "windows" && mode&0o077 != 0 {
		e.note("permissions", warning, "other users may read %s, which holds ids, decks and secrets; close it with: chmod 600 %s", path, path)
		return
	}
	if e.has("database") {
		return
	}
	e.note("permissions", fine, "only its owner may read the database, and this user may write to it")
}

func readStats(ctx context.Context, path string) (db.Stats, error) {
	r, err := db.OpenReader(ctx, path)
	if err != nil {
		return db.Stats{}, err
	}
	defer r.Close()
	return r.Stats(ctx)
}

// folder checks whether files can be created in a folder.
func (e *examination) folder(check, dir string) error {
	if err := mayFill(dir); err != nil {
		e.note(check, wrong, "%v", err)
		return err
	}
	e.note(check, fine, "this user may write to the folder %s", dir)
	return nil
}

// A database of a large event has some megabytes. Migrations and restores need room for
// copies of it.
const (
	diskWrong = 50 << 20
	diskLow   = 500 << 20
	copies    = 4
)

// disk checks the free space.
func (e *examination) disk(check, dir string, size int64) {
	free, err := freeBytes(dir)
	if err != nil {
		e.note(check, warning, "the room on the disk of %s cannot be told: %v", dir, err)
		return
	}
	s := fine
	switch {
	case free < diskWrong:
		s = wrong
	case free < max(diskLow, copies*size):
		s = warning
	}
	e.note(check, s, "%s are free on the disk of %s; the database has %s", megabytes(free), dir, megabytes(size))
}

func megabytes(n int64) string {
	if n >= 10<<30 {
		return fmt.Sprintf("%d GB", n>>30)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
}

// backupFolder checks whether backups can be written. The bot starts without, unless it
// must make one first.
func (e *examination) backupFolder(dir string) {
	if e.has("backup.dir") {
		return
	}
	at, _ := standing(dir)
	if err := e.folder("backup folder", at); err != nil && e.older {
		e.refused = cmp.Or(e.refused, codeDatabase)
	}
}

// backups checks the newest backup.
func (e *examination) backups() {
	c := e.cfg.Backup
	if c.Cron == "" {
		e.note("backups", warning, "none are made by themselves: backup.cron is empty")
		return
	}
	found, err := filepath.Glob(filepath.Join(c.Dir, backupPattern))
	if err != nil {
		e.note("backups", wrong, "%v", err)
		return
	}
	if len(found) == 0 {
		e.note("backups", fine, "none yet in %s; they are made at %q", c.Dir, c.Cron)
		return
	}
	newest := slices.Max(found) // the names contain the date
	info, err := os.Stat(newest)
	if err != nil {
		e.note("backups", wrong, "%v", err)
		return
	}
	when, err := cron.ParseStandard(c.Cron)
	if err != nil {
		e.note("backups", wrong, "%v", err) // loadConfig has rejected it
		return
	}
	if when.Next(when.Next(info.ModTime())).Before(e.now) {
		e.note("backups", warning, "the newest is %s of %s: at least one was missed", newest, info.ModTime().Format(time.DateTime))
		return
	}
	e.note("backups", fine, "the newest is %s", newest)
}
