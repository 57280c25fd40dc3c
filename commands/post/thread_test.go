package post_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/post"
	"topcut/commands/refusal"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fixture"
	"topcut/tournament/stage"
)

// proxied is Discord behind a proxy that deals in its own way with a change of a thread;
// once each, as long as it is set.
type proxied struct {
	*discord.Client

	mu      sync.Mutex
	close   func(forward func() error) error
	open    func(forward func() error) error
	start   func(ctx context.Context, forward func() (string, error)) (string, error)
	send    func(ctx context.Context, forward func() (string, error)) (string, error)
	edits   []func(forward func() error) error // of messages, one after the other
	remove  []error                            // answers to the next deletions
	deleted bool                               // a message, since when alone close is used
}

// take returns what is set, which is used up.
func take[F any](p *proxied, from *F) F {
	p.mu.Lock()
	defer p.mu.Unlock()
	var none F
	f := *from
	*from = none
	return f
}

// next returns the first of what is set, which is used up.
func next[F any](p *proxied, from *[]F) (first F) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(*from) > 0 {
		first, *from = (*from)[0], (*from)[1:]
	}
	return first
}

func (p *proxied) Send(ctx context.Context, channelID string, m discord.Message) (string, error) {
	forward := func() (string, error) { return p.Client.Send(context.WithoutCancel(ctx), channelID, m) }
	if f := take(p, &p.send); f != nil {
		return f(ctx, forward)
	}
	return forward()
}

func (p *proxied) Edit(ctx context.Context, channelID, messageID string, m discord.Message) error {
	forward := func() error { return p.Client.Edit(context.WithoutCancel(ctx), channelID, messageID, m) }
	if f := next(p, &p.edits); f != nil {
		return f(forward)
	}
	return forward()
}

func (p *proxied) Delete(ctx context.Context, channelID, messageID string) error {
	if err := next(p, &p.remove); err != nil {
		return err
	}
	err := p.Client.Delete(ctx, channelID, messageID)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.deleted = true
	return err
}

func (p *proxied) EditThread(ctx context.Context, id string, change discord.ThreadChange) error {
	forward := func() error { return p.Client.EditThread(context.WithoutCancel(ctx), id, change) }
	p.mu.Lock()
	deleted := p.deleted
	p.mu.Unlock()
	if change.Archived != nil && !*change.Archived {
		if f := take(p, &p.open); f != nil {
			return f(forward)
		}
	}
	if change.Archived != nil && *change.Archived && deleted {
		if f := take(p, &p.close); f != nil {
			return f(forward)
		}
	}
	return forward()
}

func (p *proxied) StartThread(ctx context.Context, channelID string, spec discord.ThreadSpec) (string, error) {
	forward := func() (string, error) { return p.Client.StartThread(ctx, channelID, spec) }
	if f := take(p, &p.start); f != nil {
		return f(ctx, forward)
	}
	return forward()
}

// threadsOfMatches is an event of four players with threads, on a test server.
type threadsOfMatches struct {
	*testServer
	event   *postedEvent
	guild   *localdiscord.Guild
	channel *localdiscord.Channel
	office  *localdiscord.Channel
	proxy   *proxied
}

// openThreads begins an event whose players arrange their matches; with opened the first
// match has a proposal, and so a thread.
func openThreads(t *testing.T, opened bool) *threadsOfMatches {
	t.Helper()
	w := newTestServer(t)
	w.srv.Tolerate(10003, 10008)
	guild := w.srv.AddGuild("Hall")
	h := &threadsOfMatches{testServer: w, guild: guild, channel: guild.AddChannel("open"), office: guild.AddChannel("office"), proxy: &proxied{Client: w.client}}
	h.event = w.open(guild, h.channel, h.office)
	change := func(s tournament.Settings) (tournament.Settings, error) {
		s.Stages, s.Threads = s.Stages.WithRounds(2).WithCut(stage.Entry{}), true
		s.Fixtures.Opens, s.RoundDays = tournament.ByDate, 7
		return s, nil
	}
	join := command.All{&command.ChangeSettings{Edit: change}}
	for i := range 4 {
		join = append(join, &command.Join{User: fmt.Sprint(70 + i), Name: fmt.Sprint("Player ", i)})
	}
	h.do(join)
	h.begin()
	h.do(&command.Start{})
	h.settled()
	if opened {
		h.propose()
	}
	return h
}

// begin runs a Sender behind the proxy.
func (h *threadsOfMatches) begin() {
	h.Helper()
	h.serve(func(c *post.Config) { c.Channels, c.Settle = h.proxy, time.Second })
}

