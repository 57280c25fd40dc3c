package sim

import (
	"topcut/sim/internal/kernel"
	"topcut/tournament/rules"
)

// variedNote goes with games in which a win can be worth more or less.
const variedNote = "Not every win is worth the same in this game: that is drawn too, and nothing is called proved."

// Facts hold whatever happens, as long as every table ends with a win, a draw or
// a loss, and nobody leaves, is penalised or disqualified.
const (
	Clinched   = "clinched"
	Eliminated = "eliminated"
	WinAndIn   = "win-and-in"
	DrawAndIn  = "draw-and-in"
)

// enumerated is the number of open tables of a last round up to which all
// results are tried.
const enumerated = 10

// Results of a player's table, as in kernel.Possible.
const (
	resultWin = iota
	resultDraw
	resultLoss
)

// position is what bounds on points need.
type position struct {
	rules  *kernel.Rules
	start  *kernel.Start
	cut    rules.Cut
	future int   // rounds after the one under way
	table  []int // of a player, in open; -1
	open   [][2]uint16
	paired bool
	tried  []kernel.Possible // nil where there are too many results to try
}

func newPosition(r *kernel.Rules, s *kernel.Start, cut rules.Cut) *position {
	p := &position{rules: r, start: s, cut: cut, future: r.Rounds - s.Played(), open: s.Open(), table: make([]int, s.Players())}
	for i := range p.table {
		p.table[i] = -1
	}
	for i, t := range p.open {
		p.table[t[0]], p.table[t[1]] = i, i
	}
	if p.paired = len(p.open) > 0; p.paired {
		p.future--
	}
	if cut.IsTop() && !r.Varied {
		if tried, ok := kernel.Enumerate(s, cut.Top, enumerated); ok {
			p.tried = tried
		}
	}
	return p
}

// worth are the points of a result.
func (p *position) worth(result int) int {
	return [3]int{p.rules.Win, p.rules.Draw, p.rules.Loss}[result]
}

// next returns what a result now adds to a player's points, and how many rounds
// come after it; somebody without an open table plays the result in the next one.
func (p *position) next(player, result int) (points, left int) {
	if p.table[player] < 0 {
		if p.future == 0 {
			return 0, 0
		}
		return p.worth(result), p.future - 1
	}
	return p.worth(result), p.future
}

// clinchedIf reports whether the player is sure of the cut after a result now,
// even losing everything later.
func (p *position) clinchedIf(player, result int) bool {
	if !p.start.In(player) || p.rules.Varied {
		return false
	}
	if p.tried != nil {
		return !p.tried[player].Out[result]
	}
	points, left := p.next(player, result)
	sure := p.start.Points(player) + points + left*p.rules.Loss
	switch {
	case p.cut.IsTop():
		most := p.rules.Most()
		return p.others(player, result, func(q, now int) bool {
			return p.start.Points(q)+now+p.future*most >= sure
		}, true) < p.cut.Top
	case p.pointsOnly():
		return sure >= p.cut.Points*int(p.rules.Unit)
	}
	return false
}

// eliminatedIf reports whether the player cannot make the cut after a result now,
// even winning everything later.
func (p *position) eliminatedIf(player, result int) bool {
	if !p.start.In(player) {
		return true
	}
	if p.rules.Varied {
		return false
	}
	if p.tried != nil {
		return !p.tried[player].In[result]
	}
	points, left := p.next(player, result)
	best := p.start.Points(player) + points + left*p.rules.Most()
	switch {
	case p.cut.IsTop():
		return p.others(player, result, func(q, now int) bool {
			return p.start.Points(q)+now+p.future*p.rules.Loss > best
		}, false) >= p.cut.Top
	case p.pointsOnly():
		return best < p.cut.Points*int(p.rules.Unit)
	}
	return false
}

func (p *position) pointsOnly() bool {
	return p.cut.Points > 0 && p.cut.Top == 0 && !p.cut.EqualPoints
}

// others counts the other players still in for whom ahead holds; now is what they
// get at their open table. At a table not both can have the better result: of
// its results the one with the most (or fewest) ahead counts. The player's own
// table has the given result.
func (p *position) others(player, result int, ahead func(q, now int) bool, most bool) int {
	n := 0
	count := func(q, now int) int {
		if q != player && p.start.In(q) && ahead(q, now) {
			return 1
		}
		return 0
	}
	for q := range p.table {
		if p.table[q] < 0 {
			n += count(q, 0)
		}
	}
	for i, t := range p.open {
		best := -1
		for r := range 3 {
			if p.table[player] == i {
				r = result
				if int(t[0]) != player {
					r = 2 - result
				}
			}
			c := count(int(t[0]), p.worth(r)) + count(int(t[1]), p.worth(2-r))
			if best < 0 || (c > best) == most && c != best {
				best = c
			}
		}
		n += best
	}
	return n
}

// fact names the strongest fact about a player, "" for none.
func (p *position) fact(player int) string {
	if p.cut.IsZero() {
		return ""
	}
	switch {
	case p.clinchedIf(player, resultLoss) && p.clinchedIf(player, resultDraw) && p.clinchedIf(player, resultWin):
		return Clinched
	case p.eliminatedIf(player, resultWin) && p.eliminatedIf(player, resultDraw) && p.eliminatedIf(player, resultLoss):
		return Eliminated
	case p.rules.Set.Draws.Allowed && p.clinchedIf(player, resultDraw) && p.clinchedIf(player, resultWin):
		return DrawAndIn
	case p.clinchedIf(player, resultWin):
		return WinAndIn
	}
	return ""
}

// DrawThreats counts the players who may end up ahead of me when I draw all my
// remaining rounds and my opponent draws this one with me (EX-23, LOR-33): those
// who can win everything and have more points then, or as many in strict mode.
// points are the match points of all players who are still in.
func DrawThreats(points []int, me, opponent, roundsLeft, win, draw int, strict bool) int {
	mine := points[me] + roundsLeft*draw
	n := 0
	for q, have := range points {
		if q == me {
			continue
		}
		reach := have + roundsLeft*win
		if q == opponent {
			reach += draw - win
		}
		if reach > mine || strict && reach == mine {
			n++
		}
	}
	return n
}
