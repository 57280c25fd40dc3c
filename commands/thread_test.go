package commands_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/commands/wire"
	"topcut/tournament"
)

// threadOf returns the thread of a match of the current round; its id is that of the
// card.
func (h *testServer) threadOf(match int) *localdiscord.Channel {
	h.t.Helper()
	h.settle()
	s := h.snapshot().State
	for _, m := range h.srv.Messages(h.channel, h.organiser) {
		_, l := s.Match(len(s.Rounds), match)
		if c, ok := h.srv.Channel(m.ID); ok && strings.Contains(c.Name(), h.snapshot().Name(int(l.Seats[0])+1)) {
			return c
		}
	}
	h.t.Fatalf("match %d has no thread", match)
	return nil
}

// person returns the person who plays as player n.
func (h *testServer) person(n int) *localdiscord.Person {
	h.t.Helper()
	return h.plays(h.snapshot(), n)
}

// threaded returns a test server with an event of four in which each match has a thread.
func threaded(t *testing.T) *testServer {
	t.Helper()
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "threads=yes"})
	h.players(4)
	return h
}

// TestAMatchThreadFollowsItsMatch: with threads enabled each match has one, whose first
// post shows the match. Commands in it are about the event. The result archives and locks
// the thread, and undoing the result opens it.
func TestAMatchThreadFollowsItsMatch(t *testing.T) {
	h := threaded(t)
	h.begin()
	thread := h.threadOf(1)
	first := h.srv.Messages(thread, h.organiser)
	if len(first) != 1 || !strings.Contains(h.srv.Render(first[0]), "Arrange and play your match here") {
		t.Fatalf("the thread begins with %d posts", len(first))
	}
	_, l := h.snapshot().State.Match(1, 1)
	a, b := h.person(int(l.Seats[0])+1), h.person(int(l.Seats[1])+1)
	i, err := a.Slash(t.Context(), thread, "report", localdiscord.Options{"result": "2-1"})
	if err != nil {
		t.Fatal(err)
	}
	if got := h.text(h.answer(i)); !strings.Contains(got, " 2–1**") {
		t.Errorf("/report in the thread answers %q", got)
	}
	h.settle()
	if got := h.srv.Render(h.srv.Messages(thread, h.organiser)[0]); !strings.Contains(got, " 2–1") {
		t.Errorf("the first post of the thread does not show the report: %s", got)
	}
	h.slash(b, "confirm", nil)
	h.settle()
	if !thread.Archived() || !thread.Locked() {
		t.Errorf("after the result the thread is archived %v, locked %v", thread.Archived(), thread.Locked())
	}
	if open := h.threadOf(2); open.Archived() {
		t.Error("the thread of the other match is archived too")
	}
	// The confirmation is undone: the match is open again, and so is its thread.
	h.slash(h.organiser, "tournament undo", nil)
	h.press(h.organiser, h.newest(h.channel, h.organiser, "Undo this?"), "Undo")
	h.settle()
	if m, _ := h.snapshot().State.Match(1, 1); m.Confirmed {
		t.Fatal("the confirmation stands")
	}
	if thread.Archived() {
		t.Error("the match is open again and its thread is archived")
	}
	h.clean()
}

// TestTwoEventsInOneServer: two events in two channels do not interfere; in a third
// channel the bot asks which one is meant, and the option answers that.
func TestTwoEventsInOneServer(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"name": "Alpha"})
	alpha := h.channel
	h.channel = h.guild.AddChannel("second")
	h.create(localdiscord.Options{"name": "Beta"})
	beta := h.channel
	p := h.guild.AddPerson("Petra")
	for c, name := range map[*localdiscord.Channel]string{alpha: "Alpha", beta: "Beta"} {
		h.channel = c
		if got := h.slash(p, "join", nil); !strings.Contains(got, "You're in: "+name) {
			t.Errorf("/join in %s's channel: %s", name, got)
		}
	}
	h.channel = h.guild.AddChannel("lobby")
	if got := h.slash(p, "status", nil); !strings.Contains(got, "Alpha") || !strings.Contains(got, "Beta") || !strings.Contains(got, "Which event?") {
		t.Errorf("/status where two events run: %s", got)
	}
	choices, err := p.Suggest(t.Context(), h.channel, "status", nil, "tournament")
	if err != nil || len(choices) != 2 {
		t.Fatalf("%d suggestions, %v", len(choices), err)
	}
	if got := h.slash(p, "status", localdiscord.Options{"tournament": choices[0].Value}); !strings.Contains(got, "Petra") {
		t.Errorf("/status with the option: %s", got)
	}
	// Two events in one channel.
	h.channel = alpha
	h.slash(h.organiser, "tournament create", localdiscord.Options{"name": "Gamma", "ruleset": "magic"})
	if got := h.slash(h.organiser, "tournament settings", nil); !strings.Contains(got, "Which event?") {
		t.Errorf("/tournament settings where two events share a channel: %s", got)
	}
	if got := h.slash(p, "leave", localdiscord.Options{"tournament": "alpha"}); !strings.Contains(got, "You left Alpha") {
		t.Errorf("/leave with the event's name: %s", got)
	}
	h.clean()
}

