package sim_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"topcut/sim"
	"topcut/tournament/rules"
)

var referenceTrials = flag.Int("reference", 250, "tournaments of TestPlansEqualTheReference")

// simple is a simulator written from the published assumptions alone (LOR-15 to LOR-54):
// floats, maps and loops over everybody, with nothing of package kernel in it.
type simple struct {
	sim.PlanConfig
	rng     *rand.Rand
	players []simplePlayer
}

type simplePlayer struct {
	points, wins, losses, draws int
	gamePoints, games           int // with byes
	ownPoints, ownRounds        int // without
	opponents                   []int
	results                     []byte // by round: w, l, d, b for a bye, 0 for nothing
	records                     []sim.Record
	byes, first                 int // first is of all rounds
	out, in                     bool
	mwp, omw, gwp, ogw, lot     float64
	dayOne                      sim.Record
	down, up                    bool // floated in the round before
}

func (s *simple) record(p int) sim.Record {
	x := &s.players[p]
	return sim.Record{Wins: x.wins, Losses: x.losses, Draws: x.draws}
}

// play plays one tournament.
func (s *simple) play() {
	s.players = make([]simplePlayer, s.Players)
	for p := range s.players {
		s.players[p].results = make([]byte, s.Rounds)
		s.players[p].lot = s.rng.Float64()
	}
	for round := range s.Rounds {
		for p := range s.players {
			s.players[p].records = append(s.players[p].records, s.record(p))
		}
		s.round(round)
		for p := range s.players {
			x := &s.players[p]
			if s.DropLosses > 0 && x.losses >= s.DropLosses && round+1 < s.Rounds {
				x.out = true
			}
			if target := s.DayTwo; target != (sim.Record{}) && round+1 == target.Rounds() {
				x.dayOne = s.record(p)
				x.out = x.out || x.points < 3*target.Wins+target.Draws
			}
		}
	}
	for p := range s.players { // the coins of rounds that were not played
		x := &s.players[p]
		for range s.Rounds - len(x.opponents) {
			x.first += s.rng.IntN(2)
		}
	}
	s.rank()
	order := s.order()
	for place, p := range order {
		s.players[p].in = place < s.Cut.Top
	}
}

// order is everybody who is still in, best first; the tiebreakers have been computed.
func (s *simple) order() []int {
	var list []int
	for p := range s.players {
		if !s.players[p].out {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b int) int {
		x, y := &s.players[a], &s.players[b]
		for _, v := range [][2]float64{{float64(x.points), float64(y.points)}, {x.omw, y.omw}, {x.gwp, y.gwp}, {x.ogw, y.ogw}, {x.lot, y.lot}} {
			if math.Abs(v[0]-v[1]) > 1e-9 {
				if v[0] > v[1] {
					return -1
				}
				return 1
			}
		}
		return 0
	})
	return list
}

// rank computes the tiebreakers: each percentage at least a third.
func (s *simple) rank() {
	share := func(part, whole int) float64 {
		if whole == 0 {
			return 1. / 3
		}
		return max(1./3, float64(part)/float64(3*whole))
	}
	for p := range s.players {
		x := &s.players[p]
		x.mwp, x.gwp = share(x.ownPoints, x.ownRounds), share(x.gamePoints, x.games)
	}
	for p := range s.players {
		x := &s.players[p]
		x.omw, x.ogw = 1./3, 1./3
		if n := float64(len(x.opponents)); n > 0 {
			x.omw, x.ogw = 0, 0
			for _, q := range x.opponents {
				x.omw += s.players[q].mwp / n
				x.ogw += s.players[q].gwp / n
			}
		}
	}
}

func (s *simple) bye(p, round int) {
	x := &s.players[p]
	x.points, x.wins, x.gamePoints, x.games = x.points+3, x.wins+1, x.gamePoints+6, x.games+2
	x.results[round] = 'b'
}

