package pairing_test

import (
	"slices"

	"topcut/tournament/pairing"
)

// oracle knows the rules in the plainest form and tries everything: what it costs
// to let two players meet, and the best pairing of up to a dozen.
type oracle struct {
	in    pairing.Input
	terms []pairing.Term
}

func newOracle(in pairing.Input) oracle {
	return oracle{in, append(slices.Clone(in.Policy.Hard), in.Policy.Cost...)}
}

func meetings(a, b pairing.Player) int {
	n := 0
	for _, o := range a.Opponents {
		if o == b.ID {
			n++
		}
	}
	return n
}

// cost returns the vector of a pair, one number for each term.
func (o oracle) cost(a, b pairing.Player) []int64 {
	sum := make([]int64, len(o.terms))
	one := func(yes bool) int64 {
		if yes {
			return 1
		}
		return 0
	}
	up, down := a, b
	if a.Score < b.Score {
		up, down = b, a
	}
	gap := up.Score - down.Score
	for k, t := range o.terms {
		switch t {
		case pairing.Rematches:
			sum[k] = one(meetings(a, b) > 0)
		case pairing.ThirdMeetings:
			sum[k] = one(meetings(a, b) > 1)
		case pairing.CrossDivision:
			sum[k] = one(a.Division != b.Division)
		case pairing.CrossFlight:
			sum[k] = one(a.Flight != b.Flight)
		case pairing.TagConflict:
			sum[k] = one(a.Tag == b.Tag && a.Tag > 0)
		case pairing.PointGap:
			sum[k] = gap * gap
		case pairing.GroupGap:
			between := map[int64]bool{}
			for _, p := range o.in.Players {
				if p.Score > down.Score && p.Score <= up.Score {
					between[p.Score] = true
				}
			}
			sum[k] = int64(len(between) * len(between))
		case pairing.RepeatFloat:
			if gap > 0 {
				sum[k] = one(up.Floated&pairing.FloatDown > 0) + one(down.Floated&pairing.FloatUp > 0)
			}
		case pairing.SideDebt:
			sum[k] = o.debt(a, b) - 1
		case pairing.RankGap:
			if gap == 0 {
				d := int64(a.Rank - b.Rank)
				sum[k] = d * d
			}
		case pairing.HoursApart:
			sum[k] = pairing.Quarters
			for i := range len(pairing.Hours{}) {
				for bit := range 64 {
					if a.Hours != nil && b.Hours != nil && a.Hours[i]>>bit&1 == 1 && b.Hours[i]>>bit&1 == 1 {
						sum[k]--
					}
				}
			}
		case pairing.SingleSided:
			unit := max(o.in.Policy.PointUnit, 1)
			sum[k] = gap*gap + (5*one(meetings(a, b) > 0)+o.debt(a, b)-1)*unit*unit
		default: // the oracle's tasks have no single sides
		}
	}
	return sum
}

// debt is 50^debt for the better assignment of sides (no sides of earlier
// meetings are known in the random tasks).
func (o oracle) debt(a, b pairing.Player) int64 {
	one := func(corp, runner int32) int64 {
		return []int64{1, 50, 2500, 125000, 6250000}[min(4, max(0, corp, -runner))]
	}
	return min(one(a.Sides.Balance, b.Sides.Balance), one(b.Sides.Balance, a.Sides.Balance))
}

func plus(a, b []int64) []int64 {
	sum := slices.Clone(a)
	for i := range b {
		sum[i] += b[i]
	}
	return sum
}

// best returns the cheapest vector over all pairings of an even number of players.
func (o oracle) best(players []pairing.Player) []int64 {
	n := len(players)
	best := make([][]int64, 1<<n)
	best[0] = make([]int64, len(o.terms))
	for set := 1; set < 1<<n; set++ {
		u := 0
		for set&(1<<u) == 0 {
			u++
		}
		for v := u + 1; v < n; v++ {
			if set&(1<<v) == 0 {
				continue
			}
			rest := best[set&^(1<<u)&^(1<<v)]
			if rest == nil {
				continue
			}
			c := plus(rest, o.cost(players[u], players[v]))
			if best[set] == nil || slices.Compare(c, best[set]) < 0 {
				best[set] = c
			}
		}
	}
	return best[1<<n-1]
}

// bye returns the fewest broken hard constraints over all allowed byes, and for
// each allowed player the cheapest vector of the others.
func (o oracle) byes() (fewest []int64, cost map[int32][]int64) {
	cost = map[int32][]int64{}
	low := int32(-1)
	for _, p := range o.in.Players {
		if !p.NoBye && (low < 0 || p.Byes < low) {
			low = p.Byes
		}
	}
	for i, p := range o.in.Players {
		if p.NoBye || p.Byes > low {
			continue
		}
		rest := slices.Delete(slices.Clone(o.in.Players), i, i+1)
		c := o.best(rest)
		cost[p.ID] = c
		if h := c[:len(o.in.Policy.Hard)]; fewest == nil || slices.Compare(h, fewest) < 0 {
			fewest = h
		}
	}
	return fewest, cost
}

func player(in pairing.Input, id int32) pairing.Player {
	for _, p := range in.Players {
		if p.ID == id {
			return p
		}
	}
	return pairing.Player{}
}

// value adds a result up.
func (o oracle) value(r *pairing.Result) []int64 {
	sum := make([]int64, len(o.terms))
	for _, t := range r.Tables {
		sum = plus(sum, o.cost(player(o.in, t.A), player(o.in, t.B)))
	}
	return sum
}

func reported(r *pairing.Result) []int64 {
	list := make([]int64, 0, len(r.Cost))
	for _, c := range r.Cost {
		list = append(list, c.Value)
	}
	return list
}

// seatedOnce reports who is not seated exactly once.
func seatedOnce(in pairing.Input, r *pairing.Result) []int32 {
	count := map[int32]int{}
	for _, t := range r.Tables {
		count[t.A]++
		count[t.B]++
	}
	for _, id := range r.Byes {
		count[id]++
	}
	var wrong []int32
	for _, p := range in.Players {
		if count[p.ID] != 1 {
			wrong = append(wrong, p.ID)
		}
		delete(count, p.ID)
	}
	for id := range count {
		wrong = append(wrong, id)
	}
	return wrong
}
