package web_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"topcut/cmd/bot/internal/conform"
	"topcut/cmd/bot/rehearse/browsertest"
	"topcut/cmd/bot/rehearse/web"
	"topcut/commands"
	"topcut/commands/discord"
	"topcut/commands/library"
	"topcut/commands/localdiscord"
	"topcut/commands/post"
	"topcut/commands/wire"
	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/rules"
)

// testServer is a whole bot on a local Discord, as in the tests of package commands, with
// the page in front of it.
type testServer struct {
	srv                 *localdiscord.Server
	guild               *localdiscord.Guild
	channel             *localdiscord.Channel
	office              *localdiscord.Channel
	organiser, ann, bob *localdiscord.Person
	address             func() string // of the page
}

func newTestServer(t *testing.T, controls web.Controls) *testServer {
	t.Helper()
	srv := conform.Server(t, localdiscord.Config{RateLimits: localdiscord.RateLimits{Scale: 50}})
	h := &testServer{srv: srv, guild: srv.AddGuild("League Hall")}
	role := h.guild.AddRole("Organisers", wire.ManageEvents|wire.ManageGuild)
	h.channel = h.guild.AddChannel("friday-night")
	h.office = h.guild.AddChannel("to-office")
	h.office.Allow(h.guild.Everyone(), 0, wire.ViewChannel)
	h.office.Allow(role, wire.ViewChannel, 0)
	h.office.AllowMember(nil, wire.ViewChannel, 0)
	h.organiser = h.guild.AddPerson("Olga", role)
	h.ann = h.guild.AddPerson("Ann")
	h.bob = h.guild.AddPerson("Bob")
	h.startBot(t)
	i, err := h.guild.Owner().Slash(t.Context(), h.channel, "setup", localdiscord.Options{"organisers": role, "to_channel": h.office})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := i.Answer(t.Context()); err != nil {
		t.Fatal(err)
	}
	page, err := web.New(web.Config{
		Server: srv, Guild: h.guild, Controls: controls,
		Cast: []web.Member{
			{Person: h.organiser, Part: web.Organiser, Roles: []*localdiscord.Role{role}},
			{Person: h.ann, Part: web.Player},
			{Person: h.bob, Part: web.Player},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	h.address = browsertest.Serve(t, page)
	return h
}

// opened lets the organiser create an event and open registration.
func (h *testServer) opened(t *testing.T, name string) {
	t.Helper()
	for _, c := range []struct {
		command string
		options localdiscord.Options
	}{
		{"tournament create", localdiscord.Options{"name": name, "ruleset": "magic"}},
		{"tournament settings", localdiscord.Options{"set": "decks=optional"}},
		{"tournament open", nil},
	} {
		i, err := h.organiser.Slash(t.Context(), h.channel, c.command, c.options)
		if err == nil {
			_, err = i.Answer(t.Context())
		}
		if err != nil {
			t.Fatalf("/%s: %v", c.command, err)
		}
	}
}

// startBot connects a real bot with its own database.
func (h *testServer) startBot(t *testing.T) {
	t.Helper()
	store, err := db.Open(t.Context(), db.Config{Path: filepath.Join(t.TempDir(), "topcut.db")})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(testLog{t}, &slog.HandlerOptions{Level: slog.LevelWarn}))
	client, err := discord.New(discord.Config{Token: h.srv.BotToken(), APIBase: h.srv.URL(), Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	var sender *post.Sender
	director := command.NewDirector(command.Config{
		Store: db.StoreOf(store, tournament.Log), Posts: post.Plan, Now: time.Now,
		Secret:    func() []byte { return make([]byte, 32) }, // the same draws in every run
		Committed: func(tournament.ID) { sender.Wake() },
	})
	lib, err := rules.LoadDir(os.DirFS(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	app, err := commands.New(commands.App{
		Director: director, Index: store, Servers: store, Uploads: store, People: store, Rulesets: &library.Libraries{Rulesets: lib},
		Rest: client, Now: time.Now, Log: log,
	})
	if err != nil {
		t.Fatal(err)
	}
	sender = post.NewSender(post.Config{Outbox: store, Director: director, Channels: client, Now: time.Now, Log: log})
	ctx, cancel := context.WithCancel(context.Background())
	done, stopped := make(chan error, 1), make(chan struct{})
	go func() { done <- client.Run(ctx, interactionsOnly{app}) }()
	go func() { sender.Run(ctx); close(stopped) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("the client ended: %v", err)
		}
		<-stopped
		client.Close()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := client.BulkOverwrite(t.Context(), "", app.Table.Commands()); err != nil {
		t.Fatal(err)
	}
	if err := h.srv.WaitConnected(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// testLog writes log lines to the test.
type testLog struct{ t testing.TB }

func (l testLog) Write(p []byte) (int, error) {
	l.t.Log(strings.TrimSpace(string(p)))
	return len(p), nil
}

// interactionsOnly answers interactions and ignores other gateway events.
type interactionsOnly struct{ *commands.App }

func (interactionsOnly) Event(context.Context, discord.Event) {}
