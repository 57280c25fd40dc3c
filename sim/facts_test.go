package sim_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"topcut/sim"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

var positions = flag.Int("positions", 20, "random positions in the brute-force test of facts")

func seats(a, b int32) [4]int32 { return [4]int32{a, b, ledger.None, ledger.None} }

var scores = [][4]int32{{2, 0}, {2, 1}, {1, 1, 1}, {1, 2}, {0, 2}}

// report is a result as a player may report it.
type report struct {
	kind   ledger.Kind
	result ledger.Result
}

// reports are results of a ruleset that bring out the extremes of its tiebreakers:
// two kinds of wins, two of losses, a draw and a double loss where there is one. few
// are only one of each.
func reports(rs *rules.Ruleset) (all, few []report) {
	var seen [4]int
	for _, o := range rs.Results(ledger.Swiss) {
		m := ledger.Match{Kind: o.Kind, N: 2, Seats: seats(0, 1), Result: o.Result}
		k, limit := 2, 1
		switch {
		case o.Kind == ledger.DoubleLoss:
			k = 3
		case rs.Winner(&m) >= 0:
			k, limit = rs.Winner(&m), 2
		}
		if seen[k]++; seen[k] > limit {
			continue
		}
		all = append(all, report{o.Kind, o.Result})
		if seen[k] == 1 {
			few = append(few, report{o.Kind, o.Result})
		}
	}
	return all, few
}

// smallEvent plays rounds of a small field at random; the last is only paired,
// and some of its tables have finished.
func smallEvent(rng *rand.Rand, all []report, players, rounds int) *ledger.Ledger {
	l := &ledger.Ledger{Players: make([]ledger.Player, players)}
	for i := range l.Players {
		l.Players[i].DroppedAfter = ledger.Active
	}
	if rng.IntN(4) == 0 {
		l.Players[rng.IntN(players)].DroppedAfter = int16(rng.IntN(rounds))
	}
	for number := 1; number <= rounds; number++ {
		r := ledger.Round{Number: int16(number)}
		var in []int32
		for _, p := range rng.Perm(players) {
			if !l.Players[p].Out(number) {
				in = append(in, int32(p))
			}
		}
		for ; len(in) > 1; in = in[2:] {
			m := ledger.Match{N: 2, Seats: seats(in[0], in[1])}
			if number < rounds || rng.IntN(4) == 0 {
				r := all[rng.IntN(len(all))]
				m.Kind, m.Result = r.kind, r.result
			}
			r.Matches = append(r.Matches, m)
		}
		if len(in) == 1 {
			r.Matches = append(r.Matches, ledger.Match{Kind: ledger.Bye, N: 1, Seats: [4]int32{in[0], ledger.None, ledger.None, ledger.None}})
		}
		l.Rounds = append(l.Rounds, r)
	}
	return l
}

// fullEvent returns a smallEvent without drops, so that an even field stays even.
func fullEvent(rng *rand.Rand, players, rounds int) *ledger.Ledger {
	var all []report
	for _, v := range scores {
		all = append(all, report{result: ledger.Result{Form: ledger.Games, V: v}})
	}
	for {
		if l := smallEvent(rng, all, players, rounds); allIn(l) {
			return l
		}
	}
}

func allIn(l *ledger.Ledger) bool {
	for _, p := range l.Players {
		if p.DroppedAfter != ledger.Active {
			return false
		}
	}
	return true
}

// chance is what can become of a player: in or out of the cut.
type chance struct{ in, out bool }

func (c *chance) add(in, out bool) { c.in, c.out = c.in || in, c.out || out }

// truth returns what can become of each player by trying all results of the open
// tables, and of the rounds after them with every pairing.
type truth struct {
	rs       *rules.Ruleset
	cut      int
	all, few []report
	now      []int       // by player, how the open table or the next match ended: resultNone before
	fate     [][5]chance // by player and that
}

const resultNone = 4 // beside won, drawn, lost and both lost

func newTruth(rs *rules.Ruleset, players int) *truth {
	x := &truth{rs: rs, now: make([]int, players), fate: make([][5]chance, players)}
	x.all, x.few = reports(rs)
	for p := range x.now {
		x.now[p] = resultNone
	}
	return x
}

