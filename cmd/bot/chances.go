package main

import (
	"fmt"
	"math"
	"strings"

	"topcut/commands/view"
	"topcut/sim"
)

// oddsJSON is `odds --json`.
type oddsJSON struct {
	Trials  int              `json:"trials"`
	Model   string           `json:"model"`
	Players []playerOddsJSON `json:"players"`
	WhatIf  *whatIfJSON      `json:"what_if"`
	Advice  *adviceJSON      `json:"advice"`
	Filled  []string         `json:"filled"` // what pasted standings do not say
	Notes   []string         `json:"notes"`
}

type playerOddsJSON struct {
	ID      string           `json:"id"`
	Name    string           `json:"name"`
	Cut     cutOddsJSON      `json:"cut"`
	Records []recordOddsJSON `json:"records"`
	Seeds   []seedOddsJSON   `json:"seeds"`
	Watch   []watchJSON      `json:"watch"`
}

type cutOddsJSON struct {
	sim.Estimate
	Fact  *string `json:"fact"`  // clinched, eliminated or null
	Needs *string `json:"needs"` // proved: a win or a draw now is enough; or null
}

type recordOddsJSON struct {
	Record sim.Record `json:"record"`
	sim.Estimate
	Cut     float64 `json:"cut"` // with this record
	CutLow  float64 `json:"cut_low"`
	CutHigh float64 `json:"cut_high"`
}

type seedOddsJSON struct {
	Seed int `json:"seed"`
	sim.Estimate
}

type watchJSON struct {
	Players  [2]string    `json:"players"`
	IfFirst  sim.Estimate `json:"if_first"` // the chance of the cut if the first of the two wins
	IfSecond sim.Estimate `json:"if_second"`
	IfDraw   sim.Estimate `json:"if_draw"`
}

type whatIfJSON struct {
	If string `json:"if"`
	playerOddsJSON
}

type adviceJSON struct {
	Player       string `json:"player"`
	Safe         bool   `json:"safe"`
	OpponentSafe bool   `json:"opponent_safe"`
	Threats      int    `json:"threats"`
	Reason       string `json:"reason"`
}

func (q *oddsQuestion) json(res *sim.OddsResult) oddsJSON {
	out := oddsJSON{
		Trials: res.Trials, Model: res.Model, Players: []playerOddsJSON{},
		Filled: append([]string{}, q.filled...), Notes: append([]string{}, res.Notes...),
	}
	for i := range res.Players {
		out.Players = append(out.Players, q.playerJSON(&res.Players[i]))
	}
	if w := res.WhatIf; w != nil {
		out.WhatIf = &whatIfJSON{w.If, q.playerJSON(&w.PlayerOdds)}
	}
	if a := res.Advice; a != nil && q.focused {
		out.Advice = &adviceJSON{q.id(int(q.Player)), a.Safe, a.Opponent, a.Threats, a.Reason}
	}
	return out
}

func (q *oddsQuestion) playerJSON(p *sim.PlayerOdds) playerOddsJSON {
	i := int(p.Player)
	out := playerOddsJSON{ID: q.id(i), Name: q.name(i), Records: []recordOddsJSON{}, Seeds: []seedOddsJSON{}, Watch: []watchJSON{}}
	out.Cut.Estimate = p.Cut.Estimate
	win, draw := "win", "draw"
	switch fact := p.Cut.Fact; fact {
	case sim.Clinched, sim.Eliminated:
		out.Cut.Fact = &fact
	case sim.WinAndIn:
		out.Cut.Needs = &win
	case sim.DrawAndIn:
		out.Cut.Needs = &draw
	}
	for _, r := range p.Records {
		out.Records = append(out.Records, recordOddsJSON{r.Record, r.Estimate, r.Cut.P, r.Cut.Low, r.Cut.High})
	}
	for _, s := range p.Seeds {
		out.Seeds = append(out.Seeds, seedOddsJSON{s.Seed, s.Estimate})
	}
	for _, w := range p.Watch {
		out.Watch = append(out.Watch, watchJSON{[2]string{q.id(int(w.Players[0])), q.id(int(w.Players[1]))}, w.First, w.Second, w.Draw})
	}
	return out
}

