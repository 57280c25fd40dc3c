package discord_test

import (
	"context"
	"errors"
	"flag"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
	"topcut/commands/wire"
)

// TestMain fails for goroutines that are left when all clients are closed. Tests
// run side by side, many more than there are processors: they wait for pauses that
// Discord asks for and hardly work.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "128"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(left{m})
}

// left runs the tests and gives discordgo the second that it sleeps for after a goodbye.
type left struct{ *testing.M }

func (l left) Run() int {
	defer time.Sleep(1500 * time.Millisecond)
	return l.M.Run()
}

// patience is how long a test waits for anything; the port promises to be back
// from every fault of the gateway within it.
const patience = 60 * time.Second

// echoHandler is a small handler: it answers by what it was asked.
type echoHandler struct {
	answer func(ctx context.Context, in *discord.Interaction, r *discord.Responder) error

	mu     sync.Mutex
	events []discord.Event
	errs   []error
	change chan struct{}
}

// Interaction records what goes wrong with an answer, except that it comes too late, as
// after a gap in the connection: the person who asked notices that.
func (b *echoHandler) Interaction(ctx context.Context, in *discord.Interaction, r *discord.Responder) {
	if err := b.answer(ctx, in, r); err != nil && !errors.Is(err, discord.ErrInteractionUnknown) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.errs = append(b.errs, err)
	}
}

func (b *echoHandler) Event(_ context.Context, e discord.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.events = append(b.events, e)
	close(b.change)
	b.change = make(chan struct{})
}

// wait waits for an event.
func (b *echoHandler) wait(ctx context.Context, want func(discord.Event) bool) error {
	for {
		b.mu.Lock()
		found, change := slices.ContainsFunc(b.events, want), b.change
		b.mu.Unlock()
		if found {
			return nil
		}
		select {
		case <-change:
		case <-ctx.Done():
			return errors.New("the event did not come")
		}
	}
}

func count[E discord.Event](b *echoHandler) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := 0
	for _, e := range b.events {
		if _, ok := e.(E); ok {
			n++
		}
	}
	return n
}

// testServer is a local Discord with one server, one person and the port.
type testServer struct {
	t       *testing.T
	ctx     context.Context
	srv     *localdiscord.Server
	guild   *localdiscord.Guild
	channel *localdiscord.Channel
	ann     *localdiscord.Person
	client  *discord.Client
	bot     *echoHandler
	log     *localtest.Buffer
	stop    context.CancelFunc
	result  chan error
	bubble  bool               // the test is in a bubble
	late    chan time.Duration // the ages of what was answered too late
}

// echo answers /echo with its text.
func echo(ctx context.Context, in *discord.Interaction, r *discord.Responder) error {
	return r.Reply(ctx, discord.Message{Content: "echo " + discord.Escape(in.Text("text")), Ephemeral: true})
}

func echoCommand() discord.Command {
	return discord.Command{Name: "echo", Description: "Say it again", Options: []discord.CommandOption{
		{Type: wire.OptionString, Name: "text", Description: "What to say", Required: true, Autocomplete: true},
		{Type: wire.OptionAttachment, Name: "file", Description: "A file"},
	}}
}

// inBubble runs a test in a bubble of testing/synctest, at a time of which Discord's ids
// can tell: pauses take none of the computer's time. The test server is then on a network
// within the process. Not for tests that break the connection of the gateway: discordgo
// then sleeps with its lock held, and who waits for the lock stops the time.
func inBubble(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)))
		f(t)
	})
}

