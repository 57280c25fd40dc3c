package columns

import (
	"fmt"
	"strconv"

	"topcut/commands/text"
	"topcut/tournament/rating"
	"topcut/tournament/table"
)

// Ratings are rated players, best first.
type Ratings struct {
	Formula rating.Formula
	Rows    []Rated
	Name    func(player int) string
	ID      func(player int) string // for programs
}

// Rated is the rating of a player.
type Rated struct {
	Rank, Player int
	rating.Rating
}

// Make returns the leaderboard in a form. People see a rating with two deviations.
func (of Ratings) Make(form table.Form, w text.Printer) *table.Table {
	const people = table.Grid | table.Picture
	digits, tables := 0, of.Formula.Tables
	switch {
	case form == table.CSV:
		digits = -1
	case tables && form == table.Sheet:
		digits = 2
	case tables:
		digits = 1
	}
	decimals := func(x float64) string { return strconv.FormatFloat(x, 'f', digits, 64) }
	provisional := func(r *Rated) bool { return r.Deviation >= of.Formula.Provisional() }
	matches := w.Say("profile.matches_short")
	if form == table.Sheet {
		matches = w.Say("column.matches_long")
	}
	return written(w, table.Make(form, []table.Maker[Rated]{
		{In: people | table.Sheet | table.CSV, Column: table.Column{Key: "rank", Title: w.Say("column.rank"), Kind: table.Rank}, Cell: func(r *Rated) table.Cell {
			return table.Said(strconv.Itoa(r.Rank))
		}},
		{Column: table.Column{Key: "player", Title: nameTitle(form, w), Kind: table.Name}, Cell: func(r *Rated) table.Cell {
			if form == table.JSON {
				return table.Said(of.ID(r.Player))
			}
			return table.Said(of.Name(r.Player))
		}},
		{Column: table.Column{Key: "rating", Title: w.Say("profile.rating_short"), Kind: table.Number, Strong: true}, Cell: func(r *Rated) table.Cell {
			c := table.Cell{Text: decimals(r.Value), Data: r.Value}
			if form&people != 0 {
				c = table.Said(fmt.Sprintf("%s±%s", c.Text, decimals(2*r.Deviation)))
				if provisional(r) {
					c.Text += "?"
				}
			}
			return c
		}},
		{In: table.Sheet | table.CSV | table.JSON, Column: table.Column{Key: "deviation", Title: "±", Kind: table.Number}, Cell: func(r *Rated) table.Cell {
			if form == table.Sheet {
				return table.Said(decimals(2 * r.Deviation))
			}
			return table.Cell{Text: decimals(r.Deviation), Data: r.Deviation}
		}},
		{In: table.CSV | table.JSON, Column: table.Column{Key: "volatility", Kind: table.Number}, Cell: func(r *Rated) table.Cell {
			if tables && form == table.JSON {
				return table.Cell{}
			}
			return table.Cell{Text: decimals(r.Volatility), Data: r.Volatility}
		}},
		{Column: table.Column{Key: "matches", Title: matches, Kind: table.Number}, Cell: func(r *Rated) table.Cell { return table.Said(strconv.Itoa(r.Matches)) }},
		{In: table.Sheet | table.CSV, Column: table.Column{Key: "status"}, Cell: func(r *Rated) table.Cell {
			if provisional(r) {
				return table.Said("provisional")
			}
			return table.Cell{}
		}},
	}, of.Rows))
}
