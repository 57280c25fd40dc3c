package seating

import (
	"math/bits"
	"slices"

	"topcut/tournament/numbered"
	"topcut/tournament/random"
)

// TableStays measures the table numbers of a schedule (docs/rules/riichi.md#rii-18,
// RII-19). Only sessions of one day count as in a row; stand-ins do not count.
type TableStays struct {
	ThreeInRow int `json:"three_in_row"` // players at one table for three or more sessions in a row
	TwoInRow   int `json:"two_in_row"`   // players at one table for two or more sessions in a row
}

func (t TableStays) less(u TableStays) bool {
	if t.ThreeInRow != u.ThreeInRow {
		return t.ThreeInRow < u.ThreeInRow
	}
	return t.TwoInRow < u.TwoInRow
}

// TableStays measures the table numbers.
func (s *Schedule) TableStays() TableStays {
	return stays(s.Players, s.days, s.whereabouts())
}

// whereabouts returns the table of each player (index = number minus one) in
// each session; -1 for who sits out. Stand-ins are left out.
func (s *Schedule) whereabouts() [][]int {
	at := make([][]int, len(s.Sessions))
	for i, session := range s.Sessions {
		at[i] = slices.Repeat([]int{-1}, s.Players)
		here := numbered.List[int](at[i])
		for t, table := range session.Tables {
			for _, p := range table {
				if p <= s.Players {
					*here.At(p) = t
				}
			}
		}
	}
	return at
}

func stays(players int, days []int, at [][]int) TableStays {
	var out TableStays
	for p := range players {
		row, longest := 1, 1
		for i := 1; i < len(at); i++ {
			if at[i][p] >= 0 && at[i][p] == at[i-1][p] && days[i] == days[i-1] {
				row++
			} else {
				row = 1
			}
			longest = max(longest, row)
		}
		if longest >= 3 {
			out.ThreeInRow++
		}
		if longest >= 2 {
			out.TwoInRow++
		}
	}
	return out
}

// tableTries is the number of starts of the search for table numbers where some
// players must stay at a table.
const tableTries = 40

// common counts the players who sit at table a of one session and at table b of
// another.
func common(tables int, one, other []int) [][]int {
	count := make([][]int, tables)
	for a := range count {
		count[a] = make([]int, tables)
	}
	for p := range one {
		if one[p] >= 0 && other[p] >= 0 {
			count[one[p]][other[p]]++
		}
	}
	return count
}

// orderSessions orders the sessions so that as few players as possible stay at a table
// from one to the next. It finds the optimum by dynamic programming over sets of
// sessions. An order in which no player stays is kept, and so are events too long for
// the sets.
func (s *Schedule) orderSessions() {
	at := s.whereabouts()
	n, tables := len(at), len(s.Sessions[0].Tables)
	stay := make([][]int, n) // players who stay from session i to session j at least
	for i := range stay {
		stay[i] = make([]int, n)
		for j := range i {
			count := common(tables, at[i], at[j])
			for a, b := range assign(count) {
				stay[i][j] += count[a][b]
			}
			stay[j][i] = stay[i][j]
		}
	}
	now := 0
	for i := 1; i < n; i++ {
		if s.days[i] == s.days[i-1] {
			now += stay[i-1][i]
		}
	}
	if now == 0 || n > MaxSessions {
		return
	}
	const far = 1 << 30
	cost := make([][]int, 1<<n) // of playing a set of sessions, the last one last
	before := make([][]int, 1<<n)
	for set := range cost {
		cost[set] = slices.Repeat([]int{far}, n)
		before[set] = make([]int, n)
		day := bits.OnesCount(uint(set)) - 1 // position of the last session of the set
		for last := range n {
			rest := set &^ (1 << last)
			switch {
			case rest == set:
				continue
			case rest == 0:
				cost[set][last] = 0
				continue
			}
			for prev := range n {
				step := stay[prev][last]
				if s.days[day] != s.days[day-1] {
					step = 0
				}
				if c := cost[rest][prev] + step; c < cost[set][last] {
					cost[set][last], before[set][last] = c, prev
				}
			}
		}
	}
	set := 1<<n - 1
	last := slices.Index(cost[set], slices.Min(cost[set]))
	if now == cost[set][last] {
		return
	}
	sessions := slices.Clone(s.Sessions)
	for i := n - 1; i >= 0; i-- {
		s.Sessions[i] = sessions[last]
		set, last = set&^(1<<last), before[set][last]
	}
}

