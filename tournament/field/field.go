// Package field says how the players of an event are divided, into groups with standings of
// their own and into brackets; who is still in it, and who has which place.
package field

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topcut/tournament"
)

// Group is a part of the field with its own standings: a division, a flight of it, or a
// draft pod. Both fields are counted from 1; the zero Group is the whole field.
type Group struct{ Division, Flight int }

// String returns the group for custom ids and menus: "2", "2.1".
func (p Group) String() string {
	if p.Flight == 0 {
		return strconv.Itoa(p.Division)
	}
	return fmt.Sprintf("%d.%d", p.Division, p.Flight)
}

// Parse parses the result of String; anything else is the whole field.
func Parse(text string) Group {
	division, flight, _ := strings.Cut(text, ".")
	d, err := strconv.Atoi(division)
	if err != nil || d < 0 || d > 100 {
		return Group{}
	}
	f, err := strconv.Atoi(flight)
	if err != nil || f < 0 || f > tournament.MaxPlayers {
		f = 0
	}
	return Group{d, f}
}

// Groups returns the groups of a field, divisions before flights; none if the field is
// not divided.
func Groups(s *tournament.State) []Group {
	var out []Group
	if s.Draft != nil {
		for pod := range s.Draft.Pods {
			out = append(out, Group{Flight: pod + 1})
		}
		if len(out) < 2 {
			return nil
		}
		return out
	}
	sizes := make([]int, max(len(s.Settings.Divisions), 1))
	entered := 0
	for i := range s.Players {
		l := &s.Players[i]
		if l.Status != tournament.Registered || l.StandIn || int(l.Division) >= len(sizes) {
			continue
		}
		if sizes[l.Division]++; sizes[l.Division] == 1 {
			entered++
		}
	}
	for d, n := range sizes {
		if n > 0 && entered > 1 {
			out = append(out, Group{Division: d + 1})
		}
	}
	for d := range sizes {
		for flight := 1; flight <= s.FlightsOf(d) && s.FlightsOf(d) > 1; flight++ {
			out = append(out, Group{d + 1, flight})
		}
	}
	return out
}

// Of returns the group whose standings to show a player first: their division
// if divisions have their own places, their group of a round robin, else the whole field.
func Of(s *tournament.State, n int) Group {
	switch {
	case s.Player(n) == nil:
	case s.ByDivision():
		return Group{Division: int(s.Players.At(n).Division) + 1}
	case s.InGroups():
		return Group{Division: 1, Flight: int(s.Players.At(n).Flight)}
	}
	return Group{}
}

// Division returns the group of a division by its index.
func Division(division int) Group { return Group{Division: division + 1} }

// Has reports whether a player of an event belongs to the group.
func (p Group) Has(s *tournament.State, n int) bool {
	l := s.Players.At(n)
	if s.Draft != nil && p.Division == 0 {
		return p.Flight == 0 || int(l.Flight) == p.Flight-1
	}
	return (p.Division == 0 || int(l.Division) == p.Division-1) && (p.Flight == 0 || int(l.Flight) == p.Flight)
}

// Divisions returns the groups of divisions with players.
func Divisions(s *tournament.State) []Group {
	return slices.DeleteFunc(Groups(s), func(g Group) bool { return g.Flight > 0 })
}

// Brackets returns the number of brackets of the elimination stage: one, or one per
// division with its own cut; 0 before the cut.
func Brackets(s *tournament.State) int {
	if s.Elimination() == nil {
		return 0
	}
	return max(1, len(s.Elimination().Parts))
}

// BracketOf returns the index of the bracket to show a player first: that of their
// division.
func BracketOf(s *tournament.State, n int) int {
	if all, err := s.Brackets(); err == nil && s.Player(n) != nil {
		for i, b := range all {
			if b.Division == int(s.Players.At(n).Division) {
				return i
			}
		}
	}
	return 0
}
