package commands_test

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
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/journal"
	"topcut/tournament/notice"
	"topcut/tournament/stores"
)

// TestDoctorTellsWhatWasGivenUp: a post that Discord never accepts is reported with its
// channel and the reason, also when its event is over. One that had nothing to say any
// more is not a loss.
func TestDoctorTellsWhatWasGivenUp(t *testing.T) {
	h := newTestServer(t)
	h.create(nil)
	h.settle()
	id := h.snapshot().State.ID
	giveUp := func(why string) {
		card, err := h.store.Post(t.Context(), id, "card")
		if err == nil {
			err = h.store.KillPost(t.Context(), card.ID, why)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	giveUp(journal.Obsolete)
	if got := h.slash(h.organiser, "doctor", nil); strings.Contains(got, "gave up") {
		t.Errorf("/doctor of what is no loss: %s", got)
	}
	giveUp("Discord answered 400")
	if got := h.slash(h.organiser, "doctor", nil); !strings.Contains(got, "I gave up 1 post, the last one in #friday-night: Discord answered 400") {
		t.Errorf("/doctor: %s", got)
	}
	h.presses(h.organiser, h.answer(h.use(h.organiser, "tournament cancel", nil)), "Cancel the event")
	h.settle()
	giveUp("Discord answered 404")
	if got := h.slash(h.organiser, "doctor", nil); !strings.Contains(got, "Discord answered 404") {
		t.Errorf("/doctor after the end: %s", got)
	}
	h.clean()
}

// TestDoctorMissesADeletedOrganiserRole: a deleted role is not listed as if it existed.
func TestDoctorMissesADeletedOrganiserRole(t *testing.T) {
	h := newTestServer(t)
	judges := h.guild.AddRole("Judges", 0)
	for id, want := range map[string]string{judges.ID(): "✅ Organiser role: @Judges", "123456789012345678": "❌ The organiser role is gone"} {
		if _, err := h.store.ChangeServer(t.Context(), h.guild.ID(), func(s *stores.Server) { s.OrganiserRole = id }); err != nil {
			t.Fatal(err)
		}
		if got := h.slash(h.organiser, "doctor", nil); !strings.Contains(got, want) {
			t.Errorf("role %s: %s", id, got)
		}
	}
	h.clean()
}

// TestDoctorSaysThatTheBotIsBehind: doctor reports commands that Discord does not accept,
// delayed posts, and threads that it does not let the bot open.
func TestDoctorSaysThatTheBotIsBehind(t *testing.T) {
	h := newTestServer(t)
	for _, tc := range []struct {
		missing error
		late    time.Time
	}{{nil, time.Time{}}, {errors.New("Discord answered 500"), time.Unix(1_800_000_000, 0)}} {
		h.app.Unregistered = func() error { return tc.missing }
		h.app.Late = func(context.Context) (posts, threads time.Time) { return tc.late, tc.late }
		h.app.LateAnswers = func() (int, time.Time) {
			n := 0
			if tc.missing != nil {
				n = 3
			}
			return n, tc.late
		}
		got := h.slash(h.organiser, "doctor", nil)
		for _, line := range []string{"❌ My commands aren't registered: Discord answered 500.", "❌ My posts are late: some have been waiting since ", "⚠️ Discord lets me open no thread since ", "⚠️ 3 answers came too late in the last hour"} {
			if strings.Contains(got, line) != (tc.missing != nil) {
				t.Errorf("/doctor, %+v: %s", tc, got)
			}
		}
	}
	h.clean()
}

// TestDoctorTriesAgainAndPostsAgain: a channel in which the bot may not post is reported
// with the missing permission and a button to retry; another button posts again what was
// given up.
func TestDoctorTriesAgainAndPostsAgain(t *testing.T) {
	h := newTestServer(t)
	h.srv.Tolerate(50013)
	h.create(nil)
	h.settle()
	h.channel.AllowMember(nil, 0, wire.SendMessages)
	h.slash(h.organiser, "tournament announce", localdiscord.Options{"text": "The hall opens at six."})
	h.until("the bot is kept out", func() bool { return len(h.sender.Bars(h.guild.ID())) == 1 })
	a := h.answer(h.use(h.organiser, "doctor", nil))
	if text := h.text(a); !strings.Contains(text, "Posts for #friday-night wait") {
		t.Errorf("/doctor: %s", text)
	}
	h.channel.AllowMember(nil, 0, 0) // this bot gets no event for it
	if got := h.press(h.organiser, *a.Message, "Try again now"); !strings.Contains(got, "Trying again now") {
		t.Errorf("the button: %s", got)
	}
	said := h.newest(h.channel, h.organiser, "The hall opens at six.")
	h.settle()

	id := h.snapshot().State.ID
	row, err := h.store.Post(t.Context(), id, fmt.Sprintf("announced.%d", h.snapshot().State.Seq))
	if err != nil {
		t.Fatal(err)
	}
	if err := h.organiser.Delete(said); err != nil {
		t.Fatal(err)
	}
	if err := h.store.KillPost(t.Context(), row.ID, "deleted: 404"); err != nil {
		t.Fatal(err)
	}
	a = h.answer(h.use(h.organiser, "doctor", nil))
	if got := h.press(h.organiser, *a.Message, "Post them again"); !strings.Contains(got, "Posting 1 message again") {
		t.Errorf("the button: %s", got)
	}
	h.newest(h.channel, h.organiser, "The hall opens at six.")
	h.settle()
	h.clean()
}

// TestThePanelOffersWhatWasGivenUp: the pairings are deleted again and again. Twice they
// come back by themselves; then the organisers' panel says so, and one press posts them
// again and removes the line.
func TestThePanelOffersWhatWasGivenUp(t *testing.T) {
	h := newTestServer(t)
	h.slash(h.organiser, "setup", localdiscord.Options{"to_channel": h.office.ID()})
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	h.settle()
	for i, result := range []string{"2-0", "2-1", "0-2"} {
		if err := h.organiser.Delete(h.newest(h.channel, h.organiser, fmt.Sprintf("%d of 2 in", min(i, 1)))); err != nil {
			t.Fatal(err)
		}
		h.slash(h.organiser, "player report", localdiscord.Options{"table": 1, "result": result})
		h.settle()
	}
	panel := h.newest(h.office, h.organiser, "[Post them again]")
	if got := h.srv.Render(panel); !strings.Contains(got, "I gave up 1 post, the last one in #friday-night: it was deleted again and again") {
		t.Errorf("the panel says: %s", got)
	}
	if got := h.press(h.organiser, panel, "Post them again"); !strings.Contains(got, "Posting 1 message again") {
		t.Errorf("the button answers: %s", got)
	}
	h.newest(h.channel, h.organiser, "1 of 2 in")
	h.silentOf("gave up")
	h.clean()
	h.audit()
}

// silentOf waits until no message in the organisers' channel has the text.
func (h *testServer) silentOf(words string) {
	h.t.Helper()
	h.until("the panel says no more of it", func() bool {
		return !slices.ContainsFunc(h.srv.Messages(h.office, h.organiser), func(m localdiscord.Message) bool {
			return strings.Contains(h.srv.Render(m), words)
		})
	})
}

// TestThePanelNamesAChannelThatIsBarred: for a channel in which the bot may not write,
// the organisers' panels of all events and /doctor say which permissions are missing. A
// press retries, and the line disappears.
func TestThePanelNamesAChannelThatIsBarred(t *testing.T) {
	h := newTestServer(t)
	h.srv.Tolerate(50013)
	h.slash(h.organiser, "setup", localdiscord.Options{"to_channel": h.office.ID()})
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	h.settle()
	h.channel.AllowMember(nil, 0, wire.SendMessages)
	h.slash(h.organiser, "tournament announce", localdiscord.Options{"text": "The hall closes at ten."})
	panel := h.newest(h.office, h.organiser, "Posts for #friday-night wait since")
	const lacks = "I lack Send Messages there"
	if got := h.srv.Render(panel); !strings.Contains(got, lacks) {
		t.Errorf("the panel says: %s", got)
	}
	if got := h.slash(h.organiser, "doctor", nil); strings.Count(got, lacks) != 1 {
		t.Errorf("/doctor says: %s", got)
	}
	h.channel.AllowMember(nil, 0, 0) // this bot gets no event for it
	if got := h.press(h.organiser, panel, "Try again now"); !strings.Contains(got, "Trying again now") {
		t.Errorf("the button answers: %s", got)
	}
	h.newest(h.channel, h.organiser, "The hall closes at ten.")
	h.silentOf("wait since")
	h.clean()
	h.audit()
}

// TestThreadsThatMayNotBeOpenedAreNamed: the panel and /doctor report the threads and the
// missing permission. Once the bot has it, a press opens them, and their first posts are
// sent.
func TestThreadsThatMayNotBeOpenedAreNamed(t *testing.T) {
	h := threaded(t)
	h.srv.Tolerate(50013)
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "to_channel=" + h.office.ID()})
	h.channel.AllowMember(nil, 0, wire.CreatePublicThreads)
	h.begin()
	panel := h.newest(h.office, h.organiser, "2 matches have no thread")
	const needs = "I need Manage Threads, Create Public Threads and Send Messages in Threads in the event's channel."
	for where, got := range map[string]string{"the panel": h.srv.Render(panel), "/doctor": h.slash(h.organiser, "doctor", nil)} {
		if !strings.Contains(got, needs) {
			t.Errorf("%s says: %s", where, got)
		}
	}
	h.slash(h.organiser, "player report", localdiscord.Options{"table": 1, "result": "2-0"})
	panel = h.newest(h.office, h.organiser, "1 match has no thread") // the other match was played
	h.channel.AllowMember(nil, 0, 0)
	if got := h.press(h.organiser, panel, "Post them again"); !strings.Contains(got, "Posting") {
		t.Errorf("the button answers: %s", got)
	}
	h.until("the thread begins", func() bool {
		h.settle()
		s := h.snapshot().State
		return slices.ContainsFunc(h.guild.Channels(), func(c *localdiscord.Channel) bool {
			_, l := s.Match(1, 2)
			return strings.Contains(c.Name(), h.snapshot().Name(int(l.Seats[0])+1)) && len(h.srv.Messages(c, h.organiser)) > 0
		})
	})
	h.silentOf("no thread")
	h.clean()
	h.audit()
}

