package standings_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// twoPlayerRulesets are those whose matches drawLedger can make.
func twoPlayerRulesets(t *testing.T) []*rules.Ruleset {
	var out []*rules.Ruleset
	for _, id := range rules.IDs() {
		if r := load(t, id); r.Seats.Max == 2 {
			out = append(out, r)
		}
	}
	return out
}

// drawLedger makes a history with byes, absences, forfeits, double losses, late
// players, drops and disqualifications, with results of the ruleset.
func drawLedger(t *rapid.T, rs *rules.Ruleset) *ledger.Ledger {
	l := &ledger.Ledger{}
	rounds := rapid.IntRange(0, 6).Draw(t, "rounds")
	for i := range rapid.IntRange(1, 14).Draw(t, "players") {
		p := ledger.Player{DroppedAfter: ledger.Active, Seed: int32(i)}
		switch rapid.IntRange(0, 9).Draw(t, "fate") {
		case 0:
			p.DroppedAfter = int16(rapid.IntRange(0, rounds).Draw(t, "last"))
		case 1:
			p.Disqualified = true
		case 2:
			p.LateRounds = int16(rapid.IntRange(0, 1).Draw(t, "late"))
		}
		l.Players = append(l.Players, p)
	}
	options := rs.Results(ledger.Swiss)
	for n := 1; n <= rounds; n++ {
		r := ledger.Round{Number: int16(n)}
		var in []int32
		for i, p := range l.Players {
			switch {
			case p.DroppedAfter != ledger.Active && n > int(p.DroppedAfter):
			case n <= int(p.LateRounds):
				r.Matches = append(r.Matches, single(ledger.AssignedLoss, int32(i)))
			default:
				in = append(in, int32(i))
			}
		}
		in = rapid.Permutation(in).Draw(t, "order")
		for len(in) > 1 {
			m := ledger.Match{N: 2, Seats: [4]int32{in[0], in[1], ledger.None, ledger.None}}
			switch rapid.IntRange(0, 12).Draw(t, "kind") {
			case 0:
				m.Kind = ledger.Forfeit
			case 1:
				m.Kind = ledger.DoubleLoss
			case 2: // unfinished
			default:
				o := rapid.SampledFrom(options).Draw(t, "result")
				m.Kind, m.Result = o.Kind, o.Result
			}
			r.Matches = append(r.Matches, m)
			in = in[2:]
		}
		if len(in) == 1 {
			kind := rapid.SampledFrom([]ledger.Kind{ledger.Bye, ledger.AssignedLoss}).Draw(t, "left over")
			r.Matches = append(r.Matches, single(kind, in[0]))
		}
		l.Rounds = append(l.Rounds, r)
	}
	return l
}

func single(kind ledger.Kind, p int32) ledger.Match {
	return ledger.Match{Kind: kind, N: 1, Seats: [4]int32{p, ledger.None, ledger.None, ledger.None}}
}

func compute(t *rapid.T, l *ledger.Ledger, rs *rules.Ruleset) *standings.Table {
	table, err := standings.Compute(l, rs, standings.Options{After: standings.All, Seed: 99})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Ranks are a permutation, places are never better than the position of the row, and
// rows are in order of status and points.
func TestRanksAreAPermutation(t *testing.T) {
	for _, rs := range twoPlayerRulesets(t) {
		t.Run(rs.ID, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				l := drawLedger(t, rs)
				table := compute(t, l, rs)
				if len(table.Rows) != len(l.Players) {
					t.Fatalf("%d rows for %d players", len(table.Rows), len(l.Players))
				}
				seen := map[int32]bool{}
				for i, row := range table.Rows {
					if row.Rank != i+1 || seen[row.Player] || table.Row(row.Player).Rank != row.Rank {
						t.Fatalf("row %d: rank %d of player %d", i, row.Rank, row.Player)
					}
					seen[row.Player] = true
					if row.Place != 0 && (row.Place > row.Rank || row.Disqualified) {
						t.Fatalf("row %d has place %d", i, row.Place)
					}
					if i > 0 {
						before := table.Rows[i-1]
						if before.Disqualified && !row.Disqualified {
							t.Fatalf("a disqualified player is ahead of row %d", i)
						}
						if before.Disqualified == row.Disqualified && rs.Ranking.DroppedPlace && before.Points.Less(row.Points) {
							t.Fatalf("row %d has more points than the row before", i)
						}
					}
				}
			})
		})
	}
}

