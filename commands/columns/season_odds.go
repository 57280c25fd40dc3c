package columns

import (
	"fmt"
	"strconv"

	"topcut/commands/text"
	"topcut/sim"
	"topcut/tournament/fraction"
	"topcut/tournament/season"
	"topcut/tournament/table"
)

// SeasonOdds are the chances of members to end above or below lines of a table.
type SeasonOdds struct {
	Trials    int // 0 if nothing is estimated
	Lines     []SeasonLine
	Rows      []SeasonEnds
	Divisions bool                    // say of which division a member is
	Name, ID  func(member int) string // for people and for programs
}

// SeasonLine is a line of a table.
type SeasonLine struct {
	Means  season.PlaceLine
	Places int // on the right side of it
}

// SeasonEnds are the chances of a member.
type SeasonEnds struct {
	Division, Member, Place int
	Points                  fraction.Fraction
	Ends                    []*sim.CutOdds // one for each line; nil for what cannot happen
}

// seasonEnd is a chance in JSON.
type seasonEnd struct {
	sim.Estimate
	Fact string `json:"fact,omitempty"`
}

// endsColumn makes a column of such a table.
type endsColumn = table.Maker[SeasonEnds]

// Make returns the table in a form.
func (of SeasonOdds) Make(form table.Form, w text.Printer) *table.Table {
	var list []endsColumn
	division := func(in table.Form) {
		if of.Divisions {
			list = append(list, endsColumn{In: in, Column: table.Column{Key: "division", Title: w.Say("join.division"), Kind: table.Number}, Cell: func(r *SeasonEnds) table.Cell {
				return table.Said(strconv.Itoa(r.Division))
			}})
		}
	}
	place := endsColumn{In: table.Grid | table.Sheet | table.CSV, Column: table.Column{Key: "place", Title: w.Say("column.rank"), Kind: table.Rank}, Cell: func(r *SeasonEnds) table.Cell {
		return table.Said(strconv.Itoa(r.Place))
	}}
	division(table.Sheet | table.CSV)
	list = append(list, place, endsColumn{Column: table.Column{Key: "player", Title: nameTitle(form, w), Kind: table.Name}, Cell: func(r *SeasonEnds) table.Cell {
		if form == table.JSON {
			return table.Said(of.ID(r.Member))
		}
		return table.Said(of.Name(r.Member))
	}})
	division(table.JSON)
	place.In = table.JSON
	list = append(list, place, endsColumn{Column: table.Column{Key: "points", Title: pointsTitle(form, w), Kind: table.Exact}, Cell: func(r *SeasonEnds) table.Cell {
		return table.Cell{Text: r.Points.Plain(0), Exact: r.Points}
	}})
	in := table.Form(0)
	if !of.Divisions {
		in = table.Grid | table.Sheet | table.CSV
		list = append(list, endsColumn{In: table.JSON, Column: table.Column{Key: "ends"}, Cell: func(r *SeasonEnds) table.Cell {
			ends := make([]seasonEnd, len(r.Ends))
			for i, c := range r.Ends {
				ends[i] = seasonEnd{c.Estimate, c.Fact}
			}
			return table.Cell{Data: ends}
		}})
	}
	for k, line := range of.Lines {
		key, title := of.title(line, form, w)
		list = append(list, endsColumn{In: in, Column: table.Column{Key: key, Title: title, Kind: table.Number, Optional: true}, Cell: func(r *SeasonEnds) table.Cell {
			c := r.Ends[k]
			switch {
			case c == nil:
				return table.Cell{}
			case form == table.JSON:
				return table.Cell{Data: seasonEnd{c.Estimate, c.Fact}}
			}
			return table.Said(of.said(line.Means, c, form, w))
		}})
	}
	return written(w, table.Make(form, list, of.Rows))
}

// title returns the name of a line's column in files, and its heading.
func (of SeasonOdds) title(line SeasonLine, form table.Form, w text.Printer) (key, title string) {
	places := ""
	if form == table.Grid { // how many go up or down
		places = " " + strconv.Itoa(line.Places)
	}
	switch line.Means {
	case season.LineTop:
		return "top", w.Say("cut.top", "n", line.Places)
	case season.LineCut:
		return "cut", w.Say("column.cut")
	case season.LineUp:
		return "up", w.Say("league.up") + places
	case season.LineDown:
		return "down", w.Say("league.down") + places
	case season.LineFirst:
	}
	return "first", w.Say("league.first")
}

// said returns a fact as a word, or an estimate with half its interval.
func (of SeasonOdds) said(means season.PlaceLine, c *sim.CutOdds, form table.Form, w text.Printer) string {
	switch {
	case means == season.LineCut: // as /odds says it
		return ShortVerdict(w, *c)
	case means == season.LineDown && c.Fact == sim.Clinched:
		return w.Say("league.goes_down")
	case means == season.LineDown && c.Fact == sim.Eliminated:
		return w.Say("league.safe")
	case form != table.Grid && c.Fact == sim.Clinched:
		return FactWord(w, sim.Clinched)
	case c.Fact == sim.Clinched:
		return w.Say("league.in")
	case c.Fact == sim.Eliminated:
		return w.Say("league.out")
	case of.Trials == 0:
		return w.Say("league.open")
	case form != table.Grid:
		return fmt.Sprintf("%.1f%% ± %.1f", 100*c.P, 50*(c.High-c.Low))
	}
	return seasonChance(c)
}

// seasonChance formats an estimate with half its interval. Nothing that is not proved is
// certain, nor rounded to that.
func seasonChance(c *sim.CutOdds) string {
	if c.P >= 0.995 || c.P <= 0.005 {
		return Chance(c.P)
	}
	return fmt.Sprintf("%.0f%% ±%.0f", 100*c.P, max(1, 50*(c.High-c.Low)))
}
