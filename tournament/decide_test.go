package tournament_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/ledger"
	"topcut/tournament/replay"
	"topcut/tournament/stage"
)

// table is a tournament under test: given commands, when one more, then events
// or a refusal.
type table struct {
	t    *testing.T
	snap *tournament.Snapshot
	now  time.Time
	n    int
	// carries is what carries a command out where it is not Decide alone.
	carries func(command.Request) (*tournament.Snapshot, error)
}

func given(t *testing.T, s tournament.Settings, players int) *table {
	t.Helper()
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	w.gathers(s, players)
	return w
}

// gathers creates an event and lets players join.
func (w *table) gathers(s tournament.Settings, players int) {
	w.t.Helper()
	w.gathersFor("magic", s, players)
}

func (w *table) gathersFor(game string, s tournament.Settings, players int) {
	w.t.Helper()
	w.do(&command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: load(w.t, game)})
	w.do(&command.OpenRegistration{})
	for i := range players {
		w.as(fmt.Sprintf("u%d", i+1), &command.Join{User: fmt.Sprintf("u%d", i+1), Name: fmt.Sprintf("Player %d", i+1)})
	}
}

// running returns a started event of Swiss rounds whose first round is being played.
func running(t *testing.T, players, rounds, cut int) *table {
	t.Helper()
	w := given(t, settings(rounds, cut), players)
	w.do(&command.Start{})
	w.round()
	return w
}

// change returns the command that puts other settings in place of what there is.
func change(s tournament.Settings) *command.ChangeSettings {
	return &command.ChangeSettings{Edit: func(tournament.Settings) (tournament.Settings, error) { return s, nil }}
}

func (w *table) round() {
	w.t.Helper()
	w.do(&command.Pair{}, &command.Publish{}, &command.StartRound{})
}

// finishRound lets the first-named player of each open match win 2-0.
func (w *table) finishRound() {
	w.t.Helper()
	r := len(w.snap.State.Rounds)
	for _, m := range w.snap.State.Blocking(r) {
		w.do(&command.Correct{Round: r, Match: m, Text: "2-0"})
	}
}

func (w *table) do(cs ...command.Command) {
	w.t.Helper()
	for _, c := range cs {
		if err := w.as("organiser", c); err != nil {
			w.t.Fatalf("%T: %v", c, err)
		}
	}
}

func (w *table) as(user string, c command.Command) error {
	w.n++
	w.now = w.now.Add(time.Second)
	return w.carry(command.Request{Actor: tournament.Actor{User: user, Name: user}, Cause: fmt.Sprint("i", w.n), Command: c, Fresh: fmt.Appendf(nil, "%032d", w.n)})
}

func (w *table) carry(req command.Request) error {
	carries := w.carries
	if carries == nil {
		carries = func(req command.Request) (*tournament.Snapshot, error) {
			next, _, err := command.Decide(w.snap, req, w.now)
			return next, err
		}
	}
	next, err := carries(req)
	if err == nil {
		w.snap = next
	}
	return err
}

// refused gives a command that must be refused with the class and a code that contains
// code, and must change nothing.
func (w *table) refused(user string, c command.Command, class tournament.Class, code string) {
	w.t.Helper()
	before := w.snap
	err := w.as(user, c)
	if tournament.ClassOf(err) != class || !strings.Contains(fmt.Sprint(err), code) {
		w.t.Errorf("%T: got %v (%s), want a refusal %s with %q", c, err, tournament.ClassOf(err), class, code)
	}
	if w.snap != before {
		w.t.Errorf("%T was refused and changed something", c)
	}
}

func (w *table) fire(due tournament.Due) error {
	return w.as("", &command.Fire{Key: due.Key()})
}

// timer returns the first timer of a kind, of a round or match where they are given.
func (w *table) timer(kind tournament.DueKind, roundAndMatch ...int) tournament.Timer {
	w.t.Helper()
	want := append(roundAndMatch, 0, 0)
	for _, t := range tournament.Timers(w.snap.State) {
		if t.Kind == kind && (len(roundAndMatch) == 0 || t.Round == want[0]) && (len(roundAndMatch) < 2 || t.Match == want[1]) {
			return t
		}
	}
	w.t.Fatalf("there is no timer %s %v in %v", kind, roundAndMatch, tournament.Timers(w.snap.State))
	return tournament.Timer{}
}

// player returns the number of the player in a seat of a match of round r.
func (w *table) player(r, m, seat int) int {
	_, l := w.snap.State.Match(r, m)
	return int(l.Seats[seat]) + 1
}

