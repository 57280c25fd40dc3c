package view

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/sim"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// Tables of a simulated event, as values of the menu under it.
const (
	TableSummary = "summary"
	TablePoints  = "points"
	TableGuide   = "ids"
	TableLuck    = "luck"
	TableDay     = "day2"
	TableExplain = "explain"
)

// Shape writes a plan into the custom id of its menu, so that another of its
// tables can be asked for at any time.
func Shape(c sim.PlanConfig) string {
	recorded := 0
	if c.RecordedIDs {
		recorded = 1
	}
	byes := make([]string, len(c.Byes))
	for i, r := range c.Byes {
		byes[i] = strconv.Itoa(r)
	}
	return customid.New(customid.Simulate, 0, c.Rules.ID, c.Players, c.Rounds, c.Cut.Top, int(c.DrawChance), int(c.IDs), c.DropLosses,
		int(c.PlayChance), c.DayTwo.String(), strings.Join(byes, "."), recorded)
}

// ReadShape reads what Shape has written; ok is false where it cannot be.
func ReadShape(id customid.ID, rs *rules.Ruleset) (c sim.PlanConfig, ok bool) {
	c = sim.PlanConfig{
		Rules: rs, Players: id.Int(1), Rounds: id.Int(2), Cut: rules.Cut{Top: id.Int(3)}, DrawChance: sim.Percent(id.Int(4)),
		IDs: sim.IDMode(id.Int(5)), DropLosses: id.Int(6), PlayChance: sim.Percent(id.Int(7)), RecordedIDs: id.Int(10) == 1,
	}
	var err error
	if c.DayTwo, err = sim.ParseRecord(id.Text(8)); err != nil {
		return c, false
	}
	for _, part := range strings.FieldsFunc(id.Text(9), func(r rune) bool { return r == '.' }) {
		n, err := strconv.Atoi(part)
		if err != nil {
			return c, false
		}
		c.Byes = append(c.Byes, n)
	}
	return c, true
}

// Simulated shows one table of a simulated event, with a menu for the others.
func Simulated(e Env, c sim.PlanConfig, res *sim.PlanResult, table string, refining bool) discord.Message {
	cut := "no cut"
	if c.Cut.Top > 0 {
		cut = fmt.Sprintf("cut to %d", c.Cut.Top)
	}
	shape := fmt.Sprintf(": %d players, %d rounds, %s", c.Players, c.Rounds, cut)
	title := c.Rules.Name + shape
	p := newPanel(accentQuiet, "%s%s", discord.Escape(c.Rules.Name), shape)
	p.note("%s", shapeWords(c))
	if !refining {
		switch table {
		case TableLuck:
			p.gallery(e, Figure{"luck", LuckData(c, res, title)})
		case TableSummary, TablePoints, "":
			p.gallery(e, Figure{"points", PointsData(c, res, title)})
		}
	}
	switch table {
	case TablePoints:
		pointTable(p, res)
	case TableGuide:
		guideTable(p, c, res)
	case TableLuck:
		luckTable(p, res)
	case TableDay:
		dayTable(p, c, res)
	case TableExplain:
		explained(p, c.Rules)
	default:
		table = TableSummary
		summary(p, c, res)
	}
	note := fmt.Sprintf("%s %d tournaments were played, model: %s.", sim.Disclaimer, res.Trials, res.Model)
	if refining {
		note += " A better answer follows in a moment."
	}
	for _, n := range res.Notes {
		note += " " + discord.Escape(n)
	}
	p.note("%s", note)
	p.choose(tableMenu(c, res, table))
	return p.message()
}

func shapeWords(c sim.PlanConfig) string {
	words := []string{fmt.Sprintf("draws %v", c.DrawChance), "intentional draws " + c.IDs.String()}
	if c.RecordedIDs {
		words[1] += " as the ruleset records them"
	}
	if c.DropLosses > 0 {
		words = append(words, "drops after "+plural(c.DropLosses, "loss", "losses"))
	}
	if c.PlayChance != 0 && c.PlayChance != sim.EvenPlayChance {
		words = append(words, fmt.Sprintf("the first turn wins %v", c.PlayChance))
	}
	if len(c.Byes) > 0 {
		words = append(words, "player 1 has a bye in "+plural(len(c.Byes), "round", "rounds"))
	}
	if c.DayTwo != (sim.Record{}) {
		words = append(words, fmt.Sprintf("second day from %v", c.DayTwo))
	}
	return strings.Join(words, " · ")
}

