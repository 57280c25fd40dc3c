package sim

import (
	"math"
	"slices"

	"topcut/sim/internal/kernel"
	"topcut/tournament/notice"
)

// z is the quantile of a 95 % interval.
const z = 1.959963984540054

// ofCount returns a share of independent observations with its margin.
func ofCount(in, n int64) Chance {
	if n == 0 {
		return Chance{}
	}
	p := float64(in) / float64(n)
	c := Chance{P: p, N: n, Margin: z * math.Sqrt(p*(1-p)/float64(n))}
	if in == 0 || in == n {
		c.Margin = min(3/float64(n), 1)
	}
	return c
}

// shareMargin returns the margin of in/n by the spread of a ratio between chunks.
func (p *plan) shareMargin(s *spread) float64 {
	chunks := float64((p.trials + p.chunk - 1) / p.chunk)
	if s.n == 0 {
		return 0
	}
	if s.in == 0 || s.in == s.n || chunks < 2 {
		return min(3/float64(p.trials), 1)
	}
	return z * s.error() * math.Sqrt(chunks/(chunks-1))
}

// error returns the standard error of in/n, but for the number of what was added up.
func (s *spread) error() float64 {
	share := float64(s.in) / float64(s.n)
	sum := float64(s.inIn) - 2*share*float64(s.inN) + share*share*float64(s.nn)
	return math.Sqrt(max(sum, 0)) / float64(s.n)
}

// meanMargin returns the margin of the mean number of players per tournament.
func (p *plan) meanMargin(s *spread) float64 {
	chunks := float64((p.trials + p.chunk - 1) / p.chunk)
	if chunks < 2 {
		return 0
	}
	full, rest := float64(p.trials/p.chunk), float64(p.trials%p.chunk)
	trials := full*float64(p.chunk)*float64(p.chunk) + rest*rest // squared and summed over the chunks
	mean := float64(s.n) / float64(p.trials)
	sum := float64(s.nn) - 2*mean*float64(s.trials) + mean*mean*trials
	return z * math.Sqrt(max(sum, 0)*chunks/(chunks-1)) / float64(p.trials)
}

func recordIn(r kernel.Record) Record { return Record{r.Wins(), r.Losses(), r.Draws()} }

func (p *plan) points(units int) float64 { return float64(units) / float64(p.rules.Unit) }

func (p *plan) result() *PlanResult {
	res := &PlanResult{
		Model:  equalModel,
		Trials: p.trials, Detailed: int(p.sum.details), Tiebreaks: p.rules.Tiebreaks(),
	}
	stages := p.c.entered()
	for i, x := range p.sum.entries[:len(p.sum.entries)-1] {
		res.Earlier = append(res.Earlier, p.entry(x, stages[i]))
	}
	res.Entry = p.entry(p.sum.last(), stages[len(stages)-1])
	p.tiebreaks(res.Distribution)
	if p.c.Cut.IsZero() {
		res.Guide = nil
	}
	if p.c.IDs != IDsOff && p.c.unagreed() {
		res.Notes = append(res.Notes, notice.New("sim.groups_ids"))
	}
	if p.c.Stages.First().Unbeaten {
		res.Notes = append(res.Notes, notice.New("chances.early"))
	}
	if p.rules.Varied {
		res.Notes = append(res.Notes, variedNote)
	}
	if len(p.rules.Beyond) > 0 {
		res.Notes = append(res.Notes, notice.New("sim.beyond", "tiebreaks", notice.Texts(p.rules.Beyond)))
	}
	return res
}

// entry returns what was counted of the entry into a stage.
func (p *plan) entry(x *entries, stage notice.Word) Entry {
	out := Entry{Stage: stage, After: x.rounds, Distribution: p.distribution(x), Luck: x.lucky()}
	out.Summary = p.summary(x, out.Distribution)
	if len(p.c.Robins) == 0 || p.c.Robins[0].From >= x.rounds {
		out.Guide = p.guide(x, out.Distribution) // it is about Swiss rounds, in which all players play
	}
	return out
}

func (p *plan) distribution(x *entries) []PointRow {
	var rows []PointRow
	for _, rec := range p.sum.list {
		s := &x.records[rec]
		if s.n == 0 {
			continue
		}
		row := PointRow{
			Points: p.pointsOf(rec), Record: recordIn(rec),
			TopCut: float64(s.in) / float64(s.n), Margin: p.shareMargin(s),
			Players: float64(s.n) / float64(p.trials), PlayersMargin: p.meanMargin(s),
			Bubble: s.in > 0 && s.in < s.n, FinishesInRow: s.n, QualifiedInRow: s.in,
		}
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b PointRow) int {
		switch {
		case a.Points != b.Points:
			return sign(b.Points - a.Points)
		case a.Record.Wins != b.Record.Wins:
			return b.Record.Wins - a.Record.Wins
		}
		return a.Record.Losses - b.Record.Losses
	})
	var n int64
	for i := range rows {
		n += rows[i].FinishesInRow
		rows[i].Cumulative = float64(n) / float64(p.trials)
	}
	return rows
}

// tiebreaks enters the average tiebreakers of a record at the end.
func (p *plan) tiebreaks(rows []PointRow) {
	t := p.sum
	for i := range rows {
		r := &rows[i]
		rec := kernel.NewRecord(r.Record.Wins, r.Record.Losses, r.Record.Draws)
		r.Tiebreaks, r.Seen = make([]float64, len(t.values)), t.seen[rec]
		for k := range t.values {
			if r.Seen > 0 {
				r.Tiebreaks[k] = float64(t.values[k][rec]) / fixed / float64(r.Seen)
			}
		}
	}
}

func sign(x float64) int {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
}

