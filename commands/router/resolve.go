package router

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"topcut/commands/discord"
	"topcut/commands/refusal"
	"topcut/tournament"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/sorted"
	"topcut/tournament/stores"
)

// Locate finds the event of a call: that of its panel, else the one that eventOf finds.
// Routes that do not require an event continue without one.
func (a *App) Locate(ctx context.Context, route *Route, c *Call) error {
	if route.Scope == OneLeague {
		return a.LeagueOf(ctx, c)
	}
	id := c.Panel.Tournament
	if id == 0 && route.Scope != NoEvent {
		var err error
		id, err = a.eventOf(ctx, c, route.Role)
		code, named := tournament.ClassOf(err), c.Typed("tournament") != ""
		without := route.Scope == SomeEvent && code == tournament.NotFound || route.Scope == PlainEvent && code != ""
		if err != nil && (named || !without) {
			return err
		}
	}
	if id == 0 {
		return nil
	}
	snap, err := a.Director.Snapshot(ctx, id)
	if errors.Is(err, tournament.ErrNotFound) {
		return ErrOldPanel // as for an event that the user may not see
	}
	if err != nil {
		return err
	}
	if snap.State.Guild != c.GuildID {
		return ErrOldPanel // an id from another server
	}
	if knows, err := c.knows(ctx, snap); err != nil || !knows {
		return cmp.Or(err, ErrOldPanel)
	}
	c.Event, c.Snap = id, snap
	return nil
}

// enter takes a press in a direct message to the server of its event or league.
func (a *App) enter(ctx context.Context, route *Route, c *Call) error {
	var guild, channel string
	switch id := c.Panel.Tournament; {
	case id == 0:
		return tournament.Refuse(tournament.NotAllowed, "not_here.private")
	case route.Scope == OneLeague:
		snap, err := a.Seasons.Snapshot(ctx, id)
		if err != nil {
			return ErrOldPanel
		}
		guild, channel = snap.State.Guild, snap.State.Settings.Channel
	default:
		snap, err := a.Director.Snapshot(ctx, id)
		if err != nil {
			return ErrOldPanel
		}
		guild, channel = snap.State.Guild, snap.State.Channel
	}
	err := a.Rest.Enter(ctx, c.Interaction, guild, channel)
	if refusal.Of(err) == refusal.NoMember {
		return tournament.Refuse(tournament.NotAllowed, "not_here.left")
	}
	return err
}

// eventOf finds the event that a command is about:
//
//  1. the one named in the option tournament;
//  2. the unfinished event of this channel, or of the thread's channel; if all events
//     there are over, the last of them; in a channel without events, the server's events;
//  3. if several are unfinished and the command is a player's, the only one in which the
//     user plays and the command makes sense now (Route.When);
//  4. the only one in which the command makes sense now;
//  5. otherwise it refuses and offers the events, with those in which the command makes
//     sense first.
//
// Rules 3 and 4 look at the events of the channel first, then at those of the server.
// There are three exceptions. For a command about the user's own event (Route.Own),
// Events in which they do not play are ignored if they play in any. If the command makes
// sense in no event, a player of exactly one event gets the refusal of that event. And
// /tournament open means the newest event that the user created and has not opened.
func (a *App) eventOf(ctx context.Context, c *Call, role Role) (tournament.ID, error) {
	all, err := c.Events(ctx)
	if err != nil {
		return 0, err
	}
	if named := strings.TrimSpace(c.Typed("tournament")); named != "" {
		return NamedEvent(all, named)
	}
	here := slices.DeleteFunc(slices.Clone(all), func(f stores.Found) bool { return !c.In(f.Channel) })
	for _, events := range [][]stores.Found{here, all} {
		running, over := c.parted(events)
		switch {
		case len(running) == 1:
			return running[0].ID, nil
		case len(running) > 1:
			list, err := a.candidates(ctx, c, all)
			if err != nil {
				return 0, err
			}
			return choose(list, c.path(), role)
		case len(over) > 0:
			return over[0].ID, nil
		}
	}
	return 0, tournament.Refuse(tournament.NotFound, "here.none")
}

// In reports whether the call comes from a channel or a thread of it.
func (c *Call) In(channel string) bool {
	return channel == c.ChannelID || channel == c.channel()
}

// path returns the name of the command, for example "round pair".
func (c *Call) path() string { return strings.Join(c.Path, " ") }

// parted splits events into unfinished and finished ones. Cancelled events count as
// finished for /tournament undo only, which can take the cancellation back.
func (c *Call) parted(events []stores.Found) (running, over []stores.Found) {
	for _, f := range events {
		switch {
		case f.Phase < tournament.Finished:
			running = append(running, f)
		case f.Phase == tournament.Finished || c.path() == "tournament undo":
			over = append(over, f)
		}
	}
	return running, over
}

