package commands

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/menu"
	"topcut/commands/router"
	"topcut/commands/simulator"
	"topcut/commands/view"
	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/fraction"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
	"topcut/tournament/season"
)

// oddsRoutes returns the routes for odds, from the current state of the event or from
// pasted standings.
func oddsRoutes() []Route {
	return []Route{
		{
			Path: "odds", Role: Everyone, Scope: router.SomeEvent, Public: true, Opens: true, When: running, Help: router.Help{Place: 10, When: cutting},
			Options: []discord.CommandOption{
				menu.Player(),
				menu.Choice("if", sim.IfWin, sim.IfDraw, sim.IfLoss, sim.IfID),
				menu.Switch("everybody"),
				divisionOption(),
				menu.Choice("strength", sim.StrengthEqual.String(), sim.StrengthElo.String(), sim.StrengthGlicko2.String(), sim.StrengthRating.String()),
				menu.Switch("paste"),
				menu.Public(), menu.Event(),
			},
			Complete: completers(map[string]completer{"player": completePlayer, "division": completeDivision}), Run: runs(odds),
		},
		turning(func(ctx context.Context, c *call, p customid.Odds) (Reply, error) {
			strength, err := readStrength(p.Strength)
			if err != nil {
				return Reply{}, router.ErrOldPanel
			}
			return c.odds(ctx, asked{player: p.Player, result: p.If, line: p.Line, strength: strength, group: p.Group - 1})
		}),
		turning(func(ctx context.Context, c *call, p customid.OddsOf) (Reply, error) {
			strength, err := readStrength(p.Strength)
			if err != nil || len(c.Values) != 1 {
				return Reply{}, router.ErrOldPanel
			}
			group, err := strconv.Atoi(c.Values[0])
			if err != nil {
				return Reply{}, router.ErrOldPanel
			}
			return c.odds(ctx, asked{player: p.Player, line: true, strength: strength, group: group})
		}),
		panel(Route{Role: Everyone, Scope: router.NoEvent}, same[customid.OddsForm](pastedOdds)),
	}
}

func odds(ctx context.Context, c *call) (Reply, error) {
	if c.Snap == nil || c.Bool("paste") {
		rs, err := c.ruleset(ctx, c.rulesetHere())
		if err != nil {
			return Reply{}, err
		}
		lib, err := c.Library(ctx)
		if err != nil {
			return Reply{}, err
		}
		m := view.PasteModal(c.Env(), simulated(lib), rs.ID)
		return Reply{Modal: &m}, nil
	}
	c.NoForm()
	ask := asked{player: c.MyNumber(), result: c.Typed("if"), line: c.Bool("everybody") || c.Typed("division") != "", group: -1}
	var err error
	if c.Typed("player") != "" || ask.player == 0 && !ask.line {
		if ask.player, err = c.playerOrSelf(); err != nil {
			return Reply{}, err
		}
	}
	if ask.strength, err = readStrength(c.Typed("strength")); err != nil {
		return Reply{}, tournament.RefuseAs(tournament.BadInput, err)
	}
	if c.Typed("division") != "" {
		if ask.division, err = c.division(); err != nil {
			return Reply{}, err
		}
		ask.named = true
	}
	return c.odds(ctx, ask)
}

// asked is a question about the odds of the running event.
type asked struct {
	player   int    // 0 for no particular player
	result   string // an assumed result; "" for none
	line     bool   // show the table of all players around the cut line
	strength sim.Strength
	// group selects the table: a group of the shape, or -1 for that of the named division,
	// else the player's, else the first.
	group    int
	named    bool
	division int
}

// table returns the group whose table is shown.
func (a *asked) table(s *tournament.State, shape *sim.Shape) int {
	switch {
	case shape.Cuts == nil:
		return 0
	case a.group >= 0:
		return min(a.group, len(shape.Names)-1)
	case a.named:
		for i, g := range shape.Of {
			if int(s.Players[i].Division) == a.division {
				return g
			}
		}
	case a.player > 0:
		return numbered.Get(shape.Of, a.player)
	}
	return shape.Of[0]
}

// readStrength parses the name of a model; "" is equal skill.
func readStrength(word string) (sim.Strength, error) {
	if word == "" {
		return sim.StrengthEqual, nil
	}
	return sim.ParseStrength(word)
}

// rulesetHere returns the ruleset id of this event, or "".
func (c *call) rulesetHere() string {
	if c.Snap != nil {
		return c.Snap.State.Rules.ID
	}
	return ""
}

