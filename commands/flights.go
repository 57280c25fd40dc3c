package commands

import (
	"context"

	"topcut/commands/discord"
	"topcut/commands/menu"
	"topcut/commands/router"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
)

// flightRoutes split a large division into flights.
func flightRoutes() []Route {
	return []Route{
		staffRoute("tournament flights", split,
			menu.Required(discord.CommandOption{Type: wire.OptionInteger, Name: "number", Choices: []discord.Choice{
				{Value: int64(2)},
				{Value: int64(4)},
				{Value: int64(8)},
				{Value: int64(16)},
			}}),
			divisionOption()).Listed(9, splitting),
	}
}

// split handles /tournament flights.
func split(ctx context.Context, c *call) (Reply, error) {
	division, err := c.division()
	if err != nil {
		return Reply{}, err
	}
	n, _ := c.Int("number")
	c.Preface = c.Say("ask.flights", "flights", text.Raw(c.Say("flights.title", "who", wording.About(c.Words(), c.Snap).Field(division), "n", n)))
	reply, _, err := c.Do(ctx, &command.SplitFlights{Division: division, Flights: int(n)}, func(after *tournament.Snapshot, _ []tournament.Envelope) router.Answer {
		return router.NewAnswer("did.flights", "flights", n, "n", after.State.PlannedRounds()).Next("round pair")
	})
	return reply, err
}
