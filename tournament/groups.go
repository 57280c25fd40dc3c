package tournament

import (
	"encoding/hex"
	"slices"

	"topcut/tournament/bracket"
	"topcut/tournament/ledger"
	"topcut/tournament/pairing"
	"topcut/tournament/random"
	"topcut/tournament/roundrobin"
	"topcut/tournament/standings"
)

// A round robin in groups: the field is dealt out, everybody meets everybody of
// the own group, and the same number of each group plays the elimination stage
// (chained phases, RULESETS.md 1.13). A group is a flight that plays a schedule,
// so that standings, files and the log say of it what they say of flights.

// Limits of a round robin.
const (
	MaxGroups = 16
	maxGroup  = 64 // players who meet each other
)

// groupsOf returns the number of groups that the settings ask for; 1 where the
// field is one.
func (s *State) groupsOf() int {
	if s.Settings.Format != FormatRoundRobin {
		return 1
	}
	return max(1, s.Settings.Groups)
}

// InGroups reports whether the event is a round robin whose groups are drawn.
func (s *State) InGroups() bool {
	return s.Settings.Format == FormatRoundRobin && s.FlightsOf(0) > 1
}

// groupStructure returns rounds and cut of a round robin in groups. Without a
// number the first two of each group play on.
func (s *State) groupStructure(field int) (rounds, cut int, err error) {
	groups := s.groupsOf()
	smallest, largest := field/groups, (field+groups-1)/groups
	switch s.Settings.Cut.Kind {
	case CutAuto:
		cut = 2 * groups
	case CutTop:
		cut = s.Settings.Cut.N
	case CutNone, CutPoints, CutEqual:
		return 0, 0, RefuseText(BadInput, "Of groups the same number each plays on: write a cut such as top %d, or auto for the first two of each, with /tournament settings.", 2*groups)
	}
	if cut%groups != 0 {
		return 0, 0, RefuseText(BadInput, "A cut to %d cannot be shared equally by %d groups; choose %d, %d or another multiple with /tournament settings.", cut, groups, groups, 2*groups)
	}
	switch {
	case largest > maxGroup:
		return 0, 0, RefuseText(WrongPhase, "A group is for at most %d players; %d groups of %d would have %d.", maxGroup, groups, field, largest)
	case smallest < max(2, cut/groups):
		return 0, 0, RefuseText(WrongPhase, "%d groups of %d players would leave one with %d, of which %d play on; use fewer groups.", groups, field, smallest, cut/groups)
	}
	return largest - 1 + largest%2, cut, nil
}

// dealGroups deals the field out. Given seeds come first, the others in a drawn
// order, up and down the groups by turns, so that each gets one of the best, one
// of the next best, and so on. Sizes differ by one at most.
func (s *State) dealGroups(seed [32]byte, groups int) *FlightsDrawn {
	ev := &FlightsDrawn{Flights: groups, Seed: hex.EncodeToString(seed[:]), Players: s.Field(), Rounds: s.SwissRounds}
	of := make([]int, len(s.Players)+1)
	for i, n := range s.seededFirst(ev.Players, random.New(seed, "groups")) {
		if of[n] = i%groups + 1; i/groups%2 == 1 {
			of[n] = groups - i%groups
		}
	}
	for _, n := range ev.Players {
		ev.Of = append(ev.Of, of[n])
	}
	return ev
}

// seededFirst returns players in the order of their given seeds, then those
// without one as drawn.
func (s *State) seededFirst(players []int, rng *random.Source) []int {
	order := slices.Clone(players)
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	slices.SortStableFunc(order, func(a, b int) int {
		sa, sb := s.Ledger.Players[a-1].Seed, s.Ledger.Players[b-1].Seed
		switch {
		case sa == sb:
			return 0
		case sa == 0:
			return 1
		case sb == 0:
			return -1
		}
		return int(sa - sb)
	})
	return order
}

// roundRobinRound returns the round of the schedule, which is drawn once from
// the first round's seed. A small group has fewer rounds than a large one.
func (s *State) roundRobinRound(engine int, seed [32]byte) (*madeRound, error) {
	round := len(s.Rounds) + 1
	var draw [32]byte
	known := round == 1
	if known {
		draw = seed
	} else if b, err := hex.DecodeString(s.Rounds[0].Seed); err == nil {
		known = copy(draw[:], b) == len(draw)
	}
	out := &madeRound{stage: ledger.RoundRobin, optimal: true}
	for group := range s.FlightsOf(0) + 1 {
		switch {
		case (group > 0) != s.InGroups():
		case !known && engine > oldestEngine:
			if err := s.unscheduled(group, seed, out); err != nil {
				return nil, err
			}
		case group > 0:
			out.pairings = append(out.pairings, s.scheduled(group, round, random.New(draw, "round robin", uint64(group)))...)
		default:
			out.pairings = s.scheduled(0, round, random.New(draw, "round robin"))
		}
	}
	if len(out.pairings) == 0 {
		return nil, RefuseText(WrongPhase, "The round robin has no round %d.", round)
	}
	// MTG-29: random table numbers.
	tables := 0
	for i := range out.pairings {
		if out.pairings[i].Kind == ledger.Played {
			tables++
		}
	}
	order := roundrobin.Tables(tables, random.New(seed, "tables"))
	t := 0
	for i := range out.pairings {
		if out.pairings[i].Kind == ledger.Played {
			out.pairings[i].Table = order[t]
			t++
		}
	}
	return out, nil
}

