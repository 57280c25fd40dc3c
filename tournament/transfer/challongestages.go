package transfer

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"topcut/tournament/bracket"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/sorted"
	"topcut/tournament/stage"
)

// challongeGroups adds the matches of groups that play all against all or Swiss rounds, and
// puts their players into flights. It returns how many Swiss rounds they play, or 0.
func (b *build) challongeGroups(t *challongeTournament, list []challongePlace) (swiss int, err error) {
	b.t.Flights = []string{""}
	group := map[loose]int16{}
	met, sizes, matches := map[[2]int32]bool{}, map[loose]int{}, map[loose]int{}
	again, rounds := false, 0
	refused := func(m challongePlace) error { return failed(finding("transfer.refused.groups", "at", m.at)) }
	for _, m := range list {
		if group[m.Group] == 0 {
			group[m.Group] = int16(len(b.t.Flights))
			b.t.Flights = append(b.t.Flights, groupName(len(b.t.Flights)))
		}
		var pair [2]int32
		for i, id := range []loose{m.First, m.Second} {
			p, err := b.team(m.at, string(id))
			if err != nil || id == "" {
				return 0, cmp.Or(err, refused(m))
			}
			switch l := &b.t.Ledger.Players[p]; l.Flight {
			case 0:
				l.Flight = group[m.Group]
				sizes[m.Group]++
			case group[m.Group]:
			default:
				return 0, refused(m)
			}
			pair[i] = p
		}
		if pair[0] > pair[1] {
			pair[0], pair[1] = pair[1], pair[0]
		}
		again = again || met[pair]
		met[pair] = true
		matches[m.Group]++
		rounds = max(rounds, m.Round)
	}
	if rounds > maxRounds {
		return 0, refused(list[len(list)-1])
	}
	outside := slices.ContainsFunc(b.t.Ledger.Players, func(p ledger.Player) bool { return p.Flight == 0 })
	b.flights()
	whole := func(m challongePlace) bool {
		return matches[m.Group] == sizes[m.Group]*(sizes[m.Group]-1)/2 && m.Round > 0
	}
	odd := slices.IndexFunc(list, func(m challongePlace) bool { return !whole(m) })
	if odd < 0 && !again {
		err = b.challongeRobin(list)
		b.challongeDrops(t)
		return 0, err
	}
	if m := list[max(odd, 0)]; outside || !swissGroups(t, list, sizes, rounds) { // who had the bye of round 1 is in no group
		return 0, refused(m)
	}
	for r := 1; r <= rounds; r++ {
		if err := b.challongeRound(ledger.Swiss, slices.DeleteFunc(slices.Clone(list), func(m challongePlace) bool { return m.Round != r })); err != nil {
			return 0, err
		}
	}
	b.challongeDrops(t)
	b.byesByAbsence()
	return max(rounds, min(number(string(t.SwissRounds)), maxRounds)), nil
}

// swissGroups reports whether groups play Swiss rounds: each player is in every round, but
// one of an odd number. A bracket, whose matches follow from others, is none, nor are two
// legs of all against all.
func swissGroups(t *challongeTournament, list []challongePlace, sizes map[loose]int, rounds int) bool {
	if t.groups != "" && t.groups != "swiss" {
		return false
	}
	type place struct {
		group loose
		round int
	}
	played := map[place]int{}
	for _, m := range list {
		if m.Before1 != "" || m.Before2 != "" || m.Round < 1 {
			return false
		}
		played[place{m.Group, m.Round}]++
	}
	for group, n := range sizes {
		all := 0
		for r := 1; r <= rounds; r++ {
			if played[place{group, r}] != n/2 {
				return false
			}
			all += n / 2
		}
		if n < 4 || all >= n*(n-1) {
			return false
		}
	}
	return true
}

// flights numbers the flights in the order of their first players, as a tournament file has
// them.
func (b *build) flights() {
	var names []string
	for i := range b.t.Ledger.Players {
		l := &b.t.Ledger.Players[i]
		name := b.t.Flights[l.Flight]
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		l.Flight = int16(slices.Index(names, name))
	}
	b.t.Flights = names
}

// groupName returns the name of a group, which counts from 1.
func groupName(n int) string {
	if n <= 26 {
		return string(rune('A' + n - 1))
	}
	return fmt.Sprint(n)
}

