package transfer

import (
	"slices"

	"topcut/tournament/file"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
)

// seat seats the match of two teams with its boards.
func (c *trfCrews) seat(at notice.Value, k int, p, q int32) error {
	x, y := int(p), int(q)
	forfeit, forfeited := c.forfeits[file.LineUp{Round: k, Player: p}]
	lines, given := c.sat(k, x, y)
	home := c.home(k, x, y, lines)
	if forfeited {
		home = forfeit.white
	}
	m := trfSeats{k: k, first: [2]int32{p, q}, second: home == y, forfeited: forfeited, given: given}
	boards := make(numbered.List[ledger.Match], c.boards)
	for n := range boards {
		board, err := c.board(at, &m, n, &lines[0][n], &lines[1][n])
		if err != nil {
			return err
		}
		boards[n] = board
	}
	sat := [2][]int{c.places(lines[0]), c.places(lines[1])}
	turn := func() { m.first[0], m.first[1], sat[0], sat[1] = m.first[1], m.first[0], sat[1], sat[0] }
	if m.second {
		turn()
	}
	match := ledger.Match{N: 2, Seats: [4]int32{m.first[0], m.first[1], ledger.None, ledger.None}}
	kind, res := summed(c.b.t, &match, boards)
	if forfeited {
		if kind, res = ledger.Forfeit, (ledger.Result{}); forfeit.how == "--" {
			kind = ledger.DoubleLoss
		}
		if forfeit.how == "-+" {
			turn()
		}
	}
	return c.b.boarded(at, kind, res, m.first, boards, sat)
}

// places returns a line-up as a tournament file has it.
func (c *trfCrews) places(line []int) []int {
	out := make([]int, len(line))
	for n, i := range line {
		if i >= 0 {
			out[n] = c.place[i]
		}
	}
	return out
}

// trfSeats is a match of two teams in a round, counted from 0.
type trfSeats struct {
	k         int
	first     [2]int32
	second    bool // the second team is named first, which has White at board 1
	forfeited bool
	given     [2]bool // the line-up of either is in the file
}

// white reports whether the team that is named first has White at a board, counted from 0.
func (c *trfCrews) white(board int) bool {
	if colours := c.f.teams.colours; board < len(colours) {
		return colours[board] == 'W'
	}
	return board%2 == 0
}

// board returns a board at which a player of either team sits, or -1. Who has no game there does
// not sit there, unless the file says so or the whole match was forfeited.
func (c *trfCrews) board(at notice.Value, m *trfSeats, n int, a, b *int) (ledger.Match, error) {
	entry := func(i int) trfEntry {
		if i < 0 {
			return trfNothing
		}
		return c.f.players[i].cell(m.k)
	}
	e, f := entry(*a), entry(*b)
	seats := m.first
	turned := c.white(n) == m.second
	switch {
	case e.colour == 'w' || f.colour == 'b':
		turned = false
	case e.colour == 'b' || f.colour == 'w':
		turned = true
	}
	out := ledger.Match{N: 2}
	if turned {
		seats[0], seats[1], e, f = seats[1], seats[0], f, e
	}
	second, ok := false, true
	switch {
	case e.opponent != 0 && f.opponent != 0:
		out.Kind, out.Result, second, ok = trfOutcome(e.result, f.result)
	case e.result == '+' || f.result == '+':
		c.absent(m, a, b)
		out.Kind, second, ok = ledger.Forfeit, f.result == '+', e.result != f.result
	case m.forfeited && (*a >= 0 || *b >= 0) && e.result != '-' && f.result != '-':
	default:
		c.absent(m, a, b)
		out.Kind, out.Result = ledger.DoubleLoss, c.b.t.BoardRules.BothLost()
	}
	if !ok {
		return out, failed(finding("transfer.refused.result", "at", at, "result", clip(string([]byte{e.result, f.result}))))
	}
	if second {
		seats[0], seats[1] = seats[1], seats[0]
	}
	out.Seats = [4]int32{seats[0], seats[1], ledger.None, ledger.None}
	if out.Result.Form != ledger.Unfinished && out.Kind == ledger.Played {
		if err := c.b.t.BoardRules.CheckResult(ledger.Swiss, &out); err != nil {
			return out, failed(finding("transfer.refused.result", "at", at, "result", clip(string([]byte{e.result, f.result}))))
		}
	}
	return out, nil
}

// absent leaves out of a board who has no game there and is not said to sit there. In a line-up
// of the file, a loss without an opponent is that of one who does.
func (c *trfCrews) absent(m *trfSeats, players ...*int) {
	for side, i := range players {
		if *i >= 0 && !c.plays(*i, m.k) && !(m.given[side] && c.f.players[*i].cell(m.k).result == '-') {
			*i = -1
		}
	}
}

