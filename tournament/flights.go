package tournament

import (
	"slices"

	"topcut/tournament/standings"
)

// DrawnBy is the reason why groups were drawn.
type DrawnBy string

// Reasons to draw groups. Pods of a draft are groups too, but are drawn by DraftSeated.
const (
	DrawnFlights DrawnBy = "flights" // of a division that is too large (docs/rules/pokemon.md#pkm-66)
	DrawnGroups  DrawnBy = "groups"  // of a stage, from which the same number each go on
)

// GroupsDrawn splits a division into flights that play their rounds among themselves
// (docs/rules/pokemon.md#pkm-66 to PKM-79), or the field of a stage into groups.
// Flights and groups are numbered from 1.
type GroupsDrawn struct {
	By       DrawnBy `json:"by"`
	Division int     `json:"division"`
	Count    int     `json:"count"`
	Seed     string  `json:"seed"`    // hex
	Players  []int   `json:"players"` // in order of registration
	Of       []int   `json:"of"`      // group of each of them
	Rounds   int     `json:"rounds"`  // of the stage from now on
}

func (ev *GroupsDrawn) apply(s *State, _ *Envelope) error {
	if s.Phase != Running || len(s.Rounds) > 0 || s.Preview != nil || s.Stage() == nil || s.FlightsOf(ev.Division) > 1 {
		return Refuse(WrongPhase, "groups.once")
	}
	for i, n := range ev.Players {
		if !s.Taking(n) || i >= len(ev.Of) {
			return Refuse(Corrupt, "player.no_such", "player", n)
		}
		s.Players.At(n).Flight = int16(ev.Of[i])
	}
	s.Drawn = append(slices.Clip(s.Drawn), Drawn{By: ev.By, Division: ev.Division, Count: ev.Count})
	s.Stage().Rounds = ev.Rounds
	return nil
}

// Drawn is a division, or the whole field, that was split.
type Drawn struct {
	By              DrawnBy
	Division, Count int
}

// FlightsOf returns the number of flights or groups of a division; 1 if it is not
// split.
func (s *State) FlightsOf(division int) int {
	for _, d := range s.Drawn {
		if d.Division == division {
			return d.Count
		}
	}
	return 1
}

// InFlights reports whether a division is split into flights.
func (s *State) InFlights() bool {
	return slices.ContainsFunc(s.Drawn, func(d Drawn) bool { return d.By == DrawnFlights })
}

// flightSeeds returns the rows of a division that advance: the same number from each
// flight, in the order of the standings (docs/rules/pokemon.md#pkm-77, PKM-78).
func (s *State) flightSeeds(rows []standings.Row, perFlight int) []int {
	taken := map[int16]int{}
	var in []int
	for i := range rows {
		l := &s.Players[rows[i].Player]
		if s.PlaysOn(int(rows[i].Player)+1) && taken[l.Flight] < perFlight {
			taken[l.Flight]++
			in = append(in, i)
		}
	}
	return in
}