// The order of matches in a round and of the seats at a table does not matter.
func TestOrderOfInputDoesNotMatter(t *testing.T) {
	for _, rs := range twoPlayerRulesets(t) {
		t.Run(rs.ID, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				l := drawLedger(t, rs)
				want := compute(t, l, rs)
				other := l.Clone()
				rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "shuffle"), 0))
				for i := range other.Rounds {
					ms := other.Rounds[i].Matches
					rng.Shuffle(len(ms), func(a, b int) { ms[a], ms[b] = ms[b], ms[a] })
					for j := range ms {
						if m := &ms[j]; m.N == 2 && m.Kind != ledger.Forfeit && rng.IntN(2) == 0 {
							swapSeats(m)
						}
					}
				}
				if diff := cmp.Diff(want.Rows, compute(t, other, rs).Rows); diff != "" {
					t.Fatalf("(-want +got):\n%s", diff)
				}
			})
		})
	}
}

func swapSeats(m *ledger.Match) {
	m.Seats[0], m.Seats[1] = m.Seats[1], m.Seats[0]
	m.Result.V[0], m.Result.V[1] = m.Result.V[1], m.Result.V[0]
	m.Result.Penalties[0], m.Result.Penalties[1] = m.Result.Penalties[1], m.Result.Penalties[0]
	if m.Result.HasWinner {
		m.Result.Winner = 1 - m.Result.Winner
	}
}

// Other numbers for the same players change no value, and no order but that of
// players whom only the draw separates.
func TestNumbersOfPlayersDoNotMatter(t *testing.T) {
	for _, rs := range twoPlayerRulesets(t) {
		t.Run(rs.ID, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				l := drawLedger(t, rs)
				n := len(l.Players)
				to := rapid.Permutation(indices(n)).Draw(t, "renumber")
				other := l.Clone()
				for i, p := range l.Players {
					other.Players[to[i]] = p
				}
				for i := range other.Rounds {
					for j := range other.Rounds[i].Matches {
						m := &other.Rounds[i].Matches[j]
						for k := range m.N {
							m.Seats[k] = to[m.Seats[k]]
						}
					}
				}
				want, got := compute(t, l, rs), compute(t, other, rs)
				for _, row := range want.Rows {
					renumbered := *got.Row(to[row.Player])
					renumbered.Player, renumbered.Rank, renumbered.Place = row.Player, row.Rank, row.Place
					if diff := cmp.Diff(row, renumbered); diff != "" {
						t.Fatalf("player %d (-want +got):\n%s", row.Player, diff)
					}
				}
			})
		})
	}
}

func indices(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(i)
	}
	return out
}

// The integer arithmetic of columns gives what plain fractions give.
func TestPercentagesAgreeWithPlainFractions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		l := randomLedger(rng, rapid.IntRange(2, 40).Draw(t, "players"), rapid.IntRange(1, 30).Draw(t, "rounds"))
		rs, err := rules.Load("magic")
		if err != nil {
			t.Fatal(err)
		}
		table := compute(t, l, rs)
		plain := plainPercentages(l)
		for p := range l.Players {
			row := table.Row(int32(p))
			for fn, want := range plain[p] {
				if got, _ := table.Value(row, fn); !got.Equal(want) {
					t.Fatalf("player %d: %s = %v, want %v", p, fn, got, want)
				}
			}
		}
	})
}

// plainPercentages computes the three Magic tiebreakers without any cleverness.
func plainPercentages(l *ledger.Ledger) []map[string]fraction.Fraction {
	floor := fraction.New(33, 100)
	n := len(l.Players)
	points, rounds, gamePoints, games := make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)
	opponents := make([][]int32, n)
	add := func(p int32, own, theirs, drawn int64) {
		rounds[p]++
		switch {
		case own > theirs:
			points[p] += 3
		case own == theirs:
			points[p]++
		}
		gamePoints[p] += 3*own + drawn
		games[p] += own + theirs + drawn
	}
	for _, r := range l.Rounds {
		for _, m := range r.Matches {
			if m.Kind == ledger.Bye {
				add(m.Seats[0], 2, 0, 0)
				continue
			}
			v := m.Result.V
			add(m.Seats[0], int64(v[0]), int64(v[1]), int64(v[2]))
			add(m.Seats[1], int64(v[1]), int64(v[0]), int64(v[2]))
			opponents[m.Seats[0]] = append(opponents[m.Seats[0]], m.Seats[1])
			opponents[m.Seats[1]] = append(opponents[m.Seats[1]], m.Seats[0])
		}
	}
	share := func(num, den []int64) []fraction.Fraction {
		out := make([]fraction.Fraction, n)
		for i := range out {
			out[i] = floor
			if den[i] > 0 {
				out[i] = fraction.Max(floor, fraction.New(num[i], 3*den[i]))
			}
		}
		return out
	}
	mean := func(of []fraction.Fraction, p int) fraction.Fraction {
		var values []fraction.Fraction
		for _, q := range opponents[p] {
			values = append(values, of[q])
		}
		return fraction.Mean(values, floor)
	}
	mwp, gwp := share(points, rounds), share(gamePoints, games)
	out := make([]map[string]fraction.Fraction, n)
	for p := range out {
		out[p] = map[string]fraction.Fraction{"omw": mean(mwp, p), "gwp": gwp[p], "ogw": mean(gwp, p)}
	}
	return out
}

