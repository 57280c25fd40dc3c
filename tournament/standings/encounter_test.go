package standings_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"topcut/tournament/fraction"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// TestChoiceExtendedDirectEncounterBeginsAnew: exercise 45 of FIDE's about teams 1 to 5, who
// have all met and have won two of these matches each. Board points put team 4 first and 5
// last. The others begin anew with match points, as C.07 of 2026 has it (Art. 13.3.3); the
// exercises of 2024 went on with board points.
func TestChoiceExtendedDirectEncounterBeginsAnew(t *testing.T) {
	for year, want := range map[string]string{"": "4 1 2 3 5", "2024": "4 2 1 3 5"} {
		table, err := standings.Compute(exercises(), crewRules(t, 4, rules.Tiebreak{Func: "extendedDirectEncounter", Method: year}), standings.Options{After: standings.All})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range 5 {
			got = append(got, fmt.Sprint(table.Rows[i].Player+1))
			if i > 0 && table.Level(i) {
				t.Errorf("%q: place %d is shared", year, i+1)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v, not %s", year, got, want)
		}
	}
}

// TestScheduleStrength: in FIDE's exercise of seven rounds on four boards the divisor is 14 / 4
// rounded down; a ruleset may have another. Where all play all it is board points.
func TestScheduleStrength(t *testing.T) {
	for divisor, want := range map[int]fraction.Fraction{
		0: fraction.New(35, 2).Add(fraction.New(61, 3)), 5: fraction.New(35, 2).Add(fraction.New(61, 5)),
	} {
		table, err := standings.Compute(exercises(), crewRules(t, 4, rules.Tiebreak{Func: "scheduleStrength", Divisor: divisor, Decimals: 2}), standings.Options{After: standings.All})
		if err != nil {
			t.Fatal(err)
		}
		if got := table.Row(0).Values[0]; !got.Equal(want) {
			t.Errorf("divided by %d team 1 has %v, not %v", divisor, got, want)
		}
	}
	all := crewRules(t, 4, rules.Tiebreak{Func: "boardPoints"}, rules.Tiebreak{Func: "scheduleStrength"}, rules.Tiebreak{Func: "extendedDirectEncounter"}).AllPlayAll()
	if got := all.Ranking.Tiebreaks; len(got) != 2 || got[0].Func != "boardPoints" || got[1].Func != "extendedDirectEncounter" {
		t.Errorf("where all play all: %+v", got)
	}
}

// TestTheDivisorIsOfScheduleStrengthAlone: another tiebreaker with one is named.
func TestTheDivisorIsOfScheduleStrengthAlone(t *testing.T) {
	_, err := standings.Compute(exercises(), crewRules(t, 4, rules.Tiebreak{Func: "boardPoints", Divisor: 2}), standings.Options{After: standings.All})
	if err == nil || notice.Of(err).Code != "ranking.key" {
		t.Errorf("%v", err)
	}
}

// encounter is what one crew of a group has taken from another, as a mean of their matches, and
// whether they have met.
func encounter(says [][]crewRound, p, q int, boards bool) (mean fraction.Fraction, met bool) {
	sum, n := 0, 0
	for _, c := range says[p] {
		if c.how == "played" && int(c.rival) == q {
			sum, n = sum+c.by(boards), n+1
		}
	}
	if n == 0 {
		return fraction.Fraction{}, false
	}
	return fraction.New(int64(sum), int64(n)), true
}

// separated returns a group in parts by the matches between its members. If some have not met,
// every way in which the missing matches could end is tried; all is false if there are too many.
func separated(says [][]crewRound, group []int, boards bool, most int) (parts [][]int, all bool) {
	type pair struct{ p, q int }
	var missing []pair
	has := map[int]fraction.Fraction{}
	for i, p := range group {
		for _, q := range group {
			if mean, met := encounter(says, p, q, boards); met {
				has[p] = has[p].Add(mean)
			}
		}
		for _, q := range group[i+1:] {
			if _, met := encounter(says, p, q, boards); !met {
				missing = append(missing, pair{p, q})
			}
		}
	}
	if len(missing) > 10 {
		return nil, false
	}
	// ahead reports whether p is ahead of all others however the missing matches end.
	ahead := func(p int, others []int) bool {
		for ends := range 1 << len(missing) {
			sum := map[int]fraction.Fraction{}
			for _, q := range group {
				sum[q] = has[q]
			}
			for k, m := range missing {
				winner := m.p
				if ends&(1<<k) != 0 {
					winner = m.q
				}
				sum[winner] = sum[winner].Add(fraction.Int(int64(most)))
			}
			if slices.ContainsFunc(others, func(q int) bool { return q != p && !sum[q].Less(sum[p]) }) {
				return false
			}
		}
		return true
	}
	left := slices.Clone(group)
	for len(left) > 0 {
		i := slices.IndexFunc(left, func(p int) bool { return ahead(p, left) })
		switch {
		case i >= 0:
			parts = append(parts, []int{left[i]})
			left = slices.Delete(left, i, i+1)
		case len(missing) > 0:
			return append(parts, left), true
		default: // several share the place
			best := slices.MaxFunc(left, func(p, q int) int {
				switch {
				case has[p].Less(has[q]):
					return -1
				case has[q].Less(has[p]):
					return 1
				}
				return 0
			})
			level := func(p int) bool { return has[p].Equal(has[best]) }
			parts = append(parts, slices.DeleteFunc(slices.Clone(left), func(p int) bool { return !level(p) }))
			left = slices.DeleteFunc(left, level)
		}
	}
	return parts, true
}

// settled applies the extended direct encounter to a group: by match points, else by board
// points, and again to each part.
func settled(says [][]crewRound, group []int, n int) (out [][]int, all bool) {
	if len(group) == 1 {
		return [][]int{group}, true
	}
	for _, boards := range []bool{false, true} {
		most := 4
		if boards {
			most = 2 * n
		}
		parts, all := separated(says, group, boards, most)
		if !all {
			return nil, false
		}
		if len(parts) == 1 {
			continue
		}
		for _, part := range parts {
			inner, all := settled(says, part, n)
			if !all {
				return nil, false
			}
			out = append(out, inner...)
		}
		return out, true
	}
	return [][]int{group}, true
}

// TestExtendedDirectEncounterByAnIndependentCount: over random events, with crews that met more
// than once or not at all, those level on match points are in the order that is counted here
// from the text of Art. 6 and 13.3.
func TestExtendedDirectEncounterByAnIndependentCount(t *testing.T) {
	sets := map[int]*rules.Ruleset{}
	for n := 2; n <= 4; n++ {
		sets[n] = crewRules(t, n, rules.Tiebreak{Func: "extendedDirectEncounter"})
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 4).Draw(t, "boards")
		l, says := drawCrews(t, n)
		table, err := standings.Compute(l, sets[n], standings.Options{After: standings.All})
		if err != nil {
			t.Fatal(err)
		}
		for lo := 0; lo < len(table.Rows); {
			hi := lo + 1
			for hi < len(table.Rows) && table.Rows[hi].Points.Equal(table.Rows[lo].Points) {
				hi++
			}
			var group []int
			for _, row := range table.Rows[lo:hi] {
				group = append(group, int(row.Player))
			}
			slices.Sort(group)
			if want, all := settled(says, group, n); all {
				checkParts(t, table, lo, want)
			}
			lo = hi
		}
	})
}

// checkParts checks that the rows from lo on are these crews, those of a part level with each
// other and no others.
func checkParts(t *rapid.T, table *standings.Table, lo int, want [][]int) {
	for _, part := range want {
		var got []int
		for i := range part {
			got = append(got, int(table.Rows[lo+i].Player))
			if lo+i > 0 && table.Rows[lo+i-1].Points.Equal(table.Rows[lo+i].Points) && table.Level(lo+i) != (i > 0) {
				t.Fatalf("place %d is level with the one before: %v", lo+i+1, table.Level(lo+i))
			}
		}
		slices.Sort(got)
		slices.Sort(part)
		if !slices.Equal(got, part) {
			t.Fatalf("from place %d on are the crews %v, counted %v", lo+1, got, part)
		}
		lo += len(part)
	}
}
