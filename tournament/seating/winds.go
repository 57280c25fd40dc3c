package seating

import (
	"cmp"
	"fmt"
	"slices"
)

// Seats of a table by wind; the number is also how late the wind deals.
const (
	East = iota
	South
	West
	North
)

// Winds measures the seats of a schedule (docs/rules/riichi.md#rii-14 to RII-16).
// Stand-ins do not count.
type Winds struct {
	Missing   int      // players who never sit on some wind
	MaxSingle int      // most sessions of one player on one wind
	Lateness  Fraction // of the latest player: mean of E=0, S=1, W=2, N=3
}

// Fraction is a reduced fraction of whole numbers.
type Fraction struct{ Num, Den int }

func fraction(num, den int) Fraction {
	a, b := num, den
	for b != 0 {
		a, b = b, a%b
	}
	if a == 0 {
		return Fraction{0, 1}
	}
	return Fraction{num / a, den / a}
}

// compare orders fractions, smaller first.
func (f Fraction) compare(g Fraction) int { return f.Num*g.Den - g.Num*f.Den }

// String writes the fraction as 3/2, and a whole number as 2.
func (f Fraction) String() string {
	if f.Den == 1 {
		return fmt.Sprint(f.Num)
	}
	return fmt.Sprintf("%d/%d", f.Num, f.Den)
}

// windCounts holds how often each number sits on each wind; index 0 is unused.
type windCounts [][Seats]int

func (s *Schedule) windCounts() windCounts {
	counts := make(windCounts, s.Players+s.StandIns+1)
	for _, session := range s.Sessions {
		for _, table := range session.Tables {
			for wind, p := range table {
				counts[p][wind]++
			}
		}
	}
	return counts
}

// Winds measures the seats.
func (s *Schedule) Winds() Winds { return s.windCounts().measure(s.Players) }

// measure measures the seats of the numbers from 1 to players.
func (counts windCounts) measure(players int) Winds {
	var w Winds
	late, of := 0, 1 // the latest player so far: sum and sessions
	for _, c := range counts[1 : players+1] {
		if slices.Contains(c[:], 0) {
			w.Missing++
		}
		w.MaxSingle = max(w.MaxSingle, slices.Max(c[:]))
		if sum, n := lateness(c); sum*of > late*n {
			late, of = sum, n
		}
	}
	w.Lateness = fraction(late, of)
	return w
}

// lateness returns the sum of E=0, S=1, W=2, N=3 and the number of sessions.
func lateness(c [Seats]int) (sum, sessions int) {
	return c[South] + 2*c[West] + 3*c[North], c[East] + c[South] + c[West] + c[North]
}

// placeWinds gives each player a wind. If all play every session the result is
// optimal:
//
// Players and tables form a bipartite graph in which every sitting is an edge.
// Such a graph can be split into two halves in which every vertex has half of
// its edges, rounded up or down ([halve]), and splitting twice gives four winds.
// So any four sessions can be seated with every player once on every wind. The
// remaining sessions are
//
//   - none: the mean lateness of each player is 3/2, which is the mean over a
//     table and so is optimal;
//   - one or three: one wind or three different ones, which keeps the largest
//     count minimal. With 1, 3, 5 and 7 sessions a quarter of the players then
//     has an extra North (or no extra East) in every seating; with nine, the
//     counts leave room, and exchanging seats gives each player a sum of 13 or 14;
//   - two: half of each table gets East and North, half South and West, the same
//     half in both sessions, so that the mean lateness is 3/2 again.
//
// If some players sit out, the whole graph is split at once, which still leaves
// no player without a wind who plays four sessions; lateness is then improved by
// exchanging seats.
func (s *Schedule) placeWinds() {
	if s.sitsOut() {
		s.seat(s.Sessions)
		s.exchangeSeats()
		return
	}
	n := len(s.Sessions)
	s.seatBlocks(s.Sessions)
	if n < 9 || n%2 == 0 {
		return
	}
	for first := range s.Sessions { // another session is left over each time
		if s.exchangeSeats(); s.Winds().Lateness.compare(fraction((3*n+1)/2, n)) == 0 {
			return
		}
		s.seatBlocks(slices.Concat(s.Sessions[first+1:], s.Sessions[:first+1]))
	}
	s.exchangeSeats()
}

// seatBlocks seats four sessions after four, and then the rest.
func (s *Schedule) seatBlocks(sessions []Session) {
	rest := len(sessions) % Seats
	for i := 0; i+Seats <= len(sessions); i += Seats {
		s.seat(sessions[i : i+Seats])
	}
	last := sessions[len(sessions)-rest:]
	if rest == 2 {
		s.seatTwo(last[0].Tables, last[1].Tables)
	} else {
		s.seat(last)
	}
}

// edge joins two vertices of the two sides of a bipartite graph.
type edge struct{ left, right int }