func (h *threadsOfMatches) do(c command.Command) {
	h.Helper()
	if _, err := h.director.Do(h.Context(), h.event.id, h.event.request(c)); err != nil {
		h.Fatalf("%T: %v", c, err)
	}
	if h.sender != nil {
		h.sender.Wake()
	}
}

// settled waits until nothing is to be posted, or may land once more.
func (h *threadsOfMatches) settled() {
	h.Helper()
	h.until("all is posted", func() bool {
		waiting, watched, err := h.store.PostsPending(h.Context())
		return err == nil && waiting+watched == 0 && h.sender.Quiet(h.Context())
	})
}

// thread returns the thread of the first match.
func (h *threadsOfMatches) thread() *localdiscord.Channel {
	h.Helper()
	snap, err := h.director.Snapshot(h.Context(), h.event.id)
	if err != nil {
		h.Fatal(err)
	}
	card := h.event.row(fmt.Sprintf("r1.%d.m1", snap.State.Round(1).PublishedSeq))
	for _, c := range h.guild.Channels() {
		if c.ID() == card.Message {
			return c
		}
	}
	h.Fatalf("no thread on the card %+v", card)
	return nil
}

// propose proposes a time for the first match, which opens its thread and posts there what
// goes away with its end.
func (h *threadsOfMatches) propose() {
	h.Helper()
	h.offer()
	h.settled()
}

// offer proposes a time for the first match.
func (h *threadsOfMatches) offer() {
	h.Helper()
	snap, err := h.director.Snapshot(h.Context(), h.event.id)
	if err != nil {
		h.Fatal(err)
	}
	at := tournament.Place{Round: 1, Match: 1}
	h.do(&command.ProposeTimes{Player: snap.State.PlayerAt(at, fixture.First), At: at, Times: []time.Time{time.Now().Add(24 * time.Hour).Truncate(time.Minute)}})
}

// decide enters the result of the first match.
func (h *threadsOfMatches) decide() { h.do(&command.Correct{Round: 1, Match: 1, Text: "2-0"}) }

// TestTheThreadOfADecidedMatchIsClosed whatever happens to what is done in it: the end of
// a match closes its thread, from which a post is then taken away.
func TestTheThreadOfADecidedMatchIsClosed(t *testing.T) {
	for name, play := range map[string]func(h *threadsOfMatches){
		"closing it again meets a stray answer": func(h *threadsOfMatches) {
			h.proxy.close = func(func() error) error {
				return &discord.APIError{Status: 404, Code: 10003, Message: "Unknown Channel"}
			}
			h.decide()
		},
		"opening it for an edit takes effect after it was closed": func(h *threadsOfMatches) {
			late := func() error { return errors.New("it was not opened") }
			h.clock.Leap(25 * time.Hour) // Discord archives it
			h.proxy.open = func(forward func() error) error {
				late = forward
				return forward()
			}
			h.proxy.close = func(forward func() error) error {
				if err := forward(); err != nil {
					return err
				}
				if err := late(); err != nil {
					h.Error(err)
				}
				return nil
			}
			h.decide()
		},
		"its first post was deleted": func(h *threadsOfMatches) {
			owner := h.guild.Owner()
			if err := owner.Delete(h.srv.Messages(h.thread(), owner)[0]); err != nil {
				h.Fatal(err)
			}
			h.decide()
		},
		"who plays there since a repair is said after the result": func(h *threadsOfMatches) {
			h.srv.Faults().Script("POST", h.thread().ID()+"/messages", localdiscord.Fault500, 8)
			h.do(&command.Repair{Swap: h.otherTables()})
			h.decide()
		},
	} {
		runInBubble(t, name, func(t *testing.T) {
			h := openThreads(t, true)
			thread := h.thread()
			play(h)
			h.settled()
			h.shut(thread)
		})
	}
}

// otherTables returns a player of each of the first two matches.
func (h *threadsOfMatches) otherTables() [2]int {
	snap, err := h.director.Snapshot(h.Context(), h.event.id)
	if err != nil {
		h.Fatal(err)
	}
	player := func(match int) int {
		return snap.State.PlayerAt(tournament.Place{Round: 1, Match: match}, fixture.First)
	}
	return [2]int{player(1), player(2)}
}

