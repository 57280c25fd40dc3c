package main

import (
	"context"
	"flag"
	"fmt"
	"strconv"

	"topcut/commands/spreadsheet"
	"topcut/commands/text"
	"topcut/tournament/standings"
)

func standingsCommand() command {
	return command{
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
				table, err := pos.table()
				if err != nil {
					return err
				}
				if *explain != "" {
					return p.explainStanding(pos, table, *explain, *out.json)
				}
				places, err := pos.places()
				if err != nil {
					return err
				}
				if err := pics.standings(pos, table); err != nil {
					return err
				}
				if *out.csv {
					data, err := spreadsheet.CSV(pos.snap, table, places)
					if err == nil {
						_, err = p.stdout.Write(data)
					}
					return err
				}
				return out.write(p.stdout, standingsSheet(pos, table, places), standingsJSON(pos, table, places))
			}
		},
	}
}

func (p *program) explainStanding(pos *event, table *standings.Table, id string, asJSON bool) error {
	i := pos.file.Index(id)
	if i < 0 {
		return fmt.Errorf("there is no player %q in the file; --explain takes an id", id)
	}
	var lines []string
	for _, n := range table.Explain(int32(i)) {
		lines = append(lines, text.Begin(pos.words().Notice(n)))
	}
	if asJSON {
		return writeJSON(p.stdout, standingExplained{id, lines})
	}
	return printLines(p.stdout, lines)
}

// standingJSON is one row of `standings --json`.
type standingJSON struct {
	Rank        int                  `json:"rank"`
	Player      string               `json:"player"`
	Place       *int                 `json:"place"`
	Dropped     bool                 `json:"dropped"`
	Points      string               `json:"points"`
	Record      [3]int               `json:"record"`
	Tiebreakers map[string]valueJSON `json:"tiebreakers"`
}

// valueJSON is the value of a tiebreaker, exact and as a number.
type valueJSON struct {
	Fraction string  `json:"fraction"`
	Value    float64 `json:"value"`
}

func standingsJSON(pos *event, table *standings.Table, places []int) []standingJSON {
	rows := make([]standingJSON, len(table.Rows))
	for i := range table.Rows {
		r := &table.Rows[i]
		row := standingJSON{
			Rank: r.Rank, Player: pos.id(r.Player), Dropped: r.Dropped, Points: r.Points.String(), Record: r.Record,
			Tiebreakers: map[string]valueJSON{},
		}
		if place := places[r.Player]; place > 0 {
			row.Place = &place
		}
		for k, c := range table.Columns {
			if _, twice := row.Tiebreakers[c.Func]; !c.Group && !twice {
				row.Tiebreakers[c.Func] = valueJSON{r.Values[k].String(), r.Values[k].Float64()}
			}
		}
		rows[i] = row
	}
	return rows
}

// standingsSheet returns the table of the standings.
func standingsSheet(pos *event, table *standings.Table, places []int) *sheet {
	s := &sheet{head: []heading{{title: "#", right: true}, {title: "Player"}, {title: "Points", right: true}, {title: "W-L-D"}}}
	for _, c := range table.Columns {
		if !c.Group {
			s.head = append(s.head, heading{title: c.Short, right: true})
		}
	}
	s.head = append(s.head, heading{title: "Place", right: true}, heading{})
	for i := range table.Rows {
		r := &table.Rows[i]
		line := []string{strconv.Itoa(r.Rank), pos.name(r.Player), pos.file.Rules.FormatPoints(r.Points), fmt.Sprintf("%d-%d-%d", r.Record[0], r.Record[1], r.Record[2])}
		for k, c := range table.Columns {
			if !c.Group {
				line = append(line, c.Format(r.Values[k]))
			}
		}
		place, status := "", ""
		if n := places[r.Player]; n > 0 {
			place = strconv.Itoa(n)
		}
		switch {
		case r.Disqualified:
			status = "disqualified"
		case r.Dropped:
			status = "dropped"
		case r.Late:
			status = "late"
		case pos.state().Locked(int(r.Player)+1) > 0:
			status = fmt.Sprintf("in the cut since round %d", pos.state().Locked(int(r.Player)+1))
		}
		s.add(append(line, place, status)...)
	}
	if name := pos.file.Name; name != "" {
		s.above = append(s.above, name)
	}
	s.above = append(s.above, fmt.Sprintf("%s, after round %d", pos.file.Rules.Name, pos.swiss()), "")
	return s
}
