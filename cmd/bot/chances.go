package main

import (
	"fmt"
	"slices"
	"strings"

	"topcut/commands/columns"
	"topcut/commands/drawing"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/sim"
	"topcut/tournament/notice"
	"topcut/tournament/table"
)

// oddsJSON is the output of `odds --json`.
type oddsJSON struct {
	Trials  int              `json:"trials"`
	Model   string           `json:"model"`
	Players []playerOddsJSON `json:"players"`
	WhatIf  *whatIfJSON      `json:"what_if"`
	Advice  *adviceJSON      `json:"advice"`
	Filled  []string         `json:"filled"` // assumptions for what pasted standings do not contain
	Notes   []string         `json:"notes"`
	Groups  []sim.OddsGroup  `json:"groups"` // divisions and flights with their own cuts; empty for a single cut
}

type playerOddsJSON struct {
	ID      string           `json:"id"`
	Name    string           `json:"name"`
	Cut     cutOddsJSON      `json:"cut"`
	Records []recordOddsJSON `json:"records"`
	Seeds   []seedOddsJSON   `json:"seeds"`
	Watch   []watchJSON      `json:"watch"`
	Group   int              `json:"group"`   // index into groups
	DayTwo  *cutOddsJSON     `json:"day_two"` // chance to play on after the first day; null if there is no second
}

type cutOddsJSON struct {
	sim.Estimate
	Fact  *string `json:"fact"`  // clinched, eliminated or null
	Needs *string `json:"needs"` // proved: a win or a draw now is enough; else null
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
	IfFirst  sim.Estimate `json:"if_first"` // chance of the cut if the first of the two wins
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

// sentences converts notices into text.
func sentences(list []notice.Notice) []string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = text.Printer{}.Notice(n)
	}
	return out
}

func (q *oddsQuestion) json(res *sim.OddsResult) oddsJSON {
	out := oddsJSON{
		Trials: res.Trials, Model: text.Printer{}.Notice(res.Model), Groups: append([]sim.OddsGroup{}, res.Groups...), Players: []playerOddsJSON{},
		Filled: sentences(q.filled), Notes: sentences(res.Notes),
	}
	for i := range res.Players {
		out.Players = append(out.Players, q.playerJSON(&res.Players[i]))
	}
	if w := res.WhatIf; w != nil {
		out.WhatIf = &whatIfJSON{w.If, q.playerJSON(&w.PlayerOdds)}
	}
	if a := res.Advice; a != nil && q.focused {
		out.Advice = &adviceJSON{q.id(int(q.Player)), a.Safe, a.Opponent, a.Threats, text.Printer{}.Notice(a.Reason)}
	}
	return out
}

