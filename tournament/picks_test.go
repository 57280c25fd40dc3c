package tournament_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/draw"
	"topcut/tournament/rules"
)

// shooter is a game of one map, which is banned down to; more is laid over it.
const shooter = `id = "shooter"
extends = "magic"
name = "Shooter"
version = "1"
date = "2026-01-01"
options = []
[match]
games = 1
elimination_games = 1
best = [1, 3]
[results]
swiss = ["1-0"]
elimination = ["1-0"]
[bye]
games = [1, 0, 0]
[forfeit]
games = [1, 0, 0]
[drop]
games = [1, 0, 0]
[draws]
allowed = false
intentional = false
id = ""
[pool.maps]
items = ["Abbey", "Bridge", "Canal", "Depot", "Estate"]
[[script]]
best = 1
pool = "maps"
clock = "1m"
`

// vetoing returns an event of four players whose first round is being played, with the players
// of its first match: a begins the script.
func vetoing(t *testing.T, script string) (w *table, at tournament.Place, a, b int) {
	t.Helper()
	if script == "" {
		script = "start = \"ban A, ban B, ban A, ban B, left\"\n"
	}
	lib, err := rules.LoadDir(fstest.MapFS{"shooter.toml": {Data: []byte(shooter + script)}})
	if err != nil {
		t.Fatal(err)
	}
	rs, err := lib.Load("shooter")
	if err != nil {
		t.Fatal(err)
	}
	w = &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	s := settings(2, 0)
	s.RoundMinutes = 50
	w.do(&command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: rs}, &command.OpenRegistration{})
	for _, u := range []string{"a", "b", "c", "d"} {
		w.must(u, &command.Join{User: u, Name: u})
	}
	w.goesOn()
	at = tournament.Place{Round: 1, Match: 1}
	then, err := w.snap.State.Supposing(&tournament.ScriptBegun{Place: at, Player: w.player(1, 1, 0), Coin: w.coin(at)})
	if err != nil {
		t.Fatal(err)
	}
	if waits := then.PickWaits(at); len(waits) > 0 {
		return w, at, waits[0], w.opponent(1, waits[0])
	}
	return w, at, w.player(1, 1, 0), w.player(1, 1, 1)
}

func (w *table) picks(n, step int, item string) {
	w.t.Helper()
	w.must(w.user(n), &command.PickItem{Player: n, Step: step, Item: item})
}

// seen are the items that both players of a match see.
func (w *table) seen(at tournament.Place) string {
	m, _ := w.snap.State.Match(at.Round, at.Match)
	var out []string
	for _, c := range m.Picks.Seen() {
		out = append(out, c.Item)
	}
	return strings.Join(out, " ")
}

// Who does not choose in time has an item drawn, by the seed of the round, and loses nothing.
func TestChoiceALateStepIsDrawn(t *testing.T) {
	w, at, a, b := vetoing(t, "")
	w.refused(w.user(b), &command.PickItem{Player: b, Item: "Abbey"}, tournament.NotAllowed, "picks.turn")
	w.picks(a, 0, "Abbey")
	w.refused(w.user(a), &command.PickItem{Player: a, Step: 1, Item: "Bridge"}, tournament.NotAllowed, "picks.turn")
	w.refused(w.user(b), &command.PickItem{Player: b, Step: 1, Item: "Abbey"}, tournament.Conflict, "picks.gone")
	w.refused(w.user(b), &command.PickItem{Player: b, Step: 0, Item: "Bridge"}, tournament.Conflict, "picks.step")
	timer := w.timer(tournament.DuePick, 1, 1)
	m, _ := w.snap.State.Match(1, 1)
	if want := m.Picks.At.Add(time.Minute); !timer.At.Equal(want) {
		t.Fatalf("the time of the second step ends at %v, want %v", timer.At, want)
	}
	w.fires(tournament.DuePick, 1, 1)
	if m, _ := w.snap.State.Match(1, 1); m.Confirmed || !m.Picks.Seen()[1].Late || !slices.Equal(w.snap.State.PickWaits(at), []int{a}) {
		t.Fatalf("%+v", m.Picks)
	}
	w.fires(tournament.DuePick, 1, 1)
	w.fires(tournament.DuePick, 1, 1)
	if items := strings.Fields(w.seen(at)); len(items) != 5 || w.snap.State.PickTurn(at) != nil {
		t.Fatalf("%v are chosen", items)
	}
	w.refused(w.user(a), &command.PickItem{Player: a, Step: 5, Item: "Depot"}, tournament.WrongPhase, "picks.over")
	w.replays(t)
}

