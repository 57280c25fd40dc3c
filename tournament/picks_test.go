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
	"topcut/tournament/replay"
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
	return playing(t, shooter+script)
}

// playing is vetoing by a ruleset.
func playing(t *testing.T, ruleset string) (w *table, at tournament.Place, a, b int) {
	t.Helper()
	lib, err := rules.LoadDir(fstest.MapFS{"shooter.toml": {Data: []byte(ruleset)}})
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

// fighter is two scripts in a match of three games, with steps between them.
const fighter = `[pool.stages]
items = ["Dojo", "Harbour", "Roof"]
[[script]]
best = 3
pool = "maps"
hidden = true
start = "pick both"
between = "keep winner, pick loser"
clock = "1m"
[[script]]
best = 3
pool = "stages"
start = "random"
between = "ban winner, pick loser"
barred = "won_here"
clock = "1m"
`

// bestOfThree is shooter with matches of three games and other scripts.
func bestOfThree(scripts string) string {
	base, _, _ := strings.Cut(shooter, "[[script]]")
	base = strings.Replace(base, "games = 1\nelimination_games = 1\n", "games = 3\nelimination_games = 3\n", 1)
	return strings.Replace(base, "\"1-0\"", "\"2-0\", \"2-1\", \"1-0\"", 2) + scripts
}

// fighting is an event of vetoing whose matches are best of three, in the middle of game 1: both
// have picked Abbey.
func fighting(t *testing.T) (w *table, at tournament.Place, a, b int) {
	t.Helper()
	w, at, a, b = playing(t, bestOfThree(fighter))
	w.picks(a, 0, "Abbey")
	w.picks(b, 0, "Abbey")
	if w.snap.State.GameDue(at) != 1 {
		t.Fatalf("game %d is due", w.snap.State.GameDue(at))
	}
	return w, at, a, b
}

func (w *table) gameTo(by, game, winner int) {
	w.t.Helper()
	w.must(w.user(by), &command.ReportGame{Player: by, Game: game, Winner: winner})
}

// The games of a match are reported one by one: what is chosen before the next follows from the
// last, and the game that decides the match is its report.
func TestGamesAreReportedOneByOne(t *testing.T) {
	w, at, a, b := fighting(t)
	w.refused(w.user(a), &command.ReportGame{Player: a, Game: 2, Winner: a}, tournament.Conflict, "picks.game_step")
	w.gameTo(b, 1, a)
	if waits := w.snap.State.PickWaits(at); !slices.Equal(waits, []int{b}) { // the winner keeps
		t.Fatalf("%v choose a character", waits)
	}
	w.picks(b, 3, "Canal")
	w.refused(w.user(b), &command.PickItem{Player: b, Step: 4, Item: "Dojo"}, tournament.NotAllowed, "picks.turn")
	w.picks(a, w.snap.State.PickTurn(at).Number, "Dojo")
	w.fires(tournament.DuePick, 1, 1) // the loser's stage is drawn
	if w.snap.State.GameDue(at) != 2 {
		t.Fatalf("game %d is due: %s", w.snap.State.GameDue(at), w.seen(at))
	}
	w.gameTo(a, 2, b)
	w.do(&command.Undo{})
	w.gameTo(a, 2, a)
	m, _ := w.snap.State.Match(1, 1)
	if m.Report == nil || m.Confirmed || w.snap.State.GameDue(at) != 0 || m.Report.Result.V[m.Report.Seat] != 2 {
		t.Fatalf("the deciding game is reported as %+v", m.Report)
	}
	w.must(w.user(b), &command.ConfirmReport{Player: b})
	w.replays(t)
}

// Either player takes the last game back, with what was chosen since, until the match is reported.
func TestAGameIsTakenBack(t *testing.T) {
	w, at, a, b := fighting(t)
	before := w.seen(at)
	w.refused(w.user(a), &command.WithdrawGame{Player: a, Game: 0}, tournament.Conflict, "picks.game_step")
	w.gameTo(b, 1, a)
	w.picks(b, 3, "Canal")
	w.refused(w.user(a), &command.WithdrawGame{Player: a, Game: 2}, tournament.Conflict, "picks.game_step")
	w.must(w.user(a), &command.WithdrawGame{Player: a, Game: 1})
	if got := w.seen(at); got != before || w.snap.State.GameDue(at) != 1 {
		t.Errorf("%s stands, not %s, and game %d is due", got, before, w.snap.State.GameDue(at))
	}
	w.gameTo(b, 1, b)
	if waits := w.snap.State.PickWaits(at); !slices.Equal(waits, []int{a}) {
		t.Errorf("%v choose a character", waits)
	}
	w.reports(a, "2-0")
	w.refused(w.user(a), &command.WithdrawGame{Player: a, Game: 1}, tournament.Conflict, "picks.game_step")
	w.replays(t)
}

// What is not shown is in no file, and the file replays: what was undone, too.
func TestAFileWithUnseenChoicesReplays(t *testing.T) {
	w, at, a, b := fighting(t)
	shown := func() []tournament.Envelope {
		log := slices.Clone(w.snap.Log)
		for i := range log {
			log[i] = w.snap.State.Shown(log[i])
		}
		return log
	}
	w.do(&command.Undo{}, &command.Undo{Batch: 0})
	w.picks(b, 0, "Canal")
	for _, e := range shown() {
		if ev, ok := e.Event.(*tournament.ItemPicked); ok && ev.Item != "" {
			t.Errorf("%s is in a file", ev.Item)
		}
	}
	if _, what, err := replay.Run(1, shown()); err != nil || !what.Difference.IsZero() {
		t.Errorf("the file does not replay: %v, %v", what, err)
	}
	w.picks(a, 0, "Depot")
	w.gameTo(a, 1, b)
	if _, what, err := replay.Run(1, shown()); err != nil || !what.Difference.IsZero() {
		t.Errorf("the file does not replay once all is seen: %v, %v", what, err)
	}
	if got := w.seen(at); !strings.Contains(got, "Depot") {
		t.Errorf("%s is seen", got)
	}
}

// A ban that comes too late is skipped where the game says so; an item for a game is drawn.
func TestChoiceALateBanIsSkippedIfTheGameSaysSo(t *testing.T) {
	w, at, a, _ := vetoing(t, "late = \"pass\"\nstart = \"ban A, ban B, pick A\"\n")
	w.do(&command.BeginPicks{Player: a})
	w.fires(tournament.DuePick, 1, 1)
	w.fires(tournament.DuePick, 1, 1)
	if got := strings.TrimSpace(w.seen(at)); got != "" {
		t.Errorf("%s is banned", got)
	}
	w.fires(tournament.DuePick, 1, 1)
	if w.snap.State.PickTurn(at) != nil || strings.TrimSpace(w.seen(at)) == "" {
		t.Errorf("%q is seen", w.seen(at))
	}
	w.replays(t)
}

// What is drawn for who is late is as unseen as a choice, in files too, until the reveal.
func TestWhatIsDrawnUnseenIsInNoFile(t *testing.T) {
	w, at, a, b := playing(t, bestOfThree("[[script]]\nbest = 3\npool = \"maps\"\nhidden = true\nclock = \"1m\"\nstart = \"pick both 3, reveal\"\n"))
	drawn := func() (items []string) {
		for i := range w.snap.Log {
			if ev, ok := w.snap.State.Shown(w.snap.Log[i]).Event.(*tournament.ItemDrawn); ok {
				items = append(items, ev.Item)
			}
		}
		return items
	}
	w.picks(a, 0, "Abbey")
	w.fires(tournament.DuePick, 1, 1)
	if got := drawn(); !slices.Equal(got, []string{""}) || w.seen(at) != "" {
		t.Errorf("%q is in a file, and %q is seen", got, w.seen(at))
	}
	for step := 1; step < 3; step++ {
		w.picks(a, step, "Abbey")
		w.picks(b, step, "Depot")
	}
	if got := drawn(); len(got) != 1 || got[0] == "" || len(strings.Fields(w.seen(at))) != 6 {
		t.Errorf("%q is in a file, and %q is seen", got, w.seen(at))
	}
	w.replays(t)
}
