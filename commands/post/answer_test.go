package post_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"topcut/commands/post"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// randomReporters is an event in which the players report, confirm, dispute and call
// judges at random, with a record of what they were asked.
type randomReporters struct {
	rapid.TB
	snap   *tournament.Snapshot
	now    time.Time
	n      int
	asked  map[int64][]string // users pinged about a report, by its event
	called int64              // the last event about which people were pinged
	judge  map[[2]int]int64   // the last call for a judge, by round and match
	posts  []tournament.Post  // what the last command posted
	final  int                // number of results that silence made final
}

func (e *randomReporters) do(user string, c command.Command) error {
	e.n++
	e.now = e.now.Add(time.Second)
	after, events, err := command.Decide(e.snap, command.Request{Actor: tournament.Actor{User: user, Name: user}, Cause: fmt.Sprint("i", e.n), Command: c}, e.now)
	if err != nil {
		if tournament.ClassOf(err) == "" {
			e.Fatalf("%T: %v", c, err)
		}
		return err
	}
	for i := range events {
		e.check(&events[i])
	}
	e.posts = post.Plan(e.snap, after, events)
	for _, p := range e.posts {
		if p.Kind != "call" || !p.Pings {
			continue
		}
		m, ok := post.Render(view.Env{Snap: after, Now: e.now}, &tournament.OutboxRow{Log: tournament.Log.Ref(1), Post: p, Said: e.called})
		if !ok {
			continue
		}
		e.called = p.Seq
		r := len(after.State.Rounds)
		_, undoes := c.(*command.Undo)
		for i := range after.State.Rounds[r-1].Matches {
			match, l := after.State.Match(r, i+1)
			for _, q := range l.Players() {
				user := after.User(int(q) + 1)
				switch {
				case match.Report == nil || match.Confirmed || user == "" || !slices.Contains(m.Mentions.Users, user): // what is final is told, and asked no more
				case int(q)+1 != match.Report.Player:
					e.asked[match.Report.Seq] = append(e.asked[match.Report.Seq], user)
				case !match.Disputed && !undoes: // who reported is told of a dispute and an undo, and asked nothing
					e.Errorf("%s is pinged about their own report", user)
				}
			}
		}
	}
	e.snap = after
	return nil
}

// check checks that the opponent was asked about a result that silence made final.
func (e *randomReporters) check(env *tournament.Envelope) {
	if call, ok := env.Event.(*tournament.JudgeCalled); ok {
		e.judge[[2]int{call.Round, call.Match}] = env.Seq
	}
	c, ok := env.Event.(*tournament.ResultConfirmed)
	if !ok || c.By != tournament.BySilence {
		return
	}
	e.final++
	m, l := e.snap.State.Match(c.Round, c.Match)
	switch {
	case len(e.asked[m.Report.Seq]) == 0:
		e.Fatalf("event %d: nobody was pinged about report %d of match %d", env.Seq, m.Report.Seq, c.Match)
	case e.now.Sub(m.Report.At) < 10*time.Minute:
		e.Fatalf("event %d: they had %s", env.Seq, e.now.Sub(m.Report.At))
	case m.Disputed || m.Report.Reversed:
		e.Fatalf("event %d: it was disputed %v, turned round %v", env.Seq, m.Disputed, m.Report.Reversed)
	case e.judge[[2]int{c.Round, c.Match}] > m.Report.Seq && !undone(e.snap.Log, e.judge[[2]int{c.Round, c.Match}]):
		e.Fatalf("event %d: a judge was called after the report", env.Seq)
	}
	for _, user := range e.asked[m.Report.Seq] {
		n := e.snap.PlayerByUser(user)
		if n == m.Report.Player || !slices.Contains(l.Players(), int32(n-1)) {
			e.Fatalf("event %d: player %d was asked", env.Seq, n)
		}
	}
}

func undone(log []tournament.Envelope, seq int64) bool {
	return slices.ContainsFunc(log, func(e tournament.Envelope) bool {
		r, ok := e.Event.(*tournament.Retracted)
		return ok && slices.Contains(r.Seqs, seq)
	})
}

// reporting starts an event of seven players and a guest.
func reporting(rt rapid.TB, id string, guestFinal bool) *randomReporters {
	rs, err := rules.Load(id)
	if err != nil {
		rt.Fatal(err)
	}
	e := &randomReporters{
		TB: rt, snap: tournament.Begin(1, make([]byte, 32)), now: time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC),
		asked: map[int64][]string{}, judge: map[[2]int]int64{},
	}
	s := tournament.DefaultSettings("Friday Night")
	s.Stages, s.GuestFinal = s.Stages.WithRounds(3).WithCut(stage.Entry{}), guestFinal
	must := func(user string, c command.Command) {
		if err := e.do(user, c); err != nil {
			rt.Fatalf("%T: %v", c, err)
		}
	}
	must("1", &command.Create{Guild: "1", Channel: "2", Settings: s, Ruleset: rs})
	must("1", &command.OpenRegistration{})
	for i := range 7 {
		must(fmt.Sprint(100+i), &command.Join{User: fmt.Sprint(100 + i), Name: fmt.Sprint("Player ", i+1)})
	}
	must("1", &command.Join{Name: "Gus", ByOrganiser: true})
	must("1", &command.Start{})
	return e
}

