package tournament_test

import (
	"cmp"
	"context"
	"flag"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/journal"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

var unattendedEvenings = flag.Int("unattended", 60, "evenings without an organiser to simulate")

// byItself returns the settings of an event that runs by itself.
func byItself(rounds, cut int) tournament.Settings {
	s := settings(rounds, cut)
	s.Unattended, s.AutoAdvance, s.RoundMinutes, s.CutMinutes = true, true, 50, 50
	return s
}

// alone returns such an event whose first round is being played.
func alone(t *testing.T, s tournament.Settings, players int) *table {
	t.Helper()
	w := given(t, s, players)
	w.goesOn()
	return w
}

// goesOn begins an event and its first round.
func (w *table) goesOn() {
	w.t.Helper()
	w.do(&command.Start{})
	if len(w.snap.State.Rounds) == 0 {
		w.round()
	}
}

// until lets everything happen that comes by itself, until a round is over.
func (w *table) until(round int, limit time.Duration) {
	w.t.Helper()
	for end := w.now.Add(limit); w.snap.State.Rounds.At(round).Status != tournament.Done; {
		if w.now = w.now.Add(time.Minute); w.now.After(end) {
			w.t.Fatalf("round %d is open after %v: %v", round, limit, tournament.Timers(w.snap.State))
		}
		w.runs(w.now)
	}
}

// result returns the result of a match and what made it final.
func (w *table) result(round, match int) (*ledger.Match, tournament.Confirmer) {
	m, l := w.snap.State.Match(round, match)
	return l, m.ConfirmBy
}

// Each of the five ways in which an event without an organiser stood still ends as announced.
func TestAnUnattendedEventGoesOn(t *testing.T) {
	for name, c := range map[string]struct {
		play func(w *table, a, b int)
		want func(w *table, l *ledger.Match, a, b int) bool
	}{
		"both silent": {
			func(*table, int, int) {},
			func(w *table, l *ledger.Match, a, b int) bool {
				return l.Kind == ledger.DoubleLoss && !w.snap.State.Taking(a) && !w.snap.State.Taking(b)
			},
		},
		"one answers": {
			func(w *table, a, _ int) { w.asksFor(); w.comes(tournament.Place{Round: 1, Match: 1}, a) },
			func(w *table, l *ledger.Match, a, b int) bool {
				return l.Kind == ledger.Forfeit && int(l.Seats[0])+1 == a && !w.snap.State.Taking(b) && w.snap.State.Taking(a)
			},
		},
		"both answer, no report": {
			func(w *table, a, b int) {
				w.asksFor()
				w.comes(tournament.Place{Round: 1, Match: 1}, a)
				w.comes(tournament.Place{Round: 1, Match: 1}, b)
			},
			func(w *table, l *ledger.Match, a, b int) bool {
				return l.Kind == ledger.Played && l.Result.V == [4]int32{0, 0, 1} && w.snap.State.Taking(a) && w.snap.State.Taking(b)
			},
		},
		"a dispute": {
			func(w *table, a, b int) { w.reports(a, "2-0"); w.reports(b, "2-0") },
			func(_ *table, l *ledger.Match, _, _ int) bool { return l.Result.V == [4]int32{0, 0, 1} },
		},
		"a dispute in which one says that they lost": {
			func(w *table, a, b int) { w.reports(a, "2-0"); w.reports(b, "1-2") },
			func(_ *table, l *ledger.Match, a, _ int) bool {
				return l.Result.V[l.Seat(int32(a-1))] == 2 && l.Result.V[1-l.Seat(int32(a-1))] == 1
			},
		},
		"a judge called after a report": {
			func(w *table, a, b int) { w.reports(a, "2-0"); w.do(&command.CallJudge{Player: b}) },
			func(_ *table, l *ledger.Match, a, _ int) bool { return l.Result.V[l.Seat(int32(a-1))] == 2 },
		},
		"a report turned round": {
			func(w *table, a, _ int) { w.reports(a, "0-2"); w.reports(a, "2-0") },
			func(_ *table, l *ledger.Match, _, _ int) bool { return l.Result.V == [4]int32{0, 0, 1} },
		},
	} {
		w := alone(t, byItself(2, 0), 4)
		other := w.player(1, 2, 0)
		w.reports(other, "2-0")
		w.agrees(w.opponent(1, other))
		a, b := w.player(1, 1, 0), w.player(1, 1, 1)
		end := w.snap.State.Current().Deadline
		c.play(w, a, b)
		w.until(1, 3*time.Hour)
		l, by := w.result(1, 1)
		if by != tournament.ByRule || !c.want(w, l, a, b) {
			t.Errorf("%s: %+v by %v", name, l, by)
		}
		if late := w.snap.State.Rounds.At(1).ClosedAt.Sub(end); late > 25*time.Minute {
			t.Errorf("%s: the round ends %v after its time", name, late)
		}
		w.replays(t)
	}
}

// asksFor lets the time of the round end, so that its silent tables are asked for.
func (w *table) asksFor() {
	w.t.Helper()
	w.runs(w.snap.State.Current().Deadline.Add(time.Minute))
}

// In a cut a report stands if nobody answers it, and the better seed goes on from a table
// where nobody comes.
func TestAnUnattendedCutGoesOn(t *testing.T) {
	w := alone(t, byItself(2, 4), 4)
	for w.snap.State.Elimination() == nil || w.snap.State.Current().Stage != ledger.Elimination {
		r := len(w.snap.State.Rounds)
		for _, m := range w.snap.State.Blocking(r) {
			a := w.player(r, m, 0)
			w.reports(a, "2-0")
			w.agrees(w.opponent(r, a))
		}
	}
	r := len(w.snap.State.Rounds)
	a, best := w.player(r, 1, 1), w.snap.State.Elimination().Players
	w.reports(a, "2-0")
	w.until(r, 3*time.Hour)
	if l, by := w.result(r, 1); by != tournament.ByRule || l.Result.V[l.Seat(int32(a-1))] != 2 {
		t.Errorf("the report in the cut: %+v by %v", l, by)
	}
	l, by := w.result(r, 2)
	won := int(l.Seats[0]) + 1
	for _, n := range best {
		if l.Seat(int32(n-1)) >= 0 { // the first of them has the better seed
			if by != tournament.ByRule || won != n {
				t.Errorf("%d goes on by %v, want the better seed %d", won, by, n)
			}
			break
		}
	}
	w.replays(t)
}

// A table of a cut where neither comes ends for the better seed, who is out too, so that the
// next opponent waits for no one; and a cut in which none is left ends.
func TestWhoNeverComesToACutHoldsUpNoOther(t *testing.T) {
	for _, there := range []bool{true, false} {
		w := alone(t, byItself(2, 4), 4)
		for w.snap.State.Elimination() == nil {
			r := len(w.snap.State.Rounds)
			for _, m := range w.snap.State.Blocking(r) {
				a := w.player(r, m, 0)
				w.reports(a, "2-0")
				w.agrees(w.opponent(r, a))
			}
		}
		r, winner := len(w.snap.State.Rounds), 0
		if there {
			winner = w.player(r, 1, 1)
			w.reports(winner, "2-0")
			w.agrees(w.opponent(r, winner))
		}
		begun := w.now
		for w.snap.State.Phase == tournament.Running && w.now.Sub(begun) < 3*time.Hour {
			w.runs(w.now.Add(time.Minute))
		}
		if s := w.snap.State; s.Phase != tournament.Finished || there && s.Places[winner-1] != 1 {
			t.Errorf("one is there: %v: %v, places %v", there, s.Phase, s.Places)
		}
		if took := w.now.Sub(begun); there && took > 75*time.Minute {
			t.Errorf("the final waits for who never came: %v", took)
		}
		w.replays(t)
	}
}

// Where neither comes both lose, or draw if the ruleset says so.
func TestWhatNeitherPlayerComingIsWorth(t *testing.T) {
	for both, want := range map[string]ledger.Kind{"": ledger.DoubleLoss, "double_loss": ledger.DoubleLoss, "draw": ledger.Played} {
		own := "id = \"x\"\nextends = \"magic\"\nname = \"X\"\nversion = \"1\"\ndate = \"2026-01-01\"\n[no_show]\nboth = \"" + both + "\"\n"
		lib, err := rules.LoadDir(fstest.MapFS{"x.toml": {Data: []byte(own)}})
		if err != nil {
			t.Fatal(err)
		}
		rs, err := lib.Load("x")
		if err != nil {
			t.Fatal(err)
		}
		w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
		w.do(&command.Create{Guild: "g", Channel: "c", Settings: byItself(2, 0), Ruleset: rs}, &command.OpenRegistration{})
		for _, u := range []string{"a", "b"} {
			w.as(u, &command.Join{User: u, Name: u})
		}
		w.goesOn()
		w.until(1, 3*time.Hour)
		if l, by := w.result(1, 1); l.Kind != want || by != tournament.ByRule {
			t.Errorf("both = %q: %v by %v", both, l.Kind, by)
		}
	}
}

// Who reports again and again does not hold up the others: what is open ends two questions and
// the time to answer a report after the time of the round.
func TestNoPlayerHoldsUpTheOthers(t *testing.T) {
	w := alone(t, byItself(2, 0), 2)
	a, end := w.player(1, 1, 0), w.snap.State.Current().Deadline
	for i := 0; w.snap.State.Rounds[0].Status != tournament.Done; i++ {
		if w.now.Sub(end) > time.Hour {
			t.Fatal("the round is open an hour after its time")
		}
		_ = w.as("", &command.ReportResult{Player: a, Text: []string{"2-0", "2-1"}[i%2]})
		w.runs(w.now.Add(5 * time.Minute))
	}
	if late := w.snap.State.Rounds[0].ClosedAt.Sub(end); late != 30*time.Minute {
		t.Errorf("the round ends %v after its time", late)
	}
	w.replays(t)
}

// A pause of the clock and an outage are given back to those who are asked for a table, also
// an outage that began before they were asked.
func TestTheTimeToAnswerStandsStill(t *testing.T) {
	w := alone(t, byItself(2, 0), 4)
	at := tournament.Place{Round: 1, Match: 1}
	w.runs(w.snap.State.Current().Deadline.Add(-time.Minute))
	from := w.now
	w.now = from.Add(10 * time.Minute)
	if err := w.as("", &command.Interrupt{From: from, Until: w.now}); err != nil {
		t.Errorf("an outage over the end of the round is not recorded: %v", err)
	}
	w.runs(w.now)
	end, _ := w.snap.State.StaleAt(at)
	w.do(&command.PauseClock{})
	w.now = w.now.Add(time.Hour)
	w.do(&command.ResumeClock{})
	if later, _ := w.snap.State.StaleAt(at); later.Sub(end).Round(time.Minute) != time.Hour {
		t.Errorf("a pause of an hour gives %v back", later.Sub(end))
	}
	w.replays(t)
}

// The bound of a stall counts a pause after the time of the round, which moves that time, and
// an outage before the pause, which is then before that time: both are given back.
func TestTheBoundOfAStallStandsStill(t *testing.T) {
	w := alone(t, byItself(2, 0), 2)
	a, end := w.player(1, 1, 0), w.snap.State.Current().Deadline
	after := func(long time.Duration) { w.runs(end.Add(long)) }
	after(time.Minute)
	w.outage(3 * time.Minute)
	after(5 * time.Minute)
	w.do(&command.PauseClock{})
	after(35 * time.Minute)
	w.do(&command.ResumeClock{})
	for i := 0; w.snap.State.Rounds[0].Status != tournament.Done; i++ {
		if w.now.Sub(end) > 2*time.Hour {
			t.Fatal("the round is open two hours after its time")
		}
		_ = w.as("", &command.ReportResult{Player: a, Text: []string{"2-1", "2-0"}[i%2]})
		w.runs(w.now.Add(4 * time.Minute))
	}
	if late := w.snap.State.Rounds[0].ClosedAt.Sub(end); late != (30+30+3)*time.Minute {
		t.Errorf("with a pause of 30 minutes and an outage of 3 the round ends %v after its time, without them 30 minutes", late)
	}
	w.replays(t)
}

// No game that needs stand-ins, and no event without a clock, runs by itself.
func TestWhatCannotRunByItself(t *testing.T) {
	for _, change := range []func(*tournament.Settings){
		func(s *tournament.Settings) { s.RoundMinutes = tournament.Untimed },
		func(s *tournament.Settings) { s.Grace = tournament.Never },
		func(s *tournament.Settings) { s.RoundDays = 7 },
	} {
		s := byItself(2, 0)
		change(&s)
		if tournament.ClassOf(s.Validate()) != tournament.BadInput {
			t.Errorf("%+v is taken", s)
		}
	}
	s := byItself(2, 4)
	s.RoundMinutes, s.CutMinutes = 0, 0
	if fit, err := s.Fit(load(t, "magic")); err != nil || fit.CutMinutes != 50 {
		t.Errorf("a cut without a clock has %d minutes: %v", fit.CutMinutes, err)
	}
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	s = byItself(2, 0)
	s.Stages = stage.MustParse("schedule 3")
	w.refused("organiser", &command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: load(t, "riichi-helper")}, tournament.BadInput, "absence.unattended_game")
}

