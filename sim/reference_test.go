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
	"topcut/tournament/stage"
)

var (
	referenceTrials = flag.Int("reference", 100, "tournaments of TestPlansEqualTheReference")
	referencePlans  = flag.Int("reference-plans", 0, "random plans that TestPlansEqualTheReference plays beside the named ones")
)

// simple is a simulator written from the published assumptions alone
// (docs/rules/lorcana.md#lor-15 to LOR-54) and from the documentation of package
// stage's notation: floats, maps and loops over all players, without package kernel. Of
// a plan with a chain of stages it reads that chain, and not the days, groups and cut
// that the plan made of it.
type simple struct {
	sim.PlanConfig
	rng     *rand.Rand
	players []simplePlayer
	stages  []stage.Stage // the last may be an elimination
	locked  int           // early places that are taken
	entries int
}

// stagesOf returns a plan as a chain; a target for a second day is a record, of which a chain
// knows nothing.
func stagesOf(c *sim.PlanConfig) []stage.Stage {
	if len(c.Stages.Stages) > 0 {
		return counted(c)
	}
	list := []stage.Stage{{Kind: stage.Swiss, Rounds: c.Rounds}}
	if d := c.DayTwo; d != (sim.Record{}) {
		list[0].Rounds = d.Rounds()
		list = append(list, stage.Stage{Kind: stage.Swiss, Rounds: c.Rounds - d.Rounds(), Entry: stage.Entry{By: stage.Points, N: 3*d.Wins + d.Draws}})
	}
	return append(list, stage.Stage{Kind: stage.Single, Entry: stage.TopN(c.Cut.Top)})
}

// counted returns a chain in which every round robin has the rounds that are announced for
// it: those in which all players of the largest group can have met the others.
func counted(c *sim.PlanConfig) []stage.Stage {
	list, field := slices.Clone(c.Stages.Stages), c.Players
	for i := range list {
		x := &list[i]
		if i > 0 && x.Entry.By == stage.Top {
			field = x.Entry.N
		}
		if x.Kind != stage.RoundRobin {
			continue
		}
		largest := field
		if i == 0 && c.Stages.Prepares(stage.Draft) {
			largest = slices.Max(podSizes(field))
		} else if i == 0 && x.Groups > 1 {
			largest = int(math.Ceil(float64(field) / float64(x.Groups)))
		}
		if x.Rounds = largest; largest%2 == 0 {
			x.Rounds--
		}
		if x.Twice {
			x.Rounds *= 2
		}
	}
	if last := list[len(list)-1]; !last.Kind.Eliminates() {
		list = append(list, stage.Stage{Entry: stage.TopN(0)}) // no player enters anything
	}
	return list
}

// podSizes are those of docs/rules/magic.md#mtg-55, written out for the fields that are
// played here.
func podSizes(players int) []int {
	return map[int][]int{14: {8, 6}, 20: {8, 6, 6}}[players]
}

type simplePlayer struct {
	points, wins, losses, draws int
	gamePoints, games           int // with byes
	ownPoints, ownRounds        int // without
	opponents                   []int
	results                     []byte // by round: w, l, d, b for a bye, 0 for nothing
	records                     []sim.Record
	byes                        int
	turns                       []bool // by round: the first turn, also in rounds that were not played
	group                       int
	out, early                  bool
	ran, on                     []bool // by entry: could enter, and did
	after                       []int  // by entry: points
	mwp, omw, gwp, ogw, lot     float64
	down, up                    bool // floated in the round before
}

func (s *simple) record(p int) sim.Record {
	x := &s.players[p]
	return sim.Record{Wins: x.wins, Losses: x.losses, Draws: x.draws}
}

