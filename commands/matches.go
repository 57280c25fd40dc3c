package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"topcut/commands/consent"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/menu"
	"topcut/commands/moment"
	"topcut/commands/posted"
	"topcut/commands/router"
	"topcut/commands/site"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fixture"
	"topcut/tournament/notice"
)

// matchRoutes returns the routes for matches that players arrange themselves: times,
// presence and claims.
func matchRoutes() []Route {
	return slices.Concat(matchCommands(), matchPanels(), timePanels(), weekRoutes())
}

// matchCommands returns the commands for such matches.
func matchCommands() []Route {
	arranged := (*tournament.State).Arranged
	undecided := func(s *tournament.State) bool { return len(s.ForOrganisers(s.At)) > 0 }
	about := func(path string, fit fits, run func(c *call, ctx context.Context, n int, at tournament.Place) (Reply, error), more ...discord.CommandOption) Route {
		return Route{
			Path: "match " + path, Role: Everyone, Scope: router.OneEvent, When: arranged, Own: true, Opens: path == "propose",
			Options: append(more, menu.Opponent(), menu.Event()), Complete: completers(map[string]completer{"opponent": completeOpponent}),
			Run: runs(func(ctx context.Context, c *call) (Reply, error) {
				n, at, err := c.ownMatch(fit)
				if err != nil {
					return Reply{}, err
				}
				return run(c, ctx, n, at)
			}),
		}
	}
	return []Route{
		about("propose", anyMatch, (*call).propose, menu.Required(menu.Text("when", 200)), menu.Text("time_zone", 60)),
		{
			Path: "match away", Role: Everyone, Scope: router.NoEvent, Opens: true,
			Options: []discord.CommandOption{menu.Text("from", 60), menu.Text("to", 60), menu.Switch("back")},
			Run:     runs(func(ctx context.Context, c *call) (Reply, error) { return c.away(ctx) }),
		},
		panel(Route{Role: Everyone, Scope: router.NoEvent}, takeBack),
		panel(Route{Role: Everyone, Scope: router.NoEvent}, awayForm),
		{Path: "match list", Role: Everyone, Scope: router.OneEvent, When: arranged, Own: true, Help: router.Help{Place: 2, When: arranged}, Options: []discord.CommandOption{menu.Event()}, Complete: completers(nil), Run: runs(myMatches)},
		{
			Path: "round verdict", Role: Organiser, Scope: router.OneEvent, When: undecided, Help: router.Help{Place: 1, When: undecided}, Options: []discord.CommandOption{menu.Event()}, Complete: completers(nil),
			Run: runs(func(_ context.Context, c *call) (Reply, error) {
				return router.Private(view.Verdicts(c.Env())), nil
			}),
		},
	}
}

// matchPanels returns the menus and buttons around such matches.
func matchPanels() []Route {
	return []Route{
		panel(Route{Role: Everyone, Scope: router.OneEvent}, same[customid.Matches](myMatches)),
		panel(Route{Role: Everyone, Scope: router.OneEvent, Update: true}, func(_ context.Context, c *call, _ customid.MatchPick) (Reply, error) {
			n, err := c.me()
			if err != nil || len(c.Values) != 1 {
				return Reply{}, err
			}
			at := customid.PlaceOf(c.Values[0])
			if err := c.open(n, at); err != nil {
				return Reply{}, err
			}
			return c.Turned(view.FixturePanel(c.Env(), at, n))
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent}, func(ctx context.Context, c *call, p customid.Reminders) (Reply, error) {
			n, err := c.me()
			if err != nil {
				return Reply{}, err
			}
			key := notice.Code("did.reminders_all")
			if p.Few {
				key = "did.reminders_few"
			}
			reply, _, err := c.Do(ctx, &command.ChooseReminders{Player: n, Few: p.Few}, router.FixedAnswer(key))
			return reply, err
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent, Opens: true}, func(ctx context.Context, c *call, p customid.TimeOpen) (Reply, error) {
			n, err := c.me()
			if err != nil {
				return Reply{}, err
			}
			at := tournament.Place{Round: p.Round, Match: p.Match}
			if err := c.open(n, at); err != nil {
				return Reply{}, err
			}
			if err := c.Snap.State.Arranges(at, n, c.person()); err != nil {
				return Reply{}, err
			}
			_, known, err := c.zone(ctx, n)
			if err != nil {
				return Reply{}, err
			}
			m := view.TimeModal(c.Env(), at, known, "")
			return Reply{Modal: &m}, nil
		}),
		panel(Route{Role: Organiser, Scope: router.OneEvent}, func(_ context.Context, c *call, _ customid.Verdicts) (Reply, error) {
			list := c.waiting(c.Values)
			if len(list) == 0 {
				return Reply{}, tournament.Refuse(tournament.NotFound, "verdict.none")
			}
			return router.Private(view.VerdictPanel(c.Env(), list)), nil
		}),
		panel(Route{Role: Organiser, Scope: router.OneEvent, Update: true}, verdict),
		panel(Route{Role: Everyone, Scope: router.OneEvent, Update: true}, func(_ context.Context, c *call, p customid.Fixtures) (Reply, error) {
			if c.Snap.State.Round(p.Round) == nil {
				return Reply{}, router.ErrOldPanel
			}
			return c.Turned(view.FixturesPage(c.Env(), p.Round))
		}),
	}
}

