package main

import (
	"context"
	"crypto/tls"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/robfig/cron/v3"

	"topcut/commands"
	"topcut/commands/archive"
	"topcut/commands/discord"
	"topcut/commands/gallery"
	"topcut/commands/league"
	gamelibrary "topcut/commands/library"
	"topcut/commands/post"
	"topcut/commands/presence"
	"topcut/commands/serversync"
	"topcut/commands/site"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/door"
	"topcut/tournament/journal"
	"topcut/tournament/season"
	"topcut/tournament/stores"
)

// gcPercent is the headroom of the garbage collector for a bot whose host sets none by
// GOGC, and for a rehearsal: half the default. With 400 players both together take some
// 30 MB less, for a little more processor time.
const gcPercent = 50

func serveCommand() subcommand {
	return subcommand{
		name: "serve", about: "run the bot",
		text: "Runs until SIGINT or SIGTERM, then finishes what is in hand and stops within ten\nseconds; a second signal stops it at once.\nWith --stay, what starting again cannot mend (exit codes 3, 4, 7 and 64) is said, and\nit waits to be stopped: for what starts a container again whatever its exit code.",
		setup: func(fs *flag.FlagSet) action {
			name := configFlag(fs)
			stay := fs.Bool("stay", false, "wait to be stopped where starting again cannot help")
			return func(ctx context.Context, p *program, args []string) error {
				if err := atMost(0, args); err != nil {
					return err
				}
				ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
				defer stop()
				context.AfterFunc(ctx, stop) // from now on a signal kills the process
				if p.env("GOGC") == "" {
					defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
				}
				err := p.serve(ctx, *name)
				if code := exitCode(err); *stay && err != nil && slices.Contains(staysDown, code) {
					fmt.Fprintln(p.stderr, "topcut: "+faultText(err))
					fmt.Fprintf(p.stderr, "topcut: exit code %d, which starting again does not mend: it waits to be stopped\n", code)
					<-ctx.Done()
					return exitError(code)
				}
				return err
			}
		},
	}
}

// serve runs the bot with a configuration file.
func (p *program) serve(ctx context.Context, name string) error {
	c, err := p.loadConfig(name)
	if err != nil {
		return err
	}
	if err := p.admit(ctx, c); err != nil {
		return err
	}
	b, err := p.newBot(ctx, c)
	if err != nil {
		return err
	}
	if text := onShare(c.Database.Path, networkOf(filepath.Dir(c.Database.Path))); text != "" {
		b.log.Warn(text)
	}
	return b.run(ctx)
}

const (
	// The bot stops within ten seconds: interactions in progress are completed (at most
	// twice drain), due posts are sent, and background work ends.
	drain     = 2 * time.Second
	flushStop = 3 * time.Second
	flushLast = time.Second // what was caused after that
	workStop  = 2 * time.Second
	// pruneEvery is the interval at which old answers are deleted.
	pruneEvery = time.Hour
)

// bot is a running bot with all its parts.
type bot struct {
	cfg        config
	log        *slog.Logger
	began      time.Time
	clock      *clock
	db         *db.DB
	director   *command.Director
	seasons    *season.Director
	app        *commands.App
	client     *discord.Client
	sender     *post.Sender
	poller     *post.Poller
	guard      *post.Guard
	serverSync *serversync.Keeper
	metrics    *metrics
	keeper     keeper
	monitor    *monitor
	site       *site.Server // nil if no pages are served

	commandIDs atomic.Pointer[map[string]string]
	online     sync.Once
	// unregistered is why the slash commands are not registered; nil if they are.
	unregistered atomic.Pointer[error]
	// refused is why a connected bot stops for good; stop makes run return.
	refused atomic.Pointer[error]
	stop    context.CancelFunc
	listens []string // see holding
}