func (x *truth) tryOpen(t *testing.T, l *ledger.Ledger, more int) {
	last := &l.Rounds[len(l.Rounds)-1]
	for i := range last.Matches {
		m := &last.Matches[i]
		if m.Finished() {
			continue
		}
		list := x.few // the games of a match only matter at the very end
		if more == 0 {
			list = x.all
		}
		if x.rs.Boards > 0 {
			list = x.onRecord(last, i, more == 0)
		}
		before := [2]int{x.now[m.Seats[0]], x.now[m.Seats[1]]}
		for _, r := range list {
			m.Kind, m.Result = r.kind, r.result
			for seat, was := range before {
				if was == resultNone {
					x.now[m.Seats[seat]] = x.ended(m, seat)
				}
			}
			x.tryOpen(t, l, more)
		}
		x.now[m.Seats[0]], x.now[m.Seats[1]] = before[0], before[1]
		m.Kind, m.Result = ledger.Played, ledger.Result{}
		return
	}
	if more == 0 {
		x.judge(t, l)
		return
	}
	var in []int32
	for p := range l.Players {
		if !l.Players[p].Out(len(l.Rounds) + 1) {
			in = append(in, int32(p))
		}
	}
	l.Rounds = append(l.Rounds, ledger.Round{Number: int16(len(l.Rounds) + 1)})
	x.tryPairings(t, l, in, more-1)
	l.Rounds = l.Rounds[:len(l.Rounds)-1]
}

// ended returns won, drawn, lost or both lost.
func (x *truth) ended(m *ledger.Match, seat int) int {
	switch w := x.rs.Winner(m); {
	case m.Kind == ledger.DoubleLoss:
		return 3
	case w == ledger.None:
		return 1
	case w == seat:
		return 0
	}
	return 2
}

func (x *truth) tryPairings(t *testing.T, l *ledger.Ledger, in []int32, more int) {
	if len(in) == 0 {
		x.tryOpen(t, l, more)
		return
	}
	r := len(l.Rounds) - 1
	n := len(l.Rounds[r].Matches)
	if len(in)%2 == 1 {
		for i, p := range in {
			l.Rounds[r].Matches = append(l.Rounds[r].Matches[:n], ledger.Match{Kind: ledger.Bye, N: 1, Seats: [4]int32{p, ledger.None, ledger.None, ledger.None}})
			x.tryPairings(t, l, append(append([]int32{}, in[:i]...), in[i+1:]...), more)
		}
	} else {
		for i := 1; i < len(in); i++ {
			l.Rounds[r].Matches = append(l.Rounds[r].Matches[:n], ledger.Match{N: 2, Seats: seats(in[0], in[i])})
			x.tryPairings(t, l, append(append([]int32{}, in[1:i]...), in[i+1:]...), more)
		}
	}
	l.Rounds[r].Matches = l.Rounds[r].Matches[:n]
}

// judge notes who is in and who is out; by lot both can be.
func (x *truth) judge(t *testing.T, l *ledger.Ledger) {
	ends(t, x.rs, l, x.cut, func(p int32, in, out bool) { x.fate[p][x.now[p]].add(in, out) })
}

// fataler is a test, or one of rapid.
type fataler interface{ Fatal(args ...any) }

// ends returns for each player whether the end of an event has them in the cut, out of
// it, or by lot in or out.
func ends(t fataler, rs *rules.Ruleset, l *ledger.Ledger, cut int, note func(p int32, in, out bool)) {
	table, err := standings.Compute(l, rs, standings.Options{After: standings.All})
	if err != nil {
		t.Fatal(err)
	}
	ahead := 0
	for i := 0; i < len(table.Rows); {
		j, level := i, 0
		for ; j < len(table.Rows) && table.Rows[j].Place == table.Rows[i].Place; j++ {
			if !table.Rows[j].Dropped {
				level++
			}
		}
		for ; i < j; i++ {
			if row := &table.Rows[i]; row.Dropped {
				note(row.Player, false, true)
			} else {
				note(row.Player, ahead < cut, ahead+level > cut)
			}
		}
		ahead += level
	}
}

// after returns what can become of a player with one of some results.
func (x *truth) after(p int, results ...int) (c chance) {
	for _, r := range append(results, resultNone) { // without a match, whatever is asked
		c.add(x.fate[p][r].in, x.fate[p][r].out)
	}
	return c
}