// inGroup returns the players of a group, 0 being the whole field, with those who
// have left since the start.
func (s *State) inGroup(group int) []int {
	var players []int
	for n := range s.Players {
		l := &s.Ledger.Players[n]
		if s.Players[n].Status == Registered && !l.Absent && l.LateRounds == 0 && int(l.Flight) == group {
			players = append(players, n+1)
		}
	}
	return players
}

// scheduled returns the pairings of a group in a round; none after its last one.
// In an odd group everybody sits out once, which is no match, scores nothing and
// counts for nothing (MTG-60).
func (s *State) scheduled(group, round int, rng *random.Source) []Pairing {
	players := s.inGroup(group)
	rng.Shuffle(len(players), func(i, j int) { players[i], players[j] = players[j], players[i] })
	schedule, err := roundrobin.Schedule(len(players), 1)
	if err != nil || round > len(schedule) {
		return nil
	}
	var out []Pairing
	for _, pair := range schedule[round-1].Pairs {
		a, b := players[pair.First], players[pair.Second]
		switch {
		case s.Taking(a) && s.Taking(b):
			out = append(out, Pairing{Players: []int{a, b}, Why: "The round robin schedule."})
		case s.Taking(a):
			out = append(out, Pairing{Kind: ledger.Bye, Players: []int{a}, Why: "The scheduled opponent has left."})
		case s.Taking(b):
			out = append(out, Pairing{Kind: ledger.Bye, Players: []int{b}, Why: "The scheduled opponent has left."})
		}
	}
	return out
}

// unscheduled pairs a round of a group whose schedule nobody here knows, since
// the event was taken over after its first round: players who have not met, and
// in an odd group whoever has sat out least is out. Where that would pair two
// again, the engine's warning says so.
func (s *State) unscheduled(group int, seed [32]byte, out *madeRound) error {
	in := pairing.Input{
		Seed: seed, Round: len(s.Rounds) + 1,
		Policy: pairing.Policy{PointUnit: 1, Hard: []pairing.Term{pairing.Rematches}, Bye: pairing.ByeRandomLowest, FirstRoundBye: pairing.ByeRandomAll},
	}
	c, open := s.course(), false
	players := slices.DeleteFunc(s.inGroup(group), func(n int) bool { return !s.Taking(n) })
	for _, n := range players {
		p := pairing.Player{ID: int32(n), Rank: int32(len(in.Players) + 1)}
		s.history(&p, n, c)
		p.Floated = 0
		p.Byes = int32(len(s.Rounds) - len(p.Opponents))
		for _, q := range players {
			open = open || q != n && !slices.Contains(p.Opponents, int32(q))
		}
		in.Players = append(in.Players, p)
	}
	if !open {
		return nil // the group has played all its matches
	}
	res, err := pairing.Swiss(in)
	if err != nil {
		return RefuseAs(BadInput, err)
	}
	for _, t := range res.Tables {
		out.pairings = append(out.pairings, Pairing{Players: []int{int(t.A), int(t.B)}, Why: "They have not met in this round robin."})
	}
	out.warnings = append(out.warnings, slices.DeleteFunc(res.Warnings, func(w pairing.Warning) bool { return w.Kind != pairing.WarnRematch })...)
	return nil
}

// groupSeeds returns the cut of a round robin in groups: the first of all groups
// in the order of the standings, then the second ones, and so on, as many of each
// group. Of equal places in their groups some change seeds, so that nobody meets
// a player of the own group in the first round of the bracket where that can be
// avoided.
func (s *State) groupSeeds(t *standings.Table, size int) ([]int, error) {
	groups := s.FlightsOf(0)
	if size%groups != 0 {
		return nil, RefuseText(BadInput, "A cut to %d cannot be shared equally by %d groups.", size, groups)
	}
	tiers := make([][]int, size/groups)
	taken := map[int16]int{}
	for i := range t.Rows {
		n := int(t.Rows[i].Player) + 1
		g := s.Ledger.Players[n-1].Flight
		if place := taken[g]; s.PlaysOn(n) && place < len(tiers) {
			tiers[place] = append(tiers[place], n)
			taken[g]++
		}
	}
	var tier []int // of each seed
	for i := range tiers {
		tier = append(tier, slices.Repeat([]int{i}, len(tiers[i]))...)
	}
	seeds := slices.Concat(tiers...)
	s.keepApart(seeds, tier)
	return seeds, nil
}

// keepApart exchanges seeds of one tier so that the first round of a bracket
// pairs nobody with a player of the own group.
func (s *State) keepApart(seeds, tier []int) {
	last := bracket.FullSize(len(seeds)) - 1
	// clash reports whether the player at seed index i would meet one of the own
	// group there.
	clash := func(i int) bool {
		j := last - i
		return j < len(seeds) && s.Ledger.Players[seeds[i]-1].Flight == s.Ledger.Players[seeds[j]-1].Flight
	}
	for i := len(seeds) - 1; i > last-i; i-- {
		for away := 1; clash(i) && away < len(seeds); away++ {
			for _, j := range []int{i - away, i + away} {
				if j < 0 || j >= len(seeds) || j == last-i || tier[j] != tier[i] {
					continue
				}
				seeds[i], seeds[j] = seeds[j], seeds[i]
				if !clash(i) && !clash(j) {
					break
				}
				seeds[i], seeds[j] = seeds[j], seeds[i]
			}
		}
	}
}

// groupPlaces returns the place in the own group of each line of the standings,
// counted from 0.
func (s *State) groupPlaces(t *standings.Table) []int {
	places := make([]int, len(t.Rows))
	next := map[int16]int{}
	for i := range t.Rows {
		g := s.Ledger.Players[t.Rows[i].Player].Flight
		places[i] = next[g]
		next[g]++
	}
	return places
}
