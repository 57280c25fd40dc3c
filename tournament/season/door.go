package season

import (
	"slices"

	"topcut/tournament/door"
)

// domain is the aggregate with a ban list that is asked about every command.
type domain struct {
	Aggregate
	bans door.Lists
}

// Decide carries out a command that lets no banned person in. What a person has played
// counts all the same: a member who is one by a result is none who asked to be let in.
func (x domain) Decide(d *Decision, c Command) error {
	keeper := &door.Keeper{
		Lists: x.bans, Now: d.Now,
		Guild: func() string { return d.After.Guild }, Actor: func() string { return d.Book.Person(d.Person).User },
	}
	if next, begins := c.(Create); begins {
		var err error
		if c, err = next.without(keeper); err != nil {
			return err
		}
	}
	if err := c.decide(d); err != nil {
		return err
	}
	if onlyCounts(c) {
		return nil
	}
	if err := throughGate(d, c, keeper); err != nil {
		return err
	}
	for i := range d.Events {
		_, joins := d.Events[i].Event.(*MemberJoined)
		for _, member := range entrants(d, d.Events[i].Event) {
			p := d.Book.Person(d.After.PersonOf(member))
			if !joins && p.User == "" {
				continue // a guest who is a member already
			}
			if err := keeper.Admit(p.User, p.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

// throughGate refuses who becomes a member by themselves if the gate of the league does not
// let them in. Members stay members.
func throughGate(d *Decision, c Command, keeper *door.Keeper) error {
	switch c := c.(type) {
	case Join:
		keeper.Facts = c.Facts
	case Answer:
		keeper.Facts = c.Facts
	case Add, Adopt, Create, Undo, OpenSignup:
		keeper.Anyway = true
	}
	for i := range d.Events {
		member := 0
		switch f := d.Events[i].Event.(type) {
		case *MemberJoined:
			member = f.Member
		case *SignupAnswered:
			if f.In {
				member = f.Member
			}
		}
		if member == 0 || member <= len(d.Before.Members) && !d.Before.Members.At(member).Left {
			continue
		}
		if err := keeper.Through(d.After.Settings.Gate(), d.After.Settings.Name); err != nil {
			return err
		}
	}
	return nil
}

// onlyCounts reports whether a command is about results alone.
func onlyCounts(c Command) bool {
	switch c := c.(type) {
	case Count:
		return true
	case All:
		return !slices.ContainsFunc(c, func(c Command) bool { return !onlyCounts(c) })
	}
	return false
}

// without returns the season to be begun without the entrants who are banned.
func (c Create) without(keeper *door.Keeper) (Create, error) {
	var may []Entrant
	keeper.Guild = func() string { return c.Guild }
	for _, e := range c.Entrants {
		ban, err := keeper.Banned(e.Person.User, "")
		if err != nil {
			return c, err
		}
		if ban == nil {
			may = append(may, e)
		}
	}
	c.Entrants = may
	return c, nil
}

// entrants returns the members whom a fact lets in, or in again.
func entrants(d *Decision, f Fact) []int {
	switch f := f.(type) {
	case *MemberJoined:
		return []int{f.Member}
	case *MembersMerged:
		return []int{f.Into}
	case *Paused:
		if f.Back {
			return []int{f.Member}
		}
	case *SignupAnswered:
		if f.In {
			return []int{f.Member}
		}
	case *Retracted:
		var back []int
		for i, m := range d.After.Members {
			if m.plays() && (i >= len(d.Before.Members) || !d.Before.Members[i].plays()) {
				back = append(back, i+1)
			}
		}
		return back
	}
	return nil
}
