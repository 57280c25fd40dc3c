package commands

import (
	"context"
	"strconv"
	"strings"
	"time"

	"topcut/commands/allowance"
	"topcut/commands/customid"
	"topcut/commands/moment"
	"topcut/commands/serversync"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fairclock"
)

// What a member says of themselves holds for all events of the server: their time zone
// and when they are away. It is stored for the server, and written into the log of each
// event in which they arrange matches.

// seat is a member's player in an unfinished event whose matches are arranged.
type seat struct {
	snap *tournament.Snapshot
	n    int
}

// seats returns the seats of a user in the server, the newest event first.
func (c *Call) seats(ctx context.Context, user string) ([]seat, error) {
	found, err := c.App.Index.ByUser(ctx, c.GuildID, user)
	if err != nil {
		return nil, err
	}
	var out []seat
	for _, f := range found {
		if f.Phase >= tournament.Finished {
			continue
		}
		snap, err := c.App.Director.Snapshot(ctx, f.ID)
		if err != nil {
			return nil, err
		}
		if n := snap.PlayerByUser(user); n > 0 && snap.State.Arranged() && snap.State.Taking(n) {
			out = append(out, seat{snap, n})
		}
	}
	return out, nil
}

// remember brings what the user has said of themselves in the server into the event of the
// call, so that nothing is asked again.
func (c *Call) remember(ctx context.Context, n int) error {
	said, err := c.App.Calendars.Calendar(ctx, c.GuildID, c.User.ID)
	if err != nil || !c.Snap.State.Lacks(n, said, c.App.Now()) {
		return err
	}
	c.Snap, err = serversync.TakeCalendar(ctx, c.App.Director, c.Snap, n, said, command.Request{
		Actor: tournament.Actor{User: c.User.ID, Name: shownName(c.User.Name)}, Cause: c.ID + "/calendar",
	})
	return err
}

// setZone stores the user's time zone for the server and the event of the call.
func (c *Call) setZone(ctx context.Context, n int, zone string) error {
	_, err := c.App.Calendars.ChangeCalendar(ctx, c.GuildID, c.User.ID, func(said *tournament.Calendar) { said.Zone = zone })
	if err != nil {
		return err
	}
	return c.remember(ctx, n)
}

// away handles /match away. Without times it shows when the user is away. A user without
// a known time zone gets a form that asks for it.
func (c *Call) away(ctx context.Context) (Reply, error) {
	mine, err := c.ownSeats(ctx)
	if err != nil {
		return Reply{}, err
	}
	if c.text("from") == "" && c.text("to") == "" {
		c.noForm()
		return c.absences(ctx, mine, nil)
	}
	if err := c.remember(ctx, mine[0].n); err != nil {
		return Reply{}, err
	}
	typed := customid.AwayForm{From: c.text("from"), To: c.text("to"), Back: c.Bool("back")}
	if _, known := tournament.ZoneOf(c.Snap, mine[0].n); !known && customid.Fits(c.Event, typed) {
		m := view.AwayModal(c.env(), typed)
		return Reply{Modal: &m}, nil
	}
	c.noForm()
	return c.awayTyped(ctx, mine, typed)
}

// awayForm handles the form of /match away, which has the times that were typed before it.
func awayForm(ctx context.Context, c *Call, p customid.AwayForm) (Reply, error) {
	mine, err := c.ownSeats(ctx)
	if err != nil {
		return Reply{}, err
	}
	zone, err := moment.Zone(strings.TrimSpace(c.Field(view.FieldZone)))
	if err != nil {
		return Reply{}, err
	}
	if err := c.setZone(ctx, mine[0].n, zone); err != nil {
		return Reply{}, err
	}
	return c.awayTyped(ctx, mine, p)
}

// ownSeats returns the user's seats in the server and makes the event of the first the
// event of the call.
func (c *Call) ownSeats(ctx context.Context) ([]seat, error) {
	mine, err := c.seats(ctx, c.User.ID)
	if err == nil && len(mine) == 0 {
		err = tournament.Refuse(tournament.NotFound, "fixtures.none_here")
	}
	if err != nil {
		return nil, err
	}
	c.Snap, c.Event = mine[0].snap, mine[0].snap.State.ID
	return mine, nil
}

