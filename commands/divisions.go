package commands

import (
	"context"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/leagueview"
	"topcut/commands/router"
	"topcut/commands/simulator"
	"topcut/commands/wording"
	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/season"
)

// memberRatings returns the ratings of the league's members in its game, except those too
// uncertain to use.
func (c *call) memberRatings(ctx context.Context) (map[int]int, error) {
	out := map[int]int{}
	if c.App.Archive == nil {
		return out, nil
	}
	h, err := c.history(ctx)
	if err != nil {
		return nil, err
	}
	s := c.Season
	game := ""
	if s.State.Settings.Series != nil {
		game = s.State.Settings.Series.Ruleset
	} else if games := h.Games(); len(games) > 0 {
		game = games[0]
	}
	r, ok := h.Ratings(game)
	if !ok {
		return out, nil
	}
	for i, m := range s.State.Members {
		n := h.User(s.User(i + 1))
		if n == 0 || m.Person == 0 || m.Into > 0 {
			continue
		}
		if x := r.Now.At(n); x.Matches > 0 && x.Deviation < r.Formula.Provisional() {
			out[i+1] = int(math.Round(x.Value))
		}
	}
	return out, nil
}

// leaguePromote shows the divisions of the next season. With a player option it moves
// that player, and with one for the first day it sets that.
func leaguePromote(ctx context.Context, c *call) (Reply, error) {
	if s := c.Season.State.Settings; s.Series != nil {
		first, err := c.firstDay(s.Series.Zone)
		if err != nil {
			return Reply{}, err
		}
		if !first.IsZero() {
			series := *s.Series
			series.Begin(first)
			s.Series = &series
			if _, _, err = c.doLeague(ctx, season.Change{Settings: s, Next: c.Season.State.Next}, func(*season.Snapshot) router.Answer { return router.NewAnswer("answer.done") }); err != nil {
				return Reply{}, err
			}
		}
	}
	if c.Typed("player") != "" {
		n, err := c.leagueMember()
		if err != nil {
			return Reply{}, err
		}
		to, _ := c.Int("division")
		_, _, err = c.doLeague(ctx, season.Assign{Member: n, Division: int(to), Reason: strings.TrimSpace(c.Typed("reason"))},
			func(*season.Snapshot) router.Answer {
				return router.NewAnswer("did.division_move", "player", notice.Player(n))
			})
		if err != nil {
			return Reply{}, err
		}
	}
	m, err := c.plan(ctx, 0)
	return router.Private(m), err
}

func leaguePlan(ctx context.Context, c *call, p customid.LeaguePlan) (Reply, error) {
	m, err := c.plan(ctx, p.Page)
	if err != nil {
		return Reply{}, err
	}
	return c.Turned(m)
}

// plan shows a page of the plan for the divisions.
func (c *call) plan(ctx context.Context, page int) (discord.Message, error) {
	ratings, err := c.memberRatings(ctx)
	if err != nil {
		return discord.Message{}, err
	}
	plan, err := c.Season.State.Plan(c.Season.Book, ratings)
	if err != nil {
		return discord.Message{}, err
	}
	next := ""
	if c.Season.State.Closed != nil {
		if err := c.noNext(ctx); err != nil {
			return discord.Message{}, err
		}
		next = c.Season.State.NextName()
	}
	var members []int
	for _, p := range slices.Concat(plan.Divisions...) {
		members = append(members, p.Member)
	}
	return leagueview.Plan(c.League(), plan, c.App.Leagues.Gone(ctx, c.Season, members), next, page), nil
}

// noNext returns a refusal if the season has begun and can no longer be planned.
func (c *call) noNext(ctx context.Context) error {
	all, err := c.Leagues(ctx)
	if err != nil {
		return err
	}
	for _, s := range all {
		if s.State.Previous == c.Season.State.ID {
			c.Season = s // for who was faster
			return tournament.Refuse(tournament.Conflict, "promotion.begun", "league", notice.Text(s.State.Settings.Name))
		}
	}
	return nil
}

// leagueDivide carries out the plan. In a running season it places the members without a
// division; after a closed season it begins the next one.
func leagueDivide(ctx context.Context, c *call, p customid.LeagueDivide) (Reply, error) {
	ratings, err := c.memberRatings(ctx)
	if err != nil {
		return Reply{}, err
	}
	s := c.Season
	plan, err := s.State.Plan(s.Book, ratings)
	if err != nil {
		return Reply{}, err
	}
	if plan.Mark() != p.Mark {
		return Reply{}, tournament.Refuse(tournament.Conflict, "promotion.moved_on")
	}
	if s.State.Closed == nil {
		return c.place(ctx, season.Divide{Ratings: ratings})
	}
	if err := c.noNext(ctx); err != nil {
		return Reply{}, err
	}
	create, err := season.Next(s, s.State.NextName(), ratings)
	if err != nil {
		return Reply{}, err
	}
	if series := create.Settings.Series; series != nil && series.Cron != "" {
		if create.Next, err = c.firstOf(series); err != nil {
			return Reply{}, err
		}
	}
	if err := c.roomForLeague(ctx); err != nil {
		return Reply{}, err
	}
	out, err := c.App.Seasons.Create(ctx, c.leagueRequest(create, func(after *season.Snapshot) router.Answer {
		return router.NewAnswer("did.division_open", "league", notice.Text(after.State.Settings.Name), "n", after.State.Count())
	}))
	if err != nil {
		return Reply{}, err
	}
	if c.Season, err = c.App.Seasons.Snapshot(ctx, out.ID); err != nil {
		return Reply{}, err
	}
	return c.Turned(layout.Text(c.AnswerText(out.Answer) + c.beginning()))
}

