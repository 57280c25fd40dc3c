package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"topcut/commands/site"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/sim"
	"topcut/tournament/notice"
	"topcut/tournament/season"
	"topcut/tournament/table"
)

func seasonCommand() command {
	return command{
		name: "season", args: "[FILE]", about: "table of a season of events",
		text: seasonHelp,
		setup: func(fs *flag.FlagSet) action {
			f := &seasonOptions{src: &source{}, out: outputFlags(fs)}
			fs.StringVar(&f.src.rulesets, "rulesets", "", "`FOLDER` with rulesets of your own")
			fs.StringVar(&f.by, "by", "id", "who is who in another tournament: `KEY` id or name")
			fs.StringVar(&f.explain, "explain", "", "say result by result why player `ID` stands where they stand")
			fs.StringVar(&f.html, "html", "", "write the table with its reasons to `FILE`, as a page to keep")
			fs.BoolVar(&f.odds, "odds", false, "say who can still win and reach the final, from the events to come")
			fs.IntVar(&f.line, "line", 0, "with --odds: ask for the first `K` places too (default: the final of the rules)")
			fs.BoolVar(&f.closed, "closed", false, "with --odds: nobody comes who has not played yet")
			fs.IntVar(&f.trials, "trials", 4000, "with --odds: play the events to come `N` times; 0 = facts only")
			fs.Uint64Var(&f.seed, "seed", 0, "with --odds: `N`, the seed of the random decisions")
			return func(ctx context.Context, p *program, args []string) error { return f.run(ctx, p, args) }
		},
	}
}

const seasonHelp = `Reads a season file, JSON or TOML, or standard input: rules, the events that count
(tournament files, the names of such files, or lists of places) and adjustments. An
event with an id only is still to come. docs/files.md has every key.

--odds tells what is proved, whatever happens in the events to come (in, out), from
what is estimated: everybody comes as often as so far and is as good as in their
matches.

  topcut season monday.toml
  topcut season --explain ann monday.json
  topcut season --odds --line 8 monday.json`

// seasonOptions are the flags of `topcut season`.
type seasonOptions struct {
	src          *source
	out          output
	by, explain  string
	html         string
	odds, closed bool
	line, trials int
	seed         uint64
}

func (f *seasonOptions) run(ctx context.Context, p *program, args []string) error {
	if err := f.out.check(); err != nil {
		return err
	}
	if f.by != "id" && f.by != "name" {
		return usagef("--by is id or name, not %q", f.by)
	}
	switch {
	case f.line < 0 || f.line > season.MaxMembers:
		return usagef("--line is a number of places from 1 to %d", season.MaxMembers)
	case f.trials < 0 || f.trials > 1_000_000:
		return usagef("--trials is a number from 0 to 1000000")
	}
	in, name, err := readSeason(p, args)
	if err != nil {
		return err
	}
	t, err := newSeasonTable(in, f.src, filepath.Dir(name), f.by)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	tables := t.tables()
	if f.explain != "" {
		return f.explained(p, t, tables)
	}
	if f.html != "" {
		page, err := site.FrozenSeason(&site.Season{
			Name: cmp.Or(in.Name, "Season"), Tables: tables, Lines: t.lines(tables), Final: in.Rules.Final, Weeks: site.Weeks(t.events), Reason: func(reason int) string { return t.reasons[reason-1] }, Words: text.Printer{Name: t.name},
		})
		if err != nil {
			return err
		}
		if err := os.WriteFile(f.html, page, 0o644); err != nil {
			return fmt.Errorf("the page cannot be written: %w", err)
		}
	}
	if f.odds {
		return f.chances(ctx, p, in.Name, t, tables)
	}
	return f.out.table(p.stdout, seasonSheet(f.out.form(), in.Name, t, tables))
}

// tables returns the standings of the divisions from the highest, or of the season if
// it has none.
func (t *seasonTable) tables() []*season.Table {
	if t.season != nil {
		return t.season.Tables()
	}
	return []*season.Table{season.Compute(t.input)}
}

// lines returns the line of each table.
func (t *seasonTable) lines(tables []*season.Table) []season.Line {
	out := make([]season.Line, len(tables))
	for i, table := range tables {
		if out[i] = table.FinalLine(t.input.Rules.Final); t.season != nil {
			out[i] = t.season.Line(min(i+1, t.season.Count()), table)
		}
	}
	return out
}

