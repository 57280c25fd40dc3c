package post_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"topcut/commands/discord"
	"topcut/commands/post"
	"topcut/commands/wire"
	"topcut/db"
	"topcut/db/memdir"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/journal"
	"topcut/tournament/rules"
)

// channels implements post.Channels in memory. It accepts every message, or answers those
// that contain a text with an error.
type channels struct {
	post.Channels // methods that no test needs
	refuse        string
	with          error

	mu    sync.Mutex
	said  []string // "channel: text" of sent or edited messages
	fails []error  // errors for the next messages
	only  string   // in this channel; "" means in any
	asked []string // channels that were asked for their messages

	took   func(text string) // called with each accepted text; may be nil
	poison string            // a message that contains it makes the Sender panic
}

// Thread implements post.Channels: no place is a thread.
func (c *channels) Thread(_ context.Context, _, id string) (discord.Channel, error) {
	return discord.Channel{ID: id, Type: wire.ChannelText}, nil
}

// EditThread implements post.Channels. It changes nothing.
func (c *channels) EditThread(context.Context, string, discord.ThreadChange) error { return nil }

// fail answers the next times messages with an error.
func (c *channels) fail(err error, times int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fails = append(c.fails, slices.Repeat([]error{err}, times)...)
}

func (c *channels) take(channel string, m discord.Message) error {
	text := fmt.Sprintf("%+v", m)
	if c.poison != "" && strings.Contains(text, c.poison) {
		panic("poison")
	}
	if c.with != nil && strings.Contains(text, c.refuse) {
		return c.with
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.fails) > 0 && (c.only == "" || c.only == channel) {
		err := c.fails[0]
		c.fails = c.fails[1:]
		return err
	}
	c.said = append(c.said, channel+": "+text)
	if c.took != nil {
		c.took(text)
	}
	return nil
}

func (c *channels) Send(_ context.Context, channel string, m discord.Message) (string, error) {
	return "5", c.take(channel, m)
}

func (c *channels) Edit(_ context.Context, channel, _ string, m discord.Message) error {
	return c.take(channel, m)
}

func (c *channels) MyPermissions(context.Context, string) (wire.Permissions, error) {
	return 0, nil
}

func (c *channels) Messages(_ context.Context, channel, _ string) ([]discord.Posted, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = append(c.asked, channel)
	return nil, nil
}

// heard reports whether a text was posted in a channel.
func (c *channels) heard(channel, text string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.said {
		if strings.HasPrefix(s, channel+": ") && strings.Contains(s, text) {
			return true
		}
	}
	return false
}

// postedEvent is an event whose posts are sent to some channels.
type postedEvent struct {
	*testing.T
	store    *db.DB
	director *command.Director
	id       tournament.ID
	n        int
	ahead    atomic.Int64 // how far the host's clock was put forward
}

// now returns the host's clock, which is the event's time.
func (e *postedEvent) now() time.Time { return time.Now().Add(time.Duration(e.ahead.Load())) }

const (
	mainChannel = "2"
	toChannel   = "9"
)

