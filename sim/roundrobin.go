package sim

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rat"
	"topcut/tournament/rating"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// errNoRoundRobin is that of an event whose matches to come are not known.
var errNoRoundRobin = notice.Err("chances.no_round_robin")

// RoundRobinConfig is a round robin that is under way: who is to meet whom is known, so
// matches that are open are played in any order.
type RoundRobinConfig struct {
	State    *tournament.State
	Lines    []int // places asked about, as in SeasonConfig
	Strength Strength
	Ratings  []rating.Glicko // of the players before the event, for StrengthRating
	Trials   int             // 0 = none: facts only
	Seed     uint64
}

// RoundRobin returns for everybody in the table, in its order, the facts and estimates of
// ending on one of the first places; Member is the number of the player. A fact holds
// whatever happens in the matches to come, short of somebody leaving, a disqualification
// or a correction.
func RoundRobin(ctx context.Context, c RoundRobinConfig) (*SeasonOdds, error) {
	g, err := newMeetings(c.State)
	if err != nil {
		return nil, err
	}
	edge, model, err := c.Strength.edges(c.State.Rules, &c.State.Ledger, c.Ratings)
	if err != nil {
		return nil, err
	}
	g.edge = edge
	now, err := c.State.Table(-1)
	if err != nil {
		return nil, err
	}
	base, err := g.table(g.ledger)
	if err != nil {
		return nil, err
	}
	var players []int
	for i := range now.Rows {
		if r := &now.Rows[i]; r.Place > 0 && !c.State.Players[r.Player].Annulled {
			players = append(players, int(r.Player))
		}
	}
	who := slices.Repeat([]int{-1}, len(c.State.Players))
	for i, p := range players {
		who[p] = i
	}
	race := g.race(who, len(players), func(m *ledger.Match) [2]rat.Rat {
		p := standings.Score(c.State.Rules, 1, m)
		return [2]rat.Rat{p[0], p[1]}
	})
	for i := range base.Rows {
		if at := who[base.Rows[i].Player]; at >= 0 {
			race.base[at] = base.Rows[i].Points
		}
	}
	odds := newSeasonOdds(players, len(c.Lines))
	for i, p := range players {
		r := now.Row(int32(p))
		odds.Members[i].Place, odds.Members[i].Points = r.Place, r.Points
	}
	odds.prove(race, c.Lines)
	if c.Trials > 0 && len(g.open) > 0 {
		odds.Model = model
		if err := odds.sample(ctx, c.Trials, c.Lines, c.Seed, func(rng *rand.Rand, place func(member, place int)) error {
			t, err := g.table(g.play(rng))
			if err != nil {
				return err
			}
			for i := range t.Rows {
				place(int(t.Rows[i].Player)+1, t.Rows[i].Place)
			}
			return nil
		}); err != nil {
			return nil, err
		}
	}
	odds.settle()
	return odds, nil
}

// newSeasonOdds is the answer without facts and estimates, for players by index.
func newSeasonOdds(players []int, lines int) *SeasonOdds {
	o := &SeasonOdds{Members: make([]SeasonChance, len(players))}
	for i, p := range players {
		o.Members[i] = SeasonChance{Member: p + 1, Lines: make([]CutOdds, lines)}
	}
	return o
}

// prove enters the facts of a race among the members, in their order.
func (o *SeasonOdds) prove(r *race, lines []int) {
	facts := r.facts(lines)
	for i := range o.Members {
		for k := range lines {
			o.Members[i].Lines[k].Fact = facts[i][k]
		}
	}
}

// sample enters estimates: play plays everything to its end once, and tells the place of
// each member; 0 is none.
func (o *SeasonOdds) sample(ctx context.Context, trials int, lines []int, seed uint64, play func(rng *rand.Rand, place func(member, place int)) error) error {
	counts := map[int][]int64{}
	for i := range o.Members {
		counts[o.Members[i].Member] = make([]int64, len(lines))
	}
	rng := rand.New(rand.NewPCG(seed, 0x5ea5))
	for range trials {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := play(rng, func(member, place int) {
			for k, line := range lines {
				if n := counts[member]; n != nil && place > 0 && place <= line {
					n[k]++
				}
			}
		}); err != nil {
			return err
		}
	}
	o.Trials = trials
	for i := range o.Members {
		for k := range o.Members[i].Lines {
			o.Members[i].Lines[k].Estimate = wilson(counts[o.Members[i].Member][k], int64(trials))
		}
	}
	return nil
}