// A pause of the round and an outage take no time of a step.
func TestTheClockOfAStepStandsStill(t *testing.T) {
	w, at, a, _ := vetoing(t, "")
	w.picks(a, 0, "Abbey")
	end := w.timer(tournament.DuePick, 1, 1).At
	w.now = w.now.Add(20 * time.Second)
	w.do(&command.PauseClock{})
	w.now = w.now.Add(time.Hour)
	if ends := w.snap.State.PickEnds(at, w.opponent(1, a)); !ends.IsZero() {
		t.Errorf("the step ends at %v in a pause", ends)
	}
	paused := w.snap.State.Current().PausedAt
	w.do(&command.ResumeClock{})
	end = end.Add(w.now.Sub(paused))
	if got := w.timer(tournament.DuePick, 1, 1).At; got.Sub(end).Abs() > 2*time.Second {
		t.Errorf("the step ends at %v after a pause, want %v", got, end)
	}
	from := w.now
	w.now = w.now.Add(30 * time.Second)
	if err := w.as("", &command.Interrupt{From: from, Until: w.now}); err != nil {
		t.Fatal(err)
	}
	if got := w.timer(tournament.DuePick, 1, 1).At.Sub(end); (got - 30*time.Second).Abs() > 2*time.Second {
		t.Errorf("an outage of 30 s gives back %v", got)
	}
	w.replays(t)
}

// A report ends the script, and taking it back lets it go on.
func TestNoScriptHoldsUpAResult(t *testing.T) {
	w, at, a, b := vetoing(t, "")
	w.do(&command.BeginPicks{Player: b})
	w.refused(w.user(b), &command.BeginPicks{Player: b}, tournament.WrongPhase, "picks.none")
	w.reports(a, "1-0")
	if w.snap.State.PickTurn(at) != nil || len(w.snap.State.PickWaits(at)) > 0 {
		t.Error("a step waits although the match is reported")
	}
	w.refused(w.user(a), &command.PickItem{Player: a, Item: "Abbey"}, tournament.WrongPhase, "picks.over")
	w.do(&command.Undo{})
	w.picks(a, 0, "Abbey")
	w.do(&command.Undo{})
	if got := w.seen(at); got != "" {
		t.Errorf("%s stands after the undo", got)
	}
	w.picks(a, 0, "Canal")
	w.replays(t)
}

// What both choose unseen is in no file and no line until both have; an undone choice too.
func TestAHiddenChoiceIsSeenByNobody(t *testing.T) {
	w, at, a, b := vetoing(t, "hidden = true\nstart = \"ban both, pick both\"\n")
	shown := func() (items []string) {
		for i := range w.snap.Log {
			if ev, ok := w.snap.State.Shown(w.snap.Log[i]).Event.(*tournament.ItemPicked); ok {
				items = append(items, ev.Item)
			}
		}
		return items
	}
	w.picks(b, 0, "Abbey")
	if got := w.seen(at); got != "" || !slices.Equal(shown(), []string{""}) {
		t.Errorf("%q is seen, and %q in a file", got, shown())
	}
	w.do(&command.Undo{})
	if !slices.Equal(shown(), []string{""}) {
		t.Errorf("%q is in a file after the undo", shown())
	}
	w.picks(b, 0, "Abbey")
	w.picks(a, 0, "Abbey") // both may ban the same
	if got := w.seen(at); got != "Abbey Abbey" || !slices.Equal(shown(), []string{"Abbey", "Abbey", "Abbey"}) {
		t.Errorf("%q is seen, and %q in a file", got, shown())
	}
	w.picks(a, 1, "Canal")
	w.fires(tournament.DuePick, 1, 1)
	if got := w.seen(at); !strings.HasPrefix(got, "Abbey Abbey Canal ") || w.snap.State.PickTurn(at) != nil {
		t.Errorf("%q is seen", got)
	}
	w.replays(t)
}

// Who is missed and chooses is there.
func TestAChoiceAnswersAClaim(t *testing.T) {
	w, at, a, b := vetoing(t, "")
	w.claims(at, b)
	w.picks(a, 0, "Abbey")
	if w.snap.State.OpenClaim(at, a) {
		t.Error("the player who chose is still missed")
	}
	w.replays(t)
}

// coin is who is drawn for a match.
func (w *table) coin(at tournament.Place) int { return draw.Coin(w.snap.State, at) }
