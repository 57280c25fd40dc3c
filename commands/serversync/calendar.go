package serversync

import (
	"context"
	"fmt"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/stores"
)

// keepCalendars brings what members have said of themselves into the logs of the events
// that they play in: their time zones and absences, from which deadlines follow. An event
// that a member joins later has them too.
func (k *Keeper) keepCalendars(ctx context.Context, guild string, found []stores.Found) error {
	said, err := k.Calendars.Calendars(ctx, guild)
	if err != nil || len(said) == 0 {
		return err
	}
	for _, f := range found {
		if f.Phase >= tournament.Finished {
			continue
		}
		snap, err := k.Events.Snapshot(ctx, f.ID)
		if err != nil {
			return err
		}
		for n := 1; snap.State.Arranged() && n <= len(snap.State.Players); n++ {
			c, ok := said[snap.User(n)]
			if !ok || !snap.State.Lacks(n, c, k.Now()) {
				continue
			}
			if snap, err = TakeCalendar(ctx, k.Events, snap, n, c, command.Request{Cause: fmt.Sprintf("calendar of %d", n)}); err != nil {
				return err
			}
		}
	}
	return nil
}

// keepPresence records in the logs of events that have paired a round who has left the
// server. What Discord does not answer is asked again after the next change.
func (k *Keeper) keepPresence(ctx context.Context, found []stores.Found) error {
	if k.Presence == nil {
		return nil
	}
	for _, f := range found {
		if f.Phase != tournament.Running {
			continue
		}
		snap, err := k.Events.Snapshot(ctx, f.ID)
		if err != nil {
			return err
		}
		if _, _, err := k.Presence.Note(ctx, snap); err != nil {
			return err
		}
	}
	return nil
}

// TakeCalendar brings a member's calendar into an event, and returns the event after it.
// The request says by whom and by what; its command is set here.
func TakeCalendar(ctx context.Context, events *command.Director, snap *tournament.Snapshot, n int, c tournament.Calendar, by command.Request) (*tournament.Snapshot, error) {
	by.Command = &command.TakeCalendar{Player: n, Calendar: c}
	out, err := events.Do(ctx, snap.State.ID, by)
	switch {
	case tournament.ClassOf(err) != "": // the player has left meanwhile
		return snap, nil
	case err != nil:
		return snap, err
	}
	return out.After, nil
}
