package commands

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/view"
	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/rules"
)

// oddsRoutes are the chances from the real position of the event, or from pasted
// standings.
func oddsRoutes() []Route {
	return []Route{
		{
			Path: "odds", About: "Your chance of the cut from where the event stands", Role: Everyone, Scope: SomeEvent, Public: true, Opens: true,
			Options: []discord.CommandOption{
				playerOption("Whose chance; your own if left out"),
				choiceOption("if", "Suppose a result of the current match",
					choice("I win", sim.IfWin), choice("We draw", sim.IfDraw), choice("I lose", sim.IfLoss), choice("We agree on a draw", sim.IfID)),
				boolOption("everybody", "The table of everybody around the line"),
				boolOption("paste", "Paste the standings of an event that runs elsewhere"),
				publicOption(), eventOption(),
			},
			Complete: completePlayers(), Run: odds,
		},
		{Verb: customid.Odds, Role: Everyone, Scope: OneEvent, Update: true, Run: func(ctx context.Context, c *Call) (Reply, error) {
			return c.odds(ctx, c.Panel.Int(0), c.Panel.Text(1), c.Panel.Text(2) == view.OddsLine)
		}},
		{Verb: customid.OddsForm, Role: Everyone, Scope: NoEvent, Run: pastedOdds},
	}
}

func odds(ctx context.Context, c *Call) (Reply, error) {
	if c.Snap == nil || c.Bool("paste") {
		rs, err := c.ruleset(ctx, c.rulesetHere())
		if err != nil {
			return Reply{}, err
		}
		m := view.PasteModal(c.simulated(), rs.ID)
		return Reply{Modal: &m}, nil
	}
	c.noForm()
	n, line := c.Me(), c.Bool("everybody")
	if c.Text("player") != "" || n == 0 && !line {
		var err error
		if n, err = c.someone(); err != nil {
			return Reply{}, err
		}
	}
	return c.odds(ctx, n, c.Text("if"), line)
}

// rulesetHere is the id of the game of the event here, empty where there is none.
func (c *Call) rulesetHere() string {
	if c.Snap != nil {
		return c.Snap.State.Rules.ID
	}
	return ""
}

// noOdds is why an event has no odds, as a sentence.
func noOdds(err error) error {
	text := err.Error()
	text = strings.ToUpper(text[:1]) + text[1:] + "."
	if errors.Is(err, sim.ErrSwissOver) {
		text += " See /standings and /bracket."
	}
	return tournament.Refuse(tournament.WrongPhase, "%s", text)
}

// oddsSeed makes the same question about the same moment have the same answer.
func oddsSeed(s *tournament.State) [32]byte {
	return sha256.Sum256(fmt.Appendf(nil, "odds %s %d", s.Commitment, s.Seq))
}

// odds answers with the chances of a player (0 = nobody in particular), or the
// table around the line, and refines the answer for some seconds.
func (c *Call) odds(ctx context.Context, n int, result string, line bool) (Reply, error) {
	s := c.Snap.State
	config, err := sim.Live(s)
	if err != nil {
		return Reply{}, noOdds(err)
	}
	switch {
	case n != 0 && s.Player(n) == nil:
		return Reply{}, errOldPanel
	case n == 0 && !line:
		return Reply{}, tournament.Refuse(tournament.NotFound, "You are not in this event; name a player, or ask for everybody.")
	case n != 0 && !line && !s.Taking(n):
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "%s has left the event.", discord.Escape(c.Snap.Name(n)))
	case !slices.Contains([]string{"", sim.IfWin, sim.IfDraw, sim.IfLoss, sim.IfID}, result):
		return Reply{}, errOldPanel
	}
	config.Seed = oddsSeed(s)
	q := question{event: s.ID, seq: s.Seq}
	var advice *sim.Advice
	if n != 0 && !line {
		if result != "" {
			q.player, q.result = n, result
			config.Player, config.If = int32(n-1), result
		}
		asked := config
		asked.Player = int32(n - 1)
		if p, err := sim.Prove(asked); err == nil {
			advice = p.Advice
		}
	}
	env := c.env()
	draw := func(h heard) discord.Message {
		x := view.Chances{Result: h.result, Advice: advice, Refining: !h.done, Asked: result}
		if line {
			return view.OddsTable(env, n, x)
		}
		return view.Odds(env, n, x)
	}
	return c.watching(ctx, c.App.desk.ask(ctx, q, config), draw)
}

