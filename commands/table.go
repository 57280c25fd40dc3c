package commands

import (
	"topcut/commands/owngame"
	"topcut/commands/router"
	"topcut/commands/text"
)

// routes returns all routes.
func routes() []Route {
	var all []Route
	for _, part := range [][]Route{playerRoutes(), crewRoutes(), reportRoutes(), pickRoutes(), matchRoutes(), lookRoutes(), oddsRoutes(), courseRoutes(), simulateRoutes(), createRoutes(), router.Routes(), settingsRoutes(), eventRoutes(), importRoutes(), whileRunning(roundRoutes()), whileRunning(draftRoutes()), whileRunning(tieRoutes()), whileRunning(flightRoutes()), organiserRoutes(), staffRoutes(), leagueRoutes(), memberRoutes(), serverRoutes(), banRoutes(), owngame.Routes(), targetRoutes()} {
		all = append(all, part...)
	}
	return all
}

// Definitions returns the table of all routes, without an App.
func Definitions() (*router.Table, error) { return router.NewTable(routes(), text.Printer{}) }

// New completes an App with the routes of this package.
func New(a App) (*App, error) { return router.New(a, routes()) }
