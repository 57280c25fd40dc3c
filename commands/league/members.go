package league

import (
	"context"
	"fmt"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/journal"
	"topcut/tournament/season"
)

// seat gives the members whose places may have to change those that follow from their
// divisions: a member of a division enters its event, and one who left goes out of every
// event of the league. Doing it again changes nothing.
func (o *Service) seat(ctx context.Context, snap *season.Snapshot) error {
	members := snap.State.Seating
	if len(members) == 0 {
		return nil // overtaken by another decision
	}
	events, err := o.Lists(ctx, snap)
	if err != nil {
		return err
	}
	for _, m := range members {
		for _, event := range events {
			cmd := Seat(snap, event, m)
			if cmd == nil {
				continue
			}
			_, err := o.Events.Do(ctx, event.State.ID, command.Request{Cause: fmt.Sprintf("league:%d:%s:%d:%d", snap.State.ID, season.DueSeats, snap.State.Seq, m), Command: cmd})
			switch class := journal.ClassOf(err); {
			case err == nil || class == journal.NoChange:
			case class == "" || class == journal.Unavailable:
				return err // a fault of the database
			default: // the event has gone on since the organiser saw that it works
				o.Log.Warn("an event does not take a member of its league", "league", snap.State.ID, "tournament", event.State.ID, "why", err)
			}
		}
	}
	_, err = o.Seasons.Do(ctx, snap.State.ID, season.Request{Cause: season.DueSeats, Command: season.SeatMembers{Members: members}})
	if journal.ClassOf(err) == journal.NoChange {
		return nil
	}
	return err
}

// Lists returns the unfinished events of a league that have a closed list.
func (o *Service) Lists(ctx context.Context, snap *season.Snapshot) (out []*tournament.Snapshot, err error) {
	all, err := o.Index.ByGuild(ctx, snap.State.Guild)
	if err != nil {
		return nil, err
	}
	for _, f := range all {
		if f.Phase >= tournament.Finished {
			continue
		}
		event, err := o.settled(ctx, f.ID)
		if err != nil {
			return nil, err
		}
		if e := event.State.Entry; e.Listed && e.League == snap.State.ID {
			out = append(out, event)
		}
	}
	return out, nil
}

// Seat returns the command that gives a member the place in an event that follows from
// their division, or nil if the place is right.
func Seat(snap *season.Snapshot, event *tournament.Snapshot, m int) command.Command {
	player := playerOf(snap, event, m)
	list := event.State.Entry.Division
	switch {
	case list > 0 && snap.State.PlaysIn(m, list):
		if player > 0 && (event.State.Taking(player) || event.State.Players.At(player).Status == tournament.Waiting) {
			return nil
		}
		return &command.AdmitPlayer{User: snap.User(m), Name: snap.Name(m)}
	case player > 0 && (list > 0 || snap.State.Members.At(m).Left):
		return &command.Expel{Player: player}
	}
	return nil
}

// playerOf returns the player of a member in an event, or 0 if there is none or the
// player left before the start.
func playerOf(snap *season.Snapshot, event *tournament.Snapshot, m int) int {
	user, name := snap.User(m), snap.Name(m)
	for n := len(event.State.Players); n > 0; n-- {
		p := event.State.Players.At(n)
		is := event.Book.Person(p.Person)
		if p.Status != tournament.Left && p.Status != tournament.Void && is.User == user && (user != "" || is.Name == name) {
			return n
		}
	}
	return 0
}