// press presses a button and returns the text of the answer.
func (h *testServer) press(p *localdiscord.Person, m localdiscord.Message, label string) string {
	h.t.Helper()
	i, err := p.Click(h.t.Context(), m, label)
	if err != nil {
		h.t.Fatal(err)
	}
	return h.text(h.assented(p, h.answer(i)))
}

// newest waits for and returns the newest message visible to a person that contains a
// text.
func (h *testServer) newest(c *localdiscord.Channel, p *localdiscord.Person, text string) (found localdiscord.Message) {
	h.t.Helper()
	says := h.saying(text)
	h.until(fmt.Sprintf("something in the channel says %q", text), func() bool {
		all := h.srv.Messages(c, p)
		slices.Reverse(all)
		i := slices.IndexFunc(all, says)
		if i >= 0 {
			found = all[i]
		}
		return i >= 0
	})
	return found
}

// TestThreadsGoBeyondTheCards: with threads each of 26 tables has its card and thread;
// without them a round of that size is a list with one Report button.
func TestThreadsGoBeyondTheCards(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		set     string
		threads int
		cards   int
	}{{"threads=yes", 26, 26}, {"threads=no", 0, 0}} {
		t.Run(c.set, func(t *testing.T) {
			h := newTestServer(t)
			h.create(localdiscord.Options{"rounds": 2, "cut": 0})
			h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": c.set})
			names := make([]string, 52)
			for i := range names {
				names[i] = fmt.Sprintf("Guest %d", i+1)
			}
			h.slash(h.organiser, "player bulkadd", localdiscord.Options{"names": strings.Join(names, ",")})
			h.organise("tournament start", "round pair", "round publish")
			h.settle()
			threads := 0
			for _, m := range h.srv.Messages(h.channel, h.organiser) {
				if thread, ok := h.srv.Channel(m.ID); ok && len(h.srv.Messages(thread, h.organiser)) == 1 {
					threads++
				}
			}
			if threads != c.threads || h.posts("Drop") != c.cards {
				t.Errorf("%d threads and %d cards, want %d and %d", threads, h.posts("Drop"), c.threads, c.cards)
			}
			h.clean()
		})
	}
}

// TestOpenMeansTheEventJustCreated: in a channel that already has an event, an organiser
// who creates another and opens registration means the new one, and not a second
// organiser's draft.
func TestOpenMeansTheEventJustCreated(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"name": "Alpha"})
	h.slash(h.organiser, "tournament create", localdiscord.Options{"name": "Beta", "ruleset": "magic"})
	otto := h.guild.AddPerson("Otto", h.guild.AddRole("TO", wire.ManageGuild))
	h.guild.ShowCommands(h.guild.ID())
	h.slash(otto, "tournament create", localdiscord.Options{"name": "Gamma", "ruleset": "magic"})
	for _, c := range []struct {
		who  *localdiscord.Person
		want string
	}{{h.organiser, "Beta"}, {otto, "Gamma"}} {
		h.slash(c.who, "tournament open", nil)
		found, err := h.store.ByGuild(t.Context(), h.guild.ID())
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			if f.Name == c.want && f.Phase != tournament.Open {
				t.Errorf("%s's event %s is %s after /tournament open", c.who.Name(), f.Name, f.Phase)
			}
		}
	}
	if got := h.slash(h.organiser, "tournament open", nil); !strings.Contains(got, "Which event?") {
		t.Errorf("with nothing left to open: %s", got)
	}
	h.clean()
}

// TestAThreadThatIsLostIsOpenedLater: for a while Discord accepts the cards of a round
// but opens no threads. Each is opened after that and archived with its result.
func TestAThreadThatIsLostIsOpenedLater(t *testing.T) {
	h := threaded(t)
	h.settle()
	h.srv.Faults().Script("POST", "/threads", localdiscord.Fault500, 4)
	h.begin()
	h.settle()
	threads := h.threads()
	if len(threads) != 2 {
		t.Errorf("%d threads, want 2", len(threads))
	}
	for table := range 2 {
		if c := threads[table]; c.Archived() {
			t.Errorf("%s is put away before its match is over", c.Name())
		}
		h.slash(h.organiser, "player report", localdiscord.Options{"table": table + 1, "result": "2-0"})
	}
	h.settle()
	for _, c := range threads {
		if !c.Archived() || !c.Locked() {
			t.Errorf("%s: archived %v, locked %v", c.Name(), c.Archived(), c.Locked())
		}
	}
	h.clean()
}

// threads returns the threads of the event's channel.
func (h *testServer) threads() (out []*localdiscord.Channel) {
	for _, c := range h.guild.Channels() {
		if c.ParentID() == h.channel.ID() {
			out = append(out, c)
		}
	}
	return out
}

