package view

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"topcut/commands/columns"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/drawing"
	"topcut/commands/layout"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/sim"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/table"
)

// Tables of a simulated event, as values of the menu below it.
const (
	TableSummary = "summary"
	TablePoints  = "points"
	TableGuide   = "ids"
	TableLuck    = "luck"
	TableExplain = "explain"
)

// tableOf parses a menu value: a table and, after a colon, the stage number of the entry
// that it is about; without a number it is the last.
func tableOf(res *sim.PlanResult, value string) (table string, entry *sim.Entry) {
	table, number, _ := strings.Cut(value, ":")
	if n, err := strconv.Atoi(number); err == nil && n > 1 && n < len(res.Earlier)+2 {
		return table, &res.Earlier[n-2]
	}
	return table, &res.Entry
}

// Simulated shows one table of a simulated event, with a menu for the others.
func Simulated(e Env, c sim.PlanConfig, res *sim.PlanResult, table string, refining bool) discord.Message {
	w := e.words()
	players := text.Raw(w.Say("card.players", "n", c.Players))
	shape := w.Say("plan.shape", "players", players, "rounds", text.Raw(w.Say("structure.rounds", "n", c.Rounds)), "cut", text.Raw(wording.CutPlaces(w, c.Cut)))
	if len(c.Stages.Stages) > 0 {
		shape = w.Say("plan.stages", "players", players, "stages", text.Raw(c.Stages.String()))
	}
	title := c.Rules.Name + ": " + shape
	p := e.titled(layout.Quiet, discord.Escape(c.Rules.Name)+": "+shape)
	p.Note(e.shapeWords(c))
	kind, entry := tableOf(res, table)
	if !refining {
		switch kind {
		case TableLuck:
			p.Gallery(e.draws(), layout.Figure{Name: "luck", Drawing: drawing.Luck(w, res, entry, title)})
		case TableSummary, TablePoints, "":
			p.Gallery(e.draws(), layout.Figure{Name: "points", Drawing: drawing.Points(w, res, entry, title)})
		}
	}
	if kind != TableExplain && len(res.Earlier) > 0 && entry.Stage != "" {
		p.Say("plan.into", "stage", entry.Stage, "round", entry.After, "players", text.Raw(w.Decimal(fmt.Sprintf("%.1f", entry.Summary.Cut))))
	}
	switch kind {
	case TablePoints:
		e.pointTable(p, res, entry)
	case TableGuide:
		e.guideTable(p, res, entry)
	case TableLuck:
		e.luckTable(p, entry)
	case TableExplain:
		e.explained(p, c.Rules)
	default:
		table = strings.Replace(table, kind, TableSummary, 1)
		e.summary(p, entry)
	}
	notes := []string{e.say("plan.note", "n", res.Trials, "model", res.Model)}
	if refining {
		notes = append(notes, e.say("odds.refining"))
	}
	for _, n := range res.Notes {
		notes = append(notes, e.words().Notice(n))
	}
	p.Note(strings.Join(notes, " "))
	p.Choose(e.tableMenu(c, res, table))
	return p.Message()
}

func (e Env) shapeWords(c sim.PlanConfig) string {
	words := []string{
		e.say("plan.draws", "chance", text.Raw(e.words().Decimal(c.DrawChance.String()))),
		e.say("plan.ids_" + notice.Code(c.IDs.String())),
	}
	if c.RecordedIDs {
		words = append(words, e.say("plan.ids_recorded"))
	}
	if c.DropLosses > 0 {
		words = append(words, e.say("plan.drops", "n", c.DropLosses))
	}
	if c.PlayChance != 0 && c.PlayChance != sim.EvenPlayChance {
		words = append(words, e.say("plan.first_turn", "chance", text.Raw(e.words().Decimal(c.PlayChance.String()))))
	}
	if len(c.Byes) > 0 {
		words = append(words, e.say("plan.byes", "n", len(c.Byes)))
	}
	if c.DayTwo != (sim.Record{}) {
		words = append(words, e.say("plan.day_two", "record", text.Raw(c.DayTwo.String())))
	}
	return strings.Join(words, " · ")
}

