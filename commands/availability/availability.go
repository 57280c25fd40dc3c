// Package availability keeps when the members of a server can play: their time zones, the
// hours of a week at which they usually can, and when they are away. What a member says
// holds for all events of the server. It is stored for the server, and written into the log
// of each event in which they arrange matches.
package availability

import (
	"context"
	"strconv"
	"time"

	"topcut/commands/serversync"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fairclock"
	"topcut/tournament/fixture"
	"topcut/tournament/hours"
	"topcut/tournament/stores"
)

// Keeper keeps when members can play.
type Keeper struct {
	Calendars stores.Calendars
	Index     stores.Index
	Events    *command.Director
	Now       func() time.Time
}

// Seat is a member's player in an unfinished event whose matches are arranged.
type Seat struct {
	Snap *tournament.Snapshot
	N    int
	User string
}

// Fixtures returns the matches or boards that the member still has to play.
func (s Seat) Fixtures() []tournament.Place {
	return s.Snap.State.FixturesFor(s.N, s.Snap.Book.ByUser(s.User))
}

// Member is who says something, in which server, and by which interaction.
type Member struct {
	Guild, Interaction string
	Actor              tournament.Actor
}

// Seats returns the seats of a user in a server, the newest event first.
func (k *Keeper) Seats(ctx context.Context, guild, user string) ([]Seat, error) {
	found, err := k.Index.ByUser(ctx, guild, user)
	if err != nil {
		return nil, err
	}
	var out []Seat
	for _, f := range found {
		if f.Phase >= tournament.Finished {
			continue
		}
		snap, err := k.Events.Snapshot(ctx, f.ID)
		if err != nil {
			return nil, err
		}
		if n := snap.PlayerByUser(user); n > 0 && snap.State.Arranged() && snap.State.Taking(n) {
			out = append(out, Seat{snap, n, user})
		}
	}
	return out, nil
}

// Remember brings what a member has said in the server into an event in which they are
// player n, so that nothing is asked again, and returns the event after it.
func (k *Keeper) Remember(ctx context.Context, m Member, snap *tournament.Snapshot, n int) (*tournament.Snapshot, error) {
	said, err := k.Calendars.Calendar(ctx, m.Guild, m.Actor.User)
	if err != nil || !snap.State.Lacks(n, said, k.Now()) {
		return snap, err
	}
	return serversync.TakeCalendar(ctx, k.Events, snap, n, said, command.Request{Actor: m.Actor, Cause: m.Interaction + "/calendar/" + strconv.FormatInt(int64(snap.State.ID), 10)})
}

// SetZone stores a member's time zone for the server.
func (k *Keeper) SetZone(ctx context.Context, m Member, zone string) error {
	_, err := k.Calendars.ChangeCalendar(ctx, m.Guild, m.Actor.User, func(said *tournament.Calendar) { said.Zone = zone })
	return err
}

// tell carries out a command of a member in each event in which they have a seat. Hours and days
// away are a person's, so a team on boards has none.
func (k *Keeper) tell(ctx context.Context, m Member, seats []Seat, about func(n int) command.Command) error {
	for i, s := range seats {
		if s.Snap.State.Settings.Boards > 0 {
			continue
		}
		out, err := k.Events.Do(ctx, s.Snap.State.ID, command.Request{
			Actor: m.Actor, Cause: m.Interaction + "/" + strconv.FormatInt(int64(s.Snap.State.ID), 10), Command: about(s.N),
		})
		if err != nil {
			return err
		}
		seats[i].Snap = out.After
	}
	return nil
}