// numberTables orders the tables of every session. First each session is matched to the
// one before, so that as few players as possible keep their table; from five tables on
// that leaves no player at a table in almost all schedules. If players must stay,
// exchanges of two tables choose them so that none stays twice; the best of several
// starts is kept.
func (s *Schedule) numberTables() {
	at := s.whereabouts()
	tables := len(s.Sessions[0].Tables)
	for i := 1; i < len(at); i++ {
		if s.days[i] == s.days[i-1] {
			renumber(at[i], assign(common(tables, at[i], at[i-1])))
		}
	}
	best := stays(s.Players, s.days, at)
	bestAt := at
	src := random.New([32]byte{}, "seating tables", uint64(s.Players), uint64(len(at)))
	for try := 0; try < tableTries && best.TwoInRow > 0; try++ {
		next := make([][]int, len(at))
		for i := range at {
			next[i] = slices.Clone(at[i])
			if try > 0 {
				renumber(next[i], src.Perm(tables))
			}
		}
		if found := s.exchangeTables(next, tables); found.less(best) {
			best, bestAt = found, next
		}
	}
	for i, session := range s.Sessions {
		s.Sessions[i].Tables = inOrder(session.Tables, bestAt[i], s.Players)
	}
}

// renumber replaces each table t by to[t].
func renumber(at, to []int) {
	for p, t := range at {
		if t >= 0 {
			at[p] = to[t]
		}
	}
}

// exchangeTables exchanges table numbers within sessions while that helps.
func (s *Schedule) exchangeTables(at [][]int, tables int) TableStays {
	now := stays(s.Players, s.days, at)
	order := make([]int, tables)
	for better := true; better; {
		better = false
		for i := range at {
			for a := range tables {
				for b := range a {
					for t := range order {
						order[t] = t
					}
					order[a], order[b] = b, a
					renumber(at[i], order)
					if next := stays(s.Players, s.days, at); next.less(now) {
						now, better = next, true
					} else {
						renumber(at[i], order)
					}
				}
			}
		}
	}
	return now
}

// inOrder sorts tables by the numbers of their players. A table of stand-ins only gets
// what is left.
func inOrder(tables []Table, at []int, players int) []Table {
	out := make([]Table, len(tables))
	taken := make([]bool, len(tables))
	var rest []Table
	for _, table := range tables {
		number := -1
		for _, p := range table {
			if p <= players {
				number = numbered.Get(at, p)
			}
		}
		if number < 0 {
			rest = append(rest, table)
			continue
		}
		out[number], taken[number] = table, true
	}
	for i := range out {
		if !taken[i] {
			out[i], rest = rest[0], rest[1:]
		}
	}
	return out
}

// assign returns for each row the column of a perfect matching with the
// smallest total cost: the Hungarian method with shortest augmenting paths.
func assign(cost [][]int) []int {
	n := len(cost)
	const far = 1 << 30
	rowPrice, colPrice := make([]int, n+1), make([]int, n+1)
	rowOf := make([]int, n+1) // row matched to each column, from 1; column 0 is a start
	back := make([]int, n+1)
	for row := 1; row <= n; row++ {
		rowOf[0] = row
		col := 0
		slack := slices.Repeat([]int{far}, n+1)
		seen := make([]bool, n+1)
		for rowOf[col] != 0 {
			seen[col] = true
			r, step, next := rowOf[col], far, 0
			for c := 1; c <= n; c++ {
				if seen[c] {
					continue
				}
				if d := cost[r-1][c-1] - rowPrice[r] - colPrice[c]; d < slack[c] {
					slack[c], back[c] = d, col
				}
				if slack[c] < step {
					step, next = slack[c], c
				}
			}
			for c := range n + 1 {
				if seen[c] {
					rowPrice[rowOf[c]] += step
					colPrice[c] -= step
				} else {
					slack[c] -= step
				}
			}
			col = next
		}
		for col != 0 {
			rowOf[col] = rowOf[back[col]]
			col = back[col]
		}
	}
	columns := make([]int, n)
	for c := 1; c <= n; c++ {
		columns[rowOf[c]-1] = c - 1
	}
	return columns
}