// Whatever people do, no result becomes final by silence unless the opponent was pinged
// about exactly that result.
func TestSilenceConfirmsOnlyWhatTheOtherSideWasPingedAbout(t *testing.T) {
	rulesets := map[string][]string{
		"magic": {"2-0", "2-1", "0-2", "1-2", "1-1", "id"}, "commander-pods": {"win", "draw", "seat 1", "seat 2", "seat 3"},
	}
	final := 0
	play := func(rt *rapid.T) {
		id := rapid.SampledFrom([]string{"magic", "commander-pods"}).Draw(rt, "ruleset")
		e := reporting(rt, id, rapid.Bool().Draw(rt, "guests are final"))
		for range rapid.IntRange(15, 40).Draw(rt, "steps") {
			st := e.snap.State
			if r := st.Current(); r == nil || r.Status != tournament.Started {
				if len(st.Rounds) == 3 && r.Status == tournament.Done {
					break
				}
				_ = e.do("1", &command.Pair{})
				_ = e.do("1", &command.Publish{})
				_ = e.do("1", &command.StartRound{})
				continue
			}
			n := rapid.IntRange(1, 7).Draw(rt, "player")
			user := e.snap.User(n)
			match, _ := st.Match(len(st.Rounds), st.MatchOf(len(st.Rounds), n)) // nil if n does not play in this round
			text := func() string { return rapid.SampledFrom(rulesets[id]).Draw(rt, "result") }
			switch rapid.IntRange(0, 10).Draw(rt, "deed") {
			case 0, 1, 2, 3:
				_ = e.do(user, &command.ReportResult{Player: n, Text: text()})
			case 4:
				_ = e.do(user, &command.ConfirmReport{Player: n, Seq: match.LastWord()})
			case 5:
				_ = e.do(user, &command.DisputeReport{Player: n, Reason: "no"})
			case 6:
				_ = e.do(user, &command.CallJudge{Player: n})
			case 7:
				_ = e.do("1", &command.Correct{Match: rapid.IntRange(1, len(st.Current().Matches)).Draw(rt, "match"), Text: text()})
			case 8:
				_ = e.do("1", &command.Undo{})
			default:
				e.now = e.now.Add(time.Duration(rapid.IntRange(1, 15).Draw(rt, "minutes")) * time.Minute)
				due := tournament.Deadlines(e.snap.State)
				slices.SortFunc(due, func(a, b tournament.Deadline) int { return a.At.Compare(b.At) }) // as a Poller does
				for _, d := range due {
					if !d.At.After(e.now) {
						_ = e.do("", &command.Fire{Key: d.Key})
					}
				}
			}
		}
		final += e.final
	}
	for tries := 0; final == 0 && tries < 20 && !t.Failed(); tries++ { // with -short one is of five plays
		rapid.Check(t, play)
	}
	if final == 0 {
		t.Error("silence made nothing final: the play proves nothing")
	}
}

// A report that was ruled before its opponent was called waits again when the ruling is
// taken back: the post that said the ruling has asked nothing, so the undo asks.
func TestAReportThatWaitsAgainAfterAnUndoIsAskedAnew(t *testing.T) {
	e := reporting(t, "magic", true)
	must := func(user string, c command.Command) {
		t.Helper()
		if err := e.do(user, c); err != nil {
			t.Fatalf("%T: %v", c, err)
		}
	}
	must("1", &command.Pair{})
	must("1", &command.Publish{})
	if e.snap.State.Current().Status != tournament.Started {
		must("1", &command.StartRound{})
	}
	for n := 1; n <= 7; n++ {
		match := e.snap.State.MatchOf(1, n)
		must(e.snap.User(n), &command.ReportResult{Player: n, Text: "2-0"})
		if m, _ := e.snap.State.Match(1, match); !e.snap.State.Asks(1, match) || len(e.asked[m.Report.Seq]) > 0 {
			must("1", &command.Undo{}) // the guest's table
			continue
		}
		m, l := e.snap.State.Match(1, match)
		must("1", &command.Correct{Match: match, Text: "0-2"})
		must("1", &command.Undo{})
		if got, want := e.asked[m.Report.Seq], e.snap.User(int(l.Players()[1-m.Report.Seat])+1); !slices.Equal(got, []string{want}) {
			t.Fatalf("%v were asked about the report that waits again, want %s", got, want)
		}
		e.saysTheUndoOnce()
		return
	}
	t.Fatal("no report waits")
}

// saysTheUndoOnce checks that the call of the last undo says what it took back, and no other
// post does.
func (e *randomReporters) saysTheUndoOnce() {
	said := ""
	for _, p := range e.posts {
		if m, ok := post.Render(view.Env{Snap: e.snap, Now: e.now}, &tournament.OutboxRow{Log: tournament.Log.Ref(1), Post: p}); ok && strings.Contains(fmt.Sprint(m), "undid:") {
			said += string(p.Kind)
		}
	}
	if said != "call" {
		e.Errorf("the undo is said by %q, not by the call that asks anew", said)
	}
}