// TestAThreadOpenedWithoutAnAnswerIsClosed: Discord opens the thread of a match and the
// answer is lost; the match is over before the thread is asked for again, which may be long
// after if rate limits hold up the edits of its card.
func TestAThreadOpenedWithoutAnAnswerIsClosed(t *testing.T) {
	for _, limits := range []int{0, 4} {
		runInBubble(t, fmt.Sprint("edits held up: ", limits), func(t *testing.T) {
			h := openThreads(t, false)
			h.proxy.start = func(_ context.Context, forward func() (string, error)) (string, error) {
				if _, err := forward(); err != nil {
					return "", err
				}
				for range limits {
					h.proxy.edits = append(h.proxy.edits, func(func() error) error { return &discord.APIError{Status: 429, RetryAfter: 3 * time.Second} })
				}
				h.decide()
				return "", unanswered()
			}
			h.propose()
			h.shut(h.thread())
		})
	}
}

// shut fails if a thread is not closed.
func (h *threadsOfMatches) shut(thread *localdiscord.Channel) {
	h.Helper()
	if !thread.Archived() || !thread.Locked() {
		h.Errorf("archived %v, locked %v\n%s", thread.Archived(), thread.Locked(), h.lines)
	}
}

// accept accepts the time that is proposed for the first match.
func (h *threadsOfMatches) accept() {
	h.Helper()
	snap, err := h.director.Snapshot(h.Context(), h.event.id)
	if err != nil {
		h.Fatal(err)
	}
	at := tournament.Place{Round: 1, Match: 1}
	m, _ := snap.State.Match(at.Round, at.Match)
	h.do(&command.AcceptTime{Player: snap.State.PlayerAt(at, fixture.Second), At: at, Time: m.Fixture.Open.Times[0]})
}

// unanswered is the error of a request without an answer.
func unanswered() error {
	return &discord.UnclearError{Route: "a request", Err: context.DeadlineExceeded}
}

// TestAPostInAThreadThatLandsLateIsTakenAway: a post in the thread of a match waits for
// rate limits. When it is on its way the process is killed, and when the next one looks, it
// has not landed yet and the match is over. Then it lands and reopens the thread.
func TestAPostInAThreadThatLandsLateIsTakenAway(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		h := openThreads(t, true)
		thread, sent := h.thread(), make(chan bool)
		stood := len(h.posts(thread))
		var landing sync.WaitGroup
		h.proxy.send = func(ctx context.Context, forward func() (string, error)) (string, error) {
			time.Sleep(3 * time.Second) // longer than a request may take to become visible
			landing.Go(func() { time.Sleep(700 * time.Millisecond); _, _ = forward() })
			close(sent)
			<-ctx.Done()
			return "", ctx.Err()
		}
		h.accept()
		<-sent
		h.stop()
		h.decide()
		h.begin()
		h.settled()
		landing.Wait()
		if n := len(h.posts(thread)); !thread.Archived() || !thread.Locked() || n >= stood {
			t.Errorf("archived %v, locked %v, %d posts after %d\n%s", thread.Archived(), thread.Locked(), n, stood, h.lines)
		}
	})
}

// TestAnEditThatWaitedForLimitsIsRepeated: an edit waits for rate limits, is made without
// an answer and takes effect after the next one, although that comes long after it began.
func TestAnEditThatWaitedForLimitsIsRepeated(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newTestServer(t)
		guild := w.srv.AddGuild("Hall")
		channel, proxy := guild.AddChannel("open"), &proxied{Client: w.client}
		w.serve(func(c *post.Config) { c.Channels, c.Settle = proxy, time.Second })
		e := w.open(guild, channel, nil)
		w.sender.Wake()
		w.until("the card is posted", func() bool { return e.row("card").Shown > 0 })
		join := func(user string) {
			if _, err := e.director.Do(t.Context(), e.id, e.request(&command.Join{User: user, Name: "Player " + user})); err != nil {
				t.Fatal(err)
			}
			w.sender.Wake()
		}
		var landing sync.WaitGroup
		proxy.edits = append(proxy.edits, func(forward func() error) error {
			time.Sleep(3 * time.Second) // longer than an edit may take to become visible
			landing.Go(func() { time.Sleep(700 * time.Millisecond); _ = forward() })
			join("78")
			return unanswered()
		})
		join("77")
		w.until("the second is seen", func() bool { return w.says(w.posts(channel)[0], "2 players") })
		landing.Wait()
		w.until("nothing is open", func() bool { return e.upToDate("card") && e.row("card").Began.IsZero() })
		if !w.says(w.posts(channel)[0], "2 players") {
			t.Errorf("it is out of date: %s", w.srv.Render(w.posts(channel)[0]))
		}
	})
}