// timePanels returns the buttons and forms of one such match.
func timePanels() []Route {
	return []Route{
		panel(Route{Role: Everyone, Scope: router.OneEvent}, func(ctx context.Context, c *call, p customid.TimeForm) (Reply, error) {
			return c.asPlayer(ctx, p.Round, p.Match, func(ctx context.Context, n int, at tournament.Place) (Reply, error) {
				return c.proposeTyped(ctx, n, at, c.Field(view.FieldWhen), c.Field(view.FieldZone))
			})
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent}, func(ctx context.Context, c *call, p customid.TimePropose) (Reply, error) {
			return c.asPlayer(ctx, p.Round, p.Match, func(ctx context.Context, n int, at tournament.Place) (Reply, error) {
				return c.proposeOffered(ctx, n, at, time.Unix(p.At, 0).UTC())
			})
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent}, func(ctx context.Context, c *call, p customid.TimeAccept) (Reply, error) {
			return c.asPlayer(ctx, p.Round, p.Match, func(ctx context.Context, n int, at tournament.Place) (Reply, error) {
				return c.accept(ctx, n, at, time.Unix(p.At, 0).UTC())
			})
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent}, func(ctx context.Context, c *call, p customid.TimeSure) (Reply, error) {
			times := customid.TimesOf(p.Times)
			if len(times) == 0 {
				return Reply{}, router.ErrOldPanel
			}
			return c.asPlayer(ctx, p.Round, p.Match, func(ctx context.Context, n int, at tournament.Place) (Reply, error) {
				if p.Accept {
					return c.acceptTime(ctx, n, at, times[0])
				}
				return c.proposeTimes(ctx, n, at, times)
			})
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent}, func(ctx context.Context, c *call, p customid.Present) (Reply, error) {
			return c.atTable(ctx, p.Round, p.Match, c.present)
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent}, func(ctx context.Context, c *call, _ customid.ComeBack) (Reply, error) {
			n, err := c.me()
			if err != nil {
				return Reply{}, err
			}
			reply, _, err := c.Do(ctx, &command.ComeBack{Player: n}, router.FixedAnswer("absence.is_back"))
			return reply, err
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent}, func(ctx context.Context, c *call, p customid.Claim) (Reply, error) {
			return c.atTable(ctx, p.Round, p.Match, c.claim)
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent}, func(ctx context.Context, c *call, p customid.ClaimOf) (Reply, error) {
			return c.atTable(ctx, p.Round, p.Match, func(ctx context.Context, n int, at tournament.Place) (Reply, error) {
				return c.claimOf(ctx, n, p.Of, at)
			})
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent, Opens: true}, func(ctx context.Context, c *call, p customid.Object) (Reply, error) {
			return c.asPlayer(ctx, p.Round, p.Match, func(_ context.Context, _ int, at tournament.Place) (Reply, error) {
				if c.fixture(at).Claim == nil {
					return Reply{}, router.ErrOldPanel
				}
				m := view.ObjectModal(c.Env(), at)
				return Reply{Modal: &m}, nil
			})
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent}, func(ctx context.Context, c *call, p customid.ObjectForm) (Reply, error) {
			return c.asPlayer(ctx, p.Round, p.Match, c.object)
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent, Opens: true}, func(ctx context.Context, c *call, p customid.ReportOf) (Reply, error) {
			return c.asPlayer(ctx, p.Round, p.Match, func(_ context.Context, n int, at tournament.Place) (Reply, error) {
				if own := c.ownBoard(at.Round, at.OfBoard().Match); own != at.OfBoard().Match {
					at.Match = own // pressed below the board of a teammate
				}
				if posted.ByForm(c.Snap.State, at.Round, at.Match) {
					form := view.ResultModal(c.Env(), at.Round, at.Match)
					return Reply{Modal: &form}, nil
				}
				c.NoForm()
				return router.Private(view.PanelOf(c.Env(), n, at.Round, at.Match)), nil
			})
		}),
	}
}

