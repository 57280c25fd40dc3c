package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"topcut/commands/columns"
	"topcut/commands/site"
	"topcut/commands/text"
	"topcut/sim"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/season"
	"topcut/tournament/table"
)

func seasonCommand() subcommand {
	return subcommand{
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
			Name: cmp.Or(in.Name, "Season"), Tables: tables, Lines: t.lines(tables), Final: in.Rules.Final, Weeks: site.Weeks(t.events), Reason: func(reason int) string { return numbered.Get(t.reasons, reason) }, Words: text.Printer{Name: t.name},
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
func (t *seasonTable) name(member int) string { return numbered.Get(t.names, member) }

// id returns the id of a member.
func (t *seasonTable) id(member int) string { return numbered.Get(t.ids, member) }

// explained prints the details of a player's place.
func (f *seasonOptions) explained(p *program, t *seasonTable, tables []*season.Table) error {
	m, known := t.find(f.explain)
	if !known {
		return fmt.Errorf("there is no player %q in the season; --explain takes an id", f.explain)
	}
	words := text.Printer{Name: t.name}
	table := tables[0]
	if i := slices.IndexFunc(tables, func(x *season.Table) bool { return x.Row(int(m)+1) != nil }); i >= 0 {
		table = tables[i]
	}
	var lines []string
	for _, n := range table.Explain(int(m)+1, func(event int) string { return numbered.Get(t.events, event) }, func(reason int) string { return numbered.Get(t.reasons, reason) }) {
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
	rows := columns.Season{
		Tables: tables, Event: func(number int) string { return numbered.Get(t.events, number) }, Name: t.name, ID: t.id,
		Adjusted: len(t.input.Adjustments) > 0,
	}
	for i := range t.events {
		rows.Events = append(rows.Events, i+1)
	}
	s := rows.Make(form, text.Printer{})
	t.around(s, title)
	return s
}

// around adds the lines before and after a table of the season.
func (t *seasonTable) around(s *table.Table, title string) {
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
}

// seasonChances is `season --odds --json`.
type seasonChances struct {
	Trials  int             `json:"trials"`
	Lines   []int           `json:"lines"`
	Players json.RawMessage `json:"players"`
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
	of := columns.SeasonOdds{Trials: odds.Trials, Lines: []columns.SeasonLine{{Means: season.LineFirst}}}
	if len(cfg.Lines) > 1 {
		of.Lines = append(of.Lines, columns.SeasonLine{Means: season.LineTop, Places: cfg.Lines[1]})
	}
	for i := range odds.Members {
		m := &odds.Members[i]
		row := columns.SeasonEnds{Member: m.Member, Place: tables[0].Rows[i].Place, Points: tables[0].Rows[i].Points}
		for k := range m.Lines {
			row.Ends = append(row.Ends, &m.Lines[k])
		}
		of.Rows = append(of.Rows, row)
	}
	return f.ends(p, title, t, of, cfg.Lines, odds.Model)
}

// ends prints the chances of members.
func (f *seasonOptions) ends(p *program, title string, t *seasonTable, of columns.SeasonOdds, lines []int, model notice.Notice) error {
	of.Name, of.ID = t.name, t.id
	s := of.Make(f.out.form(), text.Printer{})
	if *f.out.json {
		var players bytes.Buffer
		if err := s.JSON(&players); err != nil {
			return err
		}
		return writeJSON(p.stdout, seasonChances{of.Trials, lines, players.Bytes()})
	}
	t.around(s, title)
	if of.Trials > 0 {
		s.Below = append(s.Below, fmt.Sprintf("%d seasons played on: %s.", of.Trials, (text.Printer{}).Notice(model)))
	}
	return f.out.table(p.stdout, s)
}

// promotions prints who wins each division, is promoted and is relegated.
func (f *seasonOptions) promotions(ctx context.Context, p *program, title string, t *seasonTable, tables []*season.Table, cfg sim.SeasonConfig) error {
	var sizes numbered.List[int]
	for _, table := range tables {
		for i := range table.Rows {
			d := t.division(table.Rows[i].Member)
			for len(sizes) < d {
				sizes = append(sizes, 0)
			}
			if d > 0 {
				*sizes.At(d)++
			}
		}
	}
	of := columns.SeasonOdds{Divisions: true, Lines: []columns.SeasonLine{{Means: season.LineFirst}, {Means: season.LineUp}, {Means: season.LineDown}}}
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
		of.Trials, model = max(of.Trials, odds.Trials), odds.Model
		for i := range odds.Members {
			m := &odds.Members[i]
			row := columns.SeasonEnds{Division: d + 1, Member: m.Member, Place: m.Place, Points: m.Points, Ends: []*sim.CutOdds{&m.Lines[0], nil, nil}}
			if d > 0 {
				row.Ends[1] = &m.Lines[1]
			}
			if d+1 < len(sizes) {
				row.Ends[2] = new(m.Lines[2].Below())
			}
			of.Rows = append(of.Rows, row)
		}
	}
	return f.ends(p, title, t, of, nil, model)
}