// pointsOf returns what a record is worth when byes are worth a win.
func (p *plan) pointsOf(rec kernel.Record) float64 {
	return p.points(rec.Wins()*p.rules.Win + rec.Draws()*p.rules.Draw + rec.Losses()*p.rules.Loss)
}

func (p *plan) summary(x *entries, rows []PointRow) Summary {
	l := &x.line
	s := Summary{Players: p.c.Players, Rounds: x.rounds}
	if l.events == 0 {
		return s
	}
	s.Cut = float64(l.places) / float64(l.events)
	s.Clean = ofCount(l.clean, l.last.n)
	s.LastIn = float64(l.last.in) / float64(l.last.n) / float64(p.rules.Unit)
	s.LastInMargin = z * l.last.error() / float64(p.rules.Unit)
	always := true
	for i := 0; i < len(rows); {
		points := rows[i].Points
		var in, all int64
		for ; i < len(rows) && rows[i].Points == points; i++ {
			in += rows[i].QualifiedInRow
			all += rows[i].FinishesInRow
		}
		always = always && in == all
		if always {
			s.AlwaysIn = new(float64)
			*s.AlwaysIn = points
		}
		if in > 0 {
			s.EverIn = new(float64)
			*s.EverIn = points
		}
	}
	return s
}

// guide returns the ID Safety Guide. Missing cases are estimated from the point
// distribution, with even remaining rounds, and kept between the counts of a loss and
// of a win.
func (p *plan) guide(x *entries, rows []PointRow) []GuideRow {
	var out []GuideRow
	for round := 1; round < x.rounds; round++ {
		for losses := 0; losses <= round; losses++ {
			for wins := round - losses; wins >= 0; wins-- {
				cell := &x.guide[(round*x.width+wins)*x.width+losses]
				row := GuideRow{Round: round, Record: Record{wins, losses, round - wins - losses}}
				row.Won, row.Lost, row.Drew = cell[0][0]+cell[0][1], cell[1][0]+cell[1][1], cell[2][0]+cell[2][1]
				row.Players = row.Won + row.Lost + row.Drew
				if row.Players == 0 {
					continue
				}
				for k, c := range []*Chance{&row.CutIfWin, &row.CutIfLoss, &row.CutIfDraw} {
					*c = ofCount(cell[k][1], cell[k][0]+cell[k][1])
					if c.N == 0 {
						rec := [3]Record{{wins + 1, losses, row.Record.Draws}, {wins, losses + 1, row.Record.Draws}, {wins, losses, row.Record.Draws + 1}}[k]
						*c = p.estimate(rows, rec, x.rounds-rec.Rounds())
					}
				}
				row.order()
				row.Verdict = verdict(&row)
				out = append(out, row)
			}
		}
	}
	return out
}

// order keeps estimates in their place beside what was counted: a win is worth at
// least a draw, and a draw at least a loss.
func (r *GuideRow) order() {
	win, draw, loss := &r.CutIfWin, &r.CutIfDraw, &r.CutIfLoss
	if loss.Estimated {
		loss.P = min(loss.P, draw.P, win.P)
	}
	if win.Estimated {
		win.P = max(win.P, draw.P, loss.P)
	}
	if draw.Estimated {
		draw.P = min(max(draw.P, loss.P), max(win.P, loss.P))
	}
}

func verdict(r *GuideRow) string {
	switch {
	case r.CutIfWin.P == 0:
		return Out
	case r.CutIfDraw.P >= 0.99:
		return Safe
	case r.CutIfDraw.P >= 0.5:
		return SomeRisk
	}
	return Risky
}

// estimate returns the chance of the cut with a record and left even remaining rounds.
func (p *plan) estimate(rows []PointRow, rec Record, left int) Chance {
	have := p.points(rec.Wins*p.rules.Win + rec.Draws*p.rules.Draw + rec.Losses*p.rules.Loss)
	var sum float64
	ways := 1.0
	for wins := 0; wins <= left; wins++ {
		sum += ways * chanceAt(rows, have+p.points(wins*p.rules.Win+(left-wins)*p.rules.Loss))
		ways = ways * float64(left-wins) / float64(wins+1)
	}
	return Chance{P: sum / math.Pow(2, float64(left)), Estimated: true}
}

// chanceAt returns the share of players with the given points who made the cut, between
// the nearest totals if there are none.
func chanceAt(rows []PointRow, points float64) float64 {
	type total struct {
		points  float64
		in, all int64
	}
	var above, below *total
	for i := 0; i < len(rows); {
		x := total{points: rows[i].Points}
		for ; i < len(rows) && rows[i].Points == x.points; i++ {
			x.in += rows[i].QualifiedInRow
			x.all += rows[i].FinishesInRow
		}
		if x.points >= points {
			above = &x
		}
		if x.points <= points {
			below = &x
			break
		}
	}
	share := func(x *total) float64 { return float64(x.in) / float64(x.all) }
	switch {
	case above == nil:
		return 1
	case below == nil:
		return 0
	case above.points == below.points:
		return share(above)
	}
	part := (points - below.points) / (above.points - below.points)
	return share(below) + part*(share(above)-share(below))
}

func (x *entries) lucky() []LuckRow {
	var all int64
	for _, l := range x.luck {
		all += l.players
	}
	var out []LuckRow
	for k, l := range x.luck {
		if l.players > 0 {
			out = append(out, LuckRow{
				OnThePlay: k, Share: float64(k) / float64(x.rounds), Players: ofCount(l.players, all), Wins: float64(l.wins) / float64(l.players),
				WinShare: float64(l.wins) / float64(max(l.rounds, 1)), TopCut: ofCount(l.in, l.players),
			})
		}
	}
	return out
}
