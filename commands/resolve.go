package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"topcut/tournament"
	"topcut/tournament/notice"
)

// locate finds the event a call is about: the one a panel belongs to, else the one
// that eventOf finds. A route that can do without goes on without.
func (a *App) locate(ctx context.Context, route *Route, c *Call) error {
	if route.Scope == oneLeague {
		return a.leagueOf(ctx, c)
	}
	id := c.Panel.Tournament
	if id == 0 && route.Scope != noEvent {
		var err error
		id, err = a.eventOf(ctx, c, route.Role)
		code, named := tournament.ClassOf(err), c.text("tournament") != ""
		without := route.Scope == someEvent && code == tournament.NotFound || route.Scope == plainEvent && code != ""
		if err != nil && (named || !without) {
			return err
		}
	}
	if id == 0 {
		return nil
	}
	snap, err := a.Director.Snapshot(ctx, id)
	if errors.Is(err, tournament.ErrNotFound) {
		return errOldPanel // as one that the person may not know of
	}
	if err != nil {
		return err
	}
	if snap.State.Guild != c.GuildID {
		return errOldPanel // an id from another server
	}
	if knows, err := c.knows(ctx, snap); err != nil || !knows {
		return cmp.Or(err, errOldPanel)
	}
	c.Event, c.Snap = id, snap
	return nil
}

// eventOf finds the event that a command is about:
//
//  1. the one named in the option tournament;
//  2. the one of this channel, or of the thread's channel, if one there is not over,
//     else the last one there that is; in a channel without events those of the
//     server are looked at instead;
//  3. where several are not over, for a player's command the only one in which this
//     person plays and the command makes sense now (Route.When);
//  4. the only one in which the command makes sense now;
//  5. else it refuses and offers them, those first in which the command makes sense.
//
// 3 and 4 look at the events of the channel, then at all of the server. There are
// three finer points. For what people do in an event of their own (Route.Own) others do
// not count, once they play in any. Where the command makes sense nowhere, a player
// of one event alone hears of that one why. And /tournament open means the newest
// event that the person has created and not opened.
func (a *App) eventOf(ctx context.Context, c *Call, role Role) (tournament.ID, error) {
	all, err := c.events(ctx)
	if err != nil {
		return 0, err
	}
	if named := strings.TrimSpace(c.text("tournament")); named != "" {
		return namedEvent(all, named)
	}
	here := slices.DeleteFunc(slices.Clone(all), func(f tournament.Found) bool { return !c.in(f.Channel) })
	for _, events := range [][]tournament.Found{here, all} {
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

// in reports whether the call comes from a channel or a thread of it.
func (c *Call) in(channel string) bool {
	return channel == c.ChannelID || channel == c.channel()
}

// path returns the name of the command, such as "round pair".
func (c *Call) path() string { return strings.Join(c.Path, " ") }

// parted parts the events that are not over from those that are. One that was
// cancelled is out of the way of others, but the one that was cancelled last is
// what an organiser takes back.
func (c *Call) parted(events []tournament.Found) (running, over []tournament.Found) {
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

// candidate is an event that may be meant.
type candidate struct {
	tournament.Found
	here   bool // it is of this channel
	mine   bool // the person created it
	plays  bool // the person plays in it
	timely bool // the command makes sense in it now

	game  string
	start int64 // see tournament.Settings
	zone  *time.Location
}

// candidates returns those of the events that are not over, newest first, but
// before all those in which the command makes sense.
func (a *App) candidates(ctx context.Context, c *Call, all []tournament.Found) ([]candidate, error) {
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
			Found: f, here: c.in(f.Channel), mine: person != 0 && person == snap.State.Creator,
			plays:  n > 0 && snap.State.Players[n-1].Status != tournament.Left,
			timely: route.timely(snap.State),
		}
		list[i].describe(snap.State)
		playing = playing || list[i].plays
	}
	for i := range list {
		switch e := &list[i]; {
		case c.path() == "join": // a player cannot join again
			e.timely = e.timely && !e.plays
		case route != nil && route.Own && playing:
			e.timely = e.timely && e.plays
		}
	}
	late := slices.DeleteFunc(slices.Clone(list), func(e candidate) bool { return e.timely })
	return append(slices.DeleteFunc(list, func(e candidate) bool { return !e.timely }), late...), nil
}

// choose finds the event that is meant where several are not over, by the rules of
// eventOf from the third on.
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

// only returns the one event that fits, or 0 where none or several do.
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

// namedEvent finds an event by the value of autocomplete ("t12"), its number or
// its exact name.
func namedEvent(all []tournament.Found, named string) (tournament.ID, error) {
	for _, f := range all {
		if eventValue(f.ID) == named || fmt.Sprint(int64(f.ID)) == named {
			return f.ID, nil
		}
	}
	for _, f := range all {
		if strings.EqualFold(f.Name, named) {
			return f.ID, nil
		}
	}
	return 0, tournament.Refuse(tournament.NotFound, "here.no_such", "name", notice.Text(clip(named, 60)))
}

// eventValue returns the value with which autocomplete names an event.
func eventValue(id tournament.ID) string { return fmt.Sprintf("t%d", id) }