// round pairs and plays a round.
func (s *simple) round(round int) {
	s.rank()
	field := s.order() // ties by the lot of the event
	if slices.Contains(s.Byes, round+1) {
		if i := slices.Index(field, 0); i >= 0 {
			field = slices.Delete(field, i, i+1)
			s.bye(0, round)
		}
	}
	if len(field)%2 == 1 {
		who := s.rng.IntN(len(field))
		if round > 0 {
			fewest := math.MaxInt
			for i := len(field) - 1; i >= 0; i-- {
				if b := s.players[field[i]].byes; b < fewest {
					who, fewest = i, b
				}
			}
		}
		s.players[field[who]].byes++
		s.bye(field[who], round)
		field = slices.Delete(field, who, who+1)
	}
	var pairs [][2]int
	best := math.MaxInt
	for again := 0; again < 60 || pairs == nil; again++ {
		s.rng.Shuffle(len(field), func(i, j int) { field[i], field[j] = field[j], field[i] })
		slices.SortStableFunc(field, func(a, b int) int { return s.players[b].points - s.players[a].points })
		s.avoidFloats(field)
		made := s.pair(field, again > 200)
		if made == nil {
			continue
		}
		least, cost := 0, 0 // of neighbours in the order of points, and of what was found
		for i, pair := range made {
			a, b := pair[0], pair[1]
			least += 10 * s.gap(field[2*i], field[2*i+1])
			cost += 10 * s.gap(a, b)
			if s.players[a].points < s.players[b].points {
				a, b = b, a
			}
			if s.gap(a, b) > 0 && s.players[a].down {
				cost++
			}
			if s.gap(a, b) > 0 && s.players[b].up {
				cost++
			}
		}
		if cost < best {
			pairs, best = made, cost
		}
		if best == least {
			break
		}
	}
	for _, pair := range pairs {
		a, b := pair[0], pair[1]
		x, y := &s.players[a], &s.players[b]
		x.down, x.up = x.points > y.points, x.points < y.points
		y.down, y.up = x.up, x.down
	}
	agreed := s.agreed(pairs, round)
	for i, pair := range pairs {
		s.match(pair[0], pair[1], round, agreed[i])
	}
}

// gap is the squared difference in points.
func (s *simple) gap(a, b int) int {
	d := s.players[a].points - s.players[b].points
	return d * d
}

// avoidFloats puts the last of an odd group, who goes down, behind somebody who has not
// been down before, where there is one.
func (s *simple) avoidFloats(field []int) {
	start := 0
	for start < len(field) {
		end := start
		for end < len(field) && s.players[field[end]].points == s.players[field[start]].points {
			end++
		}
		if end%2 == 1 {
			for i := end - 1; i >= start+start%2; i-- {
				if !s.players[field[i]].down {
					field[i], field[end-1] = field[end-1], field[i]
					break
				}
			}
		}
		start = end
	}
}

// pair lets the first who is left meet the next who will do; nil where that leads nowhere.
func (s *simple) pair(field []int, rematches bool) [][2]int {
	steps := 0
	var pairs [][2]int
	var next func(rest []int) bool
	next = func(rest []int) bool {
		if len(rest) == 0 {
			return true
		}
		if steps++; steps > 2000 {
			return false
		}
		for i := 1; i < len(rest); i++ {
			if !rematches && slices.Contains(s.players[rest[0]].opponents, rest[i]) {
				continue
			}
			pairs = append(pairs, [2]int{rest[0], rest[i]})
			if next(slices.Concat(rest[1:i], rest[i+1:])) {
				return true
			}
			pairs = pairs[:len(pairs)-1]
		}
		return false
	}
	if !next(field) {
		return nil
	}
	return pairs
}

// agreed says which pairs draw by agreement (EX-23): in the last two rounds, if after
// drawing all that is left fewer others than the cut takes could have more points, were
// each of them to win everything; in strict mode as many.
func (s *simple) agreed(pairs [][2]int, round int) []bool {
	out := make([]bool, len(pairs))
	left := s.Rounds - round
	if s.IDs == sim.IDsOff || left > 2 {
		return out
	}
	safe := func(me, opponent int) bool {
		n := 0
		for q := range s.players {
			x := &s.players[q]
			if q == me || x.out {
				continue
			}
			best := x.points + 3*left
			switch {
			case q == opponent:
				best -= 2
			case x.results[round] == 'b':
				best -= 3 // the bye is in the points
			}
			if mine := s.players[me].points + left; best > mine || s.IDs == sim.IDsStrict && best == mine {
				n++
			}
		}
		return n < s.Cut.Top
	}
	for i, pair := range pairs {
		out[i] = safe(pair[0], pair[1]) && safe(pair[1], pair[0])
	}
	return out
}

