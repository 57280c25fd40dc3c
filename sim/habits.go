package sim

import (
	"topcut/sim/internal/kernel"
	"topcut/tournament/rules"
)

// Habit is how often two players agree on a draw in the last two rounds, in half
// percents of the pairs who might. Sure of the cut is meant literally: no other player
// can end with more points. Expectations assume that every match is even.
type Habit struct {
	// Safe is for two who are sure of the cut after it, or who can expect so few players
	// ahead of them that these take less than SafeBelow of the places.
	Safe      Percent
	SafeBelow float64
	// Likely is for two who can expect that these take less than LikelyBelow of them.
	Likely      Percent
	LikelyBelow float64
}

// The habits in real events; docs/reports/calibration.md has the counts behind them.
// Games that were not measured use the share of Magic, and chess that of amateurs.
var (
	UsualHabit  = Habit{Safe: 170, SafeBelow: 0.75, Likely: 50, LikelyBelow: 1}
	usualDraws  = Percent(5)
	drawsByGame = map[string]Percent{"Pokémon Trading Card Game": 27, "Chess": 20}
)

// usualDrawsOf returns the share of matches of a game that end in a draw without
// agreement.
func usualDrawsOf(rs *rules.Ruleset) Percent {
	if !rs.Draws.Allowed {
		return 0
	}
	if p, ok := drawsByGame[rs.Game]; ok {
		return p
	}
	return usualDraws
}

// Usual sets the draws to those of real events. Call it after Rules and Shape are set,
// since agreed draws are not simulated in every shape.
func (c *OddsConfig) Usual() {
	c.DrawChance, c.IDs = usualDrawsOf(c.Rules), IDsOff
	if c.Rules.Draws.Intentional && c.State == nil && c.Shape.agrees() {
		c.IDs = IDsUsual
	}
}

func (c *OddsConfig) habit() kernel.Habit {
	if c.Habit != nil {
		return c.Habit.kernel()
	}
	return UsualHabit.kernel()
}

func (h Habit) kernel() kernel.Habit {
	return kernel.Habit{Safe: int(h.Safe), SafeBelow: h.SafeBelow, Likely: int(h.Likely), LikelyBelow: h.LikelyBelow}
}
