package rehearse

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/fixture"
	"topcut/tournament/ledger"
	"topcut/tournament/stores"
)

var leagueFaults = flag.Float64("crash.faults", 5, "percent of Discord's answers at fault in TestNothingIsLostOfArrangedMatchesWhenTheBotIsKilled")

// leaguePlayers are the players of a league who arrange and play their matches as they
// see them, whatever was lost on the way: a player who gets no answer looks again.
type leaguePlayers struct {
	*season
	roles                              []*localdiscord.Role
	matches, claims, reminders, listed int
	looks, players                     int // checks of roles and scheduled events while it is played, and the number of players with a role then
}

// habits returns how a user plays in a league, depending on their position among the
// players.
func (c *leaguePlayers) habits(user string) (ghost, forgets, postpones, objects bool) {
	i := slices.IndexFunc(c.p.venue.players, func(p *localdiscord.Person) bool { return p.ID() == user })
	return i == 5 || i == 12, i == 3 || i == 10, i%5 == 1, i%2 == 0
}

// begin creates a league across the change to summer time, in a server with roles and
// scheduled events.
func (c *leaguePlayers) begin(ctx context.Context) error {
	v := c.p.venue
	v.guild.BotRole().SetPermissions(localdiscord.EveryonePermissions | localdiscord.BotPermissions | wire.ManageRoles | wire.CreateEvents)
	c.r.venue.srv.Tolerate(180000, 10070) // errors for requests that are repeated after a lost answer
	c.roles = []*localdiscord.Role{v.guild.AddRole("Playing", 0), v.guild.AddRole("Best", 0)}
	if _, err := c.slash(ctx, c.p.actors[v.owner.ID()], "setup", localdiscord.Options{
		"participant_role": c.roles[0].ID(), "top_role": c.roles[1].ID(), "top": 3, "scheduled_events": true,
	}); err != nil {
		return err
	}
	if _, err := c.slash(ctx, c.organiser, "league-admin create", localdiscord.Options{
		"name": leagueName, "ruleset": c.r.o.ruleset, "divisions": leagueSize, "arranged": string(tournament.ByDate), "time_zone": "Europe/Berlin",
	}); err != nil {
		return err
	}
	for i := range leagueCount * leagueSize {
		if _, err := c.slash(ctx, c.player(i), "league join", nil); err != nil {
			return err
		}
	}
	return c.promote(ctx)
}

// weeks plays in steps of six hours until every match is over.
func (c *leaguePlayers) weeks(ctx context.Context) error {
	for step := range 4 * 7 * 20 {
		if err := c.turn(ctx, c.now().Truncate(6*time.Hour).Add(6*time.Hour+30*time.Minute)); err != nil {
			return err
		}
		over := 0
		for _, id := range c.ids {
			snap, err := c.p.bot.snapshot(ctx, id)
			if err != nil {
				return err
			}
			if snap.State.Phase == tournament.Finished {
				over++
			}
			for at := range snap.State.EachFixture {
				for side := fixture.First; side <= fixture.Second; side++ {
					if err := again(c.act(ctx, id, at, side)); err != nil {
						return err
					}
				}
			}
			if len(snap.State.ForOrganisers(c.now())) > 0 {
				if err := again(c.decide(ctx, fixture.SchedulingDraw, "a draw")); err != nil {
					return err
				}
			}
		}
		if over == len(c.ids) {
			return nil
		}
		if step%presentEvery == presentEvery-1 {
			if err := c.present(ctx); err != nil {
				return err
			}
		}
	}
	return errors.New("the season does not end")
}

// presentEvery is the number of steps between checks of the server: not a whole number of
// days, so that they come at all hours.
const presentEvery = 9

// present waits, with a stopped clock and while the bot is killed, until roles and
// scheduled events match the logs.
func (c *leaguePlayers) present(ctx context.Context) error {
	differs := ""
	for began := time.Now(); time.Since(began) < atRest; time.Sleep(100 * time.Millisecond) {
		players, times, err := c.wanted(ctx)
		if err != nil {
			return err
		}
		if differs = c.differs(players, times); differs == "" {
			c.looks, c.players = c.looks+1, c.players+len(players)
			return nil
		}
	}
	return fmt.Errorf("on %s, a minute after the last command: %s", c.now().Format(time.DateTime), differs)
}

// wanted returns what the logs require: the names of those who play in a running event,
// and the agreed times of matches that are not over, with whether they are in the future.
func (c *leaguePlayers) wanted(ctx context.Context) (players []string, times map[string]bool, err error) {
	times = map[string]bool{}
	for _, id := range c.ids {
		snap, err := c.p.bot.snapshot(ctx, id)
		if err != nil {
			return nil, nil, err
		}
		s := snap.State
		if s.Phase != tournament.Running {
			continue
		}
		for _, n := range s.Field() {
			who, err := c.p.actor(snap.User(n))
			if err != nil {
				return nil, nil, err
			}
			players = append(players, who.Name())
		}
		for at, m := range s.EachFixture {
			if !m.Fixture.Agreed.IsZero() {
				a, b := snap.Name(s.PlayerAt(at, fixture.First)), snap.Name(s.PlayerAt(at, fixture.Second))
				times[listedAs(a+" – "+b, m.Fixture.Agreed)] = m.Fixture.Agreed.After(c.now())
			}
		}
	}
	slices.Sort(players)
	return players, times, nil
}

