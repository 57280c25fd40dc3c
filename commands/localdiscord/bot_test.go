package localdiscord_test

import (
	"context"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
)

// rewrite sends every request of a discordgo session to the local Discord.
type rewrite struct{ to *url.URL }

func (rt rewrite) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = rt.to.Scheme, rt.to.Host, rt.to.Host
	return http.DefaultTransport.RoundTrip(r)
}

// testServer is a server with a guild, a channel and two people.
type testServer struct {
	*localdiscord.Server
	t       *testing.T
	guild   *localdiscord.Guild
	general *localdiscord.Channel
	ann     *localdiscord.Person
	bob     *localdiscord.Person
	intents discordgo.Intent // of sessions
}

// newTestServer starts a server that must end without violations, unless the test
// clears them. Tests with a world of their own run in parallel.
func newTestServer(t *testing.T, change ...func(*localdiscord.Config)) *testServer {
	t.Helper()
	t.Parallel()
	cfg := localdiscord.Config{
		Seed: 1, RateLimits: localdiscord.RateLimits{Off: true},
		// Time stands still, so that a busy machine cannot miss the 3 seconds.
		Clock: localtest.NewManualClock(start()),
	}
	for _, f := range change {
		f(&cfg)
	}
	s, err := localdiscord.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if !t.Failed() {
			for _, v := range s.Violations() {
				t.Errorf("violation: %s", v)
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	g := s.AddGuild("Club")
	return &testServer{
		Server: s, t: t, guild: g, general: g.AddChannel("general"), ann: g.AddPerson("Ann"), bob: g.AddPerson("Bob"),
		intents: discordgo.IntentsGuilds | discordgo.IntentsGuildMessages | discordgo.IntentsDirectMessages |
			discordgo.IntentsGuildMessageReactions | discordgo.IntentDirectMessageReactions,
	}
}

// patience is how long a test waits for what must happen. It is long enough for a busy
// machine; only a failing test waits that long.
const patience = 2 * time.Minute

// realTime lets time pass.
func realTime(c *localdiscord.Config) { c.Clock = nil }

// session makes a discordgo session that is not connected yet.
func (w *testServer) session() *discordgo.Session {
	w.t.Helper()
	s, err := discordgo.New("Bot " + w.BotToken())
	if err != nil {
		w.t.Fatal(err)
	}
	base, err := url.Parse(w.URL())
	if err != nil {
		w.t.Fatal(err)
	}
	s.Client = &http.Client{Transport: rewrite{base}, Timeout: patience}
	s.Identify.Intents = w.intents
	s.LogLevel = -1
	return s
}

// bot makes a connected session whose handlers are those given.
func (w *testServer) bot(handlers ...any) *discordgo.Session {
	w.t.Helper()
	s := w.session()
	for _, h := range handlers {
		s.AddHandler(h)
	}
	if err := s.Open(); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = s.Close() }) // some tests have closed it already
	if err := w.WaitConnected(w.ctx()); err != nil {
		w.t.Fatal(err)
	}
	return s
}

func (w *testServer) ctx() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	w.t.Cleanup(cancel)
	return ctx
}

// register registers commands for the guild.
func (w *testServer) register(s *discordgo.Session, commands ...*discordgo.ApplicationCommand) {
	w.t.Helper()
	if _, err := s.ApplicationCommandBulkOverwrite(w.BotID(), w.guild.ID(), commands); err != nil {
		w.t.Fatal(err)
	}
}

// must fails the test on an error.
func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// schemas finds Discord's own descriptions beside the project, or skips.
func schemas(t *testing.T) localdiscord.Conformance {
	t.Helper()
	folder, ok := localdiscord.FindDescriptions(".")
	if !ok {
		t.Skip("Discord's descriptions are not at hand; the conformance layer is not run")
	}
	return must(localdiscord.Descriptions(folder))(t)
}

// silent allows no pings.
func silent() *discordgo.MessageAllowedMentions { return &discordgo.MessageAllowedMentions{} }