func (w *table) user(n int) string { return w.snap.User(n) }

func TestReportAndConfirm(t *testing.T) {
	w := running(t, 4, 2, 0)
	a, b := w.player(1, 1, 0), w.player(1, 1, 1)
	w.refused(w.user(a), &command.ReportResult{Player: a, Text: "5-0"}, tournament.BadInput, "")
	w.refused(w.user(b), &command.ConfirmReport{Player: b}, tournament.WrongPhase, "report.nothing")
	if err := w.as(w.user(b), &command.ReportResult{Player: b, Text: "2-1"}); err != nil {
		t.Fatal(err)
	}
	w.refused(w.user(b), &command.ConfirmReport{Player: b}, tournament.NotAllowed, "confirm.own")
	w.refused(w.user(b), &command.DisputeReport{Player: b}, tournament.NotAllowed, "dispute.own")
	if err := w.as(w.user(a), &command.ConfirmReport{Player: a}); err != nil {
		t.Fatal(err)
	}
	_, l := w.snap.State.Match(1, 1)
	if l.Result.V != [4]int32{1, 2, 0, 0} {
		t.Errorf("result %v, want 1-2 as seen from the first player", l.Result.V)
	}
	w.refused(w.user(a), &command.ReportResult{Player: a, Text: "2-0"}, tournament.Conflict, "report.final")
}

func TestSilenceConfirmsOnlyInSwiss(t *testing.T) {
	w := running(t, 4, 1, 2)
	a := w.player(1, 1, 0)
	if err := w.as(w.user(a), &command.ReportResult{Player: a, Text: "2-0"}); err != nil {
		t.Fatal(err)
	}
	d := w.timer(tournament.DueConfirm, 1, 1)
	if got := d.At.Sub(w.now); got != 10*time.Minute {
		t.Errorf("silence confirms after %s, want 10m", got)
	}
	if err := w.fire(d.Due); tournament.ClassOf(err) != tournament.NoChange {
		t.Errorf("before its time the deadline fires: %v", err)
	}
	w.now = d.At
	if err := w.fire(d.Due); err != nil {
		t.Fatal(err)
	}
	if m, _ := w.snap.State.Match(1, 1); !m.Confirmed || m.ConfirmBy != tournament.BySilence {
		t.Errorf("not confirmed by silence: %+v", m)
	}
	if err := w.fire(d.Due); tournament.ClassOf(err) != tournament.NoChange {
		t.Errorf("the deadline fires twice: %v", err)
	}
	w.finishRound()
	w.do(&command.MakeCut{})
	w.round()
	final := w.player(2, 1, 0)
	if err := w.as(w.user(final), &command.ReportResult{Player: final, Text: "2-0"}); err != nil {
		t.Fatal(err)
	}
	for _, d := range tournament.Timers(w.snap.State) {
		if d.Kind == tournament.DueConfirm {
			t.Errorf("silence would end a player's event in elimination: %v", d)
		}
	}
}

func TestDifferentReportsAreADispute(t *testing.T) {
	w := running(t, 4, 2, 0)
	a, b := w.player(1, 1, 0), w.player(1, 1, 1)
	_ = w.as(w.user(a), &command.ReportResult{Player: a, Text: "2-0"})
	_ = w.as(w.user(b), &command.ReportResult{Player: b, Text: "2-1"})
	if m, _ := w.snap.State.Match(1, 1); !m.Disputed || m.Confirmed {
		t.Fatalf("no dispute: %+v", m)
	}
	// The second thoughts of one of them settle it.
	if err := w.as(w.user(b), &command.ReportResult{Player: b, Text: "0-2"}); err != nil {
		t.Fatal(err)
	}
	m, l := w.snap.State.Match(1, 1)
	if !m.Confirmed || m.Disputed || l.Result.V != [4]int32{2, 0, 0, 0} {
		t.Errorf("agreement does not settle the dispute: %+v %v", m, l.Result.V)
	}
}

func TestDropInTheMiddleOfAMatchConcedes(t *testing.T) {
	w := running(t, 4, 2, 0)
	a, b := w.player(1, 1, 0), w.player(1, 1, 1)
	if err := w.as(w.user(a), &command.Drop{Player: a}); err != nil {
		t.Fatal(err)
	}
	m, l := w.snap.State.Match(1, 1)
	if w.snap.State.Rules.Winner(l) != 1 || m.ConfirmBy != tournament.ByConcession {
		t.Errorf("player %d should have won: %v", b, l.Result)
	}
	w.refused(w.user(a), &command.Drop{Player: a}, tournament.NoChange, "drop.already")
	w.finishRound()
	w.do(&command.Pair{})
	for i := range w.snap.State.PreviewMatches {
		if w.snap.State.PreviewMatches[i].Seat(int32(a-1)) >= 0 {
			t.Error("a player who dropped is paired")
		}
	}
}

