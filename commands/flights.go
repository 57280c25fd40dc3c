package commands

import (
	"context"

	"topcut/commands/discord"
	"topcut/commands/menu"
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
			divisionOption()).helps(9, splitting),
	}
}

// split handles /tournament flights.
func split(ctx context.Context, c *Call) (Reply, error) {
	division, err := c.division()
	if err != nil {
		return Reply{}, err
	}
	n, _ := c.Int("number")
	c.preface = c.say("ask.flights", "flights", text.Raw(c.say("flights.title", "who", wording.About(c.words(), c.Snap).Field(division), "n", n)))
	reply, _, err := c.do(ctx, &command.SplitFlights{Division: division, Flights: int(n)}, func(after *tournament.Snapshot, _ []tournament.Envelope) answer {
		return newAnswer("did.flights", "flights", n, "n", after.State.PlannedRounds()).next("round pair")
	})
	return reply, err
}
