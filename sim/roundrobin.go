package sim

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"topcut/tournament"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rating"
	"topcut/tournament/rounds"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// errNoRoundRobin is that of an event whose matches to come are not known.
var errNoRoundRobin = notice.Err("chances.no_round_robin")

// PlacesConfig is an event under way whose last stage is a round robin, of which the
// pairings are known, so that open matches are played in any order, or a Swiss.
type PlacesConfig struct {
	State    *tournament.State
	Lines    []int // places of interest, as in SeasonConfig
	Strength Strength
	Ratings  []rating.Glicko // of the players before the event, for StrengthRating
	Trials   int             // 0 = none: facts only
	Seed     uint64
}

// Places returns for each player of the table, in its order, the facts and
// estimates of ending on one of the first places; Member is the number of the player. A
// fact holds with any results of the matches to come, unless a player leaves or is
// disqualified, or a result is corrected.
func Places(ctx context.Context, c PlacesConfig) (*SeasonOdds, error) {
	g, err := newLeftToPlay(c.State)
	if err != nil {
		return nil, err
	}
	edge, model, err := c.Strength.edges(c.State.Rules, c.State.Facts(), c.Ratings)
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
	odds := newSeasonOdds(players, len(c.Lines))
	for i, p := range players {
		r := now.Row(int32(p))
		odds.Members[i].Place, odds.Members[i].Points = r.Place, r.Points
	}
	if g.over() {
		odds.decided(c.Lines)
	} else {
		odds.enter(g.standing(who, len(players), base).facts(c.Lines))
	}
	if c.Trials > 0 && !g.over() {
		odds.Model = model
		if err := odds.sample(ctx, c.Trials, c.Lines, c.Seed, func(rng *rand.Rand, place func(member, place int)) error {
			t, err := g.table(g.playOn(rng))
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

// newSeasonOdds returns the answer without facts and estimates, for players by index.
func newSeasonOdds(players []int, lines int) *SeasonOdds {
	o := &SeasonOdds{Members: make([]SeasonChance, len(players))}
	for i, p := range players {
		o.Members[i] = SeasonChance{Member: p + 1, Lines: make([]CutOdds, lines)}
	}
	return o
}

// enter enters the facts of the members, in their order, for each line.
func (o *SeasonOdds) enter(facts [][]string) {
	for i := range o.Members {
		for k := range o.Members[i].Lines {
			o.Members[i].Lines[k].Fact = facts[i][k]
		}
	}
}

// decided enters the facts of an event that is over: the place, if all who share it are
// on the same side of a line.
func (o *SeasonOdds) decided(lines []int) {
	sharing := map[int]int{}
	for i := range o.Members {
		sharing[o.Members[i].Place]++
	}
	for i := range o.Members {
		m := &o.Members[i]
		for k, line := range lines {
			switch {
			case m.Place == 0 || m.Place > line:
				m.Lines[k].Fact = Eliminated
			case m.Place+sharing[m.Place]-1 <= line:
				m.Lines[k].Fact = Clinched
			}
		}
	}
}

// sample enters estimates: play plays everything to its end once, and tells the place of
// each member; 0 is none. A lot decides between those who share a place, so that as many
// as a line has places are above it, each time.
func (o *SeasonOdds) sample(ctx context.Context, trials int, lines []int, seed uint64, play func(rng *rand.Rand, place func(member, place int)) error) error {
	counts := map[int][]int64{}
	for i := range o.Members {
		counts[o.Members[i].Member] = make([]int64, len(lines))
	}
	rng, lots := rand.New(rand.NewPCG(seed, 0x5ea5)), rand.New(rand.NewPCG(seed, 0x107))
	var ends [][2]int // member and place
	for range trials {
		if err := ctx.Err(); err != nil {
			return err
		}
		ends = ends[:0]
		if err := play(rng, func(member, place int) {
			if place > 0 && counts[member] != nil {
				ends = append(ends, [2]int{member, place})
			}
		}); err != nil {
			return err
		}
		lots.Shuffle(len(ends), func(i, j int) { ends[i], ends[j] = ends[j], ends[i] })
		slices.SortStableFunc(ends, func(a, b [2]int) int { return a[1] - b[1] })
		for i, end := range ends {
			for k, line := range lines {
				if i < line {
					counts[end[0]][k]++
				}
			}
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
	open    []tournament.Place   // their positions in the event
	wins    []rules.ResultOption // as if the winner sat first
	draws   []rules.ResultOption // none if the game has no draws
	boards  int                  // of a match; 0 = it has one result
	members []int                // how many of them each crew can take
	drawn   float64              // share of matches, or of their boards, that are
	edge    func(a, b int) float64
	scratch *ledger.Ledger // of play
	field   []int32        // who plays the rounds that are not paired yet
	rounds  int            // how many these are; 0 in a round robin
	bracket bool           // a bracket is left, too
}

func newMeetings(s *tournament.State) (*meetings, error) {
	l, ok := rounds.Scheduled(s)
	if !ok {
		return nil, noOdds{errNoRoundRobin}
	}
	return meetingsOf(s, l)
}

// meetingsOf returns the matches of a ledger that are still to be played.
func meetingsOf(s *tournament.State, l *ledger.Ledger) (*meetings, error) {
	g := &meetings{s: s, ledger: l, boards: s.Rules.Boards, members: membersOf(s), drawn: float64(usualDrawsOf(s.Rules)) / 200, scratch: l.Clone()}
	set, ok := rankedRules(s)
	if !ok {
		return nil, noOdds{notice.Err("chances.best")}
	}
	for _, o := range set.Results(ledger.RoundRobin) {
		switch m := (ledger.Match{Kind: o.Kind, N: 2, Result: o.Result}); s.Rules.Winner(&m) {
		case 0:
			g.wins = append(g.wins, o)
		case ledger.None:
			if o.Kind != ledger.DoubleLoss { // an organiser gives one in any game
				g.draws = append(g.draws, o)
			}
		}
	}
	if g.boards > 0 {
		g.wins, g.draws = scoreResults(g.boards)
		g.merge()
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

// table returns the standings of the event with the given ledger instead of its own.
func (g *meetings) table(l *ledger.Ledger) (*standings.Table, error) {
	return g.s.With(l).Table(len(l.Rounds))
}

// play gives every open match a result; forced, where it is not nil, decides some. The
// ledger is overwritten by the next call.
func (g *meetings) play(rng *rand.Rand, forced func(open int) (result int, ok bool)) *ledger.Ledger {
	for i, at := range g.open {
		m := g.scratch.Rounds.At(at.Round).Matches.At(at.Match)
		m.Seats = g.ledger.Rounds.At(at.Round).Matches.At(at.Match).Seats
		result := noResult
		if g.boards == 0 {
			result = g.result(rng, m.Seats)
		}
		if forced != nil {
			if r, ok := forced(i); ok {
				result = r
			}
		}
		if g.boards > 0 {
			g.playBoards(rng, g.ledger.Rounds.At(at.Round), g.scratch.Rounds.At(at.Round), at.Match, result)
			continue
		}
		g.decide(rng, m, result)
	}
	return g.scratch
}

// playOn plays everything that is left.
func (g *meetings) playOn(rng *rand.Rand) *ledger.Ledger { return g.pairOn(rng, g.play(rng, nil)) }

// result returns a random result of a match, of its first seat.
func (g *meetings) result(rng *rand.Rand, seats [4]int32) int {
	switch {
	case len(g.draws) > 0 && rng.Float64() < g.drawn:
		return resultDraw
	case rng.Float64() >= g.chance(seats):
		return resultLoss
	}
	return resultWin
}

// decide gives a match a result of its first seat.
func (g *meetings) decide(rng *rand.Rand, m *ledger.Match, result int) {
	options := g.wins
	switch result {
	case resultDraw:
		options = g.draws
	case resultLoss:
		m.Seats[0], m.Seats[1] = m.Seats[1], m.Seats[0]
	}
	o := options[rng.IntN(len(options))]
	m.Kind, m.Result = o.Kind, o.Result
}

// standing returns the race for the places of the event's own standings, of which base
// are those now.
func (g *meetings) standing(who []int, racing int, base *standings.Table) *race {
	r := g.race(who, racing, func(m *ledger.Match) [2]fraction.Fraction {
		p := standings.Score(g.s.Rules, 1, m)
		return [2]fraction.Fraction{p[0], p[1]}
	})
	for i := range base.Rows {
		if at := who[base.Rows[i].Player]; at >= 0 {
			r.base[at] = base.Rows[i].Points
		}
	}
	return r
}

// at returns an open match.
func (g *meetings) at(p tournament.Place) *ledger.Match {
	return g.ledger.Rounds.At(p.Round).Matches.At(p.Match)
}

// another returns the same for another thread.
func (g *meetings) another() *meetings {
	out := *g
	out.scratch = g.ledger.Clone()
	return &out
}

// end is a way in which a match can end, as a result of its first seat.
type end struct {
	option rules.ResultOption
	result int
	turned bool // the second seat has it
	void   bool
}

// is reports whether an end is a result of the player on a side: a loss may be of both.
func (e end) is(me, result int) bool { return ofSide(e.result, me, result) }

// everyEnd lists the ways in which a match can end, by hand of an organiser too.
func (g *meetings) everyEnd() (out []end) {
	for _, o := range append(slices.Clone(g.wins), rules.ResultOption{Kind: ledger.Forfeit}) {
		out = append(out, end{option: o, result: resultWin}, end{option: o, result: resultLoss, turned: true})
	}
	for _, o := range g.draws {
		out = append(out, end{option: o, result: resultDraw})
	}
	out = append(out, end{option: rules.ResultOption{Kind: ledger.DoubleLoss}, result: resultNone})
	if g.s.Arranged() {
		out = append(out, end{void: true, result: resultNone})
	}
	return out
}

// ended returns the ledger with some of the open matches ended so. It is overwritten by the
// next call.
func (g *meetings) ended(open, chosen []int, ends []end) *ledger.Ledger {
	for r := range g.scratch.Rounds {
		g.scratch.Rounds[r].Matches = append(g.scratch.Rounds[r].Matches[:0], g.ledger.Rounds[r].Matches...)
	}
	for k, i := range slices.Backward(open) {
		e, matches := ends[chosen[k]], &g.scratch.Rounds.At(g.open[i].Round).Matches
		if e.void {
			*matches = slices.Delete(*matches, g.open[i].Match-1, g.open[i].Match)
			continue
		}
		m := matches.At(g.open[i].Match)
		m.Kind, m.Result = e.option.Kind, e.option.Result
		if e.turned {
			m.Seats[0], m.Seats[1] = m.Seats[1], m.Seats[0]
		}
	}
	return g.scratch
}

// chance is that of the first seat of a match that is not drawn.
func (g *meetings) chance(seats [4]int32) float64 {
	odds := 0.0
	if g.edge != nil {
		odds = g.edge(int(seats[0]), int(seats[1]))
	}
	return 1 / (1 + math.Exp(-odds))
}

// race returns the open matches with the points they may give to the players who race;
// who maps each player to their index, -1 for none.
func (g *meetings) race(who []int, racing int, worth func(*ledger.Match) [2]fraction.Fraction) *race {
	r := &race{base: make([]fraction.Fraction, racing)}
	add := func(result int, end [2]fraction.Fraction) {
		for i, e := range r.ends {
			if r.results[i] == result && e[0].Equal(end[0]) && e[1].Equal(end[1]) {
				return
			}
		}
		r.ends, r.results = append(r.ends, end), append(r.results, result)
	}
	for _, e := range g.everyEnd() {
		if e.void {
			continue
		}
		end := worth(&ledger.Match{Kind: e.option.Kind, N: 2, Seats: [4]int32{0, 1, ledger.None, ledger.None}, Result: e.option.Result})
		if e.turned || e.result == resultDraw {
			add(e.result, [2]fraction.Fraction{end[1], end[0]})
		}
		if !e.turned {
			add(e.result, end)
		}
	}
	add(resultNone, [2]fraction.Fraction{}) // it may be void, or lost by both
	for i, p := range g.open {
		m := g.ledger.Rounds.At(p.Round).Matches.At(p.Match)
		if a, b := who[m.Seats[0]], who[m.Seats[1]]; a >= 0 || b >= 0 {
			r.games, r.opened = append(r.games, [2]int{a, b}), append(r.opened, i)
		}
	}
	g.unpaired(r, who, worth, add)
	return r
}
