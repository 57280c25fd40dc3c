package columns

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/text"
	"topcut/sim"
	"topcut/tournament/table"
)

// CutOdds are the chances of players to make the cut and the second day.
type CutOdds struct {
	Result *sim.OddsResult
	Rows   []OddsRow
	Cut    bool                    // there is a cut
	Scored bool                    // the points are known
	Name   func(player int) string // by index
	ID     func(player int) string // for programs
}

// OddsRow is a player by index with what they have done so far.
type OddsRow struct {
	Rank, Player   int
	Points, Record string
}

// oddsColumn makes a column of chances.
type oddsColumn = table.Maker[OddsRow]

// Make returns the table in a form.
func (of CutOdds) Make(form table.Form, w text.Printer) *table.Table {
	odds := func(r *OddsRow) *sim.PlayerOdds { return &of.Result.Players[r.Player] }
	settled := func(fact string) bool { return fact == sim.Clinched || fact == sim.Eliminated }
	day := oddsColumn{Column: table.Column{Key: "day_two", Title: w.Say("column.day_two"), Kind: table.Number}, Cell: func(r *OddsRow) table.Cell {
		c := odds(r).DayTwo
		switch {
		case c == nil:
			return table.Cell{}
		case form == table.CSV:
			return table.Said(fmt.Sprintf("%.6f", c.P))
		}
		return table.Said(ShortVerdict(w, *c))
	}}
	days := func(in table.Form) []oddsColumn {
		if !slices.ContainsFunc(of.Rows, func(r OddsRow) bool { return odds(&r).DayTwo != nil }) {
			return nil
		}
		m := day
		m.In = in
		return []oddsColumn{m}
	}
	list := []oddsColumn{
		{Column: table.Column{Key: "rank", Title: w.Say("column.rank"), Kind: table.Rank}, Cell: func(r *OddsRow) table.Cell { return table.Said(strconv.Itoa(r.Rank)) }},
		{Column: table.Column{Key: "player", Title: nameTitle(form, w), Kind: table.Name}, Cell: func(r *OddsRow) table.Cell { return table.Said(of.Name(r.Player)) }},
	}
	if of.Scored {
		list = append(list, oddsColumn{Column: table.Column{Key: "points", Title: pointsTitle(form, w), Kind: table.Number}, Cell: func(r *OddsRow) table.Cell { return table.Said(r.Points) }})
	}
	if len(of.Result.Groups) > 0 {
		list = append(list, oddsColumn{In: table.Sheet | table.CSV, Column: table.Column{Key: "division", Title: w.Say("join.division")}, Cell: func(r *OddsRow) table.Cell {
			return table.Said(of.Result.Groups[odds(r).Group].Name)
		}})
	}
	list = append(list, oddsColumn{In: table.Grid | table.Sheet, Column: table.Column{Title: recordTitle(form, w)}, Cell: func(r *OddsRow) table.Cell { return table.Said(r.Record) }})
	list = append(list, days(table.Grid)...)
	if of.Cut {
		list = append(list, oddsColumn{In: table.Grid, Column: table.Column{Title: w.Say("column.cut"), Kind: table.Number}, Cell: func(r *OddsRow) table.Cell {
			return table.Said(ShortVerdict(w, odds(r).Cut))
		}})
	}
	open := func(shown func(*sim.CutOdds) string) func(r *OddsRow) table.Cell {
		return func(r *OddsRow) table.Cell {
			if c := &odds(r).Cut; !settled(c.Fact) && of.Result.HasCut(r.Player) {
				return table.Said(shown(c))
			}
			return table.Cell{}
		}
	}
	list = append(list,
		oddsColumn{In: table.Sheet, Column: table.Column{Title: w.Say("column.cut"), Kind: table.Number}, Cell: open(func(c *sim.CutOdds) string { return Chance(c.P) })},
		oddsColumn{In: table.Sheet, Column: table.Column{Title: w.Say("column.interval"), Kind: table.Number}, Cell: open(func(c *sim.CutOdds) string {
			return fmt.Sprintf("%s to %s", Chance(c.Low), Chance(c.High))
		})},
		oddsColumn{In: table.Sheet, Column: table.Column{Title: w.Say("column.proved")}, Cell: func(r *OddsRow) table.Cell { return table.Said(FactWord(w, odds(r).Cut.Fact)) }},
	)
	return written(w, table.Make(form, append(append(list, of.parts(odds)...), days(table.Sheet|table.CSV)...), of.Rows))
}

// parts lists what CSV has in columns of its own.
func (of CutOdds) parts(odds func(*OddsRow) *sim.PlayerOdds) []oddsColumn {
	list := []oddsColumn{{In: table.CSV, Column: table.Column{Key: "id"}, Cell: func(r *OddsRow) table.Cell { return table.Said(of.ID(r.Player)) }}}
	for k, key := range []string{"won", "lost", "drawn"} {
		list = append(list, oddsColumn{In: table.CSV, Column: table.Column{Key: key, Kind: table.Number}, Cell: func(r *OddsRow) table.Cell {
			if parts := strings.Split(r.Record, "-"); k < len(parts) {
				return table.Said(parts[k])
			}
			return table.Cell{}
		}})
	}
	for _, c := range []struct {
		key string
		of  func(*sim.CutOdds) float64
	}{
		{"p", func(c *sim.CutOdds) float64 { return c.P }}, {"low", func(c *sim.CutOdds) float64 { return c.Low }}, {"high", func(c *sim.CutOdds) float64 { return c.High }},
	} {
		list = append(list, oddsColumn{In: table.CSV, Column: table.Column{Key: c.key, Kind: table.Number}, Cell: func(r *OddsRow) table.Cell {
			return table.Said(fmt.Sprintf("%.6f", c.of(&odds(r).Cut)))
		}})
	}
	return append(list, oddsColumn{In: table.CSV, Column: table.Column{Key: "fact"}, Cell: func(r *OddsRow) table.Cell { return table.Said(odds(r).Cut.Fact) }})
}
