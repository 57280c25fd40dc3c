package tournament_test

import (
	"slices"
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/histories"
	"topcut/tournament/ledger"
)

func singleSided(rounds, cut int) tournament.Settings {
	s := settings(rounds, cut)
	s.Options = []tournament.Option{{Name: "sides", Value: "single"}}
	return s
}

// TestNetrunnerSingleSided plays events of one game a round: the player who has been
// Corp less often is Corp, no player is Corp or Runner three times more than the other
// way round, and two who meet twice swap sides.
func TestNetrunnerSingleSided(t *testing.T) {
	rs := load(t, "netrunner")
	for seed := range uint64(4) {
		s := evening(t, rs, singleSided(5, 4), histories.Options{Players: 12}, seed, nil).State
		corp := make([]int, len(s.Players))
		met := map[[2]int32]int{}
		for r := range 5 {
			for i := range s.Ledger.Rounds[r].Matches {
				m := &s.Ledger.Rounds[r].Matches[i]
				if m.N != 2 {
					continue
				}
				if s.Rules.Side(ledger.Swiss, m, 0) != 0 || s.Rules.SideName(ledger.Swiss, m, 1) != "Runner" {
					t.Fatalf("seed %d: the first seat is not Corp in %+v", seed, m)
				}
				if met[[2]int32{m.Seats[0], m.Seats[1]}]++; met[[2]int32{m.Seats[0], m.Seats[1]}] > 1 {
					t.Errorf("seed %d: players %d and %d meet again on the same sides", seed, m.Seats[0]+1, m.Seats[1]+1)
				}
				corp[m.Seats[0]]++
				corp[m.Seats[1]]--
			}
		}
		for n, balance := range corp {
			if balance < -1 || balance > 1 {
				t.Errorf("seed %d: player %d has a balance of sides of %d after five rounds", seed, n+1, balance)
			}
		}
	}
}

// TestNetrunnerCutSides: in the first match of two the better seed picks and
// the report names the side; later the balance decides.
func TestNetrunnerCutSides(t *testing.T) {
	w := started(t, "netrunner", singleSided(3, 4), 8)
	for range 3 {
		w.round()
		w.score("3-0")
	}
	w.do(&command.MakeCut{})
	w.round()
	runner := map[int]bool{}
	for m := 1; m <= 2; m++ {
		match, l := w.snap.State.Match(4, m)
		seeds := w.snap.State.Elimination().Players
		a, b := w.player(4, m, 0), w.player(4, m, 1)
		if !match.Choice || slices.Index(seeds, a) > slices.Index(seeds, b) {
			t.Errorf("match %d: seed %d does not pick the side", m, slices.Index(seeds, a)+1)
		}
		// The better seeds choose to be the Runner, and win.
		if err := w.as(w.user(a), &command.ReportResult{Player: a, Text: "3-0 runner"}); err != nil {
			t.Fatal(err)
		}
		if err := w.as(w.user(b), &command.ConfirmReport{Player: b}); err != nil {
			t.Fatal(err)
		}
		if got := w.snap.State.Rules.SideName(ledger.Upper, l, 0); got != "Corp" {
			t.Errorf("before the report the first seat is %q", got)
		}
		_, l = w.snap.State.Match(4, m)
		if got := w.snap.State.Rules.SideName(ledger.Upper, l, 0); got != "Runner" {
			t.Errorf("the winner of match %d was %q", m, got)
		}
		runner[a] = true
	}
	w.round()
	for m := range w.snap.State.Rounds[4].Matches {
		match, l := w.snap.State.Match(5, m+1)
		a, b := int(l.Seats[0])+1, int(l.Seats[1])+1
		if match.Choice != (runner[a] == runner[b]) || !match.Choice && !runner[a] {
			t.Errorf("match %d: players %d and %d, who were runners %v, choice %v", m+1, a, b, runner, match.Choice)
		}
	}
	folds(t, func() *tournament.Snapshot {
		for range 4 {
			if w.snap.State.Current().Status == tournament.Done {
				break
			}
			w.score("3-0")
			if _, st, err := w.snap.State.Bracket(); err == nil && st.Champion == 0 {
				w.round()
			}
		}
		w.do(&command.Finish{Early: true})
		return w.snap
	}())
}

// TestChessColoursAlternate: in a calm event no player has three games more with one
// colour, or three in a row.
func TestChessColoursAlternate(t *testing.T) {
	rs := load(t, "chess-casual")
	for seed := range uint64(4) {
		s := evening(t, rs, settings(5, 0), histories.Options{Players: 14}, seed, nil).State
		for n := range s.Players {
			balance, run, last := 0, 0, -1
			for r := range s.Ledger.Rounds {
				for i := range s.Ledger.Rounds[r].Matches {
					m := &s.Ledger.Rounds[r].Matches[i]
					seat := m.Seat(int32(n))
					if seat < 0 || m.N != 2 {
						continue
					}
					if balance += 1 - 2*seat; seat != last {
						run = 0
					}
					run, last = run+1, seat
				}
			}
			if balance < -2 || balance > 2 || run > 2 {
				t.Errorf("seed %d: player %d has a balance of %d and the last %d games on one colour", seed, n+1, balance, run)
			}
		}
	}
}