// The draw depends on seed and number only: it is the same on every read, and
// the order of two players stays when others come or go.
func TestSeededOrderIsPinned(t *testing.T) {
	rs := load(t, "magic")
	order := func(players int, seed uint64) []int32 {
		l := &ledger.Ledger{Players: make([]ledger.Player, players)}
		for i := range l.Players {
			l.Players[i].DroppedAfter = ledger.Active
		}
		table, err := standings.Compute(l, rs, standings.Options{After: standings.All, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		var out []int32
		for _, row := range table.Rows {
			out = append(out, row.Player)
		}
		return out
	}
	if diff := cmp.Diff(pinnedOrder(), order(8, 2026)); diff != "" {
		t.Errorf("the draw of seed 2026 changed (-want +got):\n%s", diff)
	}
	larger := slices.DeleteFunc(order(20, 2026), func(p int32) bool { return p >= 8 })
	if diff := cmp.Diff(order(8, 2026), larger); diff != "" {
		t.Errorf("twelve more players changed the order of the first eight:\n%s", diff)
	}
	if slices.Equal(order(8, 1), order(8, 2)) {
		t.Error("two seeds give one order")
	}
}

func pinnedOrder() []int32 { return []int32{3, 1, 2, 5, 4, 7, 0, 6} }

// docs/rules/meccg.md#mec-54 to MEC-61: of those with as many points who have no tier yet,
// the next is of those with the fewest losses to each other; of these, of those with the
// most wins; and of these, of those whose opponents have the most points.
func TestEachTierIsTheBestOfThoseWhoAreLeft(t *testing.T) {
	rs := load(t, "meccg")
	for n := range 20 {
		l := randomLedger(rand.New(rand.NewPCG(uint64(n), 5)), 20+10*n, 9)
		table, err := standings.Compute(l, rs, standings.Options{After: standings.All, Seed: 99})
		if err != nil {
			t.Fatal(err)
		}
		rows := slices.DeleteFunc(slices.Clone(table.Rows), func(r standings.Row) bool { return r.Dropped })
		for len(rows) > 0 {
			left := leading(rows, func(r standings.Row) bool { return r.Points.Cmp(rows[0].Points) == 0 })
			tier := leading(left, func(r standings.Row) bool { return r.Place == left[0].Place })
			best := least(left, func(a, b standings.Row) int {
				return lossesTo(rs, l, a.Player, left) - lossesTo(rs, l, b.Player, left)
			})
			for _, fn := range []string{"gamesWorthAtLeast", "sumOpponentPoints"} {
				best = least(best, func(a, b standings.Row) int {
					x, _ := table.Value(&a, fn)
					y, _ := table.Value(&b, fn)
					return y.Cmp(x)
				})
			}
			if d := cmp.Diff(best, tier); d != "" {
				t.Fatalf("event %d: the tier at rank %d (-want +got):\n%s", n, rows[0].Rank, d)
			}
			rows = rows[len(tier):]
		}
	}
}

// leading returns the first rows, as far as a condition holds.
func leading(rows []standings.Row, holds func(standings.Row) bool) []standings.Row {
	if i := slices.IndexFunc(rows, func(r standings.Row) bool { return !holds(r) }); i >= 0 {
		return rows[:i]
	}
	return rows
}

// least returns the rows that are the least by an order.
func least(rows []standings.Row, order func(a, b standings.Row) int) (out []standings.Row) {
	best := slices.MinFunc(rows, order)
	for _, r := range rows {
		if order(r, best) == 0 {
			out = append(out, r)
		}
	}
	return out
}

// lossesTo counts the games that a player lost to some others.
func lossesTo(rs *rules.Ruleset, l *ledger.Ledger, player int32, others []standings.Row) (n int) {
	for i := range l.Rounds {
		for j := range l.Rounds[i].Matches {
			m := &l.Rounds[i].Matches[j]
			w := rs.Winner(m)
			if w < 0 || m.N != 2 || m.Seats[1-w] != player {
				continue
			}
			if slices.ContainsFunc(others, func(r standings.Row) bool { return r.Player == m.Seats[w] }) {
				n++
			}
		}
	}
	return n
}