// fact returns the strongest fact that is true of a player.
func (x *truth) fact(p int) string {
	all := x.after(p, 0, 1, 2, 3)
	win, draw := x.after(p, 0), x.after(p, 0, 1)
	switch {
	case !all.out:
		return sim.Clinched
	case !all.in:
		return sim.Eliminated
	case !draw.out && x.rs.Draws.Allowed:
		return sim.DrawAndIn
	case !win.out:
		return sim.WinAndIn
	}
	return ""
}

// holds reports whether a fact is true of a player.
func (x *truth) holds(p int, fact string) bool {
	switch fact {
	case sim.Clinched:
		return !x.after(p, 0, 1, 2, 3).out
	case sim.Eliminated:
		return !x.after(p, 0, 1, 2, 3).in
	case sim.WinAndIn:
		return !x.after(p, 0).out
	case sim.DrawAndIn:
		return !x.after(p, 0, 1).out
	}
	return true
}

// twoPlayer returns the rulesets whose facts are tested; the last step, by lot, is removed,
// so that players it would separate are level.
func twoPlayer(t testing.TB) []*rules.Ruleset {
	var out []*rules.Ruleset
	for _, id := range []string{"magic", "magic-melee", "lorcana", "lorcana-playhub", "pokemon", "pokemon-2009", "one-piece", "yugioh", "flesh-and-blood", "chess-casual"} {
		rs := *load(t, id)
		rs.Ranking.Final = "shared"
		out = append(out, &rs)
	}
	return out
}

// shapes are kinds of positions: rounds after the one under way, and how many players
// can be tried with them.
var shapes = []struct{ more, least, most int }{{0, 4, 8}, {0, 4, 8}, {0, 4, 8}, {1, 4, 5}, {1, 6, 6}, {2, 4, 4}}

// No fact is false: all ways an event of up to 8 players can end are tried. What
// share of what is true was found is logged.
func TestFactsAgainstBruteForce(t *testing.T) {
	type tally struct{ found, there int }
	var shares [3]map[string]*tally
	for i := range shares {
		shares[i] = map[string]*tally{}
	}
	sets := twoPlayer(t)
	byRules := map[string]*tally{}
	for i := range *positions {
		rng := rand.New(rand.NewPCG(uint64(i), 5))
		rs, shape := sets[i%len(sets)], shapes[rng.IntN(len(shapes))]
		if shape.least == 6 && rng.IntN(8) > 0 {
			shape.least, shape.most = 4, 5 // six take long
		}
		players, rounds := shape.least+rng.IntN(shape.most-shape.least+1), 2+rng.IntN(2)
		x := newTruth(rs, players)
		l := smallEvent(rng, x.all, players, rounds)
		cut := 1 + rng.IntN(players-1)
		x.cut = cut
		x.tryOpen(t, l, shape.more)
		c := sim.OddsConfig{Rules: rs, Ledger: l, Rounds: rounds + shape.more, Cut: rules.Cut{Top: cut}, Player: -1}
		proved, err := sim.Prove(c)
		if err != nil {
			t.Fatal(err)
		}
		for p, fact := range proved.Facts {
			if !x.holds(p, fact) {
				t.Errorf("position %d, %s, %d more rounds, cut of %d: player %d is said to be %s, which is false: %v", i, rs.ID, shape.more, cut, p, fact, x.fate[p])
			}
			want := x.fact(p)
			if want == "" || l.Players[p].DroppedAfter != ledger.Active {
				continue
			}
			for _, s := range []map[string]*tally{shares[shape.more], byRules} {
				for _, key := range []string{"all", want, rs.ID} {
					if s[key] == nil {
						s[key] = &tally{}
					}
					s[key].there++
					if fact == want {
						s[key].found++
					}
				}
			}
		}
	}
	for more, s := range shares {
		for _, kind := range []string{"all", sim.Clinched, sim.Eliminated, sim.WinAndIn, sim.DrawAndIn} {
			if x := s[kind]; x != nil {
				t.Logf("%d rounds after the one under way: %s: %d of %d facts found (%.1f %%)", more, kind, x.found, x.there, 100*float64(x.found)/float64(x.there))
			}
		}
		if s["all"] == nil || s["all"].found == 0 {
			t.Errorf("no fact was found with %d more rounds", more)
		}
	}
	for _, rs := range sets {
		for more, s := range shares {
			if x := s[rs.ID]; x != nil {
				t.Logf("%s, %d more: %d of %d", rs.ID, more, x.found, x.there)
			}
		}
	}
}