// challongeRobin adds the rounds of a round robin. Its matches can be played in any order,
// but a taken over event has open matches only in its last round: rounds that are all played
// come first. Where several have begun, what was played of them is laid out anew, and their
// open matches are left to be paired.
func (b *build) challongeRobin(list []challongePlace) error {
	var rounds numbered.List[[]challongePlace]
	for _, m := range list {
		if m.First == "" || m.Second == "" {
			continue
		}
		if m.Round < 1 || m.Round > maxRounds {
			return failed(finding("transfer.refused.round", "at", m.at))
		}
		for len(rounds) < m.Round {
			rounds = append(rounds, nil)
		}
		r := rounds.At(m.Round)
		*r = append(*r, m)
	}
	rounds = slices.DeleteFunc(rounds, func(r []challongePlace) bool { return len(r) == 0 })
	var full, begun [][]challongePlace
	for _, r := range rounds {
		switch open := len(slices.DeleteFunc(slices.Clone(r), challongePlace.played)); {
		case open == 0:
			full = append(full, r)
		case open < len(r):
			begun = append(begun, r)
		}
	}
	switch {
	case len(begun) > 1:
		var played, open []challongePlace
		for _, m := range slices.Concat(rounds...) {
			if !m.played() {
				open = append(open, m)
			}
		}
		for _, m := range slices.Concat(begun...) {
			if m.played() {
				played = append(played, m)
			}
		}
		full = append(full, laidOut(played)...)
		b.t.RoundsPlanned = max(len(rounds), len(full)+len(laidOut(open)))
		b.note("transfer.missing.results", "n", len(open))
	case len(begun)+len(full) == 0 && len(rounds) > 0:
		full = rounds[:1]
	default:
		full = append(full, begun...)
	}
	for _, r := range full {
		if err := b.challongeRound(ledger.RoundRobin, r); err != nil {
			return err
		}
	}
	return nil
}

// played reports whether a match has its result.
func (m challongePlace) played() bool { return m.State == "complete" }

// laidOut puts matches into rounds in which no player is twice.
func laidOut(list []challongePlace) (rounds [][]challongePlace) {
	var in []map[loose]bool
	for _, m := range list {
		r := slices.IndexFunc(in, func(seated map[loose]bool) bool { return !seated[m.First] && !seated[m.Second] })
		if r < 0 && len(rounds) > maxRounds {
			return rounds // too many to be taken
		}
		if r < 0 {
			r = len(rounds)
			rounds, in = append(rounds, nil), append(in, map[loose]bool{})
		}
		rounds[r] = append(rounds[r], m)
		in[r][m.First], in[r][m.Second] = true, true
	}
	return rounds
}

// challongeRound adds a round.
func (b *build) challongeRound(stage ledger.Stage, list []challongePlace) error {
	if err := b.round(stage); err != nil {
		return err
	}
	for _, m := range list {
		if err := b.challongeMatch(m.at, m.challongeMatch); err != nil {
			return err
		}
	}
	return nil
}

// challongeTree adds the matches of an elimination. Rounds above 0 are the upper bracket and
// the final, those below 0 the lower one, and 0 is the match for third place. Matches go
// into rounds as soon as both of their players are free for them; those that are open go
// last, since matches elsewhere in the bracket may be ahead of them.
func (b *build) challongeTree(list []challongePlace, double bool) error {
	entered := map[int32]bool{}
	for _, m := range list {
		for _, id := range []loose{m.First, m.Second} {
			if id == "" {
				continue
			}
			p, err := b.team(m.at, string(id))
			if err != nil {
				return err
			}
			if !entered[p] {
				entered[p], b.entrants = true, append(b.entrants, p)
			}
		}
	}
	b.challongeDraw(list)
	list = slices.DeleteFunc(list, func(m challongePlace) bool { return m.First == "" || m.Second == "" })
	upper := bits.Len(uint(max(len(b.entrants), 2) - 1))
	stageOf := func(m challongePlace) ledger.Stage {
		switch {
		case !double && m.Round == 0:
			return ledger.ThirdPlace
		case !double:
			return ledger.Elimination
		case m.Round < 0:
			return ledger.Lower
		case m.Round > upper:
			return ledger.Final
		}
		return ledger.Upper
	}
	turn := func(m challongePlace) int { // in which order a player comes to matches
		switch stageOf(m) {
		case ledger.Lower:
			return 1000 - m.Round
		case ledger.ThirdPlace, ledger.Final:
			return 1_000_000 + m.Round
		default:
			return m.Round
		}
	}
	for _, m := range list {
		if !double && m.Round < 0 || double && m.Round == 0 || m.Round > maxRounds || m.Round < -maxRounds {
			return failed(finding("transfer.refused.code", "at", m.at, "what", "round", "code", notice.Text(fmt.Sprint(m.Round))))
		}
	}
	sorted.Stable(list, func(x, y challongePlace) int { // a final that is played again has the larger id
		return cmp.Or(turn(x)-turn(y), len(x.ID)-len(y.ID), cmp.Compare(x.ID, y.ID))
	})
	return b.challongeWaves(list, stageOf)
}