// myMatches lists the matches that the user still has to play, with the dates as a file.
func myMatches(_ context.Context, c *call) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	m, address := view.MyMatches(c.Env(), n), c.App.Pages.Address(c.Snap.State)
	dates := site.Appointments(c.Env(), address, n)
	if dates == nil {
		return router.Private(m), nil
	}
	if address != "" {
		m = view.WithCalendar(c.Env(), m, fmt.Sprintf("%s.ics?player=%d", address, n))
	}
	return router.Private(attached(m, discord.File{Name: wording.FileName(c.Snap.State) + ".ics", ContentType: "text/calendar", Description: c.Say("export.ics"), Data: dates})), nil
}

// open returns a refusal if the match is not the user's or is over.
func (c *call) open(n int, at tournament.Place) error {
	if err := c.myMatch(at.Round, at.Match); err != nil {
		return err
	}
	switch m, l := c.Snap.State.Match(at.Round, at.Match); {
	case m.Fixture == nil || l.Seat(int32(n-1)) < 0:
		return router.ErrOldPanel
	case m.Fixture.End != "":
		return tournament.Refuse(tournament.WrongPhase, "fixture.ended")
	}
	return nil
}

// asPlayer calls do for the user's player in the match of a panel.
func (c *call) asPlayer(ctx context.Context, round, match int, do func(context.Context, int, tournament.Place) (Reply, error)) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	at := tournament.Place{Round: round, Match: match}
	if err := c.open(n, at); err != nil {
		return Reply{}, err
	}
	return do(ctx, n, at)
}

// atTable is asPlayer for a match of any kind. Match 0 is the user's own in the round.
func (c *call) atTable(ctx context.Context, round, match int, do func(context.Context, int, tournament.Place) (Reply, error)) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	s := c.Snap.State
	if match == 0 {
		match = c.ownBoard(round, s.MatchOf(round, n))
	}
	if m, _ := s.Match(round, match); m == nil || m.Fixture != nil || s.Arranged() {
		return c.asPlayer(ctx, round, match, do)
	}
	if err := c.myMatch(round, match); err != nil {
		return Reply{}, err
	}
	return do(ctx, n, tournament.Place{Round: round, Match: match})
}

// propose handles /match propose. A user without a known time zone gets a form that asks
// for it.
func (c *call) propose(ctx context.Context, n int, at tournament.Place) (Reply, error) {
	_, known, err := c.zone(ctx, n)
	if err != nil {
		return Reply{}, err
	}
	if !known && c.Typed("time_zone") == "" {
		m := view.TimeModal(c.Env(), at, known, c.Typed("when"))
		return Reply{Modal: &m}, nil
	}
	c.NoForm()
	return c.proposeTyped(ctx, n, at, c.Typed("when"), c.Typed("time_zone"))
}