// newBot opens the database and assembles the parts. It opens no connection.
func (p *program) newBot(ctx context.Context, c config) (_ *bot, err error) {
	b := &bot{cfg: c, log: p.logger(c), began: time.Now(), metrics: newMetrics()}
	b.unregistered.Store(&errNotYet)
	if b.clock, err = newClock(p.env("TOPCUT_CLOCK"), c.onLoopback()); err != nil {
		return nil, err
	}
	token, err := c.token()
	if err != nil {
		return nil, err
	}
	left, err := inherited(c.Database.Path, time.Now())
	if err != nil {
		b.log.Warn("the sessions of the process before cannot be gone on with", "error", err)
	}
	b.client, err = discord.New(discord.Config{
		Token: token, APIBase: c.Discord.APIBase, Logger: b.log, Hooks: b.metrics.hooks(), Drain: drain, Resume: left, Leave: true, Messages: b.readsChat,
	})
	if err != nil {
		return nil, err
	}
	secret, err := secrets(p.env("TOPCUT_SEED"), c.onLoopback())
	if err != nil {
		return nil, err
	}
	lib, err := library(c.Rulesets.Dir)
	if err != nil {
		return nil, err
	}
	if b.db, err = db.Open(ctx, db.Config{Path: c.Database.Path, BackupDir: c.Backup.Dir, Logger: b.log}); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			b.db.Close()
		}
	}()
	b.keeper = keeper{db: b.db, log: b.log, pulse: p.pulse}
	b.log = slog.New(toldElsewhere{b.log.Handler()})
	b.metrics.stock(b.db.Stats)
	b.metrics.shards(b.client.Shards)
	b.monitor = &monitor{
		stats: b.db.Stats, database: b.keeper.problem, now: b.clock.now, gateway: b.client.Status, shards: b.client.Shards, started: b.began, metrics: b.metrics,
		commands: b.commandsProblem, bars: func() []wording.Bar { return b.sender.Bars("") },
		apart: func() int {
			return len(slices.CompactFunc(b.guard.Apart(), func(a, b journal.Attempt) bool { return a.Log == b.Log }))
		},
	}
	drawn := gallery.New(0)
	words, err := text.Load()
	if err != nil {
		return nil, err
	}
	b.direct(secret)
	games := &gamelibrary.Libraries{Rulesets: lib, Games: b.db}
	office := &league.Service{Events: b.director, Seasons: b.seasons, Index: b.db, Clocks: b.db, Members: b.client, Rulesets: games, Words: words, Now: b.clock.now, Log: b.log}
	if c.HTTP.Public != "" {
		if b.site, err = b.newSite(office, drawn, words); err != nil {
			return nil, err
		}
	}
	times, err := rehearsedTimes(p.env, c.onLoopback())
	if err != nil {
		return nil, err
	}
	servers := zoned{b.db, c.Defaults.TimeZone}
	b.guard = &post.Guard{Attempts: b.db, Version: version(), Wary: b.db.Interrupted, Crash: b.db.Crash, Log: b.log}
	if err := b.guard.Learn(ctx); err != nil {
		return nil, err
	}
	if err := b.db.CatchCrash(); err != nil {
		b.log.Warn("a crash of this process will be taken for a kill", "error", err)
	}
	b.sender = post.NewSender(post.Config{
		Outbox: b.db, Guard: b.guard, Director: b.director, Seasons: b.seasons, Channels: b.client, Pins: b.client, Now: b.clock.now, Log: b.log, Commands: b.ids, Words: words, Draw: drawn.Files,
		Finished: func(kind string) { b.metrics.posts.inc(kind); b.monitor.moved.Add(1) }, Outcome: b.noting(workSending), Panicked: b.metrics.panics.Inc, Settle: times.settle, Rest: times.rest, Pages: b.site, Freeze: site.Frozen, Servers: servers, Directs: b.db,
		Bars: func(guild string) []wording.Bar { return b.serverSync.Bars(guild) },
	})
	present := &presence.Watch{Members: b.client, Events: b.director, Now: b.clock.now, Log: b.log}
	past := &archive.Archive{Records: b.db, Rulesets: games}
	b.serverSync = &serversync.Keeper{
		Guilds: b.client, Holdings: b.db, Calendars: b.db, Servers: servers, Index: b.db, Events: b.director, Seasons: b.seasons, Archive: past, Presence: present, Words: words, Now: b.clock.now, Log: b.log,
		Barred: b.sender.Renew,
	}
	b.poller = &post.Poller{
		Clocks: b.db, Guard: b.guard, Director: b.director, Now: b.clock.now, Log: b.log,
		Leagues: office,
		Host:    b.clock.host, Every: times.poll, Brief: times.brief, Posts: b.db, Reachable: b.hears, Panicked: b.metrics.panics.Inc,
		Outcome: b.noting(workDeadlines),
	}
	b.app, err = commands.New(commands.App{
		Director: b.director, Seasons: b.seasons, Leagues: office, Archive: past, Presence: present, Index: b.db, Servers: servers, Uploads: b.db, Calendars: b.db, People: b.db, Rulesets: games, Rest: b.client,
		Now: b.clock.now, Log: b.log, Metrics: b.metrics.forCommands(), CommandIDs: b.ids, Version: version(), Words: words, Draw: drawn.Files,
		Sending: b.sender, Guard: b.guard, Stuck: b.poller.Stuck, Unstick: b.poller.Retry, Database: b.keeper.shownFault, Unregistered: b.commandsProblem, Late: b.monitor.queue, LateAnswers: b.metrics.lateInHour, Pages: b.site, SyncServer: func(guild string) { b.serverSync.Touch(guild); b.client.Renew() },
	})
	if err != nil {
		return nil, err
	}
	b.metrics.routes(b.app.Table.RouteNames())
	return b, nil
}