func (q *oddsQuestion) playerJSON(p *sim.PlayerOdds) playerOddsJSON {
	i := int(p.Player)
	out := playerOddsJSON{ID: q.id(i), Name: q.name(i), Group: p.Group, Cut: cutJSON(p.Cut), Records: []recordOddsJSON{}, Seeds: []seedOddsJSON{}, Watch: []watchJSON{}}
	if p.DayTwo != nil {
		day := cutJSON(*p.DayTwo)
		out.DayTwo = &day
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

func cutJSON(c sim.CutOdds) cutOddsJSON {
	out := cutOddsJSON{Estimate: c.Estimate}
	win, draw := "win", "draw"
	switch fact := c.Fact; fact {
	case sim.Clinched, sim.Eliminated:
		out.Fact = &fact
	case sim.WinAndIn:
		out.Needs = &win
	case sim.DrawAndIn:
		out.Needs = &draw
	}
	return out
}

// table returns the table of all players, headed by the selected player.
func (q *oddsQuestion) table(form table.Form, res *sim.OddsResult) *table.Table {
	of := columns.CutOdds{Result: res, Scored: true, Name: q.name, ID: q.id}
	for rank, i := range q.order {
		points, record := q.row(i)
		of.Rows = append(of.Rows, columns.OddsRow{Rank: rank + 1, Player: i, Points: points, Record: record})
	}
	s := of.Make(form, text.Printer{})
	s.Above = q.words(res)
	s.Below = append([]string{""}, wording.OddsWords(text.Printer{}, res)...)
	for _, f := range sentences(q.filled) {
		s.Below = append(s.Below, "Filled in: "+f)
	}
	return s
}

// words returns the sentences about the event and the selected player.
func (q *oddsQuestion) words(res *sim.OddsResult) []string {
	played := q.Played
	if q.Ledger != nil {
		played = len(q.Ledger.Rounds)
	}
	places := []string{wording.CutPlaces(text.Printer{}, q.Cut)}
	if len(res.Groups) > 0 {
		places = nil
		for i, g := range res.Groups {
			if !slices.ContainsFunc(res.Players, func(p sim.PlayerOdds) bool { return p.Group == i }) {
				continue // the group has no players
			}
			places = append(places, g.Name+": "+wording.CutPlaces(text.Printer{}, g.Cut))
		}
	}
	if days := q.Shape.Days; len(days) > 0 {
		places = append(places, fmt.Sprintf("%d of the rounds after the first day", q.Rounds-days[0].Rounds))
	}
	out := []string{fmt.Sprintf("%s: round %d of %d, %s", q.title, played, q.Rounds, strings.Join(places, ", ")), ""}
	if !q.focused {
		return out
	}
	me := &res.Players[q.Player]
	name := q.name(int(q.Player))
	out = append(out, name+": "+q.verdict(res, me))
	if w := res.WhatIf; w != nil {
		out = append(out, fmt.Sprintf("After %s now: %s", wording.Supposed(text.Printer{}, w.If), q.verdict(res, &w.PlayerOdds)))
		me = &w.PlayerOdds
	}
	if a := res.Advice; a != nil {
		out = append(out, "An intentional draw: "+text.Printer{}.Notice(a.Reason))
	}
	for _, w := range res.Players[q.Player].Watch {
		out = append(out, "Watch "+wording.WatchWords(text.Printer{}, w, q.name)+".")
	}
	records := columns.FinalRecords(text.Printer{}, me, res.HasCut(int(q.Player)))
	out = append(append(out, ""), records.Lines("  ", func(row *table.Row, column int) string { return row.Cells[column].Text })...)
	if seeds := wording.SeedWords(text.Printer{}, me); seeds != "" {
		out = append(out, "Seeds: "+seeds)
	}
	return append(out, "")
}

// verdict returns the chances of a player in words, that of the second day first.
func (q *oddsQuestion) verdict(res *sim.OddsResult, p *sim.PlayerOdds) string {
	var parts []string
	if p.DayTwo != nil {
		parts = append(parts, wording.VerdictOf(text.Printer{}, *p.DayTwo, wording.DayTwoAim(text.Printer{}), 0).String())
	}
	if res.HasCut(int(q.Player)) {
		cut, group := q.Cut, ""
		if len(res.Groups) > 0 {
			cut, group = res.Groups[p.Group].Cut, res.Groups[p.Group].Name
		}
		parts = append(parts, wording.VerdictOf(text.Printer{}, p.Cut, wording.CutAim(text.Printer{}, cut, group), 0).String())
	}
	if len(parts) == 0 {
		return "there is no cut here, the Swiss rounds decide."
	}
	return strings.Join(parts, " ")
}

// odds draws the chances of all players who are still in.
func (f pictureFiles) odds(q *oddsQuestion, res *sim.OddsResult) error {
	focus := -1
	if q.focused {
		focus = int(q.Player)
	}
	places := wording.CutPlaces(text.Printer{}, q.Cut)
	if len(res.Groups) > 0 {
		places = "cut of the own division or flight"
	}
	return f.draw(drawing.Chances(text.Printer{}, q.title, "Odds: "+places, res, q.order, q.name, focus))
}
