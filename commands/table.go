package commands

import (
	"errors"

	"topcut/commands/allowance"
	"topcut/commands/forum"
	"topcut/commands/simulator"
	"topcut/commands/text"
)

// routes returns all routes.
func routes() []Route {
	var all []Route
	for _, part := range [][]Route{playerRoutes(), reportRoutes(), matchRoutes(), lookRoutes(), oddsRoutes(), courseRoutes(), simulateRoutes(), createRoutes(), {pickRoute(), panel(Route{Role: Everyone, Scope: noEvent, Update: true}, sure)}, settingsRoutes(), eventRoutes(), importRoutes(), whileRunning(roundRoutes()), whileRunning(draftRoutes()), whileRunning(tieRoutes()), whileRunning(flightRoutes()), organiserRoutes(), staffRoutes(), leagueRoutes(), memberRoutes(), serverRoutes(), banRoutes(), targetRoutes()} {
		all = append(all, part...)
	}
	return all
}

// New completes an App: it builds the route table and checks that the
// required fields are set.
func New(a App) (*App, error) {
	table, err := NewTable(routes(), text.Printer{})
	if err != nil {
		return nil, err
	}
	if a.Director == nil || a.Index == nil || a.Servers == nil || a.People == nil || a.Rulesets == nil || a.Rest == nil || a.Now == nil || a.Log == nil {
		return nil, errors.New("commands.New: a dependency is missing")
	}
	a.Table, a.simulator, a.budget, a.drawing = table, simulator.New(a.Log, func() int { return a.Trials }), allowance.NewBudget(a.Now), allowance.NewTurns(1)
	a.readings = allowance.NewReadings()
	a.posts = &forum.Posts{Rest: a.Rest}
	a.refining = &refining{of: map[string]*refinement{}}
	return &a, nil
}
