package post_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"topcut/commands/discord"
	"topcut/commands/gallery"
	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
	"topcut/commands/post"
	"topcut/commands/site"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/journal"
)

// testServer is a local Discord with an event of each server that a test asks for, and
// a Sender between them: the real port, real SQLite, and a network in memory.
type testServer struct {
	*testing.T
	srv      *localdiscord.Server
	clock    *localdiscord.LeapClock // Discord's
	client   *discord.Client
	store    *db.DB
	director *command.Director
	sender   *post.Sender
	lines    *localtest.Buffer
	opened   int    // events
	stop     func() // ends the Sender
}

// inBubble runs a test in a bubble of testing/synctest, at a time of which Discord's ids
// can tell: what waits takes none of the computer's time.
func inBubble(t *testing.T, f func(*testing.T)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)))
		f(t)
	})
}

// runInBubble is t.Run in a bubble.
func runInBubble(t *testing.T, name string, f func(*testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { inBubble(t, f) })
}

// newTestServer starts a test server; the test is in a bubble.
func newTestServer(t *testing.T, changes ...func(*localdiscord.Config)) *testServer {
	t.Helper()
	clock, wires := localdiscord.NewLeapClock(), localtest.NewNetwork(true)
	cfg := localdiscord.Config{Listener: wires, Clock: clock, RateLimits: localdiscord.RateLimits{Off: true}}
	for _, change := range changes {
		change(&cfg)
	}
	srv, err := localdiscord.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = srv.Close() })
	e := newPostedEvent(t, false)
	client, err := discord.New(discord.Config{Token: srv.BotToken(), APIBase: srv.URL(), Dial: wires.Dial, HTTPTimeout: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return &testServer{T: t, srv: srv, clock: clock, client: client, store: e.store, director: e.director, lines: &localtest.Buffer{}, stop: func() {}}
}

// open creates an event in a channel and requests its card; office may be nil.
func (w *testServer) open(guild *localdiscord.Guild, channel, office *localdiscord.Channel) *postedEvent {
	w.Helper()
	w.opened++
	e := &postedEvent{T: w.T, store: w.store, director: w.director, n: w.opened * 1000}
	s := tournament.DefaultSettings("Friday Night")
	if office != nil {
		s.TOChannel = office.ID()
	}
	e.create(guild.ID(), channel.ID(), s)
	return e
}

// serve runs a Sender until the test ends or stop is called.
func (w *testServer) serve(change func(*post.Config)) {
	w.Helper()
	cfg := post.Config{
		Outbox: w.store, Director: w.director, Freeze: site.Frozen, Channels: w.client, Now: time.Now, Log: slog.New(slog.NewTextHandler(w.lines, nil)),
		Rest: time.Millisecond,
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
func (w *testServer) until(what string, done func() bool) {
	w.Helper()
	for end := time.Now().Add(30 * time.Second); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			w.Fatalf("%s: that did not happen\n%s", what, w.lines)
		}
	}
}

// connect connects the bot, so that it receives changes that people make in servers.
func (w *testServer) connect() {
	w.Helper()
	ctx, cancel := context.WithCancel(w.Context())
	var running sync.WaitGroup
	running.Go(func() { _ = w.client.Run(ctx, listener{w}) })
	w.Cleanup(func() { cancel(); running.Wait() })
	if err := w.srv.WaitConnected(ctx); err != nil {
		w.Fatal(err)
	}
}

// listener passes on the gateway events that a bot handles.
type listener struct{ w *testServer }

func (listener) Interaction(context.Context, *discord.Interaction, *discord.Responder) {}

func (l listener) Event(_ context.Context, e discord.Event) {
	switch e := e.(type) {
	case discord.AccessChanged:
		l.w.sender.Retry(e.GuildID)
	case discord.GuildAvailable:
		l.w.sender.Retry(e.ID)
	case discord.MessagesGone:
		l.w.sender.Deleted(e.IDs...)
	case discord.ChannelGone:
		l.w.sender.Deleted(e.ID)
	}
}

// says reports whether a message shows a text.
func (w *testServer) says(m localdiscord.Message, text string) bool {
	return strings.Contains(w.srv.Render(m), text)
}

// posts returns the messages of the bot in a channel, oldest first.
func (w *testServer) posts(c *localdiscord.Channel) []localdiscord.Message {
	var out []localdiscord.Message
	for _, m := range w.srv.Messages(c, nil) {
		if m.Author.ID == w.srv.BotID() {
			out = append(out, m)
		}
	}
	return out
}

// crashing is an outbox that loses the record of what Discord has accepted, as if the
// process had crashed before recording it.
type crashing struct {
	tournament.Outbox
	ahead time.Duration // of the host's clock
}

func (c *crashing) BeginPost(ctx context.Context, id int64, now time.Time, hash string) error {
	return c.Outbox.BeginPost(ctx, id, now.Add(c.ahead), hash)
}

func (*crashing) Posted(context.Context, int64, string, string, int64, time.Time) error {
	return errors.New("the process is dead")
}

// TestAPostIsFoundHoweverMuchWasWrittenSince: the connection broke while the bot posted,
// and then people wrote more than a page of messages. The message has no visible mark and
// is not posted twice, even if the host's clock was an hour and a half ahead.
func TestAPostIsFoundHoweverMuchWasWrittenSince(t *testing.T) {
	for _, ahead := range []time.Duration{0, 90 * time.Minute} {
		runInBubble(t, ahead.String(), func(t *testing.T) { foundAgain(t, ahead) })
	}
}

func foundAgain(t *testing.T, ahead time.Duration) {
	w := newTestServer(t)
	guild := w.srv.AddGuild("Hall")
	channel := guild.AddChannel("open")
	ann := guild.AddPerson("Ann")
	e := w.open(guild, channel, nil)
	key := e.announce("hello")
	crash := &crashing{w.store, ahead}
	w.serve(func(c *post.Config) { c.Outbox = crash })
	w.until("the card is posted", func() bool { return len(w.posts(channel)) == 1 })
	w.stop()
	for range 120 {
		if _, err := ann.Send(t.Context(), channel, "chat"); err != nil {
			t.Fatal(err)
		}
	}
	w.clock.Leap(15 * time.Minute) // no nonce is valid any more
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

// TestAPostThatTakesEffectTwiceStandsOnce: a proxy sends the request twice.
func TestAPostThatTakesEffectTwiceStandsOnce(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newTestServer(t)
		w.srv.Faults().Plan(localdiscord.FaultPlan{Latency: 20 * time.Millisecond})
		w.srv.Faults().Script("POST", "/messages", localdiscord.FaultTwice, 1)
		guild := w.srv.AddGuild("Hall")
		channel := guild.AddChannel("open")
		w.serve(nil)
		e := w.open(guild, channel, nil)
		w.sender.Wake()
		w.until("the card is posted", func() bool { return e.row("card").Shown > 0 })
		time.Sleep(100 * time.Millisecond) // the second one comes
		if n := len(w.posts(channel)); n != 1 {
			t.Errorf("the card stands there %d times", n)
		}
	})
}

