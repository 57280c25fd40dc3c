package tournament_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/handover"
	"topcut/tournament/ledger"
	"topcut/tournament/roundrobin"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/testrun"
)

// TestSidesOfATakenOverRoundRobin: the first rounds of a round robin of 4 to 20 players
// were played elsewhere by Berger's tables. With those paired here no player has one side
// more than twice in a row, and each ends with as many matches on either side, or one more.
func TestSidesOfATakenOverRoundRobin(t *testing.T) {
	most, events := sides{}, 0
	for n := 4; n <= testrun.UpTo(13, 20); n++ {
		for done := 1; done < n-1; done += max(1, n/4) {
			x := sidesOf(takenOverAfter(t, n, done).Ledger.Rounds, n)
			if x.run > 2 || x.ahead > (n-1)%2 {
				t.Errorf("%d players after round %d: %+v", n, done, x)
			}
			most, events = sides{max(most.run, x.run), max(most.ahead, x.ahead)}, events+1
		}
	}
	t.Logf("%d events: %+v", events, most)
}

// sides is the most matches that a player of an event has in a row on one side, and the
// most by which one side of a player is ahead of the other in the end.
type sides struct{ run, ahead int }

// sidesOf returns the sides that n players have in some rounds.
func sidesOf(rounds []ledger.Round, n int) (out sides) {
	run, balance := make([]int, n), make([]int, n)
	for r := range rounds {
		for i := range rounds[r].Matches {
			m := &rounds[r].Matches[i]
			if m.N < 2 {
				continue
			}
			for seat, side := range []int{1, -1} {
				p := m.Seats[seat]
				if balance[p] += side; run[p]*side < 0 {
					run[p] = 0
				}
				run[p] += side
				out.run = max(out.run, run[p]*side)
			}
		}
	}
	for _, b := range balance {
		out.ahead = max(out.ahead, b, -b)
	}
	return out
}

// TestSidesOfEveryRoundRobin: in round robins of 4 to 20 players that are paired round by
// round, whose rounds open by date or all at once, and in two groups, no player has one
// side more than twice in a row, and each ends with as many matches on either side, or one
// more. Sides are those with which matches are published.
func TestSidesOfEveryRoundRobin(t *testing.T) {
	evening := settings(0, 0)
	evening.Stages = stage.MustParse("roundrobin")
	groups := settings(0, 0)
	groups.Stages = stage.MustParse("groups 2 roundrobin")
	byDate, atOnce := arranged("roundrobin"), arranged("roundrobin")
	byDate.AutoAdvance, atOnce.Fixtures.Opens = true, tournament.AtOnce
	for name, set := range map[string]tournament.Settings{"round by round": evening, "in groups": groups, "by date": byDate, "at once": atOnce} {
		most := sides{}
		for n := 4; n <= testrun.UpTo(13, 20); n++ {
			w := given(t, set, n)
			w.do(&command.Start{})
			var seen []ledger.Round
			for {
				for _, r := range w.snap.State.Ledger.Rounds[len(seen):] {
					seen = append(seen, ledger.Round{Matches: slices.Clone(r.Matches)})
				}
				if s := w.snap.State; len(s.Rounds) >= s.StageRounds() {
					break
				}
				if w.snap.State.Arranged() {
					w.runs(w.now.Add(24 * time.Hour))
					continue
				}
				if len(seen) > 0 {
					w.finishRound()
				}
				w.round()
			}
			limit := (n - 1) % 2
			if name == "in groups" {
				limit = 1
			}
			x := sidesOf(seen, n)
			if x.run > 2 || x.ahead > limit || len(seen) < n/2-1 {
				t.Errorf("%d players, %s: %+v in %d rounds", n, name, x, len(seen))
			}
			most = sides{max(most.run, x.run), max(most.ahead, x.ahead)}
		}
		t.Logf("%s: %+v", name, most)
	}
}