// newStore opens a database without logs.
func newStore(t *testing.T) *db.DB {
	t.Helper()
	path := filepath.Join(t.TempDir(), "e.db")
	err := emptyDatabase(path)
	if err != nil {
		t.Fatal(err)
	}
	store, err := db.Open(t.Context(), db.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// emptyDatabase makes the file of a database without logs.
var emptyDatabase = memdir.Once(func(path string) error {
	store, err := db.Open(context.Background(), db.Config{Path: path})
	if err != nil {
		return err
	}
	return store.Close()
})

func newPostedEvent(t *testing.T, created bool) *postedEvent {
	t.Helper()
	store := newStore(t)
	t.Cleanup(func() { store.Close() })
	e := &postedEvent{T: t, store: store}
	e.director = command.NewDirector(command.Config{
		Store: db.StoreOf(store, tournament.Log), Posts: post.Plan, Now: e.now, Secret: func() []byte { return make([]byte, 32) },
	})
	if created {
		s := tournament.DefaultSettings("Friday Night")
		s.TOChannel = toChannel
		e.create("1", mainChannel, s)
	}
	return e
}

// create creates the event and opens its registration.
func (e *postedEvent) create(guild, channel string, s tournament.Settings) {
	e.Helper()
	rs, err := rules.Load("magic")
	if err != nil {
		e.Fatal(err)
	}
	out, err := e.director.Create(e.Context(), e.request(command.All{
		&command.Create{Guild: guild, Channel: channel, Settings: s, Ruleset: rs}, &command.OpenRegistration{},
	}))
	if err != nil {
		e.Fatal(err)
	}
	e.id = out.After.State.ID
}

func (e *postedEvent) request(c command.Command) command.Request {
	e.n++
	return command.Request{Actor: tournament.Actor{User: "7", Name: "Ann"}, Cause: fmt.Sprint(e.n), Command: c}
}

// do runs a command.
func (e *postedEvent) do(c command.Command) {
	e.Helper()
	if _, err := e.director.Do(e.Context(), e.id, e.request(c)); err != nil {
		e.Fatalf("%T: %v", c, err)
	}
}

// announce announces a text and returns the key of its post.
func (e *postedEvent) announce(text string) string {
	e.Helper()
	out, err := e.director.Do(e.Context(), e.id, e.request(&command.Announce{Text: text}))
	if err != nil {
		e.Fatal(err)
	}
	return fmt.Sprintf("announced.%d", out.After.State.Seq)
}

// row returns the row of a post.
func (e *postedEvent) row(key string) tournament.OutboxRow {
	e.Helper()
	row, err := e.store.Post(e.Context(), e.id, key)
	if err != nil {
		e.Fatal(err)
	}
	return row
}

// upToDate reports whether a post shows the end of the log.
func (e *postedEvent) upToDate(key string) bool {
	e.Helper()
	grown, err := e.store.Grown(e.Context())
	if err != nil {
		e.Fatal(err)
	}
	o := e.row(key)
	return o.Shown >= o.Want && !slices.ContainsFunc(grown, func(g journal.Growth) bool { return g.Log == o.Log })
}

// deliver runs a Sender until done returns true. It returns the Sender's log and
// counters.
func (e *postedEvent) deliver(to *channels, done func() bool) (log string, counted map[string]int) {
	e.Helper()
	return e.deliverFor(to, 20*time.Second, done)
}

// deliverFor is deliver with a time limit.
func (e *postedEvent) deliverFor(to *channels, most time.Duration, done func() bool) (log string, counted map[string]int) {
	e.Helper()
	var lines bytes.Buffer
	counted = map[string]int{}
	var mu sync.Mutex
	s := post.NewSender(post.Config{
		Outbox: e.store, Director: e.director, Channels: to, Now: time.Now, Log: slog.New(slog.NewTextHandler(&lines, nil)),
		Finished: func(kind string) { mu.Lock(); counted[kind]++; mu.Unlock() },
	})
	ctx, cancel := context.WithCancel(e.Context())
	var running sync.WaitGroup
	running.Go(func() { s.Run(ctx) })
	for end := time.Now().Add(most); !done() && time.Now().Before(end); {
		time.Sleep(most / 400)
	}
	cancel()
	running.Wait()
	if !done() {
		e.Fatalf("the posts did not get where they should:\n%s", &lines)
	}
	return lines.String(), counted
}

// hopeless are errors for a message that Discord will never accept.
var hopeless = map[string]error{
	"a limit is broken": &discord.InvalidError{Where: "message", Problem: "the text is too long"},
	"a form is wrong":   &discord.APIError{Status: 400, Code: 50035, Message: "Invalid Form Body"},
	"it is too large":   &discord.APIError{Status: 413},
	"a filter stops it": &discord.APIError{Status: 400, Code: 200000},
}

// TestAPostThatDiscordNeverTakesHoldsUpNothing: it is given up once, logged with its key,
// counted and reported to the organisers, and the next message of its channel is sent.
func TestAPostThatDiscordNeverTakesHoldsUpNothing(t *testing.T) {
	for name, err := range hopeless {
		runInBubble(t, name, func(t *testing.T) {
			e := newPostedEvent(t, true)
			key := e.announce("poison")
			next := e.announce("the next one")
			to := &channels{refuse: "poison", with: err}
			log, counted := e.deliver(to, func() bool { return e.row(next).Shown > 0 && to.heard(toChannel, "I couldn't post something") })
			if dead := e.row(key).Dead; dead == "" {
				t.Error("the post is still tried")
			}
			if strings.Count(log, "key="+key) != 1 || counted["dead"] != 1 || counted["posted"] != 3 {
				t.Errorf("counted %v and logged:\n%s", counted, log)
			}
		})
	}
}

// TestAnEditThatDiscordNeverTakesIsGivenUp is the same for edits.
func TestAnEditThatDiscordNeverTakesIsGivenUp(t *testing.T) {
	for name, err := range hopeless {
		runInBubble(t, name, func(t *testing.T) {
			e := newPostedEvent(t, true)
			to := &channels{refuse: "**Game:**"}
			e.deliver(to, func() bool { return e.row("card").Shown > 0 })
			if _, err := e.director.Do(t.Context(), e.id, e.request(&command.Join{User: "7", Name: "Ann"})); err != nil {
				t.Fatal(err)
			}
			to.with = err
			log, counted := e.deliver(to, func() bool { return e.row("card").Dead != "" })
			if strings.Count(log, "key=card") != 1 || counted["dead"] != 1 {
				t.Errorf("counted %v and logged:\n%s", counted, log)
			}
		})
	}
}

// TestANewMessageDoesNotWaitForManyEdits: a message requested while many messages of its
// channel are edited is sent after the fifth edit, and each edit has its turn.
func TestANewMessageDoesNotWaitForManyEdits(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		e := newPostedEvent(t, true)
		to := &channels{}
		var keys []string
		for i := range 12 {
			keys = append(keys, e.announce(fmt.Sprintf("standing %02d", i)))
		}
		e.deliver(to, func() bool { return e.row(keys[11]).Shown > 0 })
		for _, key := range keys { // their edits are not known to have ended
			if err := e.store.BeginPost(t.Context(), e.row(key).ID, time.Now().Add(-time.Hour), ""); err != nil {
				t.Fatal(err)
			}
		}
		var order []string
		urgent := ""
		to.took = func(text string) {
			for i := range keys {
				if strings.Contains(text, fmt.Sprintf("standing %02d", i)) {
					order = append(order, fmt.Sprint(i))
				}
			}
			if strings.Contains(text, "urgent") {
				order = append(order, "urgent")
			}
			if len(order) == 1 && urgent == "" {
				urgent = e.announce("urgent")
			}
		}
		e.deliver(to, func() bool { return e.row(keys[11]).Began.IsZero() })
		if got, want := strings.Join(order, " "), "0 1 2 3 4 urgent 5 6 7 8 9 10 11"; got != want {
			t.Errorf("the order is %q, want %q", got, want)
		}
	})
}