// TestWhatWasUndoneWhileTheBotWasDownIsWithdrawn: Discord accepted a post, the bot
// crashed before it knew, and then the event was undone. There is nothing to say any
// more, but the message is in the channel and must be withdrawn.
func TestWhatWasUndoneWhileTheBotWasDownIsWithdrawn(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newTestServer(t)
		guild := w.srv.AddGuild("Hall")
		channel := guild.AddChannel("open")
		e := w.open(guild, channel, nil)
		w.serve(nil)
		w.until("the card is posted", func() bool { return e.row("card").Shown > 0 })
		w.stop()
		key := e.announce("the pairings are up")
		w.serve(func(c *post.Config) { c.Outbox = &crashing{Outbox: w.store} })
		w.until("it is announced", func() bool { return len(w.posts(channel)) == 2 })
		w.stop()
		if _, err := e.director.Do(t.Context(), e.id, e.request(&command.Undo{Batch: e.row(key).Seq})); err != nil {
			t.Fatal(err)
		}
		w.clock.Leap(15 * time.Minute) // no nonce is known any more
		w.serve(nil)
		w.until("the post is known again or given up", func() bool { return e.row(key).Dead != "" || e.upToDate(key) })
		if m := w.posts(channel)[1]; w.says(m, "the pairings are up") {
			t.Errorf("it still stands there: %s", w.srv.Render(m))
		}
	})
}

// looking are channels that are searched only after all logs were looked at.
type looking struct{ post.Channels }

func (c looking) Messages(ctx context.Context, channelID, before string) ([]discord.Posted, error) {
	time.Sleep(5 * time.Second) // of the bubble
	return c.Channels.Messages(ctx, channelID, before)
}

