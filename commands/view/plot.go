package view

import (
	"strings"

	"topcut/commands/columns"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/drawing"
	"topcut/commands/layout"
	"topcut/commands/pictures"
	"topcut/commands/wording"
	"topcut/sim"
	"topcut/tournament/notice"
	"topcut/tournament/table"
)

// lineFigure returns the chances of the players around the cut line, and of player n
// wherever they rank.
func (e Env) lineFigure(c Chances, players []int, n int) layout.Figure {
	s := e.state()
	cut, group := e.oddsCut(c, c.Group)
	order := make([]int, len(players))
	for i, p := range players {
		order[i] = p - 1
	}
	parts := []string{s.Settings.Name, e.say("odds.round", "round", s.LastDone(), "of", s.PlannedRounds())}
	if group != "" {
		parts = append(parts, group)
	}
	subtitle := strings.Join(append(parts, wording.CutPlaces(e.words(), cut)), " · ")
	return layout.Figure{Name: "odds", Drawing: drawing.Chances(e.words(), e.say("odds.who_cut"), subtitle, c.Result, order, func(i int) string { return e.rawName(i + 1) }, n-1)}
}

// Moment is a player's chance of making the cut at one point of an event.
type Moment struct {
	After  int // rounds played; 0 means before round 1
	Chance sim.CutOdds
}

// Course shows a player's chance of making the cut over the rounds.
func Course(e Env, n int, moments []Moment) discord.Message {
	s := e.state()
	p := e.panel(layout.Gold, "course.title", "player", notice.Player(n))
	p.Note(string(e.title()) + " · " + wording.CutPlaces(e.words(), s.CutRule()))
	d := pictures.CourseData{
		Title: e.rawName(n), Subtitle: s.Settings.Name + " · " + wording.CutAim(e.words(), s.CutRule(), ""), Note: e.say("course.note"),
	}
	t := &table.Table{Columns: []table.Column{{Title: e.say("column.after")}, {Title: e.say("column.result")}, {Title: e.say("column.odds"), Kind: table.Number}}}
	for _, m := range moments {
		point := pictures.CoursePoint{Label: e.say("course.start"), Chance: m.Chance.P, Low: m.Chance.Low, High: m.Chance.High}
		if m.After > 0 {
			point.Label, point.Result = e.say("course.round", "round", m.After), e.resultOf(n, m.After)
		}
		d.Points = append(d.Points, point)
		t.Add(point.Label, point.Result, columns.ShortVerdict(e.words(), m.Chance))
	}
	const most = 20
	d.Points = d.Points[max(0, len(d.Points)-most):]
	if len(d.Points) > 0 {
		p.Gallery(e.draws(), layout.Figure{Name: "course", Drawing: d})
	}
	p.Text(layout.Grid(t))
	p.Small("course.estimates")
	p.Buttons(discord.Button{Label: e.say("course.now"), CustomID: e.id(customid.Odds{Player: n})})
	return p.Message()
}

// resultOf returns a player's result in a round, from the player's side.
func (e Env) resultOf(n, r int) string {
	m, l := e.state().Match(r, e.state().MatchOf(r, n))
	if l == nil || !l.Finished() {
		return ""
	}
	return drawing.Result(e.about(), wording.Shown(m, l), max(l.Seat(int32(n-1)), 0))
}
