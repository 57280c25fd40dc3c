// Package climb searches for schedules of tables of four in which players meet
// many others and none too often. It is late acceptance hill climbing: a
// change is kept if the schedule is no worse than now, or no worse than it was
// some steps ago. It needs no temperature and no floating point, so the same
// source of chance gives the same schedule on every machine.
//
// The search may be confined to schedules with a symmetry, which makes it much
// smaller: a group of order q moves the players around in orbits of q. A
// rotating session stands for q sessions, its images; an invariant session is
// made of tables that the group moves to one another. Where a good symmetric
// schedule exists it is found in milliseconds, where a search over all schedules
// does not end.
package climb

import (
	"fmt"
	"slices"

	"topcut/tournament/random"
)

// Seats is the number of players of a table.
const Seats = 4

// Group is the cyclic group of the given order, acting on Orbits orbits of that
// many players each and on Fixed players whom it does not move. Players are
// numbered from 0, orbit by orbit, the fixed ones last. Order 1 with all players
// fixed is no symmetry.
type Group struct {
	Order, Orbits, Fixed int
}

// Trivial returns the group without symmetry.
func Trivial(players int) Group { return Group{Order: 1, Fixed: players} }

// Players returns the number of players.
func (g Group) Players() int { return g.Order*g.Orbits + g.Fixed }

// Image returns the player to whom the k-th element of the group moves p.
func (g Group) Image(p, k int) int {
	if p >= g.Order*g.Orbits {
		return p
	}
	return p/g.Order*g.Order + (p%g.Order+k)%g.Order
}

// Problem is what to search for.
type Problem struct {
	Group Group
	// Rotating is the number of sessions given by their images; each counts as
	// Group.Order sessions.
	Rotating int
	// Invariant is the number of sessions made of images of tables. They need
	// Orbits and Fixed to be multiples of four.
	Invariant int
	// Start is the schedule to climb from; nil for a random one. It needs the
	// trivial group. Of each session the first Seated players sit at tables, and
	// the others sit out; who sits out stays as it is.
	Start  Schedule
	Seated int
	// Meetings is the number of meetings of a pair that costs nothing extra.
	Meetings int
	// Spread is the cost of each different opponent by which the player with most
	// is ahead of the player with fewest; 0 leaves the spread to chance.
	Spread int
	// Memory is the number of steps after which a worse schedule is still
	// accepted; 30 to 400 works well.
	Memory int
}

// overMeeting is the cost of each meeting of a pair above Problem.Meetings; a
// pair that met m times costs m(m-1)/2 anyway.
const overMeeting = 10

// Schedule is a list of sessions; each lists the players table by table, and
// then those who sit out.
type Schedule [][]int

// Sessions returns the number of sessions of a solution.
func (p Problem) Sessions() int { return p.Group.Order*p.Rotating + p.Invariant }

// check reports what is wrong with p.
func (p Problem) check() error {
	switch {
	case p.Invariant > 0 && (p.Group.Orbits%Seats != 0 || p.Group.Fixed%Seats != 0):
		return fmt.Errorf("climb: invariant sessions need orbits and fixed players in fours, not %d and %d", p.Group.Orbits, p.Group.Fixed)
	case p.Start != nil && (p.Group.Order != 1 || p.Invariant != 0 || len(p.Start) != p.Rotating || p.Seated%Seats != 0):
		return fmt.Errorf("climb: a start needs the trivial group, all its sessions and whole tables")
	case p.Start == nil && p.Group.Players()%Seats != 0:
		return fmt.Errorf("climb: %d players do not fill tables of %d", p.Group.Players(), Seats)
	case p.Memory < 1:
		return fmt.Errorf("climb: memory must be positive")
	}
	return nil
}

// Run climbs once from the start, or a random schedule, for the given number of steps and
// calls found with every schedule that is better than all before in this order:
// largest number of meetings of a pair, spread of different opponents, most
// different opponents. found stops the search by returning false; the schedule
// is its to keep.
func Run(p Problem, steps int, src *random.Source, found func(Schedule) bool) error {
	if err := p.check(); err != nil {
		return err
	}
	s := start(p, src)
	best := s.value()
	if !found(s.schedule()) {
		return nil
	}
	cost := s.total()
	memory := make([]int, p.Memory)
	for i := range memory {
		memory[i] = cost
	}
	for step := range steps {
		undo := s.change(src)
		if undo == nil {
			continue
		}
		next := s.total()
		past := &memory[step%p.Memory]
		if next > cost && next > *past {
			undo()
			continue
		}
		cost = next
		*past = min(*past, cost)
		if v := s.value(); slices.Compare(v[:], best[:]) < 0 {
			best = v
			if !found(s.schedule()) {
				return nil
			}
		}
	}
	return nil
}
