// Package profile computes the profile of a member of a server: figures, streaks and
// the record against others. All functions are pure functions of the events that are
// over, in the order in which they ended, so that a correction or a merge of two
// members changes a profile without further steps.
//
// Members are numbered from 1 over all events of a server. A guest who was found to be
// a user is merged into them: Members maps results to members, and no event is changed.
package profile

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"topcut/tournament/journal"
	"topcut/tournament/notice"
	"topcut/tournament/sorted"
)

// Tournament is one that is over.
type Tournament struct {
	ID      journal.ID
	Game    string // id of the ruleset
	Ended   time.Time
	Field   int // how many took part
	Places  []Place
	Matches []Match
}

// Place is the place of a member in the event; 0 = none. Each member of a team has its place.
type Place struct {
	Member, Place int
	Person        int    // of the event's book who is the member
	Team          string // with whom they played; "" = alone
	Penalties     int
	NoShow        bool // dropped or forfeited without having come
}

// Team is the opponent of a member in a match of teams, each of whose members has a Match.
const Team = -1

// Match is a match of two in the order it was played; a winner of 0 is a draw.
type Match struct {
	Round    int
	A, B     int
	Winner   int
	Unplayed bool // forfeit or agreed draw: does not count for streaks
}

// Members maps merged members to the remaining one.
type Members struct{ into map[int]int }

// Merge makes two members one. What they are now is asked with Now.
func (m *Members) Merge(from, into int, events []Tournament) error {
	from, into = m.Now(from), m.Now(into)
	if from == into {
		return journal.Refuse(journal.NoChange, "season.same_member", "player", notice.Player(into))
	}
	for i := range events {
		both := 0
		for _, p := range events[i].Places {
			if now := m.Now(p.Member); now == from || now == into {
				both++
			}
		}
		if both > 1 {
			return journal.Refuse(journal.Conflict, "season.both_played", "player", notice.Player(into), "event", int64(events[i].ID))
		}
	}
	if m.into == nil {
		m.into = map[int]int{}
	}
	m.into[from] = into
	return nil
}

// Now returns who a member is.
func (m *Members) Now(member int) int {
	for m.into[member] > 0 {
		member = m.into[member]
	}
	return member
}

// Record is matches won, lost and drawn.
type Record struct{ Won, Lost, Drawn int }

func (r *Record) add(winner, me int) {
	switch winner {
	case me:
		r.Won++
	case 0:
		r.Drawn++
	default:
		r.Lost++
	}
}

// Finish is the end of one event for a member.
type Finish struct {
	Event journal.ID
	Ended time.Time
	Place int // 0 = none
	Field int
	Team  string // in which they played; "" = alone
}

// Fault is what organisers see of an event, until it expires from view.
type Fault struct {
	Event     journal.ID
	Ended     time.Time
	Penalties int
	NoShow    bool
}

// Profile is the profile of one member.
type Profile struct {
	Member   int
	Events   int
	Record   Record
	Streak   int // longest run of matches won that were played
	Running  int // the current one
	Wins     int // events won
	Best     []Finish
	Last     []Finish // newest first
	Faults   []Fault  // for organisers, newest first
	Opposite []Versus // most met first; teams are left out
}

// Versus is the record against one opponent, with the last matches, newest first.
type Versus struct {
	Opponent int
	Record   Record
	Last     []Met
}

// Met is one match against an opponent.
type Met struct {
	Event  journal.ID
	Ended  time.Time
	Round  int
	Winner int
}

// Limits of a profile, and for how long organisers see faults.
const (
	kept    = 5
	Expires = 18 // months
)

// Of returns the profile of a member in a game, or in all of them where game is empty.
// events are in the order in which they ended.
func Of(events []Tournament, members *Members, member int, game string, now time.Time) *Profile {
	p := &Profile{Member: members.Now(member)}
	versus := map[int]*Versus{}
	for i := range events {
		e := &events[i]
		if game != "" && e.Game != game {
			continue
		}
		at := slices.IndexFunc(e.Places, func(x Place) bool { return members.Now(x.Member) == p.Member })
		if at < 0 {
			continue
		}
		p.event(e, &e.Places[at], now)
		for k := range e.Matches {
			p.match(e, &e.Matches[k], members, versus)
		}
	}
	p.Best = slices.Clone(p.Last)
	p.Best = slices.DeleteFunc(p.Best, func(f Finish) bool { return f.Place == 0 })
	sorted.Stable(p.Best, func(a, b Finish) int { // the larger field is the better of equal places
		return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(b.Field, a.Field), b.Ended.Compare(a.Ended))
	})
	p.Best = p.Best[:min(kept, len(p.Best))]
	slices.Reverse(p.Last)
	p.Last = p.Last[:min(kept, len(p.Last))]
	slices.Reverse(p.Faults)
	met := slices.SortedFunc(maps.Values(versus), func(a, b *Versus) int {
		return cmp.Or(cmp.Compare(b.Record.all(), a.Record.all()), cmp.Compare(a.Opponent, b.Opponent))
	})
	for _, v := range met {
		slices.Reverse(v.Last)
		v.Last = v.Last[:min(kept, len(v.Last))]
		p.Opposite = append(p.Opposite, *v)
	}
	return p
}

func (r Record) all() int { return r.Won + r.Lost + r.Drawn }

func (p *Profile) event(e *Tournament, x *Place, now time.Time) {
	p.Events++
	if x.Place == 1 {
		p.Wins++
	}
	p.Last = append(p.Last, Finish{e.ID, e.Ended, x.Place, e.Field, x.Team})
	if (x.Penalties > 0 || x.NoShow) && e.Ended.AddDate(0, Expires, 0).After(now) {
		p.Faults = append(p.Faults, Fault{e.ID, e.Ended, x.Penalties, x.NoShow})
	}
}

func (p *Profile) match(e *Tournament, m *Match, members *Members, versus map[int]*Versus) {
	a, b, winner := members.Now(m.A), members.Now(m.B), members.Now(m.Winner)
	other := b
	switch p.Member {
	case a:
	case b:
		other = a
	default:
		return
	}
	p.Record.add(winner, p.Member)
	if !m.Unplayed {
		if p.Running++; winner != p.Member {
			p.Running = 0
		}
		p.Streak = max(p.Streak, p.Running)
	}
	if other == Team {
		return
	}
	v := versus[other]
	if v == nil {
		v = &Versus{Opponent: other}
		versus[other] = v
	}
	v.Record.add(winner, p.Member)
	v.Last = append(v.Last, Met{e.ID, e.Ended, m.Round, winner})
}

// Against returns the record against one opponent; the zero Versus where they never
// met.
func (p *Profile) Against(opponent int) Versus {
	for _, v := range p.Opposite {
		if v.Opponent == opponent {
			return v
		}
	}
	return Versus{Opponent: opponent}
}