// direct makes the directors of events and leagues.
func (b *bot) direct(secret func() []byte) {
	bans := func(guild string) (door.List, error) { return b.db.Bans(context.Background(), guild) }
	b.director = command.NewDirector(command.Config{
		Store: notedStore[tournament.Event, tournament.ReadRows]{db.StoreOf(b.db, tournament.Log), b.noting(workCommits)}, Posts: post.Plan, Now: b.clock.now, Secret: secret, Bans: bans,
		Committed: func(id tournament.ID) {
			b.metrics.commits.Inc()
			b.sender.Wake()
			b.changed(id)
		},
	})
	b.seasons = season.NewDirector(season.Config{
		Store: notedStore[season.Fact, season.Read]{db.StoreOf(b.db, season.Log), b.noting(workCommits)}, Posts: post.PlanSeason, Now: b.clock.now, Secret: secret, Bans: bans,
		Committed: func(id tournament.ID) {
			b.metrics.commits.Inc()
			b.sender.Wake()
			b.site.Changed(id)
			if snap, err := b.seasons.Snapshot(context.Background(), id); err == nil {
				b.serverSync.Touch(snap.State.Guild)
			}
		},
	})
}

// newSite returns the server of the public pages.
func (b *bot) newSite(office *league.Service, drawn *gallery.Gallery, words *text.Catalogue) (*site.Server, error) {
	c := &b.cfg
	proxy, err := c.HTTP.proxies()
	if err != nil {
		return nil, err
	}
	return site.New(site.Config{
		Proxy:    proxy,
		Snapshot: b.director.Snapshot, Draw: drawn.Files, URL: strings.TrimSuffix(c.HTTP.PublicURL, "/"), Log: b.log,
		Env: func(s *tournament.Snapshot) view.Env {
			return view.Env{Snap: s, Now: b.clock.now(), Words: words.In(s.State.Settings.Language)}
		},
		Season: b.seasons.Snapshot, Now: b.clock.now,
		Shown: func(ctx context.Context, s *season.Snapshot) (*site.Season, error) {
			return office.Page(ctx, s, b.site.Address)
		},
	}), nil
}