func TestDropDuringPreviewRepairsIt(t *testing.T) {
	w := running(t, 8, 3, 0)
	w.finishRound()
	w.do(&command.Pair{})
	before := w.snap.State.PreviewMatches
	gone := int(before[2].Seats[0]) + 1
	w.do(&command.Remove{Player: gone})
	changed := 0
	for i, m := range w.snap.State.PreviewMatches {
		if m != before[i] {
			changed++
		}
	}
	if changed != 1 {
		t.Errorf("%d tables changed, want 1", changed)
	}
	w.do(&command.Publish{})
}

func TestPKM31_LatePlayerHasALossForEachStartedRound(t *testing.T) {
	w := running(t, 8, 3, 0)
	if err := w.as("late", &command.Join{User: "late", Name: "Late"}); err != nil {
		t.Fatal(err)
	}
	n := len(w.snap.State.Players)
	if m := w.snap.State.MatchOf(1, n); m == 0 {
		t.Fatal("no assigned loss in round 1")
	} else if _, l := w.snap.State.Match(1, m); l.Kind != ledger.AssignedLoss {
		t.Errorf("round 1 is %s, want assigned_loss", l.Kind)
	}
	if got := w.snap.State.Players[n-1].LateRounds; got != 1 {
		t.Errorf("late for %d rounds, want 1", got)
	}
	w.finishRound()
	w.round()
	w.finishRound()
	w.round()
	w.refused("later", &command.Join{User: "later", Name: "Later"}, tournament.WrongPhase, "late.last_round")
}

func TestWaitingListMovesUp(t *testing.T) {
	s := settings(3, 0)
	s.Capacity = 2
	w := given(t, s, 4)
	if got := w.snap.State.Count(tournament.Waiting); got != 2 {
		t.Fatalf("%d wait, want 2", got)
	}
	if err := w.as("u1", &command.Leave{Player: 1}); err != nil {
		t.Fatal(err)
	}
	if w.snap.State.Players[2].Status != tournament.Registered || w.snap.State.Players[3].Status != tournament.Waiting {
		t.Errorf("the first who waits moves up: %+v", w.snap.State.Players)
	}
}

func TestUndoNamesWhatRestsOnIt(t *testing.T) {
	w := running(t, 4, 2, 0)
	var published int64
	for _, e := range w.snap.Log {
		if e.Kind == "round_published" {
			published = e.Batch
		}
	}
	a := w.player(1, 1, 0)
	_ = w.as(w.user(a), &command.ReportResult{Player: a, Text: "2-0"})
	w.refused("organiser", &command.Undo{Batch: published}, tournament.NeedsForce, "undo.rests")
	w.do(&command.Undo{Batch: published, Later: true})
	if len(w.snap.State.Rounds) != 0 || w.snap.State.Preview == nil {
		t.Errorf("the round should be a preview again: %d rounds", len(w.snap.State.Rounds))
	}
	w.do(&command.Publish{}, &command.StartRound{})
}

func TestUndoneRegistrationLeavesItsNumberUnused(t *testing.T) {
	w := given(t, settings(3, 0), 3)
	w.do(&command.Undo{}) // the third join
	if err := w.as("u9", &command.Join{User: "u9", Name: "Nine"}); err != nil {
		t.Fatal(err)
	}
	if got := w.snap.PlayerByUser("u9"); got != 4 && got != 3 {
		t.Errorf("player number %d", got)
	}
	w.do(&command.Start{})
	w.round()
	if f := w.snap.State.Field(); len(f) != 3 {
		t.Errorf("the field is %v, want three players", f)
	}
}

func TestCorrectingAnOldResultKeepsLaterPairings(t *testing.T) {
	w := running(t, 8, 3, 0)
	w.finishRound()
	w.round()
	pairs := fmt.Sprint(w.snap.State.Ledger.Rounds[1].Matches)
	w.do(&command.Correct{Round: 1, Match: 1, Text: "0-2"})
	if fmt.Sprint(w.snap.State.Ledger.Rounds[1].Matches) != pairs {
		t.Error("the pairings of round 2 changed")
	}
	if _, l := w.snap.State.Match(1, 1); l.Result.V != [4]int32{0, 2, 0, 0} {
		t.Errorf("result %v", l.Result.V)
	}
}