// A fact once proved stays true whatever follows: events of up to 32 players go on from
// it table by table, are paired at random and end. No clinched player is out then, no
// eliminated one in, and a player who needed a win and won is in.
func TestFactsStayTrue(t *testing.T) {
	sets := twoPlayer(t)
	proved := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		rs := sets[rapid.IntRange(0, len(sets)-1).Draw(t, "ruleset")]
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 11))
		all, _ := reports(rs)
		players, rounds := rapid.IntRange(6, 32).Draw(t, "players"), rapid.IntRange(3, 6).Draw(t, "rounds")
		cut := rapid.IntRange(1, players/2).Draw(t, "cut")
		from := rapid.IntRange(2, rounds).Draw(t, "paired")
		l := smallEvent(rng, all, players, from)
		var claims []claim
		look := func() {
			p, err := sim.Prove(sim.OddsConfig{Rules: rs, Ledger: l, Rounds: rounds, Cut: rules.Cut{Top: cut}, Player: -1})
			if err != nil {
				t.Fatal(err)
			}
			for i, fact := range p.Facts {
				if fact != "" && l.Players[i].DroppedAfter == ledger.Active {
					claims = append(claims, claim{player: i, fact: fact, round: len(l.Rounds), result: resultNone})
				}
			}
		}
		for {
			look()
			for _, table := range rng.Perm(len(l.Rounds[len(l.Rounds)-1].Matches)) {
				m := &l.Rounds[len(l.Rounds)-1].Matches[table]
				if m.Finished() {
					continue
				}
				r := all[rng.IntN(len(all))]
				m.Kind, m.Result = r.kind, r.result
				for seat := range m.Players() {
					note(claims, rs, m, seat)
				}
				if rng.IntN(8) == 0 {
					look()
				}
			}
			if len(l.Rounds) == rounds {
				break
			}
			look()
			l.Rounds = append(l.Rounds, pairedAtRandom(rng, l, len(l.Rounds)+1))
		}
		end := make([]chance, players)
		ends(t, rs, l, cut, func(p int32, in, out bool) { end[p] = chance{in, out} })
		for _, c := range claims {
			proved[c.fact]++
			if c.false(end[c.player]) {
				t.Fatalf("%s, %d players, cut of %d: player %d was %s in round %d of %d and is in: %v, out: %v", rs.ID, players, cut, c.player, c.fact, c.round, rounds, end[c.player].in, end[c.player].out)
			}
		}
	})
	t.Logf("claims held: %v", proved)
	for _, fact := range []string{sim.Clinched, sim.Eliminated, sim.WinAndIn, sim.DrawAndIn} {
		if proved[fact] == 0 {
			t.Errorf("nobody was ever %s", fact)
		}
	}
}

// claim is a fact that was said of a player, and how the player's next match ended.
type claim struct {
	player, round, result int
	fact                  string
}

// note writes the result of a seat into the claims that wait for it.
func note(claims []claim, rs *rules.Ruleset, m *ledger.Match, seat int) {
	x := truth{rs: rs}
	for i := range claims {
		if c := &claims[i]; c.player == int(m.Seats[seat]) && c.result == resultNone {
			c.result = x.ended(m, seat)
		}
	}
}

// false reports whether the end contradicts the claim.
func (c *claim) false(end chance) bool {
	switch c.fact {
	case sim.Clinched:
		return end.out
	case sim.Eliminated:
		return end.in
	case sim.WinAndIn:
		return c.result == 0 && end.out
	}
	return c.result <= 1 && end.out
}

func pairedAtRandom(rng *rand.Rand, l *ledger.Ledger, number int) ledger.Round {
	r := ledger.Round{Number: int16(number)}
	var in []int32
	for _, p := range rng.Perm(len(l.Players)) {
		if !l.Players[p].Out(number) {
			in = append(in, int32(p))
		}
	}
	for ; len(in) > 1; in = in[2:] {
		r.Matches = append(r.Matches, ledger.Match{N: 2, Seats: seats(in[0], in[1])})
	}
	if len(in) == 1 {
		r.Matches = append(r.Matches, ledger.Match{Kind: ledger.Bye, N: 1, Seats: [4]int32{in[0], ledger.None, ledger.None, ledger.None}})
	}
	return r
}
