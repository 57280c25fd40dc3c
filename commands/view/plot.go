package view

import (
	"fmt"
	"slices"
	"strconv"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/pictures"
	"topcut/sim"
)

// ChancesData is the chances of the cut of players by their index, in an order,
// as a plot; focus is the index of who asked, -1 for nobody.
func ChancesData(title, subtitle string, res *sim.OddsResult, order []int, name func(int) string, focus int) pictures.ChancesData {
	d := pictures.ChancesData{
		Title: title, Subtitle: subtitle,
		Note: fmt.Sprintf("%d trials, 95 %% intervals, model: %s", res.Trials, res.Model),
	}
	for _, i := range order {
		c := &res.Players[i].Cut
		row := pictures.ChanceRow{Name: name(i), Chance: c.P, Low: c.Low, High: c.High, Focus: i == focus}
		switch c.Fact {
		case sim.Clinched:
			row.Mark = pictures.Clinched
		case sim.Eliminated:
			row.Mark = pictures.Eliminated
		}
		d.Rows = append(d.Rows, row)
	}
	return d
}

// mostBars is how many totals of points a plot holds; lower ones are joined.
const mostBars = 32

// PointsData is how many players of a simulated event end on how many points,
// with the bubble, as a plot. shape says what was simulated.
func PointsData(c sim.PlanConfig, res *sim.PlanResult, shape string) pictures.PointsData {
	d := pictures.PointsData{
		Title: "Players on each number of points", Subtitle: shape,
		XTitle: fmt.Sprintf("Points after round %d", c.Rounds),
		Note:   fmt.Sprintf("%d tournaments, model: %s", res.Trials, res.Model),
	}
	rows := slices.Clone(res.Distribution)
	slices.Reverse(rows)
	for _, r := range rows {
		label := plainNumber(r.Points)
		if n := len(d.Bars); n == 0 || d.Bars[n-1].Label != label {
			d.Bars = append(d.Bars, pictures.PointsBar{Label: label})
		}
		bar := &d.Bars[len(d.Bars)-1]
		full := bar.In == bar.Players
		bar.Players += r.Players
		if full && r.QualifiedInRow == r.FinishesInRow {
			bar.In = bar.Players // all of them, not merely about all
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

// LuckData is how far players of a simulated event are from an even share of
// first turns, as a plot. shape says what was simulated.
func LuckData(c sim.PlanConfig, res *sim.PlanResult, shape string) pictures.LuckData {
	d := pictures.LuckData{
		Title: "Luck: who has the first turn", Subtitle: shape,
		Name: "An even share", XTitle: fmt.Sprintf("First turns in %d rounds, more or fewer than half", c.Rounds),
		Note: fmt.Sprintf("%d tournaments", res.Detailed),
	}
	half := float64(c.Rounds) / 2
	for _, r := range res.Luck {
		at := float64(r.OnThePlay) - half
		d.Bins = append(d.Bins, pictures.LuckBin{From: at - 0.5, To: at + 0.5, Share: r.Players.P})
	}
	return d
}

// lineFigure is the chances of the players around the line of the cut, and of
// player n wherever that is.
func (e Env) lineFigure(c Chances, players []int, n int) Figure {
	s := e.state()
	cut, group := e.oddsCut(c, c.Group)
	if group != "" {
		group += ", "
	}
	order := make([]int, len(players))
	for i, p := range players {
		order[i] = p - 1
	}
	return Figure{"odds", ChancesData("Who makes the cut?", fmt.Sprintf("%s, after round %d of %d, %s%s", s.Settings.Name, s.LastDone(), s.SwissRounds, group, CutPlaces(cut)),
		c.Result, order, func(i int) string { return e.rawName(i + 1) }, n-1)}
}

// Moment is a player's chance of the cut at one point of an event.
type Moment struct {
	After  int // rounds played; 0 = before round 1
	Chance sim.CutOdds
}

// Course shows how a player's chance of the cut went over the rounds.
func Course(e Env, n int, moments []Moment) discord.Message {
	s := e.state()
	p := newPanel(accentGold, "%s: the chance over the rounds", e.name(n))
	p.note("%s · %s", e.title(), CutPlaces(s.CutRule()))
	d := pictures.CourseData{
		Title: e.rawName(n), Subtitle: fmt.Sprintf("Chance of the cut over the rounds of %s", s.Settings.Name),
		Note: "Every player equally strong; the band is the 95 % interval.",
	}
	g := grid{head: []string{"After", "Result", "Chance"}, right: []bool{false, false, true}}
	for _, m := range moments {
		point := pictures.CoursePoint{Label: "Start", Chance: m.Chance.P, Low: m.Chance.Low, High: m.Chance.High}
		if m.After > 0 {
			point.Label, point.Result = "R"+strconv.Itoa(m.After), e.own(n, m.After)
		}
		d.Points = append(d.Points, point)
		g.rows = append(g.rows, []string{point.Label, point.Result, shortVerdict(m.Chance)})
	}
	const most = 20
	d.Points = d.Points[max(0, len(d.Points)-most):]
	if len(d.Points) > 0 {
		p.gallery(e, Figure{"course", d})
	}
	p.text("%s", g.String())
	p.note("In and out are proved; everything else is an estimate from the position after each round, as it stands in the results now.")
	p.buttons(discord.Button{Label: "Chances now", CustomID: e.id(customid.Odds, n, "", "")})
	return p.message()
}

// own is the result of a player in a round, from the player's side.
func (e Env) own(n, r int) string {
	_, l := e.state().Match(r, e.state().MatchOf(r, n))
	if l == nil || !l.Finished() {
		return ""
	}
	return bare(e.state().Rules.FormatResult(*l, max(l.Seat(int32(n-1)), 0)))
}
