package standings

import (
	"slices"

	"topcut/tournament/fraction"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

// Advance returns the players who make the cut, in the order of the standings, which is
// the order of the seeds. It skips players who dropped or were disqualified. divisions
// and flights are the names of the numbers of the ledger, for cuts that apply to each
// of them. It returns fewer players if too few are left.
func (t *Table) Advance(cut rules.Cut, divisions, flights []string) ([]int32, error) {
	var in []*Row
	for i := range t.Rows {
		if row := &t.Rows[i]; !row.Dropped && !row.Disqualified {
			in = append(in, row)
		}
	}
	switch {
	case cut.IsZero():
		return nil, nil
	case len(cut.PerDivision) > 0:
		for name := range cut.PerDivision {
			if !slices.Contains(divisions, name) {
				return nil, notice.Err("ranking.cut_division", "division", notice.Text(name))
			}
		}
		return t.bestOf(in, cut, func(row *Row) (int, int) {
			d := t.history.players[row.Player].Division
			return int(d), cut.PerDivision[divisions[d]]
		}), nil
	case cut.PerFlight > 0:
		each := func(of int) []int32 {
			return t.bestOf(in, cut, func(row *Row) (int, int) {
				return int(t.history.players[row.Player].Flight), of
			})
		}
		if cut.Top == 0 {
			return each(cut.PerFlight), nil
		}
		sure := each(cut.PerFlight - 1)
		last := slices.DeleteFunc(each(cut.PerFlight), func(p int32) bool { return slices.Contains(sure, p) })
		t.AcrossGroups(last)
		return append(sure, last[:min(len(last), max(0, cut.Top-len(sure)))]...), nil
	}
	if cut.Points > 0 {
		n := min(cut.Top, len(in))
		for n < len(in) && !in[n].Points.Less(fraction.Int(int64(cut.Points))) {
			n++
		}
		return players(in[:n]), nil
	}
	return t.bestOf(in, cut, func(*Row) (int, int) { return 0, cut.Top }), nil
}

// bestOf returns the first players of each group, as many as its size, and those level on
// points with the last of them if the cut includes these.
func (t *Table) bestOf(rows []*Row, cut rules.Cut, group func(*Row) (number, size int)) []int32 {
	taken, last := map[int]int{}, map[int]*Row{}
	var out []*Row
	for _, row := range rows {
		number, size := group(row)
		n, level := taken[number], last[number]
		tied := cut.EqualPoints && level != nil && (cut.Max == 0 || n < cut.Max) && row.Points.Equal(level.Points)
		if n < size || tied {
			taken[number]++
			last[number] = row
			out = append(out, row)
		}
	}
	return players(out)
}

func players(rows []*Row) []int32 {
	out := make([]int32, len(rows))
	for i, row := range rows {
		out[i] = row.Player
	}
	return out
}
