package posted

import (
	"topcut/tournament"
	"topcut/tournament/field"
)

// Pages returns how many pages a list needs: at least one.
func Pages(lines, perPage int) int { return max(1, (lines+perPage-1)/perPage) }

// DraftPods keeps a seating post below a hundred pings.
const DraftPods = 4

// DraftPages returns how many posts the seats of a draft need.
func DraftPages(seated *tournament.DraftSeated) int { return Pages(len(seated.Pods), DraftPods) }

// FlightPlayers keeps a post about flights below a hundred pings and within
// Discord's length.
const FlightPlayers = 64

// FlightPages returns how many posts the flights of a division need.
func FlightPages(drawn *tournament.GroupsDrawn) int {
	return Pages(len(drawn.Players), FlightPlayers)
}

// Standings returns how many posts the standings after a round need: the first
// page, or the first page per division with its own places or per group of a round robin.
// The other pages are a button away, because a channel accepts about one post a second.
func Standings(s *tournament.State) int { return max(1, len(StandingsGroups(s))) }

// StandingsGroups returns the groups whose standings are posted one by one; none if the
// field is not divided.
func StandingsGroups(s *tournament.State) []field.Group {
	switch {
	case s.ByDivision():
		return field.Divisions(s)
	case s.InGroups():
		return field.Groups(s)
	}
	return nil
}