// localTimes are those of a local Discord, which knows its own delays and whose time may run fast
// or stand still: how long an edit without an answer may take to become visible, how long
// edits are collected, how often the clock is checked, and how long the bot may be
// unreachable.
type localTimes struct{ settle, rest, poll, brief time.Duration }

// rehearsedTimes reads the times of a rehearsal; zero means those of Discord.
func rehearsedTimes(env func(string) string, loopback bool) (t localTimes, err error) {
	for _, x := range []struct {
		name string
		to   *time.Duration
	}{{"TOPCUT_SETTLE", &t.settle}, {"TOPCUT_REST", &t.rest}, {"TOPCUT_POLL", &t.poll}, {"TOPCUT_BRIEF", &t.brief}} {
		if *x.to, err = rehearsed(env, x.name, loopback); err != nil {
			return localTimes{}, err
		}
	}
	return t, nil
}

// noting returns a function that records the outcome of some work.
func (b *bot) noting(work string) func(error) {
	return func(err error) { b.metrics.outcomes.note(work, err, time.Now()) }
}

// changed tells the sync of the event's server, and the web pages of the event or its
// league, that the event has changed.
func (b *bot) changed(id tournament.ID) {
	snap, err := b.director.Snapshot(context.Background(), id)
	if err == nil {
		b.serverSync.Touch(snap.State.Guild)
	}
	if b.site == nil {
		return
	}
	b.site.Changed(id)
	if err == nil && snap.State.Series.League != 0 {
		b.site.Changed(snap.State.Series.League)
	}
}

// readsChat reports whether results are read from messages in a server of a shard.
func (b *bot) readsChat(shard, of int) bool {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	guilds, err := b.db.ReadingChat(ctx)
	if err != nil {
		b.log.Error("a session hears of messages that may not be read", "error", err)
		return true
	}
	return slices.ContainsFunc(guilds, func(id string) bool { return discord.ShardOf(id, of) == shard })
}

// recheckEvery is how often posts that people have deleted are looked for where the gateway
// does not tell of them.
const recheckEvery = 5 * time.Minute

// recheck looks for deleted posts until ctx is done, as long as a session does not hear of
// messages.
func (b *bot) recheck(ctx context.Context) {
	ticker := time.NewTicker(recheckEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			if slices.ContainsFunc(b.client.Shards(), func(s discord.Shard) bool { return s.Connected && !s.Messages }) {
				b.sender.Recheck(ctx)
			}
		case <-ctx.Done():
			return
		}
	}
}

// hears reports whether interactions arrive and can be stored.
func (b *bot) hears() bool {
	return b.client.Status().Connected && b.db.Present() == nil && b.db.Disk() == nil
}

// rehearsed parses a duration that only rehearsals set; 0 if it is not set.
func rehearsed(env func(string) string, name string, loopback bool) (time.Duration, error) {
	text := env(name)
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 || !loopback {
		return 0, fmt.Errorf("%s is for rehearsals on a local Discord only, and a duration such as 2s", name)
	}
	return d, nil
}

// zoned applies the time zone of the configuration to servers without their own.
type zoned struct {
	stores.Servers
	zone string
}

// Server returns the settings of a server.
func (z zoned) Server(ctx context.Context, guild string) (stores.Server, error) {
	s, err := z.Servers.Server(ctx, guild)
	if s.TimeZone == "" {
		s.TimeZone = z.zone
	}
	return s, err
}

// ids returns Discord's ids of the registered commands by name.
func (b *bot) ids() map[string]string {
	if m := b.commandIDs.Load(); m != nil {
		return *m
	}
	return nil
}