// name returns the name of a member.
func (t *seasonTable) name(member int) string { return t.names[member-1] }

// explained prints the details of a player's place.
func (f *seasonOptions) explained(p *program, t *seasonTable, tables []*season.Table) error {
	m, known := t.index[f.explain]
	if !known {
		return fmt.Errorf("there is no player %q in the season; --explain takes an id", f.explain)
	}
	words := text.Printer{Name: t.name}
	table := tables[0]
	if i := slices.IndexFunc(tables, func(x *season.Table) bool { return x.Row(int(m)+1) != nil }); i >= 0 {
		table = tables[i]
	}
	var lines []string
	for _, n := range table.Explain(int(m)+1, func(event int) string { return t.events[event-1] }, func(reason int) string { return t.reasons[reason-1] }) {
		lines = append(lines, words.Notice(n))
	}
	if *f.out.json {
		return writeJSON(p.stdout, standingExplained{f.explain, lines})
	}
	return printLines(p.stdout, lines)
}

// seasonSheet returns the tables with a column for each event. With several divisions,
// the division is a column too.
func seasonSheet(form table.Form, title string, t *seasonTable, tables []*season.Table) *table.Table {
	rows := view.SeasonRows{
		Tables: tables, Event: func(number int) string { return t.events[number-1] }, Name: t.name, ID: func(member int) string { return t.ids[member-1] },
		Adjusted: len(t.input.Adjustments) > 0,
	}
	for i := range t.events {
		rows.Events = append(rows.Events, i+1)
	}
	s := view.SeasonTable(view.Env{}, form, rows)
	if title != "" {
		s.Above = []string{title, ""}
	}
	if n := len(t.left); n > 0 {
		var ids []string
		for i := range t.left {
			ids = append(ids, t.left[i].ID)
		}
		s.Below = []string{"", fmt.Sprintf("Still to come: %s", strings.Join(ids, ", "))}
	}
	return s
}

// seasonChances is `season --odds --json`.
type seasonChances struct {
	Trials  int            `json:"trials"`
	Lines   []int          `json:"lines"`
	Players []seasonChance `json:"players"`
}

type seasonChance struct {
	Player   string      `json:"player"`
	Division int         `json:"division,omitempty"`
	Place    int         `json:"place"`
	Points   string      `json:"points"`
	Ends     []seasonEnd `json:"ends,omitempty"`
	First    *seasonEnd  `json:"first,omitempty"` // for divisions
	Up       *seasonEnd  `json:"up,omitempty"`
	Down     *seasonEnd  `json:"down,omitempty"`
}

// seasonEnd is the chance of ending on the right side of one line.
type seasonEnd struct {
	sim.Estimate
	Fact string `json:"fact,omitempty"`
}