// challongeDraw keeps which parts of the bracket meet in each round, if the file says from
// which matches players come.
func (b *build) challongeDraw(list []challongePlace) {
	one := map[loose]loose{} // by match: one of the players of its part of the bracket
	for _, m := range list {
		if m.Round < 1 || m.ID == "" {
			continue
		}
		sides := [2]loose{cmp.Or(m.First, one[m.Before1]), cmp.Or(m.Second, one[m.Before2])}
		p, first := b.index[string(sides[0])]
		q, second := b.index[string(sides[1])]
		if first && second && len(b.drawn) < len(b.entrants)-1 {
			b.drawn = append(b.drawn, [2]int32{p, q})
		}
		one[m.ID] = cmp.Or(sides[0], sides[1])
	}
	if len(b.drawn) != len(b.entrants)-1 {
		b.drawn = nil
	}
}

// challongeWaves adds matches in the order in which each player comes to them.
func (b *build) challongeWaves(list []challongePlace, stageOf func(challongePlace) ledger.Stage) error {
	var open []challongePlace
	for _, m := range list {
		if !m.played() {
			open = append(open, m)
		}
	}
	waves := [][]challongePlace{}
	for list = slices.DeleteFunc(list, func(m challongePlace) bool { return !m.played() }); len(list) > 0; {
		var wave, rest []challongePlace
		seated := map[loose]bool{}
		for _, m := range list {
			if seated[m.First] || seated[m.Second] {
				rest = append(rest, m)
			} else {
				wave = append(wave, m)
			}
			seated[m.First], seated[m.Second] = true, true // who waits for one match plays no later one
		}
		if waves, list = append(waves, wave), rest; len(waves) > maxRounds {
			return failed(finding("transfer.refused.many_rounds", "most", maxRounds))
		}
	}
	if len(open) > 0 {
		last := len(waves) - 1
		seated := map[loose]bool{}
		for _, m := range slices.Concat(waves[max(last, 0):]...) {
			seated[m.First], seated[m.Second] = true, true
		}
		if last < 0 || slices.ContainsFunc(open, func(m challongePlace) bool { return seated[m.First] || seated[m.Second] }) {
			waves, last = append(waves, nil), last+1
		}
		waves[last] = append(waves[last], open...)
	}
	for _, wave := range waves {
		for _, part := range []ledger.Stage{ledger.ThirdPlace, ledger.Upper, ledger.Lower, ledger.Elimination, ledger.Final} {
			of := slices.DeleteFunc(slices.Clone(wave), func(m challongePlace) bool { return stageOf(m) != part })
			if len(of) == 0 {
				continue
			}
			if err := b.challongeRound(part, of); err != nil {
				return err
			}
		}
	}
	return nil
}

// challongeChain sets the stages of an event with an elimination, and its seeds.
func (b *build) challongeChain(t *challongeTournament, groups, double bool, swiss int) error {
	b.t.Format = "single"
	if double {
		b.t.Format = "double"
	}
	if n := len(b.entrants); double && n > 0 && n < bracket.MinDouble {
		return failed(finding("bracket.double", "most", bracket.MaxDouble, "n", n))
	}
	if !groups {
		return b.seed()
	}
	count := len(slices.DeleteFunc(slices.Clone(b.t.Flights), func(name string) bool { return name == "" }))
	size := len(b.entrants)
	if size == 0 {
		size = min(count*cmp.Or(t.advance, 2), len(b.t.Players))
	}
	played := "roundrobin"
	if swiss > 0 {
		played = fmt.Sprint("swiss ", swiss)
	}
	chain := fmt.Sprintf("groups %d %s > %s %d", count, played, b.t.Format, size)
	if count == 1 {
		chain = fmt.Sprintf("%s > %s %d", played, b.t.Format, size)
	}
	var err error
	if b.t.Stages, err = stage.Parse(chain); err != nil {
		return failed(finding("transfer.refused.code", "at", "tournament", "what", "tournament_type", "code", clip(chain)))
	}
	b.t.Format = b.t.Stages.Format()
	return b.seed()
}