// run serves until ctx is done or Discord refuses the bot for good. When ctx is done it
// sends the due posts while it goes on answering. Then it stops the parts in the order of
// their dependencies: the gateway and the interactions in progress, the posts that these
// caused, the database.
func (b *bot) run(ctx context.Context) (err error) {
	defer func() {
		b.client.Close()
		err = errors.Join(err, b.db.Close())
	}()
	back, stopBack := context.WithCancel(context.WithoutCancel(ctx))
	defer stopBack()
	var working sync.WaitGroup
	defer func() {
		b.flush(back, flushLast)
		stopBack()
		if !within(workStop, working.Wait) {
			b.log.Warn("some work did not end when told to; it is taken up again at the next start")
		}
	}()
	if err := b.serveHTTP(back, &working, "http.listen", b.cfg.HTTP.Listen, "/healthz and /metrics", nil, b.monitor.handler()); err != nil {
		return err
	}
	if b.site != nil {
		certificates, err := b.cfg.HTTP.certificates()
		if err != nil {
			return err
		}
		if err := b.serveHTTP(back, &working, "http.public", b.cfg.HTTP.Public, "the pages of events", certificates, b.site.Handler()); err != nil {
			return err
		}
	}
	recurring, err := b.recurring(back)
	if err != nil {
		return err
	}
	b.keeper.begin(ctx)
	working.Go(func() { b.keeper.run(back) })
	working.Go(func() { b.prune(back) })
	working.Go(func() { b.watchBackupFolder(back) })
	working.Go(func() { b.monitor.watch(back) })
	working.Go(func() { b.sender.Run(back) })
	working.Go(func() { b.recheck(back) })
	working.Go(func() { b.serverSync.Run(back) })
	// No deadline fires while the bot is stopping.
	due, stopDue := context.WithCancel(ctx)
	defer stopDue()
	working.Go(func() { b.poller.Run(due) })
	recurring.Start()
	working.Go(func() {
		<-back.Done()
		<-recurring.Stop().Done() // back cuts off a backup in progress
	})

	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	working.Go(func() {
		select {
		case <-ctx.Done():
			b.flush(serving, flushStop)
			stop()
		case <-serving.Done():
		}
	})
	working.Go(func() {
		select {
		case <-b.db.Lost():
			stop()
		case <-serving.Done():
		}
	})
	b.stop = stop
	err = b.client.Run(serving, b)
	if refused := b.refused.Load(); refused != nil {
		return errors.Join(*refused, err)
	}
	if lost := b.db.Present(); lost != nil {
		return errors.Join(b.keeper.rescue(back, lost), err)
	}
	if err == nil {
		b.log.Info("stopping")
		if err := leave(b.cfg.Database.Path, b.client.Left(), time.Now()); err != nil {
			b.log.Warn("what is pressed until the next start is not answered", "error", err)
		}
	}
	return err
}

// serveHTTP serves h at the address of a key until ctx is done, with certificates unless
// they are nil. An empty address serves nothing.
func (b *bot) serveHTTP(ctx context.Context, working *sync.WaitGroup, key, text, what string, certificates *tls.Config, h http.Handler) error {
	if text == "" {
		return nil
	}
	address, err := listenAddress(key, text)
	if err != nil {
		return err
	}
	at, wait, err := listen(ctx, address, certificates, h)
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	b.log.Info("serving "+what, "address", at.String())
	if host, _, err := net.SplitHostPort(address); err == nil {
		_, port, _ := net.SplitHostPort(at.String())
		b.listens = append(b.listens, holding(key, net.JoinHostPort(host, port)))
	}
	if err := b.db.Note(strings.Join(b.listens, "\n")); err != nil {
		b.log.Warn("topcut doctor will take the addresses of this bot for those of another", "error", err)
	}
	working.Go(func() {
		if err := wait(); err != nil {
			b.log.Error("an HTTP listener has stopped", "serving", what, "error", err)
		}
	})
	return nil
}

// flush sends the due posts within a time limit.
func (b *bot) flush(ctx context.Context, limit time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	b.sender.Hurry()
	for b.db.Present() == nil && !b.sender.Quiet(ctx) {
		b.sender.Wake()
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return
		}
	}
}

