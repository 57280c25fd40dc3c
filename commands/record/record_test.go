package record_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
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

// paired is an event of Ann and Ben whose first round has started.
func paired(t *testing.T, rs *rules.Ruleset) *event {
	t.Helper()
	e := &event{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)}
	e.do("Olga", &command.Create{Guild: "g", Channel: "c", Settings: tournament.DefaultSettings("Friday"), Ruleset: rs})
	e.do("Olga", &command.OpenRegistration{})
	for _, name := range []string{"Ann", "Ben"} {
		e.do(name, &command.Join{User: name, Name: name})
	}
	for _, c := range []command.Command{&command.Start{}, &command.Pair{}, &command.Publish{}, &command.StartRound{}} {
		e.do("Olga", c)
	}
	return e
}

// The page and the record of an event show that a player is missed, as its channel does, as
// long as it is so; the log has each step; an undo takes a claim back, and all of it replays.
func TestAClaimIsOnThePageAndInTheLog(t *testing.T) {
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	e := paired(t, rs)
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

// cards is a game whose players ban a deck each in turn, then choose one each unseen.
const cards = `id = "cards"
extends = "magic"
name = "Cards"
version = "1"
date = "2026-01-01"
options = []
[pool.decks]
items = ["Aggro", "Burn", "Control", "Discard"]
[[script]]
best = 3
pool = "decks"
start = "ban A, pick A, pick B, left"
[[script]]
best = 3
pool = "decks"
hidden = true
start = "ban both, pick both"
`

// TestPicksAreOnThePageOnceBothSidesSeeThem, with who chose what; a hidden choice is nowhere on it
// before.
func TestPicksAreOnThePageOnceBothSidesSeeThem(t *testing.T) {
	lib, err := rules.LoadDir(fstest.MapFS{"cards.toml": {Data: []byte(cards)}})
	if err != nil {
		t.Fatal(err)
	}
	rs, err := lib.Load("cards")
	if err != nil {
		t.Fatal(err)
	}
	e := paired(t, rs)
	at := tournament.Place{Round: 1, Match: 1}
	shown := func(want string) {
		t.Helper()
		if got := strings.Join(record.New(view.Env{Snap: e.snap, Now: e.now}).Played[0].Tables[0].Picks, " | "); got != want {
			t.Errorf("the page shows\n%s\nwant\n%s", got, want)
		}
	}
	shown("")
	e.do("Ann", &command.BeginPicks{Player: 1})
	names := []string{"Ann", "Ben"}
	pick := func(item string) {
		t.Helper()
		n := e.snap.State.PickWaits(at)[0]
		e.do(names[n-1], &command.PickItem{Player: n, Round: 1, Match: 1, Step: e.snap.State.PickTurn(at).Number, Item: item})
	}
	a := names[e.snap.State.PickWaits(at)[0]-1]
	b := names[2-slices.Index(names, a)-1]
	for _, item := range []string{"Aggro", "Burn", "Control"} {
		pick(item)
	}
	open := fmt.Sprintf("Banned: Aggro (%s)%%s | Game 1: Burn (%s)%%s | Game 2: Control (%s) | Game 3: Discard", a, a, b)
	shown(fmt.Sprintf(open, "", ""))
	first := names[e.snap.State.PickWaits(at)[0]-1]
	second := names[2-slices.Index(names, first)-1]
	pick("Burn")
	shown(fmt.Sprintf(open, "", ""))
	pick("Aggro")
	bans := fmt.Sprintf(", Burn (%s), Aggro (%s)", first, second)
	shown(fmt.Sprintf(open, bans, ""))
	pick("Control")
	shown(fmt.Sprintf(open, bans, ""))
	pick("Discard")
	shown(fmt.Sprintf(open, bans, fmt.Sprintf(" · Control (%s) · Discard (%s)", first, second)))
}