// play plays one tournament.
func (s *simple) play() {
	s.players, s.locked = make([]simplePlayer, s.Players), 0
	groups := s.groups()
	for p := range s.players {
		x := &s.players[p]
		x.results, x.turns = make([]byte, s.Rounds), make([]bool, s.Rounds)
		for r := range x.turns {
			x.turns[r] = s.rng.IntN(2) == 0
		}
		x.lot, x.group = s.rng.Float64(), p%groups
	}
	if s.PlanConfig.Stages.Prepares(stage.Draft) {
		p := 0
		for pod, size := range podSizes(s.Players) {
			for range size {
				s.players[p].group = pod
				p++
			}
		}
	}
	s.entries = 0
	round := 0
	for i, st := range s.stages {
		if i > 0 {
			s.enter(st.Entry, i == 1)
		}
		apart := 1
		if i == 0 {
			apart = groups
		}
		rings := make([][]int, apart)
		for nth := range st.Rounds {
			s.note()
			for g := range rings {
				among := func(p int) bool { return s.players[p].group%apart == g }
				switch {
				case st.Kind == stage.Swiss:
					s.round(round, among)
					continue
				case nth == 0:
					rings[g] = s.ring(among)
				}
				turns := st.Rounds // in which all have met
				if st.Twice {
					turns /= 2
				}
				s.turn(rings[g], nth%turns, round)
			}
			if round++; round < s.Rounds {
				s.drop()
				s.lock()
			}
		}
	}
	s.note()
	s.rank()
}

// groups returns how many play the first stage among themselves.
func (s *simple) groups() int {
	if s.PlanConfig.Stages.Prepares(stage.Draft) {
		return len(podSizes(s.Players))
	}
	return max(s.stages[0].Groups, 1)
}

// dealt is of how many groups the stage behind the i-th takes as many each.
func (s *simple) dealt(i int) int {
	pods := s.PlanConfig.Stages.Prepares(stage.Draft) && s.stages[0].Kind == stage.Swiss
	if i > 0 || s.stages[1].Entry.By != stage.Top || s.stages[1].Entry.N == 0 || pods {
		return 1
	}
	return s.groups()
}

// sitting is the empty seat: a player who would meet it sits out.
const sitting = -1

// ring returns a draw of those of some who are in, behind an empty seat where they are odd.
func (s *simple) ring(among func(p int) bool) (seats []int) {
	for _, p := range s.rng.Perm(len(s.players)) {
		if !s.players[p].out && among(p) {
			seats = append(seats, p)
		}
	}
	if len(seats)%2 == 1 {
		seats = slices.Insert(seats, 0, sitting)
	}
	return seats
}

// turn plays a round of a round robin as at a long table: players opposite each other
// meet, and then all but the first move on by one seat. After a whole turn all players
// have met.
func (s *simple) turn(ring []int, nth, round int) {
	if nth >= len(ring)-1 {
		return
	}
	for i := range len(ring) / 2 {
		a, b := ring[i], ring[len(ring)-1-i]
		switch {
		case a == sitting || b == sitting:
		case s.players[a].out && s.players[b].out:
		case s.players[a].out:
			s.players[b].byes++
			s.bye(b, round)
		case s.players[b].out:
			s.players[a].byes++
			s.bye(a, round)
		default:
			x, y := &s.players[a], &s.players[b]
			x.down, x.up = x.points > y.points, x.points < y.points
			y.down, y.up = x.up, x.down
			s.match(a, b, round, false)
		}
	}
	last := ring[len(ring)-1]
	copy(ring[2:], ring[1:len(ring)-1])
	ring[1] = last
}

// note updates the record of each player.
func (s *simple) note() {
	for p := range s.players {
		s.players[p].records = append(s.players[p].records, s.record(p))
	}
}

// drop has those leave who have lost too often.
func (s *simple) drop() {
	for p := range s.players {
		if x := &s.players[p]; s.DropLosses > 0 && x.losses >= s.DropLosses {
			x.out = true
		}
	}
}

// lock gives early places to those with enough points, in the order of the standings.
func (s *simple) lock() {
	last := s.stages[len(s.stages)-1].Entry
	if last.Lock == 0 {
		return
	}
	s.rank()
	for _, p := range s.order() {
		if x := &s.players[p]; !x.early && x.points >= last.Lock && s.locked < last.N {
			x.early = true
			s.locked++
		}
	}
}