// place puts members of the running season into divisions. Late ones enter the events of
// their divisions, unless one of these refuses.
func (c *call) place(ctx context.Context, cmd season.Divide) (Reply, error) {
	out, err := c.App.Seasons.Try(ctx, c.Season.State.ID, season.Request{Command: cmd})
	if err != nil {
		return Reply{}, err
	}
	means, err := c.entering(ctx, out.After, out.After.State.Seating)
	if err != nil {
		return Reply{}, err
	}
	reply, _, err := c.doLeague(ctx, cmd, func(after *season.Snapshot) router.Answer {
		return router.NewAnswer("did.division_place", "n", after.State.Count())
	})
	if err != nil {
		return Reply{}, err
	}
	if means != "" {
		c.seatNow(ctx)
		return c.Turned(layout.Text(reply.Text + "\n" + means))
	}
	return c.Turned(layout.Text(reply.Text + c.beginning()))
}

// beginning returns a sentence about what happens automatically once members are in
// divisions.
func (c *call) beginning() string {
	x := c.Season.State.Settings.Series
	if x == nil || x.Cron != "" {
		return ""
	}
	soon := c.App.Now().Add(time.Duration(x.OpenHours) * time.Hour)
	switch first := x.FirstDay(); {
	case x.Event.Fixtures.Opens == tournament.Together:
		return " " + c.Say("promotion.events")
	case first.After(soon):
		return "\n" + wording.Begins(c.Words(), first)
	case c.Season.State.Count() < 2:
		return "\n" + wording.Begins(c.Words(), soon)
	default:
		return " " + c.Say("promotion.events_start", "n", x.OpenHours)
	}
}

// divisionOdds shows the chances in a division of winning, promotion and relegation, or in
// a season that is one event of winning and of the final. They come from the event that is
// under way, or from the coming events, which all divisions share.
func (c *call) divisionOdds(ctx context.Context, d, left int) (Reply, error) {
	s := c.Season.State
	if d == 0 {
		d = min(s.Count(), max(1, s.DivisionOf(c.Season.PlayerByUser(c.User.ID))))
	}
	if d > s.Count() {
		return Reply{}, tournament.Refuse(tournament.NotFound, "season.no_division", "n", d)
	}
	running, err := c.runningIn(ctx, d)
	if err != nil {
		return Reply{}, err
	}
	x, err := c.leagueChances(ctx, d, left, running, sim.StrengthEqual)
	if err != nil {
		return Reply{}, err
	}
	env := c.League()
	if running == nil || !s.Single() {
		return c.Reply(leagueview.Odds(env, x.odds, x.lines, x.means, d, left)), nil
	}
	event := running.Event.State
	cut, err := sim.Live(event)
	if err != nil || !cut.Cut.IsTop() || cut.Shape.Cuts != nil { // no cut comes that all play for
		return c.Reply(leagueview.Odds(env, x.odds, x.lines, x.means, d, left)), nil
	}
	cut.Seed, cut.Strength = sim.SeedOf(event), sim.StrengthEqual
	run := c.App.Simulator.Ask(ctx, c.Member(), simulator.Question{Event: event.ID, Seq: event.Seq}, cut) // that of /odds
	return c.watching(ctx, run, func(h simulator.Update) discord.Message {
		y := x.withCut(h.Result, cut.Cut.Top, running)
		return leagueview.Odds(env, y.odds, y.lines, y.means, d, left)
	})
}

// withCut returns the chances with those of reaching the cut of the event that is under
// way, after those of the first place. They are unchanged while there is no result.
func (x *leagueChances) withCut(res *sim.OddsResult, top int, running *sim.RunningEvent) *leagueChances {
	if res == nil {
		return x
	}
	odds := *x.odds
	odds.Members = slices.Clone(odds.Members)
	for i := range odds.Members {
		m := &odds.Members[i]
		reaches := sim.CutOdds{Fact: sim.Eliminated} // who doesn't play in it
		for n := range res.Players {
			who := running.Event.Book.Person(running.Event.State.Players[n].Person)
			if running.Member(season.Person{User: who.User, Name: who.Name}) == m.Member {
				reaches = res.Players[n].Cut
			}
		}
		m.Lines = slices.Insert(slices.Clone(m.Lines), 1, reaches)
	}
	return &leagueChances{&odds, slices.Insert(slices.Clone(x.lines), 1, top), slices.Insert(slices.Clone(x.means), 1, season.LineCut)}
}

