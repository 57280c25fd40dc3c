package rehearse

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"testing"

	"topcut/tournament"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
	"topcut/tournament/testrun"
)

// TestASeasonOfTeams: a season of teams on boards ends without an organiser, although one person
// in ten never presses anything, captains put in substitutes, and the bot is killed and Discord
// fails all the time. Nothing is lost, doubled or stale. What each team has and their order
// equal what is counted here from the boards alone, and posts and pings stay few.
func TestASeasonOfTeams(t *testing.T) {
	t.Parallel()
	crews, boards, bench, rounds, every := 6, 3, 1, 3, "1s"
	if testrun.AtLength() {
		crews, boards, bench, rounds, every = 30, 8, 2, 8, "5s"
	}
	people := crews * (boards + bench)
	r := prepared(
		t, "--ruleset", "chess-casual", "--crews", fmt.Sprint(crews), "--boards", fmt.Sprint(boards), "--bench", fmt.Sprint(bench), "--rounds", fmt.Sprint(rounds), "--cut", "0",
		"--unattended", "--ghosts", fmt.Sprint(people/10), "--seed", "34", "--faults", "5", "--restart-every", every,
	)
	r.o.usual, r.o.windows, r.o.restarts = true, hurried, 8
	found := performed(t, r)
	snap, err := r.play.bot.snapshot(t.Context(), r.play.id)
	if err != nil {
		t.Fatal(err)
	}
	s := snap.State
	if len(s.Players) != crews || len(s.Rounds) != rounds || s.Phase != tournament.Finished {
		t.Fatalf("%d teams, %d rounds, %s", len(s.Players), len(s.Rounds), s.Phase)
	}
	ends := r.play.alone.ended(s)
	substituted := 0
	for i := range snap.Log {
		if _, ok := snap.Log[i].Event.(*tournament.MemberSubstituted); ok {
			substituted++
		}
	}
	matches := crews / 2 * boards * rounds
	few := ends.Claims == 0 || ends.Claims+ends.Rules < matches/20 // in a small season captains may replace all ghosts in time
	if ends.Staff > 0 || substituted < matches/20 || few && testrun.AtLength() {
		t.Errorf("of %d boards %+v, with %d substitutes", matches, *ends, substituted)
	}
	counted(t, snap)
	kills, _ := r.bot.figures()
	made := r.venue.srv.Stats().Posts
	t.Logf("%d people, %d boards: %+v, %d substitutes, %d kills, %d posts, %d pings of one person in a round", people, matches, *ends, substituted, kills, made, found.pings)
	// Of 60 people, with a tenth of the boards lost, settled or asked about for ghosts: ten posts
	// a round at most, and of each person few pings beside one for each ruling.
	if per := float64(made) * 60 / float64(people*rounds); testrun.AtLength() && per > 10.5 || found.beside > 7 {
		t.Errorf("%.1f posts a round for each 60 people, %d pings of one person in a round beside rulings: %v", per, found.beside, found.Made)
	}
}

// crewSum is what a team of a season has, counted from its boards; points of boards are halves.
type crewSum struct {
	points, halves, won int
	met                 map[int]int // match points taken from each team
}