func TestClockPauseKeepsTheTimeLeft(t *testing.T) {
	w := running(t, 4, 2, 0)
	left := w.snap.State.Current().Deadline.Sub(w.now)
	w.do(&command.PauseClock{})
	at := w.now
	w.now = w.now.Add(20 * time.Minute)
	w.do(&command.ResumeClock{})
	if got := w.snap.State.Current().Deadline.Sub(w.now); got != left-at.Sub(at)-time.Second {
		t.Errorf("left %s after the pause, want %s", got, left-time.Second)
	}
}

func TestExtendedTableHasItsOwnTimeCall(t *testing.T) {
	w := running(t, 4, 2, 0)
	w.do(&command.ExtendClock{Table: 1, Minutes: 7})
	m := w.snap.State.MatchAt(1, 1)
	round, own := w.timer(tournament.DueTime, 1, 0), w.timer(tournament.DueTime, 1, m)
	if got := own.At.Sub(round.At); got != 7*time.Minute {
		t.Errorf("the table has %s more, want 7m", got)
	}
}

func TestForcedPairingsAreTakenAsGiven(t *testing.T) {
	w := given(t, settings(3, 0), 5)
	w.do(&command.Start{})
	w.do(&command.Pair{Forced: [][]int{{3, 5}, {1, 2}, {4}}})
	w.do(&command.Publish{})
	for _, want := range [][2]int{{3, 5}, {1, 2}} {
		if w.snap.State.MatchOf(1, want[0]) != w.snap.State.MatchOf(1, want[1]) {
			t.Errorf("%v do not meet", want)
		}
	}
	w.refused("organiser", &command.Pair{Forced: [][]int{{1, 1}}}, tournament.WrongPhase, "")
}

func TestStartRefusesACutLargerThanTheField(t *testing.T) {
	w := given(t, settings(3, 8), 5)
	w.refused("organiser", &command.Start{}, tournament.BadInput, "cut.larger")
}

func TestUnattendedEventStartsByItself(t *testing.T) {
	s := settings(1, 0)
	s.StartAt, s.AutoStart, s.AutoAdvance, s.CheckInMinutes = begin.Add(2*time.Hour).Unix(), true, true, 30
	w := given(t, s, 4)
	d := w.timer(tournament.DueCheckIn)
	w.now = d.At
	if err := w.fire(d.Due); err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 3; n++ {
		if err := w.as(w.user(n), &command.CheckInPlayer{Player: n}); err != nil {
			t.Fatal(err)
		}
	}
	d = w.timer(tournament.DueStart)
	w.now = d.At
	if err := w.fire(d.Due); err != nil {
		t.Fatal(err)
	}
	w.now = w.now.Add(time.Minute)
	w.due() // no player has mixed the draw
	if s := w.snap.State; s.Phase != tournament.Running || len(s.Field()) != 3 || s.Current() == nil || s.Current().Status != tournament.Started {
		t.Errorf("phase %s, field %v: want three players in a running round", s.Phase, s.Field())
	}
	w.finishRound()
	if w.snap.State.Phase != tournament.Finished {
		t.Errorf("phase %s after the only round, want finished", w.snap.State.Phase)
	}
}

func TestUnattendedStartWithoutPlayersIsReportedOnce(t *testing.T) {
	s := settings(1, 0)
	s.StartAt, s.AutoStart = begin.Add(time.Hour).Unix(), true
	w := given(t, s, 1)
	d := w.timer(tournament.DueStart)
	w.now = d.At
	if err := w.fire(d.Due); err != nil {
		t.Fatal(err)
	}
	if len(tournament.Deadlines(w.snap.State)) != 0 || w.snap.State.Phase != tournament.Open {
		t.Errorf("the failed start is tried again: %v", tournament.Deadlines(w.snap.State))
	}
}

func TestAnUnattendedEventWithoutPlayersCancelsItself(t *testing.T) {
	s := settings(1, 0)
	s.StartAt, s.AutoStart = begin.Add(time.Hour).Unix(), true
	w := given(t, s, 0)
	d := w.timer(tournament.DueStart)
	w.now = d.At
	if err := w.fire(d.Due); err != nil || w.snap.State.Phase != tournament.Cancelled {
		t.Errorf("nobody came, and the event is %s (%v)", w.snap.State.Phase, err)
	}
}