// proposeTyped parses times in the user's notation and zone. It asks back if a time is
// ambiguous.
func (c *call) proposeTyped(ctx context.Context, n int, at tournament.Place, typed, zoned string) (Reply, error) {
	if zoned = strings.TrimSpace(zoned); zoned != "" {
		name, err := moment.Zone(zoned)
		if err != nil {
			return Reply{}, err
		}
		if err := c.setZone(ctx, n, name); err != nil {
			return Reply{}, err
		}
	}
	zone, known, err := c.zone(ctx, n)
	if err != nil {
		return Reply{}, err
	}
	if !known {
		return Reply{}, tournament.Refuse(tournament.BadInput, "fixtures.zone_first")
	}
	var list []time.Time
	parts := strings.FieldsFunc(typed, func(r rune) bool { return r == ';' || r == '\n' })
	for _, part := range parts {
		read, err := moment.Read(part, c.App.Now(), zone)
		if err != nil {
			return Reply{}, err
		}
		if len(read) > 1 {
			return router.Private(view.Readings(c.Env(), at, part, read, n)), nil
		}
		list = append(list, read...)
	}
	return c.proposeSensible(ctx, n, at, list)
}

// proposeOffered proposes a time that was offered, or accepts it if the opponent was faster.
func (c *call) proposeOffered(ctx context.Context, n int, at tournament.Place, t time.Time) (Reply, error) {
	open := c.fixture(at).Open
	if open != nil && c.Snap.State.PlayerAt(at, open.By) != n && slices.ContainsFunc(open.Times, t.Equal) {
		return c.accept(ctx, n, at, t)
	}
	return c.proposeSensible(ctx, n, at, []time.Time{t})
}

// proposeSensible proposes times, or asks back if one is in a night, an absence or another
// match of one of the two.
func (c *call) proposeSensible(ctx context.Context, n int, at tournament.Place, list []time.Time) (Reply, error) {
	doubts, err := c.keeper().Doubts(ctx, c.GuildID, c.Snap, at, list, true)
	if err != nil || len(doubts) == 0 {
		if err != nil {
			return Reply{}, err
		}
		return c.proposeTimes(ctx, n, at, list)
	}
	return router.Private(view.Doubtful(c.Env(), at, list, doubts, false)), nil
}

func (c *call) proposeTimes(ctx context.Context, n int, at tournament.Place, list []time.Time) (Reply, error) {
	cmd := &command.ProposeTimes{Player: n, At: at, Times: list}
	reply, _, err := c.Do(ctx, cmd, func(_ *tournament.Snapshot, events []tournament.Envelope) router.Answer {
		ev, at := tournament.Last[*tournament.TimesProposed](events, nil)
		if at == nil {
			return router.NewAnswer("answer.done")
		}
		times := make(notice.List, len(ev.Times))
		for k, t := range ev.Times {
			times[k] = notice.Time{Time: t}
		}
		return router.NewAnswer("did.proposed", "times", times)
	})
	return reply, err
}

// accept accepts a time, or asks back if one of the two is away or plays another match
// then.
func (c *call) accept(ctx context.Context, n int, at tournament.Place, t time.Time) (Reply, error) {
	doubts, err := c.keeper().Doubts(ctx, c.GuildID, c.Snap, at, []time.Time{t}, false)
	if err != nil {
		return Reply{}, err
	}
	if len(doubts) > 0 {
		return router.Private(view.Doubtful(c.Env(), at, []time.Time{t}, doubts, true)), nil
	}
	return c.acceptTime(ctx, n, at, t)
}

func (c *call) acceptTime(ctx context.Context, n int, at tournament.Place, t time.Time) (Reply, error) {
	reply, _, err := c.Do(ctx, &command.AcceptTime{Player: n, At: at, Time: t}, router.FixedAnswer("did.agreed", "time", t))
	return reply, err
}

func (c *call) present(ctx context.Context, n int, at tournament.Place) (Reply, error) {
	reply, _, err := c.Do(ctx, &command.BePresent{Player: n, At: at}, came)
	return reply, err
}

// came returns the answer to a player who says that they are there.
func came(after *tournament.Snapshot, events []tournament.Envelope) router.Answer {
	_, played := tournament.Last[*tournament.ClaimWithdrawn](events, nil)
	here, at := tournament.Last[*tournament.PlayerPresent](events, nil)
	asked := false
	if at != nil {
		m, _ := after.State.Match(here.Round, here.Match)
		asked = m.Unanswered()
	}
	switch {
	case played != nil, asked:
		return router.NewAnswer("absence.play")
	case !after.State.Arranged():
		return router.NewAnswer("absence.stays")
	}
	return router.NewAnswer("did.present")
}