// newTestServer starts everything but Run. At the end of the test it stops it all and
// fails for violations. A test in a bubble has a localtest.Network as the Listener.
func newTestServer(t *testing.T, cfg localdiscord.Config, answer func(context.Context, *discord.Interaction, *discord.Responder) error) *testServer {
	t.Helper()
	wires, bubble := cfg.Listener.(*localtest.Network)
	var dial func(ctx context.Context, network, addr string) (net.Conn, error)
	if bubble {
		dial = wires.Dial
	} else {
		t.Parallel()
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*patience)
	srv, err := localdiscord.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	s := &testServer{t: t, ctx: ctx, srv: srv, log: new(localtest.Buffer), late: make(chan time.Duration, 1000), result: make(chan error, 1), stop: func() {}, bubble: bubble}
	s.guild = srv.AddGuild("Club")
	s.channel = s.guild.AddChannel("tournament")
	s.ann = s.guild.AddPerson("Ann")
	s.bot = &echoHandler{answer: answer, change: make(chan struct{})}
	s.client, err = discord.New(discord.Config{
		Token: srv.BotToken(), APIBase: srv.URL(), Dial: dial, Drain: 5 * time.Second, AnswerTime: patience,
		Logger: slog.New(slog.NewTextHandler(s.log, nil)),
		Hooks:  discord.Hooks{Late: func(age time.Duration) { s.late <- age }},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.stop()
		s.client.Close()
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
		cancel()
		for _, v := range srv.Violations() {
			if v.Route != "interaction" && v.Code != 10062 { // the person who asked notices a late answer
				t.Errorf("violation: %v", v)
			}
		}
		s.bot.mu.Lock()
		for _, err := range s.bot.errs {
			t.Errorf("handler: %v", err)
		}
		s.bot.mu.Unlock()
		if strings.Contains(s.log.String(), srv.BotToken()) {
			t.Error("the log shows the bot's token")
		}
		if t.Failed() {
			t.Log(s.log.String())
		}
	})
	return s
}

// still returns a Discord whose clock stands still: it waits for an answer as long
// as that takes, however busy the machine is, and counts no requests.
func still() localdiscord.Config {
	return localdiscord.Config{
		Clock:      localtest.NewManualClock(time.Now()),
		RateLimits: localdiscord.RateLimits{Off: true},
	}
}

// described returns a configuration that stands still and checks every request and every event
// against Discord's own descriptions, where they lie beside the project.
func described(t *testing.T) localdiscord.Config {
	t.Helper()
	cfg := still()
	folder, ok := localdiscord.FindDescriptions(".")
	if !ok {
		t.Log("not checked against Discord's descriptions: they are not at hand")
		return cfg
	}
	conformance, err := localdiscord.Descriptions(folder)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Conformance = conformance
	return cfg
}

// run starts Run; stop ends it and checks that it ended well.
func (s *testServer) run() {
	ctx, cancel := context.WithCancel(s.ctx)
	go func() { s.result <- s.client.Run(ctx, s.bot) }()
	s.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-s.result; err != nil {
			s.t.Errorf("Run: %v", err)
		}
	})
}

// connected returns a test server with commands registered and the bot connected.
func connected(t *testing.T, cfg localdiscord.Config, answer func(context.Context, *discord.Interaction, *discord.Responder) error) *testServer {
	t.Helper()
	s := newTestServer(t, cfg, answer)
	if _, err := s.client.BulkOverwrite(s.ctx, s.guild.ID(), []discord.Command{echoCommand()}); err != nil {
		t.Fatal(err)
	}
	s.run()
	s.must(s.srv.WaitConnected(s.ctx))
	return s
}

func (s *testServer) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// until waits for something that announces itself in no other way.
func (s *testServer) until(done func() bool) {
	s.t.Helper()
	for !done() {
		select {
		case <-time.After(5 * time.Millisecond):
		case <-s.ctx.Done():
			s.t.Fatal("it did not happen")
		}
	}
}

// persist does something again until Discord takes it, as the sender of posts
// does: one call gives up after five attempts, and chance fails five in a row.
func (s *testServer) persist(do func() error) error {
	for {
		err := do()
		if err == nil {
			return nil
		}
		pause, _ := discord.RetryAfter(err)
		select {
		case <-time.After(max(pause, 50*time.Millisecond)):
		case <-s.ctx.Done():
			return err
		}
	}
}

// works fails the test unless the bot answers within the promised time, from
// now on. An interaction that falls into a gap is lost, so it is tried again.
func (s *testServer) works() {
	s.t.Helper()
	limit := patience
	if !s.bubble {
		limit = localtest.Patience(s.t, patience)
	}
	ctx, cancel := context.WithTimeout(s.ctx, limit)
	defer cancel()
	for {
		in, err := s.ann.Slash(ctx, s.channel, "echo", localdiscord.Options{"text": "hello"}, localtest.WhenConnected())
		s.must(err)
		a, err := in.Answer(ctx)
		switch {
		case err == nil && a.Message != nil && a.Message.Content == "echo hello":
			return
		case err == nil:
			s.t.Fatalf("answer %+v", a)
		case ctx.Err() != nil:
			s.t.Fatal("the bot did not come back")
		}
	}
}
