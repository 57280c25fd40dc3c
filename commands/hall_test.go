package commands_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"topcut/commands"
	"topcut/commands/discord"
	"topcut/commands/gallery"
	"topcut/commands/localdiscord"
	"topcut/commands/pictures"
	"topcut/commands/post"
	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/rules"
)

// hall is a whole bot on a local Discord: real sockets, real discordgo, real
// SQLite, in this process so that tests can look inside.
type hall struct {
	t        testing.TB
	srv      *localdiscord.Server
	guild    *localdiscord.Guild
	channel  *localdiscord.Channel
	office   *localdiscord.Channel // the TO channel
	olga     *localdiscord.Person  // organiser
	store    *db.DB
	director *tournament.Director
	app      *commands.App
	sender   *post.Sender
	rulesets *rules.Library
	gallery  *gallery.Gallery
	easel    atomic.Pointer[chan struct{}] // pictures are drawn when it is closed; nil = at once
	ahead    atomic.Int64                  // how far the event's clock is ahead of the real one, in nanoseconds
}

// now is the event's time: the real one, plus what pass has added.
func (h *hall) now() time.Time { return time.Now().Add(time.Duration(h.ahead.Load())) }

// draw draws pictures, once the easel is free.
func (h *hall) draw(ctx context.Context, name string, d pictures.Drawing) ([]discord.File, error) {
	if easel := h.easel.Load(); easel != nil {
		select {
		case <-*easel:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return h.gallery.Files(ctx, name, d)
}

// pass lets the time of the event pass, and what is due happen.
func (h *hall) pass(d time.Duration) {
	h.t.Helper()
	h.ahead.Add(int64(d))
	p := &post.Poller{
		Clocks: h.store, Director: h.director, Servers: h.store, Rulesets: h.rulesets, Now: h.now, Log: h.app.Log,
		Next: func(l tournament.League, after time.Time) (time.Time, error) {
			s, err := commands.Schedule(l.Cron, l.TimeZone)
			if err != nil {
				return time.Time{}, err
			}
			return s.Next(after), nil
		},
	}
	p.Poll(h.t.Context())
}

// described reads Discord's own descriptions, where they lie beside the project;
// everything in a hall is then compared with them.
var described = sync.OnceValues(func() (localdiscord.Conformance, error) {
	folder, ok := localdiscord.FindDescriptions(".")
	if !ok {
		return localdiscord.Conformance{}, nil
	}
	return localdiscord.Descriptions(folder)
})

func newHall(t testing.TB, changes ...func(*localdiscord.Config)) *hall {
	t.Helper()
	if t, ok := t.(*testing.T); ok {
		t.Parallel() // a hall waits more than it works
	}
	h := &hall{t: t}
	conformance, err := described()
	if err != nil {
		t.Fatal(err)
	}
	cfg := localdiscord.Config{RateLimits: localdiscord.RateLimits{Scale: 50}, Conformance: conformance}
	for _, change := range changes {
		change(&cfg)
	}
	srv, err := localdiscord.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	h.srv = srv
	h.guild = srv.AddGuild("League Hall")
	h.channel = h.guild.AddChannel("friday-night")
	h.office = h.guild.AddChannel("to-office")
	h.olga = h.guild.Owner()
	h.store, err = db.Open(t.Context(), db.Config{Path: filepath.Join(t.TempDir(), "topcut.db")})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(testLog{t}, &slog.HandlerOptions{Level: slog.LevelWarn}))
	client, err := discord.New(discord.Config{Token: srv.BotToken(), APIBase: srv.URL(), Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	h.director = tournament.NewDirector(tournament.Config{
		Store: h.store, Posts: post.Plan, Now: h.now,
		Secret:    func() []byte { b := make([]byte, 32); _, _ = rand.Read(b); return b },
		Committed: func(tournament.ID) { h.sender.Wake() },
	})
	library, err := rules.LoadDir(os.DirFS(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	h.rulesets = library
	h.gallery = gallery.New(0)
	h.app, err = commands.New(commands.App{
		Director: h.director, Index: h.store, Servers: h.store, People: h.store, Rulesets: library,
		Rest: client, Now: h.now, Log: log, Draw: h.draw,
	})
	if err != nil {
		t.Fatal(err)
	}
	h.sender = post.NewSender(post.Config{Outbox: h.store, Director: h.director, Channels: client, Now: h.now, Log: log, Draw: h.draw})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	stopped := make(chan struct{})
	go func() { done <- client.Run(ctx, h.app) }()
	go func() { h.sender.Run(ctx); close(stopped) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("the client ended: %v", err)
		}
		<-stopped
		client.Close()
		if err := h.store.Close(); err != nil {
			t.Error(err)
		}
		_ = srv.Close()
	})
	if _, err := client.BulkOverwrite(t.Context(), "", h.app.Table.Commands()); err != nil {
		t.Fatal(err)
	}
	if err := srv.WaitConnected(t.Context()); err != nil {
		t.Fatal(err)
	}
	return h
}

// testLog writes log lines to the test.
type testLog struct{ t testing.TB }

func (l testLog) Write(p []byte) (int, error) {
	l.t.Log(strings.TrimSpace(string(p)))
	return len(p), nil
}

// slash uses a command and returns the text of the answer.
func (h *hall) slash(p *localdiscord.Person, command string, options localdiscord.Options) string {
	h.t.Helper()
	return h.text(h.answer(h.use(p, command, options)))
}

func (h *hall) use(p *localdiscord.Person, command string, options localdiscord.Options) *localdiscord.Interaction {
	h.t.Helper()
	i, err := p.Slash(h.t.Context(), h.channel, command, options)
	if err != nil {
		h.t.Fatalf("/%s: %v", command, err)
	}
	return i
}

func (h *hall) answer(i *localdiscord.Interaction) localdiscord.Answer {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(h.t.Context(), 10*time.Second)
	defer cancel()
	a, err := i.Answer(ctx)
	if err != nil {
		h.t.Fatalf("no answer: %v", err)
	}
	return a
}

func (h *hall) text(a localdiscord.Answer) string {
	if a.Message == nil {
		return ""
	}
	return h.srv.Render(*a.Message)
}

// clean fails the test if the local Discord has anything to complain about.
func (h *hall) clean() {
	h.t.Helper()
	for _, v := range h.srv.Violations() {
		h.t.Errorf("violation: %+v", v)
	}
}

// players adds n people who join the event of the channel.
func (h *hall) players(n int) []*localdiscord.Person {
	h.t.Helper()
	var out []*localdiscord.Person
	for i := range n {
		p := h.guild.AddPerson(fmt.Sprintf("Player %d", i+1))
		if got := h.slash(p, "join", nil); !strings.Contains(got, "You have joined") {
			h.t.Fatalf("/join: %s", got)
		}
		out = append(out, p)
	}
	return out
}

// create makes an event with the given options and opens it.
func (h *hall) create(options localdiscord.Options) {
	h.t.Helper()
	o := localdiscord.Options{"name": "Friday Night", "ruleset": "magic"}
	for k, v := range options {
		o[k] = v
	}
	h.slash(h.olga, "tournament create", o)
	if got := h.slash(h.olga, "tournament open", nil); !strings.Contains(got, "open") {
		h.t.Fatalf("/tournament open: %s", got)
	}
}

// snapshot returns the newest state of the only event.
func (h *hall) snapshot() *tournament.Snapshot {
	h.t.Helper()
	found, err := h.store.ByGuild(h.t.Context(), h.guild.ID())
	if err != nil || len(found) == 0 {
		h.t.Fatalf("no event: %v", err)
	}
	snap, err := h.director.Snapshot(h.t.Context(), found[0].ID)
	if err != nil {
		h.t.Fatal(err)
	}
	return snap
}

// toRound1 plays until round 1 is running.
func (h *hall) toRound1(n int, options localdiscord.Options) []*localdiscord.Person {
	h.t.Helper()
	h.create(options)
	players := h.players(n)
	h.slash(h.olga, "tournament start", nil)
	h.slash(h.olga, "tournament pair", nil)
	h.slash(h.olga, "tournament publish", nil)
	h.slash(h.olga, "tournament startround", nil)
	if s := h.snapshot().State; s.Current() == nil || s.Current().Status != tournament.Started {
		h.t.Fatalf("round 1 is not running: phase %s", s.Phase)
	}
	return players
}