func (c *call) claim(ctx context.Context, n int, at tournament.Place) (Reply, error) {
	if _, l := c.Snap.State.Match(at.Round, at.Match); l.N > 2 && len(c.Snap.State.Claimable(at, n)) > 0 {
		return router.Private(view.WhoIsMissing(c.Env(), at, n)), nil
	}
	return c.claimOf(ctx, n, 0, at)
}

// claimOf claims that an opponent is not there: of, at a table of three or four.
func (c *call) claimOf(ctx context.Context, n, of int, at tournament.Place) (Reply, error) {
	reply, _, err := c.Do(ctx, &command.ClaimForfeit{Player: n, At: at, Of: of}, func(after *tournament.Snapshot, events []tournament.Envelope) router.Answer {
		if ev, at := tournament.Last[*tournament.ForfeitClaimed](events, nil); at != nil {
			missed, asks, ends := ev.Missed(after.State), notice.Code("absence.missed"), after.State.ClaimEnds(ev.Place)
			if ev.Against > 0 {
				asks, ends = "absence.missed_table", after.State.GraceEnds(ev.Place, missed)
			}
			switch {
			case missed > 0 && ends.IsZero():
				return router.NewAnswer("absence.missed_waits", "player", notice.Player(missed))
			case missed > 0:
				return router.NewAnswer(asks, "player", notice.Player(missed), "away", ends)
			case !ends.IsZero():
				return router.NewAnswer("did.claimed", "away", ends)
			}
		} else if !after.State.Arranged() {
			return came(after, events)
		}
		return router.NewAnswer("did.claimed_organisers")
	})
	return reply, err
}

func (c *call) object(ctx context.Context, n int, at tournament.Place) (Reply, error) {
	reply, _, err := c.Do(ctx, &command.ObjectToClaim{Player: n, At: at, Reason: c.Typed("reason")}, router.FixedAnswer("did.objected"))
	return reply, err
}

// allFixtures handles /pairings show:fixtures.
func allFixtures(c *call) (Reply, error) {
	if !c.Snap.State.Arranged() {
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "fixtures.none")
	}
	round, err := c.round()
	if err != nil {
		return Reply{}, err
	}
	return c.Reply(view.FixturesPage(c.Env(), round)), nil
}

// waiting returns the matches chosen in a menu that still wait for the organisers.
func (c *call) waiting(values []string) (out []tournament.Place) {
	for _, v := range values {
		at := customid.PlaceOf(v)
		if m, _ := c.Snap.State.Match(at.Round, at.Match); m != nil && m.Fixture != nil && m.Fixture.End == "" {
			out = append(out, at)
		}
	}
	return out
}

// verdict decides one or more matches.
func verdict(ctx context.Context, c *call, p customid.Verdict) (Reply, error) {
	var all command.All
	waiting := c.waiting(strings.Fields(p.Matches))
	for _, at := range waiting {
		switch p.End {
		case view.MoreDays:
			all = append(all, &command.ExtendFixture{At: at, Days: 7})
		case view.FirstWins, view.SecondWins:
			loser := fixture.Second
			if p.End == view.SecondWins {
				loser = fixture.First
			}
			all = append(all, &command.Verdict{At: at, End: fixture.Forfeit, Loser: c.Snap.State.PlayerAt(at, loser)})
		default:
			all = append(all, &command.Verdict{At: at, End: fixture.End(p.End)})
		}
	}
	if len(all) == 0 {
		return Reply{}, tournament.Refuse(tournament.NotFound, "verdict.none")
	}
	done := notice.Code("did.verdict")
	if p.End == view.MoreDays {
		done = "did.more_days"
	}
	c.Show = func(_ context.Context, s *consent.SurpriseError, yes customid.Sure) (discord.Message, error) {
		return view.VerdictSure(c.Env(), s.After, waiting, s.Effects, yes), nil
	}
	reply, _, err := c.Do(ctx, all, router.FixedAnswer(done))
	if err != nil || !c.Message.Ephemeral() {
		return reply, err
	}
	m := layout.Text(reply.Text)
	return Reply{Update: &m}, nil
}
