package post_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/post"
	"topcut/db"
	"topcut/tournament"
)

// town is a local Discord with an event of each server that a test asks for, and
// a Sender between them: real sockets, the real port, real SQLite.
type town struct {
	*testing.T
	srv      *localdiscord.Server
	clock    *localdiscord.LeapClock // Discord's
	client   *discord.Client
	store    *db.DB
	director *tournament.Director
	sender   *post.Sender
	lines    *lines
	stop     func() // ends the Sender
}

// lines are what was logged.
type lines struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

func newTown(t *testing.T) *town {
	t.Helper()
	t.Parallel() // a town waits more than it works
	clock := localdiscord.NewLeapClock()
	srv, err := localdiscord.New(localdiscord.Config{Clock: clock, RateLimits: localdiscord.RateLimits{Off: true}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = srv.Close() })
	e := newEvening(t, false)
	client, err := discord.New(discord.Config{Token: srv.BotToken(), APIBase: srv.URL(), HTTPTimeout: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return &town{T: t, srv: srv, clock: clock, client: client, store: e.store, director: e.director, lines: &lines{}, stop: func() {}}
}

// open begins an event in a channel, its card wanted; office may be nil.
func (w *town) open(guild *localdiscord.Guild, channel, office *localdiscord.Channel) *evening {
	w.Helper()
	e := &evening{T: w.T, store: w.store, director: w.director, n: int(time.Now().UnixNano() % 1_000_000_000)}
	s := tournament.DefaultSettings("Friday Night")
	if office != nil {
		s.TOChannel = office.ID()
	}
	e.create(guild.ID(), channel.ID(), s)
	return e
}

// serve runs a Sender until the test or stop ends it.
func (w *town) serve(change func(*post.Config)) {
	w.Helper()
	cfg := post.Config{
		Outbox: w.store, Director: w.director, Channels: w.client, Now: time.Now, Log: slog.New(slog.NewTextHandler(w.lines, nil)),
	}
	if change != nil {
		change(&cfg)
	}
	w.sender = post.NewSender(cfg)
	ctx, cancel := context.WithCancel(w.Context())
	var running sync.WaitGroup
	running.Go(func() { w.sender.Run(ctx) })
	w.stop = func() { cancel(); running.Wait() }
	w.Cleanup(w.stop)
}

// until waits for what a test asserts.
func (w *town) until(what string, done func() bool) {
	w.Helper()
	for end := time.Now().Add(30 * time.Second); !done(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			w.Fatalf("%s: that did not happen\n%s", what, w.lines)
		}
	}
}

// posts are the messages of the bot in a channel, oldest first.
func (w *town) posts(c *localdiscord.Channel) []localdiscord.Message {
	var out []localdiscord.Message
	for _, m := range w.srv.Messages(c, nil) {
		if m.Author.ID == w.srv.BotID() {
			out = append(out, m)
		}
	}
	return out
}

// crashing is an outbox that hears nothing of what Discord has taken, as if the
// process had ended before it could be recorded.
type crashing struct{ tournament.Outbox }

func (*crashing) Posted(context.Context, int64, string, string, int64) error {
	return errors.New("the process is dead")
}

// TestAPostIsFoundHoweverMuchWasWrittenSince: the connection broke while the bot
// posted, and then people wrote more than a page of messages; the message has no
// mark that anybody sees, and is not posted again.
func TestAPostIsFoundHoweverMuchWasWrittenSince(t *testing.T) {
	w := newTown(t)
	guild := w.srv.AddGuild("Hall")
	channel := guild.AddChannel("open")
	ann := guild.AddPerson("Ann")
	e := w.open(guild, channel, nil)
	key := e.announce("hello")
	crash := &crashing{Outbox: w.store}
	w.serve(func(c *post.Config) { c.Outbox = crash })
	w.until("the card is posted", func() bool { return len(w.posts(channel)) == 1 })
	w.stop()
	for range 120 {
		if _, err := ann.Send(t.Context(), channel, "chat"); err != nil {
			t.Fatal(err)
		}
	}
	w.clock.Leap(15 * time.Minute) // no nonce is known any more
	w.serve(nil)
	w.until("the posts are known again", func() bool { return e.row("card").Shown > 0 && e.row(key).Shown > 0 })
	posts := w.posts(channel)
	if len(posts) != 2 {
		t.Errorf("%d posts, want 2", len(posts))
	}
	for _, m := range posts {
		if mark := post.Identity(e.id, "card"); m.ComponentIDs()[0] != int(mark[0]) && m.ComponentIDs()[0] != int(post.Identity(e.id, key)[0]) {
			t.Errorf("a post without identity: %v", m.ComponentIDs())
		}
	}
}