// settle makes facts of the estimates that they contradict.
func (o *SeasonOdds) settle() {
	for i := range o.Members {
		for k := range o.Members[i].Lines {
			o.Members[i].Lines[k].settle()
		}
	}
}

// meetings is a round robin with the matches that are still to be played.
type meetings struct {
	s       *tournament.State
	ledger  *ledger.Ledger       // with them, open
	open    []tournament.Place   // where they stand in it
	wins    []rules.ResultOption // as if the winner sat first
	draws   []rules.ResultOption // none where the game has no draws
	drawn   float64              // share of matches that are
	edge    func(a, b int) float64
	scratch *ledger.Ledger // of play
}

func newMeetings(s *tournament.State) (*meetings, error) {
	l, ok := s.Scheduled()
	if !ok {
		return nil, noOdds{errNoRoundRobin}
	}
	g := &meetings{s: s, ledger: l, drawn: float64(usualDrawsOf(s.Rules)) / 200, scratch: l.Clone()}
	for _, o := range s.Rules.Results(ledger.RoundRobin) {
		switch m := (ledger.Match{Kind: o.Kind, N: 2, Result: o.Result}); s.Rules.Winner(&m) {
		case 0:
			g.wins = append(g.wins, o)
		case ledger.None:
			g.draws = append(g.draws, o)
		}
	}
	if len(g.wins) == 0 {
		return nil, noOdds{errNoRoundRobin}
	}
	for r := range l.Rounds {
		for m := range l.Rounds[r].Matches {
			if x := &l.Rounds[r].Matches[m]; x.N == 2 && !x.Finished() {
				g.open = append(g.open, tournament.Place{Round: r + 1, Match: m + 1})
			}
		}
	}
	return g, nil
}

// table is the standings of the event with a ledger in the place of its own.
func (g *meetings) table(l *ledger.Ledger) (*standings.Table, error) {
	then := *g.s
	then.Ledger = *l
	return then.Table(len(l.Rounds))
}

// play gives every open match a result. The ledger is overwritten by the next call.
func (g *meetings) play(rng *rand.Rand) *ledger.Ledger {
	for _, at := range g.open {
		m := &g.scratch.Rounds[at.Round-1].Matches[at.Match-1]
		m.Seats = g.ledger.Rounds[at.Round-1].Matches[at.Match-1].Seats
		var o rules.ResultOption
		if len(g.draws) > 0 && rng.Float64() < g.drawn {
			o = g.draws[rng.IntN(len(g.draws))]
		} else {
			odds := 0.0
			if g.edge != nil {
				odds = g.edge(int(m.Seats[0]), int(m.Seats[1]))
			}
			if rng.Float64() >= 1/(1+math.Exp(-odds)) {
				m.Seats[0], m.Seats[1] = m.Seats[1], m.Seats[0]
			}
			o = g.wins[rng.IntN(len(g.wins))]
		}
		m.Kind, m.Result = o.Kind, o.Result
	}
	return g.scratch
}

// race is the open matches as points that they may give to so many who race; who says
// which of them each player is, by index, -1 for none.
func (g *meetings) race(who []int, racing int, worth func(*ledger.Match) [2]rat.Rat) *race {
	r := &race{base: make([]rat.Rat, racing)}
	var ends [][2]rat.Rat // of a match; nothing for both comes last: it may be void, or lost by both
	add := func(end [2]rat.Rat) {
		for _, e := range ends {
			if e[0].Equal(end[0]) && e[1].Equal(end[1]) {
				return
			}
		}
		ends = append(ends, end)
	}
	for _, o := range append(g.wins[:len(g.wins):len(g.wins)], g.draws...) {
		end := worth(&ledger.Match{Kind: o.Kind, N: 2, Seats: [4]int32{0, 1, ledger.None, ledger.None}, Result: o.Result})
		add(end)
		add([2]rat.Rat{end[1], end[0]})
	}
	add([2]rat.Rat{})
	for _, p := range g.open {
		m := &g.ledger.Rounds[p.Round-1].Matches[p.Match-1]
		if a, b := who[m.Seats[0]], who[m.Seats[1]]; a >= 0 && b >= 0 {
			r.games = append(r.games, [2]int{a, b})
		}
	}
	r.ends = ends
	return r
}