// compareGroups orders players of the same place in different groups: by points for each
// match, then by wins for each; then by lot, if they have not had as many.
func (s *simple) compareGroups(list []int) {
	matches := func(p int) float64 {
		r := s.record(p)
		return math.Max(1, float64(r.Wins+r.Losses+r.Draws))
	}
	for _, p := range list {
		if matches(p) != matches(list[0]) {
			s.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			break
		}
	}
	slices.SortStableFunc(list, func(a, b int) int {
		x := float64(s.players[a].points)/matches(a) + float64(s.record(a).Wins)/matches(a)/1e6
		y := float64(s.players[b].points)/matches(b) + float64(s.record(b).Wins)/matches(b)/1e6
		switch {
		case math.Abs(x-y) < 1e-9:
			return 0
		case x > y:
			return -1
		}
		return 1
	})
}

// enter chooses who enters the next stage, of the groups of the first stage as many each.
func (s *simple) enter(e stage.Entry, second bool) {
	groups := 1
	if second {
		groups = s.dealt(0)
	}
	final := s.entries == len(s.stages)-2 && s.stages[len(s.stages)-1].Kind != stage.Swiss
	s.rank()
	all := s.order()
	chosen := map[int]bool{}
	if e.By == stage.All {
		for _, p := range all {
			chosen[p] = true
		}
	}
	choose := func(p, most int) {
		if len(chosen) < most {
			chosen[p] = true
		}
	}
	for _, p := range all {
		if final && s.players[p].early {
			choose(p, e.N)
		}
	}
	nth, before := map[int]int{}, map[int]int{} // by player, the place in the group; by group, how many have one
	for _, p := range all {
		g := s.players[p].group % groups
		nth[p] = before[g]
		before[g]++
	}
	for tier := 0; e.By == stage.Top && tier*groups < e.N; tier++ {
		same := slices.DeleteFunc(slices.Clone(all), func(p int) bool { return nth[p] != tier })
		if len(chosen)+len(same) > e.N && groups > 1 {
			s.compareGroups(same)
		}
		for _, p := range same {
			if len(chosen) < e.N {
				chosen[p] = true
			}
		}
	}
	for _, p := range all {
		switch {
		case e.By == stage.Points && s.players[p].points >= e.N:
			choose(p, s.Players)
		case e.By == stage.Points:
			choose(p, e.Least)
		case e.By == stage.Equal && (len(chosen) < e.N || s.players[p].points == s.players[all[e.N-1]].points):
			choose(p, max(e.Max, e.N))
			if e.Max == 0 {
				choose(p, s.Players)
			}
		}
	}
	s.entries++
	for p := range s.players {
		x := &s.players[p]
		x.ran, x.on, x.after = append(x.ran, !x.out), append(x.on, chosen[p]), append(x.after, x.points)
		x.out = x.out || !chosen[p] && !final
	}
}

// order returns the players who are still in, best first; the tiebreakers have been
// computed.
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

// round pairs and plays a round among some.
func (s *simple) round(round int, among func(p int) bool) {
	s.rank()
	field := slices.DeleteFunc(s.order(), func(p int) bool { return !among(p) }) // ties by the lot of the event
	for _, p := range field {
		if s.players[p].early {
			s.bye(p, round)
		}
	}
	field = slices.DeleteFunc(field, func(p int) bool { return s.players[p].early })
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
	agreed := make([]bool, len(pairs))
	if last := s.stages[len(s.stages)-1]; s.stages[0].Groups <= 1 || round >= s.stages[0].Rounds {
		agreed = s.agreed(pairs, round, last.Entry.N-s.locked)
	}
	for i, pair := range pairs {
		s.match(pair[0], pair[1], round, agreed[i])
	}
}

// gap returns the squared difference in points.
func (s *simple) gap(a, b int) int {
	d := s.players[a].points - s.players[b].points
	return d * d
}

