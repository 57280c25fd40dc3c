package commands_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"topcut/cmd/bot/rehearse/audit"
	"topcut/commands"
	"topcut/commands/archive"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/gallery"
	"topcut/commands/league"
	"topcut/commands/library"
	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
	"topcut/commands/pictures"
	"topcut/commands/post"
	"topcut/commands/presence"
	"topcut/commands/site"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/db"
	"topcut/db/memdir"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/door"
	"topcut/tournament/journal"
	"topcut/tournament/rules"
	"topcut/tournament/season"
	"topcut/tournament/standings"
)

// testServer is a whole bot on a local Discord: real discordgo, real
// SQLite, in this process so that tests can look inside.
type testServer struct {
	t         testing.TB
	srv       *localdiscord.Server
	wires     *localtest.Network
	guild     *localdiscord.Guild
	channel   *localdiscord.Channel
	office    *localdiscord.Channel // the TO channel
	organiser *localdiscord.Person
	store     *db.DB
	stored    string // path of the store
	director  *command.Director
	seasons   *season.Director
	pages     *site.Server
	app       *commands.App
	sender    *post.Sender
	rulesets  *library.Libraries
	games     fstest.MapFS // ruleset files of the host; nil = none
	gallery   *gallery.Gallery
	words     *text.Catalogue
	drawGate  atomic.Pointer[chan struct{}] // pictures are drawn when it is closed; nil means immediately
	joins     atomic.Int64                  // number of handled /join commands
	typed     atomic.Int64                  // number of handled commands
	lag       atomic.Int64                  // delay of each outbox operation, in nanoseconds
	// planned, if set before anything happens, is called with every commit before it is
	// made.
	planned func(before, after *tournament.Snapshot, events []tournament.Envelope, posts []tournament.Post)
	stopped atomic.Pointer[time.Time]     // the event's clock is stopped at this time; nil if it runs
	gate    atomic.Pointer[chan struct{}] // commits wait until it is closed; nil for no wait
	poison  atomic.Bool                   // everything due or posted panics
	kill    func()                        // stops the sender
	stop    func()                        // stops the bot
	begun   time.Time                     // the real time at which the test server was opened
	script  bool                          // all draws are from a secret of zeros, which the scripts of evenings assume
	secrets atomic.Int64                  // number of secrets given
	sends   post.Config
	late    int          // number of interactions of pressedLate
	ahead   atomic.Int64 // how much of the event's time pass has added, in nanoseconds
}

// plan is post.Plan with a call of planned.
func (h *testServer) plan(before, after *tournament.Snapshot, events []tournament.Envelope) []tournament.Post {
	if gate := h.gate.Load(); gate != nil {
		<-*gate
	}
	if h.poison.Load() && len(events) > 0 && events[0].Actor == 0 {
		panic("poison")
	}
	posts := post.Plan(before, after, events)
	if h.planned != nil {
		h.planned(before, after, events, posts)
	}
	return posts
}

// opening is the event's time when a test server is opened, so that no test depends on the
// hour and the day at which it runs: a Tuesday evening in winter.
var opening = time.Date(2031, time.January, 14, 18, 0, 0, 0, time.UTC)

// now returns the event's time: opening, the real time since then, and what pass has added.
func (h *testServer) now() time.Time {
	now := opening.Add(time.Since(h.begun))
	if at := h.stopped.Load(); at != nil {
		now = *at
	}
	return now.Add(time.Duration(h.ahead.Load()))
}

// send starts a sender of the test server's own; the one before must have stopped.
func (h *testServer) send() {
	h.sender = post.NewSender(h.sends)
	h.app.Sending = h.sender
	ctx, cancel := context.WithCancel(context.Background())
	done, sender := make(chan struct{}), h.sender
	go func() { sender.Run(ctx); close(done) }()
	h.kill = func() { cancel(); <-done }
}

// patience is how long a test waits for what it asserts. It is long enough for a busy
// machine and the race detector; only a failing test waits that long.
const patience = 2 * time.Minute

