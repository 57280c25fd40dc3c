package router

import (
	"context"

	"topcut/commands/discord"
	"topcut/commands/suggest"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/stores"
)

// CompleteEvent suggests the tournaments of the server: first those in which the command
// makes sense, last those that are over.
func CompleteEvent(ctx context.Context, c *Call, typed string) ([]discord.Choice, error) {
	found, err := c.Events(ctx)
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
	return SuggestEvents(all, typed, func(f stores.Found) string {
		return c.Say("choice.event", "event", text.Raw(discord.Plain(f.Name, 60)), "phase", f.Phase.Word(), "n", f.Players)
	}), nil
}

// SuggestEvents suggests events by their names, shown as label has them.
func SuggestEvents(all []stores.Found, typed string, label func(stores.Found) string) []discord.Choice {
	shown := make([]string, len(all))
	for i, f := range all {
		shown[i] = f.Name
	}
	return suggest.Labelled(shown, typed, func(i int) (string, any) { return label(all[i]), eventValue(all[i].ID) })
}
