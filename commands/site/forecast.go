package site

import (
	"cmp"
	"fmt"
	"strings"

	"topcut/commands/columns"
	"topcut/commands/wording"
	"topcut/sim"
	"topcut/tournament/sorted"
	"topcut/tournament/table"
)

// forecast has the chances of making the cut of all players in contention, after the last
// closed round and the rounds before, for the page of an event.
type forecast struct {
	Title   string // what the chances are for, and after which round
	Rows    []forecastRow
	Details []string // what the estimates are based on
}

// forecastRow is one player; the likeliest comes first.
type forecastRow struct {
	Name, Chance string
	P            float64
	Fact         bool // being in or out is proved
	Course       sparkline
	Records      *table.Table // of FinalRecords; nil where nothing is open
}

// sparkline is a chance over the rounds as a line in a box.
type sparkline struct {
	Points string // of a polyline
	X, Y   string // the end of the line
	Words  string // the same chances as text
}

// Size of a sparkline. The line keeps two units from each edge to leave room for the mark
// at its end.
const (
	sparkWidth  = 72
	sparkHeight = 20
	sparkEdge   = 2
)

// newForecast returns the chances over the rounds; course[0] is before round 1. It has no
// rows if no player can still make a cut.
func newForecast(e wording.Event, course []*sim.OddsResult) forecast {
	if len(course) == 0 {
		return forecast{}
	}
	s, now := e.Snap.State, course[len(course)-1]
	f := forecast{Details: wording.OddsWords(e.Printer, now)}
	f.Title = e.Say("odds.who_cut") + " · " + e.Say("course.start")
	if after := len(course) - 1; after > 0 {
		f.Title = e.Say("odds.who_cut") + " · " + e.Say("odds.round", "round", after, "of", s.PlannedRounds())
	}
	var order []int
	for i := range now.Players {
		if now.HasCut(i) && (s.Taking(i+1) || now.Players[i].Cut.P > 0) {
			order = append(order, i)
		}
	}
	sorted.Stable(order, func(a, b int) int { return cmp.Compare(now.Players[b].Cut.P, now.Players[a].Cut.P) })
	for _, i := range order {
		me := &now.Players[i]
		row := forecastRow{Name: e.Given(i + 1), Chance: columns.ShortVerdict(e.Printer, me.Cut), P: me.Cut.P, Course: newSparkline(e, course, i)}
		row.Fact = me.Cut.Fact == sim.Clinched || me.Cut.Fact == sim.Eliminated
		if !row.Fact {
			row.Records = columns.FinalRecords(e.Printer, me, true)
		}
		f.Rows = append(f.Rows, row)
	}
	return f
}

// newSparkline returns the course of the chances of a player by index, from the round in
// which the player entered.
func newSparkline(e wording.Event, course []*sim.OddsResult, player int) sparkline {
	var points, words []string
	var line sparkline
	step := float64(sparkWidth-2*sparkEdge) / float64(max(1, len(course)-1))
	for after, res := range course {
		if player >= len(res.Players) {
			continue
		}
		c := &res.Players[player].Cut
		line.X, line.Y = fmt.Sprintf("%.1f", sparkEdge+step*float64(after)), fmt.Sprintf("%.1f", sparkEdge+(sparkHeight-2*sparkEdge)*(1-c.P))
		points = append(points, line.X+","+line.Y)
		label := e.Say("course.start")
		if after > 0 {
			label = e.Say("course.round", "round", after)
		}
		words = append(words, label+" "+columns.ShortVerdict(e.Printer, *c))
	}
	line.Points, line.Words = strings.Join(points, " "), strings.Join(words, " · ")
	return line
}