// draw draws pictures once drawGate is closed, however long that takes: on a busy machine
// the posts would otherwise be text.
func (h *testServer) draw(ctx context.Context, name string, d pictures.Drawing) ([]discord.File, error) {
	if gate := h.drawGate.Load(); gate != nil {
		select {
		case <-*gate:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return h.gallery.Files(context.WithoutCancel(ctx), name, d)
}

// poller returns what fires the deadlines of this server.
func (h *testServer) poller() *post.Poller {
	return &post.Poller{
		Clocks: h.store, Director: h.director, Now: h.now, Log: h.app.Log,
		Leagues: &league.Service{Events: h.director, Seasons: h.seasons, Index: h.store, Clocks: h.store, Members: h.app.Leagues.Members, Rulesets: h.rulesets, Now: h.now, Log: h.app.Log},
	}
}

// pass lets the event's time pass and fires what is due.
func (h *testServer) pass(d time.Duration) {
	h.t.Helper()
	h.ahead.Add(int64(d))
	h.poller().Poll(h.t.Context())
}

// notShort skips what -short leaves out: pictures, and tests that take many seconds and
// have no concurrency.
func notShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short draws no pictures and simulates little")
	}
}

// described reads Discord's own API descriptions if they are beside the project; all
// traffic in a test server is then compared with them.
var described = sync.OnceValues(func() (localdiscord.Conformance, error) {
	folder, ok := localdiscord.FindDescriptions(".")
	if !ok {
		return localdiscord.Conformance{}, nil
	}
	return localdiscord.Descriptions(folder)
})

// newTestServer starts a test server on a Discord whose clock stands still: it waits for an
// answer as long as that takes and counts no requests, so that no test depends on
// how busy the machine is and none waits for a limit. Posts and answers have no pictures.
func newTestServer(t testing.TB, changes ...func(*localdiscord.Config)) *testServer {
	t.Helper()
	return openTestServer(t, nil, false, changes...)
}

// drawnTestServer is newTestServer with pictures, but for -short.
func drawnTestServer(t testing.TB, changes ...func(*localdiscord.Config)) *testServer {
	t.Helper()
	return testServerSpeaking(t, nil, changes...)
}

// testServerSpeaking is drawnTestServer with a catalogue of texts for the bot.
func testServerSpeaking(t testing.TB, words *text.Catalogue, changes ...func(*localdiscord.Config)) *testServer {
	t.Helper()
	return openTestServer(t, words, !testing.Short(), changes...)
}

// fewTrials are enough for tests that ask whether there is an answer about chances, not how
// good it is: a good one takes a processor for nine seconds.
const fewTrials = 500

// registered are the commands that bots of earlier tests have registered, by their
// catalogue of texts. Registering them is most of the work of a start.
var registered sync.Map

// openTestServer is testServerSpeaking, with pictures only if drawn is true.
func openTestServer(t testing.TB, words *text.Catalogue, drawn bool, changes ...func(*localdiscord.Config)) *testServer {
	t.Helper()
	if t, ok := t.(*testing.T); ok {
		t.Parallel() // a test server mostly waits
	}
	h := &testServer{t: t, words: words, begun: time.Now()}
	conformance, err := described()
	if err != nil {
		t.Fatal(err)
	}
	h.wires = localtest.NewNetwork(false)
	cfg := localdiscord.Config{
		Listener: h.wires, Clock: localtest.NewManualClock(opening), ViewClock: h.now, StableIDs: true,
		RateLimits: localdiscord.RateLimits{Off: true}, Conformance: conformance,
	}
	if known, ok := registered.Load(words); ok {
		cfg.Commands = known.([]localdiscord.Command)
	}
	for _, change := range changes {
		change(&cfg)
	}
	if cfg.Listener == nil { // the bot connects as from another computer
		h.wires = nil
	}
	srv, err := localdiscord.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	h.srv = srv
	h.guild = srv.AddGuild("League Hall")
	h.channel = h.guild.AddChannel("friday-night")
	h.office = h.guild.AddChannel("to-office")
	h.organiser = h.guild.Owner()
	h.stored = filepath.Join(t.TempDir(), "topcut.db")
	if err := emptyDatabase(h.stored); err != nil {
		t.Fatal(err)
	}
	h.start(drawn)
	t.Cleanup(func() {
		h.stop()
		_ = srv.Close()
	})
	return h
}

// noOwnGames are the games that the bot comes with.
var noOwnGames = sync.OnceValues(func() (*rules.Library, error) { return rules.LoadDir(fstest.MapFS{}) })

// emptyDatabase makes the file of a database without events.
var emptyDatabase = memdir.Once(func(path string) error {
	store, err := db.Open(context.Background(), db.Config{Path: path})
	if err != nil {
		return err
	}
	return store.Close()
})

