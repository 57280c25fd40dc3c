package post_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/commands/post"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/hours"
	"topcut/tournament/journal"
	"topcut/tournament/stage"
)

// directs is an event of two players, of whom Ann has switched on direct messages.
type directs struct {
	*testServer
	e        *postedEvent
	guild    *localdiscord.Guild
	channel  *localdiscord.Channel
	ann, bob *localdiscord.Person
}

func newDirects(t *testing.T, first ...command.Command) *directs {
	w := &directs{testServer: newTestServer(t, func(c *localdiscord.Config) { c.Record = 1000 })}
	w.guild = w.srv.AddGuild("Hall")
	w.channel = w.guild.AddChannel("open")
	w.ann, w.bob = w.guild.AddPerson("Ann"), w.guild.AddPerson("Bob")
	w.e = w.open(w.guild, w.channel, nil)
	w.e.do(append(append(command.All{
		&command.Join{User: w.ann.ID(), Name: "Ann"}, &command.Join{User: w.bob.ID(), Name: "Bob"},
	}, first...), &command.Start{KeepAll: true}))
	w.turn(w.ann, true)
	return w
}

// turn switches direct messages of a person on or off.
func (w *directs) turn(p *localdiscord.Person, on bool) {
	w.Helper()
	var to *tournament.Direct
	if on {
		channel, err := w.client.OpenDirect(w.Context(), p.ID())
		if err != nil {
			w.Fatal(err)
		}
		to = &tournament.Direct{Channel: channel}
	}
	if _, err := w.store.ChangeCalendar(w.Context(), w.guild.ID(), p.ID(), func(c *tournament.Calendar) { c.Direct = to }); err != nil {
		w.Fatal(err)
	}
}

// send runs a Sender with direct messages.
func (w *directs) send(change func(*post.Config)) {
	w.serve(func(c *post.Config) {
		c.Directs = w.store
		if change != nil {
			change(c)
		}
	})
}

// pair publishes the first round, whose pairings ping its players.
func (w *directs) pair() {
	w.e.do(command.All{&command.Pair{}, &command.Publish{}, &command.StartRound{}})
	if w.sender != nil {
		w.sender.Wake()
	}
}

// told returns the direct messages that a person has.
func (w *directs) told(p *localdiscord.Person) []localdiscord.Message {
	return w.srv.Messages(p.DM(), p)
}

// pinged returns how many messages of the channel have pinged a person.
func (w *directs) pinged(p *localdiscord.Person) (n int) {
	for _, m := range w.posts(w.channel) {
		if slices.Contains(m.Pinged.Users, p.ID()) {
			n++
		}
	}
	return n
}

// settled waits until nothing is to be sent.
func (w *directs) settled() {
	w.Helper()
	w.until("all is sent", func() bool { return w.sender.Quiet(w.Context()) })
}

// TestWhoWantsItIsAskedByDirectMessageInPlaceOfThePing: Ann is told of her match in a direct
// message, which follows the match, and the pairings ping only Bob, who gets none.
func TestWhoWantsItIsAskedByDirectMessageInPlaceOfThePing(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newDirects(t)
		w.send(nil)
		w.pair()
		w.until("both are asked", func() bool { return len(w.told(w.ann)) > 0 && w.pinged(w.bob) > 0 })
		w.settled()
		if n, m := w.pinged(w.ann), w.pinged(w.bob); n != 0 || m != 1 {
			t.Errorf("Ann is pinged %d times and Bob %d times in the channel", n, m)
		}
		if len(w.told(w.bob)) > 0 {
			t.Error("Bob gets a direct message without wanting one")
		}
		told := w.told(w.ann)
		if len(told) != 1 || !w.says(told[0], "Bob") || !w.says(told[0], "Play, then report") {
			t.Fatalf("Ann is told %v", told)
		}
		w.e.do(&command.ReportResult{Player: 2, Text: "2-0"})
		w.e.do(&command.ConfirmReport{Player: 1, Seq: w.e.lastWord()})
		w.sender.Wake()
		w.until("Ann reads the result", func() bool { return w.says(w.told(w.ann)[0], "Bob 2–0") })
		w.until("Ann is told what an organiser did", func() bool {
			told := w.told(w.ann)
			return len(told) == 2 && w.says(told[1], "confirmed Round 1, table 1")
		})
	})
}

