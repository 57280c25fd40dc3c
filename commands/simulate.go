package commands

import (
	"context"
	"crypto/sha256"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/menu"
	"topcut/commands/router"
	"topcut/commands/simulator"
	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/fraction"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// simulateRoutes returns the routes for planning: how an event of a given shape will run.
func simulateRoutes() []Route {
	return []Route{
		{
			Path: "tournament simulate", Role: Everyone, Shown: wire.ManageEvents, Scope: router.PlainEvent, Public: true, When: announced,
			Options: []discord.CommandOption{
				menu.Number("players", 2, 4096),
				menu.Suggested(menu.Text("stages", stage.MaxText)),
				menu.Number("rounds", 1, 20),
				menu.Number("cut", 0, 256),
				menu.Choice("preset", "set-championship", "store-league", "two-day"),
				menu.Text("draws", 8),
				menu.Choice("ids", "off", "literal", "strict", "usual"),
				menu.Choice("id_score", sim.ScoreDrawn, sim.ScoreRecorded),
				menu.Number("drops", 0, 20),
				menu.Text("otp", 8),
				menu.Text("day2", 10),
				menu.Text("byes", 20),
				menu.Suggested(menu.Text("ruleset", 64)),
				menu.Public(), menu.Event(),
			},
			Complete: completers(map[string]completer{"ruleset": completeRuleset, "stages": completePlans}), Run: runs(simulate),
		},
		panel(Route{Role: Everyone, Scope: router.NoEvent, Update: true}, func(ctx context.Context, c *call, p customid.Simulate) (Reply, error) {
			rs, err := c.game(ctx, p.Ruleset)
			if err != nil {
				return Reply{}, router.ErrOldPanel
			}
			config, ok := sim.Unpack(p.Shape, rs)
			if !ok || len(c.Values) == 0 {
				return Reply{}, router.ErrOldPanel
			}
			return c.simulate(ctx, config, c.Values[0])
		}),
	}
}

func simulate(ctx context.Context, c *call) (Reply, error) {
	id := c.Typed("ruleset")
	if id == "" {
		id = c.rulesetHere()
	}
	rs, err := c.ruleset(ctx, id)
	if err != nil {
		return Reply{}, err
	}
	config := sim.PlanConfig{Rules: rs}
	if n, ok := c.Int("players"); ok {
		config.Players = int(n)
	} else if c.Snap != nil {
		config.Players = c.Snap.State.Count(tournament.Registered)
	}
	if config.Players < 2 {
		return Reply{}, tournament.Refuse(tournament.BadInput, "pick.players")
	}
	rounds, cut, _ := rs.RoundsFor(config.Players)
	config.Rounds, config.Cut = max(rounds, 1), rules.Cut{Top: cut}
	if name := c.Typed("preset"); name != "" {
		if config, err = config.Preset(name); err != nil {
			return Reply{}, simRefusal(err)
		}
	}
	if config, err = c.chain(config); err != nil {
		return Reply{}, simRefusal(err)
	}
	for name, at := range map[string]*int{"rounds": &config.Rounds, "drops": &config.DropLosses} {
		if n, ok := c.Int(name); ok {
			*at = int(n)
		}
	}
	if n, ok := c.Int("cut"); ok {
		config.Cut = rules.Cut{Top: int(n)}
	}
	if config, err = c.simulateWords(config); err != nil {
		return Reply{}, simRefusal(err)
	}
	return c.simulate(ctx, config, view.TableSummary)
}

// chain applies the option stages, which sets the rounds, the cut and the second day.
func (c *call) chain(config sim.PlanConfig) (sim.PlanConfig, error) {
	typed := c.Typed("stages")
	if typed == "" {
		return config, nil
	}
	_, rounds := c.Int("rounds")
	if _, cut := c.Int("cut"); rounds || cut || c.Typed("day2") != "" {
		return config, notice.Err("pick.stages")
	}
	chain, err := stage.Parse(typed)
	if err != nil {
		return config, err
	}
	return config.With(chain)
}

// simulateWords parses the typed options.
func (c *call) simulateWords(config sim.PlanConfig) (_ sim.PlanConfig, err error) {
	if text := c.Typed("draws"); text != "" {
		if config.DrawChance, err = sim.ParsePercent(text); err != nil {
			return config, err
		}
	}
	if text := c.Typed("otp"); text != "" {
		if config.PlayChance, err = sim.ParsePercent(text); err != nil {
			return config, err
		}
	}
	if text := c.Typed("ids"); text != "" {
		if config.IDs, err = sim.ParseIDMode(text); err != nil {
			return config, err
		}
	}
	config.RecordedIDs = c.Typed("id_score") == sim.ScoreRecorded
	if text := c.Typed("day2"); text != "" {
		if config.DayTwo, err = sim.ParseRecord(strings.TrimSpace(text)); err != nil {
			return config, err
		}
	}
	for _, part := range strings.FieldsFunc(c.Typed("byes"), func(r rune) bool { return r == ',' || r == ' ' }) {
		n, err := fraction.TypedWhole(part)
		if err != nil || n < 1 || n > tournament.MaxRounds/2 {
			return config, tournament.Refuse(tournament.BadInput, "pick.byes", "value", notice.Text(discord.Cut(part, 20)))
		}
		config.Byes = append(config.Byes, n)
	}
	return config, nil
}

// simulate answers with a table of a quick simulation, then with that of a longer one.
func (c *call) simulate(ctx context.Context, config sim.PlanConfig, table string) (Reply, error) {
	shape := customid.New(0, customid.Simulate{Ruleset: config.Rules.ID, Shape: sim.Pack(config)})
	config.Seed = sha256.Sum256([]byte(shape))
	p, err := c.App.Simulator.Plan(ctx, c.Member(), shape, config, true)
	if err != nil {
		return Reply{}, simRefusal(err)
	}
	env := c.Env()
	draw := func(p *simulator.Planned) discord.Message {
		return view.Simulated(env, config, p.Result, table, !p.Final)
	}
	reply := c.Reply(draw(p))
	if c.Kind == discord.KindComponent {
		if reply, err = c.Turned(*reply.Message); err != nil {
			return Reply{}, err
		}
	}
	if !p.Final {
		reply.More = func(ctx context.Context, show func(discord.Message)) {
			if better, err := c.App.Simulator.Plan(ctx, c.Member(), shape, config, false); err == nil {
				show(draw(better))
			}
		}
	}
	return reply, nil
}