// TestDoctorNamesWhatPanicked: a post that cannot be rendered and a deadline that cannot
// be fired, both because of a panic, are reported. When the fault is gone, a press posts
// the one, and the other fires by itself.
func TestDoctorNamesWhatPanicked(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	h.settle()
	poller := &post.Poller{Clocks: h.store, Director: h.director, Now: h.now, Log: h.app.Log}
	h.app.Stuck = poller.Stuck
	h.poison.Store(true)
	h.slash(h.organiser, "tournament announce", localdiscord.Options{"text": "The hall opens at six."})
	h.until("the post is given up", func() bool {
		lost, err := h.store.GivenUp(t.Context(), h.guild.ID())
		return err == nil && len(post.Lost(lost)) == 1
	})
	h.ahead.Add(int64(2 * time.Hour))
	poller.Poll(t.Context())
	a := h.answer(h.use(h.organiser, "doctor", nil))
	for _, want := range []string{
		"I gave up 1 post, the last one in #friday-night: a fault of the bot",
		"❌ Friday Night: the end of round 1 isn't called: a fault of the bot. Tell the bot's host.",
	} {
		if got := h.text(a); !strings.Contains(got, want) {
			t.Errorf("/doctor lacks %q:\n%s", want, got)
		}
	}
	h.poison.Store(false)
	if got := h.press(h.organiser, *a.Message, "Post them again"); !strings.Contains(got, "Posting 1 message again") {
		t.Errorf("the button: %s", got)
	}
	h.newest(h.channel, h.organiser, "The hall opens at six.")
	h.until("what is due happens", func() bool {
		poller.Poll(t.Context())
		return len(poller.Stuck()) == 0
	})
	if got := h.slash(h.organiser, "doctor", nil); strings.Contains(got, "fault") {
		t.Errorf("/doctor afterwards:\n%s", got)
	}
	if n := count[*tournament.TimeCalled](h.snapshot()); n != 1 {
		t.Errorf("time was called %d times", n)
	}
	h.clean()
}