// leagueChances are the chances of the members of a division.
type leagueChances struct {
	odds  *sim.SeasonOdds
	lines []int
	means []season.PlaceLine
}

// leagueChances returns the chances in a division of the league, or in the season if d is
// 0. running is the event under way, if there is one, and left the number of coming ones
// otherwise. It is the answer of /odds, too, if that event is the whole division.
func (c *call) leagueChances(ctx context.Context, d, left int, running *sim.RunningEvent, strength sim.Strength) (*leagueChances, error) {
	s := c.Season.State
	in := s.Past()
	cfg := sim.SeasonConfig{Input: in, Running: running, Strength: strength, Lines: []int{1}, Trials: divisionTrials, Seed: uint64(s.ID)<<32 | uint64(d)}
	switch {
	case d > 0 && in.Single:
		cfg.Input = s.InputOf(d, in)
	case d > 0:
		cfg.Of = func(member int) bool { return s.DivisionOf(member) == d }
	}
	means := []season.PlaceLine{season.LineFirst}
	if final := s.Settings.Rules.Final; s.Count() < 2 && final > 1 {
		cfg.Lines, means = append(cfg.Lines, final), append(means, season.LineTop)
	}
	if tiers := s.Settings.Tiers(); d > 0 && tiers != nil {
		rows := len(s.Division(d).Rows)
		up, down := tiers.Moves(rows)
		if d > 1 {
			cfg.Lines, means = append(cfg.Lines, up), append(means, season.LineUp)
		}
		if d < s.Count() {
			cfg.Lines, means = append(cfg.Lines, max(0, rows-down)), append(means, season.LineDown)
		}
	}
	counted := slices.ContainsFunc(cfg.Input.Events, func(e season.Leg) bool { return len(e.Results) > 0 })
	switch {
	case running != nil:
		if !in.Single {
			cfg.Left = sim.EventsLeft(s, left-1)
		}
		seed := sim.SeedOf(running.Event.State)
		cfg.Seed = binary.BigEndian.Uint64(seed[:])
		if strength == sim.StrengthRating {
			var err error
			if cfg.Ratings, err = c.kept(ctx); err != nil {
				return nil, err
			}
		}
	case in.Single && counted: // all is decided
	case s.Settings.Planned == 0:
		if s.Count() < 2 {
			return nil, tournament.Refuse(tournament.WrongPhase, "league.odds_none")
		}
		return nil, tournament.Refuse(tournament.WrongPhase, "league.odds_division_none", "number", d)
	case left <= 0:
		return nil, tournament.Refuse(tournament.WrongPhase, "league.odds_over")
	default:
		cfg.Left = sim.EventsLeft(s, left)
	}
	odds, err := sim.Season(ctx, cfg)
	if err != nil {
		return nil, simRefusal(err)
	}
	return &leagueChances{odds, cfg.Lines, means}, nil
}

// divisionTrials is how often the remaining matches of a division are simulated.
const divisionTrials = 1000

// runningIn returns the event that a division is playing, or nil.
func (c *call) runningIn(ctx context.Context, division int) (*sim.RunningEvent, error) {
	all, err := c.App.Index.ByGuild(ctx, c.GuildID)
	if err != nil {
		return nil, err
	}
	if all, err = c.inLeague(ctx, all); err != nil {
		return nil, err
	}
	for _, f := range all {
		snap, err := c.App.Director.Snapshot(ctx, f.ID)
		if err != nil {
			return nil, err
		}
		if snap.State.Phase != tournament.Running || len(snap.State.Field()) == 0 {
			continue
		}
		if c.divisionOfEvent(snap) == division {
			return &sim.RunningEvent{Event: snap, Member: c.memberOf}, nil
		}
	}
	return nil, nil
}

// divisionOfEvent returns the division of the league that plays an event, or 0.
func (c *call) divisionOfEvent(snap *tournament.Snapshot) int {
	if n := c.Season.State.EventOf(snap.State.ID); n > 0 && c.Season.State.Single() {
		return c.Season.State.DivisionOfEvent(n)
	}
	p := snap.Book.Person(snap.State.Players.At(snap.State.Field()[0]).Person)
	return c.Season.State.DivisionOf(c.memberOf(season.Person{User: p.User, Name: p.Name}))
}

// memberOf returns the member of the league for a person, or 0.
func (c *call) memberOf(p season.Person) int {
	l := c.Season
	if p.User != "" {
		return l.PlayerByUser(p.User)
	}
	return 1 + slices.IndexFunc(l.State.Members, func(m season.Member) bool {
		known := l.Book.Person(m.Person)
		return m.Person > 0 && known.User == "" && known.Name == p.Name
	})
}
