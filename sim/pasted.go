package sim

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"

	"topcut/sim/internal/kernel"
	"topcut/tournament/notice"
	"topcut/tournament/paste"
	"topcut/tournament/rules"
)

// Standing is a player of a pasted table: the record, and possibly tiebreakers.
type Standing struct {
	Record  Record
	Dropped bool
	// OMW, GWP and OGW are tiebreakers as fractions from 0 to 1; 0 = not known.
	OMW, GWP, OGW float64
}

// Pasted are standings that people pasted, made ready for OddsConfig.
type Pasted struct {
	Names     []string // by player; "Player 3" where the text has none
	Standings []Standing
	Played    int // rounds
	// Filled lists what the text does not contain and what was assumed instead.
	Filled []notice.Notice
}

// ReadPasted reads pasted standings (docs/rules/lorcana.md#lor-56), records only or a
// whole table; package paste describes the forms. Missing games are assumed as an
// average 2-1 for each match (LOR-60).
func ReadPasted(text string, rs *rules.Ruleset) (*Pasted, error) {
	sheet, err := paste.Standings(text)
	if err != nil {
		return nil, err
	}
	p := &Pasted{Played: sheet.Rounds()}
	var unnamed, odd, noOMW, noGWP, noOGW int
	for i := range sheet.Rows {
		row := &sheet.Rows[i]
		name := row.Name
		if name == "" {
			name = fmt.Sprintf("Player %d", i+1)
			unnamed++
		}
		s := Standing{Record: Record{Wins: row.Record[0], Losses: row.Record[1], Draws: row.Record[2]}, Dropped: row.Dropped}
		value := func(column string, missing *int) float64 {
			v, ok := row.Values[column]
			if !ok {
				*missing++
			}
			return v.Exact.Float64()
		}
		s.OMW, s.OGW = value(paste.OMW, &noOMW), value(paste.OGW, &noOGW)
		if g := row.Games; row.Known && g != [3]int{} {
			s.GWP = float64(3*g[0]+g[2]) / float64(3*(g[0]+g[1]+g[2]))
		} else {
			s.GWP = value(paste.GWP, &noGWP)
		}
		if row.Points != "" && !agrees(row, rs) {
			odd++
		}
		p.Names, p.Standings = append(p.Names, name), append(p.Standings, s)
	}
	all := len(p.Standings)
	for _, x := range []struct {
		n    int
		code notice.Code
	}{
		{unnamed, notice.Code("filled.names")},
		{noGWP, notice.Code("filled.gwp")},
		{noOMW, notice.Code("filled.omw")},
		{noOGW, notice.Code("filled.ogw")},
		{odd, notice.Code("filled.points")},
	} {
		switch {
		case x.n == all:
			p.Filled = append(p.Filled, notice.New(x.code, "who", notice.New("filled.everybody")))
		case x.n > 0:
			p.Filled = append(p.Filled, notice.New(x.code, "who", notice.New("filled.some", "players", x.n, "all", all)))
		}
	}
	p.Filled = append(p.Filled, notice.New("filled.met"))
	return p, nil
}

// agrees reports whether the points of a row are those of its record.
func agrees(row *paste.Row, rs *rules.Ruleset) bool {
	total := 0.0
	for i, v := range []float64{rs.Scoring.Win.Float64(), rs.Scoring.Loss.Float64(), rs.Scoring.Draw.Float64()} {
		total += v * float64(row.Record[i])
	}
	var points float64
	if _, err := fmt.Sscanf(row.Points, "%g", &points); err != nil {
		return false
	}
	return points == total
}

// pastedOrder ranks players with known tiebreakers but unknown opponents: a known mean
// counts as the mean over the rounds of the record, and the opponents of later rounds
// are added to it.
type pastedOrder struct {
	rules  *kernel.Rules
	known  []Standing
	played int
	floor  float64
	steps  []string // omw, gwp and ogw in the order of the ruleset
	games  int      // number of gwp among the kernel's tiebreaks; -1 = none

	own  []float64 // of the event: game-win percentages
	rng  *rand.Rand
	list []pastedKey
	out  []uint16
}

type pastedKey struct {
	player uint16
	points int
	values [3]float64
	lot    uint64
}