// TestDoctorSaysInWordsWhatDoesNotHappen: a deadline that fails to fire is reported by
// its event and by what people wait for, not by its stored key, with a reason of one
// line.
func TestDoctorSaysInWordsWhatDoesNotHappen(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	state := h.snapshot().State
	timers := tournament.Timers(state)
	if len(timers) == 0 {
		t.Fatal("nothing is due")
	}
	h.app.Stuck = func() []post.Stuck {
		var out []post.Stuck
		for _, due := range timers {
			out = append(out, h.stuckAt(tournament.Log.Ref(state.ID), due.Key(), errors.New("boom\ngoroutine 7")))
		}
		return out
	}
	got := h.slash(h.organiser, "doctor", nil)
	for _, want := range []string{
		"❌ Friday Night: the reminder before the end of round 1 doesn't come: boom. Tell the bot's host.",
		"❌ Friday Night: the end of round 1 isn't called: ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("/doctor lacks %q:\n%s", want, got)
		}
	}
	for _, raw := range []string{timers[0].Key(), "goroutine"} {
		if strings.Contains(got, raw) {
			t.Errorf("/doctor shows %q:\n%s", raw, got)
		}
	}
	for _, kind := range []tournament.DueKind{
		tournament.DueCheckIn, tournament.DueCheckInEnd, tournament.DueStart, tournament.DueMixed, tournament.DueBuildWarning,
		tournament.DueBuildEnd, tournament.DueNextRound, tournament.DueWarning, tournament.DueTime, tournament.DueConfirm, tournament.DueCall, tournament.DueStaff,
	} {
		if said := (text.Printer{}).Say("stuck."+notice.Code(kind), "round", 1, "next", 2); said == "" || strings.Contains(said, string(kind)+".") || strings.Contains(said, "stuck.") {
			t.Errorf("%s is said as %q", kind, said)
		}
	}
	h.clean()
}