// TestAFoundPostOfASeriesGoesAway: the answer about a post was lost, and before it is found,
// a newer one of its series takes its place.
func TestAFoundPostOfASeriesGoesAway(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newTestServer(t)
		guild := w.srv.AddGuild("Hall")
		channel := guild.AddChannel("open")
		e := w.open(guild, channel, nil)
		e.do(command.All{&command.Join{User: "70", Name: "Ann"}, &command.Join{User: "71", Name: "Bob"}, &command.Start{}, &command.Pair{}, &command.Publish{}, &command.StartRound{}})
		w.serve(nil)
		posted := func(key string) bool { return e.row(key).Shown > 0 && e.upToDate(key) }
		w.until("the event is posted", func() bool { return posted("card") && len(w.posts(channel)) == 3 })
		w.stop()
		remind := func() string {
			out, err := e.director.Do(t.Context(), e.id, e.request(&command.RemindMissing{}))
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprintf("missing.%d", out.After.State.Seq)
		}
		first := remind()
		w.serve(func(c *post.Config) { c.Outbox = &crashing{Outbox: w.store} })
		w.until("the first reminder is posted", func() bool { return len(w.posts(channel)) == 4 })
		w.stop()
		w.clock.Leap(15 * time.Minute) // no nonce is known any more
		time.Sleep(15 * time.Minute)   // and a reminder may be repeated
		second := remind()
		w.serve(func(c *post.Config) { c.Channels = looking{c.Channels} })
		w.until("both reminders are settled", func() bool { return posted(second) && (posted(first) || e.row(first).Dead != "") })
		if n := len(w.posts(channel)); n != 4 {
			t.Errorf("%d posts stand, want three about the event and one reminder", n)
		}
	})
}

// TestAChannelThatMayBeWrittenToAgainGetsEverything: for a while the bot may not write.
// The organisers are told which permission to grant, nothing is given up, and once it may
// write, everything comes in order.
func TestAChannelThatMayBeWrittenToAgainGetsEverything(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newTestServer(t)
		w.srv.Tolerate(50013, 50001)
		guild := w.srv.AddGuild("Hall")
		channel, office := guild.AddChannel("open"), guild.AddChannel("office")
		w.serve(nil)
		w.connect()
		e := w.open(guild, channel, office)
		w.sender.Wake()
		w.until("the card is posted", func() bool { return e.row("card").Shown > 0 })
		channel.AllowMember(nil, 0, wire.SendMessages)
		var keys []string
		for i := range 7 {
			keys = append(keys, e.announce(fmt.Sprint("number ", i)))
		}
		w.sender.Wake()
		w.until("the organisers are told", func() bool {
			return len(w.posts(office)) == 2 && w.says(w.posts(office)[1], "I lack Send Messages")
		})
		if bars := w.sender.Bars(guild.ID()); len(bars) != 1 || bars[0].Channel != channel.ID() {
			t.Errorf("barred: %+v", bars)
		}
		channel.AllowMember(nil, 0, 0)
		w.until("all are posted", func() bool { return e.row(keys[6]).Shown > 0 })
		posts := w.posts(channel)
		if len(posts) != 8 {
			t.Fatalf("%d posts, want 8", len(posts))
		}
		for i, m := range posts[1:] {
			if !w.says(m, fmt.Sprint("number ", i)) {
				t.Errorf("post %d says %s", i, w.srv.Render(m))
			}
		}
		if n := len(w.posts(office)); n != 2 { // the panel, and this
			t.Errorf("the organisers were told %d times", n-1)
		}
	})
}

// TestCardsAreRightAfterKickAndInvitation: the bot is removed from the server while
// people register, and comes back.
func TestCardsAreRightAfterKickAndInvitation(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newTestServer(t)
		w.srv.Tolerate(50001, 10003, 10004)
		guild := w.srv.AddGuild("Hall")
		channel := guild.AddChannel("open")
		w.serve(nil)
		w.connect()
		e := w.open(guild, channel, nil)
		w.sender.Wake()
		w.until("the card is posted", func() bool { return e.row("card").Shown > 0 })
		guild.Kick()
		if _, err := e.director.Do(t.Context(), e.id, e.request(&command.Join{User: "77", Name: "Late Ann"})); err != nil {
			t.Fatal(err)
		}
		w.sender.Wake()
		w.until("the bot knows", func() bool { return len(w.sender.Bars(guild.ID())) == 1 })
		guild.Invite()
		w.until("the card is right", func() bool { return w.says(w.posts(channel)[0], "1 player") })
		time.Sleep(10 * time.Minute) // and every look for what is missing
		if n := len(w.posts(channel)); n != 1 {
			t.Errorf("%d posts stand for one event", n)
		}
	})
}