// TestAThreadWithoutAnAnswerIsFound: the process is killed when Discord has opened the thread
// of a match. The next one knows nothing of that, and the match is over.
func TestAThreadWithoutAnAnswerIsFound(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		h := openThreads(t, false)
		opened := make(chan error)
		h.proxy.start = func(ctx context.Context, forward func() (string, error)) (string, error) {
			_, err := forward()
			opened <- err
			<-ctx.Done()
			return "", ctx.Err()
		}
		h.offer()
		if err := <-opened; err != nil {
			t.Fatal(err)
		}
		h.stop()
		h.decide()
		h.begin()
		h.settled()
		h.shut(h.thread())
	})
}

// waits reports whether the organisers' panel says that posts wait.
func (h *threadsOfMatches) waits() bool { return h.panelHas("Try again now") }

// panelHas reports whether the organisers' panel has a button.
func (h *threadsOfMatches) panelHas(button string) bool {
	for _, m := range h.posts(h.office) {
		if h.says(m, button) && h.says(m, "Friday Night") {
			return true
		}
	}
	return false
}

// refuseDeletions lets Discord refuse to take away what a match leaves in its thread, until
// the organisers are told.
func (h *threadsOfMatches) refuseDeletions() {
	h.Helper()
	h.srv.Tolerate(50001)
	for range refusal.Sure + 1 { // the next to last is believed, the last bars the thread
		h.proxy.remove = append(h.proxy.remove, &discord.APIError{Status: 403, Code: 50001, Message: "Missing Access"})
	}
	h.decide()
	h.until("the panel says it", h.waits)
}

// TestThePanelForgetsAThreadThatIsNoLongerBarred: all that waited for the thread of a match
// was a deletion.
func TestThePanelForgetsAThreadThatIsNoLongerBarred(t *testing.T) {
	for _, killed := range []bool{false, true} {
		runInBubble(t, fmt.Sprint("killed ", killed), func(t *testing.T) {
			h := openThreads(t, true)
			h.refuseDeletions()
			if killed {
				h.stop()
				h.begin()
			}
			h.sender.Retry("")
			h.until("the panel is right again", func() bool { return !h.waits() })
			h.settled()
			if h.waits() || len(h.sender.Bars("")) > 0 {
				t.Errorf("barred: %+v\n%s", h.sender.Bars(""), h.lines)
			}
		})
	}
}

// TestADeletedThreadOfAnOpenMatchIsOpenedAgain, with what stood in it and without a ping,
// however the bot learns of it: twice, and then by an organiser's press.
func TestADeletedThreadOfAnOpenMatchIsOpenedAgain(t *testing.T) {
	for name, learns := range map[string]func(h *threadsOfMatches){
		"Discord reports it":  func(*threadsOfMatches) {},
		"a new session looks": func(h *threadsOfMatches) { h.sender.Recheck(h.Context()) },
		"an edit finds it": func(h *threadsOfMatches) {
			h.do(&command.ExtendFixture{At: tournament.Place{Round: 1, Match: 1}, Days: 1})
		},
	} {
		runInBubble(t, name, func(t *testing.T) {
			h := openThreads(t, true)
			if name == "Discord reports it" {
				h.connect()
			}
			stood := len(h.posts(h.thread()))
			for range 2 {
				h.thread().Delete()
				learns(h)
				synctest.Wait()
				h.settled()
				h.silent(stood)
			}
			h.thread().Delete()
			learns(h)
			synctest.Wait()
			h.settled()
			if lost, err := h.store.GivenUp(t.Context(), h.guild.ID()); err != nil || len(lost) == 0 || !h.panelHas("Post them again") {
				t.Fatalf("given up: %+v, %v", lost, err)
			}
			if _, err := h.sender.Repost(t.Context(), h.guild.ID()); err != nil {
				t.Fatal(err)
			}
			h.settled()
			h.silent(stood)
			thread := h.thread()
			h.decide()
			h.settled()
			h.shut(thread)
		})
	}
}

// recording is an outbox that calls before while a card is being edited: all is done, and
// it is about to be recorded.
type recording struct {
	tournament.Outbox
	before func(id int64)
}

func (r *recording) Posted(ctx context.Context, id int64, place, message string, seq int64, unclear time.Time) error {
	r.before(id)
	return r.Outbox.Posted(ctx, id, place, message, seq, unclear)
}