// TestDoctorTakesBackWhatCrashedTheBot: an event that is set apart is reported with the
// reason, and a press retries it.
func TestDoctorTakesBackWhatCrashedTheBot(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	state, retried := h.snapshot().State, ""
	h.app.Stuck = func() []post.Stuck {
		return []post.Stuck{h.stuckAt(tournament.Log.Ref(state.ID), tournament.Timers(state)[0].Key(), notice.Err("cause.crashed"))}
	}
	h.app.Unstick = func(guild string) { retried = guild }
	a := h.answer(h.use(h.organiser, "doctor", nil))
	if got := h.text(a); !strings.Contains(got, "the bot crashed at it three times") {
		t.Errorf("/doctor: %s", got)
	}
	h.press(h.organiser, *a.Message, "Try again now")
	if retried != h.guild.ID() {
		t.Errorf("tried again in server %q", retried)
	}
	h.clean()
}

// stuckAt returns a deadline of this server that fails to fire.
func (h *testServer) stuckAt(log journal.Ref, key string, why error) post.Stuck {
	return post.Stuck{DueDeadline: tournament.DueDeadline{Log: log, Guild: h.guild.ID(), Deadline: tournament.Deadline{Key: key}}, Why: why}
}

// crashedIn lets earlier processes have crashed three times in some work, and returns the
// Poller of a process that has learned of it.
func (h *testServer) crashedIn(id journal.ID, work string) *post.Poller {
	h.t.Helper()
	if err := h.store.Attempt(h.t.Context(), journal.Attempt{Log: id, Work: work, Key: "it", Crashes: 3, Version: "1"}); err != nil {
		h.t.Fatal(err)
	}
	guard := &post.Guard{Attempts: h.store, Version: "1", Wary: true, Log: h.app.Log}
	if err := guard.Learn(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
	poller := h.poller()
	poller.Guard = guard
	h.app.Guard, h.app.Stuck, h.app.Unstick = guard, poller.Stuck, poller.Retry
	return poller
}

// TestPressesThatCrashTheBotAreSetApart: in an event in which earlier processes crashed
// when people did something nothing is done, and they are told; a press of /doctor lets it
// be done again.
func TestPressesThatCrashTheBotAreSetApart(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	state := h.snapshot().State
	h.crashedIn(state.ID, post.WorkPresses)
	const refused = "The bot crashed at this three times"
	if got := h.text(h.answer(h.use(h.organiser, "status", nil))); !strings.Contains(got, refused) {
		t.Errorf("/status: %s", got)
	}
	a := h.answer(h.use(h.organiser, "doctor", nil))
	if got := h.text(a); !strings.Contains(got, "the bot crashed three times at what people do here") {
		t.Errorf("/doctor: %s", got)
	}
	h.press(h.organiser, *a.Message, "Try again now")
	if got := h.text(h.answer(h.use(h.organiser, "status", nil))); strings.Contains(got, refused) {
		t.Errorf("/status after /doctor: %s", got)
	}
	if left, err := h.store.Attempts(t.Context()); err != nil || len(left) > 0 {
		t.Errorf("left behind: %+v, %v", left, err)
	}
	h.clean()
}

// TestALeagueThatCrashedTheBotIsTakenBack: /doctor names a league in which earlier
// processes crashed, when its event was due or when people did something, and a press lets
// both be done again.
func TestALeagueThatCrashedTheBotIsTakenBack(t *testing.T) {
	h := newTestServer(t)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring", "ruleset": "magic", "cron": "0 19 * * 5"})
	id := h.league().State.ID
	h.crashedIn(id, post.WorkPresses)
	poller := h.crashedIn(id, "deadlines")
	h.ahead.Add(int64(8 * 24 * time.Hour))
	poller.Poll(t.Context())
	const refused = "The bot crashed at this three times"
	if got := h.slash(h.organiser, "league standings", nil); !strings.Contains(got, refused) {
		t.Errorf("/league standings: %s", got)
	}
	a := h.answer(h.use(h.organiser, "doctor", nil))
	got := h.text(a)
	for _, want := range []string{"Spring: the bot crashed three times at what people do here", "Spring: its next event doesn't come: the bot crashed at it three times"} {
		if !strings.Contains(got, want) {
			t.Errorf("/doctor lacks %q: %s", want, got)
		}
	}
	h.press(h.organiser, *a.Message, "Try again now")
	poller.Poll(t.Context())
	if got := h.slash(h.organiser, "league standings", nil); strings.Contains(got, refused) {
		t.Errorf("/league standings after /doctor: %s", got)
	}
	if stuck := poller.Stuck(); len(stuck) > 0 {
		t.Errorf("stuck after /doctor: %+v", stuck)
	}
	if left, err := h.store.Attempts(t.Context()); err != nil || len(left) > 0 {
		t.Errorf("left behind: %+v, %v", left, err)
	}
	h.clean()
}