// start starts the bot on what is stored. It draws pictures only where drawn says so:
// drawing is most of the work under the race detector.
func (h *testServer) start(drawn bool) {
	h.t.Helper()
	t, words := h.t, h.words
	var err error
	h.store, err = db.Open(t.Context(), db.Config{Path: h.stored, Readers: 2})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(testLog{t}, &slog.HandlerOptions{Level: slog.LevelWarn}))
	settings := discord.Config{Token: h.srv.BotToken(), APIBase: h.srv.URL(), AnswerTime: patience, HTTPTimeout: patience, PerSecond: 1000, Logger: log}
	if h.wires != nil {
		settings.Dial = h.wires.Dial
	}
	client, err := discord.New(settings)
	if err != nil {
		t.Fatal(err)
	}
	bans := func(guild string) (door.List, error) { return h.store.Bans(context.Background(), guild) }
	h.director = command.NewDirector(command.Config{
		Bans:  bans,
		Store: db.StoreOf(h.store, tournament.Log), Posts: h.plan, Now: h.now,
		Secret:    h.secret,
		Committed: func(id tournament.ID) { h.sender.Wake(); h.pages.Changed(id) },
	})
	h.seasons = season.NewDirector(season.Config{
		Bans:  bans,
		Store: db.StoreOf(h.store, season.Log), Posts: post.PlanSeason, Now: h.now,
		Secret:    h.secret,
		Committed: func(id tournament.ID) { h.sender.Wake(); h.pages.Changed(id) },
	})
	office := &league.Service{Events: h.director, Seasons: h.seasons, Index: h.store, Clocks: h.store, Members: client, Now: h.now, Words: words, Log: log}
	h.pages = site.New(site.Config{
		Snapshot: h.director.Snapshot, Env: func(s *tournament.Snapshot) view.Env {
			return view.Env{Snap: s, Now: h.now(), Words: words.In(s.State.Settings.Language)}
		}, URL: "https://events.example.org", Proxy: netip.MustParsePrefix("127.0.0.1/32"), Log: log,
		Season: h.seasons.Snapshot, Now: h.now,
		Shown: func(ctx context.Context, s *season.Snapshot) (*site.Season, error) {
			return office.Page(ctx, s, h.pages.Address)
		},
	})
	builtIn, err := noOwnGames()
	if h.games != nil {
		builtIn, err = rules.LoadDir(h.games, standings.Known)
	}
	if err != nil {
		t.Fatal(err)
	}
	h.rulesets = &library.Libraries{Rulesets: builtIn, Games: h.store}
	h.gallery = gallery.New(0)
	draw := h.draw
	if !drawn {
		draw = nil // text only
	}
	h.app, err = commands.New(commands.App{
		Director: h.director, Seasons: h.seasons, Leagues: office, Presence: &presence.Watch{Members: client, Events: h.director, Now: h.now, Log: log}, Archive: &archive.Archive{Records: h.store, Rulesets: h.rulesets}, Index: h.store, Servers: h.store, Uploads: h.store, Calendars: h.store, People: h.store, Rulesets: h.rulesets,
		Rest: client, Now: h.now, Log: log, Draw: draw, Words: words, Unmixed: true, Pages: h.pages, Trials: fewTrials,
		Metrics: commands.Metrics{Interaction: func(route, _ string, _ time.Duration) {
			if route == "/join" {
				h.joins.Add(1)
			}
			if strings.HasPrefix(route, "/") {
				h.typed.Add(1)
			}
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	h.sends = post.Config{Outbox: &slowOutbox{h.store, &h.lag, &h.poison}, Director: h.director, Seasons: h.seasons, Channels: client, Pins: client, Now: h.now, Log: log, Draw: draw, Words: words, Pages: h.pages, Freeze: site.Frozen, Servers: h.store, Directs: h.store, Rest: time.Millisecond}
	h.send()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- client.Run(ctx, interactionsOnly{h.app}) }()
	h.stop = func() {
		h.stop = func() {}
		cancel()
		if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("the client ended: %v", err)
		}
		h.kill()
		client.Close()
		if err := h.store.Close(); err != nil {
			t.Error(err)
		}
	}
	if len(h.srv.Commands()) == 0 {
		if _, err := client.BulkOverwrite(t.Context(), "", h.app.Table.Commands()); err != nil {
			t.Fatal(err)
		}
		registered.Store(words, h.srv.Commands())
	}
	if err := h.srv.WaitConnected(t.Context()); err != nil {
		t.Fatal(err)
	}
}

var draws = flag.String("draws", "", "any text: other draws in all events of the test servers")

// secret returns the next secret for draws. The same test has the same draws in every run,
// so that none fails by bad luck; -draws has others.
func (h *testServer) secret() []byte {
	if h.script {
		return make([]byte, 32)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %d", *draws, h.t.Name(), h.secrets.Add(1)))
	return sum[:]
}

// interactionsOnly is an app that receives only interactions and mentions.
type interactionsOnly struct{ *commands.App }

// Event implements discord.Handler.
func (a interactionsOnly) Event(ctx context.Context, e discord.Event) {
	switch e := e.(type) {
	case discord.Mentioned:
		commands.AnswerMention(ctx, a.App, e)
	case discord.GuildAvailable:
		go commands.Sweep(context.WithoutCancel(ctx), a.App, e)
	}
}

// slowOutbox is slow to give posts up and to return read posts, and may contain rows that
// no sender can handle.
type slowOutbox struct {
	tournament.Outbox
	lag    *atomic.Int64
	poison *atomic.Bool
}

// BeginPost implements tournament.Outbox.
func (o *slowOutbox) BeginPost(ctx context.Context, id int64, at time.Time, hash string) error {
	if o.poison.Load() {
		panic("poison")
	}
	return o.Outbox.BeginPost(ctx, id, at, hash)
}

// DuePosts implements tournament.Outbox.
func (o *slowOutbox) DuePosts(ctx context.Context, now, settled time.Time, limit int, skip journal.Skip) ([]tournament.OutboxRow, error) {
	rows, err := o.Outbox.DuePosts(ctx, now, settled, limit, skip)
	time.Sleep(30 * time.Duration(o.lag.Load()))
	return rows, err
}

// KillPost implements tournament.Outbox.
func (o *slowOutbox) KillPost(ctx context.Context, id int64, why string) error {
	time.Sleep(time.Duration(o.lag.Load()))
	return o.Outbox.KillPost(ctx, id, why)
}

// testLog writes log lines to the test.
type testLog struct{ t testing.TB }

func (l testLog) Write(p []byte) (int, error) {
	l.t.Log(strings.TrimSpace(string(p)))
	return len(p), nil
}

// slash runs a command and returns the text of the answer, with the chances if it has any.
func (h *testServer) slash(p *localdiscord.Person, command string, options localdiscord.Options) string {
	h.t.Helper()
	i := h.use(p, command, options)
	if got := h.text(h.assented(p, h.answer(i))); !strings.Contains(got, computing) {
		return got
	}
	return h.computed(i)
}

// previewed are the labels under what a command would do in more detail than its effects on
// others, which a test presses itself.
var previewed = []string{"Cancel", "Undo", "Repair", "Change the result", "Start the play-off", "Share the title"}

// assented agrees to what an answer says that a command changes for others, and returns the
// next answer; any other answer it returns as it is.
func (h *testServer) assented(p *localdiscord.Person, a localdiscord.Answer) localdiscord.Answer {
	h.t.Helper()
	if a.Message == nil {
		return a
	}
	for _, part := range a.Message.Components {
		for _, row := range part.Components {
			for _, b := range row.Components {
				if id, ok := customid.Parse(b.CustomID); ok && customid.Verb(id.Panel) == "sure" && !slices.Contains(previewed, b.Label) {
					return h.presses(p, a, b.Label)
				}
			}
		}
	}
	return a
}

func (h *testServer) use(p *localdiscord.Person, command string, options localdiscord.Options) *localdiscord.Interaction {
	h.t.Helper()
	i, err := p.Slash(h.t.Context(), h.channel, command, options)
	if err != nil {
		h.t.Fatalf("/%s: %v", command, err)
	}
	return i
}

// answer returns the answer to an interaction; if the bot deferred an update of a panel,
// that is the follow-up.
func (h *testServer) answer(i *localdiscord.Interaction) localdiscord.Answer {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(h.t.Context(), localtest.Patience(h.t, patience))
	defer cancel()
	a, err := i.Answer(ctx)
	if err == nil && a.Type == wire.AnswerDeferUpdate {
		a, err = i.Next(ctx, 0)
		if more := i.FollowUps(); len(more) > 0 {
			a.Message = &more[0]
		}
	}
	if err != nil {
		h.t.Fatalf("no answer: %v", err)
	}
	return a
}

// awaitText waits until an answer satisfies says, since a better answer may replace the
// first.
func (h *testServer) awaitText(i *localdiscord.Interaction, says func(m localdiscord.Message) bool) localdiscord.Message {
	h.t.Helper()
	h.answer(i)
	ctx, cancel := context.WithTimeout(h.t.Context(), localtest.Patience(h.t, patience))
	defer cancel()
	for {
		n := i.Updates()
		if m, ok := i.Original(); ok && says(m) {
			return m
		}
		if a, err := i.Next(ctx, n); err != nil {
			h.t.Fatalf("the answer stays as it is (%v): %s", err, h.text(a))
		}
	}
}

// saying returns a condition for awaitText: a text that contains all of want.
func (h *testServer) saying(want ...string) func(localdiscord.Message) bool {
	return func(m localdiscord.Message) bool {
		text := h.srv.Render(m)
		return !slices.ContainsFunc(want, func(w string) bool { return !strings.Contains(text, w) })
	}
}

// until waits for a condition without a notification.
func (h *testServer) until(what string, done func() bool) {
	h.t.Helper()
	for end := time.Now().Add(localtest.Patience(h.t, patience)); !done(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			h.t.Fatalf("it does not happen that %s", what)
		}
	}
}

func (h *testServer) text(a localdiscord.Answer) string {
	if a.Message == nil {
		return ""
	}
	return h.srv.Render(*a.Message)
}

// clean fails the test if the local Discord has recorded violations.
func (h *testServer) clean() {
	h.t.Helper()
	for _, v := range h.srv.Violations() {
		h.t.Errorf("violation: %+v", v)
	}
}

// audit waits until no post is due and compares every message and thread of the event in
// this channel with its log.
func (h *testServer) audit() {
	h.t.Helper()
	h.audited(h.snapshot().State.ID, false)
}

// audited is audit for an event; shared says that other events post in its channels.
func (h *testServer) audited(id tournament.ID, shared bool) {
	h.t.Helper()
	h.settle()
	stored, err := db.StoreOf(h.store, tournament.Log).Load(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	state, err := tournament.Fold(id, stored.Log)
	if err != nil {
		h.t.Fatal(err)
	}
	var found audit.Findings
	err = found.Compare(h.t.Context(), audit.Subject{
		Pages: "https://events.example.org", Server: h.srv, Guild: h.guild, Outbox: h.store, Now: h.now(), Words: h.words, Shared: shared,
		Snap: &tournament.Snapshot{State: state, Book: &stored.Book, Log: stored.Log},
	})
	if err != nil {
		h.t.Fatal(err)
	}
	if len(found.Lost)+len(found.Doubled)+len(found.Stale) > 0 || found.Compared < found.Posts || found.Posts == 0 {
		h.t.Errorf("of %d posts and %d messages compared: lost %q, doubled %q, stale %q", found.Posts, found.Compared, found.Lost, found.Doubled, found.Stale)
	}
	h.t.Logf("%d posts; %d messages and threads say what the log says", found.Posts, found.Compared)
}

// players adds n people who join the event of the channel.
func (h *testServer) players(n int) []*localdiscord.Person {
	h.t.Helper()
	var out []*localdiscord.Person
	for i := range n {
		p := h.guild.AddPerson(fmt.Sprintf("Player %d", i+1))
		if got := h.slash(p, "join", nil); !strings.Contains(got, "You're in: ") {
			h.t.Fatalf("/join: %s", got)
		}
		out = append(out, p)
	}
	return out
}

// create makes an event with the given options and opens it.
func (h *testServer) create(options localdiscord.Options) {
	h.t.Helper()
	o := localdiscord.Options{"name": "Friday Night", "ruleset": "magic"}
	for k, v := range options {
		o[k] = v
	}
	h.slash(h.organiser, "tournament create", o)
	if got := h.slash(h.organiser, "tournament open", nil); !strings.Contains(got, "open") {
		h.t.Fatalf("/tournament open: %s", got)
	}
}

// snapshot returns the newest state of the only event.
func (h *testServer) snapshot() *tournament.Snapshot {
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
func (h *testServer) toRound1(n int, options localdiscord.Options) []*localdiscord.Person {
	h.t.Helper()
	h.create(options)
	players := h.players(n)
	h.begin()
	return players
}

// begin starts the event and its round 1.
func (h *testServer) begin() {
	h.t.Helper()
	h.slash(h.organiser, "tournament start", nil)
	h.nextRound()
	if s := h.snapshot().State; s.Current() == nil || s.Current().Status != tournament.Started {
		h.t.Fatalf("round 1 is not running: phase %s", s.Phase)
	}
}

// nextRound pairs, publishes and starts a round.
func (h *testServer) nextRound() {
	h.t.Helper()
	h.organise("round pair", "round publish")
}

// organise lets the organiser run commands.
func (h *testServer) organise(commands ...string) {
	h.t.Helper()
	for _, c := range commands {
		h.slash(h.organiser, c, nil)
	}
}
