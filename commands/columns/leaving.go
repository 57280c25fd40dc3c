package columns

import (
	"strconv"

	"topcut/commands/text"
	"topcut/tournament/table"
)

// Leaving compares the places of players as they are with those that several ways of
// dealing with the matches of who leaves would give.
type Leaving struct {
	Ways int // columns beside the present
	Rows []Moved
	Name func(player int) string
}

// Moved is a player with the present place and points, and those by each of the ways.
type Moved struct {
	Player int
	Places []string // the present one first; "" for none
}

// Make returns the comparison in a form.
func (of Leaving) Make(form table.Form, w text.Printer) *table.Table {
	list := []table.Maker[Moved]{
		{Column: table.Column{Key: "player", Title: nameTitle(form, w), Kind: table.Name}, Cell: func(r *Moved) table.Cell { return table.Said(of.Name(r.Player)) }},
	}
	for i := range of.Ways + 1 {
		title := strconv.Itoa(i)
		if i == 0 {
			title = w.Say("leaving.now")
		}
		list = append(list, table.Maker[Moved]{Column: table.Column{Key: title, Title: title, Kind: table.Number}, Cell: func(r *Moved) table.Cell { return table.Said(r.Places[i]) }})
	}
	return written(w, table.Make(form, list, of.Rows))
}
