package drawing

import (
	"slices"
	"strconv"

	"topcut/commands/pictures"
	"topcut/commands/text"
	"topcut/sim"
	"topcut/tournament/table"
)

// Chances returns a plot of the players' chances of making the cut, in the given
// order of indexes. focus is the index of the player to mark, or -1.
func Chances(w text.Printer, title, subtitle string, res *sim.OddsResult, order []int, name func(int) string, focus int) pictures.ChancesData {
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

// Points returns a plot of the final points in a simulated event, with the bubble.
// shape describes the event.
func Points(w text.Printer, res *sim.PlanResult, entry *sim.Entry, shape string) pictures.PointsData {
	d := pictures.PointsData{
		Title: w.Say("plot.points"), Subtitle: shape,
		XTitle: w.Say("plot.points_axis", "round", entry.After),
		Note:   w.Say("plot.events", "n", res.Trials, "model", res.Model),
	}
	rows := slices.Clone(entry.Distribution)
	slices.Reverse(rows)
	for _, r := range rows {
		label := strconv.FormatFloat(r.Points, 'f', -1, 64)
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

// Luck returns a plot of how far players of a simulated event deviate from an even
// share of first turns. shape describes the event.
func Luck(w text.Printer, res *sim.PlanResult, entry *sim.Entry, shape string) pictures.LuckData {
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
