package bracket

// Cut is the rule by which players advance from the standings into a bracket. A player
// advances who meets Top or MinPoints; Max limits the total.
type Cut struct {
	Top         int   // the first Top of the standings
	EqualPoints bool  // also players with as many points as the last of Top
	HasPoints   bool  // MinPoints is set
	MinPoints   int64 // also players with at least this many points
	Max         int   // no more than Max players; 0 = no limit
}

// Standing is one line of the standings, best first.
type Standing struct {
	// Points in a unit in which every total is whole, for example thousandths.
	Points int64
	// Out marks a player who dropped or was disqualified; skipped in every cut.
	Out bool
}

// Qualify returns the indices of the standings that advance, best first. The
// order is the seeding. Points must not rise from one line to the next.
func Qualify(c Cut, standings []Standing) []int {
	var in []int
	var last int64
	for i, s := range standings {
		if s.Out {
			continue
		}
		switch {
		case c.Max > 0 && len(in) == c.Max:
			return in
		case len(in) < c.Top:
			last = s.Points
		case c.EqualPoints && c.Top > 0 && s.Points == last:
		case c.HasPoints && s.Points >= c.MinPoints:
		default:
			return in
		}
		in = append(in, i)
	}
	return in
}
