package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"topcut/commands/discord"
	"topcut/tournament"
)

// flightRoutes split a large division.
func flightRoutes() []Route {
	return []Route{
		staffRoute("tournament flights", "Split a large division into flights, between the start and round 1", split,
			required(discord.CommandOption{Type: discord.OptionInteger, Name: "number", Description: "How many flights", Choices: []discord.Choice{
				{Name: "2 flights", Value: int64(2)},
				{Name: "4 flights", Value: int64(4)},
				{Name: "8 flights", Value: int64(8)},
				{Name: "16 flights", Value: int64(16)},
			}}),
			suggested(stringOption("division", "Which division, where the event has any", 30))),
	}
}

// split is /tournament flights.
func split(ctx context.Context, c *Call) (Reply, error) {
	division, err := c.division()
	if err != nil {
		return Reply{}, err
	}
	n, _ := c.Int("number")
	reply, _, err := c.Do(ctx, &tournament.SplitFlights{Division: division, Flights: int(n)}, func(after *tournament.Snapshot, _ []tournament.Envelope) string {
		return fmt.Sprintf("Split into %d flights; who plays in which is posted. There are %s now. Next: /tournament pair.",
			n, plural(after.State.SwissRounds, "Swiss round", "Swiss rounds"))
	})
	return reply, err
}

// division returns the index of the division that the option names; 0 where the
// event has none to choose from.
func (c *Call) division() (int, error) {
	all := c.Snap.State.Settings.Divisions
	typed := strings.TrimSpace(c.Text("division"))
	at := slices.IndexFunc(all, func(d string) bool { return fold(d) == fold(typed) })
	switch {
	case at >= 0:
		return at, nil
	case typed == "" && len(all) < 2:
		return 0, nil
	case typed == "":
		return 0, tournament.Refuse(tournament.BadInput, "Name a division: %s.", strings.Join(all, ", "))
	case len(all) == 0:
		return 0, tournament.Refuse(tournament.BadInput, "This event has no divisions; leave the option out.")
	}
	return 0, tournament.Refuse(tournament.NotFound, "There is no division %q; choose from %s.", clip(typed, 30), strings.Join(all, ", "))
}
