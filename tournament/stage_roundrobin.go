package tournament

import (
	"slices"

	"topcut/tournament/bracket"
	"topcut/tournament/fraction"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/sorted"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// A round robin in groups: the field is dealt into groups, all players of a group meet
// each other, and the same number of each group plays the elimination stage (chained
// phases). A group is a flight that plays a schedule, so that
// standings, files and the log treat it like a flight.

// maxGroup is the most players of a group.
const maxGroup = 64

// roundRobin is a stage in which all players of a group meet each other.
type roundRobin struct{}

var _ = playedAs(roundRobin{}, stage.RoundRobin)

func (roundRobin) fits(rs *rules.Ruleset) bool { return rs.Seats.Max == 2 }

// plan computes the rounds from the largest group.
func (roundRobin) plan(s *State, c stage.Chain, i, field, _ int) (p Planned, ok bool, err error) {
	if i > 0 {
		if p, ok, err = s.planLater(c, i, field); err == nil && p.Rounds == 0 {
			size := p.Size
			if size == 0 {
				size = field
			}
			p.Rounds, err = groupRounds(size, 1, 0, c.Stages[i].Legs())
		}
		return p, ok && err == nil, err
	}
	p = Planned{Stage: c.First()}
	groups, on := max(1, p.Stage.Groups), 0
	if c.Prepares(stage.Draft) {
		sizes, err := draftSizes(field)
		if err != nil {
			return p, false, err
		}
		p.Rounds, err = groupRounds(slices.Max(sizes), 1, 0, p.Stage.Legs())
		return p, err == nil, err
	}
	if groups > 1 && len(c.Stages) > 1 {
		if on, err = groupCut(c.Stages[1], groups); err != nil {
			return p, false, err
		}
	}
	p.Rounds, err = groupRounds(field, groups, on, p.Stage.Legs())
	return p, err == nil, err
}

// fullRounds returns the number of rounds in which all players meet each other.
func fullRounds(players int) int { return players - 1 + players%2 }

func (roundRobin) enter(s *State, t *standings.Table, plan Planned) ([]int, int, error) {
	players, err := s.entrants(t, plan)
	return players, plan.Stage.Legs() * fullRounds(len(players)), err
}

func (roundRobin) over(s *State, st *Stage) bool { return len(s.Rounds) >= st.LastRound() }

func (roundRobin) title(_ *State, _ *Stage, r int) notice.Notice {
	return notice.New("round.number", "round", r)
}

func (roundRobin) late(*State, *Stage) error {
	return Refuse(WrongPhase, "late.round_robin")
}

// GroupNumbers returns the groups of a stage as ledger.Player.Flight numbers them; only
// 0 if it is one field.
func (s *State) GroupNumbers(st *Stage) []int {
	switch {
	case st.FirstRound > 1:
		return []int{0}
	case s.Draft != nil && !s.Settings.Stages.First().Across:
		out := make([]int, len(s.Draft.Pods))
		for i := range out {
			out[i] = i
		}
		return out
	}
	for _, d := range s.Drawn {
		if d.By == DrawnGroups {
			out := make([]int, d.Count)
			for i := range out {
				out[i] = i + 1
			}
			return out
		}
	}
	return []int{0}
}

// InGroups reports whether the first stage is played in groups from which the same
// number each go on: drawn groups, or the pods of a draft that play a round robin.
func (s *State) InGroups() bool {
	if _, i := s.ranked(); i > 0 || len(s.Plan) == 0 || len(s.Stages) == 0 {
		return false // a later stage is one field
	}
	drawn := slices.ContainsFunc(s.Drawn, func(d Drawn) bool { return d.By == DrawnGroups })
	return drawn || s.Draft != nil && len(s.Draft.Pods) > 1 && s.Stages[0].Kind.MeetsAll()
}

// GroupCount returns the number of groups of InGroups.
func (s *State) GroupCount() int {
	if len(s.Stages) == 0 {
		return 1
	}
	return len(s.GroupNumbers(&s.Stages[0]))
}

// groupRounds returns the rounds of a round robin in the given groups, whose players meet
// once in each leg, and checks that the groups can be dealt. size is how many go on to the
// next stage, or 0.
func groupRounds(field, groups, size, legs int) (rounds int, err error) {
	groups = max(1, groups)
	smallest, largest := field/groups, (field+groups-1)/groups
	most := maxGroup / legs
	switch {
	case largest > most && groups == 1:
		return 0, Refuse(WrongPhase, "groups.needed", "most", most, "n", field)
	case largest > most:
		return 0, Refuse(WrongPhase, "groups.large", "most", most, "groups", groups, "n", field, "largest", largest)
	case groups > 1 && smallest < max(2, (size+groups-1)/groups):
		return 0, Refuse(WrongPhase, "groups.small", "groups", groups, "n", field, "smallest", smallest, "on", (size+groups-1)/groups)
	}
	return legs * fullRounds(largest), nil
}

// groupSeeds returns the cut of a round robin in groups: the first of all groups, best
// first, then the second ones, and so on, the same number of each group and, where they do
// not divide the cut, the best of the next place. Those with equal places in their groups
// exchange seeds, so that players of one group meet as late in the bracket as it allows.
func (s *State) groupSeeds(t *standings.Table, size int) ([]int, error) {
	if err := shares(s.Settings.Stages.First(), size); err != nil && s.Draft == nil {
		return nil, err
	}
	tiers := s.groupTiers(t, size)
	seeds := slices.Concat(tiers...)
	// Of the last tier the best go on. The number of pods of a draft is not chosen.
	seeds = seeds[:min(size, len(seeds))]
	var tier, group []int // of each seed
	for i := range tiers {
		tier = append(tier, slices.Repeat([]int{i}, len(tiers[i]))...)
	}
	for _, n := range seeds {
		group = append(group, int(s.Players.At(n).Flight))
	}
	out := make([]int, len(seeds))
	for i, from := range bracket.Spread(group, tier[:len(seeds)]) {
		out[i] = seeds[from]
	}
	return out, nil
}

// groupTiers returns the first of all groups, best first, the second ones, and so on, as
// far as a cut of a size takes players from.
func (s *State) groupTiers(t *standings.Table, size int) [][]int {
	groups := s.GroupCount()
	tiers := make([][]int, (size+groups-1)/groups)
	taken := map[int16]int{}
	for _, i := range s.GroupOrder(t, indices(len(t.Rows))) {
		n := int(t.Rows[i].Player) + 1
		g := s.Players.At(n).Flight
		if place := taken[g]; s.PlaysOn(n) && place < len(tiers) {
			tiers[place] = append(tiers[place], n)
			taken[g]++
		}
	}
	for i := range tiers { // again, since who has left takes no place here
		sorted.Stable(tiers[i], func(a, b int) int { return perMatch(t.Row(int32(b - 1))).Cmp(perMatch(t.Row(int32(a - 1)))) })
	}
	if last := tiers[len(tiers)-1]; size%groups != 0 && s.Draft == nil { // best thirds
		players := indexed(last)
		t.AcrossGroups(players)
		for i, p := range players {
			last[i] = int(p) + 1
		}
	}
	return tiers
}

// BestNext returns the players of the groups with the place of which only the best go on, as
// the best thirds, in their order across the groups, and how many of them do.
func (s *State) BestNext(t *standings.Table) (players []int, places int) {
	if !s.InGroups() || s.Draft != nil {
		return nil, 0
	}
	size := s.CutSize()
	if next := s.Next(); next != nil && !next.Kind().Eliminates() {
		if size = 0; next.Entry().By == stage.Top {
			size = next.Entry().N
		}
	}
	if places = size % s.GroupCount(); places == 0 {
		return nil, 0
	}
	tiers := s.groupTiers(t, size)
	return tiers[len(tiers)-1], places
}

// GroupOrder sorts indices of rows of the standings by the place in the group: the first
// of all groups, then the second ones, and so on. Who comes from a larger group had more
// matches to take points in, so of equal places those with more points for each match
// come first.
func (s *State) GroupOrder(t *standings.Table, order []int) []int {
	next := map[int16]int{}
	places := make([]int, len(t.Rows))
	for i := range t.Rows {
		g := s.Players[t.Rows[i].Player].Flight
		places[i] = next[g]
		next[g]++
	}
	sorted.Stable(order, func(a, b int) int {
		if places[a] != places[b] {
			return places[a] - places[b]
		}
		return perMatch(&t.Rows[b]).Cmp(perMatch(&t.Rows[a]))
	})
	return order
}

// indices returns 0 to n−1.
func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// indexed returns players by their index in the ledger.
func indexed(numbers []int) []int32 {
	out := make([]int32, len(numbers))
	for i, n := range numbers {
		out[i] = int32(n - 1)
	}
	return out
}

// perMatch returns the points of a row for each match. In groups of one size it orders
// players as their points do.
func perMatch(row *standings.Row) fraction.Fraction { return row.PerMatch(row.Points) }
