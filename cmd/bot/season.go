package main

import (
	"context"
	"flag"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"topcut/commands/text"
	"topcut/tournament/season"
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
			return func(ctx context.Context, p *program, args []string) error { return f.run(ctx, p, args) }
		},
	}
}

const seasonHelp = `Reads a season file, JSON or TOML, or standard input: rules, the events that count
(tournament files, the names of such files, or lists of places) and adjustments. An
event with an id only is still to come. docs/season-file.md has every key.

  topcut season monday.toml
  topcut season --explain ann monday.json`

// seasonOptions are the flags of `topcut season`.
type seasonOptions struct {
	src         *source
	out         output
	by, explain string
}

// seasonRow is one row of `season --json`.
type seasonRow struct {
	Place   int      `json:"place"`
	Player  string   `json:"player"`
	Points  string   `json:"points"`
	Counted []string `json:"counted"`
	Dropped []string `json:"dropped"`
	Events  int      `json:"events"`
}

func (f *seasonOptions) run(_ context.Context, p *program, args []string) error {
	if err := f.out.check(); err != nil {
		return err
	}
	if f.by != "id" && f.by != "name" {
		return usagef("--by is id or name, not %q", f.by)
	}
	in, name, err := readSeason(p, args)
	if err != nil {
		return err
	}
	t, err := newSeasonTable(in, f.src, filepath.Dir(name), f.by)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	table := season.Compute(t.input)
	if f.explain != "" {
		return f.explained(p, t, table)
	}
	return f.out.write(p.stdout, seasonSheet(in.Name, t, table), seasonJSON(t, table))
}

// name is what a member is called.
func (t *seasonTable) name(member int) string { return t.names[member-1] }

// explained says why a player stands where they stand.
func (f *seasonOptions) explained(p *program, t *seasonTable, table *season.Table) error {
	m, known := t.index[f.explain]
	if !known {
		return fmt.Errorf("there is no player %q in the season; --explain takes an id", f.explain)
	}
	words := text.Printer{Name: t.name}
	var lines []string
	for _, n := range table.Explain(int(m)+1, func(event int) string { return t.events[event-1] }, func(reason int) string { return t.reasons[reason-1] }) {
		lines = append(lines, words.Notice(n))
	}
	if *f.out.json {
		return writeJSON(p.stdout, standingExplained{f.explain, lines})
	}
	return printLines(p.stdout, lines)
}

func seasonJSON(t *seasonTable, table *season.Table) []seasonRow {
	rows := make([]seasonRow, len(table.Rows))
	for i := range table.Rows {
		r := &table.Rows[i]
		rows[i] = seasonRow{Place: r.Place, Player: t.ids[r.Member-1], Points: r.Points.String(), Counted: []string{}, Dropped: []string{}, Events: len(r.Parts)}
		for _, part := range r.Parts {
			if id := t.events[part.Event-1]; part.Counted {
				rows[i].Counted = append(rows[i].Counted, id)
			} else {
				rows[i].Dropped = append(rows[i].Dropped, id)
			}
		}
	}
	return rows
}

// seasonSheet is the table with a column for each event; what is dropped stands in
// brackets.
func seasonSheet(title string, t *seasonTable, table *season.Table) *sheet {
	s := &sheet{head: []heading{{title: "#", name: "place", right: true}, {title: "Player", name: "player"}, {title: "Points", name: "points", right: true}}}
	for _, id := range t.events {
		s.head = append(s.head, heading{title: id, name: id, right: true})
	}
	adjusted := len(t.input.Adjustments) > 0
	if adjusted {
		s.head = append(s.head, heading{title: "Adjusted", name: "adjusted", right: true})
	}
	for i := range table.Rows {
		r := &table.Rows[i]
		line := make([]string, 3+len(t.events), len(s.head))
		line[0], line[1], line[2] = strconv.Itoa(r.Place), t.name(r.Member), r.Points.Plain(0)
		for _, part := range r.Parts {
			points := part.Points.Plain(0)
			if !part.Counted {
				points = "(" + points + ")"
			}
			line[2+part.Event] = points
		}
		if adjusted {
			cell := ""
			if !r.Adjusted.IsZero() {
				cell = r.Adjusted.Plain(0)
			}
			line = append(line, cell)
		}
		s.add(line...)
	}
	if title != "" {
		s.above = []string{title, ""}
	}
	if n := len(t.left); n > 0 {
		var ids []string
		for i := range t.left {
			ids = append(ids, t.left[i].ID)
		}
		s.below = []string{"", fmt.Sprintf("Still to come: %s", strings.Join(ids, ", "))}
	}
	return s
}