// match plays a match: first whether it is drawn, then who wins.
func (s *simple) match(a, b, round int, agreed bool) {
	x, y := &s.players[a], &s.players[b]
	x.opponents, y.opponents = append(x.opponents, b), append(y.opponents, a)
	x.ownRounds, y.ownRounds = x.ownRounds+1, y.ownRounds+1
	coin := s.rng.IntN(2)
	x.first, y.first = x.first+coin, y.first+1-coin
	if agreed || s.rng.IntN(200) < int(s.DrawChance) {
		for _, z := range []*simplePlayer{x, y} {
			z.points, z.draws, z.ownPoints = z.points+1, z.draws+1, z.ownPoints+1
			z.gamePoints, z.games = z.gamePoints+4, z.games+3
			z.results[round] = 'd'
		}
		return
	}
	rate := int(s.PlayChance)
	if rate == 0 {
		rate = 100
	}
	if (s.rng.IntN(200) < rate) != (coin == 1) {
		x, y = y, x
	}
	lost := s.rng.IntN(2)
	x.points, x.wins, x.ownPoints, x.gamePoints, x.games = x.points+3, x.wins+1, x.ownPoints+3, x.gamePoints+6, x.games+2+lost
	y.losses, y.gamePoints, y.games = y.losses+1, y.gamePoints+3*lost, y.games+2+lost
	x.results[round], y.results[round] = 'w', 'l'
}

// share is a mean over tournaments of one count for each of another, with what is needed
// for its spread.
type share struct{ n, part, whole, pp, pw, ww float64 }

func (m *share) add(part, whole float64) {
	m.n++
	m.part += part
	m.whole += whole
	m.pp += part * part
	m.pw += part * whole
	m.ww += whole * whole
}

func (m *share) value() float64 { return m.part / m.whole }

// spread is the standard error of the value.
func (m *share) spread() float64 {
	v := m.value()
	sum := m.pp - 2*v*m.pw + v*v*m.ww
	return math.Sqrt(max(sum, 0)) / m.whole
}

// counts adds up what one tournament says about each cell of the output.
type counts struct {
	all map[string]*share
	now map[string][2]float64
}

func (c *counts) add(cell string, part, whole float64) {
	v := c.now[cell]
	c.now[cell] = [2]float64{v[0] + part, v[1] + whole}
}

// TestPlansEqualTheReference holds every output of a plan against a simulator that was
// written from the document alone: with and without intentional draws, in odd fields,
// with drops, byes, a second day, and a first turn that is worth nothing, 5 % and 10 %.
// -reference 40000 plays more tournaments.
func TestPlansEqualTheReference(t *testing.T) {
	configs := []sim.PlanConfig{
		{Players: 32, Rounds: 5, Cut: rules.Cut{Top: 8}},
		{Players: 32, Rounds: 5, Cut: rules.Cut{Top: 8}, IDs: sim.IDsLiteral, DrawChance: 10, PlayChance: 110},
		{Players: 32, Rounds: 6, Cut: rules.Cut{Top: 8}, IDs: sim.IDsStrict, PlayChance: 120},
		{Players: 33, Rounds: 5, Cut: rules.Cut{Top: 8}, IDs: sim.IDsLiteral},
		{Players: 47, Rounds: 6, Cut: rules.Cut{Top: 8}, DropLosses: 3, PlayChance: 120, DrawChance: 5},
		{Players: 40, Rounds: 7, Cut: rules.Cut{Top: 4}, DayTwo: sim.Record{Wins: 3, Losses: 1}, IDs: sim.IDsLiteral, PlayChance: 110},
		{Players: 31, Rounds: 6, Cut: rules.Cut{Top: 4}, DayTwo: sim.Record{Wins: 2, Losses: 2}, DropLosses: 3, Byes: []int{1, 2}, DrawChance: 20},
	}
	for i, c := range configs {
		c.Rules = load(t, "lorcana")
		want := reference(c, uint64(i))
		c.Trials, c.Threads = max(10**referenceTrials, 10_000), 2
		got := cells(plan(t, c))
		name := fmt.Sprintf("%d players, %d rounds, ids %v, drops %d, second day %v, first turn %v", c.Players, c.Rounds, c.IDs, c.DropLosses, c.DayTwo, c.PlayChance)
		seen := 0
		for cell, m := range want.all {
			v, ok := got[cell]
			if m.whole < 30 || m.part < 1 && !ok {
				continue // hardly ever happened
			}
			seen++
			if off := math.Abs(v - m.value()); off > 4.8*m.spread()+0.004+6/m.whole {
				t.Errorf("%s: %s is %.4f, in the reference %.4f ± %.4f", name, cell, v, m.value(), m.spread())
			}
		}
		if seen < 40 {
			t.Errorf("%s: only %d numbers were compared", name, seen)
		}
	}
}

