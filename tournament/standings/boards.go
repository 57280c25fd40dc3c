package standings

import (
	"slices"
	"strconv"

	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
)

// Where crews play a match on boards, entries count boards in the place of games, and board
// points are points of these. What each board brought is read from the ledger.

// scored is a kind of points: those of each round, their sum, and what a draw is worth.
type scored struct {
	in    func(p, i int) int64
	total []int64
	draw  int64
}

// scored returns match points or, for "boards", board points, in units.
func (h *history) scored(of string) scored {
	out := scored{in: func(p, i int) int64 { return h.of(p)[i].points }, draw: h.scorer.draw}
	if of == "boards" {
		out.in, out.draw = h.boardPointsIn, h.scorer.gameDraw*int64(max(h.rs.Boards, 1))
	}
	out.total = make([]int64, len(h.players))
	for p := range out.total {
		if of != "boards" {
			out.total[p] = h.tallies[p].points
			continue
		}
		for i := range h.rounds {
			out.total[p] += out.in(p, i)
		}
	}
	return out
}

// short returns the abbreviation of a criterion, as FIDE has it where it adds up board points:
// for Sonneborn-Berger first what of the opponent counts, match (M) or board points (G), then
// what was taken from it.
func (c *criterion) short() string {
	out := c.kind.Short
	switch {
	case c.Func == "sonnebornBerger" && c.Of+c.Times != "":
		out = map[[2]bool]string{{true, true}: "EGGSB", {true, false}: "EGMSB", {false, true}: "EMGSB"}[[2]bool{c.Of != "", c.Times != ""}]
	case c.Of != "":
		out += ":GP"
	}
	if c.Cut > 0 {
		out += "-C" + strconv.Itoa(c.Cut)
	}
	return out
}

// key returns the name of a criterion's column for programs.
func (c *criterion) key() string {
	out := c.Func
	if c.Of != "" {
		out += "OfBoards"
	}
	if c.Times != "" {
		out += "TimesBoards"
	}
	if c.Cut > 0 {
		out += "Cut" + strconv.Itoa(c.Cut)
	}
	return out
}

// boardsIn returns how many boards of a round a crew has won, lost and drawn, in a bye as the
// ruleset has it. A bye that was asked for is a drawn match.
func (h *history) boardsIn(p, i int) [3]int64 {
	e := &h.of(p)[i]
	switch e.kind {
	case missing, open, absent:
		return [3]int64{}
	case bye:
		if h.rs.Boards > 0 && len(h.scorer.awarded) > 0 && h.players[p].AwardedBye(h.rounds[i]) {
			return [3]int64{2: int64(h.rs.Boards)}
		}
		g := h.rs.Bye.Games
		return [3]int64{int64(g[0]), int64(g[1]), int64(g[2])}
	}
	return [3]int64{int64(e.games[0]), int64(e.games[1]), int64(e.games[2])}
}

func (h *history) boardPointsIn(p, i int) int64 {
	n := h.boardsIn(p, i)
	return n[0]*h.scorer.gameWin + n[2]*h.scorer.gameDraw
}

func (h *history) boardPoints() *column { return integers(h.scored("boards").total, h.scorer.unit) }

// boardsWon counts boards that were won, with or without play; a bye has none.
func (h *history) boardsWon() *column {
	num := make([]int64, len(h.players))
	for p := range num {
		for i, e := range h.of(p) {
			if e.kind != bye {
				num[p] += h.boardsIn(p, i)[0]
			}
		}
	}
	return integers(num, 1)
}