func listedAs(name string, start time.Time) string {
	return name + " " + start.UTC().Format(time.DateTime)
}

// differs describes how the server differs from the logs, or returns "". An event that
// began before the bot could create it is not required, since Discord accepts no event in
// the past.
func (c *leaguePlayers) differs(players []string, times map[string]bool) string {
	if got := c.roles[0].Holders(); !slices.Equal(got, players) {
		return fmt.Sprintf("the participants are %q, %q have the role", players, got)
	}
	seen := map[string]bool{}
	for _, e := range c.p.venue.guild.ScheduledEvents() {
		key := listedAs(e.Name, e.Start)
		switch _, open := times[key]; {
		case e.Status >= 3:
		case !open:
			return "listed, and not agreed: " + key
		case seen[key]:
			return "listed twice: " + key
		default:
			seen[key] = true
		}
	}
	for key, coming := range times {
		if coming && !seen[key] {
			return "agreed, and not listed: " + key
		}
	}
	return ""
}

// again ignores errors for actions without an answer or not possible now: they are
// repeated later.
func again(err error) error {
	var client *localdiscord.ClientError
	if errors.Is(err, errNoAnswer) || errors.Is(err, errNotThere) || errors.As(err, &client) {
		return nil
	}
	return err
}

// act lets a player take the next step in a match.
func (c *leaguePlayers) act(ctx context.Context, id tournament.ID, at tournament.Place, side fixture.Side) error {
	snap, err := c.p.bot.snapshot(ctx, id)
	if err != nil {
		return err
	}
	s, now := snap.State, c.now()
	m, l := s.Match(at.Round, at.Match)
	if m == nil || m.Fixture == nil || m.Fixture.End != "" || m.Confirmed {
		return nil
	}
	n, f := s.PlayerAt(at, side), m.Fixture
	who, err := c.p.actor(snap.User(n))
	if err != nil {
		return err
	}
	ghost, forgets, postpones, objects := c.habits(who.ID())
	press := func(button customid.Panel) error {
		err := c.inMatch(ctx, who, at, button)
		return err
	}
	switch {
	case ghost:
	case m.Report != nil:
		if m.Report.Player != n {
			_, err := c.press(ctx, who, id, customid.Confirm{Round: at.Round, Match: at.Match})
			return err
		}
	case f.Claim != nil:
		if f.Claim.By != side && !f.Claim.Objected && objects {
			return press(customid.Object{})
		}
	case !f.Agreed.IsZero() && !now.Before(f.Agreed):
		switch {
		case f.Here[side].IsZero() && !forgets:
			return press(customid.Present{})
		case f.Here[side].IsZero():
		case f.Here[side.Other()].IsZero():
			return press(customid.Claim{})
		default:
			return c.won(ctx, id, at, who, victory(s.Rules, m.Part, int(l.N)))
		}
	case f.Open != nil && f.Open.By != side:
		return press(customid.TimeAccept{})
	case f.Open != nil && now.Sub(f.Open.At) >= fixture.Default().Unheard:
		return press(customid.Claim{})
	case f.Open == nil && f.Agreed.IsZero() && now.Before(f.PlayBy.AddDate(0, 0, -1)):
		when := now.AddDate(0, 0, 1+at.Match%3).Truncate(6 * time.Hour)
		if postpones && f.Shifted == 0 {
			when = when.AddDate(0, 0, 7)
		}
		_, err := c.p.slash(ctx, who, "match propose", localdiscord.Options{
			"when": when.Format("2006-01-02 15:04"), "time_zone": "UTC", "opponent": snap.Name(s.PlayerAt(at, side.Other())),
		})
		return err
	}
	return nil
}