// home returns which of two teams is named first in a round: the one that has White at board 1
// or, where no one has a colour there, as the colours of the other boards have it.
func (c *trfCrews) home(k, x, y int, lines [2][]int) int {
	for n := range lines[0] {
		for side, i := range []int{lines[0][n], lines[1][n]} {
			if i < 0 {
				continue
			}
			colour := c.f.players[i].cell(k).colour
			if colour != 'w' && colour != 'b' {
				continue
			}
			if (colour == 'w') == c.white(n) == (side == 0) {
				return x
			}
			return y
		}
	}
	return x
}

// sat returns who sits at the boards of two teams that meet in a round. Who plays whom is given
// by the players, and the order by what the file says of a line-up, else by the members.
func (c *trfCrews) sat(k, x, y int) (lines [2][]int, given [2]bool) {
	one, oneGiven, oneFits := c.line(k, x)
	other, otherGiven, otherFits := c.line(k, y)
	switch {
	case oneFits && otherFits && c.agree(k, one, other):
	case oneGiven:
		if otherGiven {
			c.misfit(c.lineUps[file.LineUp{Round: k, Player: int32(y)}].line, "300")
		}
		other = c.opposite(k, one, y)
	case otherGiven:
		one = c.opposite(k, other, x)
	default:
		one, other = c.merged(k, x, y)
	}
	return [2][]int{one, other}, [2]bool{oneGiven, otherGiven}
}

// line returns the line-up of a team in a round that the file gives, or that of its first
// members, and whether all who play are in it.
func (c *trfCrews) line(k, t int) (line []int, given, fits bool) {
	x, given := c.lineUps[file.LineUp{Round: k, Player: int32(t)}]
	if line = x.players; !given {
		line = c.of[t][:min(len(c.of[t]), c.boards)]
	}
	line = append(slices.Clone(line), slices.Repeat([]int{-1}, c.boards-len(line))...)
	sitting := 0
	for _, i := range line {
		if i >= 0 && c.plays(i, k) {
			sitting++
		}
	}
	return line, given, sitting == c.meetings[k][t].sit
}

// agree reports whether those who play each other sit at the same board in two line-ups, and
// who plays none opposite one who does not play.
func (c *trfCrews) agree(k int, one, other []int) bool {
	fits := func(i, j int) bool {
		switch {
		case i < 0 || !c.plays(i, k):
			return j < 0 || !c.plays(j, k) || c.alone(j, k)
		case c.alone(i, k):
			return j < 0 || !c.plays(j, k)
		}
		return j >= 0 && c.f.players[j].number == int(c.f.players[i].cell(k).opponent)
	}
	for n := range one {
		if !fits(one[n], other[n]) {
			return false
		}
	}
	return true
}

// opposite returns the line-up of a team that goes with another's.
func (c *trfCrews) opposite(k int, line []int, t int) []int {
	out := slices.Repeat([]int{-1}, len(line))
	for n, i := range line {
		if i >= 0 && c.plays(i, k) && !c.alone(i, k) {
			out[n] = c.players[int(c.f.players[i].cell(k).opponent)]
		}
	}
	n := 0
	for _, i := range c.of[t] {
		if !c.alone(i, k) {
			continue
		}
		for n < len(out) && (out[n] >= 0 || line[n] >= 0 && c.plays(line[n], k)) {
			n++
		}
		if n < len(out) {
			out[n] = i
		}
	}
	return out
}

// merged returns the line-ups of two teams by the order of their members. Where these orders
// contradict each other, that of the first team stands.
func (c *trfCrews) merged(k, x, y int) (one, other []int) {
	rest := slices.DeleteFunc(slices.Clone(c.of[y]), func(i int) bool { return !c.plays(i, k) })
	add := func(i, j int) { one, other = append(one, i), append(other, j) }
	seated, crossed, at := map[int]bool{}, false, 0
	alone := func() {
		for ; at < len(rest) && (seated[rest[at]] || c.alone(rest[at], k)); at++ {
			if !seated[rest[at]] {
				add(-1, rest[at])
			}
		}
	}
	for _, i := range c.of[x] {
		if !c.plays(i, k) {
			continue
		}
		if c.alone(i, k) {
			add(i, -1)
			continue
		}
		alone()
		j := c.players[int(c.f.players[i].cell(k).opponent)]
		crossed = crossed || rest[at] != j
		add(i, j)
		seated[j] = true
	}
	alone()
	for n := len(one); n < c.boards; n++ {
		add(-1, -1)
	}
	if crossed {
		c.crossed++
	}
	return one, other
}
