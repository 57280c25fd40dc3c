package sim

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"topcut/tournament"
	"topcut/tournament/asof"
	"topcut/tournament/ledger"
	"topcut/tournament/rounds"
	"topcut/tournament/rules"
)

// everyMeeting plays all open matches of a round robin in every way in which one can end,
// and calls with how each ended, how likely that is, and who goes on. An end is a result of
// the first seat; forfeits and losses of both have no chance.
func everyMeeting(t *testing.T, s *tournament.State, cut int, call func(ends []int, chance float64, on []int)) {
	t.Helper()
	l, _ := rounds.Scheduled(s)
	l = l.Clone()
	var open []*ledger.Match
	for r := range l.Rounds {
		for i := range l.Rounds[r].Matches {
			if m := &l.Rounds[r].Matches[i]; m.N == 2 && !m.Finished() {
				open = append(open, m)
			}
		}
	}
	var won, drawn []rules.ResultOption
	for _, o := range s.Rules.Results(ledger.RoundRobin) {
		switch w := s.Rules.Winner(&ledger.Match{Kind: o.Kind, N: 2, Result: o.Result}); {
		case w == 0:
			won = append(won, o)
		case w < 0 && o.Kind != ledger.DoubleLoss:
			drawn = append(drawn, o)
		}
	}
	draws := float64(usualDrawsOf(s.Rules)) / 200
	if len(drawn) == 0 {
		draws = 0
	}
	ends := make([]int, len(open))
	var follow func(i int, chance float64)
	follow = func(i int, chance float64) {
		if i == len(open) {
			then := s.With(l)
			table, err := then.Table(len(l.Rounds))
			if err != nil {
				t.Fatal(err)
			}
			on := then.Entering(table)
			if s.Next() == nil {
				if on, err = then.Seeds(table, cut); err != nil {
					t.Fatal(err)
				}
			}
			call(ends, chance, on)
			return
		}
		m, seats := open[i], open[i].Seats
		put := func(kind ledger.Kind, result ledger.Result, end int, p float64) {
			m.Kind, m.Result, m.Seats = kind, result, seats
			if end == resultLoss {
				m.Seats[0], m.Seats[1] = seats[1], seats[0]
			}
			ends[i] = end
			follow(i+1, chance*p)
		}
		for _, end := range []int{resultWin, resultLoss} {
			for _, o := range won {
				put(o.Kind, o.Result, end, (1-draws)/2/float64(len(won)))
			}
			put(ledger.Forfeit, ledger.Result{}, end, 0)
		}
		for _, o := range drawn {
			put(o.Kind, o.Result, resultDraw, draws/float64(len(drawn)))
		}
		put(ledger.DoubleLoss, ledger.Result{}, resultNone, 0)
		*m = ledger.Match{N: 2, Seats: seats}
	}
	follow(0, 1)
}

// toCome are those who are still to meet, in order.
func toCome(t *testing.T, s *tournament.State) (pairs [][2]int) {
	t.Helper()
	l, ok := rounds.Scheduled(s)
	if !ok {
		t.Fatal("nothing is scheduled")
	}
	for r := range l.Rounds {
		for _, m := range l.Rounds[r].Matches {
			if m.N == 2 && !m.Finished() {
				pairs = append(pairs, [2]int{int(m.Seats[0]), int(m.Seats[1])})
			}
		}
	}
	return pairs
}

var groupSeeds = flag.Int("group-events", 1, "events of each kind to play out in every way")