// SayAway adds a time to a member's absences, or takes one back, in the server and in all
// events. The seats are those after it.
func (k *Keeper) SayAway(ctx context.Context, m Member, seats []Seat, span fairclock.Span, back bool) error {
	now := k.Now()
	_, err := k.Calendars.ChangeCalendar(ctx, m.Guild, m.Actor.User, func(said *tournament.Calendar) {
		for _, s := range seats { // what was said before absences were kept for the server
			if !s.Snap.State.Crewed() {
				said.Away = said.Away.Union(s.Snap.State.AwayOf(s.N))
			}
		}
		said.Away = said.Away.With(span)
		if back {
			said.Away = said.Away.Without(span)
		}
		said.Away = said.Away.Without(fairclock.Span{Until: now})
	})
	if err != nil {
		return err
	}
	return k.tell(ctx, m, seats, func(n int) command.Command {
		return &command.BeAway{Player: n, From: span.From, Until: span.Until, Back: back}
	})
}

// SayWeek changes when a member can usually play, in the server and in all events, and
// returns what they have said. zone is the one that was shown with the hours; it is theirs
// from then on.
func (k *Keeper) SayWeek(ctx context.Context, m Member, zone string, change func(hours.Week) hours.Week) (tournament.Calendar, error) {
	said, err := k.Calendars.ChangeCalendar(ctx, m.Guild, m.Actor.User, func(said *tournament.Calendar) {
		said.Week = change(said.Week)
		if zone != "" {
			said.Zone = zone
		}
	})
	if err != nil {
		return said, err
	}
	seats, err := k.Seats(ctx, m.Guild, m.Actor.User)
	if err != nil {
		return said, err
	}
	for i, s := range seats { // the zone first: the hours are read in it
		if seats[i].Snap, err = k.Remember(ctx, m, s.Snap, s.N); err != nil {
			return said, err
		}
	}
	return said, k.tell(ctx, m, seats, func(n int) command.Command { return &command.SetWeek{Player: n, Week: said.Week} })
}

// asleep reports whether t is at night, from 1 to 7.
func asleep(t time.Time) bool { return t.Hour() >= 1 && t.Hour() < 7 }

// Doubts returns what speaks against times for a match: whose night it is, who is away,
// and who plays another match then, in any event of the server. Nights are left out where
// the times are the opponent's choice.
func (k *Keeper) Doubts(ctx context.Context, guild string, snap *tournament.Snapshot, at tournament.Place, list []time.Time, nights bool) (out []view.Doubt, err error) {
	s := snap.State
	for side := fixture.First; side <= fixture.Second; side++ {
		player := s.PlayerAt(at, side)
		busy, err := k.busy(ctx, guild, snap, player, at)
		if err != nil {
			return nil, err
		}
		zone, known := tournament.ZoneOf(snap, player)
		away := s.AwayOf(player)
		for _, t := range list {
			if nights && known && asleep(t.In(zone)) {
				out = append(out, view.Doubt{Why: "fixture.panel.night", Player: player, At: t})
			}
			if away.Contains(t) {
				out = append(out, view.Doubt{Why: "fixture.panel.is_away", Player: player, At: t})
			}
			for _, other := range busy {
				if other.Sub(t).Abs() < fixture.Playing {
					out = append(out, view.Doubt{Why: "fixture.panel.busy", Player: player, At: t})
					break
				}
			}
		}
	}
	return out, nil
}

// busy returns the agreed times of other matches in all events of the server: those of a
// player or of any member of a team, of a board those of the person there.
func (k *Keeper) busy(ctx context.Context, guild string, snap *tournament.Snapshot, player int, but tournament.Place) (out []time.Time, err error) {
	var seats []Seat
	users := snap.Users(player)
	if person := snap.State.Sitting(but, player); person > 0 {
		users = []string{snap.Book.Person(person).User}
	}
	for _, user := range users {
		more, err := k.Seats(ctx, guild, user)
		if err != nil {
			return nil, err
		}
		seats = append(seats, more...)
	}
	for _, seat := range seats {
		for _, at := range seat.Fixtures() {
			m, _ := seat.Snap.State.Match(at.Round, at.Match)
			if agreed := m.Fixture.Agreed; agreed.After(k.Now()) && (at != but || seat.Snap.State.ID != snap.State.ID) {
				out = append(out, agreed)
			}
		}
	}
	return out, nil
}
