package season

import "topcut/tournament/division"

// MovedDivisions returns the members who would play in another division after a season
// that ends as it stands, and where.
func MovedDivisions(before, after *Snapshot) (out []division.Placed) {
	then := map[int]int{}
	for _, p := range placed(before) {
		then[p.Member] = p.To
	}
	for _, p := range placed(after) {
		if was, ok := then[p.Member]; ok && was != p.To {
			p.From = was
			out = append(out, p)
		}
	}
	return out
}

// placed returns who would play in which division after a season that ends as it stands.
func placed(s *Snapshot) (out []division.Placed) {
	ended := *s.State
	if ended.Closed == nil {
		ended.Closed = &Closed{}
	}
	plan, err := ended.Plan(s.Book, nil)
	if err != nil {
		return nil // it has no divisions
	}
	for _, d := range plan.Divisions {
		out = append(out, d...)
	}
	return out
}
