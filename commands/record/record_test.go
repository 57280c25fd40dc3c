package record_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"topcut/commands/record"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/replay"
	"topcut/tournament/rules"
)

// event is an event whose first round is being played, with a clock.
type event struct {
	t    *testing.T
	snap *tournament.Snapshot
	now  time.Time
	n    int
}

func (e *event) do(user string, c command.Command) {
	e.t.Helper()
	e.n++
	e.now = e.now.Add(time.Second)
	after, _, err := command.Decide(e.snap, command.Request{Actor: tournament.Actor{User: user, Name: user}, Cause: fmt.Sprint(e.n), Command: c, Fresh: fmt.Appendf(nil, "%032d", e.n)}, e.now)
	if err != nil {
		e.t.Fatalf("%T: %v", c, err)
	}
	e.snap = after
}

// The page and the record of an event show that a player is missed, as its channel does, as
// long as it is so; the log has each step; an undo takes a claim back, and all of it replays.
func TestAClaimIsOnThePageAndInTheLog(t *testing.T) {
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	e := &event{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)}
	e.do("Olga", &command.Create{Guild: "g", Channel: "c", Settings: tournament.DefaultSettings("Friday"), Ruleset: rs})
	e.do("Olga", &command.OpenRegistration{})
	for _, name := range []string{"Ann", "Ben"} {
		e.do(name, &command.Join{User: name, Name: name})
	}
	for _, c := range []command.Command{&command.Start{}, &command.Pair{}, &command.Publish{}, &command.StartRound{}} {
		e.do("Olga", c)
	}
	at := tournament.Place{Round: 1, Match: 1}
	shown := func(step string, missed bool, log string) {
		t.Helper()
		page := record.New(view.Env{Snap: e.snap, Now: e.now})
		if got := page.Played[0].Tables[0]; strings.Contains(got.Result, "Ben isn't there") != missed || got.Final {
			t.Errorf("%s: the page shows %q, final %v", step, got.Result, got.Final)
		}
		if last := page.Log[len(page.Log)-1]; !strings.Contains(last.Text, log) {
			t.Errorf("%s: the log ends with %q", step, last.Text)
		}
		if _, out, err := replay.Run(1, e.snap.Log); err != nil || !out.Difference.IsZero() {
			t.Errorf("%s: it does not replay: %v, %v", step, err, out)
		}
	}
	e.do("Ann", &command.ClaimForfeit{Player: 1, At: at})
	claim := e.snap.State.Seq
	shown("claimed", true, "Ann")
	e.do("Olga", &command.Undo{Batch: claim})
	shown("undone", false, "")
	for _, l := range record.New(view.Env{Snap: e.snap, Now: e.now}).Log {
		if l.Seq == claim && !l.TakenBack {
			t.Error("the claim that was undone is not taken back in the log")
		}
	}
	e.do("Ann", &command.ClaimForfeit{Player: 1, At: at})
	e.do("Ben", &command.BePresent{Player: 2, At: at})
	shown("came", false, "Ben came, the claim is over")
	e.do("Ann", &command.ClaimForfeit{Player: 1, At: at})
	shown("again", true, "Ann")
}