// race is what is left to be won: who has how many points, who is to meet whom, and what
// a match may give to the two. Equal points may end either way.
type race struct {
	base  []rat.Rat
	games [][2]int
	ends  [][2]rat.Rat
}

// mostEnds bounds in how many ways a race is followed to its end; beyond it what
// everybody gets at least and at most is compared.
const mostEnds = 1 << 16

// facts returns for each player and line whether they end on one of so many first places
// whatever happens, or on none of them. Where few enough matches are left it is told
// exactly, as far as points decide.
func (r *race) facts(lines []int) [][]string {
	if math.Pow(float64(len(r.ends)), float64(len(r.games))) > mostEnds {
		return r.bounded(lines)
	}
	points, ends, ok := r.whole()
	if !ok {
		return r.bounded(lines)
	}
	worst, best := make([]int, len(points)), slices.Repeat([]int{len(points)}, len(points))
	var follow func(n int)
	follow = func(n int) {
		if n < len(r.games) {
			a, b := r.games[n][0], r.games[n][1]
			for _, e := range ends {
				points[a], points[b] = points[a]+e[0], points[b]+e[1]
				follow(n + 1)
				points[a], points[b] = points[a]-e[0], points[b]-e[1]
			}
			return
		}
		for i, own := range points {
			ahead, level := 0, 0 // the player is level with themselves
			for _, p := range points {
				if p > own {
					ahead++
				} else if p == own {
					level++
				}
			}
			best[i], worst[i] = min(best[i], ahead+1), max(worst[i], ahead+level)
		}
	}
	follow(0)
	return told(best, worst, lines)
}

// bounded is facts from what everybody gets at least and at most.
func (r *race) bounded(lines []int) [][]string {
	low, high := slices.Clone(r.base), slices.Clone(r.base)
	least, most := r.ends[0][0], r.ends[0][0]
	for _, e := range r.ends {
		least, most = rat.Min(least, rat.Min(e[0], e[1])), rat.Max(most, rat.Max(e[0], e[1]))
	}
	for _, g := range r.games {
		for _, i := range g {
			low[i], high[i] = low[i].Add(least), high[i].Add(most)
		}
	}
	worst, best := make([]int, len(low)), make([]int, len(low))
	for i := range low {
		best[i] = 1
		for j := range low {
			if high[i].Less(low[j]) {
				best[i]++
			}
			if !high[j].Less(low[i]) {
				worst[i]++ // the player too
			}
		}
	}
	return told(best, worst, lines)
}

// told says what follows from the best and the worst place of each player.
func told(best, worst, lines []int) [][]string {
	out := make([][]string, len(best))
	for i := range out {
		out[i] = make([]string, len(lines))
		for k, line := range lines {
			switch {
			case worst[i] <= line:
				out[i][k] = Clinched
			case best[i] > line:
				out[i][k] = Eliminated
			}
		}
	}
	return out
}

// whole returns points and ends in the smallest part of a point that all of them are
// made of; false where that is too small.
func (r *race) whole() (points []int64, ends [][2]int64, ok bool) {
	unit := int64(1)
	part := func(x rat.Rat) {
		_, den, fits := x.Parts()
		if !fits || unit > 1<<30 || den > 1<<30 {
			unit = 0
		}
		if unit > 0 {
			a, b := unit, den
			for b > 0 {
				a, b = b, a%b
			}
			unit = unit / a * den
		}
	}
	for _, x := range r.base {
		part(x)
	}
	for _, e := range r.ends {
		part(e[0])
		part(e[1])
	}
	if unit == 0 {
		return nil, nil, false
	}
	in := func(x rat.Rat) int64 {
		num, _, fits := x.Mul(rat.Int(unit)).Parts()
		ok = ok && fits && num < 1<<50 && num > -1<<50
		return num
	}
	ok = true
	for _, x := range r.base {
		points = append(points, in(x))
	}
	for _, e := range r.ends {
		ends = append(ends, [2]int64{in(e[0]), in(e[1])})
	}
	return points, ends, ok
}
