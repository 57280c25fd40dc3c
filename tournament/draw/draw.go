// Package draw makes the events of an event whose outcome is drawn from a seed: seeds of a
// bracket, groups, flights, seats of a draft, the schedule of a scramble. A command stores
// them, and a replay draws them again.
package draw

import (
	"encoding/hex"
	"slices"

	"topcut/tournament"
	"topcut/tournament/flights"
	"topcut/tournament/jointseed"
	"topcut/tournament/numbered"
	"topcut/tournament/pods"
	"topcut/tournament/random"
	"topcut/tournament/seating"
	"topcut/tournament/sorted"
)

// Bracket returns the beginning of an elimination that all players enter.
func Bracket(s *tournament.State, joint [32]byte) *tournament.StageBegan {
	i := len(s.Plan) - 1
	chosen := s.Plan[i].Stage
	seeds := seededFirst(s, s.Field(), random.New(joint, "seeds"))
	return &tournament.StageBegan{Kind: s.TreeFor(chosen.Kind, len(seeds), 1), Plan: i, Players: seeds, Third: chosen.Third}
}

// Groups deals the field into groups. Given seeds come first, the others in a drawn
// order, up and down the groups alternately, so that each gets one of the best, one of
// the next best, and so on. Sizes differ by at most one.
func Groups(s *tournament.State, seed [32]byte, groups int) *tournament.GroupsDrawn {
	ev := &tournament.GroupsDrawn{By: tournament.DrawnGroups, Count: groups, Seed: hex.EncodeToString(seed[:]), Players: s.Field(), Rounds: s.StageRounds()}
	of := make([]int, len(s.Players)+1)
	for i, n := range seededFirst(s, ev.Players, random.New(seed, "groups")) {
		if of[n] = i%groups + 1; i/groups%2 == 1 {
			of[n] = groups - i%groups
		}
	}
	for _, n := range ev.Players {
		ev.Of = append(ev.Of, of[n])
	}
	return ev
}

// seededFirst returns players in the order of their given seeds, then those without one
// in drawn order.
func seededFirst(s *tournament.State, players []int, rng *random.Source) []int {
	order := slices.Clone(players)
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	sorted.Stable(order, func(a, b int) int {
		sa, sb := s.Players.At(a).Seed, s.Players.At(b).Seed
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

// Flights deals the players of a division into flights.
func Flights(s *tournament.State, seed [32]byte, division, count int) (*tournament.GroupsDrawn, error) {
	ev := &tournament.GroupsDrawn{By: tournament.DrawnFlights, Division: division, Count: count, Seed: hex.EncodeToString(seed[:])}
	for _, n := range s.Field() {
		if int(s.Players.At(n).Division) == division {
			ev.Players = append(ev.Players, n)
		}
	}
	of, err := flights.Assign(len(ev.Players), count, random.New(seed, "flights"))
	if err != nil {
		return nil, tournament.RefuseAs(tournament.BadInput, err)
	}
	for _, flight := range of {
		ev.Of = append(ev.Of, flight+1)
	}
	// docs/rules/pokemon.md#pkm-73: the largest group that plays among itself sets the
	// rounds.
	for d, players := range s.DivisionSizes() {
		split := s.FlightsOf(d)
		if d == division {
			split = count
		}
		ev.Rounds = max(ev.Rounds, flights.Rounds((players+split-1)/split))
	}
	if chosen := s.Settings.Stages.First().Rounds; chosen > 0 {
		ev.Rounds = chosen
	}
	return ev, nil
}

// LateFlight returns the flight of a late player: the smallest of the division, or a
// random one of several smallest (docs/rules/pokemon.md#pkm-76); 0 if the division is
// not split. Flights count as they were dealt, including players who have left since.
func LateFlight(s *tournament.State, joint [32]byte, player, division int) int {
	count := s.FlightsOf(division)
	if count == 1 {
		return 0
	}
	sizes := make(numbered.List[int], count)
	for i := range s.Players {
		if l := &s.Players[i]; int(l.Division) == division && l.Flight > 0 {
			*sizes.At(int(l.Flight))++
		}
	}
	return flights.Late(sizes, random.New(jointseed.Round(joint, 0, division), "late flight", uint64(player))) + 1
}

// Seats draws the seats of a draft, by pod.
func Seats(s *tournament.State, seed [32]byte) ([][]int, error) {
	field := s.Field()
	drawn, err := pods.DraftSeats(len(field), random.New(seed, "draft seats"))
	if err != nil {
		return nil, tournament.RefuseAs(tournament.WrongPhase, err)
	}
	for _, pod := range drawn {
		for i, p := range pod {
			pod[i] = field[p]
		}
	}
	return drawn, nil
}

// Schedule makes the schedule of the field and draws its numbers. Stand-ins get the
// next free player numbers; the caller sets their persons.
func Schedule(s *tournament.State, seed [32]byte) (*tournament.ScheduleDrawn, error) {
	field := s.Field()
	config := seating.Config{Players: len(field), Sessions: s.Stage().Rounds, Days: sessionsByDay(s.Rules.Tables.Days)}
	if s.Rules.Seats.Odd == "sitout" {
		config.Fill = seating.SitOut
	}
	schedule, err := seating.New(config)
	if err != nil {
		return nil, tournament.RefuseAs(tournament.WrongPhase, err)
	}
	ev := &tournament.ScheduleDrawn{
		Seed: hex.EncodeToString(seed[:]), Numbers: make([]int, len(field)+schedule.StandIns), Value: tournament.ScheduleValue(schedule.Value()),
	}
	for i, number := range seating.Draw(len(field), random.New(seed, "numbers")) {
		*ev.Numbers.At(number) = field[i]
	}
	for i := range schedule.StandIns {
		ev.Numbers[len(field)+i] = len(s.Players) + 1 + i
		ev.StandIns = append(ev.StandIns, tournament.StandIn{Player: len(s.Players) + 1 + i})
	}
	for _, session := range schedule.Sessions {
		out := tournament.Session{Out: session.Out}
		for _, table := range session.Tables {
			out.Tables = append(out.Tables, table)
		}
		ev.Sessions = append(ev.Sessions, out)
	}
	return ev, nil
}

// sessionsByDay returns the number of sessions of each day from the day of each
// session.
func sessionsByDay(days []int) []int {
	var out []int
	last := 0
	for _, day := range days {
		if len(out) == 0 || day != last {
			out = append(out, 0)
		}
		last = day
		out[len(out)-1]++
	}
	return out
}