// TestAnEditThatIsRefusedOnceDoesNotFreezeTheMessage: the next edit is made.
func TestAnEditThatIsRefusedOnceDoesNotFreezeTheMessage(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		e := newPostedEvent(t, true)
		to := &channels{refuse: "Friday Night"}
		e.deliver(to, func() bool { return e.row("card").Shown > 0 })
		join := func(user string) {
			if _, err := e.director.Do(t.Context(), e.id, e.request(&command.Join{User: user, Name: "Player " + user})); err != nil {
				t.Fatal(err)
			}
		}
		join("77")
		to.with = hopeless["a filter stops it"]
		e.deliver(to, func() bool { return e.row("card").Dead != "" })
		to.with = nil
		join("78")
		e.deliver(to, func() bool { return e.row("card").Dead == "" && e.upToDate("card") })
	})
}

// TestTheNewestEditWins: an edit without an answer takes effect after the next one. In
// the end the message shows the newest state.
func TestTheNewestEditWins(t *testing.T) {
	for _, crash := range []bool{false, true} {
		runInBubble(t, fmt.Sprint("crash ", crash), func(t *testing.T) {
			w := newTestServer(t)
			w.srv.Faults().Plan(localdiscord.FaultPlan{Latency: 700 * time.Millisecond})
			guild := w.srv.AddGuild("Hall")
			channel := guild.AddChannel("open")
			quick := func(c *post.Config) { c.Settle = 1500 * time.Millisecond }
			w.serve(quick)
			e := w.open(guild, channel, nil)
			w.sender.Wake()
			w.until("the card is posted", func() bool { return e.row("card").Shown > 0 })
			join := func(user string) {
				if _, err := e.director.Do(t.Context(), e.id, e.request(&command.Join{User: user, Name: "Player " + user})); err != nil {
					t.Fatal(err)
				}
				w.sender.Wake()
			}
			faults := w.srv.Stats().Faults
			w.srv.Faults().Script("PATCH", "/messages/", localdiscord.FaultLate, 1)
			join("77")
			w.until("the first edit is on its way", func() bool { return w.srv.Stats().Faults > faults })
			if crash {
				w.stop()
				w.serve(quick)
			}
			join("78")
			w.until("the second edit is seen", func() bool { return w.says(w.posts(channel)[0], "2 players") })
			edits := w.srv.Stats().Requests
			w.until("the first edit is seen", func() bool {
				return w.srv.Stats().Edits > 1 && w.srv.Stats().Requests >= edits && w.says(w.posts(channel)[0], "1 player")
			})
			w.until("the card is right again", func() bool { return w.says(w.posts(channel)[0], "2 players") })
			w.until("nothing is open", func() bool { return e.upToDate("card") && e.row("card").Began.IsZero() })
			if !w.says(w.posts(channel)[0], "2 players") {
				t.Error("the card is out of date")
			}
		})
	}
}

// stepping is an outbox on a host whose clock is set; stored times are those of that
// clock.
type stepping struct {
	tournament.Outbox
	ahead *atomic.Int64
}

func (s *stepping) at(now time.Time) time.Time {
	if now.IsZero() {
		return now
	}
	return now.Add(time.Duration(s.ahead.Load()))
}

func (s *stepping) BeginPost(ctx context.Context, id int64, now time.Time, hash string) error {
	return s.Outbox.BeginPost(ctx, id, s.at(now), hash)
}

func (s *stepping) Posted(ctx context.Context, id int64, place, message string, seq int64, unclear time.Time) error {
	return s.Outbox.Posted(ctx, id, place, message, seq, s.at(unclear))
}

func (s *stepping) DuePosts(ctx context.Context, now, settled time.Time, limit int, skip journal.Skip) ([]tournament.OutboxRow, error) {
	return s.Outbox.DuePosts(ctx, s.at(now), s.at(settled), limit, skip)
}

