package seating

import (
	"slices"

	"topcut/tournament/random"
	"topcut/tournament/seating/internal/climb"
)

// Length of the search for a schedule with players who sit out: short enough to
// answer at once, the same in every version.
const (
	sitOutFills  = 20
	sitOutClimbs = 3
	sitOutSteps  = 20_000
	sitOutMemory = 50
)

// rotate fills s with sessions in which players%4 people sit out, no player twice
// before all have once. It starts from the stored schedule for the players at tables:
// those who sit out first replace others later ([fillIn]). If that leaves repeats, it
// climbs on from there and from random tables.
func (s *Schedule) rotate(sessions int) error {
	out := s.Players % Seats
	base, err := stored(s.Players-out, sessions)
	if err != nil {
		return err
	}
	var start climb.Schedule
	var best Value
	keep := func(found climb.Schedule) bool {
		next := Schedule{Players: s.Players, Sessions: fromClimb(found, s.Players-out)}
		v := next.Value()
		better := s.Sessions == nil || v.Compare(best) < 0
		if better {
			s.Sessions, best = next.Sessions, v
		}
		return better
	}
	for try := range uint64(sitOutFills) {
		src := random.New([32]byte{}, "seating fill in", uint64(s.Players), uint64(sessions), try)
		if found := fillIn(s.Players, base, src); keep(found) {
			start = found
		}
	}
	if best.MaxMeetings == 1 { // the spread is that of the sessions played: no better one exists
		return nil
	}
	for try := range uint64(sitOutClimbs) {
		src := random.New([32]byte{}, "seating sit-out", uint64(s.Players), uint64(sessions), try)
		problem := climb.Problem{
			Group:    climb.Trivial(s.Players),
			Rotating: sessions,
			Start:    start,
			Seated:   s.Players - out,
			Meetings: max(best.MaxMeetings-1, Bound(s.Players-out, sessions).MaxMeetings),
			Spread:   1,
			Memory:   sitOutMemory,
		}
		if try > 0 { // leave where the first climb ended up: same sitters, other tables
			for _, order := range start {
				src.Shuffle(problem.Seated, func(i, j int) { order[i], order[j] = order[j], order[i] })
			}
		}
		if err := climb.Run(problem, sitOutSteps, src, func(found climb.Schedule) bool {
			keep(found)
			return best.MaxMeetings > 1
		}); err != nil {
			return err
		}
	}
	return nil
}

// fillIn adds players%4 extra players to a schedule without them. They sit out the
// first session. In each later one the same number of the players who sat out least
// must sit out, and extra players take the seats of the others: each time the seat
// whose table they have met least.
func fillIn(players int, base []Session, src *random.Source) climb.Schedule {
	extra := players % Seats
	seated := players - extra
	sat := make([]int, players)
	met := make([][]int, players)
	for p := range met {
		met[p] = make([]int, players)
	}
	var out climb.Schedule
	for i, session := range base {
		var seats []int
		for _, table := range session.Tables {
			for _, p := range table {
				seats = append(seats, p-1)
			}
		}
		// The players who sit out; in the first session the extra players.
		turn := src.Perm(players)
		slices.SortStableFunc(turn, func(p, q int) int { return sat[p] - sat[q] })
		if i == 0 {
			slices.SortStableFunc(turn, func(p, q int) int { return q/seated - p/seated })
		}
		var sitters []int
		for _, p := range turn[:extra] {
			if p >= seated {
				sitters = append(sitters, p)
			}
		}
		for x := seated; x < players; x++ {
			if slices.Contains(sitters, x) {
				continue
			}
			seat := leastMet(x, seats, met, sat, turn, seated)
			sitters = append(sitters, seats[seat])
			seats[seat] = x
		}
		for t := 0; t < seated; t += Seats {
			for a := range Seats {
				for b := range a {
					p, q := seats[t+a], seats[t+b]
					met[p][q]++
					met[q][p]++
				}
			}
		}
		for _, p := range sitters {
			sat[p]++
		}
		out = append(out, append(seats, sitters...))
	}
	return out
}

// leastMet returns the seat that x takes over: of those whose player sat out least, the
// one with the fewest earlier meetings of x at its table.
func leastMet(x int, seats []int, met [][]int, sat, turn []int, seated int) int {
	best, bestSat, bestMet := -1, 0, 0
	for _, p := range turn {
		seat := slices.Index(seats, p)
		if p >= seated || seat < 0 {
			continue
		}
		meetings := 0
		for k := seat / Seats * Seats; k < seat/Seats*Seats+Seats; k++ {
			if k != seat {
				meetings += met[x][seats[k]]
			}
		}
		if best < 0 || sat[p] < bestSat || sat[p] == bestSat && meetings < bestMet {
			best, bestSat, bestMet = seat, sat[p], meetings
		}
	}
	return best
}

// fromClimb turns a schedule of the search, whose players count from 0, into
// sessions. The first seats players of each session sit at tables.
func fromClimb(found climb.Schedule, seats int) []Session {
	sessions := make([]Session, len(found))
	for i, order := range found {
		for t := 0; t < seats; t += Seats {
			sessions[i].Tables = append(sessions[i].Tables, Table{
				order[t] + 1, order[t+1] + 1, order[t+2] + 1, order[t+3] + 1,
			})
		}
		for _, p := range order[seats:] {
			sessions[i].Out = append(sessions[i].Out, p+1)
		}
		slices.Sort(sessions[i].Out)
	}
	return sessions
}
