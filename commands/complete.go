package commands

import (
	"cmp"
	"context"
	"strings"

	"topcut/commands/discord"
	"topcut/commands/suggest"
	"topcut/commands/text"
	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/stores"
)

// ofEvent makes a completer of what is suggested in an event; without one there is nothing
// to suggest.
func ofEvent(choices func(c *Call, typed string) []discord.Choice) Completer {
	return func(_ context.Context, c *Call, typed string) ([]discord.Choice, error) {
		if c.Snap == nil {
			return nil, nil
		}
		return choices(c, typed), nil
	}
}

var (
	completePlayer   = ofEvent(func(c *Call, typed string) []discord.Choice { return suggest.Players(c.Snap, typed) })
	completeResult   = ofEvent((*Call).suggestResults)
	completeRuling   = ofEvent((*Call).suggestRulings)
	completeTable    = ofEvent((*Call).suggestTables)
	completeOpponent = ofEvent((*Call).suggestOpponents)
	completeDivision = ofEvent(func(c *Call, typed string) []discord.Choice {
		all := c.Snap.State.Settings.Divisions
		return suggest.Names(all, typed, func(i int) any { return all[i] })
	})
)

// player resolves a player option: a suggested value, a mention, or the name.
func (c *Call) player(name string) (int, error) {
	typed := strings.TrimSpace(c.text(name))
	if typed == "" {
		return 0, tournament.Refuse(tournament.BadInput, "pick.player")
	}
	return suggest.Player(c.Snap, typed)
}

// completeEvent suggests the tournaments of the server: first those in which the command
// makes sense, last those that are over.
func completeEvent(ctx context.Context, c *Call, typed string) ([]discord.Choice, error) {
	found, err := c.events(ctx)
	if err != nil {
		return nil, err
	}
	list, err := c.App.candidates(ctx, c, found)
	if err != nil {
		return nil, err
	}
	all := make([]stores.Found, 0, len(found))
	for _, e := range list {
		all = append(all, e.Found)
	}
	for _, f := range found {
		if f.Phase >= tournament.Finished {
			all = append(all, f)
		}
	}
	return chosenEvents(all, typed, func(f stores.Found) string {
		return c.say("choice.event", "event", text.Raw(discord.Plain(f.Name, 60)), "phase", f.Phase.Word(), "n", f.Players)
	}), nil
}

// chosenEvents suggests events by their names, shown as label has them.
func chosenEvents(all []stores.Found, typed string, label func(stores.Found) string) []discord.Choice {
	shown := make([]string, len(all))
	for i, f := range all {
		shown[i] = f.Name
	}
	return suggest.Labelled(shown, typed, func(i int) (string, any) { return label(all[i]), eventValue(all[i].ID) })
}

// suggestResults suggests the legal results of the match that the user means, else of the
// round that is played.
func (c *Call) suggestResults(typed string) []discord.Choice {
	s := c.Snap.State
	if s.Current() == nil || s.Current().Status != tournament.Started {
		return nil
	}
	part := s.Current().Stage
	if r, m, err := c.meant(reportable); err == nil {
		if match, _ := s.Match(r, m); match != nil {
			if match.Confirmed {
				return nil
			}
			part = match.Part
		}
	}
	return suggest.Results(c.words(), s, part, typed)
}

// suggestRulings suggests the results of the table that is already chosen.
func (c *Call) suggestRulings(typed string) []discord.Choice {
	r, err := c.round()
	if err != nil {
		return nil // no round yet
	}
	table, _ := c.Int("table")
	return suggest.Rulings(c.env(), c.words(), r, c.Snap.State.MatchAt(r, int(table)), typed)
}

func (c *Call) suggestTables(typed string) []discord.Choice {
	r, err := c.round()
	if err != nil {
		return nil // no round yet
	}
	return suggest.Tables(c.Snap, r, typed)
}

func (c *Call) suggestOpponents(typed string) []discord.Choice {
	if n := c.myNumber(); n > 0 {
		return suggest.Opponents(c.Snap, n, typed)
	}
	return nil
}

// completeRuleset suggests the rulesets.
func completeRuleset(_ context.Context, c *Call, typed string) ([]discord.Choice, error) {
	ids := c.App.Rulesets.IDs()
	shown := make([]string, len(ids))
	for i, id := range ids {
		shown[i] = c.App.Rulesets.Name(id) + " (" + id + ")"
	}
	return suggest.Names(shown, typed, func(i int) any { return ids[i] }), nil
}

// completeLanguage suggests the offered languages.
func completeLanguage(_ context.Context, _ *Call, typed string) ([]discord.Choice, error) {
	return suggest.Languages(typed), nil
}

// completeStages suggests the usual chains of stages of the game.
func completeStages(ctx context.Context, c *Call, typed string) ([]discord.Choice, error) {
	return c.suggestStages(ctx, c.text("ruleset"), typed, func(*rules.Ruleset, stage.Chain) error { return nil })
}

// completePlans suggests the chains that can be simulated.
func completePlans(ctx context.Context, c *Call, typed string) ([]discord.Choice, error) {
	return c.suggestStages(ctx, cmp.Or(c.text("ruleset"), c.rulesetHere()), typed, sim.Plays)
}

func (c *Call) suggestStages(ctx context.Context, ruleset, typed string, check func(*rules.Ruleset, stage.Chain) error) ([]discord.Choice, error) {
	rs, err := c.ruleset(ctx, ruleset)
	if err != nil {
		return nil, nil // the game is still being typed
	}
	return suggest.Stages(c.words(), typed, func(chain stage.Chain) (stage.Chain, error) {
		s, err := tournament.Settings{Stages: chain}.Fit(rs)
		return s.Stages, cmp.Or(err, check(rs, chain))
	}), nil
}

// completers merges a route's completers with those that all routes share.
func completers(more map[string]Completer) map[string]Completer {
	out := map[string]Completer{"tournament": completeEvent}
	for name, f := range more {
		out[name] = f
	}
	return out
}

func completePlayers() map[string]Completer {
	return completers(map[string]Completer{"player": completePlayer})
}