// avoidFloats puts the last of an odd group, who goes down, behind a player who has not
// been down before, if there is one.
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

// pair lets the first who is left meet the next who will do; nil if that leads nowhere.
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

// agreed returns the pairs that draw by agreement (docs/rules/lorcana.md#lor-33): in
// the last two rounds, if after drawing all that is left fewer others than the cut
// takes could have more points, were each of them to win everything; in strict mode as
// many.
func (s *simple) agreed(pairs [][2]int, round, cut int) []bool {
	out := make([]bool, len(pairs))
	left := s.Rounds - round
	if s.IDs == sim.IDsOff || left > 2 {
		return out
	}
	safe := func(me, opponent int) bool {
		n := 0
		for q := range s.players {
			x := &s.players[q]
			if q == me || x.out || x.early {
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
		return n < cut
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
	x.turns[round], y.turns[round] = coin == 1, coin == 0
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

// spread returns the standard error of the value.
func (m *share) spread() float64 {
	v := m.value()
	sum := m.pp - 2*v*m.pw + v*v*m.ww
	return math.Sqrt(max(sum, 0)) / m.whole
}

// counts adds up the counts of one tournament for each cell of the output.
type counts struct {
	all map[string]*share
	now map[string][2]float64
}

func (c *counts) add(cell string, part, whole float64) {
	v := c.now[cell]
	c.now[cell] = [2]float64{v[0] + part, v[1] + whole}
}

// TestPlansEqualTheReference holds every output of a plan, its totals, marks, estimates,
// verdicts and margins too, against a simulator that was written from the document alone: with and without intentional draws, in odd fields,
// with drops, byes, a second day, chains of stages, early places, groups, and a first turn
// that is worth nothing, 5 % and 10 %. -reference 40000 plays more tournaments,
// -reference-plans 20 as many random plans beside these.
func TestPlansEqualTheReference(t *testing.T) {
	configs := []sim.PlanConfig{
		{Players: 32, Rounds: 5, Cut: rules.Cut{Top: 8}},
		{Players: 32, Rounds: 5, Cut: rules.Cut{Top: 8}, IDs: sim.IDsLiteral, DrawChance: 10, PlayChance: 110},
		{Players: 32, Rounds: 6, Cut: rules.Cut{Top: 8}, IDs: sim.IDsStrict, PlayChance: 120},
		{Players: 33, Rounds: 5, Cut: rules.Cut{Top: 8}, IDs: sim.IDsLiteral},
		{Players: 47, Rounds: 6, Cut: rules.Cut{Top: 8}, DropLosses: 3, PlayChance: 120, DrawChance: 5},
		{Players: 40, Rounds: 7, Cut: rules.Cut{Top: 4}, DayTwo: sim.Record{Wins: 3, Losses: 1}, IDs: sim.IDsLiteral, PlayChance: 110},
		{Players: 31, Rounds: 6, Cut: rules.Cut{Top: 4}, DayTwo: sim.Record{Wins: 2, Losses: 2}, DropLosses: 3, Byes: []int{1, 2}, DrawChance: 20},
		chained("swiss 4 > top 16 swiss 3 > single 4", sim.PlanConfig{Players: 33, IDs: sim.IDsLiteral, PlayChance: 110}),
		chained("swiss 6 > single 8 lock 12", sim.PlanConfig{Players: 31, IDs: sim.IDsStrict, DrawChance: 10}),
		chained("swiss 3 > points 6 min 10 swiss 2 > single 4 lock 12", sim.PlanConfig{Players: 29, DropLosses: 2, DrawChance: 20, PlayChance: 120}),
		chained("groups 4 swiss 3 > single 8", sim.PlanConfig{Players: 30, DropLosses: 2, PlayChance: 110}),
		chained("groups 2 swiss 3 > top 12 swiss 2 > single 4", sim.PlanConfig{Players: 27, IDs: sim.IDsLiteral, DrawChance: 5}),
		chained("swiss 3 > equal 12 max 18 swiss 1 > equal 6 swiss 1 > single 2", sim.PlanConfig{Players: 32, DrawChance: 10}),
		chained("roundrobin > single 4", sim.PlanConfig{Players: 9, DrawChance: 10, PlayChance: 110, IDs: sim.IDsStrict}),
		chained("groups 4 roundrobin > single 8", sim.PlanConfig{Players: 18, DropLosses: 3, DrawChance: 10, PlayChance: 120}),
		chained("groups 2 roundrobin > top 6 swiss 2 > single 2", sim.PlanConfig{Players: 13, IDs: sim.IDsLiteral, DrawChance: 5, Byes: []int{1}}),
		chained("swiss 3 > top 7 roundrobin > single 2", sim.PlanConfig{Players: 21, DropLosses: 3, IDs: sim.IDsLiteral}),
		chained("swiss 2 > points 6 min 3 roundrobin > single 2", sim.PlanConfig{Players: 12, DrawChance: 20, PlayChance: 110}),
		chained("draft > roundrobin > single 8", sim.PlanConfig{Players: 20, DropLosses: 4, DrawChance: 10}),
		chained("groups 3 roundrobin > single 8", sim.PlanConfig{Players: 14, DrawChance: 10, PlayChance: 110}),
		chained("groups 3 roundrobin twice > single 6", sim.PlanConfig{Players: 13, DropLosses: 4, DrawChance: 10, PlayChance: 110}),
		chained("groups 3 roundrobin", sim.PlanConfig{Players: 16, DrawChance: 10}),
	}
	rng := rand.New(rand.NewPCG(1, 12))
	for range *referencePlans {
		configs = append(configs, somePlan(rng))
	}
	worst := 0.0
	for i, c := range configs {
		c.Rules = load(t, "lorcana")
		if len(c.Stages.Stages) > 0 {
			var err error
			if c, err = c.With(c.Stages); err != nil {
				t.Fatal(err)
			}
		}
		want := reference(c, uint64(i))
		c.Trials, c.Threads = max(40**referenceTrials, 10_000), 2
		res := plan(t, c)
		got := cells(res)
		name := fmt.Sprintf("%d players, %v, %d rounds, cut %d, ids %v, draws %v, drops %d, byes %v, second day %v, first turn %v", c.Players, c.Stages, c.Rounds, c.Cut.Top, c.IDs, c.DrawChance, c.DropLosses, c.Byes, c.DayTwo, c.PlayChance)
		seen := 0
		for cell, m := range want.all {
			v, ok := got[cell]
			if m.whole < 30 || !ok && (m.part < 1 || strings.HasSuffix(cell, "cumulative")) {
				continue // hardly ever happened
			}
			seen++
			off, limit := math.Abs(v-m.value()), allowed(v, m, res.Detailed)
			if worst = max(worst, off/limit); off > limit {
				t.Errorf("%s: %s is %.4f, in the reference %.4f ± %.4f", name, cell, v, m.value(), m.spread())
			}
		}
		seen += reported(t, name, &c, want, res)
		if seen < 40 {
			t.Errorf("%s: only %d numbers were compared", name, seen)
		}
		t.Logf("%s: %d numbers", name, seen)
	}
	t.Logf("the largest difference is %.2f of what is allowed", worst)
}

// allowed returns how far off a value may be from the reference. Both are estimates: a plan
// counts some of its tournaments one by one, each of which varies as one of the
// reference does.
func allowed(v float64, m *share, looked int) float64 {
	if m.part == 0 {
		return 0.004 + 12/m.whole // what never happened here has no spread
	}
	both := math.Sqrt(1 + float64(*referenceTrials)/float64(looked))
	// What happened too rarely here has too small a one.
	return 4.8*math.Sqrt(max(1, v/m.value()))*both*m.spread() + 0.004 + 6/m.whole
}

// The names of cells: those of an entry into a stage, of a record after a round of it,
// and of a number of first turns.
func entryName(i int) string { return fmt.Sprintf("entry %d: ", i+1) }

func guideName(into string, round int, r sim.Record) string {
	return fmt.Sprintf("%safter round %d with %v ", into, round, r)
}

func luckName(into string, turns int) string { return fmt.Sprintf("%s%d first turns ", into, turns) }

// chained returns a plan of a chain.
func chained(stages string, c sim.PlanConfig) sim.PlanConfig {
	c.Stages = stage.MustParse(stages)
	return c
}

// somePlan returns a plan of any kind.
func somePlan(rng *rand.Rand) sim.PlanConfig {
	c := sim.PlanConfig{
		Players: 24 + rng.IntN(25), IDs: sim.IDMode(rng.IntN(3)), DrawChance: sim.Percent(5 * rng.IntN(4)),
		PlayChance: []sim.Percent{0, 100, 110, 120}[rng.IntN(4)],
	}
	if rng.IntN(3) == 0 {
		c.DropLosses = 2 + rng.IntN(2)
	}
	if rng.IntN(3) == 0 {
		c.Byes = []int{1, 2}[:1+rng.IntN(2)]
	}
	first, cut := 3+rng.IntN(3), 4<<rng.IntN(2)
	switch rng.IntN(9) {
	case 6:
		c.Players -= 8
		return chained(fmt.Sprintf("groups %d roundrobin > single %d", 2+2*rng.IntN(2), cut), c)
	case 7:
		c.Players -= 12
		return chained(fmt.Sprintf("groups 2 roundrobin > top %d swiss 2 > single 4", 6+2*rng.IntN(2)), c)
	case 8:
		return chained(fmt.Sprintf("swiss %d > top %d roundrobin > single 2", first, 4+rng.IntN(5)), c)
	case 0:
		c.Rounds, c.Cut.Top = first+1, cut
	case 1:
		c.Rounds, c.Cut.Top, c.DayTwo = first+2, cut, sim.Record{Wins: first - 1, Losses: 1}
	case 2:
		return chained(fmt.Sprintf("swiss %d > single %d lock %d", first+1, cut, 3*first-3*rng.IntN(2)), c)
	case 3:
		return chained(fmt.Sprintf("swiss %d > top %d swiss %d > single %d", first, 9+rng.IntN(8), 1+rng.IntN(3), cut), c)
	case 4:
		return chained(fmt.Sprintf("groups 2 swiss 3 > top %d swiss 2 > single %d", 10+2*rng.IntN(3), cut), c)
	case 5:
		return chained(fmt.Sprintf("swiss %d > points %d min 9 swiss 2 > single %d lock %d", first, 3*first-6, cut, 3*first), c)
	}
	return c
}

// cells names every number of a result.
func cells(res *sim.PlanResult) map[string]float64 {
	out := map[string]float64{}
	for i := range res.Distribution {
		r := &res.Distribution[i]
		for _, name := range []string{"omw", "gwp", "ogw"} {
			out["record "+r.Record.String()+" "+name] = res.Tiebreak(r, name)
		}
		out["record "+r.Record.String()+" seen"] = float64(r.Seen) / float64(res.Detailed)
	}
	for i, e := range append(slices.Clone(res.Earlier), res.Entry) {
		entryCells(out, entryName(i), &e, res.Detailed)
	}
	return out
}

func entryCells(out map[string]float64, into string, e *sim.Entry, detailed int) {
	out[into+"clean"], out[into+"last in"], out[into+"places"] = e.Summary.Clean.P, e.Summary.LastIn, e.Summary.Cut
	for i := range e.Distribution {
		r := &e.Distribution[i]
		key := into + "record " + r.Record.String() + " "
		out[key+"players"], out[key+"on"], out[key+"cumulative"] = r.Players, r.TopCut, r.Cumulative
	}
	for i := range e.Guide {
		r := &e.Guide[i]
		key := guideName(into, r.Round, r.Record)
		out[key+"players"] = float64(r.Players) / float64(detailed)
		for k, n := range []int64{r.Won, r.Lost, r.Drew} {
			word := []string{"won", "lost", "drew"}[k]
			out[key+word] = float64(n) / float64(r.Players)
			if c := []sim.Chance{r.CutIfWin, r.CutIfLoss, r.CutIfDraw}[k]; !c.Estimated {
				out[key+"on if "+word] = c.P
			}
		}
	}
	for _, r := range e.Luck {
		key := luckName(into, r.OnThePlay)
		out[key+"players"], out[key+"wins"], out[key+"win share"], out[key+"on"] = r.Players.P, r.Wins, r.WinShare, r.TopCut.P
	}
}

// entry counts one tournament's entry into the i-th stage behind the first.
func (s *simple) entry(out *counts, i, rounds int) {
	into := entryName(i)
	groups := s.dealt(i)
	robin := slices.ContainsFunc(s.stages[:i+1], func(st stage.Stage) bool { return st.Kind == stage.RoundRobin })
	last, best, places := make([]int, groups), make([]int, groups), 0.0
	for g := range groups {
		last[g], best[g] = math.MaxInt, -1
	}
	for p := range s.players {
		x := &s.players[p]
		rec, in, g := x.records[rounds], 0.0, x.group%groups
		if x.on[i] {
			in, last[g] = 1, min(last[g], x.after[i])
			places++
		} else if x.ran[i] {
			best[g] = max(best[g], x.after[i])
		}
		key := into + "record " + rec.String() + " "
		out.add(key+"players", 1, 0)
		out.add(key+"on", in, 1)
		for round := 1; round < rounds && !robin; round++ {
			key := guideName(into, round, x.records[round])
			if x.results[round] != 0 {
				out.add(key+"players", 1, 0)
			}
			did := map[byte]string{'w': "won", 'b': "won", 'l': "lost", 'd': "drew"}[x.results[round]]
			for _, word := range []string{"won", "lost", "drew"} {
				switch {
				case did == word:
					out.add(key+word, 1, 1)
					out.add(key+"on if "+word, in, 1)
				case did != "":
					out.add(key+word, 0, 1)
				}
			}
		}
		first := 0
		for _, turn := range x.turns[:rounds] {
			if turn {
				first++
			}
		}
		key = luckName(into, first)
		out.add(key+"players", 1, 0)
		out.add(key+"wins", float64(rec.Wins), 1)
		out.add(key+"win share", float64(rec.Wins), float64(rec.Rounds()))
		out.add(key+"on", in, 1)
	}
	ended, sum := map[sim.Record]int{}, 0
	for p := range s.players {
		ended[s.players[p].records[rounds]]++
	}
	for _, r := range records(rounds) {
		sum += ended[r]
		out.add(into+"record "+r.String()+" cumulative", float64(sum), 0)
	}
	for g := range groups {
		if last[g] == math.MaxInt {
			continue
		}
		clean := 0.0
		if last[g] > best[g] {
			clean = 1
		}
		out.add(into+"clean", clean, 1)
		out.add(into+"last in", float64(last[g]), 1)
	}
	if places > 0 {
		out.add(into+"places", places, 1)
	}
}

// reference plays a plan with the simple simulator.
func reference(c sim.PlanConfig, seed uint64) *counts {
	s := &simple{PlanConfig: c, stages: stagesOf(&c), rng: rand.New(rand.NewPCG(seed, 5))}
	out := &counts{all: map[string]*share{}}
	for range *referenceTrials {
		s.play()
		out.now = map[string][2]float64{}
		for p := range s.players {
			x := &s.players[p]
			for name, v := range map[string]float64{"omw": x.omw, "gwp": x.gwp, "ogw": x.ogw} {
				out.add("record "+s.record(p).String()+" "+name, v, 1)
			}
			out.add("record "+s.record(p).String()+" seen", 1, 0)
		}
		rounds := 0
		for i, st := range s.stages[:len(s.stages)-1] {
			rounds += st.Rounds
			s.entry(out, i, rounds)
		}
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