// TestAThreadIsTriedAgainDuringAnEditOfItsCard: an organiser has the thread of a match
// tried again when an edit of its card is about to be recorded. The thread is opened, and
// nothing waits for it for ever if the match is over by then.
func TestAThreadIsTriedAgainDuringAnEditOfItsCard(t *testing.T) {
	for name, during := range map[string]func(h *threadsOfMatches, card string){
		"the match is open": func(h *threadsOfMatches, card string) { h.sender.Deleted(card) },
		"the match is over": func(h *threadsOfMatches, _ string) { h.decide() },
	} {
		runInBubble(t, name, func(t *testing.T) {
			h := openThreads(t, false)
			h.stop()
			out := &recording{h.store, func(int64) {}}
			h.serve(func(c *post.Config) { c.Outbox, c.Channels, c.Settle = out, h.proxy, time.Second })
			h.srv.Tolerate(50013)
			h.channel.AllowMember(nil, 0, wire.CreatePublicThreads)
			h.offer()
			h.until("the thread is given up", func() bool {
				lost, err := h.store.GivenUp(t.Context(), h.guild.ID())
				return err == nil && len(lost) > 0 && h.sender.Quiet(t.Context())
			})
			snap, err := h.director.Snapshot(t.Context(), h.event.id)
			if err != nil {
				t.Fatal(err)
			}
			card := h.event.row(fmt.Sprintf("r1.%d.m1", snap.State.Round(1).PublishedSeq))
			var once sync.Once
			var tried atomic.Bool
			out.before = func(id int64) {
				if id != card.ID {
					return
				}
				once.Do(func() {
					defer tried.Store(true)
					h.channel.AllowMember(nil, 0, 0)
					if n, err := h.sender.Repost(t.Context(), h.guild.ID()); err != nil || (n > 0) != (name == "the match is open") {
						t.Errorf("posted again: %d, %v", n, err)
					}
				})
			}
			during(h, card.Message)
			h.until("an edit of the card is recorded", tried.Load)
			h.settled()
			if name == "the match is open" && len(h.posts(h.thread())) == 0 {
				t.Errorf("the thread is empty\n%s", h.lines)
			}
		})
	}
}

// TestTheThreadOfADecidedMatchIsNotTriedAgain: a thread that could not be opened is not
// opened, only to be closed, when an organiser has posts tried again after its match.
func TestTheThreadOfADecidedMatchIsNotTriedAgain(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		h := openThreads(t, false)
		h.srv.Tolerate(50013)
		h.channel.AllowMember(nil, 0, wire.CreatePublicThreads)
		h.offer()
		h.until("the thread is given up", func() bool { return len(h.givenUp()) > 0 && h.sender.Quiet(t.Context()) })
		h.decide()
		h.settled()
		h.channel.AllowMember(nil, 0, 0)
		before := len(h.guild.Channels())
		if n, err := h.sender.Repost(t.Context(), h.guild.ID()); err != nil || n != 0 {
			t.Errorf("posted again: %d, %v", n, err)
		}
		h.settled()
		if lost := h.givenUp(); len(h.guild.Channels()) != before || len(lost) > 0 || h.panelHas("Post them again") {
			t.Errorf("%d channels, before %d; given up: %+v\n%s", len(h.guild.Channels()), before, lost, h.lines)
		}
	})
}

// givenUp returns the posts that were given up.
func (h *threadsOfMatches) givenUp() []tournament.OutboxRow {
	h.Helper()
	lost, err := h.store.GivenUp(h.Context(), h.guild.ID())
	if err != nil {
		h.Fatal(err)
	}
	return lost
}

// silent fails if a thread of the first match does not have so many posts, or if one of them
// has pinged people.
func (h *threadsOfMatches) silent(posts int) {
	h.Helper()
	all := h.posts(h.thread())
	if len(all) != posts {
		h.Fatalf("%d posts, want %d\n%s", len(all), posts, h.lines)
	}
	for _, m := range all {
		if len(m.Pinged.Users) > 0 {
			h.Errorf("it pings: %s", h.srv.Render(m))
		}
	}
}

// TestADeletedThreadOfADecidedMatchStaysDeleted, and what was on its way there is no loss.
func TestADeletedThreadOfADecidedMatchStaysDeleted(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		h := openThreads(t, true)
		h.connect()
		thread := h.thread()
		h.srv.Faults().Script("POST", thread.ID()+"/messages", localdiscord.Fault500, 8)
		h.do(&command.Repair{Swap: h.otherTables()})
		h.decide()
		thread.Delete()
		h.settled()
		h.do(&command.Correct{Round: 1, Match: 1, Text: "0-2"})
		synctest.Wait()
		h.settled()
		if _, there := h.srv.Channel(thread.ID()); there {
			t.Error("it is there again")
		}
		if lost, err := h.store.GivenUp(t.Context(), h.guild.ID()); err != nil || len(lost) > 0 {
			t.Errorf("given up: %+v, %v", lost, err)
		}
	})
}
