package sim_test

import (
	"math"
	"math/rand/v2"
	"slices"

	"topcut/sim"
	"topcut/tournament/stage"
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