func TestJoiningAndLeavingFillsNoLog(t *testing.T) {
	w := given(t, settings(1, 0), 3)
	again := func() error { return w.as("dora", &command.Join{User: "dora", Name: "Dora"}) }
	for range 6 {
		if err := again(); err != nil {
			t.Fatal(err)
		}
		if err := w.as("dora", &command.Leave{Player: len(w.snap.State.Players)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := again(); tournament.ClassOf(err) != tournament.NotAllowed {
		t.Errorf("after six times: %v", err)
	}
	if err := w.as("organiser", &command.Join{User: "dora", Name: "Dora", ByOrganiser: true}); err != nil {
		t.Errorf("an organiser cannot let them in: %v", err)
	}
}

func TestThirdPlaceIsPlayedBesideTheFinal(t *testing.T) {
	s := settings(2, 4)
	s.Stages = s.Stages.WithThird(true)
	w := given(t, s, 8)
	w.do(&command.Start{})
	for range 2 {
		w.round()
		w.finishRound()
	}
	w.do(&command.MakeCut{})
	w.round()
	w.finishRound()
	w.round()
	if n := len(w.snap.State.Current().Matches); n != 2 {
		t.Fatalf("%d matches in the last round, want final and third place", n)
	}
	w.finishRound()
	w.do(&command.Finish{})
	seen := map[int]int{}
	for _, p := range w.snap.State.Places {
		seen[p]++
	}
	for place := 1; place <= 8; place++ {
		if seen[place] != 1 {
			t.Errorf("place %d is given %d times: %v", place, seen[place], w.snap.State.Places)
		}
	}
}

func TestMTG29_RoundRobinPairsAllPlayers(t *testing.T) {
	for _, n := range []int{5, 6} {
		s := settings(0, 0)
		s.Stages = stage.MustParse("roundrobin")
		w := given(t, s, n)
		w.do(&command.Start{})
		met := map[[2]int32]int{}
		for w.snap.State.Phase == tournament.Running && len(w.snap.State.Rounds) < w.snap.State.PlannedRounds() {
			w.round()
			for _, m := range w.snap.State.Ledger.Rounds[len(w.snap.State.Rounds)-1].Matches {
				met[[2]int32{min(m.Seats[0], m.Seats[1]), max(m.Seats[0], m.Seats[1])}]++
			}
			w.finishRound()
		}
		if len(met) != n*(n-1)/2 {
			t.Errorf("%d players: %d pairs met, want %d", n, len(met), n*(n-1)/2)
		}
		w.do(&command.Finish{})
		if _, r, err := replay.Run(1, w.snap.Log); err != nil || !r.Difference.IsZero() {
			t.Errorf("replay: %+v %v", r, err)
		}
	}
}

func TestPureEliminationWithByesForTheBestSeeds(t *testing.T) {
	for _, format := range []string{"single third", "double"} {
		s := settings(0, 0)
		s.Stages = stage.MustParse(format)
		w := given(t, s, 6)
		seed := 1
		w.do(&command.Change{Player: 4, Seed: &seed})
		w.do(&command.Start{})
		if w.snap.State.Elimination().Players[0] != 4 {
			t.Errorf("%s: the given seed 1 is not the first: %v", format, w.snap.State.Elimination().Players)
		}
		for range 20 {
			if _, st, err := w.snap.State.Bracket(); err != nil || st.Champion != 0 && len(st.Ready) == 0 {
				break
			}
			w.round()
			w.finishRound()
		}
		w.do(&command.Finish{})
		best := 0
		for n, p := range w.snap.State.Places {
			if p == 1 {
				best = n + 1
			}
		}
		if best == 0 {
			t.Errorf("%s: no champion: %v", format, w.snap.State.Places)
		}
		if _, r, err := replay.Run(1, w.snap.Log); err != nil || !r.Difference.IsZero() {
			t.Errorf("%s: replay: %+v %v", format, r, err)
		}
	}
}

// TestADeadlineFiresAtItsTimeAndOnce: firing it too soon, or once more after a crash,
// does nothing.
func TestADeadlineFiresAtItsTimeAndOnce(t *testing.T) {
	w := running(t, 4, 3, 0)
	for _, kind := range []tournament.DueKind{tournament.DueWarning, tournament.DueTime} {
		due := w.timer(kind)
		if err := w.fire(due.Due); tournament.ClassOf(err) != tournament.NoChange {
			t.Errorf("%s before its time: %v", due.Key(), err)
		}
		w.now = due.At
		if err := w.fire(due.Due); err != nil {
			t.Errorf("%s: %v", due.Key(), err)
		}
		before := len(w.snap.Log)
		if err := w.fire(due.Due); tournament.ClassOf(err) != tournament.NoChange || len(w.snap.Log) != before {
			t.Errorf("%s once more: %v", due.Key(), err)
		}
	}
}