// lastWord returns the last event of the report of the first match.
func (e *postedEvent) lastWord() int64 {
	snap, err := e.director.Snapshot(e.Context(), e.id)
	if err != nil {
		e.Fatal(err)
	}
	m, _ := snap.State.Match(1, 1)
	return m.LastWord()
}

// TestARefusedDirectMessageBecomesOnePing: Discord takes no direct message to Ann. She is
// pinged once in the channel, which says why, no other is tried, and later posts ping her as
// all others, until she switches them on anew.
func TestARefusedDirectMessageBecomesOnePing(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newDirects(t)
		w.ann.CloseDMs(true)
		w.send(nil)
		w.pair()
		w.until("Ann is pinged instead", func() bool { return w.pinged(w.ann) > 0 })
		w.settled()
		if n := w.pinged(w.ann); n != 1 {
			t.Errorf("Ann is pinged %d times", n)
		}
		if last := w.posts(w.channel)[len(w.posts(w.channel))-1]; !w.says(last, "Discord didn't let me write to you") {
			t.Errorf("the last post is %s", w.srv.Render(last))
		}
		refused := w.tries()
		w.e.do(&command.Correct{Round: 1, Match: 1, Text: "2-0"})
		w.sender.Wake()
		w.settled()
		if w.tries() != refused {
			t.Errorf("%d direct messages are tried after %d were refused", w.tries()-refused, refused)
		}
		if n := w.said("Discord didn't let me write to you"); n != 1 {
			t.Errorf("the refusal is said %d times", n)
		}
		w.ann.CloseDMs(false)
		w.turn(w.ann, true)
		w.e.do(&command.Remove{Player: 1, Reason: "gone"})
		w.sender.Wake()
		w.until("Ann is told after she has switched them on anew", func() bool { return len(w.told(w.ann)) == 1 })
	})
}

// key returns the key of the direct message about the first round.
func (w *directs) key() string {
	snap, err := w.director.Snapshot(w.Context(), w.e.id)
	if err != nil {
		w.Fatal(err)
	}
	return fmt.Sprintf("r1.%d.p0.to.1", snap.State.Rounds.At(1).PublishedSeq)
}

// tries returns how many direct messages were sent, or refused.
func (w *directs) tries() (n int) {
	for _, x := range w.srv.Recording() {
		if x.Method == "POST" && strings.Contains(x.Path, w.ann.DM().ID()+"/messages") {
			n++
		}
	}
	return n
}

// said returns how many posts of the channel say a text.
func (w *directs) said(text string) (n int) {
	for _, m := range w.posts(w.channel) {
		if w.says(m, text) {
			n++
		}
	}
	return n
}

// TestNoDirectMessageAfterItWasSwitchedOff: one that waits is not sent, and one that stands is
// left as it is.
func TestNoDirectMessageAfterItWasSwitchedOff(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newDirects(t)
		w.srv.Faults().Script("POST", "/channels/"+w.ann.DM().ID()+"/messages", localdiscord.Fault502, 1000)
		w.send(nil)
		w.pair()
		w.until("a direct message fails", func() bool {
			row, err := w.store.Post(t.Context(), w.e.id, w.key())
			return err == nil && !row.Began.IsZero()
		})
		w.turn(w.ann, false)
		time.Sleep(time.Minute) // of the bubble: what was being sent has failed
		w.srv.Faults().Clear()
		w.until("it is given up", func() bool { return w.e.row(w.key()).Dead == journal.Obsolete })
		if n := len(w.told(w.ann)); n > 0 {
			t.Errorf("Ann has %d direct messages after she has switched them off", n)
		}
	})
}

// dying is an outbox and a store of a process that dies at a step, before it is recorded.
type dying struct {
	tournament.Outbox
	post.Directs
	adds, refuses bool
}

var errDead = errors.New("the process is dead")

func (d *dying) AddPosts(ctx context.Context, log journal.ID, posts []journal.Post) error {
	if err := d.Outbox.AddPosts(ctx, log, posts); err != nil || !d.adds {
		return err
	}
	return errDead
}