func (e Env) tableMenu(c sim.PlanConfig, res *sim.PlanResult, shown string) discord.StringSelect {
	menu := discord.StringSelect{CustomID: customid.New(0, customid.Simulate{Ruleset: c.Rules.ID, Shape: sim.Pack(c)}), Placeholder: e.say("plan.look")}
	add := func(table, behind string, entry *sim.Entry) {
		o := discord.SelectOption{Label: e.say("plan.table." + notice.Code(table)), Value: table + behind, Description: e.say("plan.about." + notice.Code(table))}
		if behind != "" {
			o.Label = discord.Cut(e.say("plan.table.into", "stage", entry.Stage, "round", entry.After, "table", text.Raw(o.Label)), wire.MaxOptionText)
		}
		o.Default = o.Value == shown
		menu.Options = append(menu.Options, o)
	}
	tables := func(entry *sim.Entry, behind string) {
		for _, table := range []string{TableSummary, TablePoints, TableGuide, TableLuck} {
			if table != TableGuide || len(entry.Guide) > 0 {
				add(table, behind, entry)
			}
		}
	}
	tables(&res.Entry, "")
	for i := range res.Earlier {
		tables(&res.Earlier[i], ":"+strconv.Itoa(i+2))
	}
	add(TableExplain, "", nil)
	return menu
}

// share formats a share with its margin.
func share(c sim.Chance) string {
	return fmt.Sprintf("%s ± %.1f", columns.Sure(c.P), math.Max(0.1, 100*c.Margin))
}

func plainNumber(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func (e Env) summary(p *layout.Panel, entry *sim.Entry) {
	s := &entry.Summary
	if s.Cut == 0 {
		p.Say("plan.no_cut")
		return
	}
	w := e.words()
	var lines []string
	if s.AlwaysIn != nil {
		lines = append(lines, e.say("plan.always", "points", text.Raw(w.Decimal(plainNumber(*s.AlwaysIn)))))
	} else {
		lines = append(lines, e.say("plan.never"))
	}
	if s.EverIn != nil && (s.AlwaysIn == nil || *s.EverIn < *s.AlwaysIn) {
		lines = append(lines, e.say("plan.sometimes", "points", text.Raw(w.Decimal(plainNumber(*s.EverIn)))))
	}
	lines = append(lines,
		e.say("plan.last_in", "points", text.Raw(w.Decimal(fmt.Sprintf("%.2f", s.LastIn))), "margin", text.Raw(w.Decimal(fmt.Sprintf("%.2f", s.LastInMargin)))),
		e.say("plan.clean", "share", text.Raw(w.Decimal(share(s.Clean)))))
	p.Lines(lines...)
	p.Text(layout.Grid(plan(nil, entry).Records(table.Grid, w)))
}

// mostLines bounds the lines of a table.
const mostLines = 26

// plan is the content of the tables of the entry into a stage.
func plan(res *sim.PlanResult, entry *sim.Entry) columns.Plan {
	return columns.Plan{PlanResult: res, Into: entry}
}

func (e Env) pointTable(p *layout.Panel, res *sim.PlanResult, entry *sim.Entry) {
	p.Say("plan.points_title")
	rows := entry.Distribution[:min(len(entry.Distribution), mostLines)]
	left := len(entry.Distribution) - len(rows)
	p.Text(layout.Grid(plan(res, entry).Points(table.Grid, e.words(), rows)))
	note := e.say("plan.points_note")
	if left > 0 {
		note += " " + e.say("plan.left_out", "n", left)
	}
	p.Note(note)
}

func (e Env) guideTable(p *layout.Panel, res *sim.PlanResult, entry *sim.Entry) {
	p.Say("plan.guide_title")
	var rows []sim.GuideRow
	for round := entry.After - 1; round >= 1; round-- {
		for _, r := range entry.Guide {
			if r.Round == round && r.Verdict != sim.Out && len(rows) < mostLines {
				rows = append(rows, r)
			}
		}
	}
	p.Text(layout.Grid(plan(res, entry).Guide(table.Grid, e.words(), rows)))
	p.Small("plan.guide_note", "n", res.Detailed)
}

func (e Env) luckTable(p *layout.Panel, entry *sim.Entry) {
	p.Say("plan.luck_title")
	p.Text(layout.Grid(plan(nil, entry).Luck(table.Grid, e.words())))
}

func (e Env) explained(p *layout.Panel, rs *rules.Ruleset) {
	numbered := func(list []notice.Notice, runes int) string {
		lines := make([]string, len(list))
		for i, n := range list {
			lines[i] = fmt.Sprintf("%d. %s", i+1, e.words().Notice(n))
		}
		shown, _ := layout.Cut(lines, runes, 2*runes)
		return shown
	}
	p.Text(e.say("plan.tiebreakers") + "\n" + numbered(sim.Tiebreakers(rs), 1300))
	p.Text(e.say("plan.assumptions") + "\n" + numbered(sim.Assumptions(), 2000))
}