// sheet is the table of everybody, with the player asked about above it.
func (q *oddsQuestion) sheet(res *sim.OddsResult, split bool) *sheet {
	s := &sheet{head: []heading{
		{title: "#", name: "rank", right: true}, {title: "Player", name: "player"}, {title: "Points", name: "points", right: true},
	}}
	if split {
		s.head = append(s.head, heading{name: "id"}, heading{name: "won", right: true}, heading{name: "lost", right: true}, heading{name: "drawn", right: true},
			heading{name: "p", right: true}, heading{name: "low", right: true}, heading{name: "high", right: true}, heading{name: "fact"})
	} else {
		s.head = append(s.head, heading{title: "W-L-D"}, heading{title: "Cut", right: true}, heading{title: "95 % interval", right: true}, heading{title: "Proved"})
		s.above = q.words(res)
	}
	for rank, i := range q.order {
		p := &res.Players[i]
		points, record := q.row(i)
		line := []string{fmt.Sprint(rank + 1), q.name(i), points}
		if split {
			rec := append(strings.Split(record, "-"), "", "", "")
			line = append(line, q.id(i), rec[0], rec[1], rec[2], fmt.Sprintf("%.6f", p.Cut.P), fmt.Sprintf("%.6f", p.Cut.Low), fmt.Sprintf("%.6f", p.Cut.High), p.Cut.Fact)
			s.add(line...)
			continue
		}
		chance, interval := likely(p.Cut.P), fmt.Sprintf("%s to %s", percentOf(p.Cut.Low), percentOf(p.Cut.High))
		if settled(p.Cut.Fact) {
			chance, interval = "", ""
		}
		s.add(append(line, record, chance, interval, factWord(p.Cut.Fact))...)
	}
	s.below = []string{
		"",
		fmt.Sprintf("%d tournaments played on from here; strength of the players: %s.", res.Trials, res.Model),
		"What is proved holds whatever happens, as long as every table ends with a win, a draw or a loss",
		"and nobody leaves or is penalised; everything else is an estimate.",
	}
	s.below = append(s.below, res.Notes...)
	for _, f := range q.filled {
		s.below = append(s.below, "Filled in: "+f)
	}
	return s
}

func settled(fact string) bool { return fact == sim.Clinched || fact == sim.Eliminated }

func factWord(fact string) string {
	switch fact {
	case sim.Clinched:
		return "in"
	case sim.Eliminated:
		return "out"
	case sim.WinAndIn:
		return "win and in"
	case sim.DrawAndIn:
		return "draw and in"
	}
	return ""
}

// words are what is said about the event and the player asked about.
func (q *oddsQuestion) words(res *sim.OddsResult) []string {
	played := q.Played
	if q.Ledger != nil {
		played = len(q.Ledger.Rounds)
	}
	cut := fmt.Sprintf("cut to %d", q.Cut.Top)
	if q.Cut.Points > 0 {
		cut = fmt.Sprintf("cut at %d points", q.Cut.Points)
	}
	out := []string{fmt.Sprintf("%s: round %d of %d, %s", q.title, played, q.Rounds, cut), ""}
	if !q.focused {
		return out
	}
	me := &res.Players[q.Player]
	name := q.name(int(q.Player))
	out = append(out, name+": "+verdictOf(me.Cut)+".")
	if w := res.WhatIf; w != nil {
		word := map[string]string{sim.IfWin: "a win", sim.IfDraw: "a draw", sim.IfLoss: "a loss", sim.IfID: "an agreed draw"}[w.If]
		out = append(out, fmt.Sprintf("After %s now: %s.", word, verdictOf(w.Cut)))
	}
	if a := res.Advice; a != nil {
		out = append(out, "An intentional draw: "+a.Reason)
	}
	for _, w := range me.Watch {
		a, b := q.name(int(w.Players[0])), q.name(int(w.Players[1]))
		out = append(out, fmt.Sprintf("Watch %s against %s: %s if %s wins, %s if %s does.", a, b, likely(w.First.P), a, likely(w.Second.P), b))
	}
	out = append(out, "", "Final record  Chance  Then the cut")
	for _, r := range me.Records {
		if r.P >= 0.0005 {
			out = append(out, fmt.Sprintf("%-12s  %6s  %12s", r.Record, percentOf(r.P), percentOf(r.Cut.P)))
		}
	}
	if len(me.Seeds) > 0 {
		line := "Seeds:"
		for _, s := range me.Seeds {
			line += fmt.Sprintf(" %d: %s,", s.Seed, percentOf(s.P))
		}
		out = append(out, strings.TrimSuffix(line, ","))
	}
	return append(out, "")
}

// verdictOf says a chance of the cut in words, facts apart from estimates.
func verdictOf(c sim.CutOdds) string {
	switch c.Fact {
	case sim.Clinched:
		return "in the cut, proved"
	case sim.Eliminated:
		return "out of the cut, proved"
	}
	text := fmt.Sprintf("about %s ± %.1f for the cut (95 %%: %s to %s)", likely(c.P), math.Max(0.1, 50*(c.High-c.Low)), percentOf(c.Low), percentOf(c.High))
	switch c.Fact {
	case sim.WinAndIn:
		text += "; a win now is enough, proved"
	case sim.DrawAndIn:
		text += "; a draw now is enough, proved"
	}
	return text
}

// likely writes an estimate in percent: what happened always or never is still no
// proof.
func likely(p float64) string {
	switch p {
	case 0:
		return "<0.1%"
	case 1:
		return ">99.9%"
	}
	return percentOf(p)
}

// odds draws the chances of everybody who is still in.
func (f pictureFiles) odds(q *oddsQuestion, res *sim.OddsResult) error {
	focus := -1
	if q.focused {
		focus = int(q.Player)
	}
	return f.draw(view.ChancesData(q.title, fmt.Sprintf("Chance of the cut to %d", q.Cut.Top), res, q.order, q.name, focus))
}