// TestAClockThatIsSetBackHoldsNoChannel: the host's clock is set back by ninety minutes
// while a send or an edit has no answer yet, or an edit has to be repeated. Nothing waits
// for the old time to come again, nor does anything behind it in the channel.
func TestAClockThatIsSetBackHoldsNoChannel(t *testing.T) {
	for name, tc := range map[string]struct {
		method string
		fault  localdiscord.Fault
		times  int
	}{
		"sending":       {"POST", localdiscord.FaultCutBefore, 1000},
		"edit":          {"PATCH", localdiscord.FaultCutBefore, 1000},
		"to be sure of": {"PATCH", localdiscord.FaultLate, 1},
	} {
		runInBubble(t, name, func(t *testing.T) {
			w := newTestServer(t)
			guild := w.srv.AddGuild("Hall")
			channel := guild.AddChannel("open")
			clock := &stepping{w.store, new(atomic.Int64)}
			clock.ahead.Store(int64(90 * time.Minute))
			w.serve(func(c *post.Config) { c.Outbox, c.Settle = clock, 2*time.Second })
			e := w.open(guild, channel, nil)
			w.sender.Wake()
			w.until("the card is posted", func() bool { return e.row("card").Shown > 0 })
			w.srv.Faults().Script(tc.method, "/messages", tc.fault, tc.times)
			if _, err := e.director.Do(t.Context(), e.id, e.request(&command.Join{User: "77", Name: "Ann"})); err != nil {
				t.Fatal(err)
			}
			key := e.announce("hello")
			w.sender.Wake()
			stuck := map[string]string{"PATCH": "card", "POST": key}[tc.method]
			w.until("its end is not known", func() bool {
				o := e.row(stuck)
				return !o.Began.IsZero() && (tc.times > 1 || e.upToDate("card"))
			})
			clock.ahead.Store(0)
			w.srv.Faults().Clear()
			next := e.announce("and goodbye")
			w.sender.Wake()
			w.until("everything is said", func() bool {
				card := e.row("card")
				return e.row(key).Shown > 0 && e.row(next).Shown > 0 && card.Shown >= card.Want && card.Began.IsZero() && w.sender.Quiet(t.Context())
			})
			if n := len(w.posts(channel)); n != 3 || !w.says(w.posts(channel)[0], "1 player") {
				t.Errorf("%d posts, the card says %s", n, w.srv.Render(w.posts(channel)[0]))
			}
		})
	}
}

// TestAHealthyServerDoesNotWaitForHangingChannels: fifty channels of other servers do not
// respond; a hundred cards of this one are posted nevertheless, each without a wait of
// two seconds on the clock of the bubble, which a busy machine does not move.
func TestAHealthyServerDoesNotWaitForHangingChannels(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newTestServer(t)
		w.srv.Faults().Plan(localdiscord.FaultPlan{Latency: time.Hour})
		w.serve(nil)
		const hanging = 50
		sick := w.srv.AddGuild("Sick")
		for i := range hanging {
			if i%5 == 0 {
				sick = w.srv.AddGuild(fmt.Sprint("Sick ", i))
			}
			c := sick.AddChannel(fmt.Sprint("sick-", i))
			w.srv.Faults().Script("POST", "/channels/"+c.ID()+"/messages", localdiscord.FaultSlow, 1000)
			w.open(sick, c, nil)
		}
		w.sender.Wake()
		w.until("all of them hang", func() bool { return w.srv.Stats().Faults >= hanging })
		well := w.srv.AddGuild("Well")
		channel := well.AddChannel("open")
		var took []time.Duration
		for range 100 {
			e, began := w.open(well, channel, nil), time.Now()
			w.sender.Wake()
			w.until("the card is posted", func() bool { return e.row("card").Shown > 0 })
			took = append(took, time.Since(began))
		}
		slices.Sort(took)
		t.Logf("posted after %v (50 %%), %v (99 %%)", took[49].Round(time.Millisecond), took[98].Round(time.Millisecond))
		if most := took[len(took)-1]; most > 2*time.Second { // each card asks what its channel is, since no gateway tells it here
			t.Errorf("a card was posted after %v", most)
		}
		w.srv.Faults().Clear()
		go func() { _ = w.srv.Close() }() // ends what hangs
	})
}

