package commands

import (
	"cmp"
	"context"
	"strings"
	"time"

	"topcut/commands/allowance"
	"topcut/commands/availability"
	"topcut/commands/customid"
	"topcut/commands/moment"
	"topcut/commands/router"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/fairclock"
	"topcut/tournament/hours"
)

// What a member says of themselves holds for all events of the server, see package
// availability.

// keeper keeps when members can play.
func (c *call) keeper() *availability.Keeper {
	a := c.App
	return &availability.Keeper{Calendars: a.Calendars, Index: a.Index, Events: a.Director, Now: a.Now}
}

// self is the user who says something of themselves.
func (c *call) self() availability.Member {
	return availability.Member{Guild: c.GuildID, Interaction: c.ID, Actor: tournament.Actor{User: c.User.ID, Name: router.ShownName(c.User.Name)}}
}

// remember brings what the user has said of themselves in the server into the event of the
// call, so that nothing is asked again.
func (c *call) remember(ctx context.Context, n int) (err error) {
	c.Snap, err = c.keeper().Remember(ctx, c.self(), c.Snap, n)
	return err
}

// setZone stores the user's time zone for the server and the event of the call.
func (c *call) setZone(ctx context.Context, n int, zone string) error {
	if err := c.keeper().SetZone(ctx, c.self(), zone); err != nil {
		return err
	}
	return c.remember(ctx, n)
}

// zone returns the time zone in which the user types times for player n: that of the player or,
// as a member of a team, what the user has said in the server.
func (c *call) zone(ctx context.Context, n int) (zone *time.Location, known bool, err error) {
	if !c.Snap.State.Crewed() {
		err = c.remember(ctx, n)
		zone, known = tournament.ZoneOf(c.Snap, n)
		return zone, known, err
	}
	said, err := c.App.Calendars.Calendar(ctx, c.GuildID, c.User.ID)
	if err != nil || said.Zone == "" {
		return nil, false, err
	}
	zone, err = tournament.ParseZone(said.Zone)
	return zone, err == nil, err
}

// away handles /match away. Without times it shows when the user is away. A user without
// a known time zone gets a form that asks for it.
func (c *call) away(ctx context.Context) (Reply, error) {
	mine, err := c.ownSeats(ctx)
	if err != nil {
		return Reply{}, err
	}
	if c.Typed("from") == "" && c.Typed("to") == "" {
		c.NoForm()
		return c.absences(ctx, mine, nil)
	}
	if err := c.remember(ctx, mine[0].N); err != nil {
		return Reply{}, err
	}
	typed := customid.AwayForm{From: c.Typed("from"), To: c.Typed("to"), Back: c.Bool("back")}
	if _, known := tournament.ZoneOf(c.Snap, mine[0].N); !known && customid.Fits(c.Event, typed) {
		m := view.AwayModal(c.Env(), typed)
		return Reply{Modal: &m}, nil
	}
	c.NoForm()
	return c.awayTyped(ctx, mine, typed)
}

// awayForm handles the form of /match away, which has the times that were typed before it.
func awayForm(ctx context.Context, c *call, p customid.AwayForm) (Reply, error) {
	mine, err := c.ownSeats(ctx)
	if err != nil {
		return Reply{}, err
	}
	zone, err := moment.Zone(strings.TrimSpace(c.Field(view.FieldZone)))
	if err != nil {
		return Reply{}, err
	}
	if err := c.setZone(ctx, mine[0].N, zone); err != nil {
		return Reply{}, err
	}
	return c.awayTyped(ctx, mine, p)
}

// ownSeats returns the user's seats in the server and makes the event of the first the
// event of the call.
func (c *call) ownSeats(ctx context.Context) ([]availability.Seat, error) {
	mine, err := c.keeper().Seats(ctx, c.GuildID, c.User.ID)
	if err == nil && len(mine) == 0 {
		err = tournament.Refuse(tournament.NotFound, "fixtures.none_here")
	}
	if err != nil {
		return nil, err
	}
	c.Snap, c.Event = mine[0].Snap, mine[0].Snap.State.ID
	return mine, nil
}

// awayTyped reads the times of /match away and says them in the server.
func (c *call) awayTyped(ctx context.Context, mine []availability.Seat, p customid.AwayForm) (Reply, error) {
	span, err := c.span(mine[0], p)
	if err != nil {
		return Reply{}, err
	}
	return c.sayAway(ctx, mine, span, p.Back)
}

