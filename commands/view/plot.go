package view

import (
	"slices"
	"strings"

	"topcut/commands/columns"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/pictures"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/sim"
	"topcut/tournament/notice"
	"topcut/tournament/table"
)

// ChancesData returns a plot of the players' chances of making the cut, in the given
// order of indexes. focus is the index of the player to mark, or -1.
func ChancesData(w text.Printer, title, subtitle string, res *sim.OddsResult, order []int, name func(int) string, focus int) pictures.ChancesData {
	d := pictures.ChancesData{
		Title: title, Subtitle: subtitle,
		Note: w.Say("plot.trials", "n", res.Trials, "model", res.Model),
	}
	for _, i := range order {
		c := &res.Players[i].Cut
		row := pictures.ChanceRow{Name: name(i), Chance: c.P, Low: c.Low, High: c.High, Focus: i == focus}
		switch c.Fact {
		case sim.Clinched:
			row.Mark = table.Clinched
		case sim.Eliminated:
			row.Mark = table.Eliminated
		}
		d.Rows = append(d.Rows, row)
	}
	return d
}

// mostBars bounds the totals in a plot of points; lower ones are merged.
const mostBars = 32

// PointsData returns a plot of the final points in a simulated event, with the bubble.
// shape describes the event.
func PointsData(w text.Printer, res *sim.PlanResult, entry *sim.Entry, shape string) pictures.PointsData {
	d := pictures.PointsData{
		Title: w.Say("plot.points"), Subtitle: shape,
		XTitle: w.Say("plot.points_axis", "round", entry.After),
		Note:   w.Say("plot.events", "n", res.Trials, "model", res.Model),
	}
	rows := slices.Clone(entry.Distribution)
	slices.Reverse(rows)
	for _, r := range rows {
		label := plainNumber(r.Points)
		if len(d.Bars) == 0 || d.Bars[len(d.Bars)-1].Label != label {
			d.Bars = append(d.Bars, pictures.PointsBar{Label: label})
		}
		bar := &d.Bars[len(d.Bars)-1]
		full := bar.In == bar.Players
		bar.Players += r.Players
		if full && r.QualifiedInRow == r.FinishesInRow {
			bar.In = bar.Players // exact, since all are in
			continue
		}
		bar.In = min(bar.In+float64(r.QualifiedInRow)/float64(max(1, res.Trials)), bar.Players)
	}
	if extra := len(d.Bars) - mostBars; extra > 0 {
		low := d.Bars[extra]
		for _, b := range d.Bars[:extra] {
			low.Players += b.Players
			low.In += b.In
		}
		low.Label = "≤" + low.Label
		d.Bars = append([]pictures.PointsBar{low}, d.Bars[extra+1:]...)
	}
	return d
}

// LuckData returns a plot of how far players of a simulated event deviate from an even
// share of first turns. shape describes the event.
func LuckData(w text.Printer, res *sim.PlanResult, entry *sim.Entry, shape string) pictures.LuckData {
	d := pictures.LuckData{
		Title: w.Say("plot.luck"), Subtitle: shape,
		Name: w.Say("plot.luck_even"), XTitle: w.Say("plot.luck_axis", "n", entry.After),
		Note: w.Say("plot.luck_note", "n", res.Detailed),
	}
	half := float64(entry.After) / 2
	for _, r := range entry.Luck {
		at := float64(r.OnThePlay) - half
		d.Bins = append(d.Bins, pictures.LuckBin{From: at - 0.5, To: at + 0.5, Share: r.Players.P})
	}
	return d
}

// lineFigure returns the chances of the players around the cut line, and of player n
// wherever they rank.
func (e Env) lineFigure(c Chances, players []int, n int) figure {
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
	return figure{"odds", ChancesData(e.words(), e.say("odds.who_cut"), subtitle, c.Result, order, func(i int) string { return e.rawName(i + 1) }, n-1)}
}

// Moment is a player's chance of making the cut at one point of an event.
type Moment struct {
	After  int // rounds played; 0 means before round 1
	Chance sim.CutOdds
}

// Course shows a player's chance of making the cut over the rounds.
func Course(e Env, n int, moments []Moment) discord.Message {
	s := e.state()
	p := e.panel(accentGold, "course.title", "player", notice.Player(n))
	p.note(string(e.title()) + " · " + wording.CutPlaces(e.words(), s.CutRule()))
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
		p.gallery(e, figure{"course", d})
	}
	p.text(grid(t))
	p.small("course.estimates")
	p.buttons(discord.Button{Label: e.say("course.now"), CustomID: e.id(customid.Odds{Player: n})})
	return p.message()
}

// resultOf returns a player's result in a round, from the player's side.
func (e Env) resultOf(n, r int) string {
	m, l := e.state().Match(r, e.state().MatchOf(r, n))
	if l == nil || !l.Finished() {
		return ""
	}
	return e.cellResult(wording.Shown(m, l), max(l.Seat(int32(n-1)), 0))
}