// TestAPanicCostsOneRow: a post whose rendering panics is given up with its key in the
// log; the others of its channel are sent.
func TestAPanicCostsOneRow(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		e := newPostedEvent(t, true)
		to := &channels{}
		e.deliver(to, func() bool { return e.row("card").Shown > 0 })
		key, next := e.announce("poison"), e.announce("the next one")
		to.poison = "poison"
		log, counted := e.deliver(to, func() bool { return e.row(next).Shown > 0 })
		if e.row(key).Dead == "" || counted["dead"] != 1 || strings.Count(log, "a fault of the bot") == 0 || !strings.Contains(log, "key="+key) {
			t.Errorf("counted %v and logged:\n%s", counted, log)
		}
	})
}

// TestOfSeveralRemindersTheLastIsPosted: several reminders that waited while nothing
// could be posted become one.
func TestOfSeveralRemindersTheLastIsPosted(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newTestServer(t)
		guild := w.srv.AddGuild("Hall")
		channel := guild.AddChannel("open")
		e := newPostedEvent(t, false)
		s := tournament.DefaultSettings("Weekly")
		s.RoundDays, s.ReminderHours = 1, []int{3, 2, 1}
		e.create(guild.ID(), channel.ID(), s)
		steps := command.All{}
		for i := range 4 {
			steps = append(steps, &command.Join{User: fmt.Sprint(70 + i), Name: fmt.Sprint("Player ", i)})
		}
		steps = append(steps, &command.Start{}, &command.Pair{}, &command.Publish{}, &command.StartRound{})
		out, err := e.director.Do(t.Context(), e.id, e.request(steps))
		if err != nil {
			t.Fatal(err)
		}
		e.ahead.Store(int64(time.Until(out.After.State.Round(1).Deadline.Add(-30 * time.Minute))))
		for _, due := range tournament.Timers(out.After.State) {
			if due.Kind == tournament.DueWarning {
				if _, err := e.director.Do(t.Context(), e.id, command.Request{Cause: due.Key(), Command: &command.Fire{Key: due.Key()}}); err != nil {
					t.Fatal(err)
				}
			}
		}
		w.serve(func(c *post.Config) { c.Outbox, c.Director, c.Now = e.store, e.director, e.now })
		w.until("everything is posted", func() bool { return w.sender.Quiet(t.Context()) })
		said := 0
		for _, m := range w.posts(channel) {
			if w.says(m, " left") {
				said++
			}
		}
		if said != 1 {
			t.Errorf("%d reminders stand there", said)
		}
	})
}

// TestWhatLandsLateIsWithdrawnWhereItsReasonIsGone: the connection broke while the bot
// posted, the event was undone before the message appeared, and then it appears. It is
// not given up while it may still appear.
func TestWhatLandsLateIsWithdrawnWhereItsReasonIsGone(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newTestServer(t)
		guild := w.srv.AddGuild("Hall")
		channel := guild.AddChannel("open")
		w.serve(func(c *post.Config) { c.Settle = 20 * time.Second })
		e := w.open(guild, channel, nil)
		w.sender.Wake()
		w.until("the card is posted", func() bool { return e.row("card").Shown > 0 })
		w.srv.Faults().Plan(localdiscord.FaultPlan{Latency: 3 * time.Second})
		w.srv.Faults().Script("POST", "/messages", localdiscord.FaultLate, 1)
		w.srv.Faults().Script("POST", "/messages", localdiscord.FaultCutBefore, 4) // as often as a request is repeated
		key := e.announce("the pairings are up")
		w.sender.Wake()
		w.until("the connection breaks", func() bool { return w.srv.Stats().Faults == 5 && w.sender.Quiet(t.Context()) })
		if _, err := e.director.Do(t.Context(), e.id, e.request(&command.Undo{Batch: e.row(key).Seq})); err != nil {
			t.Fatal(err)
		}
		w.sender.Retry("")
		w.until("the message comes", func() bool { return len(w.posts(channel)) == 2 })
		w.sender.Retry("")
		w.until("the row is settled", func() bool { return e.row(key).Dead != "" || e.upToDate(key) })
		if m := w.posts(channel)[1]; w.says(m, "the pairings are up") {
			t.Errorf("it still stands there: %s", w.srv.Render(m))
		}
	})
}

