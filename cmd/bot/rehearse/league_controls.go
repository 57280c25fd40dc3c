package rehearse

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"topcut/cmd/bot/rehearse/web"
	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/fixture"
)

// leagueControls are the buttons of a league's rehearsal page. The clock is stopped and
// moved by days. On each day the players not controlled on the page arrange their
// matches, play what is due, and respond.
type leagueControls struct {
	*eventControls
	s *season

	turning chan struct{} // holds one token while the clock is moved

	// Guarded by the mutex of autoplay.
	note string
	next web.Step
}

// newLeagueControls creates the league with its divisions and moves the clock to the
// first round.
func newLeagueControls(ctx context.Context, d *eventControls) (*leagueControls, error) {
	a := &leagueControls{eventControls: d, s: &season{r: d.r, p: d.r.play}, turning: make(chan struct{}, 1)}
	a.s.p.crowd = 1 // one after the other
	a.s.organiser = a.s.p.actors[d.r.venue.organiser.ID()]
	if err := a.s.begin(ctx); err != nil {
		return nil, err
	}
	return a, a.look(ctx)
}

// Status returns the enabled controls and the state of the league.
func (a *leagueControls) Status() web.Status {
	t := a.autoplay
	t.mu.Lock()
	defer t.mu.Unlock()
	return web.Status{
		Offered: []web.Control{web.ControlDays, web.ControlPlay, web.ControlVanish, web.ControlCut, web.ControlRestart},
		Speed:   still, Playing: t.who, Vanished: slices.Sorted(maps.Keys(t.vanished)),
		Channel: a.r.venue.main.ID(), Note: a.note, Next: a.next,
	}
}

// Vanish makes a person stop acting, or act again. An empty user id selects a player not
// controlled on the page.
func (a *leagueControls) Vanish(_ context.Context, person string) error {
	t := a.autoplay
	t.mu.Lock()
	defer t.mu.Unlock()
	if person == "" {
		there := slices.DeleteFunc(slices.Clone(a.r.venue.players), func(p *localdiscord.Person) bool { return t.vanished[p.ID()] || t.acted(p.ID()) })
		if len(there) == 0 {
			return errors.New("there is nobody left who could vanish")
		}
		person = there[a.s.p.intN(len(there))].ID()
	}
	t.toggleVanished(person)
	return nil
}

// Turn moves the clock by a number of days.
func (a *leagueControls) Turn(ctx context.Context, days int) error {
	select {
	case a.turning <- struct{}{}:
		defer func() { <-a.turning }()
	default:
		return errors.New("the clock is being turned already")
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), turnLimit)
	defer cancel()
	for range days {
		if err := a.autoplay.ready(ctx); err != nil {
			return err
		}
		if err := a.act(ctx); err != nil {
			return err
		}
		if err := a.s.turn(ctx, a.s.now().Add(24*time.Hour)); err != nil {
			return err
		}
		if err := errors.Join(a.act(ctx), a.look(ctx)); err != nil {
			return err
		}
	}
	return nil
}

// events returns the league's unfinished events.
func (a *leagueControls) events(ctx context.Context) (out []*tournament.Snapshot, err error) {
	all, err := a.s.p.bot.read().ByGuild(ctx, a.r.venue.guild.ID())
	if err != nil {
		return nil, err
	}
	for _, f := range slices.Backward(all) {
		if f.Phase >= tournament.Finished {
			continue
		}
		snap, err := a.s.p.bot.snapshot(ctx, f.ID)
		if err != nil {
			return nil, err
		}
		if snap.State.Arranged() {
			out = append(out, snap)
		}
	}
	return out, nil
}

// act lets the people not controlled on the page do everything they can now.
func (a *leagueControls) act(ctx context.Context) error {
	events, err := a.events(ctx)
	if err != nil {
		return err
	}
	for _, snap := range events {
		for at := range snap.State.EachFixture {
			for range 3 { // proposing, accepting and reporting take one iteration each
				done, err := a.match(ctx, snap.State.ID, at)
				if err != nil {
					return err
				}
				if !done {
					break
				}
			}
		}
	}
	if a.autoplay.skips(a.s.organiser.ID()) {
		return nil
	}
	if len(events) > 0 {
		return a.verdicts(ctx)
	}
	return a.closing(ctx)
}