// span reads the two times of /match away in the user's time zone. Without a beginning
// it is now.
func (c *call) span(at availability.Seat, p customid.AwayForm) (span fairclock.Span, err error) {
	zone, known := tournament.ZoneOf(c.Snap, at.N)
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
func (c *call) sayAway(ctx context.Context, mine []availability.Seat, span fairclock.Span, back bool) (Reply, error) {
	if err := c.Spend(allowance.Join); err != nil {
		return Reply{}, err
	}
	if err := c.keeper().SayAway(ctx, c.self(), mine, span, back); err != nil {
		return Reply{}, err
	}
	if back {
		return c.absences(ctx, mine, nil)
	}
	return c.absences(ctx, mine, &span)
}

// absences shows when the user is away, and the agreed matches in a time that was just
// said.
func (c *call) absences(ctx context.Context, mine []availability.Seat, said *fairclock.Span) (Reply, error) {
	stored, err := c.App.Calendars.Calendar(ctx, c.GuildID, c.User.ID)
	if err != nil {
		return Reply{}, err
	}
	all := stored.Away
	var touched []view.Touched
	for _, s := range mine {
		all = all.Union(s.Snap.State.AwayOf(s.N))
		for _, at := range s.Fixtures() {
			m, _ := s.Snap.State.Match(at.Round, at.Match)
			if said != nil && m.Fixture.Agreed.After(c.App.Now()) && (fairclock.Spans{*said}).Contains(m.Fixture.Agreed) {
				touched = append(touched, view.Touched{Env: c.EnvOf(s.Snap), Player: s.N, At: at})
			}
		}
	}
	return router.Private(view.Absences(c.EnvOf(mine[0].Snap), all.Without(fairclock.Span{Until: c.App.Now()}), touched)), nil
}

// takeBack takes back an absence by its button.
func takeBack(ctx context.Context, c *call, p customid.AwayBack) (Reply, error) {
	mine, err := c.keeper().Seats(ctx, c.GuildID, c.User.ID)
	if err != nil || len(mine) == 0 {
		return Reply{}, router.ErrOldPanel
	}
	span := fairclock.Span{From: time.Unix(p.From, 0).UTC(), Until: time.Unix(p.Until, 0).UTC()}
	return c.sayAway(ctx, mine, span, true)
}

// week shows when the user can usually play.
func week(ctx context.Context, c *call) (Reply, error) {
	said, err := c.App.Calendars.Calendar(ctx, c.GuildID, c.User.ID)
	if err != nil {
		return Reply{}, err
	}
	zone, err := c.zoneFor(ctx, said)
	if err != nil {
		return Reply{}, err
	}
	return c.Turned(view.Week(c.Env(), said, zone))
}

// zoneFor returns the time zone in which the user says when they can play: their own, or that
// of the server.
func (c *call) zoneFor(ctx context.Context, said tournament.Calendar) (string, error) {
	if said.Zone != "" {
		return said.Zone, nil
	}
	server, err := c.App.Servers.Server(ctx, c.GuildID)
	return cmp.Or(server.TimeZone, "UTC"), err
}

// sayWeek changes when the user can usually play and shows it. Without a zone it is the one
// that was shown.
func (c *call) sayWeek(ctx context.Context, zone string, change func(hours.Week) hours.Week) (Reply, error) {
	if err := c.Spend(allowance.Join); err != nil {
		return Reply{}, err
	}
	if zone == "" {
		said, err := c.App.Calendars.Calendar(ctx, c.GuildID, c.User.ID)
		if err != nil {
			return Reply{}, err
		}
		if zone, err = c.zoneFor(ctx, said); err != nil {
			return Reply{}, err
		}
	}
	said, err := c.keeper().SayWeek(ctx, c.self(), zone, change)
	if err != nil {
		return Reply{}, err
	}
	return c.Turned(view.Week(c.Env(), said, said.Zone))
}

// weekRoutes returns the panel of when a member can usually play.
func weekRoutes() []Route {
	shown := Route{Role: Everyone, Scope: router.NoEvent, Update: true}
	zoned := func(ctx context.Context, c *call, typed string) (Reply, error) {
		zone, err := moment.Zone(strings.TrimSpace(typed))
		if err != nil {
			return Reply{}, err
		}
		return c.sayWeek(ctx, zone, func(w hours.Week) hours.Week { return w })
	}
	return []Route{
		panel(shown, same[customid.Week](week)),
		panel(shown, func(ctx context.Context, c *call, p customid.WeekPick) (Reply, error) {
			days, ok := customid.DaysOf(c.Values)
			if !ok || p.Part < 0 || p.Part >= len(hours.Parts) {
				return Reply{}, router.ErrOldPanel
			}
			return c.sayWeek(ctx, "", func(w hours.Week) hours.Week { return w.With(hours.Parts[p.Part], days...) })
		}),
		panel(shown, func(ctx context.Context, c *call, _ customid.WeekClear) (Reply, error) {
			return c.sayWeek(ctx, "", func(hours.Week) hours.Week { return "" })
		}),
		panel(shown, func(ctx context.Context, c *call, _ customid.WeekZone) (Reply, error) {
			if len(c.Values) != 1 {
				return Reply{}, router.ErrOldPanel
			}
			return zoned(ctx, c, c.Values[0])
		}),
		panel(Route{Role: Everyone, Scope: router.NoEvent, Opens: true}, func(_ context.Context, c *call, _ customid.WeekZoneOpen) (Reply, error) {
			m := view.ZoneModal(c.Env())
			return Reply{Modal: &m}, nil
		}),
		panel(shown, func(ctx context.Context, c *call, _ customid.WeekForm) (Reply, error) {
			return zoned(ctx, c, c.Field(view.FieldZone))
		}),
	}
}
