package tournament

import (
	"encoding/hex"
	"slices"

	"topcut/tournament/bracket"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/random"
	"topcut/tournament/roundrobin"
	"topcut/tournament/roundrobin/plan"
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

func (roundRobin) forced() bool { return true }

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

// pair returns the next round of the schedule of each group. A small group has fewer
// rounds than a large one.
func (roundRobin) pair(s *State, st *Stage, r roundRequest) (*madeRound, error) {
	if len(r.forced) > 0 {
		return s.swissRound(ledger.RoundRobin, r)
	}
	out := &madeRound{stage: ledger.RoundRobin, optimal: true}
	for _, group := range s.groupNumbers(st) {
		p := s.robin(st, group, r.seed)
		for _, pair := range p.Next() {
			if p := s.meeting(pair[0], pair[1]); p != nil {
				out.pairings = append(out.pairings, *p)
			}
		}
		if s.knownOut(st) {
			out.pairings = append(out.pairings, s.robinByes(p)...)
		}
	}
	if len(out.pairings) == 0 {
		if err := s.allOut(len(s.Rounds) + 1); err != nil {
			return nil, err
		}
		return nil, Refuse(WrongPhase, "round.none_scheduled", "round", len(s.Rounds)+1)
	}
	// docs/rules/magic.md#mtg-29: random table numbers.
	tables := 0
	for i := range out.pairings {
		if out.pairings[i].Kind == ledger.Played {
			tables++
		}
	}
	order := roundrobin.Tables(tables, random.New(r.seed, "tables"))
	t := 0
	for i := range out.pairings {
		if out.pairings[i].Kind == ledger.Played {
			out.pairings[i].Table = order[t]
			t++
		}
	}
	return out, nil
}

// robin returns the plan of a group of a round robin in the leg of the round to be paired,
// whose seed is given.
func (s *State) robin(st *Stage, group int, seed [32]byte) *plan.Plan {
	return plan.New(s.robinGroup(st, group, st.leg(len(s.Rounds)+1), seed))
}

func (s *State) robinGroup(st *Stage, group, leg int, seed [32]byte) plan.Group {
	rounds := st.Rounds / st.legs()
	return plan.Group{
		Ledger: s.Facts(), Number: group, Seats: s.inGroup(st, group), First: st.FirstRound + leg*rounds, Rounds: rounds, Leg: leg, Seed: seed,
		Order:  func(players int) ([]roundrobin.Round, error) { return st.order(players, leg) },
		SeedOf: func(round int) string { return s.Rounds.At(round).Seed },
		Holder: s.holder, SeatOf: s.seatOf, Taking: s.Taking,
		Counts:  s.meets,
		SitsOut: s.knownOut(st),
	}
}

// robinByes returns the byes of the round to be paired: awarded ones, and those of players
// without a match whose number of matches still to be met is more than the plan has.
func (s *State) robinByes(p *plan.Plan) (out []Pairing) {
	round := len(s.Rounds) + 1
	for _, seat := range p.Seats {
		n := s.holder(seat)
		l := s.Players.At(n)
		busy := slices.ContainsFunc(p.Next(), func(p [2]int) bool { return p[0] == seat || p[1] == seat })
		switch {
		case busy || !s.Taking(n) || l.Away(round):
		case l.SitsOut(round):
			out = append(out, Pairing{Kind: ledger.Bye, Players: []int{n}, Why: notice.New("why.awarded")})
		case p.Lost(seat) > 0:
			out = append(out, Pairing{Kind: ledger.Bye, Players: []int{n}, Why: notice.New("why.scheduled_out")})
		}
	}
	return out
}

// LostMatches returns the pairs of players of a round robin who have not met and for whose
// match the paired round and the plan behind it have no place, see plan.Unplaced.
func (s *State) LostMatches() (out [][2]int) {
	st := s.Stage()
	if s.Preview == nil || st == nil || !st.Kind.MeetsAll() || !s.knownOut(st) {
		return nil
	}
	var seed [32]byte
	if b, err := hex.DecodeString(s.Preview.Seed); err == nil {
		copy(seed[:], b)
	}
	for _, group := range s.groupNumbers(st) {
		for _, seats := range s.robin(st, group, seed).Unplaced() {
			out = append(out, [2]int{s.holder(seats[0]), s.holder(seats[1])})
		}
	}
	return out
}

// knownOut reports whether any player is known to sit out a round of a stage.
func (s *State) knownOut(st *Stage) bool {
	return slices.ContainsFunc(s.Players, func(p Player) bool { return p.Known(st.FirstRound-1) != 0 })
}

// replanned reports whether a group of a stage is not played by its drawn schedule.
func (s *State) replanned(st *Stage) bool {
	return slices.ContainsFunc(s.groupNumbers(st), func(group int) bool {
		return !plan.AsDrawn(s.robinGroup(st, group, st.leg(len(s.Rounds)+1), [32]byte{}))
	})
}

// groupNumbers returns the groups of a stage as ledger.Player.Flight numbers them; only
// 0 if it is one field.
func (s *State) groupNumbers(st *Stage) []int {
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
	return len(s.groupNumbers(&s.Stages[0]))
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

// inGroup returns the players of a group of a stage, including those who have left
// since it began.
func (s *State) inGroup(st *Stage, group int) []int {
	if len(st.Players) > 0 {
		return slices.Clone(st.Players)
	}
	var players []int
	for n := range s.Players {
		if p := &s.Players[n]; p.Status == Registered && p.SeatOf == 0 && !p.Absent && p.LateRounds == 0 && int(p.Flight) == group {
			players = append(players, n+1)
		}
	}
	return players
}

// legs returns how often the players of a round robin meet.
func (st *Stage) legs() int { return stage.Stage{Twice: st.Twice}.Legs() }

// leg returns the leg of a round robin, from 0, that has a round of the event.
func (st *Stage) leg(round int) int {
	return min((round-st.FirstRound)*st.legs()/max(st.Rounds, 1), st.legs()-1)
}

// order returns the rounds of a leg of a group of the given size.
func (st *Stage) order(players, leg int) ([]roundrobin.Round, error) {
	if !st.Berger {
		return roundrobin.Circle(players)
	}
	rounds, err := roundrobin.Schedule(players, st.legs())
	if err != nil {
		return nil, err
	}
	return rounds[leg*len(rounds)/st.legs():][:len(rounds)/st.legs()], nil
}

// meeting returns the pairing of two seats that is still to be played, or nil.
func (s *State) meeting(x, y int) *Pairing {
	a, b := s.holder(x), s.holder(y)
	switch {
	case !s.meets(a) || !s.meets(b):
	case s.Taking(a) && s.Taking(b):
		return &Pairing{Players: []int{a, b}, Why: notice.New("why.round_robin")}
	case s.Taking(a):
		return &Pairing{Kind: ledger.Bye, Players: []int{a}, Why: notice.New("why.scheduled_left")}
	case s.Taking(b):
		return &Pairing{Kind: ledger.Bye, Players: []int{b}, Why: notice.New("why.scheduled_left")}
	}
	return nil
}

// holder returns the player who has the seat of player n now, which may have been taken
// over.
func (s *State) holder(n int) int {
	for i := range s.Players {
		if s.Players[i].SeatOf == n {
			return s.holder(i + 1)
		}
	}
	return n
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

// Scheduled returns the ledger of a round robin under way with every match still to
// come, open, in rounds after the existing ones, and without matches that count for
// nothing. A player whose opponent has left has a bye. It returns false if the stage is
// no round robin, or its groups are not drawn yet.
func (s *State) Scheduled() (*ledger.Ledger, bool) {
	st := s.Stage()
	if s.Phase != Running || st == nil || !st.Kind.MeetsAll() || s.Drafts() && s.Draft == nil {
		return nil, false
	}
	groups := s.groupNumbers(st)
	if st.FirstRound == 1 && s.Settings.Stages.First().Groups > 1 && len(groups) == 1 {
		return nil, false
	}
	l := &ledger.Ledger{Players: s.Facts().Players}
	for r := range s.Ledger.Rounds {
		round := ledger.Round{Number: int16(r + 1), Stage: s.Ledger.Rounds[r].Stage}
		for i, m := range s.Ledger.Rounds[r].Matches {
			annulled := slices.ContainsFunc(m.Players(), func(p int32) bool { return s.Players[p].Annulled })
			if !annulled && !s.Rounds[r].Matches[i].Void() {
				round.Take(&s.Ledger.Rounds[r], i)
			}
		}
		l.Rounds = append(l.Rounds, round)
	}
	none := [4]int32{ledger.None, ledger.None, ledger.None, ledger.None}
	come := func(at int, p Pairing) {
		for len(l.Rounds) <= at {
			l.Rounds = append(l.Rounds, ledger.Round{Number: int16(len(l.Rounds) + 1), Stage: ledger.RoundRobin})
		}
		m := ledger.Match{Kind: p.Kind, N: uint8(len(p.Players)), Seats: none}
		for i, n := range p.Players {
			m.Seats[i] = int32(n - 1)
		}
		l.Rounds[at].Matches = append(l.Rounds[at].Matches, m)
	}
	for _, group := range groups {
		for leg := st.leg(len(s.Rounds) + 1); leg < st.legs(); leg++ {
			p := plan.New(s.robinGroup(st, group, leg, [32]byte{}))
			for i, round := range p.From() {
				for _, pair := range round {
					if m := s.meeting(pair[0], pair[1]); m != nil {
						come(max(len(s.Rounds), p.First-1)+i, *m)
					}
				}
			}
		}
	}
	return l, true
}

// seatOf returns the seat of player n: their own, or the one they took over.
func (s *State) seatOf(n int) int {
	for s.Players.At(n).SeatOf > 0 {
		n = s.Players.At(n).SeatOf
	}
	return n
}
