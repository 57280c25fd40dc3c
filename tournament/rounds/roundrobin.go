package rounds

import (
	"encoding/hex"
	"slices"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/random"
	"topcut/tournament/roundrobin"
	"topcut/tournament/roundrobin/plan"
	"topcut/tournament/stage"
)

var _ = madeBy(kind{pair: roundRobin, forced: true}, stage.RoundRobin)

// roundRobin returns the next round of the schedule of each group. A small group has fewer
// rounds than a large one.
func roundRobin(s *tournament.State, st *tournament.Stage, r roundRequest) (*madeRound, error) {
	if len(r.forced) > 0 {
		return swissRound(s, ledger.RoundRobin, r)
	}
	out := &madeRound{stage: ledger.RoundRobin, optimal: true}
	for _, group := range s.GroupNumbers(st) {
		p := robin(s, st, group, r.seed)
		for _, pair := range p.Next() {
			if p := meeting(s, pair[0], pair[1]); p != nil {
				out.pairings = append(out.pairings, *p)
			}
		}
		if knownOut(s, st) {
			out.pairings = append(out.pairings, robinByes(s, p)...)
		}
	}
	if len(out.pairings) == 0 {
		if err := allOut(s, len(s.Rounds)+1); err != nil {
			return nil, err
		}
		return nil, tournament.Refuse(tournament.WrongPhase, "round.none_scheduled", "round", len(s.Rounds)+1)
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
func robin(s *tournament.State, st *tournament.Stage, group int, seed [32]byte) *plan.Plan {
	return plan.New(robinGroup(s, st, group, legOf(st, len(s.Rounds)+1), seed))
}

func robinGroup(s *tournament.State, st *tournament.Stage, group, leg int, seed [32]byte) plan.Group {
	rounds := st.Rounds / legsOf(st)
	return plan.Group{
		Ledger: s.Facts(), Number: group, Seats: inGroup(s, st, group), First: st.FirstRound + leg*rounds, Rounds: rounds, Leg: leg, Seed: seed,
		Order:   func(players int) ([]roundrobin.Round, error) { return orderOf(st, players, leg) },
		SeedOf:  func(round int) string { return s.Rounds.At(round).Seed },
		Holder:  func(seat int) int { return holder(s, seat) },
		SeatOf:  func(n int) int { return seatOf(s, n) },
		Taking:  s.Taking,
		Counts:  func(n int) bool { return meets(s, n) },
		SitsOut: knownOut(s, st),
	}
}

// robinByes returns the byes of the round to be paired: awarded ones, and those of players
// without a match whose number of matches still to be met is more than the plan has.
func robinByes(s *tournament.State, p *plan.Plan) (out []tournament.Pairing) {
	round := len(s.Rounds) + 1
	for _, seat := range p.Seats {
		n := holder(s, seat)
		l := s.Players.At(n)
		busy := slices.ContainsFunc(p.Next(), func(p [2]int) bool { return p[0] == seat || p[1] == seat })
		switch {
		case busy || !s.Taking(n) || l.Away(round):
		case l.SitsOut(round):
			out = append(out, tournament.Pairing{Kind: ledger.Bye, Players: []int{n}, Why: notice.New("why.awarded")})
		case p.Lost(seat) > 0:
			out = append(out, tournament.Pairing{Kind: ledger.Bye, Players: []int{n}, Why: notice.New("why.scheduled_out")})
		}
	}
	return out
}

// LostMatches returns the pairs of players of a round robin who have not met and for whose
// match the paired round and the plan behind it have no place, see plan.Unplaced.
func LostMatches(s *tournament.State) (out [][2]int) {
	st := s.Stage()
	if s.Preview == nil || st == nil || !st.Kind.MeetsAll() || !knownOut(s, st) {
		return nil
	}
	var seed [32]byte
	if b, err := hex.DecodeString(s.Preview.Seed); err == nil {
		copy(seed[:], b)
	}
	for _, group := range s.GroupNumbers(st) {
		for _, seats := range robin(s, st, group, seed).Unplaced() {
			out = append(out, [2]int{holder(s, seats[0]), holder(s, seats[1])})
		}
	}
	return out
}

// knownOut reports whether any player is known to sit out a round of a stage.
func knownOut(s *tournament.State, st *tournament.Stage) bool {
	return slices.ContainsFunc(s.Players, func(p tournament.Player) bool { return p.Known(st.FirstRound-1) != 0 })
}

// replanned reports whether a group of a stage is not played by its drawn schedule.
func replanned(s *tournament.State, st *tournament.Stage) bool {
	return slices.ContainsFunc(s.GroupNumbers(st), func(group int) bool {
		return !plan.AsDrawn(robinGroup(s, st, group, legOf(st, len(s.Rounds)+1), [32]byte{}))
	})
}

// inGroup returns the players of a group of a stage, including those who have left
// since it began.
func inGroup(s *tournament.State, st *tournament.Stage, group int) []int {
	if len(st.Players) > 0 {
		return slices.Clone(st.Players)
	}
	var players []int
	for n := range s.Players {
		if p := &s.Players[n]; p.Status == tournament.Registered && p.SeatOf == 0 && !p.Absent && p.LateRounds == 0 && int(p.Flight) == group {
			players = append(players, n+1)
		}
	}
	return players
}

// legsOf returns how often the players of a round robin meet.
func legsOf(st *tournament.Stage) int { return stage.Stage{Twice: st.Twice}.Legs() }

// legOf returns the leg of a round robin, from 0, that has a round of the event.
func legOf(st *tournament.Stage, round int) int {
	return min((round-st.FirstRound)*legsOf(st)/max(st.Rounds, 1), legsOf(st)-1)
}

// orderOf returns the rounds of a leg of a group of the given size.
func orderOf(st *tournament.Stage, players, leg int) ([]roundrobin.Round, error) {
	if !st.Berger {
		return roundrobin.Circle(players)
	}
	rounds, err := roundrobin.Schedule(players, legsOf(st))
	if err != nil {
		return nil, err
	}
	return rounds[leg*len(rounds)/legsOf(st):][:len(rounds)/legsOf(st)], nil
}

// meeting returns the pairing of two seats that is still to be played, or nil.
func meeting(s *tournament.State, x, y int) *tournament.Pairing {
	a, b := holder(s, x), holder(s, y)
	switch {
	case !meets(s, a) || !meets(s, b):
	case s.Taking(a) && s.Taking(b):
		return &tournament.Pairing{Players: []int{a, b}, Why: notice.New("why.round_robin")}
	case s.Taking(a):
		return &tournament.Pairing{Kind: ledger.Bye, Players: []int{a}, Why: notice.New("why.scheduled_left")}
	case s.Taking(b):
		return &tournament.Pairing{Kind: ledger.Bye, Players: []int{b}, Why: notice.New("why.scheduled_left")}
	}
	return nil
}

// meets reports whether matches of a round robin with player n to come count: they are
// played, or won without play because the player left.
func meets(s *tournament.State, n int) bool {
	p := s.Players.At(n)
	return !p.Annulled && !p.Unplayed
}

// holder returns the player who has the seat of player n now, which may have been taken
// over.
func holder(s *tournament.State, n int) int {
	for i := range s.Players {
		if s.Players[i].SeatOf == n {
			return holder(s, i+1)
		}
	}
	return n
}

// seatOf returns the seat of player n: their own, or the one they took over.
func seatOf(s *tournament.State, n int) int {
	for s.Players.At(n).SeatOf > 0 {
		n = s.Players.At(n).SeatOf
	}
	return n
}