// chances prints who can still win and who finishes above the line.
func (f *seasonOptions) chances(ctx context.Context, p *program, title string, t *seasonTable, tables []*season.Table) error {
	cfg := sim.SeasonConfig{Input: t.input, Lines: []int{1}, Trials: f.trials, Seed: f.seed, Open: !f.closed}
	if line := cmp.Or(f.line, t.input.Rules.Final); line > 1 {
		cfg.Lines = append(cfg.Lines, line)
	}
	for _, e := range t.left {
		cfg.Left = append(cfg.Left, sim.SeasonEvent{Weight: e.Weight, Rounds: e.Rounds})
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	if t.division != nil {
		return f.promotions(ctx, p, title, t, tables, cfg)
	}
	odds, err := sim.Season(ctx, cfg)
	if err != nil {
		return stoppedByHand(ctx, err)
	}
	out := seasonChances{Trials: odds.Trials, Lines: cfg.Lines}
	s, first := seasonSheet(table.Sheet, title, t, tables), tables[0]
	s.Columns = append(s.Columns[:3:3], table.Column{Title: "First", Key: "first", Kind: table.Number})
	if len(cfg.Lines) > 1 {
		s.Columns = append(s.Columns, table.Column{Title: fmt.Sprintf("Top %d", cfg.Lines[1]), Key: "top", Kind: table.Number})
	}
	for i := range odds.Members {
		m, row := &odds.Members[i], &first.Rows[i]
		player := seasonChance{Player: t.ids[m.Member-1], Place: row.Place, Points: row.Points.String()}
		s.Rows[i].Cells = s.Rows[i].Cells[:3:3]
		for k := range m.Lines {
			player.Ends = append(player.Ends, seasonEnd{m.Lines[k].Estimate, m.Lines[k].Fact})
			s.Rows[i].Cells = append(s.Rows[i].Cells, table.Said(seasonChanceText(&m.Lines[k], odds.Trials)))
		}
		out.Players = append(out.Players, player)
	}
	if odds.Trials > 0 {
		s.Below = append(s.Below, fmt.Sprintf("%d seasons played on: %s.", odds.Trials, (text.Printer{}).Notice(odds.Model)))
	}
	return f.out.write(p.stdout, s, out)
}

// promotions prints who wins each division, is promoted and is relegated.
func (f *seasonOptions) promotions(ctx context.Context, p *program, title string, t *seasonTable, tables []*season.Table, cfg sim.SeasonConfig) error {
	var sizes []int
	for _, table := range tables {
		for i := range table.Rows {
			d := t.division(table.Rows[i].Member)
			for len(sizes) < d {
				sizes = append(sizes, 0)
			}
			if d > 0 {
				sizes[d-1]++
			}
		}
	}
	out := seasonChances{}
	s := &table.Table{Columns: []table.Column{
		{Title: "Division", Key: "division", Kind: table.Number},
		{Title: "#", Key: "place", Kind: table.Number},
		{Title: "Player", Key: "player"},
		{Title: "Points", Key: "points", Kind: table.Number},
		{Title: "First", Key: "first", Kind: table.Number},
		{Title: "Up", Key: "up", Kind: table.Number},
		{Title: "Down", Key: "down", Kind: table.Number},
	}}
	if s.Below = seasonSheet(table.Sheet, title, t, tables).Below; title != "" {
		s.Above = []string{title, ""}
	}
	var model notice.Notice
	for d, size := range sizes {
		up, down := t.divisions.Moves(size)
		cfg.Lines, cfg.Of = []int{1, up, max(0, size-down)}, func(member int) bool { return t.division(member) == d+1 }
		if t.season != nil && t.input.Single {
			cfg.Input = t.season.InputOf(d+1, t.input)
		}
		odds, err := sim.Season(ctx, cfg)
		if err != nil {
			return stoppedByHand(ctx, err)
		}
		out.Trials, model = max(out.Trials, odds.Trials), odds.Model
		for i := range odds.Members {
			m := &odds.Members[i]
			x := seasonChance{Player: t.ids[m.Member-1], Division: d + 1, Place: m.Place, Points: m.Points.String()}
			line := []string{strconv.Itoa(d + 1), strconv.Itoa(m.Place), t.name(m.Member), m.Points.Plain(0)}
			for _, to := range []struct {
				end     **seasonEnd
				happens bool
				chance  sim.CutOdds
			}{{&x.First, true, m.Lines[0]}, {&x.Up, d > 0, m.Lines[1]}, {&x.Down, d+1 < len(sizes), m.Lines[2].Below()}} {
				if !to.happens {
					line = append(line, "")
					continue
				}
				*to.end = &seasonEnd{to.chance.Estimate, to.chance.Fact}
				said := seasonChanceText(&to.chance, odds.Trials)
				if to.end == &x.Down && to.chance.Fact != "" { // in and out would mean the division
					said = map[string]string{sim.Clinched: "down", sim.Eliminated: "safe"}[to.chance.Fact]
				}
				line = append(line, said)
			}
			s.Add(line...)
			out.Players = append(out.Players, x)
		}
	}
	if out.Trials > 0 {
		s.Below = append(s.Below, fmt.Sprintf("%d seasons played on: %s.", out.Trials, (text.Printer{}).Notice(model)))
	}
	return f.out.write(p.stdout, s, out)
}

// seasonChanceText formats a fact as a word, or an estimate with half its interval.
func seasonChanceText(c *sim.CutOdds, trials int) string {
	switch {
	case c.Fact == sim.Clinched:
		return "in"
	case c.Fact == sim.Eliminated:
		return "out"
	case trials == 0:
		return "open"
	}
	return fmt.Sprintf("%.1f %% ± %.1f", 100*c.P, 50*(c.High-c.Low))
}