// within calls wait and reports whether it returned in time.
func within(limit time.Duration, wait func()) bool {
	done := make(chan struct{})
	go func() {
		wait()
		close(done)
	}()
	select {
	case <-done:
		return true
	case <-time.After(limit):
		return false
	}
}

// Interaction implements discord.Handler.
func (b *bot) Interaction(ctx context.Context, in *discord.Interaction, r *discord.Responder) {
	b.app.Interaction(ctx, in, r)
}

// Event implements discord.Handler.
func (b *bot) Event(ctx context.Context, e discord.Event) {
	switch e := e.(type) {
	case discord.Ready:
		b.sender.Retry("")
		if err := b.cfg.foreign(e.Guilds); err != nil {
			b.refused.Store(&err)
			b.stop()
			return
		}
		go b.sender.Recheck(ctx, e.Guilds...)
		if e.GoneOn {
			for _, id := range e.Guilds {
				b.serverSync.Touch(id)
			}
		}
		b.online.Do(func() {
			go b.keepRegistering(ctx, e.Guilds)
		})
	case discord.Resumed:
		b.sender.Retry("")
	case discord.Disconnected:
		b.log.Info("the gateway connection is gone", "reason", e.Reason)
	case discord.GuildAvailable:
		b.sender.Retry(e.ID)
		b.serverSync.Touch(e.ID)
		go commands.Greet(ctx, b.app, e)
		go commands.Sweep(ctx, b.app, e)
		b.log.Debug("server available", "server", e.ID)
		if missing := invited &^ e.Permissions; e.Known && e.Permissions&wire.Administrator == 0 && missing != 0 {
			b.log.Warn("the bot lacks permissions in a server", "server", e.ID, "missing", missing.Names())
		}
	case discord.GuildGone:
		b.log.Info("server out of reach", "server", e.ID, "outage", e.Unavailable)
		if !e.Unavailable {
			go commands.Leave(ctx, b.app, e.ID)
		}
	case discord.AccessChanged:
		b.sender.Retry(e.GuildID)
		b.serverSync.Touch(e.GuildID)
	case discord.Mentioned:
		go commands.AnswerMention(ctx, b.app, e)
	case discord.MessagesGone:
		b.sender.Deleted(e.IDs...)
	case discord.ChannelGone:
		if e.Thread {
			b.sender.Deleted(e.ID)
		}
	case discord.ThreadChanged:
	}
}

// errNotYet is why the slash commands are not registered before the first attempt.
var errNotYet = errors.New("not registered yet")

// keepRegistering registers the slash commands and retries until it succeeds, because the
// bot is useless without them.
func (b *bot) keepRegistering(ctx context.Context, servers []string) {
	const most = 5 * time.Minute
	for wait := time.Second; ; wait = min(2*wait, most) {
		err := b.register(ctx)
		if err == nil {
			b.unregistered.Store(nil)
			b.log.Info("ready", "version", version(), "servers", len(servers), "took", time.Since(b.began).Round(time.Millisecond))
			b.removeStrays(ctx, servers)
			return
		}
		if ctx.Err() != nil {
			return
		}
		b.unregistered.Store(&err)
		if after, limited := discord.RetryAfter(err); limited {
			wait = max(wait, after)
		}
		b.log.Error("the slash commands could not be registered; it is tried again", "error", err, "retry_in", wait)
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return
		}
	}
}

// commandsProblem returns why the slash commands are not registered; nil if they are.
func (b *bot) commandsProblem() error {
	if err := b.unregistered.Load(); err != nil {
		return *err
	}
	return nil
}