// newPastedOrder returns nil if no tiebreaker is known.
func newPastedOrder(r *kernel.Rules, c *OddsConfig) *pastedOrder {
	if c.Ledger != nil || !slices.ContainsFunc(c.Standings, func(s Standing) bool { return s.OMW > 0 }) {
		return nil
	}
	o := &pastedOrder{rules: r, known: c.Standings, played: c.Played, games: slices.Index(r.Tiebreaks(), paste.GWP), own: make([]float64, len(c.Standings))}
	for i := range r.Set.Ranking.Tiebreaks {
		t := &r.Set.Ranking.Tiebreaks[i]
		if t.Func == paste.OMW || t.Func == paste.GWP || t.Func == paste.OGW {
			o.steps = append(o.steps, t.Func)
		}
		if t.Func == paste.OMW && t.Floor != nil {
			o.floor = t.Floor.Float64()
		}
	}
	return o
}

// begin prepares a chunk of trials.
func (o *pastedOrder) begin(seed [32]byte, chunk int) {
	o.rng = rand.New(rand.NewPCG(binary.BigEndian.Uint64(seed[24:]), uint64(chunk)))
}

// seeds returns the players of the cut, best first. The slice is used again by
// the next call.
func (o *pastedOrder) seeds(e *kernel.Simulator, l kernel.Line) []uint16 {
	if l.Places == 0 {
		return nil
	}
	if o.games >= 0 {
		e.Values(o.games, o.own)
	}
	words := e.Words()
	o.list = o.list[:0]
	for _, p := range e.Active() {
		if points := words[p].Points(); points >= l.Points {
			o.list = append(o.list, pastedKey{player: p, points: points, values: o.values(e, p), lot: o.rng.Uint64()})
		}
	}
	slices.SortFunc(o.list, func(a, b pastedKey) int {
		c := cmp.Compare(b.points, a.points)
		for i := range o.steps {
			c = cmp.Or(c, cmp.Compare(b.values[i], a.values[i]))
		}
		return cmp.Or(c, cmp.Compare(a.lot, b.lot))
	})
	o.out = o.out[:0]
	for _, k := range o.list[:min(l.Places, len(o.list))] {
		o.out = append(o.out, k.player)
	}
	return o.out
}

func (o *pastedOrder) values(e *kernel.Simulator, p uint16) (v [3]float64) {
	for i, step := range o.steps[:min(len(o.steps), len(v))] {
		switch known := &o.known[p]; step {
		case paste.OMW:
			v[i] = o.mean(e, p, known.OMW, func(q int) float64 { return o.matchWins(e, q) })
		case paste.GWP:
			v[i] = o.gameWins(int(p))
		case paste.OGW:
			v[i] = o.mean(e, p, known.OGW, o.gameWins)
		}
	}
	return v
}

// mean adds the opponents of later rounds to a mean that is known.
func (o *pastedOrder) mean(e *kernel.Simulator, p uint16, known float64, of func(q int) float64) float64 {
	sum, n := 0.0, 0
	if known > 0 {
		n = o.known[p].Record.Rounds()
		sum = known * float64(n)
	}
	for round := o.played; round < o.rules.Rounds; round++ {
		if q, ok := e.Opponent(int(p), round); ok {
			sum += of(q)
			n++
		}
	}
	if n == 0 {
		return o.floor
	}
	return sum / float64(n)
}

func (o *pastedOrder) matchWins(e *kernel.Simulator, q int) float64 {
	w := e.Words()[q]
	rec := w.Record()
	rounds := rec.Wins() + rec.Losses() + rec.Draws()
	if rounds == 0 {
		return o.floor
	}
	return max(float64(w.Points())/float64(rounds*o.rules.Win), o.floor)
}

// gameWins moves the kernel's percentage, which takes pasted matches as 2-1, by
// what is known better about them.
func (o *pastedOrder) gameWins(q int) float64 {
	known := &o.known[q]
	rounds := known.Record.Rounds()
	if known.GWP == 0 || rounds == 0 {
		return o.own[q]
	}
	taken := (float64(known.Record.Wins)*2/3 + float64(known.Record.Losses)/3 + float64(known.Record.Draws)*4/9) / float64(rounds)
	return o.own[q] + (known.GWP-taken)*float64(rounds)/float64(rounds+o.rules.Rounds-o.played)
}
