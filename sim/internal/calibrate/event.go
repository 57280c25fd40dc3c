package main

import (
	"fmt"

	"topcut/sim"
	"topcut/tournament/file"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// event is a finished real event.
type event struct {
	name string
	*file.Tournament
	made bool // the size of the cut was not published
	day  sim.Day
	// from is the first round after which chances are computed: if it is unknown who
	// plays on after a first day, /odds has no answer before the second.
	from int
}

// fewestRounds is the least number of rounds that leaves something to forecast.
const fewestRounds = 3

// prepare completes the data of the event: its cut and its first day. It returns why the
// event cannot be used for odds, or "".
func (e *event) prepare() string {
	n, rounds := len(e.Ledger.Players), len(e.Ledger.Rounds)
	switch {
	case e.Rules.Seats.Max != 2:
		return "not played by two at a table"
	case rounds < fewestRounds:
		return fmt.Sprintf("only %d Swiss round on record", rounds)
	case e.Cut.IsZero():
		_, top, _ := e.Rules.RoundsFor(n)
		e.Cut, e.made = rules.Cut{Top: top}, true
	}
	switch {
	case !e.Cut.IsTop():
		return "no number of places is known"
	case e.Cut.Top >= n:
		return fmt.Sprintf("all %d players make the cut", n)
	}
	for _, r := range e.Ledger.Rounds {
		if r.Stage != ledger.Swiss {
			return "rounds that are not Swiss among those on record"
		}
		for i := range r.Matches {
			if !r.Matches[i].Finished() {
				return fmt.Sprintf("round %d has a match without a result", r.Number)
			}
		}
	}
	if round := e.secondDay(); round > 0 {
		if err := e.readFirstDay(round); err != nil {
			return err.Error()
		}
	}
	return ""
}

// readFirstDay finds the points with which people played on after a first day. Where the
// record does not tell them, the event begins with its second day.
func (e *event) readFirstDay(round int) error {
	table, err := standings.Compute(e.Ledger, e.Rules, standings.Options{After: round, Seed: 1})
	if err != nil {
		return err
	}
	least, on, fell := 0, 0, 0
	for i := range table.Rows {
		row := &table.Rows[i]
		if p := &e.Ledger.Players[row.Player]; !p.Out(round + 1) {
			least, on = int(row.Points.Floor()), on+1
		}
	}
	for i := range table.Rows {
		if p := &e.Ledger.Players[table.Rows[i].Player]; int(table.Rows[i].Points.Floor()) >= least && int(p.DroppedAfter) == round {
			fell++
		}
	}
	if 20*fell > on {
		e.from = round
		return nil
	}
	e.day = sim.Day{Rounds: round, Cut: rules.Cut{Points: least}}
	return nil
}

// oneDay is the most rounds that are played in a day.
const oneDay = 9

// secondDay returns the round after which more than a quarter of a large field left at
// once, or 0: they did not drop, the first day was over. The round before the last does
// not count, since many players leave there.
func (e *event) secondDay() int {
	if len(e.Ledger.Rounds) <= oneDay {
		return 0
	}
	for round := 1; round+1 < len(e.Ledger.Rounds); round++ {
		in, left := 0, 0
		for _, p := range e.Ledger.Players {
			if p.Out(round) {
				continue
			}
			in++
			if int(p.DroppedAfter) == round {
				left++
			}
		}
		if 4*left > in && in > 100 {
			return round
		}
	}
	return 0
}

// after returns the ledger as it stood after a round: who left later is still in. With paired
// the tables of the next round are known, but not how they end.
func (e *event) after(round int, paired bool) *ledger.Ledger {
	l := e.Ledger.Clone()
	rounds := round
	if paired {
		rounds++
		r := &l.Rounds[round]
		for i := range r.Matches {
			if m := &r.Matches[i]; m.N == 2 {
				m.Kind, m.Result = ledger.Played, ledger.Result{}
			}
		}
	}
	l.Rounds = l.Rounds[:rounds]
	for i := range l.Players {
		if int(l.Players[i].DroppedAfter) > round {
			l.Players[i].DroppedAfter = ledger.Active
		}
	}
	return l
}

// order returns the players who are still in, best first, with their points.
func order(rs *rules.Ruleset, l *ledger.Ledger) (players []int32, points []float64, err error) {
	table, err := standings.Compute(l, rs, standings.Options{After: standings.All, Seed: 1})
	if err != nil {
		return nil, nil, err
	}
	for i := range table.Rows {
		if row := &table.Rows[i]; !l.Players[row.Player].Out(len(l.Rounds) + 1) {
			players, points = append(players, row.Player), append(points, row.Points.Float64())
		}
	}
	return players, points, nil
}

// onPoints applies the rule "points only" to players in this order, with the given cut.
func onPoints(points []float64, cut int) []float64 {
	out := make([]float64, len(points))
	if cut > len(points) {
		cut = len(points)
	}
	line := numbered.Get(points, cut)
	above, level := 0, 0
	for _, v := range points {
		switch {
		case v > line:
			above++
		case v == line:
			level++
		}
	}
	for i, v := range points {
		switch {
		case v > line:
			out[i] = 1
		case v == line:
			out[i] = float64(cut-above) / float64(level)
		}
	}
	return out
}