// TestACallThatIsOverIsGoneInTheEnd: a player is called to confirm a report and does so
// at once. The call is removed and stays removed, although Discord posts it once more
// after that, or says that it is gone while it is there.
func TestACallThatIsOverIsGoneInTheEnd(t *testing.T) {
	for name, fault := range map[string]func(*localdiscord.Faults){
		"it lands once more": func(f *localdiscord.Faults) { f.Script("POST", "/messages", localdiscord.FaultTwice, 1) },
		"a wrong answer":     func(f *localdiscord.Faults) { f.Script("DELETE", "/messages", localdiscord.Fault404, 1) },
	} {
		runInBubble(t, name, func(t *testing.T) { callIsGone(t, fault) })
	}
}

// callingAtOnce makes rounds so short that a call to answer a report does not wait.
var callingAtOnce = &command.ChangeSettings{Edit: func(s tournament.Settings) (tournament.Settings, error) {
	s.RoundMinutes = 5
	return s, nil
}}

func callIsGone(t *testing.T, fault func(*localdiscord.Faults)) {
	t.Helper()
	w := newTestServer(t)
	guild := w.srv.AddGuild("Hall")
	channel := guild.AddChannel("open")
	w.serve(func(c *post.Config) { c.Settle = time.Second })
	e := w.open(guild, channel, nil)
	do := func(c command.Command) *tournament.Snapshot {
		t.Helper()
		out, err := e.director.Do(t.Context(), e.id, e.request(c))
		if err != nil {
			t.Fatal(err)
		}
		w.sender.Wake()
		return out.After
	}
	steps := command.All{}
	for i := range 4 {
		steps = append(steps, &command.Join{User: fmt.Sprint(70 + i), Name: fmt.Sprint("Player ", i)})
	}
	do(callingAtOnce)
	do(append(steps, &command.Start{}, &command.Pair{}, &command.Publish{}, &command.StartRound{}))
	w.until("the round is posted", func() bool { return w.sender.Quiet(t.Context()) })
	w.srv.Faults().Plan(localdiscord.FaultPlan{Latency: 500 * time.Millisecond})
	fault(w.srv.Faults())
	s := do(&command.ReportResult{Player: 1, Text: "2-0"}).State
	key := fmt.Sprintf("r1.%d.call.%d", s.Round(1).PublishedSeq, s.Seq)
	w.until("somebody is called", func() bool { return e.row(key).Message != "" })
	w.srv.Faults().Plan(localdiscord.FaultPlan{Latency: time.Millisecond}) // it is removed before it lands once more
	_, l := s.Match(1, s.MatchOf(1, 1))
	for _, p := range l.Players() {
		if p != 0 {
			do(&command.ConfirmReport{Player: int(p) + 1})
		}
	}
	w.until("the row is given up", func() bool { return e.row(key).Dead == journal.Obsolete })
	time.Sleep(time.Second) // it has landed
	for _, m := range w.posts(channel) {
		if w.says(m, "Confirm?") {
			t.Errorf("it still stands there: %s", w.srv.Render(m))
		}
	}
	if w.srv.Stats().Faults != 1 {
		t.Errorf("%d faults were met", w.srv.Stats().Faults)
	}
}

// TestAPostGoesWithoutFilesThatAreNotAllowed: a picture does not hold up text.
func TestAPostGoesWithoutFilesThatAreNotAllowed(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newTestServer(t)
		w.srv.Tolerate(50013)
		guild := w.srv.AddGuild("Hall")
		channel := guild.AddChannel("open")
		channel.AllowMember(nil, 0, wire.AttachFiles)
		e := w.open(guild, channel, nil)
		steps := command.All{}
		for i := range 4 {
			steps = append(steps, &command.Join{User: fmt.Sprint(70 + i), Name: fmt.Sprint("Player ", i)})
		}
		steps = append(steps, &command.Start{}, &command.Pair{}, &command.Publish{}, &command.StartRound{})
		for table := range 2 {
			steps = append(steps, &command.Correct{Round: 1, Match: table + 1, Text: "2-0"})
		}
		if _, err := e.director.Do(t.Context(), e.id, e.request(steps)); err != nil {
			t.Fatal(err)
		}
		drawn := gallery.New(0)
		w.serve(func(c *post.Config) { c.Draw = drawn.Files })
		w.until("the standings are posted, without their picture", func() bool {
			return slices.ContainsFunc(w.posts(channel), func(m localdiscord.Message) bool { return w.says(m, "Standings after Round 1") })
		})
	})
}