// counted compares the table of a season of chess with sums that are made here: 2 for a match
// won and 1 for a drawn one, board points, boards won, and each opponent's match points times
// those taken from it. The order is by match points, board points, the matches of those who
// are level, boards won and these products. No two teams meet twice, and none has a bye.
func counted(t *testing.T, snap *tournament.Snapshot) {
	t.Helper()
	s := snap.State
	sums := map[int]*crewSum{}
	for n := range numbered.All(s.Players) {
		sums[n] = &crewSum{met: map[int]int{}}
	}
	for i := range s.Rounds {
		for m := range s.Rounds[i].Matches {
			l := &s.Ledger.Rounds[i].Matches[m]
			sides := [2]int{int(l.Seats[0]) + 1, int(l.Seats[1]) + 1}
			halves, won := map[int]int{}, map[int]int{}
			for b := range s.Rounds[i].Matches[m].Boards {
				_, board := s.Match(i+1, tournament.BoardNumber(m+1, b+1))
				a, z := int(board.Seats[0])+1, int(board.Seats[1])+1
				switch v := board.Result.V; {
				case board.Kind == ledger.DoubleLoss:
				case board.Kind == ledger.Forfeit || v[0] > v[1]:
					halves[a], won[a] = halves[a]+2, won[a]+1
				case v[1] > v[0]:
					halves[z], won[z] = halves[z]+2, won[z]+1
				default:
					halves[a], halves[z] = halves[a]+1, halves[z]+1
				}
			}
			for side, n := range sides {
				other := sides[1-side]
				sum := sums[n]
				sum.halves, sum.won, sum.met[other] = sum.halves+halves[n], sum.won+won[n], 0
				switch {
				case halves[n] > halves[other]:
					sum.met[other] = 2
				case halves[n] == halves[other] && halves[n] > 0:
					sum.met[other] = 1
				}
				sum.points += sum.met[other]
			}
		}
	}
	products := func(n int) (out int) {
		for other, taken := range sums[n].met {
			out += taken * sums[other].points
		}
		return out
	}
	table, err := s.Table(len(s.Rounds))
	if err != nil {
		t.Fatal(err)
	}
	var order []int
	for i := range table.Rows {
		row := &table.Rows[i]
		n := int(row.Player) + 1
		order = append(order, n)
		for column, want := range map[string]fraction.Fraction{
			"boardPoints": fraction.New(int64(sums[n].halves), 2), "boardsWon": fraction.Int(int64(sums[n].won)), "sonnebornBerger": fraction.Int(int64(products(n))),
		} {
			if got, ok := table.Value(row, column); !ok || !got.Equal(want) {
				t.Errorf("%s has %v by %s, counted %v", snap.Name(n), got, column, want)
			}
		}
		if !row.Points.Equal(fraction.Int(int64(sums[n].points))) {
			t.Errorf("%s has %v points, counted %d", snap.Name(n), row.Points, sums[n].points)
		}
	}
	same := func(key func(n int) int) func(a, b int) int {
		return func(a, b int) int { return cmp.Compare(key(b), key(a)) }
	}
	var want [][]int
	for _, level := range parted(slices.Sorted(maps.Keys(sums)), same(func(n int) int { return 1000*sums[n].points + sums[n].halves })) {
		for _, level := range parted(level, encounters(level, sums)) {
			want = append(want, parted(level, same(func(n int) int { return 1000*sums[n].won + products(n) }))...)
		}
	}
	for _, level := range want {
		got := slices.Sorted(slices.Values(order[:len(level)]))
		if order = order[len(level):]; !slices.Equal(got, level) {
			t.Errorf("in the place of the teams %v are %v", level, got)
		}
	}
}

// parted returns a list in parts, ordered by compare, of which each has those that are level.
func parted(list []int, compare func(a, b int) int) (out [][]int) {
	list = slices.Clone(list)
	slices.SortStableFunc(list, compare)
	for i, n := range list {
		if i == 0 || compare(list[i-1], n) != 0 {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], n)
	}
	for _, part := range out {
		slices.Sort(part)
	}
	return out
}

// encounters orders teams that are level by the matches that they have played against each
// other or, if some are missing, puts ahead those who are so however these end.
func encounters(group []int, sums map[int]*crewSum) func(a, b int) int {
	has, missing := map[int]int{}, map[int]int{}
	for _, n := range group {
		for _, other := range group {
			if taken, met := sums[n].met[other]; met {
				has[n] += taken
			} else if other != n {
				missing[n]++
			}
		}
	}
	place := map[int]int{}
	left := slices.Clone(group)
	slices.SortStableFunc(left, func(a, b int) int { return cmp.Compare(has[b], has[a]) })
	complete := !slices.ContainsFunc(group, func(n int) bool { return missing[n] > 0 })
	for i, n := range left {
		if complete {
			place[n] = -has[n]
			continue
		}
		if slices.ContainsFunc(left[i+1:], func(other int) bool { return has[other]+2*missing[other] >= has[n] }) {
			for _, rest := range left[i:] {
				place[rest] = i
			}
			break
		}
		place[n] = i
	}
	return func(a, b int) int { return cmp.Compare(place[a], place[b]) }
}