// beforeTheEnd returns an event with the given rounds of its round robin left.
func beforeTheEnd(t *testing.T, snap *tournament.Snapshot, left int) *tournament.State {
	t.Helper()
	i := slices.IndexFunc(snap.State.Stages, func(st tournament.Stage) bool { return st.Kind.MeetsAll() })
	st := &snap.State.Stages[i]
	s, err := asof.Fold(1, snap.Log, asof.AfterRound(st.FirstRound+st.Rounds-1-left))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// known is the result for one player of playing everything, after each result of the
// next match.
type known struct {
	in, out [3]bool // can be
	chance  float64
}

// fact returns the strongest fact that follows.
func (k *known) fact(draws bool) string {
	in, out := 0, 0
	for result := range 3 {
		if result == resultDraw && !draws {
			in, out = in+1, out+1
			continue
		}
		if !k.out[result] {
			in++
		}
		if !k.in[result] {
			out++
		}
	}
	switch {
	case out == 3:
		return Eliminated
	case in == 3:
		return Clinched
	case k.out[resultWin]:
		return ""
	case draws && !k.out[resultDraw]:
		return DrawAndIn
	}
	return WinAndIn
}

// holds reports whether a weaker fact follows.
func (k *known) holds(fact string) bool {
	switch fact {
	case "":
		return true
	case WinAndIn:
		return !k.out[resultWin]
	case DrawAndIn:
		return !k.out[resultWin] && !k.out[resultDraw]
	}
	return false
}

// TestOddsOfGroupsAgainstEveryEnd: of round robins in groups and whole, with few
// matches left, the facts are exactly those of playing out every way, and the estimates
// are within three standard errors of the chance.
func TestOddsOfGroupsAgainstEveryEnd(t *testing.T) {
	facts, moments, estimates, beyond, worst := 0, 0, 0, 0, 0.0
	for _, x := range []struct {
		game, chain   string
		players, left int // rounds that are left
	}{
		{"chess-casual", "groups 2 roundrobin > single 2", 8, 1},
		{"chess-casual", "groups 2 roundrobin > single 4", 8, 1},
		{"chess-casual", "groups 3 roundrobin > single 6", 9, 1},
		{"chess-casual", "groups 2 roundrobin > top 4 swiss 2 > single 2", 7, 1},
		{"chess-casual", "roundrobin > single 2", 4, 2},
		{"chess-casual", "roundrobin > top 3 roundrobin", 5, 2},
		{"chess-casual", "swiss 2 > top 4 roundrobin > single 2", 8, 1},
		{"one-piece", "groups 2 roundrobin > single 4", 8, 1},
		{"one-piece", "roundrobin > single points 6 min 2", 5, 2},
		{"magic", "roundrobin > single 2", 4, 1},
		{"lorcana", "groups 2 roundrobin > single 2", 6, 1},
		{"magic", "draft > roundrobin > single 2", 4, 1},
		{"chess-casual", "groups 3 roundrobin > single 8", 9, 1},
		{"chess-casual", "groups 3 roundrobin > single 5", 11, 1},
		{"chess-casual", "roundrobin twice > single 2", 4, 2},
		{"lorcana", "groups 2 roundrobin twice > single 2", 6, 1},
	} {
		for seed := range uint64(*groupSeeds) {
			name := fmt.Sprintf("%s, %s, %d", x.game, x.chain, seed)
			snap := playedIn(t, x.game, x.players, x.chain, seed)
			s := beforeTheEnd(t, snap, x.left)
			c, err := Live(s)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			all := make([]known, len(s.Players))
			next := slices.Repeat([][2]int{{-1, 0}}, len(s.Players))
			first := true
			for i, pair := range slices.Backward(toCome(t, s)) {
				next[pair[0]], next[pair[1]] = [2]int{i, 0}, [2]int{i, 1}
			}
			everyMeeting(t, s, c.Cut.Top, func(ends []int, chance float64, on []int) {
				first = false
				for p := range all {
					in := slices.Contains(on, p+1)
					if in {
						all[p].chance += chance
					}
					for result := range 3 {
						if at := next[p]; at[0] >= 0 && !ofSide(ends[at[0]], at[1], result) {
							continue
						}
						all[p].in[result], all[p].out[result] = all[p].in[result] || in, all[p].out[result] || !in
					}
				}
			})
			if first {
				t.Fatalf("%s: nothing was played", name)
			}
			p, err := Prove(c)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			c.Trials = 4096
			res, err := Odds(t.Context(), c)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			moments++
			for i, k := range all {
				if !s.PlaysOn(i + 1) {
					continue
				}
				want := k.fact(usualDrawsOf(s.Rules) > 0)
				if x.chain == "roundrobin > single points 6 min 2" && p.Facts[i] == "" {
					want = "" // bounds alone
				}
				if thirds := strings.HasPrefix(x.chain, "groups 3") && !strings.HasSuffix(x.chain, "6"); thirds && k.holds(p.Facts[i]) {
					want = p.Facts[i] // what holds in the group alone, which may be less
				}
				if p.Facts[i] != want || res.Players[i].Cut.Fact != want {
					t.Errorf("%s: player %d is %q and %q, every way of playing says %q", name, i+1, p.Facts[i], res.Players[i].Cut.Fact, want)
				}
				if want != "" {
					facts++
				}
				if (want == "") != p.Reason(i).IsZero() {
					t.Errorf("%s: player %d is %q for %v", name, i+1, want, p.Reason(i))
				}
				got, sigma := res.Players[i].Cut.P, math.Sqrt(max(k.chance*(1-k.chance), 1e-6)/float64(c.Trials))
				if want == Clinched || want == Eliminated {
					continue // not estimated
				}
				estimates++
				worst = max(worst, math.Abs(got-k.chance)/sigma)
				if math.Abs(got-k.chance) > 3*sigma+1e-9 {
					beyond++
					t.Logf("%s: player %d has %.4f, every way of playing says %.4f (%.1f standard errors)", name, i+1, got, k.chance, math.Abs(got-k.chance)/sigma)
				}
			}
		}
	}
	if worst > 4.5 || beyond > 1+estimates/200 { // of 370 one lies beyond three standard errors
		t.Errorf("%d of %d estimates are off by more than 3 standard errors, the worst by %.1f", beyond, estimates, worst)
	}
	t.Logf("%d moments, %d facts, no difference; the worst estimate is off by %.1f standard errors", moments, facts, worst)
}