// halve splits the edges so that every vertex has half of its edges in each
// part: exactly if it has an even number, else rounded up or down. Only left
// vertices may have an odd number. It returns for each edge whether it is in the
// first part.
//
// The edges of a graph with even degrees are a union of closed walks. In a
// bipartite graph such a walk leaves every vertex as often towards the other
// side as it comes from there, so the direction of an edge decides its part. Odd
// left vertices are joined to one extra vertex on the right.
func halve(edges []edge, left, right int) []bool {
	degree := make([]int, left)
	for _, e := range edges {
		degree[e.left]++
	}
	all := slices.Clone(edges)
	for v, d := range degree {
		if d%2 == 1 {
			all = append(all, edge{v, right})
		}
	}
	at := make([][]int, left+right+1) // edges at each vertex; the right side follows the left
	for i, e := range all {
		at[e.left] = append(at[e.left], i)
		at[left+e.right] = append(at[left+e.right], i)
	}
	used := make([]bool, len(all))
	first := make([]bool, len(all))
	for v := range left {
		for here := v; ; {
			i, ok := take(&at[here], used)
			if !ok {
				break
			}
			if here < left {
				first[i] = true
				here = left + all[i].right
			} else {
				here = all[i].left
			}
		}
	}
	return first[:len(edges)]
}

// take removes and returns an unused edge of a vertex.
func take(at *[]int, used []bool) (int, bool) {
	for len(*at) > 0 {
		last := len(*at) - 1
		i := (*at)[last]
		*at = (*at)[:last]
		if !used[i] {
			used[i] = true
			return i, true
		}
	}
	return 0, false
}

// sitting is one player at one table; table counts through all sessions.
type sitting struct {
	player, table int
}

// part splits sittings so that every player and every table has half in each.
func (s *Schedule) part(in []sitting, tables int) (first, second []sitting) {
	edges := make([]edge, len(in))
	for i, x := range in {
		edges[i] = edge{x.player, x.table}
	}
	for i, isFirst := range halve(edges, s.Players+s.StandIns+1, tables) {
		if isFirst {
			first = append(first, in[i])
		} else {
			second = append(second, in[i])
		}
	}
	return first, second
}

// seat gives winds to the sittings of all sessions together.
func (s *Schedule) seat(sessions []Session) {
	var tables []*Table
	var all []sitting
	for i := range sessions {
		for j := range sessions[i].Tables {
			t := &sessions[i].Tables[j]
			for _, p := range t {
				all = append(all, sitting{p, len(tables)})
			}
			tables = append(tables, t)
		}
	}
	ends, middle := s.part(all, len(tables))
	east, north := s.part(ends, len(tables))
	south, west := s.part(middle, len(tables))
	put(tables, [Seats][]sitting{east, south, west, north})
}

// seatTwo seats two sessions in which each player has East and North, or South and
// West.
func (s *Schedule) seatTwo(a, b []Table) {
	tableOf := func(tables []Table) []int {
		of := make([]int, s.Players+s.StandIns+1)
		for i, t := range tables {
			for _, p := range t {
				of[p] = i
			}
		}
		return of
	}
	first, second := tableOf(a), tableOf(b)
	var edges []edge
	for p := 1; p < len(first); p++ {
		edges = append(edges, edge{first[p], second[p]})
	}
	var ends, middle []sitting
	for i, isEnd := range halve(edges, len(a), len(b)) {
		p := i + 1
		both := []sitting{{p, first[p]}, {p, len(a) + second[p]}}
		if isEnd {
			ends = append(ends, both...)
		} else {
			middle = append(middle, both...)
		}
	}
	tables := make([]*Table, 0, len(a)+len(b))
	for i := range a {
		tables = append(tables, &a[i])
	}
	for i := range b {
		tables = append(tables, &b[i])
	}
	east, north := s.part(ends, len(tables))
	south, west := s.part(middle, len(tables))
	put(tables, [Seats][]sitting{east, south, west, north})
}

// put writes the winds into the tables.
func put(tables []*Table, winds [Seats][]sitting) {
	for wind, sittings := range winds {
		for _, x := range sittings {
			tables[x.table][wind] = x.player
		}
	}
}

// exchangeSeats lowers the lateness of the latest player by exchanging seats at
// tables, without leaving more players short of a wind or raising the largest
// count.
func (s *Schedule) exchangeSeats() {
	counts := s.windCounts()
	now := counts.key(s.Players)
	for better := true; better; {
		better = false
		for _, session := range s.Sessions {
			for j := range session.Tables {
				t := &session.Tables[j]
				for a := range Seats {
					for b := range a {
						counts.exchange(t, a, b)
						if next := counts.key(s.Players); next.less(now) {
							now, better = next, true
						} else {
							counts.exchange(t, a, b)
						}
					}
				}
			}
		}
	}
}

// exchange exchanges two seats of a table.
func (counts windCounts) exchange(t *Table, a, b int) {
	p, q := t[a], t[b]
	counts[p][a]--
	counts[p][b]++
	counts[q][b]--
	counts[q][a]++
	t[a], t[b] = q, p
}

// windKey is what exchangeSeats minimises: the winds, and the distance of each player
// from the mean, which leads it past positions in which no exchange helps the latest
// player at once.
type windKey struct {
	Winds
	deviation int // sum of squares of twice the sum of lateness minus its mean
}

func (counts windCounts) key(players int) windKey {
	k := windKey{Winds: counts.measure(players)}
	for _, c := range counts[1 : players+1] {
		sum, n := lateness(c)
		k.deviation += (2*sum - 3*n) * (2*sum - 3*n)
	}
	return k
}

func (k windKey) less(l windKey) bool {
	return cmp.Or(
		cmp.Compare(k.Missing, l.Missing),
		cmp.Compare(k.MaxSingle, l.MaxSingle),
		k.Lateness.compare(l.Lateness),
		cmp.Compare(k.deviation, l.deviation),
	) < 0
}