// match lets one of the two players of a match take the next step, and reports whether
// there was one.
func (a *leagueControls) match(ctx context.Context, id tournament.ID, at tournament.Place) (bool, error) {
	snap, err := a.s.p.bot.snapshot(ctx, id)
	if err != nil {
		return false, err
	}
	s, now := snap.State, a.s.now()
	m, l := s.Match(at.Round, at.Match)
	if m == nil || m.Fixture == nil || m.Fixture.End != "" || m.Confirmed || m.Disputed {
		return false, nil
	}
	f := m.Fixture
	var side [2]*actor
	for i := range side {
		n := s.PlayerAt(at, fixture.Side(i))
		if user := snap.User(n); user != "" && !a.autoplay.skips(user) {
			if side[i], err = a.s.p.actor(user); err != nil {
				return false, err
			}
		}
	}
	press := func(who *actor, button customid.Panel) (bool, error) {
		err := a.s.inMatch(ctx, who, at, button)
		return err == nil, err
	}
	for i, who := range side {
		if who == nil {
			continue
		}
		own := fixture.Side(i)
		other := own.Other()
		switch {
		case m.Report != nil:
			if m.Report.Player != s.PlayerAt(at, own) {
				_, err := a.s.press(ctx, who, id, customid.Confirm{Round: at.Round, Match: at.Match})
				return err == nil, err
			}
		case f.Claim != nil:
			if f.Claim.By != own && !f.Claim.Objected {
				return press(who, customid.Object{})
			}
		case !f.Agreed.IsZero() && !now.Before(f.Agreed):
			// The player who registered first wins if both are there to say so.
			if stronger := s.PlayerAt(at, own) < s.PlayerAt(at, other); stronger || side[other] == nil {
				return true, a.s.won(ctx, id, at, who, victory(s.Rules, m.Part, int(l.N)))
			}
		case f.Open != nil && f.Open.By != own:
			return press(who, customid.TimeAccept{})
		case f.Open != nil && now.Sub(f.Open.At) >= fixture.Default().Unheard:
			done, err := press(who, customid.Claim{})
			if errors.Is(err, errNotThere) {
				return false, nil // a claim is not possible yet
			}
			return done, err
		case f.Open == nil && f.Agreed.IsZero() && now.Before(f.PlayBy.AddDate(0, 0, -1)):
			when := now.AddDate(0, 0, 1+at.Match%3).Truncate(time.Hour)
			_, err := a.s.slash(ctx, who, "match propose", localdiscord.Options{
				"when": when.Format("2006-01-02 15:04"), "time_zone": "UTC", "opponent": snap.Name(s.PlayerAt(at, other)),
			})
			return err == nil, err
		}
	}
	return false, nil
}

// verdicts lets the organiser decide the matches that wait for a verdict.
func (a *leagueControls) verdicts(ctx context.Context) error {
	events, err := a.events(ctx)
	if err != nil {
		return err
	}
	a.s.ids, a.s.told = nil, nil
	waiting := 0
	for _, snap := range events {
		a.s.ids, a.s.told = append(a.s.ids, snap.State.ID), append(a.s.told, len(snap.Log))
		waiting += len(snap.State.ForOrganisers(a.s.now()))
	}
	for range waiting {
		if err := a.s.decide(ctx, fixture.SchedulingDraw, "a draw"); err != nil {
			return err
		}
	}
	return nil
}

// closing lets the organiser close a season with no matches left, and begin the next.
func (a *leagueControls) closing(ctx context.Context) error {
	if err := a.s.signUp(ctx); err != nil {
		return err
	}
	if err := a.s.close(ctx); err != nil && !errors.Is(err, errNotThere) {
		return err // without the button it is closed already
	}
	return a.s.promote(ctx)
}

// look updates the note for the page.
func (a *leagueControls) look(ctx context.Context) error {
	events, err := a.events(ctx)
	if err != nil {
		return err
	}
	round, open, decide, waiting := 0, 0, 0, ""
	for _, snap := range events {
		round = max(round, len(snap.State.Rounds))
		for range snap.State.EachFixture {
			open++
		}
		decide += len(snap.State.ForOrganisers(a.s.now()))
	}
	note := a.s.now().Format("Monday 2 January")
	switch {
	case len(events) == 0:
		waiting = a.s.organiser.Name() + ": /league-admin close, then /league-admin promote"
	case round == 0:
		note += ": the divisions have not begun"
	default:
		note += fmt.Sprintf(": week %d, %d matches to play", round, open)
	}
	if decide > 0 {
		waiting = fmt.Sprintf("%s: decide what waits in the panel (%d)", a.s.organiser.Name(), decide)
	}
	t := a.autoplay
	t.mu.Lock()
	defer t.mu.Unlock()
	a.note, a.next = note, web.Step{}
	if waiting != "" {
		a.next = web.Step{Person: a.s.organiser.ID(), Text: waiting}
	}
	return nil
}