func (d *dying) RefuseDirect(ctx context.Context, user string, row *journal.OutboxRow, instead journal.Post) error {
	if d.refuses {
		return errDead
	}
	return d.Directs.RefuseDirect(ctx, user, row, instead)
}

// TestADirectMessageSurvivesAKill: the process dies after the direct messages of a post were
// added and before the post was sent; when all was sent and nothing recorded; and before a
// refusal was recorded. Each is said once, to each in one place.
func TestADirectMessageSurvivesAKill(t *testing.T) {
	for name, at := range map[string]struct {
		closed bool
		change func(w *directs, c *post.Config)
		dead   func(w *directs) bool
	}{
		"added": {
			change: func(w *directs, c *post.Config) { c.Outbox = &dying{Outbox: w.store, adds: true} },
			dead:   func(w *directs) bool { return len(w.told(w.ann)) == 1 },
		},
		"sent": {
			change: func(w *directs, c *post.Config) { c.Outbox = &crashing{Outbox: w.store} },
			dead:   func(w *directs) bool { return len(w.told(w.ann)) == 1 && w.pinged(w.bob) == 1 },
		},
		"refused": {
			closed: true,
			change: func(w *directs, c *post.Config) { c.Directs = &dying{Directs: w.store, refuses: true} },
			dead:   func(w *directs) bool { return strings.Contains(w.lines.String(), errDead.Error()) },
		},
	} {
		runInBubble(t, name, func(t *testing.T) {
			w := newDirects(t)
			w.ann.CloseDMs(at.closed)
			w.send(nil)
			w.settled()
			w.stop()
			w.pair()
			w.send(func(c *post.Config) { at.change(w, c) })
			w.until("the process dies", func() bool { return at.dead(w) })
			w.stop()
			w.clock.Leap(15 * time.Minute) // no nonce is known any more
			w.send(nil)
			want := 1
			if at.closed {
				want = 0
			}
			w.until("both are asked", func() bool {
				return len(w.told(w.ann)) >= want && w.pinged(w.ann) >= 1-want && w.pinged(w.bob) > 0
			})
			w.settled()
			if got := len(w.told(w.ann)); got != want {
				t.Errorf("Ann has %d direct messages, want %d", got, want)
			}
			if got := w.pinged(w.ann); got != 1-want {
				t.Errorf("Ann is pinged %d times, want %d", got, 1-want)
			}
			if got := w.pinged(w.bob); got != 1 {
				t.Errorf("Bob is pinged %d times", got)
			}
		})
	}
}

// TestADirectMessageOffersTheHoursOfAMatch: whether rounds open on dates or all at once, the
// direct message about a match has the hours at which both usually play, until one is agreed.
func TestADirectMessageOffersTheHoursOfAMatch(t *testing.T) {
	evenings := hours.Week("").With(hours.Parts[2], time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday, time.Saturday, time.Sunday)
	for _, opens := range []tournament.Opening{tournament.ByDate, tournament.AtOnce} {
		t.Run(string(opens), func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				w := newDirects(t, &command.ChangeSettings{Edit: func(s tournament.Settings) (tournament.Settings, error) {
					s.Stages, s.Fixtures.Opens, s.RoundDays = stage.MustParse("roundrobin"), opens, 7
					return s, nil
				}}, &command.SetWeek{Player: 1, Week: evenings}, &command.SetWeek{Player: 2, Week: evenings})
				w.send(nil)
				w.until("Ann is told", func() bool { return len(w.told(w.ann)) > 0 })
				w.settled()
				at := tournament.Place{Round: 1, Match: 1}
				propose := func() (n int) {
					for _, m := range w.told(w.ann) {
						n += strings.Count(w.srv.Render(m), "Propose 3")
					}
					return n
				}
				if propose() == 0 {
					t.Errorf("%s: Ann reads %v", opens, w.srv.Render(w.told(w.ann)[0]))
				}
				when := time.Now().Add(72 * time.Hour).Truncate(time.Hour)
				w.e.do(command.All{&command.ProposeTimes{Player: 2, At: at, Times: []time.Time{when}}, &command.AcceptTime{Player: 1, At: at, Time: when}})
				w.sender.Wake()
				w.until("no hour is offered for an agreed match", func() bool { return propose() == 0 })
			})
		})
	}
}