// shares returns the board points of each board of the i-th counted round, in units, or nil if
// that is not known: without a match on boards, or where it was ruled as a whole and they do
// not add up to it. A match won by forfeit is won on every board, and so is the bye of the
// pairing (FIDE C.07, Art. 12); one that was asked for has no boards.
func (h *history) shares(p, i int) []int64 {
	n, e := h.rs.Boards, &h.of(p)[i]
	if n == 0 {
		return nil
	}
	out := make([]int64, n)
	switch {
	case e.kind == bye && !h.players[p].AwardedBye(h.rounds[i]), e.kind == forfeit && e.outcome == won:
		for b := range out {
			out[b] = h.scorer.gameWin
		}
		return out
	case e.kind != played:
		return nil
	}
	boards := numbered.Get(h.rows.Rounds.At(h.rounds[i]).Boards, int(h.matches[p*len(h.rounds)+i]))
	if len(boards) != n {
		return nil
	}
	var count [3]int64
	for b := range boards {
		won, drawn, lost := h.ended(&boards[b], int32(p))
		count[0], count[1], count[2] = count[0]+flag(won), count[1]+flag(lost), count[2]+flag(drawn)
		out[b] = flag(won)*h.scorer.gameWin + flag(drawn)*h.scorer.gameDraw
	}
	if count != h.boardsIn(p, i) {
		return nil
	}
	return out
}

// findMatches notes the number of each crew's match in each counted round.
func (h *history) findMatches() {
	if h.rs.Boards == 0 {
		return
	}
	h.matches = make([]int32, len(h.entries))
	for i, number := range h.rounds {
		for m, match := range numbered.All(h.rows.Rounds.At(number).Matches) {
			for _, p := range match.Players() {
				h.matches[int(p)*len(h.rounds)+i] = int32(m)
			}
		}
	}
}

// ended reports whether a crew has won, drawn or lost a board. One that both have lost is none
// of these, nor is an open one.
func (h *history) ended(board *ledger.Match, p int32) (won, drawn, lost bool) {
	if !board.Finished() || board.Kind == ledger.DoubleLoss {
		return false, false, false
	}
	switch winner := h.rs.Winner(board); {
	case winner < 0:
		return false, true, false
	case board.Seats[winner] == p:
		return true, false, false
	}
	return false, false, true
}

// byBoard returns the board points that a crew has from each board in all rounds.
func (h *history) byBoard(p int) []int64 {
	sum := make([]int64, h.rs.Boards)
	for i := range h.rounds {
		for b, units := range h.shares(p, i) {
			sum[b] += units
		}
	}
	return sum
}

// boardCount returns the board points, each times the number of its board (FIDE C.07, Art.
// 12.1): of crews with as many board points the one with the lower count has won on the
// higher boards.
func (h *history) boardCount() *column {
	num := make([]int64, len(h.players))
	for p := range num {
		for b, units := range h.byBoard(p) {
			num[p] += int64(b+1) * units
		}
	}
	return integers(num, h.scorer.unit)
}

// topBoards orders by the points of the first board, then of the second and so on (FIDE C.07,
// Art. 12.2).
func (r *ranking) topBoards(group []int32) func(a, b int32) int {
	return r.byBoards(group, func(sum []int64) []int64 { return sum })
}

// bottomBoards orders by the points of all boards but the last, then without the last two and
// so on (FIDE C.07, Art. 12.3).
func (r *ranking) bottomBoards(group []int32) func(a, b int32) int {
	return r.byBoards(group, func(sum []int64) []int64 {
		var out []int64
		for n := len(sum) - 1; n > 0; n-- {
			var left int64
			for _, units := range sum[:n] {
				left += units
			}
			out = append(out, left)
		}
		return out
	})
}

// byBoards orders a group by the highest first of what keys makes of the points by board.
func (r *ranking) byBoards(group []int32, keys func(sum []int64) []int64) func(a, b int32) int {
	of := map[int32][]int64{}
	differ := false
	for _, p := range group {
		of[p] = keys(r.h.byBoard(int(p)))
		differ = differ || !slices.Equal(of[p], of[group[0]])
	}
	if !differ {
		return nil
	}
	return func(a, b int32) int { return slices.Compare(of[b], of[a]) }
}
