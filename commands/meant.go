package commands

import (
	"slices"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/router"
	"topcut/commands/suggest"
	"topcut/tournament"
	"topcut/tournament/fixture"
)

// This file finds the match that a command means whose player still has several to play:
// matches that players arrange do not wait for each other.

// fits reports whether a command of player n is likely to mean a match.
type fits func(c *call, n int, at tournament.Place, m *tournament.Match) bool

// anyMatch fits every match: the user has to say which one is meant.
func anyMatch(*call, int, tournament.Place, *tournament.Match) bool { return true }

// waitsForMe fits a match whose opponent has reported a result.
func waitsForMe(_ *call, n int, _ tournament.Place, m *tournament.Match) bool {
	return m.Report != nil && !m.Disputed && m.Report.Player != n
}

// isReported fits a match with a report of either player.
func isReported(_ *call, _ int, _ tournament.Place, m *tournament.Match) bool {
	return m.Report != nil
}

// hasCome fits a match whose agreed time has come, and that neither has a report nor waits
// for the organisers.
func hasCome(c *call, _ int, _ tournament.Place, m *tournament.Match) bool {
	now := c.App.Now()
	return m.Report == nil && m.Fixture.Step(now) == fixture.Agreed && !m.Fixture.Agreed.After(now)
}

// reportable fits a match whose result is likely to be reported now.
func reportable(c *call, n int, at tournament.Place, m *tournament.Match) bool {
	return waitsForMe(c, n, at, m) || hasCome(c, n, at, m)
}

// fixtures returns the matches that the user still has to play for player n, or boards.
func (c *call) fixtures(n int) []tournament.Place { return c.Snap.State.FixturesFor(n, c.person()) }

// likely returns those matches that player n still has to play that fit the command, or
// all of them if none does.
func (c *call) likely(n int, fit fits) []tournament.Place {
	all := c.fixtures(n)
	if c.Typed("opponent") != "" {
		return all // the user has chosen
	}
	some := slices.DeleteFunc(slices.Clone(all), func(at tournament.Place) bool {
		m, _ := c.Snap.State.Match(at.Round, at.Match)
		return !fit(c, n, at, m)
	})
	if len(some) > 0 {
		return some
	}
	return all
}

// oneOf returns the only one of a player's matches, or the one that the option opponent
// names. If there are several, it refuses and offers them. It returns the zero Place if
// there is none.
func (c *call) oneOf(n int, list []tournament.Place) (tournament.Place, error) {
	if named := strings.TrimSpace(c.Typed("opponent")); named != "" {
		return c.against(n, named)
	}
	switch len(list) {
	case 0:
		return tournament.Place{}, nil
	case 1:
		return list[0], nil
	}
	return tournament.Place{}, router.OfferMatches(tournament.Refuse(tournament.BadInput, "fixtures.which", "n", len(list)), list)
}

// against returns the match of player n that was chosen in a menu, or the first one still
// to be played against the named opponent.
func (c *call) against(n int, named string) (tournament.Place, error) {
	mine := c.fixtures(n)
	if at := customid.PlaceOf(named); slices.Contains(mine, at) {
		return at, nil
	}
	other, err := suggest.Player(c.Snap, named)
	if err != nil {
		return tournament.Place{}, err
	}
	for _, at := range mine {
		if c.Snap.State.PlayerAt(at, c.Snap.State.SideOf(at, n).Other()) == other {
			return at, nil
		}
	}
	return tournament.Place{}, tournament.Refuse(tournament.NotFound, "fixtures.none_left")
}

// meant returns the match that a command is about: the one that the user plays now or, if
// players arrange their matches, the only one that fits. It refuses and offers the
// matches if there are several.
func (c *call) meant(fit fits) (round, match int, err error) {
	if n := c.MyNumber(); n > 0 && c.Snap.State.Arranged() {
		at, err := c.oneOf(n, c.likely(n, fit))
		if err != nil || at != (tournament.Place{}) {
			return at.Round, at.Match, err
		}
	}
	round, match = c.matchNow()
	return round, match, nil
}

// meantReport returns the match whose report the user confirms or disputes: one that
// waits for them, else one that is reported at all.
func (c *call) meantReport() (round, match int, err error) {
	n := c.MyNumber()
	for _, fit := range []fits{waitsForMe, isReported} {
		open := c.fixtures(n)
		if slices.ContainsFunc(open, func(at tournament.Place) bool {
			m, _ := c.Snap.State.Match(at.Round, at.Match)
			return fit(c, n, at, m)
		}) {
			return c.meant(fit)
		}
	}
	round, match, err = c.meant(anyMatch)
	return round, c.answered(round, match), err
}

// ownMatch returns the user's player and the match that a command is about.
func (c *call) ownMatch(fit fits) (n int, at tournament.Place, err error) {
	if n, err = c.me(); err != nil {
		return n, at, err
	}
	if at, err = c.oneOf(n, c.likely(n, fit)); err == nil && at == (tournament.Place{}) {
		err = tournament.Refuse(tournament.NotFound, "fixtures.none_left")
	}
	return n, at, err
}

func (c *call) fixture(at tournament.Place) *fixture.Fixture {
	m, _ := c.Snap.State.Match(at.Round, at.Match)
	return m.Fixture
}