// noOdds turns the reason why an event has no odds into a refusal.
func noOdds(err error) error { return tournament.RefuseAs(tournament.WrongPhase, err) }

// odds answers with the chances of a player, or the table around the cut line, and
// refines the answer for some seconds.
func (c *call) odds(ctx context.Context, ask asked) (Reply, error) {
	s, n := c.Snap.State, ask.player
	config, err := sim.Live(s)
	switch {
	case errors.Is(err, sim.ErrNoCut): // players play for places
		return c.placesOdds(ctx, ask)
	case err != nil && s.Phase == tournament.Running && (c.lastRounds() || s.Elimination() != nil && errors.Is(err, sim.ErrSwissOver)):
		return c.placesOdds(ctx, ask)
	case err != nil:
		return Reply{}, noOdds(err)
	}
	switch {
	case n != 0 && s.Player(n) == nil:
		return Reply{}, router.ErrOldPanel
	case n == 0 && !ask.line:
		return Reply{}, tournament.Refuse(tournament.NotFound, "pick.you_or_all")
	case n != 0 && !ask.line && !s.Taking(n):
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "player.has_left", "player", notice.Player(n))
	case n != 0 && !ask.line && !s.PlaysOn(n):
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "pick.day_one", "player", notice.Player(n))
	case !slices.Contains([]string{"", sim.IfWin, sim.IfDraw, sim.IfLoss, sim.IfID}, ask.result):
		return Reply{}, router.ErrOldPanel
	}
	config.Seed, config.Strength = sim.SeedOf(s), ask.strength
	if ask.strength == sim.StrengthRating {
		if config.Ratings, err = c.kept(ctx); err != nil {
			return Reply{}, err
		}
	}
	q := simulator.Question{Event: s.ID, Seq: s.Seq, Strength: ask.strength}
	x := view.Chances{Asked: ask.result, Group: ask.table(s, &config.Shape)}
	if ask.strength != sim.StrengthEqual {
		x.Strength = ask.strength.String()
	}
	if n != 0 && !ask.line {
		if ask.result != "" {
			q.Player, q.Result = n, ask.result
			config.Player, config.If = int32(n-1), ask.result
		}
		question := config
		question.Player = int32(n - 1)
		if p, err := sim.Prove(question); err == nil {
			x.Advice = p.Advice
		}
	}
	env := c.Env()
	draw := func(h simulator.Update) discord.Message {
		x := x
		x.Result, x.Refining = h.Result, !h.Done
		if ask.line {
			return view.OddsTable(env, n, x)
		}
		return view.Odds(env, n, x)
	}
	return c.watching(ctx, c.App.Simulator.Ask(ctx, c.Member(), q, config), draw)
}

// lastRounds reports whether the rounds of the event decide its places.
func (c *call) lastRounds() bool {
	s := c.Snap.State
	return s.Elimination() == nil && s.CutSize() == 0 && s.Next() == nil
}

// placesTrials is how often the rest of an event is simulated that its rounds decide.
const placesTrials = divisionTrials

// placesOdds answers for all players of an event whose last stage is a round robin or a
// Swiss. If the event is a division of a league, it answers as the league does.
func (c *call) placesOdds(ctx context.Context, ask asked) (Reply, error) {
	x, err := c.placesInLeague(ctx, ask.strength)
	if err == nil && x == nil {
		x, err = c.places(ctx, ask.strength)
	}
	if err != nil {
		return Reply{}, err
	}
	m := view.PlacesOdds(c.Env(), x.odds, x.lines, x.means)
	if c.Kind == discord.KindComponent {
		return c.Turned(m)
	}
	return c.Reply(m), nil
}

// places returns the chances of the first place of the event.
func (c *call) places(ctx context.Context, strength sim.Strength) (*leagueChances, error) {
	s := c.Snap.State
	seed := sim.SeedOf(s)
	q := sim.PlacesConfig{State: s, Lines: []int{1}, Strength: strength, Trials: placesTrials, Seed: binary.BigEndian.Uint64(seed[:])}
	var err error
	if strength == sim.StrengthRating {
		if q.Ratings, err = c.kept(ctx); err != nil {
			return nil, err
		}
	}
	odds, err := sim.Places(ctx, q)
	if err != nil {
		return nil, simRefusal(err)
	}
	return &leagueChances{odds, q.Lines, []season.PlaceLine{season.LineFirst}}, nil
}