// TestTheLookUpAfterACrashFindsTheOwnPostOnly: two events share a channel and have posts
// with the same key. Sending one of them failed before it reached Discord; the search
// finds the other's and leaves it alone.
func TestTheLookUpAfterACrashFindsTheOwnPostOnly(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newTestServer(t)
		guild := w.srv.AddGuild("Hall")
		channel := guild.AddChannel("open")
		first := w.open(guild, channel, nil)
		w.serve(nil)
		w.until("the first card is posted", func() bool { return first.row("card").Shown > 0 })
		w.stop()
		w.srv.Faults().Script("POST", "/messages", localdiscord.FaultCutBefore, 1000)
		second := w.open(guild, channel, nil)
		w.serve(nil)
		w.until("the second is begun", func() bool { return !second.row("card").Began.IsZero() })
		w.stop()
		w.srv.Faults().Clear()
		w.clock.Leap(15 * time.Minute) // no nonce is known any more
		w.serve(nil)
		w.until("the second card is posted", func() bool { return second.row("card").Shown > 0 })
		if a, b := first.row("card").Message, second.row("card").Message; a == b || len(w.posts(channel)) != 2 {
			t.Errorf("%d posts, the cards are messages %s and %s", len(w.posts(channel)), a, b)
		}
	})
}

// TestANewProcessLooksAtEveryPostOnce: what was committed while no sender ran is shown by the
// next one, and a message that shows the state is not edited.
func TestANewProcessLooksAtEveryPostOnce(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newTestServer(t)
		guild := w.srv.AddGuild("Hall")
		channel := guild.AddChannel("open")
		e := w.open(guild, channel, nil)
		key := e.announce("hello")
		var mu sync.Mutex
		counted := map[string]int{}
		serve := func() {
			w.serve(func(c *post.Config) {
				c.Finished = func(kind string) { mu.Lock(); defer mu.Unlock(); counted[kind]++ }
			})
		}
		serve()
		w.until("both are posted", func() bool { return e.row("card").Shown > 0 && e.row(key).Shown > 0 })
		w.stop()
		if _, err := e.director.Do(t.Context(), e.id, e.request(&command.Join{User: "77", Name: "Ann"})); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			serve()
			w.until("the posts are as the state", func() bool { return e.upToDate("card") && e.upToDate(key) && w.sender.Quiet(t.Context()) })
			w.stop()
		}
		if counted["posted"] != 2 || counted["edited"] != 2 { // both say how many players there are
			t.Errorf("counted %v, want two posts and an edit of each", counted)
		}
	})
}

// renewing is an outbox that reports when a series was renewed.
type renewing struct {
	tournament.Outbox
	renewed chan struct{}
}

func (r renewing) RenewSeries(ctx context.Context, id tournament.ID, series string) (bool, error) {
	defer func() { r.renewed <- struct{}{} }()
	return r.Outbox.RenewSeries(ctx, id, series)
}

// held are channels in one of which a message is sent only when the gate is closed.
type held struct {
	post.Channels
	place       string
	begun, gate chan struct{}
}

func (h held) Send(ctx context.Context, channelID string, m discord.Message) (string, error) {
	if channelID == h.place {
		h.begun <- struct{}{}
		<-h.gate
	}
	return h.Channels.Send(ctx, channelID, m)
}

// TestThePanelOnItsWayIsRenewed: what a panel shows beside the log changes while its first
// message is being sent.
func TestThePanelOnItsWayIsRenewed(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newTestServer(t)
		guild := w.srv.AddGuild("Hall")
		channel, office, closed := guild.AddChannel("open"), guild.AddChannel("office"), guild.AddChannel("closed")
		e := w.open(guild, channel, office)
		sending := held{w.client, office.ID(), make(chan struct{}, 9), make(chan struct{})}
		renewed := make(chan struct{}, 9)
		var lacks atomic.Bool
		w.serve(func(c *post.Config) {
			c.Channels, c.Outbox = sending, renewing{w.store, renewed}
			c.Bars = func(string) []wording.Bar {
				if !lacks.Load() {
					return nil
				}
				return []wording.Bar{{Channel: closed.ID(), Missing: wire.SendMessages}}
			}
		})
		<-sending.begun
		lacks.Store(true)
		w.sender.Renew(e.id)
		<-renewed
		close(sending.gate)
		w.until("the panel names the channel", func() bool {
			posts := w.posts(office)
			return len(posts) == 1 && w.says(posts[0], "#closed")
		})
	})
}