func tableMenu(c sim.PlanConfig, res *sim.PlanResult, shown string) discord.StringSelect {
	menu := discord.StringSelect{CustomID: Shape(c), Placeholder: "Look at"}
	for _, t := range []struct {
		value, title, about string
		there               bool
	}{
		{TableSummary, "Top Cut Summary", "Which points are enough", true},
		{TablePoints, "Point Distribution", "Every record, with the bubble", true},
		{TableGuide, "ID Safety Guide", "When a draw is safe", len(res.Guide) > 0},
		{TableLuck, "Luck", "How much the first turn matters", true},
		{TableDay, "Day 2 tracker", "Who goes on to the second day", len(res.DayTwo) > 0},
		{TableExplain, "Assumptions and tiebreakers", "What stands behind the numbers", true},
	} {
		if t.there {
			menu.Options = append(menu.Options, discord.SelectOption{Label: t.title, Value: t.value, Description: t.about, Default: t.value == shown})
		}
	}
	return menu
}

// share writes a share with its margin.
func share(c sim.Chance) string {
	return fmt.Sprintf("%s ± %.1f", sure(c.P), math.Max(0.1, 100*c.Margin))
}

func plainNumber(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func summary(p *panel, c sim.PlanConfig, res *sim.PlanResult) {
	s := &res.Summary
	if s.Cut == 0 {
		p.text("There is no cut: everybody's place is the standing after the last round.")
		return
	}
	var lines []string
	if s.AlwaysIn != nil {
		lines = append(lines, fmt.Sprintf("**%s points always made the cut.**", plainNumber(*s.AlwaysIn)))
	} else {
		lines = append(lines, "**No number of points always made the cut.**")
	}
	if s.EverIn != nil && (s.AlwaysIn == nil || *s.EverIn < *s.AlwaysIn) {
		lines = append(lines, fmt.Sprintf("**%s points** were enough at times, less never.", plainNumber(*s.EverIn)))
	}
	lines = append(lines,
		fmt.Sprintf("The last to qualify had %.2f points on average, ± %.2f.", s.LastIn, s.LastInMargin),
		fmt.Sprintf("In %s of the tournaments the cut fell cleanly between two totals; in the others tiebreakers decided.", share(s.Clean)))
	p.lines(lines...)
	g := grid{head: []string{"Record", "Pts", "in the cut", "±"}, right: []bool{false, true, true, true}}
	for _, r := range res.Distribution {
		if r.TopCut > 0 && len(g.rows) < mostRecords {
			g.rows = append(g.rows, []string{r.Record.String(), plainNumber(r.Points), sure(r.TopCut), fmt.Sprintf("%.1f", 100*r.Margin)})
		}
	}
	p.text("%s", g.String())
}

// mostLines is how many lines of a table are shown.
const mostLines = 26

func pointTable(p *panel, res *sim.PlanResult) {
	p.text("**Point Distribution.** The cut falls through the rows marked with an arrow: the bubble.")
	g := grid{head: []string{"Pts", "Record", "Cut%", "±"}, right: []bool{true, false, true, true}}
	shown := res.Tiebreaks[:min(len(res.Tiebreaks), maxTiebreakers)]
	for _, t := range shown {
		g.head, g.right = append(g.head, standings.Lookup(t).Short), append(g.right, true)
	}
	g.head, g.right = append(g.head, "Plrs", "Sum", ""), append(g.right, true, true, false)
	left := 0
	for i := range res.Distribution {
		r := &res.Distribution[i]
		if len(g.rows) == mostLines {
			left++
			continue
		}
		line := []string{plainNumber(r.Points), r.Record.String(), fmt.Sprintf("%.1f", 100*r.TopCut), fmt.Sprintf("%.1f", 100*r.Margin)}
		for k := range shown {
			text := "-"
			if r.Seen > 0 {
				text = fmt.Sprintf("%.0f", 100*r.Tiebreaks[k])
			}
			line = append(line, text)
		}
		mark := ""
		if r.Bubble {
			mark = "◀"
		}
		g.rows = append(g.rows, append(line, fmt.Sprintf("%.2f", r.Players), fmt.Sprintf("%.1f", r.Cumulative), mark))
	}
	p.text("%s", g.String())
	note := "Plrs: players a tournament with the record; Sum: running total. Tiebreakers are averages in percent."
	if left > 0 {
		note += fmt.Sprintf(" %s below are left out.", sentenceStart(plural(left, "record", "records")))
	}
	p.note("%s", note)
}

func guideTable(p *panel, c sim.PlanConfig, res *sim.PlanResult) {
	p.text("**ID Safety Guide.** What players with a record did next, and how many of them made the cut.")
	g := grid{head: []string{"After", "Record", "W/L/D", "if won", "lost", "drawn", "Verdict"}, right: []bool{true, false, false, true, true, true, false}}
	percent := func(c sim.Chance) string {
		text := fmt.Sprintf("%.0f", 100*c.P)
		if c.Estimated {
			text = "~" + text
		}
		return text
	}
	for round := c.Rounds - 1; round >= 1; round-- {
		for i := range res.Guide {
			r := &res.Guide[i]
			if r.Round != round || r.Verdict == sim.Out || len(g.rows) == mostLines {
				continue
			}
			part := func(n int64) string { return fmt.Sprintf("%.0f", 100*float64(n)/float64(r.Players)) }
			g.rows = append(g.rows, []string{
				strconv.Itoa(r.Round), r.Record.String(), part(r.Won) + "/" + part(r.Lost) + "/" + part(r.Drew),
				percent(r.CutIfWin), percent(r.CutIfLoss), percent(r.CutIfDraw), r.Verdict,
			})
		}
	}
	p.text("%s", g.String())
	p.note("W/L/D: percent who won, lost and drew next. The next three columns: percent of those in the cut; ~ is an estimate where nobody did it. "+
		"Verdict by the chance after a draw: Safe from 99 %%, Some Risk from 50 %%, Risky below. Records with the verdict Out are left out. Counted in %d tournaments, last rounds first.", res.Detailed)
}

func luckTable(p *panel, res *sim.PlanResult) {
	p.text("**Luck.** In what share of the rounds players had the first turn, and what came of it. The coin of a round that somebody does not play counts too, so that all are compared alike.")
	g := grid{head: []string{"First turns", "Players", "±", "Won", "in the cut", "±"}, right: []bool{true, true, true, true, true, true}}
	for _, r := range res.Luck {
		g.rows = append(g.rows, []string{
			fmt.Sprintf("%d, %.0f %%", r.OnThePlay, 100*r.Share), sure(r.Players.P), fmt.Sprintf("%.1f", 100*r.Players.Margin), fmt.Sprintf("%.0f %%", 100*r.WinShare),
			sure(r.TopCut.P), fmt.Sprintf("%.1f", 100*r.TopCut.Margin),
		})
	}
	p.text("%s", g.String())
}

func dayTable(p *panel, c sim.PlanConfig, res *sim.PlanResult) {
	total := 0.0
	g := grid{head: []string{"Record", "Pts", "Players", "±", "Day 2"}, right: []bool{false, true, true, true, false}}
	for _, r := range res.DayTwo {
		word := "no"
		if r.Qualified {
			word = "yes"
			total += r.Players
		}
		if len(g.rows) < mostLines {
			g.rows = append(g.rows, []string{r.Record.String(), plainNumber(r.Points), fmt.Sprintf("%.2f", r.Players), fmt.Sprintf("%.2f", r.Margin), word})
		}
	}
	p.text("**Day 2 tracker.** %.1f players go on to the second day with %v or better, on average.", total, c.DayTwo)
	p.text("%s", g.String())
}

func explained(p *panel, rs *rules.Ruleset) {
	numbered := func(lines []string, runes int) string {
		for i, l := range lines {
			lines[i] = fmt.Sprintf("%d. %s", i+1, discord.Escape(l))
		}
		text, _ := block(lines, runes, 2*runes)
		return text
	}
	p.text("**Tiebreakers**\n%s", numbered(sim.Tiebreakers(rs), 1300))
	p.text("**Assumptions**\n%s", numbered(sim.Assumptions(), 2000))
}