// takenOverAfter returns a round robin that is played to its end after it was taken over
// with some rounds of Berger's tables.
func takenOverAfter(t *testing.T, n, done int) *tournament.State {
	t.Helper()
	schedule, err := roundrobin.Schedule(n, 1)
	if err != nil {
		t.Fatal(err)
	}
	var players, rounds []string
	for i := range n {
		players = append(players, fmt.Sprintf(`{"id":"p%d"}`, i))
	}
	for r, round := range schedule[:done] {
		var matches []string
		for i, p := range round.Pairs {
			matches = append(matches, fmt.Sprintf(`{"table":%d,"players":["p%d","p%d"],"games":[1,0,0],"kind":"played"}`, i+1, p.First, p.Second))
		}
		rounds = append(rounds, fmt.Sprintf(`{"number":%d,"stage":"round_robin","matches":[%s]}`, r+1, strings.Join(matches, ",")))
	}
	f := read(t, fmt.Sprintf(`{"version":1,"name":"Club","ruleset":"chess-casual","format":"round_robin","rounds_planned":%d,"players":[%s],"rounds":[%s]}`,
		len(schedule), strings.Join(players, ","), strings.Join(rounds, ",")))
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	w.do(handover.TakeOver{File: f}.Command())
	for len(w.snap.State.Rounds) < len(schedule) {
		w.round()
		for _, m := range w.snap.State.Blocking(len(w.snap.State.Rounds)) {
			w.do(&command.Correct{Round: len(w.snap.State.Rounds), Match: m, Text: "1-0"})
		}
	}
	return w.snap.State
}

// TestAllMeetTwiceWithSidesTurned: in "roundrobin twice" each two players meet once in each
// half, in every game of two at a table, the second time with sides turned; in groups, and
// after an organiser has changed a round of the first half, too.
func TestAllMeetTwiceWithSidesTurned(t *testing.T) {
	for _, id := range rules.IDs() {
		rs := load(t, id)
		if rs.Seats.Max != 2 {
			continue
		}
		for _, n := range []int{4, 5, 8} {
			for _, chain := range []string{"roundrobin twice", "groups 2 roundrobin twice"} {
				for _, changed := range []bool{false, true} {
					if changed && (n != 5 || chain != "roundrobin twice") {
						continue
					}
					t.Run(fmt.Sprintf("%s/%d/%s/%t", id, n, chain, changed), func(t *testing.T) { meetTwice(t, rs, n, chain, changed) })
				}
			}
		}
	}
}

func meetTwice(t *testing.T, rs *rules.Ruleset, n int, chain string, changed bool) {
	s := tournament.DefaultSettings("Twice")
	s.Stages, s.Decks = stage.MustParse(chain), tournament.DecksNone
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	w.do(&command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: rs}, &command.OpenRegistration{})
	for i := range n {
		w.do(&command.Join{Name: fmt.Sprintf("Player %d", i+1), ByOrganiser: true})
	}
	w.do(&command.Start{})
	for r := 1; r <= w.snap.State.StageRounds(); r++ {
		w.do(&command.Pair{})
		if m := w.snap.State.PreviewMatches; changed && r == 1 {
			w.do(&command.Repair{Swap: [2]int{int(m[0].Seats[1]) + 1, int(m[1].Seats[1]) + 1}})
		}
		w.do(&command.Publish{}, &command.StartRound{})
		w.endRound()
	}
	met := map[[2]int32]int{} // first side, second side: the half
	for r := range w.snap.State.Ledger.Rounds {
		for _, m := range w.snap.State.Ledger.Rounds[r].Matches {
			if m.N < 2 {
				continue
			}
			half := 2*r/w.snap.State.StageRounds() + 1
			if at := [2]int32{m.Seats[0], m.Seats[1]}; met[at] > 0 || met[[2]int32{at[1], at[0]}] == half {
				t.Errorf("round %d: players %d and %d meet again, or with the same sides", r+1, at[0]+1, at[1]+1)
			} else {
				met[at] = half
			}
		}
	}
	pairs := 0
	for a := range w.snap.State.Players {
		for b := range a {
			if w.snap.State.Players[a].Flight == w.snap.State.Players[b].Flight {
				pairs++
			}
		}
	}
	if len(met) != 2*pairs && !changed || len(met) < 2*pairs-2 {
		t.Errorf("%d matches of %d", len(met), 2*pairs)
	}
	w.replays(t)
}
