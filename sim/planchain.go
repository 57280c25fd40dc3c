package sim

import (
	"slices"

	"topcut/sim/internal/kernel"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/pods"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// With returns the plan of an event that is a chain of stages, such as "swiss 7 > top
// 32 swiss 3 > single 8": its rounds, days, groups and cut are those that an event of
// that size would announce. Rules and Players must be set. The error names a stage that
// cannot be simulated.
func (c PlanConfig) With(chain stage.Chain) (PlanConfig, error) {
	if c.Rules == nil || c.Players < 2 {
		return c, notice.Err("sim.preset_needs")
	}
	if err := Plays(c.Rules, chain); err != nil {
		return c, err
	}
	plan, err := tournament.PlanFor(c.Rules, chain, c.Players)
	if err != nil {
		return c, err
	}
	c.Stages, c.Rounds, c.Cut, c.DayTwo, c.Days, c.Robins = chain, 0, rules.Cut{}, Record{}, nil, nil
	if err := c.grouped(plan[0].Rounds); err != nil {
		return c, err
	}
	c.Rules = tournament.RankingOf(c.Rules, chain)
	for i := range plan {
		p, groups := &plan[i], 1
		if i == 1 && (chain.First().Groups > 1 || plan[0].Kind().MeetsAll()) {
			groups = len(c.Groups)
		}
		if p.Kind().Eliminates() {
			c.Cut = c.cutTo(p, groups)
			continue
		}
		if cut := goOn(p.Entry(), groups); !cut.IsZero() {
			c.Days = append(c.Days, Day{Rounds: c.Rounds, Cut: cut, Into: p.Kind()})
		}
		before := c.Rounds
		if c.Rounds += p.Rounds; c.Rounds > kernel.MaxRounds {
			return c, notice.Err("sim.stage_rounds", "stage", p.Kind().Word(), "rounds", c.Rounds, "most", kernel.MaxRounds)
		}
		if p.Kind().MeetsAll() {
			c.Robins = append(c.Robins, kernel.Robin{From: before, To: c.Rounds, Legs: p.Stage.Legs()})
		}
	}
	return c, nil
}

// Plays returns an error that names the stage of a chain that cannot be simulated in a
// game.
func Plays(rs *rules.Ruleset, chain stage.Chain) error {
	for i, st := range chain.Stages {
		if i == 0 && st.Kind.Eliminates() || st.Kind != stage.Swiss && !st.Kind.MeetsAll() && !st.Kind.Eliminates() {
			return notice.Err("sim.stage", "stage", st.Kind.Word())
		}
	}
	return Playable(rs)
}

// grouped deals the field out to the groups of the first stage, or to the pods of a
// draft, which play the given number of rounds among themselves unless they may meet
// from round 2 on.
func (c *PlanConfig) grouped(rounds int) (err error) {
	c.Groups, c.Until = nil, 0
	first := c.Stages.First()
	switch {
	case c.Stages.Prepares(stage.Draft):
		if c.Groups, err = pods.DraftSizes(c.Players); err != nil {
			return err
		}
		if c.Until = rounds; first.Across {
			c.Until = 1
		}
	case first.Groups > 1:
		c.Groups, c.Until = make([]int, first.Groups), rounds
		for p := range c.Players {
			c.Groups[p%first.Groups]++
		}
	}
	return nil
}

// cutTo returns the entry of an elimination, the same number from each group.
func (c *PlanConfig) cutTo(p *tournament.Planned, groups int) rules.Cut {
	e := p.Entry()
	switch {
	case e.By == stage.Equal && e.N == 0:
		places, most, _ := c.Rules.EqualCut(c.Players)
		return rules.Cut{Top: places, EqualPoints: true, Max: most}
	case e.By == stage.Equal || e.By == stage.Points:
		return goOn(e, 1)
	case groups > 1:
		return goOn(stage.TopN(p.Size), groups)
	}
	return rules.Cut{Top: p.Size, Lock: e.Lock}
}

// of returns the group of each player, in the order of Groups; nil if all are one field.
func (c *PlanConfig) of() []int {
	var out []int
	for g, size := range c.Groups {
		for range size {
			out = append(out, g)
		}
	}
	return out
}

// unagreed reports whether draws cannot be agreed in one of the last two rounds,
// because groups play apart then or in a round robin.
func (c *PlanConfig) unagreed() bool {
	return c.Until > c.Rounds-2 || slices.ContainsFunc(c.Robins, func(r kernel.Robin) bool { return r.To > c.Rounds-2 })
}

// entered returns the stages that only some players enter: those after Days, and that
// of the cut, which is zero if there is none.
func (c *PlanConfig) entered() (out []notice.Word) {
	if c.DayTwo.Rounds() > 0 {
		out = append(out, stage.Swiss.Word())
	}
	for i := range c.Days {
		out = append(out, c.Days[i].Into.Word())
	}
	last, _, ok := c.Stages.Elimination()
	switch {
	case c.Cut.IsZero():
		return append(out, "")
	case !ok:
		last.Kind = stage.Bracket
	}
	return append(out, last.Kind.Word())
}

// days returns the ends of all stages of rounds but the last, in units.
func (c *PlanConfig) days(r *kernel.Rules) (out []kernel.Day) {
	if d := c.DayTwo; d != (Record{}) {
		return []kernel.Day{{Rounds: d.Rounds(), Units: d.Wins*r.Win + d.Draws*r.Draw}}
	}
	for i := range c.Days {
		out = append(out, c.Days[i].kernel(r))
	}
	return out
}