// TestAThreadIsPutAwayByTheNextProcess: the process stops after a result is stored and
// before the thread is archived. The next process archives it, once.
func TestAThreadIsPutAwayByTheNextProcess(t *testing.T) {
	h := threaded(t)
	h.begin()
	thread, other := h.threadOf(1), h.threadOf(2)
	h.settle()
	h.srv.Faults().Script("PATCH", "/channels/"+thread.ID(), localdiscord.FaultCutBefore, 1_000_000) // the thread and posts in it
	h.slash(h.organiser, "player report", localdiscord.Options{"table": 1, "result": "2-0"})
	h.until("the sender is at it", func() bool {
		s := h.snapshot().State
		row, err := h.store.Post(t.Context(), s.ID, fmt.Sprintf("r1.%d.m1.thread", s.Round(1).PublishedSeq))
		return err == nil && !row.Began.IsZero()
	})
	h.kill()
	if thread.Archived() {
		t.Fatal("the thread is put away already")
	}
	h.srv.Faults().Clear()
	h.sends.Settle = time.Second // no request of the stopped sender is still in progress
	h.send()
	h.settle()
	if !thread.Archived() || !thread.Locked() {
		t.Errorf("after a new process has begun: archived %v, locked %v", thread.Archived(), thread.Locked())
	}
	if other.Archived() {
		t.Error("the thread of the other match is put away too")
	}
	h.clean()
}

// TestAReportThatIsTakenBackLeavesTheThreadOpen: the question about it is withdrawn, and
// the match is played on.
func TestAReportThatIsTakenBackLeavesTheThreadOpen(t *testing.T) {
	h := threaded(t)
	h.begin()
	thread := h.threadOf(1)
	_, l := h.snapshot().State.Match(1, 1)
	a := h.person(int(l.Seats[0]) + 1)
	i, err := a.Slash(t.Context(), thread, "report", localdiscord.Options{"result": "2-1"})
	if err != nil {
		t.Fatal(err)
	}
	h.answer(i)
	h.settle()
	h.slash(h.organiser, "tournament undo", nil)
	h.press(h.organiser, h.newest(h.channel, h.organiser, "Undo this?"), "Undo")
	h.settle()
	if m, _ := h.snapshot().State.Match(1, 1); m.Report != nil {
		t.Fatal("the report stands")
	}
	if thread.Archived() {
		t.Error("the match is open and its thread is archived")
	}
	h.clean()
}

// TestAThreadedMatchCostsFewRequests counts what one match with a thread costs, from its
// card to the archived thread, with the record of the local Discord: a match of an evening
// with one report and one confirmation, and one that is arranged, of which players are also
// reminded. The thread is archived once, and nothing is read.
func TestAThreadedMatchCostsFewRequests(t *testing.T) {
	for name, play := range map[string]func(h *testServer){
		"live": func(h *testServer) {
			h.begin()
			h.settle()
		},
		"arranged": func(h *testServer) {
			h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "stages=swiss 3, arranged=by_date"})
			h.slash(h.organiser, "tournament start", nil)
			a, b := h.opponents(1, 1)
			when := func(days time.Duration) localdiscord.Options {
				return localdiscord.Options{"when": h.now().Add(days * 24 * time.Hour).UTC().Format("2006-01-02 15:04"), "time_zone": "UTC"}
			}
			h.slash(a, "match propose", when(2))
			h.settle()
			h.slash(b, "match propose", when(3))
			h.settle()
			h.inMatch(a, nil, customid.TimeAccept{})
			h.settle()
			for range 8 { // past a reminder and the agreed time
				h.pass(9 * time.Hour)
				h.settle()
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := openTestServer(t, nil, false, func(c *localdiscord.Config) { c.Record = 10_000 })
			h.create(localdiscord.Options{"cut": 0})
			h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "threads=yes"})
			h.players(4)
			play(h)
			thread := h.threadOf(1)
			a, b := h.opponents(1, 1)
			i, err := a.Slash(t.Context(), thread, "report", localdiscord.Options{"result": "2-1"})
			if err != nil {
				t.Fatal(err)
			}
			h.answer(i)
			h.settle()
			h.slash(b, "confirm", nil)
			h.settle()
			if !thread.Archived() || !thread.Locked() {
				t.Fatal("the thread is not archived")
			}
			all, reads, archived := h.requestsAbout(thread)
			t.Logf("%d requests, %d of them reads:\n%s", len(all), reads, strings.Join(all, "\n"))
			if len(all) > 20 || reads > 0 || archived != 1 {
				t.Errorf("%d requests, %d of them reads, archived %d times; want at most 20, 0 and 1", len(all), reads, archived)
			}
			h.clean()
		})
	}
}

// requestsAbout returns the requests about a thread and the card on which it was opened, how
// many of them are reads, and how often the thread was archived.
func (h *testServer) requestsAbout(thread *localdiscord.Channel) (all []string, reads, archived int) {
	for _, x := range h.srv.Recording() {
		card := x.Method == "POST" && strings.Contains(string(x.Answer), `"id":"`+thread.ID()+`"`)
		if x.Kind != "rest" || !card && !strings.Contains(x.Path, thread.ID()) {
			continue
		}
		all = append(all, x.Method+" "+x.Path)
		if x.Method == "GET" {
			reads++
		}
		if x.Method == "PATCH" && strings.Contains(string(x.Body), `"archived":true`) {
			archived++
		}
	}
	return all, reads, archived
}