// awayTyped reads the times of /match away and says them in the server.
func (c *Call) awayTyped(ctx context.Context, mine []seat, p customid.AwayForm) (Reply, error) {
	span, err := c.span(mine[0], p)
	if err != nil {
		return Reply{}, err
	}
	return c.sayAway(ctx, mine, span, p.Back)
}

// span reads the two times of /match away in the user's time zone. Without a beginning
// it is now.
func (c *Call) span(at seat, p customid.AwayForm) (span fairclock.Span, err error) {
	zone, known := tournament.ZoneOf(c.Snap, at.n)
	if !known {
		zone = c.Snap.State.Settings.Location()
	}
	now := c.App.Now()
	span.From = now
	if typed := strings.TrimSpace(p.From); typed != "" && !strings.EqualFold(typed, "now") && !strings.EqualFold(typed, "today") {
		if span.From, err = moment.Parse(typed, now, zone); err != nil {
			return span, err
		}
	}
	if p.To == "" {
		return span, tournament.Refuse(tournament.BadInput, "fixtures.away")
	}
	if span.Until, err = moment.Parse(p.To, now, zone); err != nil {
		return span, err
	}
	return span, tournament.CheckAbsence(span, now)
}

// sayAway adds a time to the user's absences, or takes one back, in the server and in all
// events.
func (c *Call) sayAway(ctx context.Context, mine []seat, span fairclock.Span, back bool) (Reply, error) {
	if err := c.spend(allowance.Join); err != nil {
		return Reply{}, err
	}
	now := c.App.Now()
	_, err := c.App.Calendars.ChangeCalendar(ctx, c.GuildID, c.User.ID, func(said *tournament.Calendar) {
		for _, s := range mine { // what was said before absences were kept for the server
			said.Away = said.Away.Union(s.snap.State.AwayOf(s.n))
		}
		said.Away = said.Away.With(span)
		if back {
			said.Away = said.Away.Without(span)
		}
		said.Away = said.Away.Without(fairclock.Span{Until: now})
	})
	if err != nil {
		return Reply{}, err
	}
	for i, s := range mine {
		req := command.Request{
			Actor: tournament.Actor{User: c.User.ID, Name: shownName(c.User.Name)}, Cause: c.ID + "/" + strconv.FormatInt(int64(s.snap.State.ID), 10),
			Command: &command.BeAway{Player: s.n, From: span.From, Until: span.Until, Back: back},
		}
		out, err := c.App.Director.Do(ctx, s.snap.State.ID, req)
		if err != nil {
			return Reply{}, err
		}
		mine[i].snap = out.After
	}
	if back {
		return c.absences(ctx, mine, nil)
	}
	return c.absences(ctx, mine, &span)
}

// absences shows when the user is away, and the agreed matches in a time that was just
// said.
func (c *Call) absences(ctx context.Context, mine []seat, said *fairclock.Span) (Reply, error) {
	stored, err := c.App.Calendars.Calendar(ctx, c.GuildID, c.User.ID)
	if err != nil {
		return Reply{}, err
	}
	all := stored.Away
	var touched []view.Touched
	for _, s := range mine {
		all = all.Union(s.snap.State.AwayOf(s.n))
		for _, at := range s.snap.State.FixturesOf(s.n) {
			m, _ := s.snap.State.Match(at.Round, at.Match)
			if said != nil && m.Fixture.Agreed.After(c.App.Now()) && (fairclock.Spans{*said}).Contains(m.Fixture.Agreed) {
				touched = append(touched, view.Touched{Env: c.envOf(s.snap), Player: s.n, At: at})
			}
		}
	}
	return private(view.Absences(c.envOf(mine[0].snap), all.Without(fairclock.Span{Until: c.App.Now()}), touched)), nil
}

// takeBack takes back an absence by its button.
func takeBack(ctx context.Context, c *Call, p customid.AwayBack) (Reply, error) {
	mine, err := c.seats(ctx, c.User.ID)
	if err != nil || len(mine) == 0 {
		return Reply{}, errOldPanel
	}
	span := fairclock.Span{From: time.Unix(p.From, 0).UTC(), Until: time.Unix(p.Until, 0).UTC()}
	return c.sayAway(ctx, mine, span, true)
}