// candidate is an event that a command may mean.
type candidate struct {
	stores.Found
	here   bool // belongs to this channel
	mine   bool // the user created it
	plays  bool // the user plays in it
	timely bool // the command makes sense in it now

	game     string
	start    int64 // see tournament.Settings
	zone     *time.Location
	league   tournament.ID // 0 = none
	division int           // that the event is, in its league
	place    int           // of the newest event of the league
}

// candidates returns the unfinished events, newest first, with those in which the command
// makes sense before the others. The divisions of a league stand in their order.
func (a *App) candidates(ctx context.Context, c *Call, all []stores.Found) ([]candidate, error) {
	route := a.Table.commands[c.path()] // nil for a panel
	running, _ := c.parted(all)
	list := make([]candidate, len(running))
	playing := false
	for i, f := range running {
		snap, err := a.Director.Snapshot(ctx, f.ID)
		if err != nil {
			return nil, err
		}
		person, n := snap.Book.ByUser(c.User.ID), snap.PlayerByUser(c.User.ID)
		list[i] = candidate{
			Found: f, here: c.In(f.Channel), mine: person != 0 && person == snap.State.Creator,
			plays:  n > 0 && snap.State.Players.At(n).Status != tournament.Left,
			timely: route.timely(snap.State),
		}
		list[i].describe(snap.State)
		playing = playing || list[i].plays
	}
	for i := range list {
		switch e := &list[i]; {
		case c.path() == "join": // a player cannot join twice
			e.timely = e.timely && !e.plays
		case route != nil && route.Own && playing:
			e.timely = e.timely && e.plays
		}
	}
	for i := range list {
		list[i].place = i
		if league := list[i].league; league > 0 {
			list[i].place = slices.IndexFunc(list, func(e candidate) bool { return e.league == league })
		}
	}
	sorted.Stable(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.division, b.division))
	})
	late := slices.DeleteFunc(slices.Clone(list), func(e candidate) bool { return e.timely })
	return append(slices.DeleteFunc(list, func(e candidate) bool { return !e.timely }), late...), nil
}

// choose picks among several unfinished events by rules 3 to 5 of eventOf.
func choose(list []candidate, path string, role Role) (tournament.ID, error) {
	here := slices.DeleteFunc(slices.Clone(list), func(e candidate) bool { return !e.here })
	for _, events := range [][]candidate{here, list} {
		if path == "tournament open" {
			if i := slices.IndexFunc(events, func(e candidate) bool { return e.mine && e.Phase == tournament.Draft }); i >= 0 {
				return events[i].ID, nil
			}
			if id := only(events, func(e candidate) bool { return e.Phase == tournament.Draft }); id != 0 {
				return id, nil
			}
		}
		if role == Everyone {
			if id := only(events, func(e candidate) bool { return e.plays && e.timely }); id != 0 {
				return id, nil
			}
		}
		if id := only(events, isTimely); id != 0 {
			return id, nil
		}
	}
	if role == Everyone && !slices.ContainsFunc(list, isTimely) {
		if id := only(list, func(e candidate) bool { return e.plays }); id != 0 {
			return id, nil
		}
	}
	if slices.ContainsFunc(here, isTimely) {
		list = here
	}
	const most = 5
	var names []notice.Text
	for _, e := range list[:min(most, len(list))] {
		names = append(names, notice.Text(e.Name))
	}
	refusal := tournament.Refuse(tournament.BadInput, "here.several", "events", names)
	if more := len(list) - most; more > 0 {
		refusal = tournament.Refuse(tournament.BadInput, "here.many", "events", names, "n", more)
	}
	return 0, &offering{error: refusal, events: list}
}

func isTimely(e candidate) bool { return e.timely }

// only returns the one event that fits, or 0 if none or several do.
func only(events []candidate, fits func(candidate) bool) (id tournament.ID) {
	for _, e := range events {
		switch {
		case !fits(e):
		case id != 0:
			return 0
		default:
			id = e.ID
		}
	}
	return id
}

// NamedEvent finds an event by its autocomplete value ("t12"), its number or its exact
// name.
func NamedEvent(all []stores.Found, named string) (tournament.ID, error) {
	for _, f := range all {
		if eventValue(f.ID) == named || fmt.Sprint(int64(f.ID)) == named {
			return f.ID, nil
		}
	}
	called := make([]string, len(all))
	for i, f := range all {
		called[i] = f.Name
	}
	if found := names.Find(named, called); len(found) > 0 {
		return all[found[0]].ID, nil
	}
	return 0, tournament.Refuse(tournament.NotFound, "here.no_such", "name", notice.Text(discord.Cut(named, 60)))
}

// eventValue returns the autocomplete value of an event.
func eventValue(id tournament.ID) string { return fmt.Sprintf("t%d", id) }
