package main

import (
	"context"
	"flag"
	"fmt"

	"topcut/commands/columns"
	"topcut/commands/text"
	"topcut/tournament/standings"
	"topcut/tournament/table"
)

func standingsCommand() subcommand {
	return subcommand{
		name: "standings", args: "[FILE]", about: "standings of a tournament file",
		text: "Reads a tournament file (or standard input) and prints the standings with every\ntiebreaker. Elimination rounds do not enter Swiss standings.",
		setup: func(fs *flag.FlagSet) action {
			after := afterFlag(fs, "count the rounds up to `ROUND` (default: all)")
			explain := fs.String("explain", "", "say step by step where the numbers of player `ID` come from")
			src, out, pics := sourceFlags(fs), outputFlags(fs), pictureFlags(fs)
			return func(_ context.Context, p *program, args []string) error {
				if err := out.check(); err != nil {
					return err
				}
				pos, err := src.event(p, args, nil)
				if err != nil {
					return err
				}
				if err := pos.upTo(*after, false); err != nil {
					return err
				}
				ranked, err := pos.table()
				if err != nil {
					return err
				}
				if *explain != "" {
					return p.explainStanding(pos, ranked, *explain, *out.json)
				}
				places, err := pos.places()
				if err != nil {
					return err
				}
				if err := pics.standings(pos, ranked); err != nil {
					return err
				}
				return out.table(p.stdout, standingsTable(pos, out.form(), ranked, places))
			}
		},
	}
}

func (p *program) explainStanding(pos *event, ranked *standings.Table, id string, asJSON bool) error {
	i := pos.file.Index(id)
	if i < 0 {
		return fmt.Errorf("there is no player %q in the file; --explain takes an id", id)
	}
	var lines []string
	for _, n := range ranked.Explain(int32(i)) {
		lines = append(lines, text.Begin(pos.words().Notice(n)))
	}
	if asJSON {
		return writeJSON(p.stdout, standingExplained{id, lines})
	}
	return printLines(p.stdout, lines)
}

// standingsTable returns the standings in a form.
func standingsTable(pos *event, form table.Form, ranked *standings.Table, places []int) *table.Table {
	t := columns.Standings{State: pos.state(), Table: ranked, Rows: ranked.Rows, Name: pos.snap.Name, Places: places, ID: pos.id}.Make(form, pos.words())
	if name := pos.file.Name; name != "" {
		t.Above = append(t.Above, name)
	}
	t.Above = append(t.Above, fmt.Sprintf("%s, after round %d", pos.file.Rules.Name, pos.swiss()), "")
	return t
}