// TestAPostIsTriedAgainWhereThatMayHelp: a broken connection, a rate limit, a fault of
// Discord, a stray 401, a proxy's page and missing permissions give up neither a message
// nor an edit, and both are sent when the fault has passed.
func TestAPostIsTriedAgainWhereThatMayHelp(t *testing.T) {
	for name, err := range map[string]error{
		"a cut connection":     &discord.UnclearError{Err: errors.New("reset")},
		"a rate limit":         &discord.APIError{Status: 429, RetryAfter: time.Second},
		"a limit held back":    &discord.RateLimitError{RetryAfter: time.Second},
		"a fault of Discord":   &discord.APIError{Status: 503},
		"a stray 401":          &discord.APIError{Status: 401},
		"a proxy's page":       &discord.APIError{Status: 403, Foreign: true},
		"an archived thread":   &discord.APIError{Status: 400, Code: 50083},
		"an overloaded server": &discord.APIError{Status: 400, Code: 130000},
		"too many threads":     &discord.APIError{Status: 400, Code: 160006},
		"the channel is gone":  &discord.APIError{Status: 404, Code: 10003},
		"there is no access":   &discord.APIError{Status: 403, Code: 50001},
		"a permission lacks":   &discord.APIError{Status: 403, Code: 50013},
	} {
		runInBubble(t, name, func(t *testing.T) {
			e := newPostedEvent(t, true)
			to := &channels{}
			e.deliver(to, func() bool { return e.row("card").Shown > 0 })
			if _, err := e.director.Do(t.Context(), e.id, e.request(&command.Join{User: "7", Name: "Ann"})); err != nil {
				t.Fatal(err)
			}
			key := e.announce("hello")
			to.fail(err, 2) // for the message and the edit
			_, counted := e.deliver(to, func() bool { return e.row(key).Shown > 0 && e.upToDate("card") })
			if counted["dead"] != 0 {
				t.Errorf("counted %v", counted)
			}
		})
	}
}

// TestAnyFaultIsNotAMessageThatIsGone: a message counts as deleted only when Discord has
// said so three times in a row, whatever errors came before. Until then Discord is not asked
// for the list of messages either, in which this one is missing.
func TestAnyFaultIsNotAMessageThatIsGone(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		e := newPostedEvent(t, true)
		to := &channels{}
		e.deliver(to, func() bool { return e.row("card").Shown > 0 })
		gone := &discord.APIError{Status: 404, Code: 10008}
		to.only = e.row("card").Channel
		to.fail(gone, 1)
		to.fail(&discord.APIError{Status: 503}, 2)
		to.fail(gone, 1)
		if _, err := e.director.Do(t.Context(), e.id, e.request(&command.Join{User: "7", Name: "Ann"})); err != nil {
			t.Fatal(err)
		}
		_, counted := e.deliver(to, func() bool { return e.row("card").Dead != "" || e.upToDate("card") })
		row := e.row("card")
		if counted["dead"] != 0 || row.Dead != "" || row.Again != 0 || len(to.asked) > 0 || len(to.fails) > 0 {
			t.Errorf("counted %v, given up: %q, posted again %d times, asked for the messages of %v", counted, row.Dead, row.Again, to.asked)
		}
	})
}
