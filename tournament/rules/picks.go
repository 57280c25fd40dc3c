package rules

import (
	"fmt"
	"slices"
	"time"

	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/script"
)

// Picks returns the picks and bans before a match of a stage, or nil if there are none.
func (r *Ruleset) Picks(stage ledger.Stage) *script.Plan {
	if len(r.Scripts) == 0 {
		return nil
	}
	plan, _ := r.plan(r.games(stage))
	return plan
}

// lengths returns of how many games matches of the game can be.
func (r *Ruleset) lengths() []int {
	out := append([]int{max(1, r.Match.Games), max(1, r.games(ledger.Elimination))}, r.Match.Best...)
	slices.Sort(out)
	return slices.Compact(out)
}

// plan returns the scripts of a match of so many games, or nil if it has none.
func (r *Ruleset) plan(games int) (*script.Plan, error) {
	games = max(1, games)
	best := 0
	if slices.ContainsFunc(r.Scripts, func(s Script) bool { return s.Best == games }) {
		best = games
	}
	var parts []script.Part
	for i := range r.Scripts {
		if s := &r.Scripts[i]; s.Best == best {
			parts = append(parts, script.Part{
				Steps: s.Start, Items: r.Pools[s.Pool].Items, Sides: s.Sides, First: s.First, Hidden: s.Hidden, Clock: time.Duration(s.Clock),
			})
		}
	}
	if len(parts) == 0 {
		return nil, nil
	}
	return script.New(parts, games)
}

// Clocks of a step.
const (
	shortestStep = Duration(15 * time.Second)
	longestStep  = Duration(24 * time.Hour)
)

func (r *Ruleset) checkScripts() error {
	for i, s := range r.Scripts {
		at := fmt.Sprintf("script[%d]", i)
		if err := oneOf(at+".first", s.First, "", script.Coin, script.LoserOfCoin, script.FirstNamed); err != nil {
			return err
		}
		pool, known := r.Pools[s.Pool]
		switch {
		case r.Seats.Max != 2:
			return notice.Err("script.seats", "key", notice.Text(at))
		case !known:
			return notice.Err("script.pool", "key", notice.Text(at), "word", notice.Text(s.Pool))
		case s.Best != 0 && !slices.Contains(r.lengths(), s.Best):
			return notice.Err("script.best", "key", notice.Text(at), "n", s.Best)
		case s.Clock != 0 && (s.Clock < shortestStep || s.Clock > longestStep):
			return notice.Err("script.clock", "key", notice.Text(at), "least", time.Duration(shortestStep), "most", time.Duration(longestStep))
		}
		if err := nonEmpty("pool."+s.Pool+".items", len(pool.Items)); err != nil {
			return err
		}
	}
	for _, games := range r.lengths() {
		if _, err := r.plan(games); err != nil && len(r.Scripts) > 0 {
			return err
		}
	}
	return nil
}