// register updates the commands in Discord if this is enabled and they differ, and stores
// their ids.
func (b *bot) register(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	ours, guild := b.app.Table.Commands(), b.cfg.Discord.Guild
	known, err := b.client.Commands(ctx, guild)
	if err != nil {
		return err
	}
	differs, err := difference(known, ours)
	if err != nil {
		return err
	}
	switch {
	case len(differs) == 0:
	case b.cfg.Discord.Register == "manual":
		b.log.Warn("the registered slash commands are out of date; `topcut commands sync` registers them", "differ", len(differs))
	default:
		if known, err = b.client.BulkOverwrite(ctx, guild, ours); err != nil {
			return err
		}
		b.log.Info("slash commands registered", "changed", len(differs))
	}
	ids := map[string]string{}
	for _, c := range known {
		ids[c.Name] = c.ID
	}
	b.commandIDs.Store(&ids)
	return nil
}

// removeStrays removes the slash commands that an earlier discord.guild has left: members
// would see every command twice.
func (b *bot) removeStrays(ctx context.Context, servers []string) {
	found, err := strays(ctx, b.client, b.cfg.Discord.Guild, servers)
	if err != nil && ctx.Err() == nil {
		b.log.Warn("Discord cannot be asked for slash commands of an earlier discord.guild", "error", err)
	}
	for _, s := range found {
		if b.cfg.Discord.Register == "manual" {
			b.log.Warn("slash commands of an earlier discord.guild are registered; `topcut commands clear` removes them", "where", s.String(), "commands", s.commands)
			continue
		}
		if _, err := b.client.BulkOverwrite(ctx, s.guild, []discord.Command{}); err != nil {
			b.log.Error("slash commands of an earlier discord.guild could not be removed", "where", s.String(), "error", err)
			continue
		}
		b.log.Info("slash commands of an earlier discord.guild removed", "where", s.String(), "commands", s.commands)
	}
}

// prune deletes old answers until ctx is done.
func (b *bot) prune(ctx context.Context) {
	t := time.NewTicker(pruneEvery)
	defer t.Stop()
	for {
		if n, err := b.db.PruneAnswers(ctx, b.clock.now()); err != nil && ctx.Err() == nil {
			b.log.Error("old answers could not be deleted", "error", err)
		} else if n > 0 {
			b.log.Debug("old answers deleted", "count", n)
		}
		select {
		case <-t.C:
		case <-ctx.Done():
			return
		}
	}
}

// folderEvery is how often it is checked that backups can be written.
const folderEvery = 5 * time.Minute

// watchBackupFolder checks until ctx is done that backups can be written, if any are made.
// A folder that takes none does not keep the bot from starting: an event that is under way
// needs the bot more than a backup. But it is logged and turns health red at once, as
// `doctor` finds it wrong, and not only when the next backup fails.
func (b *bot) watchBackupFolder(ctx context.Context) {
	if b.cfg.Backup.Cron != "" {
		every(ctx, folderEvery, b.lookAtBackupFolder)
	}
}

func (b *bot) lookAtBackupFolder() {
	err := mayBackUp(b.cfg.Backup.Dir)
	if known := b.metrics.outcomes.read()[workFolder]; err != nil && known.FailingSince.IsZero() {
		b.log.Error("backups cannot be written", "error", err)
	}
	b.noting(workFolder)(err)
}

// recurring returns the schedule of recurring jobs that may be missed: backups.
func (b *bot) recurring(ctx context.Context) (*cron.Cron, error) {
	c := cron.New()
	if b.cfg.Backup.Cron == "" {
		return c, nil
	}
	_, err := c.AddFunc(b.cfg.Backup.Cron, func() {
		to, err := backUp(ctx, b.db.Reader, b.cfg.Backup.Dir, time.Now())
		if err == nil { // if the database is damaged, older backups are worth more than a new one
			err = prune(b.cfg.Backup.Dir, kept)
		}
		b.noting(workBackups)(err)
		if err != nil {
			b.metrics.backups.inc("failed")
			b.log.Error("the backup failed", "error", err)
			return
		}
		b.metrics.backups.inc("done")
		b.log.Info("backup made", "file", to)
	})
	return c, err
}