// firstWithin is how long somebody waits for the first answer, although it is
// late: an answer without a deferral must come within three seconds.
const firstWithin = 1500 * time.Millisecond

// watching answers with the first answer of a run, or with what is known without
// one, and shows the better ones as they come.
func (c *Call) watching(ctx context.Context, r *run, draw func(heard) discord.Message) (Reply, error) {
	wait, cancel := context.WithTimeout(ctx, firstWithin)
	first, err := r.next(wait, 0)
	cancel()
	if err != nil && (ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded)) {
		r.leave()
		return Reply{}, simRefusal(err)
	}
	m := draw(first)
	reply := c.Shown(m)
	if c.Kind == discord.KindComponent {
		if reply, err = c.turned(m); err != nil {
			r.leave()
			return Reply{}, err
		}
	}
	reply.More = func(ctx context.Context, show func(discord.Message)) {
		defer r.leave()
		for last := first; !last.done; {
			h, err := r.next(ctx, last.version)
			if err != nil {
				return
			}
			show(draw(h))
			last = h
		}
	}
	return reply, nil
}

// simRefusal tells a person why there is no simulation.
func simRefusal(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	text := err.Error()
	if strings.HasPrefix(text, "panic") {
		return err
	}
	return tournament.Refuse(tournament.BadInput, "That cannot be simulated: %s.", discord.Escape(text))
}

// simulated lists the games that can be simulated, by id.
func (c *Call) simulated() []*rules.Ruleset {
	var out []*rules.Ruleset
	for _, id := range c.App.Rulesets.IDs() {
		if rs, err := c.App.Rulesets.Load(id); err == nil && sim.Playable(rs) == nil {
			out = append(out, rs)
		}
	}
	return out
}

// pastedOdds answers the form with pasted standings.
func pastedOdds(ctx context.Context, c *Call) (Reply, error) {
	rs, err := c.App.Rulesets.Load(c.Field(view.FieldRuleset))
	if err != nil {
		return Reply{}, tournament.Refuse(tournament.NotFound, "There is no ruleset called %q; choose one from the list.", clip(c.Field(view.FieldRuleset), 40))
	}
	p, err := sim.ReadPasted(c.Field(view.FieldStandings), rs)
	if err != nil {
		return Reply{}, tournament.Refuse(tournament.BadInput, "The standings cannot be read: %s.", discord.Escape(err.Error()))
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
		if *f.value, err = strconv.Atoi(text); err != nil {
			return Reply{}, tournament.Refuse(tournament.BadInput, "%q is no number of %s.", clip(text, 20), f.field)
		}
	}
	if cut == 0 {
		return Reply{}, tournament.Refuse(tournament.BadInput, "Say how many play on: the size of the cut.")
	}
	config := sim.OddsConfig{
		Rules: rs, Standings: p.Standings, Played: p.Played, Rounds: rounds, Cut: rules.Cut{Top: cut}, Player: -1,
		Seed: sha256.Sum256([]byte(c.Field(view.FieldStandings))),
	}
	me := -1
	if who := strings.TrimSpace(c.Field(view.FieldName)); who != "" {
		if me = slices.IndexFunc(p.Names, func(name string) bool { return strings.EqualFold(name, who) }); me < 0 {
			return Reply{}, tournament.Refuse(tournament.NotFound, "%q does not stand in the pasted standings.", clip(who, 40))
		}
	}
	r := c.App.desk.ask(ctx, question{player: me, result: fmt.Sprintf("%x %d %d %s", config.Seed, rounds, cut, rs.ID)}, config)
	return c.watching(ctx, r, func(h heard) discord.Message {
		return view.PastedOdds(view.Pasted{Pasted: p, Rules: rs, Rounds: rounds, Cut: cut, Me: me}, view.Chances{Result: h.result, Refining: !h.done})
	})
}