// TestUnattendedEveningsEnd plays evenings without an organiser to their end, with a fifth of
// the players ghosts, who never press anything, reports that are late, disputed or missing,
// outages, pauses of the clock and kills, after which the event comes back from its store.
// Each ends, no round longer after its time than two questions and the time to answer a
// report take, and no player who answered the last question loses by a clock. They are Swiss
// rounds and round robins of two players at a table, and Commander at tables of four.
func TestUnattendedEveningsEnd(t *testing.T) {
	store, err := db.Open(t.Context(), db.Config{Path: filepath.Join(t.TempDir(), "evenings.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	sum := struct {
		longest                time.Duration
		settled                map[tournament.Confirmer]int
		outages, pauses, kills int
		of                     map[string]int
	}{settled: map[tournament.Confirmer]int{}, of: map[string]int{}}
	for seed := range uint64(*unattendedEvenings) {
		rng := rand.New(rand.NewPCG(seed, 34))
		set := byItself(3, []int{0, 4}[rng.IntN(2)])
		set.ConfirmMinutes = []int{0, 5, 10}[rng.IntN(3)]
		w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
		kill := func() {}
		if seed%storedOneIn == 0 {
			w.n = int(seed) * 100_000 // causes of its own
			kill = w.stored(store)
		}
		game := []string{"magic", "magic", "commander-pods"}[seed%3]
		if seed%6 == 1 {
			set.Stages = stage.MustParse("roundrobin")
		}
		w.gathersFor(game, set, 6+rng.IntN(8))
		w.goesOn()
		sum.of[set.Stages.String()[:5]+game]++
		ghost := make([]bool, len(w.snap.State.Players)+1)
		for n := range ghost {
			ghost[n] = rng.IntN(5) == 0
		}
		for last := w.now.Add(24 * time.Hour); w.snap.State.Phase == tournament.Running; w.somePress(rng, ghost) {
			switch r := rng.IntN(200); {
			case r == 0:
				sum.outages++
				w.outage(time.Duration(1+rng.IntN(40)) * time.Minute)
			case r == 1 && w.as("organiser", &command.PauseClock{}) == nil:
				sum.pauses++
				w.runs(w.now.Add(time.Duration(rng.IntN(30)) * time.Minute))
				_ = w.as("organiser", &command.ResumeClock{}) // unless the round ended meanwhile
			case r < 10 && seed%storedOneIn == 0:
				sum.kills++
				kill()
			}
			w.runs(w.now.Add(time.Minute))
			if w.now.After(last) || !w.snap.State.Held.IsZero() {
				t.Fatalf("seed %d: round %d is not over: held %v, %v", seed, len(w.snap.State.Rounds), w.snap.State.Held, tournament.Timers(w.snap.State))
			}
		}
		answer := cmp.Or(time.Duration(set.ConfirmMinutes)*time.Minute, w.snap.State.Grace())
		for r := range w.snap.State.Rounds {
			round := &w.snap.State.Rounds[r]
			paused, still := w.paused(r + 1)
			over := round.ClosedAt.Sub(round.Deadline) - still
			sum.longest = max(sum.longest, over)
			if most := 2*w.snap.State.Grace() + answer + w.snap.State.Silenced(round.Deadline.Add(-paused), round.ClosedAt); over > most+time.Minute { // the presses of one minute
				t.Errorf("seed %d: round %d ends %v after its time, want at most %v", seed, r+1, over, most)
			}
			for m := range round.Matches {
				sum.settled[round.Matches[m].ConfirmBy]++
			}
		}
		w.noneLosesWhoAnswered(seed)
		w.replays(t)
	}
	if sum.settled[tournament.ByRule] == 0 || sum.settled[tournament.ByClaim] == 0 || sum.outages == 0 || sum.pauses == 0 || sum.kills == 0 {
		t.Errorf("%+v", sum)
	}
	t.Logf("%+v", sum)
}

// storedOneIn is in one of how many evenings the event is kept in a database.
const storedOneIn = 10

// stored keeps the event that follows in a database, and returns what loses all that is in
// memory and goes on with what the database has.
func (w *table) stored(store *db.DB) (kill func()) {
	id := tournament.ID(0)
	var d *command.Director
	begin := func() {
		d = command.NewDirector(command.Config{
			Store: db.StoreOf(store, tournament.Log), Now: func() time.Time { return w.now }, Secret: func() []byte { return make([]byte, 32) },
		})
	}
	begin()
	w.carries = func(req command.Request) (*tournament.Snapshot, error) {
		do := d.Create
		if id != 0 {
			do = func(ctx context.Context, req command.Request) (*journal.Outcome[*tournament.State, tournament.Event], error) {
				return d.Do(ctx, id, req)
			}
		}
		o, err := do(w.t.Context(), req)
		if err != nil {
			return nil, err
		}
		id = o.ID
		return o.After, nil
	}
	return func() {
		w.t.Helper()
		begin()
		back, err := d.Snapshot(w.t.Context(), id)
		if err != nil || back.State.Seq != w.snap.State.Seq {
			w.t.Fatalf("of %d entries there are %+v: %v", w.snap.State.Seq, back, err)
		}
		w.snap = back
	}
}

// paused returns for how long the clock of a round stood still, and for how long it still
// did when the round was over.
func (w *table) paused(round int) (long, still time.Duration) {
	var from time.Time
	for i := range w.snap.Log {
		e := &w.snap.Log[i]
		switch ev := e.Event.(type) {
		case *tournament.ClockPaused:
			if ev.Round == round {
				from = e.Time
			}
		case *tournament.ClockResumed:
			if ev.Round == round {
				long, from = long+e.Time.Sub(from), time.Time{}
			}
		}
	}
	if !from.IsZero() {
		still = w.snap.State.Rounds.At(round).ClosedAt.Sub(from)
	}
	return long, still
}

// outage is a time in which nothing can be pressed and the bot does nothing.
func (w *table) outage(long time.Duration) {
	w.t.Helper()
	from := w.now
	w.now = from.Add(long)
	if err := w.as("", &command.Interrupt{From: from, Until: w.now}); err != nil && tournament.ClassOf(err) != tournament.NoChange {
		w.t.Fatal(err)
	}
}

// somePress lets some players who are there do something in their match.
func (w *table) somePress(rng *rand.Rand, ghost []bool) {
	s := w.snap.State
	r := s.Current()
	if r == nil || r.Status != tournament.Started {
		return
	}
	for _, m := range s.Blocking(r.Number) {
		_, l := w.snap.State.Match(r.Number, m)
		for _, p := range l.Players() {
			n, at := int(p)+1, tournament.Place{Round: r.Number, Match: m}
			results := []string{"2-0", "0-2", "2-1"}
			of := int(l.Seats[rng.IntN(int(l.N))]) + 1
			if l.N > 2 {
				results = []string{"win", "seat 2", "draw"}
			}
			if ghost[n] || rng.IntN(12) > 0 || w.snap.State.Phase != tournament.Running || w.snap.State.Current().Number != r.Number {
				continue
			}
			_ = w.as(w.user(n), []command.Command{ // some are refused
				&command.ReportResult{Player: n, Text: results[rng.IntN(3)]}, &command.ConfirmReport{Player: n}, &command.ConfirmReport{Player: n},
				&command.ClaimForfeit{Player: n, At: at, Of: of}, &command.BePresent{Player: n, At: at}, &command.BePresent{Player: n, At: at}, &command.CallJudge{Player: n},
			}[rng.IntN(7)])
		}
	}
}

// noneLosesWhoAnswered holds that a player who lost without play by a clock had not answered
// the last question put to them.
func (w *table) noneLosesWhoAnswered(seed uint64) {
	w.t.Helper()
	type question struct {
		tournament.Place
		player int
	}
	asked, answered := map[question]int64{}, map[int]int64{}
	for i := range w.snap.Log {
		e := &w.snap.Log[i]
		switch ev := e.Event.(type) {
		case *tournament.AbsenceAsked:
			for _, m := range ev.Matches {
				at := tournament.Place{Round: ev.Round, Match: m}
				_, l := w.snap.State.Match(ev.Round, m)
				for _, p := range l.Players() {
					asked[question{at, int(p) + 1}] = e.Seq
				}
			}
		case *tournament.ForfeitClaimed:
			asked[question{ev.Place, ev.Missed(w.snap.State)}], answered[ev.Player] = e.Seq, e.Seq
		case *tournament.PlayerPresent:
			answered[ev.Player] = e.Seq
		case *tournament.ResultReported:
			answered[ev.Player] = e.Seq
		case *tournament.PlayerAbsent:
			if answered[ev.Player] > asked[question{ev.Place, ev.Player}] {
				w.t.Errorf("seed %d: player %d answered and is absent by a clock in %v", seed, ev.Player, ev.Place)
			}
		case *tournament.ResultCorrected:
			before, err := tournament.Fold(1, w.snap.Log[:i])
			if err != nil {
				w.t.Fatal(err)
			}
			if ev.Kind == ledger.DoubleLoss || ev.By != tournament.ByRule && ev.By != tournament.ByClaim {
				continue
			}
			m, l := before.Match(ev.Round, ev.Match)
			if won := before.Rules.Winner(&ledger.Match{Kind: ev.Kind, N: l.N, Seats: l.Seats, Result: ev.Result}); l.N > 2 {
				for seat, p := range l.Players() {
					n := int(p) + 1
					if won >= 0 && seat != won && m.Report == nil && answered[n] > asked[question{ev.Place, n}] && !before.AbsentFrom(ev.Place, n) && !rules.IsElimination(m.Part) {
						w.t.Errorf("seed %d: player %d answered and loses by a clock in %v", seed, n, ev.Place)
					}
				}
				continue
			}
			loser := int(l.Seats[1]) + 1
			if ev.Swap {
				loser = int(l.Seats[0]) + 1
			}
			if ev.Kind == ledger.Forfeit && answered[loser] > asked[question{ev.Place, loser}] && !rules.IsElimination(m.Part) {
				w.t.Errorf("seed %d: player %d answered and loses by a clock in %v", seed, loser, ev.Place)
			}
		}
	}
}