// kept checks what must hold for the logs of every league.
func (c *leaguePlayers) kept(ctx context.Context, t *testing.T) {
	t.Helper()
	named := []fixture.End{fixture.Played, fixture.AgreedDraw, fixture.SchedulingDraw, fixture.Forfeit, fixture.DoubleForfeit, fixture.Void}
	for _, id := range c.ids {
		snap, err := c.p.bot.snapshot(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		for r := range snap.State.Rounds {
			for i, m := range snap.State.Rounds[r].Matches {
				if m.Fixture == nil {
					continue
				}
				if c.matches++; !slices.Contains(named, m.Fixture.End) {
					t.Errorf("event %d: match %d.%d ended %q", id, r+1, i+1, m.Fixture.End)
				}
			}
		}
		reminded := map[tournament.FixtureReminded]bool{}
		claimed := map[tournament.Place]time.Time{} // open and not objected to
		for i := range snap.Log {
			e := &snap.Log[i]
			switch ev := e.Event.(type) {
			case *tournament.FixtureReminded:
				if c.reminders++; reminded[*ev] {
					t.Errorf("event %d: reminded twice: %+v", id, ev)
				}
				reminded[*ev] = true
			case *tournament.ForfeitClaimed:
				c.claims++
				claimed[ev.Place] = e.Time
			case *tournament.ClaimObjected:
				delete(claimed, ev.Place)
			case *tournament.ResultCorrected:
				at := claimed[ev.Place]
				if ev.Kind == ledger.Forfeit && ev.By != tournament.ByOrganiser && (at.IsZero() || e.Time.Sub(at) < fixture.Default().Objection) {
					t.Errorf("event %d: lost without a claim and time to object: %+v", id, ev)
				}
			}
		}
	}
}

// checkServer checks roles and scheduled events after the end: no member has the
// participant role, no unfinished event is scheduled, and none was scheduled twice.
func (c *leaguePlayers) checkServer(ctx context.Context, t *testing.T) {
	t.Helper()
	var held []stores.Holding
	for began := time.Now(); time.Since(began) < atRest; time.Sleep(50 * time.Millisecond) {
		var err error
		if held, err = c.p.bot.read().Held(ctx, c.p.venue.guild.ID()); err != nil {
			t.Fatal(err)
		}
		if len(held) == 0 {
			break
		}
	}
	if len(held) > 0 {
		t.Errorf("all is over, and this is still held: %+v", held)
	}
	for _, r := range c.roles {
		if got := r.Holders(); len(got) > 0 {
			t.Errorf("all is over, and %q are %s", got, r.Name())
		}
	}
	seen := map[string]bool{}
	for _, e := range c.p.venue.guild.ScheduledEvents() {
		key := fmt.Sprint(e.Name, e.Start)
		if c.listed++; seen[key] && e.Status != 4 {
			t.Errorf("listed twice: %+v", e)
		}
		if seen[key] = true; e.Status < 3 {
			t.Errorf("all is over, and this is listed: %+v", e)
		}
	}
}

// TestNothingIsLostOfArrangedMatchesWhenTheBotIsKilled plays seasons of two divisions
// whose players propose, agree, come or not, claim, object and play, with players who
// never respond and postponed matches, until the bot was killed -crash times, with
// -crash.faults percent of Discord's answers at fault. Every match ends in a defined way, every reminder comes
// once, and no player loses without a claim and its time to object. Meanwhile roles and
// scheduled events match the logs, and at the end none are left. It runs with -at-length.
func TestNothingIsLostOfArrangedMatchesWhenTheBotIsKilled(t *testing.T) {
	atLength(t)
	t.Parallel()
	killed, seasons := 0, 0
	var all leaguePlayers
	for seed := 1; killed < *crashes; seed++ {
		r := prepared(t, "--league", "--quiet", "--seed", fmt.Sprint(seed))
		r.o.restartEvery, r.o.faults = time.Second, *leagueFaults
		if err := r.open(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		c := &leaguePlayers{season: &season{r: r, p: r.play}}
		c.p.crowd, c.organiser = 1, r.play.actors[r.venue.organiser.ID()]
		if err := errors.Join(c.p.prepare(ctx), r.disturbing(ctx, func(ctx context.Context) error {
			return errors.Join(c.begin(ctx), c.weeks(ctx), c.close(ctx))
		})); err != nil {
			t.Fatal(r.explain(err))
		}
		if err := c.check(ctx); err != nil {
			t.Fatal(r.explain(err))
		}
		if o := &c.out; o.Lost+o.Doubled+o.Stale+o.Violations > 0 {
			t.Fatalf("seed %d: %+v\n%s", seed, *o, r.env.Stdout)
		}
		c.kept(ctx, t)
		c.checkServer(ctx, t)
		cancel()
		n, _ := r.bot.figures()
		killed, seasons = killed+n, seasons+1
		t.Logf("seed %d: %d kills, %d matches, %d reminders, %d claims, %d posts, %d listed, %d looks at the server with %d roles", seed, n, c.matches, c.reminders, c.claims, c.out.Posts, c.listed, c.looks, c.players)
		if c.matches != 56 || c.reminders < 50 || c.claims < 5 || c.looks < 10 || c.players < 100 || c.listed < 10 {
			t.Errorf("hardly anything happened")
		}
		all.matches, all.reminders, all.claims, all.listed = all.matches+c.matches, all.reminders+c.reminders, all.claims+c.claims, all.listed+c.listed
		r.bot.kill()
		r.close()
	}
	t.Logf("%d kills in %d seasons: %d matches, %d reminders, %d claims, %d in the list of events: none lost, none twice", killed, seasons, all.matches, all.reminders, all.claims, all.listed)
}