// cells names every number of a result.
func cells(res *sim.PlanResult) map[string]float64 {
	out := map[string]float64{"clean": res.Summary.Clean.P, "last in": res.Summary.LastIn}
	for i := range res.Distribution {
		r := &res.Distribution[i]
		key := "record " + r.Record.String() + " "
		out[key+"players"], out[key+"top cut"] = r.Players, r.TopCut
		for _, name := range []string{"omw", "gwp", "ogw"} {
			out[key+name] = res.Tiebreak(r, name)
		}
	}
	for i := range res.Guide {
		r := &res.Guide[i]
		key := fmt.Sprintf("after round %d with %v ", r.Round, r.Record)
		for k, n := range []int64{r.Won, r.Lost, r.Drew} {
			word := []string{"won", "lost", "drew"}[k]
			out[key+word] = float64(n) / float64(r.Players)
			if c := []sim.Chance{r.CutIfWin, r.CutIfLoss, r.CutIfDraw}[k]; !c.Estimated {
				out[key+"cut if "+word] = c.P
			}
		}
	}
	for _, r := range res.Luck {
		key := fmt.Sprintf("%d first turns ", r.OnThePlay)
		out[key+"players"], out[key+"wins"], out[key+"win share"], out[key+"top cut"] = r.Players.P, r.Wins, r.WinShare, r.TopCut.P
	}
	for _, r := range res.DayTwo {
		out["day 2 "+r.Record.String()] = r.Players
	}
	return out
}

// reference plays a plan with the simple simulator.
func reference(c sim.PlanConfig, seed uint64) *counts {
	s := &simple{PlanConfig: c, rng: rand.New(rand.NewPCG(seed, 5))}
	out := &counts{all: map[string]*share{}}
	for range *referenceTrials {
		s.play()
		out.now = map[string][2]float64{}
		last, best := math.MaxInt, -1
		for p := range s.players {
			x := &s.players[p]
			rec, in := s.record(p), 0.0
			if x.in {
				in, last = 1, min(last, x.points)
			} else if !x.out {
				best = max(best, x.points)
			}
			key := "record " + rec.String() + " "
			out.add(key+"players", 1, 0)
			out.add(key+"top cut", in, 1)
			for name, v := range map[string]float64{"omw": x.omw, "gwp": x.gwp, "ogw": x.ogw} {
				out.add(key+name, v, 1)
			}
			for round := 1; round < c.Rounds; round++ {
				key := fmt.Sprintf("after round %d with %v ", round, x.records[round])
				did := map[byte]string{'w': "won", 'b': "won", 'l': "lost", 'd': "drew"}[x.results[round]]
				for _, word := range []string{"won", "lost", "drew"} {
					switch {
					case did == word:
						out.add(key+word, 1, 1)
						out.add(key+"cut if "+word, in, 1)
					case did != "":
						out.add(key+word, 0, 1)
					}
				}
			}
			key = fmt.Sprintf("%d first turns ", x.first)
			out.add(key+"players", 1, 0)
			out.add(key+"wins", float64(x.wins), 1)
			out.add(key+"win share", float64(x.wins), float64(x.wins+x.losses+x.draws))
			out.add(key+"top cut", in, 1)
			if c.DayTwo != (sim.Record{}) {
				out.add("day 2 "+x.dayOne.String(), 1, 0)
			}
		}
		clean := 0.0
		if last > best {
			clean = 1
		}
		out.add("clean", clean, 1)
		out.add("last in", float64(last), 1)
		for cell, v := range out.now {
			m := out.all[cell]
			if m == nil {
				m = &share{}
				out.all[cell] = m
			}
			m.add(v[0], v[1])
		}
	}
	for cell, m := range out.all { // means for each tournament, or each player
		if m.whole == 0 {
			m.whole, m.ww, m.pw = float64(*referenceTrials), float64(*referenceTrials), m.part
			if strings.HasSuffix(cell, "turns players") {
				m.part, m.pp, m.pw = m.part/float64(c.Players), m.pp/float64(c.Players*c.Players), m.pw/float64(c.Players)
			}
		}
	}
	return out
}
