package view

import (
	"fmt"
	"slices"

	"topcut/commands/columns"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/effect"
	"topcut/tournament/field"
	"topcut/tournament/notice"
	"topcut/tournament/standings"
	"topcut/tournament/table"
)

const (
	// mostMovedBy bounds the rows of the comparison of tables, and mostWaySure the lines of
	// effects of each way.
	mostMovedBy = 15
	mostWaySure = 4
)

// LeavingWay is one of the ways in which the matches of a player who leaves can count.
type LeavingWay struct {
	tournament.Leaving
	After   *tournament.Snapshot // the event as it would be
	Effects []effect.Effect      // on others
	Facts   []string             // what is proved, or not any more
	Mark    string               // of the effects, for the button
}

// LeavingTables shows the tables that each way of dealing with the matches of player n
// would give, side by side, and asks for one of them. The announced one comes first among
// the buttons.
func LeavingTables(e Env, n int, ways []LeavingWay, yes customid.Sure) discord.Message {
	announced := e.state().AnnouncedLeaving(n)
	return e.fitted(func(e Env) discord.Message {
		p := e.panel(layout.Late, "leaving.title", "player", notice.Player(n))
		var buttons []discord.Button
		for i, w := range ways {
			means := e.say("leaving.way." + notice.Code(w.Leaving))
			style := discord.Secondary
			if w.Leaving == announced {
				means, style = e.say("leaving.announced", "way", text.Raw(means)), discord.Danger
			}
			lines := []string{fmt.Sprintf("**%d · %s**", i+1, means)}
			lines = append(lines, e.after(w.After).effectLines(beside(w.Effects, n), mostWaySure)...)
			p.Lines(append(lines, w.Facts...)...)
			yes.Mark, yes.Leaving = w.Mark, string(w.Leaving)
			b := discord.Button{Style: style, Label: fmt.Sprintf("%d · %s", i+1, e.say("leaving.button."+notice.Code(w.Leaving))), CustomID: e.id(yes)}
			if w.Leaving == announced {
				buttons = slices.Insert(buttons, 0, b)
			} else {
				buttons = append(buttons, b)
			}
		}
		moved, more := e.movedBy(n, ways)
		if len(moved.Rows) == 0 {
			p.Say("leaving.same")
		} else {
			p.Text(layout.Grid(moved.Make(table.Grid, e.words())))
			p.Small("leaving.table")
		}
		if more > 0 {
			p.Small("list.left", "n", more)
		}
		p.Buttons(append(buttons, e.cancelButton())...)
		return p.Message()
	})
}

// beside returns the effects without that player n is out, which the title says.
func beside(effects []effect.Effect, n int) []effect.Effect {
	return slices.DeleteFunc(slices.Clone(effects), func(x effect.Effect) bool { return x.Player == n && x.Fact == effect.Entry })
}

// movedBy returns the players beside n whose place or points are not the same by all of
// the ways, in the order of the table, and how many more there are than fit.
func (e Env) movedBy(n int, ways []LeavingWay) (out columns.Leaving, more int) {
	out = columns.Leaving{Ways: len(ways), Name: func(player int) string { return e.rawName(player) }}
	each := []Env{e}
	for _, w := range ways {
		each = append(each, e.after(w.After))
	}
	group := field.Of(e.state(), n)
	var places []map[int32]string
	var order []standings.Row
	for i, e := range each {
		t, err := e.state().Table(-1)
		if err != nil {
			return out, 0
		}
		at := map[int32]string{}
		rows := e.groupRows(t, group)
		for k := range rows { // with who leaves, as the standings have it
			at[rows[k].Player] = fmt.Sprintf("%d (%s)", rows[k].Rank, pointsOf(e.state().Rules, &rows[k]))
		}
		if places = append(places, at); i == 0 {
			order = rows
		}
	}
	for k := range order {
		row := columns.Moved{Player: int(order[k].Player) + 1}
		same := true
		for i := range places {
			row.Places = append(row.Places, places[i][order[k].Player])
			same = same && row.Places[i] == row.Places[0]
		}
		switch {
		case same || row.Player == n:
		case len(out.Rows) == mostMovedBy:
			more++
		default:
			out.Rows = append(out.Rows, row)
		}
	}
	return out, more
}
