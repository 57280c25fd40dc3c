package commands

import (
	"cmp"
	"context"
	"strings"

	"topcut/commands/discord"
	"topcut/commands/router"
	"topcut/commands/suggest"
	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// ofEvent makes a completer of what is suggested in an event; without one there is nothing
// to suggest.
func ofEvent(choices func(c *call, typed string) []discord.Choice) completer {
	return func(_ context.Context, c *call, typed string) ([]discord.Choice, error) {
		if c.Snap == nil {
			return nil, nil
		}
		return choices(c, typed), nil
	}
}

var (
	completePlayer   = ofEvent(func(c *call, typed string) []discord.Choice { return suggest.Players(c.Snap, typed) })
	completeResult   = ofEvent((*call).suggestResults)
	completeRuling   = ofEvent((*call).suggestRulings)
	completeTable    = ofEvent((*call).suggestTables)
	completeOpponent = ofEvent((*call).suggestOpponents)
	completeDivision = ofEvent(func(c *call, typed string) []discord.Choice {
		all := c.Snap.State.Settings.Divisions
		return suggest.Names(all, typed, func(i int) any { return all[i] })
	})
)

// player resolves a player option: a suggested value, a mention, or the name.
func (c *call) player(name string) (int, error) {
	typed := strings.TrimSpace(c.Typed(name))
	if typed == "" {
		return 0, tournament.Refuse(tournament.BadInput, "pick.player")
	}
	return suggest.Player(c.Snap, typed)
}

// suggestResults suggests the legal results of the match that the user means, else of the
// round that is played.
func (c *call) suggestResults(typed string) []discord.Choice {
	s := c.Snap.State
	if s.Current() == nil || s.Current().Status != tournament.Started {
		return nil
	}
	r, m, err := c.meant(reportable)
	if match, _ := s.Match(r, m); err != nil || match == nil {
		r, m = s.Current().Number, 0
	} else if match.Confirmed {
		return nil
	}
	return suggest.Results(c.Words(), s, r, m, typed)
}

// suggestRulings suggests the results of the table that is already chosen.
func (c *call) suggestRulings(typed string) []discord.Choice {
	r, err := c.round()
	if err != nil {
		return nil // no round yet
	}
	return suggest.Rulings(c.Env(), c.Words(), r, c.tableMeant(r), typed)
}

func (c *call) suggestTables(typed string) []discord.Choice {
	r, err := c.round()
	if err != nil {
		return nil // no round yet
	}
	return suggest.Tables(c.Snap, r, typed)
}

func (c *call) suggestOpponents(typed string) []discord.Choice {
	if n := c.MyNumber(); n > 0 {
		return suggest.Opponents(c.Snap, n, c.person(), typed)
	}
	return nil
}

// completeRuleset suggests the rulesets.
func completeRuleset(ctx context.Context, c *call, typed string) ([]discord.Choice, error) {
	lib, err := c.Library(ctx)
	if err != nil {
		return nil, err
	}
	ids := lib.IDs()
	shown := make([]string, len(ids))
	for i, id := range ids {
		shown[i] = lib.Name(id) + " (" + id + ")"
	}
	return suggest.Names(shown, typed, func(i int) any { return ids[i] }), nil
}

// completeLanguage suggests the offered languages.
func completeLanguage(_ context.Context, _ *call, typed string) ([]discord.Choice, error) {
	return suggest.Languages(typed), nil
}

// completeStages suggests the usual chains of stages of the game.
func completeStages(ctx context.Context, c *call, typed string) ([]discord.Choice, error) {
	return c.suggestStages(ctx, c.Typed("ruleset"), typed, func(*rules.Ruleset, stage.Chain) error { return nil })
}

// completePlans suggests the chains that can be simulated.
func completePlans(ctx context.Context, c *call, typed string) ([]discord.Choice, error) {
	return c.suggestStages(ctx, cmp.Or(c.Typed("ruleset"), c.rulesetHere()), typed, sim.Plays)
}

func (c *call) suggestStages(ctx context.Context, ruleset, typed string, check func(*rules.Ruleset, stage.Chain) error) ([]discord.Choice, error) {
	rs, err := c.ruleset(ctx, ruleset)
	if err != nil {
		return nil, nil // the game is still being typed
	}
	return suggest.Stages(c.Words(), typed, func(chain stage.Chain) (stage.Chain, error) {
		s, err := tournament.Settings{Stages: chain}.Fit(rs)
		return s.Stages, cmp.Or(err, check(rs, chain))
	}), nil
}

// completeEvent suggests the tournaments of the server.
func completeEvent(ctx context.Context, c *call, typed string) ([]discord.Choice, error) {
	return router.CompleteEvent(ctx, c.Call, typed)
}

// completers makes completers those of a route about one event, which is an option too.
func completers(of map[string]completer) map[string]router.Completer {
	out := completes(of)
	out["tournament"] = router.CompleteEvent
	return out
}

func completePlayers() map[string]router.Completer {
	return completers(map[string]completer{"player": completePlayer})
}