// placesInLeague returns the chances of the division of a league that is the event, or nil
// if the event is not all that counts in one.
func (c *call) placesInLeague(ctx context.Context, strength sim.Strength) (*leagueChances, error) {
	in := c.Snap.State.Series
	if in.League == 0 || in.Playoff || c.App.Seasons == nil {
		return nil, nil
	}
	l, err := c.App.Seasons.Snapshot(ctx, in.League)
	if err == nil {
		l, err = c.App.Leagues.AsItStands(ctx, l)
	}
	if err != nil || !l.State.Single() || l.State.EventOf(c.Snap.State.ID) == 0 {
		return nil, err
	}
	c.Season = l
	return c.leagueChances(ctx, c.divisionOfEvent(c.Snap), 0, &sim.RunningEvent{Event: c.Snap, Member: c.memberOf}, strength)
}

// firstWithin is how long to wait for a first answer that is late: without a deferral an
// answer must come within three seconds.
const firstWithin = 1500 * time.Millisecond

// watching answers with the first result of a run, or with what is known if there is none
// yet, and then shows better results as they come.
func (c *call) watching(ctx context.Context, r *simulator.Run, draw func(simulator.Update) discord.Message) (Reply, error) {
	wait, cancel := context.WithTimeout(ctx, firstWithin)
	first, err := r.Next(wait, 0)
	cancel()
	if err != nil && (ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded)) {
		r.Leave()
		return Reply{}, simRefusal(err)
	}
	m := draw(first)
	reply := c.Reply(m)
	if c.Kind == discord.KindComponent {
		if reply, err = c.Turned(m); err != nil {
			r.Leave()
			return Reply{}, err
		}
	}
	reply.More = func(ctx context.Context, show func(discord.Message)) {
		defer r.Leave()
		for last := first; !last.Done; {
			h, err := r.Next(ctx, last.Version)
			if err != nil {
				return
			}
			show(draw(h))
			last = h
		}
	}
	return reply, nil
}

// simRefusal turns an error of the simulator into a refusal.
func simRefusal(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return tournament.RefuseAs(tournament.BadInput, err)
}

// simulated returns the games that can be simulated, by id.
func simulated(lib *rules.Library) []*rules.Ruleset {
	var out []*rules.Ruleset
	for _, id := range lib.IDs() {
		if rs, err := lib.Load(id); err == nil && sim.Playable(rs) == nil {
			out = append(out, rs)
		}
	}
	return out
}

// pastedOdds answers the form for pasted standings.
func pastedOdds(ctx context.Context, c *call) (Reply, error) {
	rs, err := c.game(ctx, c.Field(view.FieldRuleset))
	if err != nil {
		return Reply{}, err
	}
	p, err := sim.ReadPasted(c.Field(view.FieldStandings), rs)
	if err != nil {
		return Reply{}, tournament.RefuseAs(tournament.BadInput, err)
	}
	rounds, cut, _ := rs.RoundsFor(len(p.Standings))
	rounds = max(rounds, p.Played)
	for _, f := range []struct {
		field string
		value *int
	}{{view.FieldRounds, &rounds}, {view.FieldCut, &cut}} {
		text := strings.TrimSpace(c.Field(f.field))
		if text == "" {
			continue
		}
		if *f.value, err = fraction.TypedWhole(text); err != nil {
			return Reply{}, tournament.Refuse(tournament.BadInput, "pick.number", "value", notice.Text(discord.Cut(text, 20)))
		}
	}
	if cut == 0 {
		return Reply{}, tournament.Refuse(tournament.BadInput, "pick.cut")
	}
	config := sim.OddsConfig{
		Rules: rs, Standings: p.Standings, Played: p.Played, Rounds: rounds, Cut: rules.Cut{Top: cut}, Player: -1,
		Seed: sha256.Sum256([]byte(c.Field(view.FieldStandings))),
	}
	config.Usual()
	me := -1
	if who := strings.TrimSpace(c.Field(view.FieldName)); who != "" {
		found := names.Find(who, p.Names)
		if len(found) != 1 {
			return Reply{}, tournament.Refuse(tournament.NotFound, "pick.not_pasted", "name", notice.Text(discord.Cut(who, 40)))
		}
		me = found[0]
	}
	r := c.App.Simulator.Ask(ctx, c.Member(), simulator.Question{Player: me, Result: fmt.Sprintf("%x %d %d %s", config.Seed, rounds, cut, rs.ID)}, config)
	return c.watching(ctx, r, func(h simulator.Update) discord.Message {
		return view.PastedOdds(c.Env(), view.Pasted{Pasted: p, Rules: rs, Rounds: rounds, Cut: cut, Me: me}, view.Chances{Result: h.Result, Refining: !h.Done})
	})
}
